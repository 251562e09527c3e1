"""The commands of ``python3 py``. Standard library only, because they run before anything is installed."""

#: The engines of browsers in which the journeys of tests/engines run.
ENGINES = ("chromium", "firefox", "webkit")
