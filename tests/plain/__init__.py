"""The rules a second time, on sets of coordinates. Tests compare the engine with them, and so does the bench."""
