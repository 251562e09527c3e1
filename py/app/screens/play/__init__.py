"""The screen of a game in play."""
