"""The About screen."""
