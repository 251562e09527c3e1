"""A module that asyncio imports for processes that fork; a page has none."""
