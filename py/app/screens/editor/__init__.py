"""The drawing of custom maps."""
