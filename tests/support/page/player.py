"""A player at the page, or several who share it. Elements are found by role and name, as a screen reader finds them."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias, cast

import pytest
from playwright.sync_api import Error, FloatRect, Locator, Page, ViewportSize, expect

from app.game.shelf import read_save
from cartographers.record import read_record
from cartographers.state import State
from support.page.scripts import call_at_start, call_on, call_settled, devtools, look, settle, wait_for, wait_until
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

TRIES = 12
"""The maximum number of changes of shape until one fits; every card has fewer shapes."""

SAVE = "cartographers.game"
SEASONS = ("Spring", "Summer", "Fall", "Winter")
TITLE = re.compile("Cartographer|Mapsmith|Topographer|Surveyor|Assessor|Assistant|Doodler|Inkdrinker")

#: The beginning of the large button's name; every screen of a game has exactly one such button.
LARGE = "^(Confirm|Skip|Continue|Again|Same people again|I'm|Play$|Take over|Pause)"

#: The functions of Python's second half that were called before it had loaded.
TOO_SOON = "globalThis.cartographers?.cold?.hits ?? []"


class Spot(NamedTuple):
    """A place on the screen."""

    x: float
    y: float


def record_of(kept: str) -> str:
    """Return the record in a saved text, which is between the version and the notes."""
    return read_save(kept).game.record if kept else ""


class Player:
    """A player's actions on a page."""

    def __init__(self, page: Page) -> None:
        """Use a page."""
        self.page = page
        self.map = page.get_by_role("grid", name="Map")
        self.confirm = self.button(r"^Confirm")
        self.dialog = page.get_by_role("dialog")
        self.checked: set[str] = set()
        self.tapped: set[str] = set()
        self.under_ghost = page.get_by_role("gridcell", selected=True)

    def open(self, address: str) -> None:
        """Open the page and wait until it is ready."""
        self.page.goto(address)
        self.wait_for_start()

    def new_tab(self, address: str) -> Player:
        """Open the page in another tab of this device."""
        other = Player(self.page.context.new_page())
        other.open(address)
        return other

    def reload(self) -> None:
        """Reload the page, and wait until it is ready."""
        self.page.reload()
        self.wait_for_start()

    def wait_for_start(self) -> None:
        """Wait until the loading panel is gone, which the page removes when it is ready."""
        self.page.wait_for_load_state("domcontentloaded")  # an unparsed page has no panel yet
        with suppress(Error):  # the page may be reloaded during the wait
            wait_until(self.page, "!document.getElementById('boot')")
        expect(self.page.get_by_role("region", name="Loading")).to_have_count(0)

    def button(self, name: str) -> Locator:
        """Return the button whose name matches a pattern."""
        return self.page.get_by_role("button", name=re.compile(name))

    def tap(self, *names: str, to: str = "") -> None:
        """Tap the buttons whose names match patterns, and wait for the heading to which they lead."""
        for name in names:
            self.button(name).tap()
        self.wait_for_heading(to)

    def click(self, *names: str, to: str = "") -> None:
        """Click the buttons whose names match patterns, and wait for the heading to which they lead."""
        for name in names:
            self.button(name).click()
        self.wait_for_heading(to)

    def wait_for_heading(self, name: str) -> None:
        """Wait until the page shows a heading whose name matches a pattern."""
        if name:
            expect(self.page.get_by_role("heading", name=re.compile(name))).to_be_visible()

    def type(self, *keys: str) -> None:
        """Press keys one after another."""
        for key in keys:
            self.page.keyboard.press(key)

    def space(self, name: str) -> Locator:
        """Return the space of the map with the given name."""
        return self.page.get_by_role("gridcell", name=re.compile(rf"^{name},"))

    def spot(self, name: str) -> Spot:
        """Return the center of a space on the screen."""
        return middle(self.space(name))

    def choices(self, group: str, *, pressed: bool) -> Locator:
        """Return the buttons for terrain or shape: the chosen one, or all others."""
        self.settle()
        return self.page.get_by_role("group", name=group, exact=True).get_by_role("button", pressed=pressed)

    def finger(self, *way: Spot, hold: int = 0) -> None:
        """Touch the screen, move along a path, and lift the finger, because Playwright's touch screen only taps.

        The touch lasts at least ``hold`` milliseconds.
        """
        touch = devtools(self.page)
        for kind, spot in (("touchStart", way[0]), *(("touchMove", spot) for spot in way[1:])):
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [spot._asdict()]})
        self.page.wait_for_timeout(hold)
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def start(self, site: str, seed: str = "k3x9q2") -> None:
        """Open the page, and begin a new solo game."""
        self.open(site)
        self.begin(seed)

    def begin(self, seed: str) -> None:
        """Begin a new solo game with the base cards and map A, from the start screen or the end of a game."""
        self.deal(seed)
        self.see_edicts()

    def deal(self, seed: str) -> None:
        """Begin such a game, which shows its edicts."""
        if self.page.locator(".end").count():
            self.leave()
        self.click("^New game")
        self.show_more()
        self.seed.fill(seed)
        self.click("^Start ")

    def see_edicts(self) -> None:
        """Continue past the edicts of a new game, which fly to their tiles after two seconds."""
        expect(self.page.locator(".game")).to_be_attached()
        call_on(self.page.locator("body"), "act", "skipEdicts")
        expect(self.page.locator(".edicts-list")).to_have_count(0)

    def leave(self) -> None:
        """Leave the game by way of the start screen."""
        self.click("^Menu$", "^Start screen")
        expect(self.page.locator(".game")).to_have_count(0)

    def play_to_the_end(self) -> None:
        """Play a solo game to its end by keyboard, drawing each shape in the first place where it fits.

        Nothing moves during the game, because its scenes would take half a minute.
        """
        reduced = self.page.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches")
        self.page.emulate_media(reduced_motion="reduce")
        while (now := self.next) != "Again":
            if now == "Confirm":
                self.fit()
            self.page.keyboard.press("Enter")
        self.page.emulate_media(reduced_motion="reduce" if reduced else "no-preference")

    def fit(self) -> None:
        """Move the shape by keyboard to where it first fits, or another shape if it fits nowhere."""
        for _ in range(TRIES):
            if self.fits:
                return
            self.page.keyboard.press("w")
            if not self.fits:
                self.page.keyboard.press("s")
        pytest.fail("nothing fits anywhere")

    def keep(self, text: str) -> None:
        """Save a game in the browser before the page opens."""
        self.store({SAVE: text})

    def store(self, texts: dict[str, str]) -> None:
        """Save texts in the browser before the page opens."""
        call_at_start(self.page, "pretend", "storeAllBeforeVisit", texts)

    def stored(self, name: str) -> str:
        """Return a text that the browser has saved by now, or an empty text."""
        return str(look(self.page, "readStoredWhenSettled", name) or "")

    def download(self, name: str, folder: Path) -> Path:
        """Click a button, and return the file that the browser saves."""
        with self.page.expect_download() as found:
            self.click(name)
        file = folder / found.value.suggested_filename
        found.value.save_as(file)
        return file

    def part(self, name: str) -> Locator:
        """Return a section of the setup screen."""
        return self.page.get_by_role("region", name=name, exact=True)

    def choose(self, group: str, value: str) -> None:
        """Choose a value on the setup screen."""
        button = self.page.get_by_role("group", name=group, exact=True).get_by_role("button", name=value, exact=True)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")

    def show_more(self) -> None:
        """Show the settings that most games leave to chance."""
        self.click("^More ")
        expect(self.seed).to_be_visible()

    def line(self, player: int, line: str = "name") -> Locator:
        """Return the field for a player's name, counted from 0, or for the title or land, once the form has settled.

        Text filled into a form that is still being drawn can get lost.
        """
        self.settle()
        return self.page.get_by_role("textbox", name=f"Player {player + 1}, {line}", exact=True)

    def tab_to(self, wanted: Locator) -> None:
        """Press Tab until an element has the focus."""
        for _ in range(40):
            self.page.keyboard.press("Tab")
            if call_on(wanted, "look", "hasFocus"):
                return
        pytest.fail(f"Tab does not lead to {wanted}")

    def enter(self, *names: str) -> None:
        """Press buttons one after another by keyboard alone."""
        for name in names:
            self.tab_to(self.button(name))
            self.type("Enter")

    @property
    def large(self) -> Locator:
        """The one large button, once its screen has appeared."""
        self.settle()
        return self.button(LARGE)

    @property
    def seed(self) -> Locator:
        """The field for the seed."""
        return self.page.get_by_role("textbox", name="Seed", exact=True)

    @property
    def news(self) -> Locator:
        """The announcement about the card or the scene."""
        return self.said("news")

    @property
    def verdict(self) -> Locator:
        """The announcement about the ghost's place."""
        return self.said("place")

    def said(self, name: str) -> Locator:
        """Return an announcement by its name, or an empty text if there is none."""
        return self.page.locator(f".said [data-said={name}]")

    def settle(self) -> None:
        """Wait until the page shows the last message, the ghost first and the rest a frame later, and nothing moves."""
        settle(self.page)

    @property
    def fits(self) -> bool:
        """Whether the ghost is legal where it is."""
        self.settle()
        return self.confirm.is_enabled()

    @property
    def unfilled(self) -> set[str]:
        """The names of the spaces with nothing drawn or printed on them except ruins."""
        return {name for name, what, *_ in (space.split(", ") for space in self.spaces) if what in {"empty", "ruins"}}

    @property
    def spaces(self) -> list[str]:
        """The name and content of each space of the map."""
        return cast("list[str]", look(self.page, "getSpaceLabels"))

    @property
    def ghost(self) -> list[tuple[int, int]]:
        """The rows and columns of the ghost's cells, from 0."""
        return [(ord(name[0]) - ord("A"), int(name[1:]) - 1) for name in look(self.page, "getGhostSpaces")]

    @property
    def kept(self) -> str:
        """The saved text of the game."""
        return self.stored(SAVE)

    @property
    def record(self) -> str:
        """The record in the saved text."""
        return record_of(self.kept)

    @property
    def plies(self) -> int:
        """The number of saved plies."""
        return self.record.count(".")

    @property
    def state(self) -> State:
        """The engine's state after the saved record."""
        return state_of(self.record)

    @property
    def next(self) -> str:
        """The first word on the one large button: Confirm, Skip, Continue, I'm (...), Again, or Same (people again).

        A skipped count first ends by a tap on the map, so only an ambush still has Skip.
        """
        if self.page.locator(".reckoning, .adding").count() and self.large.inner_text() == "Skip":
            self.map.click()
            expect(self.large).not_to_have_text("Skip")
        return self.large.inner_text().split()[0]

    def press(self, button: Locator) -> None:
        """Tap the button in the usual place, but late enough not to be a double tap."""
        self.tap_elsewhere()
        button.tap()

    def tap_elsewhere(self) -> None:
        """Tap an empty place, so the next tap isn't taken for the second half of a double tap."""
        heading = self.page.get_by_role("heading", level=1).last  # a curtain's, if there is one
        self.page.touchscreen.tap(*middle(heading))

    def lift_elsewhere(self) -> None:
        """Click an empty place with the right button, so the next tap isn't a double tap. This skips no motion."""
        heading = self.page.get_by_role("heading", level=1).last
        self.page.mouse.click(*middle(heading), button="right")

    def find_place(self) -> None:
        """Make the page find the next place where the shape fits, by a tap the first time and by a key later."""
        if "where" in self.tapped:
            self.page.keyboard.press("w")
        else:
            self.tapped.add("where")
            self.tap("^Next fit")

    def go_on(self, kind: str) -> None:
        """Press the large button: by a tap on the first screen of each kind, and later by a key, which is faster."""
        if kind in self.tapped:
            self.page.keyboard.press("Enter")
        else:
            self.tapped.add(kind)
            self.tap_elsewhere()
            self.large.tap()

    def turn_hero(self) -> bool:
        """Rotate a hero, which stays where it is, and return whether its attack now covers other spaces."""
        self.settle()
        expect(self.page.get_by_role("img", name="Attack pattern")).to_be_visible()
        stand, said = self.ghost, self.verdict.inner_text()
        assert re.match(r"[A-K]\d+, attacking [A-K]\d+", said)
        self.tap("^Rotate$")
        assert self.ghost == stand
        self.settle()
        return self.verdict.inner_text() != said

    def take_back(self) -> None:
        """Undo the last ply by a tap, even if that makes the game practice."""
        self.tap("^Undo$")
        self.settle()
        if self.dialog.count():
            self.tap("^Undo anyway$")
            self.settle()

    def leave_and_come_back(self, name: str = "") -> None:
        """Close the page and reopen it. Continue leads to the same place, with several players through the curtain."""
        before, state = (self.kept, self.spaces, self.news.inner_text(), box_of(self.map)), self.state
        self.reload()
        standing = ".+ draws next" if len(state.sheets) > 1 else f"{shown(state.total(0))} stars? so far"
        self.tap(f"^Continue {SEASONS[state.season]}, {standing}( Practice)?$")
        if name:
            expect(self.button(f"^I'm {name}$")).to_be_visible()
            self.press(self.large)
        expect(self.map).to_be_visible()
        assert (self.kept, self.spaces, self.news.inner_text(), box_of(self.map)) == before

    def wait_for_plies(self, count: int) -> None:
        """Wait until the page has saved the given number of plies and shows them, because it saves before it draws."""
        wait_for(self.page, "look", "hasPlies", SAVE, count)
        self.settle()

    def check_fit(self, *parts: Locator, scrolling: tuple[Locator, ...] = ()) -> None:
        """Check that the screen doesn't scroll, no text is cut off, and all parts are completely visible.

        The parts are the map and the large button by default. Only elements that contain one of ``scrolling`` may
        scroll.
        """
        seen = call_settled(self.page, "fit", "measureFit", [part.element_handle() for part in scrolling])
        size = self.page.viewport_size
        assert size is not None
        wide, high = size["width"], size["height"]
        assert seen["size"][0] <= wide
        assert seen["size"][1] <= high
        for box in map(box_of, parts or (self.map, self.large)):
            assert 0 <= box["x"] <= wide - box["width"]
            assert 0 <= box["y"] <= high - box["height"]
        assert not seen["scrolling"], f"these scroll: {seen['scrolling']}"
        assert not seen["cutOff"], f"these are cut off: {seen['cutOff']}"

    def check_layout(self, *parts: Locator, scrolling: tuple[Locator, ...] = ()) -> None:
        """Check that the screen fits, and that its buttons are large enough."""
        self.check_fit(*parts, scrolling=scrolling)
        self.check_targets()

    def check_once(self, kind: str, *parts: Locator) -> None:
        """Check a kind of screen the first time it appears: its layout, and its buttons' sizes."""
        if kind not in self.checked:
            self.checked.add(kind)
            self.check_layout(*parts)

    def open_sheet(self) -> None:
        """Open the score sheet from the end of a game, and wait for its part of the page."""
        self.settle()
        self.click("^Score sheet$")
        self.settle()

    def check_end(self) -> None:
        """Check that the end of a solo game shows the engine's result of the record."""
        state = self.state
        assert state.is_over
        total = state.total(0)
        rating = total - sum(card.solo for card in state.deal.edicts)
        terms = (f"{shown(total)} Stars", f"{total - rating} Solo numbers", f"{signed(rating)} Rating")
        expect(self.page.locator(".term")).to_have_text(terms)  # shown by the later part
        expect(self.page.get_by_role("heading", name=TITLE, level=2)).to_be_visible()
        self.open_sheet()
        sums = self.page.get_by_role("row", name=re.compile("^Total")).first
        expect(sums.get_by_role("cell").last).to_have_text(shown(total))
        for season, (score,) in zip(SEASONS, state.scores, strict=True):
            row = self.page.get_by_role("row", name=re.compile(f"^{season}"))
            expect(row.get_by_role("cell").last).to_have_text(shown(score.total))
        self.page.keyboard.press("Escape")
        expect(self.map).to_be_visible()

    def check_targets(self) -> None:
        """Check that every button, and the slider of a replay, is large enough for a thumb."""
        missed = call_settled(self.page, "fit", "findSmallTargets")
        assert not missed, f"these are too small: {missed}"


@cache
def state_of(record: str) -> State:
    """Return the engine's state after a record."""
    return read_record(record).states[-1]


def shown(number: int) -> str:
    """Return a number in the page's notation."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def box_of(found: Locator) -> FloatRect:
    """Return the box of an element on the screen, which has none for a moment while the page draws it again."""
    boxes = (found.bounding_box() for _ in range(TRIES))
    return next(box for box in boxes if box is not None)


def middle(found: Locator) -> Spot:
    """Return the center of an element on the screen."""
    box = box_of(found)
    return Spot(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def rounded(found: Locator) -> Box:
    """Return the position of an element, rounded to a tenth of a pixel."""
    box = box_of(found)
    return round(box["x"], 1), round(box["y"], 1), round(box["width"], 1), round(box["height"], 1)
