"""Constants in the signatures of asyncio's event loop; a page never calls those methods."""

AF_UNSPEC = 0
AI_PASSIVE = 1
