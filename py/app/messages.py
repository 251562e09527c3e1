"""Everything that can happen on the page, as values, and the same as commands.

A control of the page carries its message as text, so that a page printed at build time and one drawn later are alike:
``command(Look(3))`` is ``look 3``, and ``read_command("look 3")`` is ``Look(3)``. Both follow from the classes below.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from enum import Enum, StrEnum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, TypeAlias, get_args

if TYPE_CHECKING:
    from app.notice import Notice
    from cartographers.bots.advice import Gain
    from cartographers.state import Ply

# ------------------------------------------------------------------- on every screen


@dataclass(frozen=True)
class Go:
    """Show a screen by its name, about something where it can be about several things."""

    screen: str
    about: str = ""


@dataclass(frozen=True)
class Back:
    """Return to the screen that led to this one."""


@dataclass(frozen=True)
class Begin:
    """Begin a game: the one ``set-up``, the ``first`` one, the ``link``'s, the ``daily`` one, or one by its game id.

    ``sure`` says that a kept game may be given up. ``again`` is the name of the kept game whose players play again.
    """

    which: str
    sure: bool = False
    again: str = ""


@dataclass(frozen=True)
class Continue:
    """Continue the kept game."""


@dataclass(frozen=True)
class Resume:
    """Go on with a game that has given way to another one, by its key; ``sure`` as for a new game."""

    key: str
    sure: bool = False


@dataclass(frozen=True)
class Enter:
    """Continue the game that is kept for an embed, or begin it."""


class Topic(StrEnum):
    """A thing on the page of a game that can light up, or be explained."""

    EDICT_A = "A"
    EDICT_B = "B"
    EDICT_C = "C"
    EDICT_D = "D"
    COINS = "coins"
    MONSTERS = "monsters"
    #: The lettered monsters, by the values of :class:`cartographers.beast.Beast`.
    DRAGON = "dragon"
    ZOMBIE = "zombie"
    TROLL = "troll"
    GORGON = "gorgon"
    SEASONS = "seasons"
    STARS = "stars"
    #: A hint.
    ADVICE = "advice"

    @property
    def letter(self) -> str:
        """The letter of an edict; empty for any other topic."""
        return self.value if self.name.startswith("EDICT_") else ""


class Panel(Enum):
    """What can lie over a screen."""

    MENU = "menu"
    PREFERENCES = "preferences"
    KEYS = "keys"
    REPLACE = "replace"
    UNDO = "undo"
    ADVICE = "advice"
    SEAT = "seat"
    ROOM = "room"
    SHEET = "sheet"
    CARDS = "cards"
    MAPS = "maps"
    EDICT = "edict"


@dataclass(frozen=True)
class Open:
    """Open a panel, about something where it can be about several things."""

    panel: str
    about: str = ""


@dataclass(frozen=True)
class Close:
    """Close the panel."""


@dataclass(frozen=True)
class Prefer:
    """Choose something for every game on this device."""

    what: str
    value: str


@dataclass(frozen=True)
class Reload:
    """Show the newer version of the page."""


@dataclass(frozen=True)
class Print:
    """Print the screen."""


@dataclass(frozen=True)
class EnterRoom:
    """Enter the room of a link's word; without one, open a room."""

    word: str = ""


@dataclass(frozen=True)
class LeaveRoom:
    """Leave the room: its seats stay."""


# ------------------------------------------------------------------- told by the browser


@dataclass(frozen=True)
class Newer:
    """A newer version of the page is ready."""


@dataclass(frozen=True)
class LaterPart:
    """A part of the page that comes after the start is here; or it could not be fetched."""

    part: str
    here: bool = False


@dataclass(frozen=True)
class Spoken:
    """The page speaks a language from now on; or its words could not be fetched, and the page speaks on as before."""

    language: str
    here: bool = True


@dataclass(frozen=True)
class ReducedMotion:
    """The device asks for reduced motion, or no longer does."""

    on: bool


@dataclass(frozen=True)
class Kept:
    """The device now keeps this text of the game."""

    text: str


@dataclass(frozen=True)
class NotKept:
    """The device did not keep the game."""

    #: ``DENIED`` or ``FULL``.
    why: Notice


@dataclass(frozen=True)
class NoRoom:
    """The device has no room for one more game besides the one in play."""


@dataclass(frozen=True)
class Found:
    """The device keeps a text of the game that this tab has not written: another tab has."""

    text: str


@dataclass(frozen=True)
class Opened:
    """The device keeps this text of the game that is to go on, found by its key; an empty text if the game is gone."""

    key: str
    text: str


@dataclass(frozen=True)
class DaysKept:
    """The device keeps this text of the days that were played, and ``today`` ends in so many minutes."""

    text: str
    today: str
    minutes: int


