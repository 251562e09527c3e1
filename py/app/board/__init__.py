"""The parts that all screens with a game share."""
