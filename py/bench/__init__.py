"""Benches: how fast the engine, the page, its start and its rooms are, and how strong the bots are."""
