"""Games at the page: the game in play, the next one, and all that the device keeps."""
