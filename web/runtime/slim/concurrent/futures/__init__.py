"""The names that asyncio imports from here. A page has no threads."""

FIRST_COMPLETED = "FIRST_COMPLETED"
FIRST_EXCEPTION = "FIRST_EXCEPTION"
ALL_COMPLETED = "ALL_COMPLETED"


class Future:
    """A class without instances."""
