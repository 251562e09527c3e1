"""The browser's history stays in step with the visit, in a fake browser that goes back with a delay."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, TypeAlias

import pytest

from app import messages as m
from app.arrival.invitation import FRAGMENT
from app.visit import LEAVING, Dialog
from support.visits import arrive, updated

if TYPE_CHECKING:
    from browser.history import BrowserHistory

PAGE = "https://example.org/cartographers/"


@dataclass
class FakeBrowser:
    """A tab with its history. As in real browsers, the page learns of another entry only after some time."""

    #: The state and the address of each entry; the first entry is another site's.
    entries: list[tuple[object, str]] = field(default_factory=lambda: [(None, "https://example.com/"), (None, PAGE)])
    place: int = 1
    #: The steps that the browser still has to take.
    asked: list[int] = field(default_factory=list)
    #: The page's handler of ``popstate``.
    listener: Callable[[], None] = lambda: None
    #: True if the browser refuses to write entries.
    refuses: bool = False
    framed: bool = False

    @property
    def window(self) -> SimpleNamespace:
        """The window object, as Python sees it."""
        return SimpleNamespace(history=self, location=self, cartographers=SimpleNamespace(framed=self.framed))

    @property
    def current(self) -> tuple[object, str]:
        """The state and the address of the current entry."""
        return self.entries[self.place]

    @property
    def state(self) -> object:
        return self.current[0]

    @property
    def href(self) -> str:
        return self.current[1]

    def pushState(self, state: object, _: str) -> None:
        """Add an entry, and drop those ahead."""
        self.check()
        self.entries[self.place + 1 :] = [(state, self.href)]
        self.place += 1

    def replaceState(self, state: object, _: str, address: str) -> None:
        self.check()
        self.entries[self.place] = state, address

    def check(self) -> None:
        """Raise the browser's error if it refuses to write."""
        if self.refuses:
            raise OSError("SecurityError")

    def go(self, steps: int) -> None:
        """Go to another entry later, after all earlier requests of the page and the player."""
        self.asked.append(steps)

    def settle(self) -> None:
        """Give the browser time for all requests."""
        while self.asked:
            place = self.place + self.asked.pop(0)
            if 0 <= place < len(self.entries) and place != self.place:
                self.place = place
                if place:
                    self.listener()

    @property
    def has_left(self) -> bool:
        """Whether the browser shows the previous site."""
        return self.place == 0

    @property
    def depth(self) -> int:
        """The number of the page's entries behind this one."""
        return self.place - 1


class FakeLoop:
    """A loop that only updates a visit and its history."""

    def __init__(self) -> None:
        """Open the start screen."""
        self.visit = arrive("any")
        self.sent: list[m.Message] = []
        self.history: BrowserHistory | None = None
        self.fails = False

    def send(self, message: m.Message) -> None:
        """Update the visit, and then the history."""
        if self.fails:
            raise LookupError(message)
        self.sent.append(message)
        self.visit = updated(self.visit, message)
        if self.history:
            self.history.follow()


@dataclass
class Table:
    """A player with a browser that shows the page."""

    browser: FakeBrowser
    loop: FakeLoop
    history: BrowserHistory

    def do(self, *messages: m.Message) -> None:
        """Press buttons of the page, each after the browser has settled."""
        for message in messages:
            self.loop.send(message)
            self.browser.settle()

    def back(self, steps: int = 1) -> None:
        """Press the browser's Back."""
        self.browser.go(-steps)
        self.browser.settle()

    @property
    def shown(self) -> tuple[str, int]:
        """The name of the screen, and the depth of the history."""
        return type(self.loop.visit.screen).__name__, self.browser.depth


Opens: TypeAlias = Callable[..., Table]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[Opens]:
    """Return a function that opens the page in a browser."""

    def open_page(browser: FakeBrowser | None = None) -> Table:
        browser = browser or FakeBrowser()
        window, loop = browser.window, FakeLoop()
        monkeypatch.setitem(sys.modules, "js", SimpleNamespace(window=window))
        module = importlib.import_module("browser.history")
        monkeypatch.setattr(module, "window", window)
        monkeypatch.setattr(module, "cartographers", window.cartographers)
        loop.history = module.BrowserHistory(loop)
        loop.history.begin()
        browser.listener = loop.history.follow_browser
        return Table(browser, loop, loop.history)

    yield open_page
    sys.modules.pop("browser.history", None)


