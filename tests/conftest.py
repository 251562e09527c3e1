"""Shared by all tests: laws are judged without a clock, and in the same way each time."""

from contextlib import suppress

import pytest

with suppress(ImportError):  # there is no Hypothesis in Pyodide
    from hypothesis import settings

    settings.register_profile("steady", deadline=None, derandomize=True)
    settings.load_profile("steady")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest, the tests of the page, so that none of those is what all others wait for."""
    items.sort(key=lambda item: item.path.parent.name != "page")
