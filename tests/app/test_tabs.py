"""Several tabs of one device as values: no tab overwrites plies that it hasn't seen, and no tab gets stuck."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app import messages as m
from app.arrival.link import NO_LINK, Link
from app.drawing.element import text_of
from app.game.shelf import read_save
from app.page.notice import Notice
from app.saved_names import GAME_PLACE, OPEN
from app.saves.device import DeviceEffect
from app.saves.games import ClaimGame, SaveGame
from app.screens.play.screen import Playing
from cartographers.errors import InvalidRecord
from support import playing as p
from support.tabs import Storage, Tab
from support.visits import Sent, late_messages, read, updated

#: The messages before which the page looks at the saved text.
LOOK_FIRST = m.Begin | m.Continue | m.Enter | m.TakeOver | m.PlayAgain | m.PlayHere


@dataclass
class Device:
    """The storage of a browser, and the tabs that are open on it.

    If ``looks``, a tab reads a saved text before building on it.
    """

    storage: Storage = field(default_factory=Storage)
    looks: bool = True
    tabs: list[PlayerTab] = field(default_factory=list)

    def open(self, link: Link = NO_LINK) -> PlayerTab:
        """Open another tab."""
        self.tabs.append(PlayerTab(self, link))
        return self.tabs[-1]

    @property
    def text(self) -> str:
        """The saved text."""
        return self.storage.texts.get(GAME_PLACE, "")

    @property
    def beside(self) -> list[str]:
        """The texts of the games that were set aside."""
        return [text for name, text in self.storage.texts.items() if name.startswith(OPEN)]

    @property
    def plies(self) -> int:
        """The number of plies of the saved game."""
        return len(read_save(self.text).game.plies)

    def clear(self) -> None:
        """Clear the storage, as a player can."""
        self.storage.data.clear()
        for tab in self.tabs:
            tab.news.append(m.GameReplaced(""))


class PlayerTab(Tab):
    """A tab, its undelivered news, and the texts that its player has seen."""

    def __init__(self, device: Device, link: Link) -> None:
        """Open the page."""
        super().__init__(device.storage, f"{p.CHANCE}{len(device.tabs)}", link)
        self.device = device
        self.news: list[m.Message] = []
        self.seen = {""}

    @property
    def plays(self) -> bool:
        """Whether this tab plays the saved game."""
        return isinstance(self.visit.screen, Playing) and not self.is_taken

    def send(self, *messages: Sent) -> None:
        """Send the visit messages, and carry out the effects on the device."""
        for message in map(read, messages):
            there = self.texts.read(self.texts.place)
            if self.device.looks and isinstance(message, LOOK_FIRST) and there != self.visit.memory.shelf.device_text:
                self.send(m.GameReplaced(there))
            if (isinstance(message, m.Begin | m.TakeOver) and message.sure) or not self.visit.memory.shelf.worth_asking:
                self.seen.add(self.visit.memory.shelf.text)
            super().send(message)
            if self.plays:
                self.seen.add(self.visit.memory.shelf.text)

    def carry_out(self, effect: DeviceEffect) -> m.Message | None:
        """Carry out an effect, unless the game is in another tab, and tell the other tabs.

        It must not replace a text that the player hasn't seen.
        """
        if self.is_taken:
            return None
        before = self.device.text
        if isinstance(effect, SaveGame) and before == effect.known and not self.device.storage.failure:
            known = {*self.seen, *self.device.beside, effect.text, *(effect.set_aside or ())[:1]}
            assert before in known, f"{effect.text} replaces {before}, unseen here"
        answer = super().carry_out(effect)
        if isinstance(answer, m.GameSaved):
            self.tell(m.GameReplaced(answer.text))
        if isinstance(effect, ClaimGame):
            self.tell(m.ContinuedElsewhere())
        return answer

    def tell(self, message: m.Message) -> None:
        """Send a message to the other tabs, which will receive it sooner or later."""
        for other in self.device.tabs:
            if other is not self:
                other.news.append(message)

    def hear(self) -> None:
        """Receive all news."""
        while self.news:
            self.send(self.news.pop(0))

    def draw(self, places: int = 0) -> None:
        """Draw a shape in the first place where it fits, or ``places`` further."""
        while p.scene_of(self.visit) and self.plays and not p.game_of(self.visit).state.is_over:
            self.send(m.Proceed())
        self.send(*[m.NextPlace()] * places, m.Confirm())

    def answer(self) -> None:
        """Answer an open question with yes, if there is one."""
        if self.visit.dialog and self.visit.dialog.then:
            self.send(self.visit.dialog.then)

    def go_on(self) -> None:
        """Take the steps of a player who wants to play in this tab, whatever it shows."""
        if self.is_taken:
            self.send(m.PlayHere())
        if not self.plays:
            self.send(m.Go("start"), m.Continue() if self.visit.memory.shelf.saved else m.Begin("first"))
        if self.plays and p.game_of(self.visit).state.is_over:
            self.send(m.PlayAgain())
        self.draw()

    @property
    def plies(self) -> int:
        """The number of plies of the game on the page."""
        return len(p.game_of(self.visit).plies)

    @property
    def is_taken(self) -> bool:
        """Whether the game is continued in another tab."""
        return self.visit.is_continued_elsewhere


def two_tabs(*, looks: bool = True) -> tuple[PlayerTab, PlayerTab]:
    """Return two tabs with the same game of three plies. The second tab is still on its start screen."""
    device = Device(looks=looks)
    first = device.open()
    first.send(m.Begin("first"))
    for _ in range(3):
        first.draw()
    second = device.open()
    assert device.plies == 3
    return first, second


@pytest.mark.parametrize("looks", [True, False])
@pytest.mark.parametrize("late", [True, False])
def test_tab_continues_with_plies_drawn_since_it_opened(*, looks: bool, late: bool) -> None:
    """Tab A has three plies when B opens, then draws three more; B continues and draws one, so the device has seven."""
    first, second = two_tabs(looks=looks)
    for _ in range(3):
        first.draw()
    if not late:
        second.hear()
    second.send(m.Continue())
    if late and not looks:
        assert second.plies == 3
        second.draw()
        assert second.is_taken  # its ply was refused
        assert second.device.plies == 6
        second.send(m.PlayHere())
    assert second.plies == 6
    second.draw()
    assert second.plies == second.device.plies == 7
    first.hear()
    assert first.is_taken
    first.send(m.PlayHere())
    assert first.plies == 7


@pytest.mark.parametrize("looks", [True, False])
@pytest.mark.parametrize("late", [True, False])
def test_first_game_in_a_second_tab(*, looks: bool, late: bool) -> None:
    """If two tabs were open before any save, First game in B sets A's game aside, or leaves it."""
    device = Device(looks=looks)
    first, second = device.open(), device.open()
    first.send(m.Begin("first"))
    first.draw()
    if not late:
        second.hear()
    second.send(m.Begin("first"))
    if looks or not late:
        assert device.beside == [first.visit.memory.shelf.text]
        assert device.plies == 0
        assert device.text == second.visit.memory.shelf.text != first.visit.memory.shelf.text
    else:
        assert second.is_taken
        second.send(m.PlayHere())
        assert second.plies == 1