def test_each_screen_and_panel_has_an_entry(opened: Opens) -> None:
    """Each screen and panel has an entry, and a game two; Back closes them in order and opens a game's menu."""
    page = opened()
    depths = []
    screens = m.Go("rules"), m.Go("about"), m.Open("menu"), m.Close(), m.Back()
    for message in (*screens, m.Begin("first"), m.Open("menu"), m.Go("start")):
        page.do(message)
        depths.append(page.browser.depth)
        assert page.browser.depth == page.loop.visit.depth
    assert depths == [1, 2, 3, 2, 1, 2, 3, 0]
    page.back()
    assert page.browser.has_left
    page = opened()
    page.do(m.Begin("first"), m.Open("menu"), m.Go("rules"), m.Open("preferences"))
    seen = []
    while not page.browser.has_left:
        page.back()
        dialog = page.loop.visit.dialog
        seen.append((*page.shown, dialog and dialog.panel))
    menu = ("Playing", 1, m.Panel.MENU)
    assert seen == [("Rules", 3, None), ("Playing", 2, None), menu, ("Start", 0, None), ("Start", -1, None)]
    assert page.loop.sent[-3:] == [m.Back(), m.Open("menu", LEAVING), m.Go("start")]
    page = opened()
    page.do(m.Begin("first"))
    for _ in range(3):
        page.back()
        assert page.loop.visit.dialog == Dialog(m.Panel.MENU, LEAVING)
        page.do(m.Close())
        assert page.browser.depth == 2


def test_several_steps_back_and_forward(opened: Opens) -> None:
    """Several steps back add no entries in between, which Chrome would skip; Forward leads to no closed screen."""
    page = opened()
    page.do(m.Begin("first"), m.Go("rules"), m.Go("about"))
    entries = list(page.browser.entries)
    page.back(2)
    assert (page.browser.entries, page.shown, page.loop.visit.dialog) == (entries, ("Playing", 2), None)
    page.back(2)
    assert page.shown == ("Start", 0)
    page.do(m.Go("rules"), m.Go("about"))
    page.back(2)
    visit = page.loop.visit
    for steps in (1, 2):
        page.back(-steps)
        assert (page.loop.visit, page.browser.depth) == (visit, 0)
    page.back()
    assert page.browser.has_left


def test_taps_and_steps_while_the_browser_goes_back(opened: Opens) -> None:
    """While the browser goes back, taps lose no entry, and the player's own Back and Forward work."""
    page = opened()
    page.do(m.Go("rules"), m.Open("menu"))
    for message in (m.Close(), m.Open("keys"), m.Close(), m.Open("preferences")):
        page.loop.send(message)
    page.browser.settle()
    assert (page.loop.visit.dialog, page.browser.depth) == (Dialog(m.Panel.PREFERENCES), 2)
    page.loop.send(m.Close())
    page.back()  # at the same moment
    assert page.shown == ("Start", 0)
    page = opened()
    page.do(m.Go("rules"), m.Go("about"), m.Open("menu"))
    page.browser.go(-1)
    page.do(m.Close())
    assert page.shown == ("Rules", 1)
    page = opened()
    page.do(m.Go("rules"), m.Go("about"))
    page.back()
    page.browser.go(1)
    page.do(m.Back())
    assert not page.browser.has_left
    page.do(m.Go("days"))
    assert page.browser.depth == page.loop.visit.depth


def test_page_waits_for_first_entry_after_a_reload(opened: Opens) -> None:
    """After a reload, the page waits for the first entry; if the script failed to request it, one Back does nothing."""
    page = opened()
    page.do(m.Begin("first"), m.Open("menu"))
    page.browser.go(-3)  # web/first.js
    page = opened(page.browser)
    page.do(m.Go("rules"))  # a tap from before Python was ready
    assert page.shown == ("Rules", 1)

    page.do(m.Begin("first"))
    page = opened(page.browser)  # the script has failed
    page.do(m.Go("rules"))
    page.back()
    assert page.browser.depth == page.loop.visit.depth == 1
    page.back()
    assert page.shown == ("Start", 0)


def test_browser_refuses_entries(opened: Opens, capsys: pytest.CaptureFixture[str]) -> None:
    """The game continues if the browser refuses entries, as Safari does after 100 in 30 seconds, or has no history."""
    page = opened()
    page.do(m.Go("rules"))
    page.browser.refuses = True
    page.do(m.Go("about"), m.Open("menu"))
    assert (page.loop.visit.depth, page.browser.depth) == (3, 1)
    assert "Back will skip a screen" in capsys.readouterr().out
    page.browser.refuses = False
    page.do(m.Close(), m.Open("keys"))
    assert page.browser.depth == 3
    page.browser.refuses = True
    page.do(m.Go("days"), m.Go("history"))
    page.back()
    assert page.shown[0] == "Calendar"  # one step, however deep the history was
    page = opened(FakeBrowser(refuses=True))
    page.do(m.Go("rules"), m.Begin("first"), m.Open("menu"), m.Go("start"))
    assert page.shown == ("Start", 0)
    page.back()
    assert page.browser.has_left


