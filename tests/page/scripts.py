"""The JavaScript that tests run in the page: each file in tests/page/js/ is one expression, most of them a function."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Frame, Page

FOLDER = Path(__file__).with_name("js")
QUICK = 20
"""How many times as fast as for a player things move in tests, which would only wait for them."""


@cache
def script(name: str) -> str:
    """Return the expression in a file, as ``evaluate`` takes it."""
    return (FOLDER / f"{name}.js").read_text("utf-8").rstrip().removesuffix(";")


def look(page: Page | Frame, what: str, *given: object) -> Any:  # noqa: ANN401 - each function returns something else
    """Call one of the functions in look.js, and return what it returns."""
    return page.evaluate(f"given => {script('look')}.{what}(...given)", [*given])


def wait_until(page: Page | Frame, condition: str) -> None:
    """Wait until something is true in the page, whose policy forbids what Playwright's own waiting does there."""
    page.evaluate(f"() => {script('look')}.until(async () => ({condition}))")


def settle(page: Page | Frame) -> None:
    """Wait until the page has answered all that was done to it, and lies still."""
    look(page, "settled")


def hurry(page: Page) -> None:
    """Let transitions and animations take little time; they begin and end as ever."""
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": QUICK})
