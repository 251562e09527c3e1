"""The screen on which a game is set up."""
