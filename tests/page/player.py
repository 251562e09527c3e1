"""A player at the page, or several who pass it on: finds everything by role and name, as a screen reader does."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from typing import NamedTuple, TypeAlias, cast

import pytest
from playwright.sync_api import Error, FloatRect, Locator, Page, ViewportSize, expect

from app.game.shelf import read_save
from cartographers.record import read_record
from cartographers.state import State
from page.scripts import call, call_at_start, call_on, look, settle, wait_for, wait_until
from words import signed

Box: TypeAlias = tuple[float, float, float, float]

PREFIX = "/cartographers/"
"""The folder that the site is served from, as on a project page."""

PHONE = ViewportSize(width=390, height=844)
SMALL_PHONE = ViewportSize(width=360, height=640)
LYING_PHONE = ViewportSize(width=667, height=375)
DESK = ViewportSize(width=1280, height=800)

on_a_phone = pytest.mark.browser_context_args(viewport=PHONE, has_touch=True, is_mobile=True)
on_a_small_phone = pytest.mark.browser_context_args(viewport=SMALL_PHONE, has_touch=True, is_mobile=True)
at_a_desk = pytest.mark.browser_context_args(viewport=DESK, reduced_motion="reduce")

PATIENT = 60_000
"""Milliseconds that Python may take to start on a busy machine; nothing waits longer than it has to."""

TRIES = 12
"""How often a shape may be changed until one fits; a card has fewer."""

SAVE = "cartographers.game"
SEASONS = ("Spring", "Summer", "Fall", "Winter")
TITLE = re.compile("Cartographer|Mapsmith|Topographer|Surveyor|Assessor|Assistant|Doodler|Inkdrinker")

#: The one large button on every screen of a game, by how its name begins.
LARGE = "^(Confirm|Skip|Continue|Score sheet|I am|Play$|Take over|Pause)"

#: Functions of Python's second half that were called before it was there.
TOO_SOON = "globalThis.cartographers?.cold?.hits ?? []"


class Spot(NamedTuple):
    """A place on the screen."""

    x: float
    y: float


def record_of(kept: str) -> str:
    """Return the record in the text of a kept game, between its version and the notes on who plays."""
    return read_save(kept).game.record if kept else ""


class Player:
    """A page, and what a player does there."""

    def __init__(self, page: Page) -> None:
        """Sit down at a page."""
        self.page = page
        self.map = page.get_by_role("grid", name="Map")
        self.confirm = self.button(r"^Confirm")
        self.dialog = page.get_by_role("dialog")
        self.checked: set[str] = set()
        self.tapped: set[str] = set()
        self.under_ghost = page.get_by_role("gridcell", selected=True)

    def open(self, address: str) -> None:
        """Go to the page and wait until it answers."""
        self.page.goto(address)
        self.wait_for_start()

    def wait_for_start(self) -> None:
        """Wait until the loading panel is gone, which the page takes away when it answers."""
        with suppress(Error):  # the page may be loaded again while this waits
            wait_until(self.page, "!document.getElementById('boot')")
        expect(self.page.get_by_role("region", name="Loading")).to_have_count(0, timeout=PATIENT)

    def button(self, name: str) -> Locator:
        """Return the button whose name matches."""
        return self.page.get_by_role("button", name=re.compile(name))

    def space(self, name: str) -> Locator:
        """Return the space of the map with that name."""
        return self.page.get_by_role("gridcell", name=re.compile(rf"^{name},"))

    def spot(self, name: str) -> Spot:
        """Return the middle of a space on the screen."""
        return middle(self.space(name))

    def choices(self, group: str, *, pressed: bool) -> Locator:
        """Return the buttons for terrain or shape, either the chosen one or the others."""
        self.settle()
        return self.page.get_by_role("group", name=group, exact=True).get_by_role("button", pressed=pressed)

    def finger(self, *way: Spot, hold: int = 0) -> None:
        """Put a finger down, move it along a way, and lift it: Playwright's own touch screen only taps.

        It stays there for ``hold`` milliseconds at least.
        """
        touch = self.page.context.new_cdp_session(self.page)
        for kind, spot in (("touchStart", way[0]), *(("touchMove", spot) for spot in way[1:])):
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [spot._asdict()]})
        self.page.wait_for_timeout(hold)
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        touch.detach()

    def begin(self, seed: str) -> None:
        """Begin a new game from the start screen or a game's end, alone with the base game's cards and first map."""
        self.button("^New game").click()
        self.show_more()
        self.seed.fill(seed)
        self.button("^Start ").click()
        self.see_goals()

    def see_goals(self) -> None:
        """Continue when the edicts of a new game have been shown."""
        expect(self.page.locator(".goals-list")).to_be_visible()
        self.page.keyboard.press("Enter")
        expect(self.page.locator(".goals-list")).to_have_count(0)

    def leave(self) -> None:
        """Leave the game for the start screen."""
        self.button("^Menu$").click()
        self.button("^Start screen").click()

    def play_to_the_end(self) -> None:
        """Play a game alone by keys, each shape where it fits first."""
        press = self.page.keyboard.press
        while (now := self.next) != "Score":
            if now == "Confirm":
                self.fit()
            press("Enter")

    def fit(self) -> None:
        """Put the shape by keys where it fits first; if this shape fits nowhere, another one does."""
        for _ in range(TRIES):
            if self.fits:
                return
            self.page.keyboard.press("w")
            if not self.fits:
                self.page.keyboard.press("s")
        pytest.fail("nothing fits anywhere")

    def keep(self, text: str) -> None:
        """Let the browser have kept a game when the page is first opened."""
        call_at_start(self.page, "pretend", "storedBefore", SAVE, text)

    def part(self, name: str) -> Locator:
        """Return a part of the setup screen."""
        return self.page.get_by_role("region", name=name, exact=True)

    def choose(self, group: str, value: str) -> None:
        """Choose something on the setup screen."""
        button = self.page.get_by_role("group", name=group, exact=True).get_by_role("button", name=value, exact=True)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")

    def show_more(self) -> None:
        """Show what most games leave to chance."""
        self.button("^More ").click()
        expect(self.seed).to_be_visible()

    def line(self, player: int, line: str = "name") -> Locator:
        """Return the field for the name of a player, counted from 0, or for another line of the sheet."""
        return self.page.get_by_role("textbox", name=f"Player {player + 1}, {line}", exact=True)

    def tab_to(self, wanted: Locator) -> None:
        """Press Tab until something has the focus."""
        for _ in range(40):
            self.page.keyboard.press("Tab")
            if call_on(wanted, "look", "hasFocus"):
                return
        pytest.fail(f"Tab does not lead to {wanted}")

    @property
    def large(self) -> Locator:
        """The one large button, when the screen that has it is there."""
        self.settle()
        return self.button(LARGE)

    @property
    def seed(self) -> Locator:
        """The field for the seed."""
        return self.page.get_by_role("textbox", name="Seed", exact=True)

    @property
    def news(self) -> Locator:
        """What a screen reader says of the card or the scene."""
        return self.said("news")

    @property
    def verdict(self) -> Locator:
        """What a screen reader says of the ghost's place."""
        return self.said("place")

    def said(self, name: str) -> Locator:
        """Return one of the sentences for screen readers, by its name; there is none where nothing is to be said."""
        return self.page.locator(f".said [data-said={name}]")

    def settle(self) -> None:
        """Wait until everything shows the last message, the ghost first and the rest a frame later, and lies still."""
        settle(self.page)

    @property
    def fits(self) -> bool:
        """Whether the ghost could be confirmed where it lies."""
        self.settle()
        return self.confirm.is_enabled()

    @property
    def unfilled(self) -> set[str]:
        """The names of the spaces on which the map has nothing drawn or printed but ruins."""
        return {name for name, what, *_ in (space.split(", ") for space in self.spaces) if what in {"empty", "ruins"}}

    @property
    def spaces(self) -> list[str]:
        """What each space of the map is called and holds."""
        return cast("list[str]", look(self.page, "spaces"))

    @property
    def ghost(self) -> list[tuple[int, int]]:
        """The rows and columns that the ghost covers, from 0."""
        return [(ord(name[0]) - ord("A"), int(name[1:]) - 1) for name in look(self.page, "ghost")]

    @property
    def kept(self) -> str:
        """What the browser keeps of the game."""
        return str(look(self.page, "kept", SAVE))

    @property
    def record(self) -> str:
        """The record in what is kept."""
        return record_of(self.kept)

    @property
    def plies(self) -> int:
        """How many plies are kept."""
        return self.record.count(".")

    @property
    def state(self) -> State:
        """What the engine makes of the record."""
        return state_of(self.record)

    @property
    def next(self) -> str:
        """The first word on the one large button: Confirm, Skip, Continue, I (am ...) or Score (sheet).

        Only an ambush is to be skipped: a tap on the map has stars that are being counted counted at once.
        """
        if self.page.locator(".reckoning, .adding").count() and self.large.inner_text() == "Skip":
            self.map.click()
            expect(self.large).not_to_have_text("Skip")
        return self.large.inner_text().split()[0]

    def press(self, button: Locator) -> None:
        """Tap a button that stands where the last one stood, but not so that it could be a double tap."""
        self.tap_elsewhere()
        button.tap()

    def tap_elsewhere(self) -> None:
        """Tap where nothing is to be pressed, so that what comes next is not taken for a part of the last tap."""
        self.page.touchscreen.tap(
            *middle(self.page.get_by_role("heading", level=1).last)
        )  # a curtain's, if there is one

    def find_place(self) -> None:
        """Let the page look for the next place where the shape fits: by a tap at first, and by a key after that."""
        if "where" in self.tapped:
            self.page.keyboard.press("w")
        else:
            self.tapped.add("where")
            self.button("^Next fit").tap()

    def go_on(self, kind: str) -> None:
        """Press the large button: by a tap on the first screen of a kind, by a key, which is quicker, after that."""
        if kind in self.tapped:
            self.page.keyboard.press("Enter")
        else:
            self.tapped.add(kind)
            self.tap_elsewhere()
            self.large.tap()

    def turn_hero(self) -> bool:
        """Turn a hero, who stays where it is while its attack turns; say whether it attacks other spaces then."""
        self.settle()
        expect(self.page.get_by_role("img", name="Attack pattern")).to_be_visible()
        stand, said = self.ghost, self.verdict.inner_text()
        assert re.match(r"[A-K]\d+, attacking [A-K]\d+", said)
        self.button("^Rotate$").tap()
        assert self.ghost == stand
        self.settle()
        return self.verdict.inner_text() != said

    def take_back(self) -> None:
        """Take the last ply back, by a tap, also where this makes it a practice game."""
        self.button("^Undo$").tap()
        self.settle()
        if self.dialog.count():
            self.button("^Undo, as practice$").tap()
            self.settle()

    @property
    def standing(self) -> str:
        """What Continue says of the game that is kept, by what the engine makes of it."""
        state = self.state
        season = SEASONS[state.season]
        if len(state.sheets) == 1:
            return f"{season}, {shown(state.total(0))} stars? so far"
        assert state.task is not None
        return f"{season}, .+ draws next"

    def leave_and_come_back(self, name: str = "") -> None:
        """Close the page and open it again: Continue leads to the same place, one of several through the curtain."""
        before = self.kept, self.spaces, self.news.inner_text(), box_of(self.map)
        self.page.reload()
        self.wait_for_start()
        self.button(f"^Continue {self.standing}$").tap()
        if name:
            expect(self.button(f"^I am {name}$")).to_be_visible()
            self.press(self.large)
        expect(self.map).to_be_visible()
        assert (self.kept, self.spaces, self.news.inner_text(), box_of(self.map)) == before

    def wait_for_plies(self, count: int) -> None:
        """Wait until so many plies are kept, and the page shows it: keeping comes before drawing."""
        wait_for(self.page, "look", "hasPlies", SAVE, count)
        self.settle()

    def check_fit(self, *parts: Locator, scrolling: tuple[Locator, ...] = ()) -> None:
        """See to it that the screen does not scroll, that no text is cut off, and that parts are wholly on the screen.

        Left out, these are the map and the large button. Nothing else scrolls but what holds one of ``scrolling``.
        """
        self.settle()
        seen = call(self.page, "fit", "fit", [part.element_handle() for part in scrolling])
        size = self.page.viewport_size
        assert size is not None
        wide, high = seen["size"]
        assert wide <= size["width"]
        assert high <= size["height"]
        for found in parts or (self.map, self.large):
            box = box_of(found)
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= size["width"]
            assert box["y"] + box["height"] <= size["height"]
        assert not seen["scrolling"], f"these scroll: {seen['scrolling']}"
        assert not seen["cutOff"], f"these are cut off: {seen['cutOff']}"

    def check_once(self, kind: str, *parts: Locator) -> None:
        """Check a kind of screen where it is seen first: that it fits, and that its buttons can be hit."""
        if kind not in self.checked:
            self.checked.add(kind)
            self.check_fit(*parts)
            self.check_targets()

    def check_end(self) -> None:
        """See to it that the end of a game alone shows what the engine says of the record."""
        state = self.state
        assert state.over
        total = state.total(0)
        rating = total - sum(card.solo for card in state.deal.edicts)
        expect(self.page.get_by_role("main").get_by_text(f"Rating {signed(rating)}.")).to_be_visible()
        expect(self.page.get_by_text(f"{total - rating}, the edicts' solo numbers")).to_be_visible()
        expect(self.page.get_by_role("heading", name=TITLE, level=2)).to_be_visible()
        self.large.click()
        sums = self.page.get_by_role("row", name=re.compile("^Total")).first
        expect(sums.get_by_role("cell").last).to_have_text(shown(total))
        for season, (score,) in zip(SEASONS, state.scores, strict=True):
            row = self.page.get_by_role("row", name=re.compile(f"^{season}"))
            expect(row.get_by_role("cell").last).to_have_text(shown(score.total))
        self.page.keyboard.press("Escape")
        expect(self.map).to_be_visible()

    def check_targets(self) -> None:
        """See to it that a thumb can hit every button, and the slider of a replay."""
        self.settle()
        missed = call(self.page, "fit", "tooSmall")
        assert not missed, f"these are too small: {missed}"


@cache
def state_of(record: str) -> State:
    """Return what the engine makes of a record."""
    return read_record(record).states[-1]


def shown(number: int) -> str:
    """Return a number as the page shows it."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def box_of(found: Locator) -> FloatRect:
    """Return the box of something that is on the screen; there is none if its screen goes at that moment."""
    boxes = (found.bounding_box() for _ in range(TRIES))
    return next(box for box in boxes if box is not None)


def middle(found: Locator) -> Spot:
    """Return the middle of something on the screen."""
    box = box_of(found)
    return Spot(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def rounded(found: Locator) -> Box:
    """Return where something is, to a tenth of a pixel."""
    box = box_of(found)
    return round(box["x"], 1), round(box["y"], 1), round(box["width"], 1), round(box["height"], 1)
