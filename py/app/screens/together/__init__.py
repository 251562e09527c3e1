"""The screen of a room's game in play."""
