"""A second implementation of the rules with sets of coordinates, which tests and a bench compare with the engine."""
