"""Effects: the tasks of the browser, as values; ``browser/effects.py`` carries them out.

A message causes some of them once. The others hold while a visit is shown: ``app/wanted.py`` derives them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from app.game.daily import DailyRun
from app.game.shelf import Aside
from app.jobs import Job
from app.preferences import Preferences


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

    run: DailyRun
    instead_of: str = ""


@dataclass(frozen=True)
class ReadOpen:
    """Look for a game that has given way to another one, and tell."""

    key: str


@dataclass(frozen=True)
class ReadLibrary:
    """Read all games that the device keeps besides the one in play, and what bots made of deals, and tell.

    A ``screen`` with another name reads them again.
    """

    screen: str


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
    """Share, copy or save something of the screen, or draw its picture, and tell how that went."""

    what: str
    way: str


@dataclass(frozen=True)
class Claim:
    """Tell other tabs that the game is played in this one now."""


@dataclass(frozen=True)
class Persist:
    """Ask the browser not to forget what is kept."""


@dataclass(frozen=True)
class KeepPreferences:
    """Keep the preferences, and show the page in their theme."""

    preferences: Preferences


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
    """Send a step some milliseconds after the page has been drawn; 0 sends none.

    ``paused_at`` tells the pause apart from another one of the same length.
    """

    pause: int
    paused_at: object = None


class Feedback(Enum):
    """Things that ears and fingers can tell apart.

    ``CHANGED`` is another terrain or shape, ``BLOCKED`` a ghost that cannot be drawn where it lies now; ``STRUCK`` is a
    draw that has destroyed something, ``COIN`` one that has gained something. ``CALLED`` is a card that
    waits in a room.
    """

    MOVED = "moved"
    TURNED = "turned"
    CHANGED = "changed"
    BLOCKED = "blocked"
    DRAWN = "drawn"
    COIN = "coin"
    STRUCK = "struck"
    UNDONE = "undone"
    AMBUSH = "ambush"
    SPREAD = "spread"
    SEASON = "season"
    CALLED = "called"
    END = "end"


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
    """Put the focus on the open ``dialog``, on the ``seed``, which is wrong, or on a ``text`` to copy by hand.

    ``about`` tells one dialog from another one that takes its place.
    """

    on: str
    about: object = None


@dataclass(frozen=True)
class Think:
    """Do a job in small steps, once the page has been drawn, in place of the one before; none stops that.

    When it is done, or when there is none, do what will be wanted soon (``ahead``), and keep what comes of it.
    """

    job: Job | None
    ahead: tuple[Job, ...] = ()


@dataclass(frozen=True)
class FetchPart:
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
    """A task for a room."""


@dataclass(frozen=True)
class FindRoom(RoomEffect):
    """Fetch what rooms need, find this device's key for the room of a word, or make a room, and tell."""

    word: str


@dataclass(frozen=True)
class AskPermission(RoomEffect):
    """Ask the player whether the page may show notifications, and tell what the browser allows then."""


@dataclass(frozen=True)
class QuitRoom(RoomEffect):
    """Send a last message, if there is one, and close the connection of a room.

    Unless the device is in another room, forget the room's word in the address.
    """

    word: str
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
    | FetchPart
    | ReloadPage
    | PrintPage
    | RoomEffect
)  # fmt: skip
