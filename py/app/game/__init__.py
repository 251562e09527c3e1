"""Games on the page: the current one, the next one, and all that the device has saved."""
