"""A room as this device knows it, and the browser's tasks for it."""
