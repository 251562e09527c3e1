"""What asyncio needs when it is imported. It never logs in a page."""

DEBUG = 10
