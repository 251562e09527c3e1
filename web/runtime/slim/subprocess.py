"""A constant in the signatures of asyncio's event loop; a page never calls those methods."""

PIPE = -1
