"""The lesson on the screen of a game."""
