"""A room as a device that is in it knows it, with the browser's part in it."""
