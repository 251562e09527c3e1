"""Values that stand in the signatures of asyncio's event loop, which a page never calls."""

AF_UNSPEC = 0
AI_PASSIVE = 1
