"""The scenes of a game in play, one per module."""
