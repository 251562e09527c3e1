"""The list of puzzles, and the player's progress in them."""
