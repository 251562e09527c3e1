"""The screen while a part of the page is on its way."""
