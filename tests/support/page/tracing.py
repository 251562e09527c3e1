"""Chromium's trace of a page: the events of some categories, as Chromium's own developers read them."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page


@contextmanager
def traced(page: Page, *categories: str) -> Iterator[list[dict[str, Any]]]:
    """Record events of some categories during the block. They are in the list at its end."""
    browser = page.context.browser
    assert browser
    events: list[dict[str, Any]] = []
    browser.start_tracing(page=page, categories=[*categories])
    yield events
    events += json.loads(browser.stop_tracing())["traceEvents"]
