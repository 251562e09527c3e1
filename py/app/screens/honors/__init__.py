"""The player's honors."""
