"""What asyncio imports for the time after a fork, of which a page knows nothing."""
