"""Shared by all tests: laws are judged without a clock, and in the same way each time.

The folder of the app's tests is a second place of the package that it tests, so they share ``app.playing``.
"""

from contextlib import suppress
from pathlib import Path

import pytest

import app

app.__path__.append(str(Path(__file__).with_name("app")))


with suppress(ImportError):  # there is no Hypothesis in Pyodide
    from hypothesis import settings

    settings.register_profile("steady", deadline=None, derandomize=True)
    settings.load_profile("steady")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest, the tests of the page, so that none of those is what all others wait for."""
    items.sort(key=lambda item: item.path.parent.name != "page")
