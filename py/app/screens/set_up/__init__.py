"""The screen that sets up a new game."""
