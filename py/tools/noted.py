"""A pytest plugin for `python3 py observe`: note which of Python's WebAssembly the page's tests use."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from weakref import WeakSet

import pytest
from playwright.sync_api import BrowserContext, Error

from tasks.steps import WEB

#: The environment variable with the folder for the notes: one file for each process, one line for each report. A line
#: has JSON: new numbers of functions, the number of all functions, new pages of data, and the number of all pages.
FOLDER = "NOTED"

#: The browser contexts that already report.
_NOTED = WeakSet[BrowserContext]()


@pytest.fixture(autouse=True)
def _noted(context: BrowserContext) -> Iterator[None]:
    """Note the reports of the test's pages, including pages that the test leaves."""
    notes = Path(os.environ[FOLDER]) / str(os.getpid())

    def note(_: object, *report: object) -> None:
        with notes.open("a", encoding="utf-8") as file:
            print(json.dumps(report), file=file)

    if context not in _NOTED:  # tests of one kind share a context
        _NOTED.add(context)
        context.expose_binding("noteUsed", note)
        context.add_init_script(path=WEB / "runtime/page/used.js")
    yield
    for page in context.pages:
        for frame in page.frames:
            with contextlib.suppress(Error):  # the frame is already gone
                frame.evaluate("globalThis.tellUsed?.()")