@dataclass(frozen=True)
class FileRefused:
    """A file that the player chose was not read."""

    #: ``LARGE_FILE`` or ``UNREADABLE_FILE``.
    why: Notice


@dataclass(frozen=True)
class Taken:
    """The game goes on in another tab."""


@dataclass(frozen=True)
class Dismiss:
    """The player has read the notice."""


@dataclass(frozen=True)
class AtRisk:
    """The browser may delete the finished games; ``noted`` is their number at the last reminder."""

    games: int
    noted: int


@dataclass(frozen=True)
class Reminded:
    """The player has read the reminder to save the games as a file."""


@dataclass(frozen=True)
class GotIt:
    """The player has read the explanation of something new."""

    what: str


@dataclass(frozen=True)
class Library:
    """The device keeps these games besides the one in play: a line for each, with its name and its text.

    ``made`` is its note on what bots made of some deals.
    """

    games: str
    made: str = ""


# ------------------------------------------------------------------- kept games


@dataclass(frozen=True)
class Show:
    """Show a kept game closer, by its name; or no longer."""

    name: str


@dataclass(frozen=True)
class More:
    """Show more of them."""


@dataclass(frozen=True)
class Replay:
    """Look at a finished game, from where it can be watched."""

    name: str


@dataclass(frozen=True)
class Delete:
    """Delete a kept game."""

    name: str


@dataclass(frozen=True)
class Restore:
    """Keep the game again that was deleted last."""


@dataclass(frozen=True)
class Month:
    """Show the month that is so many later."""

    later: int


@dataclass(frozen=True)
class Follow:
    """Go where a link leads: the one in the text of a file, or else in the pasted text."""

    text: str = ""


@dataclass(frozen=True)
class ImportGames:
    """Import the games of a file with this text."""

    text: str


@dataclass(frozen=True)
class StopImport:
    """Stop the import before it has changed anything."""


@dataclass(frozen=True)
class Imported:
    """The file is right: it has these new games, one a line with name and text, and others that were known."""

    games: str
    known: int = 0


@dataclass(frozen=True)
class Misread:
    """A line of the file, by its number from 1 and its text, has no game that can be imported."""

    line: int
    text: str


@dataclass(frozen=True)
class Share:
    """Hand all ``games`` out; or of one its ``text``, ``picture``, ``record``, or a link to ``watch`` or ``beat`` it.

    The way is to ``share``, ``copy`` or ``save`` it, or first to ``draw`` the picture.
    """

    what: str
    way: str = "share"


@dataclass(frozen=True)
class Shared:
    """Outcome of sharing, copying or saving; ``web/share.mjs`` lists the values."""

    what: str
    how: str


@dataclass(frozen=True)
class Pictured:
    """The picture of a game is at an ``address``, in a ``form``: ``png``, or ``svg`` where the browser makes no other.

    ``ways`` are those of :class:`Share` in which the browser can hand it out, parted by commas.
    """

    address: str
    form: str
    ways: str


# ------------------------------------------------------------------- setting a game up


@dataclass(frozen=True)
class Type:
    """A field of the screen now reads this."""

    field: str
    text: str


@dataclass(frozen=True)
class Choose:
    """Choose something about the next game."""

    what: str
    value: str


@dataclass(frozen=True)
class Reroll:
    """Take another random seed."""


# ------------------------------------------------------------------- looking at a game


@dataclass(frozen=True)
class Light:
    """Light up a topic: the spaces that an edict or the monsters count or a beast can reach; or put that light out."""

    topic: Topic


@dataclass(frozen=True)
class Look:
    """Look at a player's sheet; or at the one that the page shows by itself, when this one is looked at already."""

    sheet: int


@dataclass(frozen=True)
class Step:
    """Whatever moves by itself moves on by one: an ambush, the count of a season or of the game, a replay."""


# ------------------------------------------------------------------- playing


@dataclass(frozen=True)
class ChooseTerrain:
    """Draw this terrain, by its word."""

    terrain: str


@dataclass(frozen=True)
class ChooseShape:
    """Draw the card's shape with that number, from 0."""

    shape: int


@dataclass(frozen=True)
class NextTerrain:
    """Change to the next terrain of the card."""


@dataclass(frozen=True)
class NextShape:
    """Change to the next shape of the card."""


@dataclass(frozen=True)
class Turn:
    """Turn the ghost clockwise by quarters."""

    quarters: int


@dataclass(frozen=True)
class Flip:
    """Mirror the ghost."""


@dataclass(frozen=True)
class Move:
    """Move the ghost by rows and columns."""

    rows: int
    columns: int


@dataclass(frozen=True)
class Tap:
    """Put the ghost's pivot on a space; a second click of a mouse on the ghost confirms it."""

    space: int
    mouse: bool = False


