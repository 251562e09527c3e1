"""Shared by all tests: laws are judged without a clock, and in the same way each time."""

from contextlib import suppress

with suppress(ImportError):  # there is no Hypothesis in Pyodide
    from hypothesis import settings

    settings.register_profile("steady", deadline=None, derandomize=True)
    settings.load_profile("steady")
