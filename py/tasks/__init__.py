"""The commands of ``python3 py``. Standard library only, because they run before anything is installed."""
