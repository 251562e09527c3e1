"""The sheet of a finished game."""
