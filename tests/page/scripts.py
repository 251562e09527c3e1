"""The JavaScript that tests run in the page: the value of each file in tests/page/js/ is an object of functions."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Frame, Locator, Page

FOLDER = Path(__file__).with_name("js")
QUICK = 20
"""How many times as fast as for a player things move in tests, which would only wait for them."""


@cache
def script(name: str) -> str:
    """Return the text of a file as an expression."""
    return (FOLDER / f"{name}.js").read_text("utf-8").rstrip().removesuffix(";")


def written(file: str, function: str, *given: object) -> str:
    """Write a call of a function, as a part of a script of its own."""
    return f"{script(file)}.{function}(...{json.dumps(given)})"


def call(page: Page | Frame, file: str, function: str, *given: object) -> Any:  # noqa: ANN401 - each returns another type
    """Call a function in the page, and return what it returns."""
    return page.evaluate(f"given => {script(file)}.{function}(...given)", [*given])


def call_on(found: Locator, file: str, function: str, *given: object) -> Any:  # noqa: ANN401 - each returns another type
    """Call a function with an element and more, and return what it returns."""
    return found.evaluate(f"(element, given) => {script(file)}.{function}(element, ...given)", [*given])


def call_at_start(page: Page | BrowserContext, file: str, function: str, *given: object) -> None:
    """Call a function in each page that comes, before its own scripts run."""
    page.add_init_script(written(file, function, *given))


def make_no_snapshot(context: BrowserContext) -> None:
    """Let the device have too little memory for a snapshot to be made; tests/page/test_snapshot.py is about those."""
    call_at_start(context, "pretend", "memory", 2)


def look(page: Page | Frame, function: str, *given: object) -> Any:  # noqa: ANN401 - each returns another type
    """Call one of the functions in look.js, and return what it returns."""
    return call(page, "look", function, *given)


def wait_until(page: Page | Frame, condition: str) -> None:
    """Wait until something is true in the page, whose policy forbids what Playwright's own waiting does there."""
    page.evaluate(f"() => {script('look')}.until(async () => ({condition}))")


def wait_for(page: Page | Frame, file: str, function: str, *given: object, patience: int | None = None) -> None:
    """Wait until a function returns something true; as many milliseconds as anything may take, or others."""
    condition = f"() => {script(file)}.{function}(...given)"
    page.evaluate(f"([given, patience]) => {script('look')}.until({condition}, patience)", [[*given], patience])


def settle(page: Page | Frame) -> None:
    """Wait until the page has answered all that was done to it, and lies still."""
    look(page, "settled")


def hurry(page: Page) -> None:
    """Let transitions and animations take little time; they begin and end as ever."""
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": QUICK})
