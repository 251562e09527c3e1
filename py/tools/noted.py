"""A pytest plugin for `python3 py observe`: note the functions of Python's WebAssembly that the page's tests call."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from weakref import WeakSet

import pytest
from playwright.sync_api import BrowserContext, Error

from tasks.steps import WEB

#: The environment variable with the folder for the notes: one file for each process, one line for each report.
FOLDER = "NOTED_FUNCTIONS"

#: The browser contexts that already report.
_NOTED = WeakSet[BrowserContext]()


@pytest.fixture(autouse=True)
def _noted(context: BrowserContext) -> Iterator[None]:
    """Note the reports of the test's pages, including pages that the test leaves."""
    notes = Path(os.environ[FOLDER]) / str(os.getpid())

    def note(_: object, numbers: list[int], count: int) -> None:
        with notes.open("a", encoding="utf-8") as file:
            print(count, *numbers, file=file)

    if context not in _NOTED:  # tests of one kind share a context
        _NOTED.add(context)
        context.expose_binding("noteUsedFunctions", note)
        context.add_init_script(path=WEB / "runtime/page/used.js")
    yield
    for page in context.pages:
        for frame in page.frames:
            with contextlib.suppress(Error):  # the frame is already gone
                frame.evaluate("globalThis.tellUsedFunctions?.()")
