"""A pytest plugin of `python3 py observe`: notes which functions of Python's WebAssembly the tests of the page call."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Error

from tasks.steps import WEB

FOLDER = "NOTED_FUNCTIONS"
"""The environment variable with the folder for the notes: a file for each process, a line for each time."""


@pytest.fixture(autouse=True)
def _noted(context: BrowserContext) -> Iterator[None]:
    """Keep what the test's pages tell, also those that are left in its course."""
    notes = Path(os.environ[FOLDER]) / str(os.getpid())

    def note(_: object, places: list[int], count: int) -> None:
        with notes.open("a", encoding="utf-8") as file:
            print(count, *places, file=file)

    context.expose_binding("noteUsedFunctions", note)
    context.add_init_script(path=WEB / "runtime/used.js")
    yield
    for page in context.pages:
        for frame in page.frames:
            with contextlib.suppress(Error):  # a frame that has gone meanwhile
                frame.evaluate("globalThis.tellUsedFunctions?.()")
