"""The screen in a frame of another page."""
