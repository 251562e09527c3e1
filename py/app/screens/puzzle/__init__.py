"""A puzzle: a position in which the player looks for the best move."""