def test_a_frame_leaves_the_history_alone(opened: Opens) -> None:
    """In a frame, the page adds no entries, because the history belongs to the page around it."""
    browser = FakeBrowser(framed=True)
    before = list(browser.entries)
    page = opened(browser)
    page.do(m.Begin("first"), m.Open("menu"), m.Go("rules"), m.Back())
    page.history.follow_browser()
    assert (page.history.is_from_link(), browser.entries) == (True, before)
    page.history.show_fragment("#room=x")
    assert browser.entries == [before[0], (None, f"{PAGE}#room=x")]


def test_back_after_a_fault_and_from_a_taken_game(opened: Opens) -> None:
    """A screen gets its entry back after a fault in Back, and Back leaves a game that another tab has taken."""
    page = opened()
    page.do(m.Go("rules"), m.Go("about"))
    page.loop.fails = True
    with pytest.raises(LookupError):
        page.back()
    page.loop.fails = False
    page.history.follow()
    assert page.browser.depth == page.loop.visit.depth == 2
    page.back()
    assert page.shown == ("Rules", 1)
    page = opened()
    page.do(m.Begin("first"), m.Go("rules"), m.ContinuedElsewhere())
    assert page.browser.depth == 1
    page.back()
    assert page.shown == ("Start", 0)


@pytest.mark.parametrize("framed", [False, True])
def test_answered_challenge_leaves_the_address_of_all_entries(opened: Opens, *, framed: bool) -> None:
    """Once a challenge is answered, all entries lose it, but not the language; a frame leaves its address alone."""
    query = "?lang=es&beat=x&by=Al"
    browser = FakeBrowser(entries=[(None, "https://example.com/"), (None, PAGE + query)], framed=framed)
    page = opened(browser)
    page.do(m.Begin("first"), m.Open("menu"))
    assert browser.current == (browser.depth or None, PAGE + query)
    link = replace(page.loop.visit.page.link, is_answered=True)
    page.loop.visit = replace(page.loop.visit, page=replace(page.loop.visit.page, link=link))
    page.do(m.Close())
    if framed:
        assert browser.entries[1:] == [(None, PAGE + query)]
        return
    while not browser.has_left:
        assert browser.current == (browser.depth, f"{PAGE}?lang=es")
        page.back()


def test_room_in_the_address_of_all_entries(opened: Opens) -> None:
    """All entries name the room until the player leaves it, and a link to a room is followed only once."""
    page = opened()
    page.do(m.Go("set-up"), m.Go("about"))
    page.history.show_fragment("#room=x")
    for _ in range(2):
        page.back()
        assert page.browser.current == (page.browser.depth, f"{PAGE}#room=x")
        assert not page.history.is_from_link()
    page.do(m.Go("rules"))
    page.history.show_fragment("")
    page.back()
    assert page.browser.current == (0, PAGE)
    page = opened()
    page.do(m.Go("rules"))
    address = f"{PAGE}{FRAGMENT}x"
    page.browser.entries[page.browser.place + 1 :] = [(None, address)]
    page.browser.place += 1
    page.history.follow_browser()  # browsers report both events
    assert [page.history.is_from_link() for _ in range(2)] == [True, False]
    assert (page.shown, page.browser.current) == (("Rules", 2), (1, address))
    page.do(m.Go("start"))
    assert not page.browser.has_left
    for _ in range(2):
        page.back()
    assert page.browser.has_left


WALK: tuple[m.Message, ...] = (
    *(m.Go(name) for name in ("start", "set-up", "rules", "days", "history", "about", "lesson", "sheet")),
    *(m.Open(name) for name in ("menu", "keys", "preferences")),
    *(m.Close(), m.Close(), m.Back(), m.Back()),
    *(m.Begin("first"), m.Begin("c1-c-2p-x", sure=True), m.ContinuedElsewhere()),
)


@pytest.mark.parametrize("patient", [True, False], ids=["patient", "impatient"])
@pytest.mark.parametrize("seed", range(30))
def test_history_is_as_deep_as_the_visit(opened: Opens, seed: int, *, patient: bool) -> None:
    """After any sequence of buttons, Back, Forward, and reloads, the history is as deep as the visit.

    An impatient player taps several times before the browser reacts. From the start screen, one Back leaves the page.
    """
    rng = Random(seed)  # noqa: S311 - a repeatable walk, no secret
    page = opened()
    for _ in range(200):
        kind = rng.choices(("tap", "back", "forward", "reload"), (12, 6, 2, 1))[0]
        if kind == "tap":
            page.loop.send(rng.choice(WALK))
            if not patient:
                continue
        elif kind == "forward":
            page.browser.go(1)
        elif kind == "back" and page.loop.visit.depth:
            page.browser.go(-1)
        elif kind == "reload":
            page.browser.settle()
            page.browser.go(-page.browser.depth)  # web/first.js
            page = opened(page.browser)
        page.browser.settle()
        assert page.browser.depth == page.loop.visit.depth == page.browser.state
    page.browser.settle()
    page.do(m.Go("start"))
    page.back()
    assert page.browser.has_left
