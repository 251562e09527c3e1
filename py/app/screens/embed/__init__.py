"""The first screen of a game embedded in another page."""
