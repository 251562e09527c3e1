"""The scenes of a game in play: each module has one of them, with the answers to all questions of the page about it."""
