"""What the browser is to do after a message, as values: pure, and carried out by ``browser/effects.py``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from app.board.board import worth
from app.feedback import Feedback, feedback
from app.game.daily import Run
from app.game.game import CurtainScene
from app.game.ghost import Ghost
from app.game.shelf import LESSON, REMINDED, STRENGTHS, TOLD, Aside, write_save
from app.game.summary import summarized
from app.jobs import Job
from app.messages import (
    AtRisk,
    Back,
    Continue,
    Flip,
    Library,
    Light,
    Message,
    Played,
    Share,
    Shared,
    Spoken,
    Step,
    Turn,
    command,
)
from app.outgoing import Outgoing
from app.parts import LATER
from app.screens.fetching.screen import Fetching
from app.screens.play.screen import Playing, in_play
from app.visit import Visit
from cartographers.events import Draw
from cartographers.region import space_name, spaces
from cartographers.seasons import EDICTS
from words import Words, signed


@dataclass(frozen=True)
class Keep:
    """Keep the text of the game, where the device still holds the text that is ``known``.

    If it holds another one, another tab has written it: write nothing, and tell. ``aside`` says that the known text
    cannot be read, and is worth a place of its own; so is the game that is ``giving_way``.
    """

    text: str
    known: str
    aside: bool = False
    giving_way: Aside | None = None


@dataclass(frozen=True)
class KeepFinished:
    """Keep the text of a game that has just ended, in place of an earlier end of the same game, besides all others."""

    text: str
    key: str


@dataclass(frozen=True)
class KeepRun:
    """Keep the first run of a day's game, also in place of the run of the game with the key ``instead_of``."""

    run: Run
    instead_of: str = ""


@dataclass(frozen=True)
class ReadOpen:
    """Look for a game that has given way to another one, and tell."""

    key: str


@dataclass(frozen=True)
class ReadLibrary:
    """Read all games that the device keeps besides the one in play, and what bots made of deals, and tell."""


@dataclass(frozen=True)
class KeepBeside:
    """Keep a game besides the one in play, under a name of its own."""

    name: str
    text: str


@dataclass(frozen=True)
class Forget:
    """Forget a game that is kept besides the one in play."""

    name: str


@dataclass(frozen=True)
class HandOut:
    """Share, copy or save something of a visit's screen, or draw its picture, and tell how that went."""

    visit: Visit
    what: str
    way: str

    def outgoing(self, words: Words) -> Outgoing | None:
        """Return what that is."""
        return self.visit.screen.outgoing(words, self.visit, self.what)


@dataclass(frozen=True)
class Claim:
    """Tell other tabs that the game is played in this one now."""


@dataclass(frozen=True)
class Persist:
    """Ask the browser not to forget what is kept."""


@dataclass(frozen=True)
class KeepPreferences:
    """Keep the preferences, and show the page in their theme."""

    text: str
    theme: str


@dataclass(frozen=True)
class Speak:
    """Fetch the words of a language, and let the page speak it; "device" is the browser's."""

    language: str


@dataclass(frozen=True)
class Note:
    """Keep a text under a name; it can be done without."""

    name: str
    text: str


@dataclass(frozen=True)
class Wait:
    """Send a step some milliseconds after the page has been drawn; 0 sends none."""

    pause: int


@dataclass(frozen=True)
class Sound:
    """Let something be ``heard``, ``felt``, or both."""

    feedback: Feedback
    heard: bool
    felt: bool


@dataclass(frozen=True)
class Swing:
    """Let the ghost be seen to turn by quarters; with 0, to flip."""

    quarters: int


@dataclass(frozen=True)
class Fly:
    """Let what a shape has brought fly from the ``space`` with a name to where it is counted.

    Each of ``gains`` has the stars as a text, or nothing for a coin, and a selector of where that is.
    """

    space: str
    gains: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Focus:
    """Put the focus on the open ``dialog``, on the ``seed``, which is wrong, or on a ``text`` to copy by hand."""

    on: str


@dataclass(frozen=True)
class Think:
    """Do a job in small steps, once the page has been drawn, in place of the one before; none stops that.

    When it is done, or when there is none, do what will be wanted soon (``ahead``), and keep what comes of it.
    """

    job: Job | None
    ahead: tuple[Job, ...] = ()


@dataclass(frozen=True)
class FetchLater:
    """Fetch a part of the page that comes after the start, and tell when it is here, or that it cannot be fetched."""

    part: str


