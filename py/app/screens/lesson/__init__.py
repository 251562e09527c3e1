"""The lesson, on the screen of a real game."""