def test_touched_tab_takes_over() -> None:
    """The touched tab takes over; the other one says so, ignores the game's messages, and can take it back."""
    first, second = two_tabs()
    second.send(m.Continue())
    first.hear()
    assert (first.is_taken, second.is_taken) == (True, False)
    assert p.with_class(p.shown(first.visit), "about-taken")
    before = first.visit
    first.send(m.Confirm(), m.Undo(sure=True), m.NextPlace(), m.Proceed(), m.Step(), m.PlayAgain())
    assert first.visit == before
    second.draw()
    first.hear()
    first.send(m.PlayHere())
    second.hear()
    assert (first.is_taken, second.is_taken) == (False, True)
    assert first.plies == second.plies == 4
    second.send(m.Go("start"))
    assert not p.with_class(p.shown(second.visit), "about-taken")
    assert "continue" in p.buttons(p.shown(second.visit))
    first.draw()
    second.send(m.Continue())
    assert second.plies == 5


@pytest.mark.parametrize("screen", ["about", "replay"])
def test_game_under_another_screen_can_be_taken(screen: str) -> None:
    """A game under About or a replay can be taken by another tab, and Back doesn't claim it again."""
    first, second = two_tabs()
    if screen == "replay":
        while not p.game_of(first.visit).state.is_over:
            first.draw()
        while not ((scene := p.scene_of(first.visit)) and scene.facts.result):
            first.send(m.Proceed())
    first.send(m.Watch() if screen == "replay" else m.Go("about"))
    second.hear()
    second.send(m.Continue())
    first.hear()
    assert first.is_taken
    assert p.with_class(p.shown(first.visit), "about-taken")
    first.send(m.Back())
    second.hear()
    assert (first.is_taken, second.is_taken) == (True, False)


