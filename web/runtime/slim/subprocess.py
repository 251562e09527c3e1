"""A value that stands in the signatures of asyncio's event loop, which a page never calls."""

PIPE = -1
