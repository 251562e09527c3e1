"""The screen on which the game of a room is played."""
