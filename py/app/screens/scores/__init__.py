"""The scores of a printed game, from the paper maps of its players."""
