"""The list of all saved games."""
