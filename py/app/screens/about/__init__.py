"""The screen that says what this is."""
