"""Benches: the speed of the engine, the page, its start and its rooms, and the strength of the bots."""
