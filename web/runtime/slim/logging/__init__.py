"""The names that asyncio imports. It never logs in a page."""

DEBUG = 10
