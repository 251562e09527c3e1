"""The player's answers to puzzles, each of which can be seen again."""
