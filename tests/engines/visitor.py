"""A visitor who plays in a tab of any browser, by taps alone."""

import json
import time
from typing import Any

from cartographers.state import State
from engines.tabs import Tab
from support.page.player import SAVE, record_of, state_of
from support.page.scripts import PATIENT, script, written

#: Seconds after which a second tap on the same control isn't a double tap.
APART = 0.4
#: The maximum number of taps until a game is over, or has reached a wanted position.
TAPS = 400


class Visitor:
    """A visitor's actions and observations."""

    def __init__(self, tab: Tab) -> None:
        """Use a tab."""
        self._tab = tab
        self._last = ""

    def open(self, address: str) -> None:
        """Open the page, and wait until it is ready."""
        self._tab.open(address)
        self._wait_until(written("aim", "isReady"))
        self.call("note", "recordErrors")

    def call(self, file: str, function: str, *given: object) -> Any:  # noqa: ANN401 - each returns another type
        """Call a function of a file in tests/support/page/js in the page."""
        return self._tab.run(written(file, function, *given))

    def tap(self, selector: str) -> None:
        """Tap an element as soon as a finger reaches it, and wait until the page has answered."""
        if selector == self._last:
            time.sleep(APART)
        self._last = selector
        spot = self.call("aim", "waitForSpot", selector, PATIENT)
        assert spot, f"no {selector} to tap, only {self.call('aim', 'listControls')}"
        self._tab.tap(*spot)
        self.settle()

    def do(self, command: str) -> None:
        """Tap the control with this command, or with a command that begins with it."""
        self.tap(f"[data-do^='{command}']")

    def type(self, selector: str, text: str) -> None:
        """Tap a field, and type a text."""
        self.tap(selector)
        self._tab.type(text)
        self.settle()

    def settle(self) -> None:
        """Wait until the page has answered all actions and nothing moves."""
        self.call("look", "waitUntilSettled")

    def has(self, selector: str) -> bool:
        """Return whether the settled page has an element."""
        self.settle()
        return bool(self.texts(selector))

    def wait_for(self, selector: str) -> None:
        """Wait until the page has an element."""
        self._wait_until(f"document.querySelector({json.dumps(selector)})")

    def wait_for_plies(self, count: int) -> None:
        """Wait until the page has saved a number of plies."""
        self._wait_until(written("look", "hasPlies", SAVE, count))

    def _wait_until(self, condition: str) -> None:
        self._tab.run(f"{script('look')}.waitUntil(() => ({condition}))")

    def texts(self, selector: str) -> list[str]:
        """Return the text of each element that matches a selector."""
        return list(self.call("aim", "getTexts", selector))

    @property
    def record(self) -> str:
        """The record of the saved game."""
        return record_of(self.call("look", "readStoredWhenSettled", SAVE) or "")

    @property
    def plies(self) -> int:
        """The number of saved plies."""
        return self.record.count(".")

    @property
    def state(self) -> State:
        """The engine's state after the saved record."""
        return state_of(self.record)

    @property
    def spaces(self) -> list[str]:
        """The name and content of each space of the map."""
        return list(self.call("look", "getSpaceLabels"))

    def draw(self) -> None:
        """Draw the shape where it is if it fits there, otherwise in the next place where it fits."""
        if not self.has("[data-do='confirm']:not([aria-disabled])"):
            self.do("next-place")
        self.tap("[data-do='confirm']")

    def play_until(self, plies: int) -> None:
        """Play by taps until the game has a number of plies and a shape to draw, or is over."""
        for _ in range(TAPS):
            draws = self.has("[data-do='confirm']")
            if self.has(".end") or (draws and self.plies >= plies):
                return
            if draws:
                self.draw()
            else:
                self.tap(".confirm")
        msg = f"the game stops after {self.plies} plies"
        raise AssertionError(msg)

    def check_errors(self) -> None:
        """Check that no script of the page has reported an error."""
        assert not self._tab.run("globalThis.hasReportedError")
        assert not self.has("#fault, .fault")