@dataclass(frozen=True)
class ReloadPage:
    """Show the newer version of the page, which carries out ``commands`` first, to continue where this one was."""

    commands: tuple[str, ...]


@dataclass(frozen=True)
class PrintPage:
    """Let the browser print what it shows."""


@dataclass(frozen=True)
class RoomEffect:
    """What a room asks of the browser."""


@dataclass(frozen=True)
class FindRoom(RoomEffect):
    """Fetch what rooms need, find this device's key for the room of a word, or make a room, and tell."""

    word: str


@dataclass(frozen=True)
class AskPermission(RoomEffect):
    """Ask the player whether the page may show notifications, and tell what the browser allows then."""


@dataclass(frozen=True)
class QuitRoom(RoomEffect):
    """Say a last message, if there is one, stop talking to relays, and forget the room's word in the address."""

    farewell: str


Effect: TypeAlias = (
    Keep
    | KeepFinished
    | KeepRun
    | ReadOpen
    | ReadLibrary
    | KeepBeside
    | Forget
    | HandOut
    | Claim
    | Persist
    | KeepPreferences
    | Speak
    | Note
    | Wait
    | Sound
    | Swing
    | Fly
    | Focus
    | Think
    | FetchLater
    | ReloadPage
    | PrintPage
    | RoomEffect
)  # fmt: skip


def effects(before: Visit, message: Message, after: Visit) -> Iterator[Effect]:
    """Yield what follows from a message, first what must not get lost."""
    yield from _keeping(before, message, after)
    yield from _rooms(before, after)
    if after.preferences != before.preferences:
        yield KeepPreferences(str(after.preferences), after.preferences.theme)
        if after.preferences.language != before.preferences.language and not isinstance(message, Spoken):
            yield Speak(after.preferences.language)
    if after.lesson != before.lesson:
        yield Note(LESSON, after.lesson)
    if after.told != before.told:
        yield Note(TOLD, " ".join(after.told))
    if after.made and after.made != before.made and not isinstance(message, Library):
        yield Note(STRENGTHS, after.made)
    noted = message.noted if isinstance(message, AtRisk) else before.reminded
    if after.reminded != noted:
        yield Note(REMINDED, str(after.reminded))
    if after.reloading and not before.reloading:
        yield ReloadPage(tuple(_commands_to(after)))
    if after.prints != before.prints:
        yield PrintPage()
    if isinstance(after.screen, Fetching) and not after.screen.failed and after.screen is not before.screen:
        yield FetchLater(after.screen.part)
    sound = _sound(before, message, after)
    if sound:
        yield sound
    if isinstance(message, Turn | Flip) and not after.still and _ghost(after) != _ghost(before):
        yield Swing(message.quarters if isinstance(message, Turn) else 0)
    flight = None if after.still else _flight(before, after)
    if flight:
        yield flight
    if after.pause != before.pause or (after.pause and isinstance(message, Step)):
        yield Wait(after.pause)
    if (after.dialog and after.dialog is not before.dialog) or (after.taken and not before.taken):
        yield Focus("dialog")
    elif after.setup.seed_error and not before.setup.seed_error:
        yield Focus("seed")
    elif isinstance(message, Shared) and message.how == "shown":
        yield Focus("text")
    yield from _thinking(before, after)


def _commands_to(visit: Visit) -> Iterator[str]:
    """Yield the commands that lead from the first screen to this one; the address leads into a room."""
    if not visit.room and any(isinstance(screen, Playing) for screen in (*visit.under, visit.screen)):
        yield command(Continue())
    if isinstance(visit.screen, Fetching):
        yield command(visit.screen.then)


def _keeping(before: Visit, message: Message, after: Visit) -> Iterator[Effect]:
    """Yield what must not get lost; a game that the device does not take is not claimed either."""
    shelf, known = after.shelf, before.shelf
    screen, earlier = after.screen, before.screen
    if shelf.text != shelf.there and (shelf.text, shelf.there) != (known.text, known.there) and not after.taken:
        yield Keep(shelf.text, shelf.there, aside=shelf.unread, giving_way=shelf.giving_way)
    if after.days is not before.days and not isinstance(message, Played):
        yield from (
            KeepRun(run, old.game if old else "")
            for day, run in after.days.runs.items()
            if run != (old := before.days.runs.get(day))
        )
    if after.opening and not before.opening:
        yield ReadOpen(after.opening)
    if screen.needs_library and type(screen) is not type(earlier):
        yield ReadLibrary()
    if isinstance(message, Library):
        found = frozenset(message.games.splitlines())
        yield from (Note(name, text) for name, text in after.library or () if f"{name} {text}" not in found)
    elif after.library is not before.library:
        yield from _changed(dict(before.library or ()), dict(after.library or ()))
    if isinstance(message, Share):
        yield HandOut(after, message.what, message.way)
    played_here = isinstance(screen, Playing) and not after.taken
    if played_here and (not isinstance(earlier, Playing) or before.taken):
        yield Claim()
    if not isinstance(screen, Playing) or not isinstance(earlier, Playing) or after.taken or before.taken:
        return
    state, state_before = screen.game.state, earlier.game.state
    if state.over and not state_before.over and not screen.of_room:  # a room keeps its games itself
        yield KeepFinished(write_save(summarized(screen.game), 0), screen.game.key)
    if state.scores and not state_before.scores and not after.link.embedded:
        yield Persist()


