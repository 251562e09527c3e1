"""The screen shown while a part of the page loads."""
