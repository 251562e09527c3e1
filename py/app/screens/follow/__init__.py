"""The screen with a field for a link."""