@dataclass(frozen=True)
class Hover:
    """The mouse is over a space."""

    space: int


@dataclass(frozen=True)
class Where:
    """Show the next place where the shape fits."""


@dataclass(frozen=True)
class Confirm:
    """Draw the ghost."""


@dataclass(frozen=True)
class DrawFor:
    """Draw a ply for a player who is a bot."""

    player: int
    ply: Ply


@dataclass(frozen=True)
class Advise:
    """Give a hint; ``sure`` says that this may make it a practice game."""

    sure: bool = False


@dataclass(frozen=True)
class Advised:
    """A hint is found: a good ply, and its gains."""

    ply: Ply
    gains: tuple[Gain, ...] = ()


@dataclass(frozen=True)
class FetchAgain:
    """Try once more to fetch the later part of the page, which a bot waits for."""


@dataclass(frozen=True)
class Undo:
    """Take the last ply back; ``sure`` says that this may make it a practice game."""

    sure: bool = False


@dataclass(frozen=True)
class Proceed:
    """End the scene on the page; one that moves by itself arrives first."""


@dataclass(frozen=True)
class Finish:
    """Let whatever moves by itself arrive at once."""


@dataclass(frozen=True)
class PlayHere:
    """Go on here with a game that another tab has taken."""


@dataclass(frozen=True)
class Again:
    """Play the same deal once more."""


@dataclass(frozen=True)
class Watch:
    """Watch the game that is over, from its beginning."""


# ------------------------------------------------------------------- in a room


@dataclass(frozen=True)
class Entered:
    """What a room needs is here: its word, this device's key and name, what is ``kept`` of it, and all relays.

    Without a key, it could not be fetched. The relays are separated by spaces. The page may be ``hidden``, as in
    :class:`Beat`.
    """

    word: str = ""
    key: str = ""
    device: str = ""
    kept: str = ""
    relays: str = ""
    hidden: bool = False


@dataclass(frozen=True)
class KeptElsewhere:
    """Another tab of this device has kept something else of the room."""

    text: str


@dataclass(frozen=True)
class Invited:
    """The page's address has come to end so; ``known`` says that this device knows the room already."""

    text: str
    known: bool = False


@dataclass(frozen=True)
class Heard:
    """Another device has said this; all that it hands on is signed by whoever said it. ``seconds`` is the time here."""

    text: str
    seconds: int = 0


@dataclass(frozen=True)
class Relayed:
    """The relays are so now: a JSON list of ``url``, ``state`` and ``why``."""

    text: str


@dataclass(frozen=True)
class Beat:
    """The device's steady clock has come to so many seconds, of which the page may have ``slept`` the last ones.

    It is ``hidden`` while another tab or another app is in front of it.
    """

    seconds: int
    slept: int = 0
    hidden: bool = False


@dataclass(frozen=True)
class Permitted:
    """The browser's permission for notifications: ``granted``, ``denied``, ``default``; empty if it has none here."""

    how: str = ""


@dataclass(frozen=True)
class Signature:
    """This device has signed a statement."""

    text: str
    signature: str


@dataclass(frozen=True)
class Answered:
    """What a room has asked of the browser, about a text, comes to this; to nothing if that cannot be done."""

    what: str
    about: str
    answer: str


@dataclass(frozen=True)
class HandOn:
    """Make a link that hands on what this device knows."""


@dataclass(frozen=True)
class HandIn:
    """Read the message that a friend passes on by hand: in the text of a file, or else as it was pasted."""

    text: str = ""


@dataclass(frozen=True)
class AnotherGame:
    """Begin another game in the room, with everybody who is here and in the same seats."""


@dataclass(frozen=True)
class TakeSeat:
    """Draw for a seat from now on: somebody ``here``, or a bot, as ``bot.NAME``."""

    seat: int
    kind: str = "here"


@dataclass(frozen=True)
class GiveSeat:
    """Let another device draw for a seat from now on."""

    seat: int
    device: str


@dataclass(frozen=True)
class Switch:
    """Switch a relay on or off."""

    relay: str


# ------------------------------------------------------------------- watching


@dataclass(frozen=True)
class Seek:
    """Go to a place of the replay, or of the review."""

    place: int


@dataclass(frozen=True)
class Skip:
    """Go on by some plies of the replay or the review; negative ones go back."""

    plies: int


@dataclass(frozen=True)
class Run:
    """Let the replay go on by itself, from the beginning if it is at its end, or the work of a review; or halt it."""


@dataclass(frozen=True)
class PlayOn:
    """Go on playing where the watched game ends; ``sure`` says that a kept game may be given up."""

    sure: bool = False


# ------------------------------------------------------------------- in the review


