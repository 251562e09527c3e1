"""The statistics of all finished games."""
