"""JavaScript that tests run in the page. Each file in support/page/js/ evaluates to an object of functions."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from playwright.sync_api import BrowserContext, CDPSession, Frame, Locator, Page, Worker

FOLDER = Path(__file__).with_name("js")
QUICK = 20
"""The factor by which motion is faster in tests, which would only wait for it."""
PATIENT = int(re.findall(r"TIMEOUT = ([\d_]+)", (FOLDER / "look.js").read_text("utf-8"))[0])
"""The limit of every wait in milliseconds. A test that passes never waits so long, even on a busy machine."""
_SESSIONS: WeakKeyDictionary[Page, CDPSession] = WeakKeyDictionary()


@cache
def script(name: str) -> str:
    """Return the text of a file as an expression."""
    return (FOLDER / f"{name}.js").read_text("utf-8").rstrip().removesuffix(";")


def written(file: str, function: str, *given: object) -> str:
    """Return a function call as text, to include in a script."""
    return f"{script(file)}.{function}(...{json.dumps(given)})"


def call(page: Page | Frame, file: str, function: str, *given: object) -> Any:  # noqa: ANN401 - each returns another type
    """Call a function in the page, and return its result."""
    return page.evaluate(f"given => {script(file)}.{function}(...given)", [*given])


def call_settled(page: Page, file: str, function: str, *given: object) -> Any:  # noqa: ANN401 - each returns another type
    """Wait until the page stands still, call a function before anything can move again, and return its result."""
    checked = f"given => {script('look')}.waitUntilStill().then(() => {script(file)}.{function}(...given))"
    return page.evaluate(checked, [*given])


def call_on(found: Locator, file: str, function: str, *given: object) -> Any:  # noqa: ANN401 - each returns another type
    """Call a function with an element and more arguments, and return its result."""
    return found.evaluate(f"(element, given) => {script(file)}.{function}(element, ...given)", [*given])


def call_at_start(page: Page | BrowserContext, file: str, function: str, *given: object) -> None:
    """Call a function in each new page before its own scripts run."""
    page.add_init_script(written(file, function, *given))


def make_no_snapshot(context: BrowserContext) -> None:
    """Give the device too little memory for a snapshot; tests/page/test_snapshot.py tests snapshots."""
    call_at_start(context, "pretend", "setMemory", 2)


def look(page: Page | Frame, function: str, *given: object) -> Any:  # noqa: ANN401 - each returns another type
    """Call a function in look.js, and return its result."""
    return call(page, "look", function, *given)


def wait_until(page: Page | Frame | Worker, condition: str) -> None:
    """Wait until a condition holds in the page or worker, whose policy forbids Playwright's own way of waiting."""
    page.evaluate(f"() => {script('look')}.waitUntil(async () => ({condition}))")


def wait_for(page: Page | Frame, file: str, function: str, *given: object) -> None:
    """Wait until a function returns a true value."""
    condition = f"() => {script(file)}.{function}(...given)"
    page.evaluate(f"given => {script('look')}.waitUntil({condition})", [*given])


def settle(page: Page | Frame) -> None:
    """Wait until the page has answered all actions and nothing moves."""
    look(page, "waitUntilSettled")


def devtools(page: Page) -> CDPSession:
    """Return the tab's session of Chromium's DevTools protocol.

    A tab shares one, because Chromium sets :func:`hurry` back when another session ends.
    """
    if page not in _SESSIONS:
        _SESSIONS[page] = page.context.new_cdp_session(page)
    return _SESSIONS[page]


def hurry(page: Page) -> None:
    """Shorten transitions and animations, which still begin and end as usual."""
    devtools(page).send("Animation.enable")
    devtools(page).send("Animation.setPlaybackRate", {"playbackRate": QUICK})


def recorded_errors(page: Page) -> list[str]:
    """Return the list of all errors that the console of a page will report, and of those that nothing catches."""
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    return errors


@contextmanager
def traced(page: Page, *categories: str) -> Iterator[list[dict[str, Any]]]:
    """Record events of some categories in Chromium's trace during the block. They are in the list at its end."""
    browser = page.context.browser
    assert browser
    events: list[dict[str, Any]] = []
    browser.start_tracing(page=page, categories=[*categories])
    yield events
    events += json.loads(browser.stop_tracing())["traceEvents"]