@dataclass(frozen=True)
class Judged:
    """A ply of the reviewed game is judged: a master would have drawn this ``ply`` at its place.

    The master expects ``behind`` hundredths of a star more from it.
    """

    place: int
    ply: Ply
    behind: int


@dataclass(frozen=True)
class Made:
    """A bot of some strength has made so many stars of the deal with this game id."""

    game: str
    strength: str
    stars: int


# ------------------------------------------------------------------- in the lesson


@dataclass(frozen=True)
class Coach:
    """Ask the coach of the lesson to go on (``next``), to ``show`` how, or to ``skip`` the rest."""

    what: str


#: What the visit answers, whatever screen is shown.
VisitMessage: TypeAlias = (
    Go
    | Back
    | Begin
    | Continue
    | Resume
    | Enter
    | Open
    | Close
    | Prefer
    | Reload
    | Print
    | Newer
    | LaterPart
    | Spoken
    | ReducedMotion
    | Kept
    | NotKept
    | NoRoom
    | Found
    | Opened
    | Library
    | DaysKept
    | FileRefused
    | Taken
    | Dismiss
    | AtRisk
    | Reminded
    | GotIt
    | PlayHere
    | FetchAgain
    | Again
    | Watch
    | PlayOn
    | EnterRoom
    | LeaveRoom
    | Invited
    | Entered
)
#: What the room of a visit answers, whatever screen is shown.
TalkMessage: TypeAlias = (
    Heard | KeptElsewhere | Relayed | Beat | Permitted | Signature | Answered | TakeSeat | GiveSeat | Switch | HandOn
)
RoomMessage: TypeAlias = TalkMessage | AnotherGame
#: Messages to screens with a field for a link, in addition to typing.
LinkMessage: TypeAlias = HandIn | Follow
SetupMessage: TypeAlias = Type | Choose | Reroll
LibraryMessage: TypeAlias = (
    Show
    | More
    | Replay
    | Delete
    | Restore
    | ImportGames
    | StopImport
    | Imported
    | Misread
    | Month
    | Share
    | Shared
    | Pictured
)
#: What every screen with a game answers.
BoardMessage: TypeAlias = Light | Look | Step
#: What moves, turns or draws the ghost.
GhostMessage: TypeAlias = (
    ChooseTerrain | ChooseShape | NextTerrain | NextShape | Turn | Flip | Move | Tap | Hover | Where | Confirm
)
PlayMessage: TypeAlias = BoardMessage | GhostMessage | DrawFor | Advise | Advised | Undo | Proceed | Finish
WatchMessage: TypeAlias = BoardMessage | Seek | Skip | Run
ReviewMessage: TypeAlias = Judged | Made
Message: TypeAlias = (
    VisitMessage
    | RoomMessage
    | LinkMessage
    | SetupMessage
    | LibraryMessage
    | PlayMessage
    | WatchMessage
    | ReviewMessage
    | Coach
)


@lru_cache(maxsize=512)
def command(message: Message) -> str:
    """Return a message as text: its name in kebab case and its values, a switch that is on by its name.

    Values that the message has by itself are left out. A value is one word; only a field's text, which no button
    carries, may be anything.
    """
    kind: type = type(message)
    words = [kebab(kind)]
    for field in fields(message):
        value = getattr(message, field.name)
        if value is True:
            words.append(field.name)
        elif value is not False and value != field.default:
            words.append(str(value))
    return " ".join(words)


#: The readers of a command's words, by the type of a field. Messages with values of other types are no commands.
_READ: Mapping[str, Callable[[str], object]] = {"str": str, "int": int, "Topic": Topic}


def read_command(text: str) -> Message:
    """Return the message of a command, the inverse of :func:`command`.

    Raises :class:`ValueError` when there is no such command or its values do not suit it.
    """
    name, *words = text.split() or [""]
    kind = _kinds().get(name)
    if kind is None:
        msg = f"there is no command {text!r}"
        raise ValueError(msg)
    values: dict[str, object] = {}
    for field in fields(kind):
        if field.type == "bool":
            values[field.name] = on = words[:1] == [field.name]
            words = words[on:]
        elif words:
            word = words.pop(0)
            values[field.name] = _READ[str(field.type)](word)
        elif field.default is MISSING:
            msg = f"the command {text!r} says no {field.name}"
            raise ValueError(msg)
    if words:
        msg = f"the command {text!r} says too much: {' '.join(words)}"
        raise ValueError(msg)
    return kind(**values)  # type: ignore[arg-type] # each field got a value of its own type


@cache
def kebab(kind: type) -> str:
    """Return the name of a class as commands have it: ``set-up`` for ``SetUp``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


@cache
def _kinds() -> dict[str, type[Message]]:
    kinds = get_args(Message)
    return {kebab(kind): kind for kind in kinds if all(field.type in {"bool", *_READ} for field in fields(kind))}
