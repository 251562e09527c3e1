"""A tab in any browser: the few actions that the journeys need, with Playwright or through WebDriver."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserType, Page, Playwright

from engines.webdriver import KEYS, Driver, Firefox, WebKit
from support.page.player import PHONE
from tasks import browser

#: A phone whose owner prefers no motion, as in webdriver.py: a page that always moves would never be settled.
A_PHONE: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "reduced_motion": "reduce"}
#: Milliseconds that a finger stays on the screen.
DOWN = 50


class Tab(ABC):
    """A tab of a browser that nobody else uses."""

    @abstractmethod
    def open(self, address: str) -> None:
        """Open a page."""

    @abstractmethod
    def run(self, script: str) -> Any:  # noqa: ANN401 - each script returns another type
        """Return the value of a JavaScript expression, which may be a promise."""

    @abstractmethod
    def tap(self, x: int, y: int) -> None:
        """Tap a place on the screen, or click there if the browser knows no touches."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Type a text into the field with the focus."""


class PlaywrightTab(Tab):
    """A tab that Playwright drives."""

    def __init__(self, page: Page) -> None:
        """Use a page."""
        self._page = page

    def open(self, address: str) -> None:
        """Open a page."""
        self._page.goto(address)

    def run(self, script: str) -> Any:  # noqa: ANN401 - see the base class
        """Return the value of an expression."""
        return self._page.evaluate(f"async () => ({script})")

    def tap(self, x: int, y: int) -> None:
        """Tap a place."""
        self._page.touchscreen.tap(x, y)

    def type(self, text: str) -> None:
        """Type a text."""
        self._page.keyboard.type(text)


class DriverTab(Tab):
    """A tab that WebDriver drives."""

    def __init__(self, driver: Driver) -> None:
        """Use the window of a browser."""
        self._driver = driver

    def open(self, address: str) -> None:
        """Open a page."""
        self._driver.send("Navigate", url=address)

    def run(self, script: str) -> Any:  # noqa: ANN401 - see the base class
        """Return the value of an expression. Raises RuntimeError with the error's text if there is one."""
        ends = "(value) => end([value, null]), (error) => end([null, `${error} ${error.stack}`])"
        text = f"const end = arguments[arguments.length - 1]; (async () => ({script}))().then({ends});"
        value, error = self._driver.send("ExecuteAsyncScript", script=text, args=[])
        if error:
            raise RuntimeError(error)
        return value

    def tap(self, x: int, y: int) -> None:
        """Tap a place; WebKitGTK clicks there."""
        steps = [
            {"type": "pointerMove", "x": x, "y": y, "origin": "viewport"},
            {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": DOWN},
            {"type": "pointerUp", "button": 0},
        ]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": steps}
        self._driver.send("PerformActions", actions=[finger])

    def type(self, text: str) -> None:
        """Type a text."""
        steps = [{"type": kind, "value": KEYS.get(key, key)} for key in text for kind in ("keyDown", "keyUp")]
        self._driver.send("PerformActions", actions=[{"type": "key", "id": "keyboard", "actions": steps}])


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
                    context = stack.enter_context(self._browser.new_context(**A_PHONE))
                    return PlaywrightTab(context.new_page())
                assert self._program
                return DriverTab((Firefox if "firefox" in self._program else WebKit)(stack, self._program))

            yield new_tab
