"""The screen for pasting a link."""
