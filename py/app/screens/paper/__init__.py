"""The scoring of a paper map."""
