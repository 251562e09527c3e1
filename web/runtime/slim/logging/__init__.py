"""What asyncio needs of logging when it is imported: it never logs in a page."""

DEBUG = 10
