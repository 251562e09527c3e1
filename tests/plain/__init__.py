"""The base rules a second time, on sets of coordinates: the engine's oracle, and the bench's baseline."""