def test_play_here_and_enter_continue_another_tabs_game() -> None:
    """Play here continues a game that another tab has begun, and so does Enter in a frame with the same embed."""
    first, second = two_tabs()
    second.send(m.Begin("set-up"))
    second.answer()
    first.hear()
    assert first.is_taken
    first.send(m.PlayHere())
    assert p.game_of(first.visit) == p.game_of(second.visit)
    device = Device()
    frame, other = device.open(Link(embedded=True)), device.open(Link(embedded=True))
    frame.send(m.Enter())
    frame.draw()
    other.send(m.Enter())
    assert other.plies == 1
    frame.hear()
    assert frame.is_taken
    assert "go start" in p.buttons(p.shown(frame.visit))


def test_storage_that_is_cleared_or_full() -> None:
    """The playing tab saves again after the storage is cleared, and a full device holds on to its last save."""
    first, second = two_tabs()
    device = first.device
    text = device.text
    device.clear()
    second.hear()
    assert second.visit.memory.shelf.saved is None
    first.hear()
    assert device.text == text
    device.storage.data.clear()  # and no tab is notified
    first.draw()
    assert device.plies == 4
    assert not first.is_taken
    second.hear()
    second.send(m.Continue())
    first.hear()
    device.clear()
    first.hear()
    assert device.text == ""  # the taken tab leaves saving to the other one
    second.hear()
    assert device.plies == 4
    first, _ = two_tabs()
    device = first.device
    kept = device.text
    device.storage.failure = Notice.FULL
    first.draw()
    first.draw()
    assert device.text == kept
    assert first.plies == 5
    device.storage.failure = None
    first.send(m.Undo(sure=True))
    assert device.plies == 4
    device.storage.failure = Notice.FULL
    first.draw()
    own, there = first.visit.memory.shelf.text, first.visit.memory.shelf.device_text
    assert (first.plies, device.plies) == (5, 4)
    assert updated(first.visit, m.GameReplaced(there)) == first.visit
    assert not updated(first.visit, m.GameReplaced(own)).is_continued_elsewhere


ACTIONS = (
    *("draw", "draw", "draw", "draw elsewhere", "undo", "again", "begin", "begin set-up", "yes", "close"),
    *("continue", "take back", "start", "about", "back", "watch", "menu", "play on", "enter"),
    *("hear one", "hear one", "hear all", "lose one", "open", "clear", "denied", "full", "works"),
)
MESSAGES: dict[str, m.Message] = {
    "undo": m.Undo(sure=True),
    "again": m.PlayAgain(),
    "begin": m.Begin("first"),
    "begin set-up": m.Begin("set-up"),
    "close": m.Close(),
    "continue": m.Continue(),
    "take back": m.PlayHere(),
    "start": m.Go("start"),
    "about": m.Go("about"),
    "back": m.Back(),
    "watch": m.Watch(),
    "menu": m.Open("menu"),
    "play on": m.TakeOver(),
    "enter": m.Enter(),
}


@late_messages()
def act(device: Device, tab: PlayerTab, action: str) -> None:
    """Perform an action on a tab or on its device."""
    match action:
        case "draw" | "draw elsewhere":
            tab.draw(int(action != "draw"))
        case "yes":
            tab.answer()
        case "hear one" if tab.news:
            tab.send(tab.news.pop(0))
        case "hear all":
            tab.hear()
        case "lose one" if tab.news:
            tab.news.pop(0)
        case "open" if len(device.tabs) < 3:
            device.open()
        case "clear":
            device.clear()
        case "denied" | "full" | "works":
            device.storage.failure = None if action == "works" else Notice(action)
        case _ if action in MESSAGES:
            tab.send(MESSAGES[action])


happenings = st.lists(st.tuples(st.integers(0, 2), st.sampled_from(ACTIONS)), max_size=25)


def two_new_tabs(*, looks: bool = True) -> Device:
    """Return a device with two tabs that were opened before any save."""
    device = Device(looks=looks)
    for _ in range(2):
        device.open()
    return device


@settings(max_examples=250)
@given(happens=happenings, looks=st.booleans())
@example(happens=[(0, "begin"), (1, "begin"), (0, "draw"), (1, "draw"), (1, "take back"), (1, "draw")], looks=False)
def test_no_tab_overwrites_unseen_plies(happens: list[tuple[int, str]], *, looks: bool) -> None:
    """No tab overwrites plies that it hasn't seen, and afterwards each tab can continue the game."""
    device = two_new_tabs(looks=looks)
    for number, action in happens:
        act(device, device.tabs[number % len(device.tabs)], action)
    device.storage.failure = None
    for tab in device.tabs:
        for _ in range(3):
            tab.go_on()
        assert tab.plays
        assert device.text == tab.visit.memory.shelf.text == tab.visit.memory.shelf.device_text
        assert read_save(device.text).game == p.game_of(tab.visit)