def _rooms(before: Visit, after: Visit) -> Iterator[Effect]:
    """Yield what a room asks for, first what must not get lost."""
    if after.room:
        known = before.room if before.room and before.room.word == after.room.word else None
        if before.room and not known:
            yield QuitRoom(before.room.farewell)
        yield from after.room.effects(known, after.preferences)
        if after.preferences.notify != before.preferences.notify == "off":
            yield AskPermission()
    elif before.room:
        yield QuitRoom("" if after.taken else before.room.farewell)  # another tab is the same device
    if after.entering and after.entering != before.entering:
        yield FindRoom(after.entering)


def _changed(before: dict[str, str], after: dict[str, str]) -> Iterator[Effect]:
    """Yield what has to be forgotten and kept of the games besides the one in play."""
    yield from (Forget(name) for name in before if name not in after)
    yield from (KeepBeside(name, text) for name, text in after.items() if before.get(name) != text)


def _sound(before: Visit, message: Message, after: Visit) -> Sound | None:
    """Return what the player hears or feels, if they prefer to; a new preference is tried at once.

    Coming back to a screen is silent: what is on it has been heard.
    """
    preferences = after.preferences
    heard, felt = preferences.sound == "on", preferences.vibration == "on"
    if (not heard and not felt) or isinstance(message, Back):
        return None
    tried = preferences != before.preferences
    happened = Feedback.TURNED if tried else feedback(before.screen, after.screen)
    return Sound(happened, heard, felt) if happened else None


def _flight(before: Visit, after: Visit) -> Fly | None:
    """Return what flies when somebody here has drawn on the map on the page: stars to edicts, coins to the track."""
    old, new = in_play(before.screen), in_play(after.screen)
    if not old or not new or len(new.game.plies) != len(old.game.plies) + 1:
        return None
    if isinstance(new.scene, CurtainScene) or new.board.owner != old.board.owner:
        return None  # another map, or none, is on the page by then
    event = new.game.state.events[0] if old.task else None
    if not isinstance(event, Draw) or not event.region:
        return None
    sheet, coins = old.board.sheet, event.after.coins
    risen = {letter: worth(card := old.board.edict(letter), event.after) - worth(card, sheet) for letter in EDICTS}
    stars = [(signed(more), f'[data-do="{command(Light(letter))}"]') for letter, more in risen.items() if more > 0]
    found = [("", f".coins use:nth-child({place})") for place in range(coins - event.coins_gained + 1, coins + 1)]
    middle = list(spaces(event.region))[event.region.bit_count() // 2]
    return Fly(space_name(middle), (*stars, *found)) if stars or found else None


def _ghost(visit: Visit) -> Ghost | None:
    screen = in_play(visit.screen)
    return screen.ghost if screen else None


def _thinking(before: Visit, after: Visit) -> Iterator[Effect]:
    """Yield what begins or ends the job of the screen, which may have to wait for the later part of the page."""
    wanted, last = _jobs(after), _jobs(before)
    new = wanted != last
    if wanted.job and not after.whole:
        if new or (before.late and not after.late):
            yield FetchLater(LATER)
    elif after.whole and (new or (wanted != Think(None) and not before.whole)):
        yield wanted


def under_way(visit: Visit) -> Iterator[Effect]:
    """Yield what goes on by itself while a visit is shown, for a page that is drawn anew, perhaps after a fault."""
    yield Wait(visit.pause)
    if visit.whole:
        yield _jobs(visit)


def _jobs(visit: Visit) -> Think:
    return Think(None) if visit.taken else Think(visit.screen.job(visit), visit.screen.ahead(visit))
