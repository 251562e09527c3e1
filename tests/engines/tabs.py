"""A tab in any browser: the few actions that the journeys need, with Playwright or through WebDriver."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserType, Page, Playwright

from engines.webdriver import KEYS, Driver, Firefox, WebKit
from support.page.player import PHONE
from tasks import browser

#: A phone whose owner prefers no motion, as in webdriver.py: a page that always moves would never be settled.
A_PHONE: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "reduced_motion": "reduce"}
#: Milliseconds that a finger stays on the screen.
DOWN = 50


class Tab(NamedTuple):
    """A tab of a browser that nobody else uses, as functions."""

    open: Callable[[str], object]
    """Opens a page."""
    run: Callable[[str], Any]
    """Returns the value of a JavaScript expression, which may be a promise."""
    tap: Callable[[int, int], object]
    """Taps a place on the screen, or clicks there if the browser knows no touches."""
    type: Callable[[str], object]
    """Types a text into the field with the focus."""


def playwright_tab(page: Page) -> Tab:
    """Return a tab that Playwright drives."""

    def run(script: str) -> Any:  # noqa: ANN401 - each script returns another type
        return page.evaluate(f"async () => ({script})")

    return Tab(page.goto, run, page.touchscreen.tap, page.keyboard.type)


def driver_tab(driver: Driver) -> Tab:
    """Return a tab that WebDriver drives."""

    def run(script: str) -> Any:  # noqa: ANN401 - each script returns another type
        ends = "(value) => end([value, null]), (error) => end([null, `${error} ${error.stack}`])"
        text = f"const end = arguments[arguments.length - 1]; (async () => ({script}))().then({ends});"
        value, error = driver.send("ExecuteAsyncScript", script=text, args=[])
        if error:
            raise RuntimeError(error)
        return value

    def tap(x: int, y: int) -> None:
        steps = [
            {"type": "pointerMove", "x": x, "y": y, "origin": "viewport"},
            {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": DOWN},
            {"type": "pointerUp", "button": 0},
        ]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": steps}
        driver.send("PerformActions", actions=[finger])

    def write(text: str) -> None:
        steps = [{"type": kind, "value": KEYS.get(key, key)} for key in text for kind in ("keyDown", "keyUp")]
        driver.send("PerformActions", actions=[{"type": "key", "id": "keyboard", "actions": steps}])

    return Tab(lambda address: driver.send("Navigate", url=address), run, tap, write)


class MissingEngineError(Exception):
    """An engine that isn't on this machine, with the reason as a sentence."""


class Engine:
    """An engine whose browsers open tabs: Playwright's browser, or one of this machine."""

    def __init__(self, name: str, playwright: Playwright, stack: ExitStack) -> None:
        """Find a browser with this engine. Raises MissingEngineError if this machine lacks it."""
        self._browser: Browser | None = None
        self._program = browser.driven(name)
        kind: BrowserType = getattr(playwright, name)
        own = browser.present() if name == "chromium" else None
        if own or Path(kind.executable_path).is_file():
            args = browser.arguments() if name == "chromium" else []
            self._browser = stack.enter_context(kind.launch(executable_path=own, args=args))
        elif not self._program:
            msg = f"This machine has neither Playwright's {name} nor {browser.DRIVEN[name]}."
            raise MissingEngineError(msg)

    @contextmanager
    def tabs(self) -> Iterator[Callable[[], Tab]]:
        """Yield a function that returns a tab in a new browser, which has saved nothing, and finally close all tabs."""
        with ExitStack() as stack:

            def new_tab() -> Tab:
                if self._browser:
                    return playwright_tab(stack.enter_context(self._browser.new_context(**A_PHONE)).new_page())
                assert self._program
                return driver_tab((Firefox if "firefox" in self._program else WebKit)(stack, self._program))

            yield new_tab