@settings(max_examples=150)
@given(happens=happenings, looks=st.booleans())
def test_game_grows_or_is_given_up_by_its_player(happens: list[tuple[int, str]], *, looks: bool) -> None:
    """If storage works, a text continues the text that it replaces, or its player undid, began again, or said yes."""
    device = two_new_tabs(looks=looks)
    for number, action in happens:
        if action in {"clear", "denied", "full"}:
            continue
        tab, text = device.tabs[number % len(device.tabs)], device.text
        asked = tab.visit.dialog is not None
        act(device, tab, action)
        if device.text != text and text:
            old, new = read_save(text).game, read_save(device.text).game
            grown = new.id == old.id and new.plies[: len(old.plies)] == old.plies
            undone = new.id == old.id and old.plies[: len(new.plies)] == new.plies
            assert (
                grown
                or (action == "undo" and undone)
                or (action == "again" and undone and not new.plies)
                or (action == "yes" and asked)
                or (action.startswith("begin") and (old.state.is_over or not old.plies or text in device.beside))
            )


@settings(max_examples=150)
@given(happens=happenings)
def test_a_game_is_played_in_one_tab_at_a_time(happens: list[tuple[int, str]]) -> None:
    """When all news has arrived, only one tab plays a game, and a game taken back includes the other tab's plies."""
    device = two_new_tabs()
    for number, action in happens:
        if action not in {"lose one", "denied", "full"}:
            tab = device.tabs[number % len(device.tabs)]
            taken = tab.is_taken
            act(device, tab, action)
            if action == "take back" and taken and device.text:
                assert tab.visit.memory.shelf.text == device.text
                assert p.game_of(tab.visit) == read_save(device.text).game
    for _ in range(3):
        for tab in device.tabs:
            tab.hear()
    assert sum(tab.plays for tab in device.tabs) <= 1


def test_writing_without_looking_is_caught() -> None:
    """The law above catches a tab that writes without looking at the saved text."""
    first, second = two_tabs(looks=False)
    second.send(m.Continue())
    first.draw()
    stale = second.visit.memory.shelf.device_text
    second.visit = updated(second.visit, m.Confirm())
    with pytest.raises(AssertionError, match="unseen here"):
        second.carry_out(SaveGame(second.visit.memory.shelf.text, first.device.text))
    assert second.carry_out(SaveGame(second.visit.memory.shelf.text, stale)) == m.GameReplaced(first.device.text)


@pytest.mark.parametrize("why", [Notice.DENIED, Notice.FULL])
def test_notice_if_device_saves_nothing(why: Notice) -> None:
    """A notice says that the device saves nothing until it is dismissed; the menu says so until a save works."""

    def menu() -> str:
        return p.part(p.shown(updated(tab.visit, m.Open("menu"))), "about-menu")

    device = Device(Storage(failure=why))
    tab = device.open()
    tab.send(m.Begin("first"))
    assert tab.visit.memory.save_notice == tab.visit.notice == why
    notice = {Notice.DENIED: "This browser doesn't let the page save", Notice.FULL: "This device is out of"}[why]
    [shown_notice] = p.with_class(p.shown(tab.visit), "notice")
    assert notice in text_of(shown_notice)
    assert shown_notice.attributes["role"] == "alert"
    assert set(p.buttons(shown_notice)) == {"dismiss-notice"}
    tab.send(m.DismissNotice())
    tab.draw()
    tab.draw()
    assert not p.with_class(p.shown(tab.visit), "notice")
    assert tab.plies == 2
    assert ("It will be lost when" if why is Notice.DENIED else "What you draw now will be lost") in menu()
    assert "Choose Continue to resume it" not in menu()
    tab.send(m.Go("start"), m.Continue())
    assert tab.plies == 2
    device.storage.failure = None
    tab.draw()
    assert device.plies == 3
    assert not tab.visit.memory.save_notice
    assert not tab.visit.notice
    assert "Choose Continue to resume it" in menu()
    device.storage.failure = why
    tab.draw()
    assert tab.visit.notice == why


@pytest.mark.parametrize("text", ["nonsense", "v3 c1-a-1p-k3x9q2 end"])
def test_text_broken_by_another_tab_is_reported(text: str) -> None:
    """If another tab breaks the saved text, a tab in play is taken, and its start screen says what is wrong."""
    with pytest.raises(InvalidRecord):
        read_save(text)
    first, _ = two_tabs()
    first.texts.set(GAME_PLACE, text)
    first.draw()
    assert first.is_taken
    assert first.device.text == text
    first.send(m.PlayHere())
    assert not first.is_taken
    assert not isinstance(first.visit.screen, Playing)
    assert first.visit.memory.shelf.error
    assert first.device.text == text
