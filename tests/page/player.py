"""A player at the page: finds everything by role and name, as a reader of the screen does."""

from __future__ import annotations

import re
from typing import NamedTuple, cast

from playwright.sync_api import FloatRect, Locator, Page, expect

PATIENT = 60_000
"""Milliseconds that Python may take to start on a busy machine; nothing waits longer than it has to."""

SAVE = "cartographers.game"

#: Buttons of which a finger would miss a part, 44 pixels across: what is there belongs to something else.
TOO_SMALL = """buttons => buttons.filter(button => {
    const {left, right, top, bottom} = button.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const reached = ([dx, dy]) => document.elementFromPoint(x + dx, y + dy)?.closest("button") === button;
    return ![[0, 0], [21.5, 0], [-21.5, 0], [0, 21.5], [0, -21.5]].every(reached);
}).map(button => `${button.ariaLabel ?? button.innerText} ${button.getBoundingClientRect().width.toFixed()} x `
    + `${button.getBoundingClientRect().height.toFixed()}`)"""


class Spot(NamedTuple):
    """A place on the screen."""

    x: float
    y: float


class Player:
    """A page, and what a player does there."""

    def __init__(self, page: Page) -> None:
        """Sit down at a page."""
        self.page = page
        self.map = page.get_by_role("grid", name="Map")
        self.confirm = self.button(r"^Confirm")
        self.under_ghost = page.get_by_role("gridcell", selected=True)

    def open(self, address: str) -> None:
        """Go to the page and wait until it answers."""
        self.page.goto(address)
        self.wait_for_start()

    def wait_for_start(self) -> None:
        """Wait until the loading panel is gone, which the page takes away when it answers."""
        expect(self.page.get_by_role("region", name="Loading")).to_have_count(0, timeout=PATIENT)

    def button(self, name: str) -> Locator:
        """Return the button whose name matches."""
        return self.page.get_by_role("button", name=re.compile(name))

    def space(self, name: str) -> Locator:
        """Return the space of the map with that name."""
        return self.page.get_by_role("gridcell", name=re.compile(rf"^{name},"))

    def spot(self, name: str) -> Spot:
        """Return the middle of a space on the screen."""
        box = box_of(self.space(name))
        return Spot(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def choices(self, group: str, *, pressed: bool) -> Locator:
        """Return the buttons for terrain or shape, either the chosen one or the others."""
        return self.page.get_by_role("group", name=group, exact=True).get_by_role("button", pressed=pressed)

    def finger(self, *way: Spot) -> None:
        """Put a finger down, move it along a way, and lift it: Playwright's own touch screen only taps."""
        touch = self.page.context.new_cdp_session(self.page)
        for kind, spot in (("touchStart", way[0]), *(("touchMove", spot) for spot in way[1:])):
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [spot._asdict()]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        touch.detach()

    def begin(self, seed: str, side: str = "A") -> None:
        """Begin a new game on the start screen."""
        self.button(f"^{side}, ").click()
        self.page.get_by_label("Seed", exact=True).fill(seed)
        self.button("^Start$").click()
        expect(self.map).to_be_visible()

    @property
    def spaces(self) -> list[str]:
        """What each space of the map is called and holds."""
        cells = self.page.get_by_role("gridcell")
        return cast("list[str]", cells.evaluate_all("cells => cells.map(cell => cell.getAttribute('aria-label'))"))

    @property
    def ghost(self) -> list[tuple[int, int]]:
        """The rows and columns that the ghost covers, from 0."""
        labels = self.under_ghost.evaluate_all("cells => cells.map(cell => cell.getAttribute('aria-label'))")
        names = [label.partition(",")[0] for label in labels]
        return [(ord(name[0]) - ord("A"), int(name[1:]) - 1) for name in names]

    @property
    def record(self) -> str:
        """What the browser keeps of the game."""
        return str(self.page.evaluate("key => localStorage.getItem(key)", SAVE))

    @property
    def plies(self) -> int:
        """How many plies are kept."""
        return self.record.count(".")

    @property
    def next(self) -> str:
        """The word on the one large button: Confirm, Skip, Continue or New game."""
        large = self.button("^(Confirm|Skip|Continue|New game)")
        expect(large).to_have_count(1)
        return " ".join(large.inner_text().split()[:1])

    def press(self, button: Locator) -> None:
        """Tap a button that stands where the last one stood, but not so that it could be a double tap."""
        self.page.get_by_role("heading", level=1).tap()
        button.tap()

    def wait_for_plies(self, count: int) -> None:
        """Wait until so many plies are kept."""
        self.page.wait_for_function(
            "([key, count]) => localStorage.getItem(key).split('.').length - 1 === count", arg=[SAVE, count]
        )

    def check_fit(self) -> None:
        """See to it that nothing scrolls and that the whole map is on the screen."""
        size = self.page.viewport_size
        assert size is not None
        scroll = self.page.evaluate("[document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]")
        assert scroll[0] <= size["width"]
        assert scroll[1] <= size["height"]
        for found in (self.map, self.button("^(Confirm|Skip|Continue|New game)")):
            box = box_of(found)
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= size["width"]
            assert box["y"] + box["height"] <= size["height"]

    def check_targets(self) -> None:
        """See to it that a thumb can hit every button."""
        assert self.page.get_by_role("button").evaluate_all(TOO_SMALL) == []


def box_of(found: Locator) -> FloatRect:
    """Return the box of something that is on the screen."""
    box = found.bounding_box()
    assert box is not None
    return box
