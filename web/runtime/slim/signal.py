"""asyncio imports this for processes that fork; a page has none."""
