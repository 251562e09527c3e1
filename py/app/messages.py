"""Messages: everything that can happen on the page, as values and as commands.

A control of the page carries its message as text, so a page written by the build and a page drawn later are alike:
``command(LookAtSheet(3))`` is ``look-at-sheet 3``, and ``read_command`` reverses this. Both functions derive the text
from the messages' classes.
"""

from __future__ import annotations

import re
import sys
from dataclasses import MISSING, fields
from enum import Enum, EnumType, StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from app.values import Value

if TYPE_CHECKING:
    from app.page.notice import Notice
    from cartographers.bots.hint import Gain
    from cartographers.state import Ply

#: The kinds of messages by the names of their commands.
KINDS: dict[str, type[Message]] = {}


class Message(Value):
    """An event on the page, such as an action of the player or a report by the browser."""

    #: The name of the class as it appears in commands: ``next-place`` for ``NextPlace``.
    command_name: ClassVar[str]

    def __init_subclass__(cls, *, group: bool = False) -> None:
        """Register the class unless it is a ``group`` of messages."""
        super().__init_subclass__()
        cls.command_name = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()
        if not group and KINDS.setdefault(cls.command_name, cls) is not cls:
            msg = f"two messages have the command {cls.command_name}"
            raise TypeError(msg)


@lru_cache(maxsize=512)
def command(message: Message) -> str:
    """Return a message as text: its name in kebab case, then its values.

    A true flag appears as the name of its field. Default values and false flags are left out. A value is one word; the
    text of a field may be anything, but no button carries it.
    """
    words = [message.command_name]
    for field in fields(message):
        value = getattr(message, field.name)
        if value is True:
            words.append(field.name)
        elif value is not False and value != field.default:
            words.append(str(value))
    return " ".join(words)


def read_command(text: str) -> Message:
    """Return the message of a command, the inverse of :func:`command`.

    Raises :class:`ValueError` if the command is unknown or has invalid values.
    """
    name, *words = text.split() or [""]
    kind = KINDS.get(name)
    if kind is None:
        msg = f"unknown command {text!r}"
        raise ValueError(msg)
    values: dict[str, object] = {}
    for field in fields(kind):
        if field.type == "bool":
            values[field.name] = on = words[:1] == [field.name]
            words = words[on:]
        elif words:
            values[field.name] = _parsed(words.pop(0), str(field.type), kind)
        elif field.default is MISSING:
            msg = f"the command {text!r} lacks a value for {field.name}"
            raise ValueError(msg)
    if words:
        msg = f"the command {text!r} has too many values: {' '.join(words)}"
        raise ValueError(msg)
    return kind(**values)


#: The types of values that aren't members of enums.
_PARSERS: dict[str, type[str | int]] = {"str": str, "int": int}


def _parsed(word: str, type_name: str, kind: type[Message]) -> str | int | Enum:
    """Return the value of a word: a text, a number, or a member of an enum in the module of the message.

    Raises :class:`ValueError` if the word has no value of that type, or if no command has values of that type.
    """
    if type_name in _PARSERS:
        return _PARSERS[type_name](word)
    enum = getattr(sys.modules[kind.__module__], type_name, None)
    if not isinstance(enum, EnumType):
        msg = f"a command can't have a value of the type {type_name}"
        raise ValueError(msg)  # noqa: TRY004 - the text is wrong
    member: Enum = enum(word)
    return member


# ------------------------------------------------------------------- groups


class VisitMessage(Message, group=True):
    """A message to the visit, on any screen."""


class RoomMessage(Message, group=True):
    """A message to the visit's room, on any screen."""


class GhostMessage(Message, group=True):
    """A message that moves, changes, or confirms the ghost. On a screen with a painting, some of them paint."""


# ------------------------------------------------------------------- on every screen


class Go(VisitMessage):
    """The player opens a screen."""

    #: The screen's name.
    screen: str
    #: The subject, for a screen that has several.
    about: str = ""


class Back(VisitMessage):
    """The player returns to the previous screen."""


class Begin(VisitMessage):
    """The player begins a game."""

    #: ``set-up``, ``first``, ``link``, ``daily``, or a game id.
    which: str
    #: True if the player agreed to give up the saved game.
    sure: bool = False
    #: The name of a saved game whose players play again.
    again: str = ""


class Continue(VisitMessage):
    """The player continues the saved game."""


class Resume(VisitMessage):
    """The player continues a game that was set aside for another one."""

    #: The game's key.
    key: str
    #: True if the player agreed to give up the saved game.
    sure: bool = False


class Enter(VisitMessage):
    """The player enters an embed: the page continues its saved game, or begins one."""


class Topic(StrEnum):
    """A part of the board that can be highlighted or explained."""

    EDICT_A = "A"
    EDICT_B = "B"
    EDICT_C = "C"
    EDICT_D = "D"
    COINS = "coins"
    MONSTERS = "monsters"
    # The lettered monsters have the values of :class:`cartographers.beast.Beast`.
    DRAGON = "dragon"
    ZOMBIE = "zombie"
    TROLL = "troll"
    GORGON = "gorgon"
    SEASONS = "seasons"
    STARS = "stars"
    #: The hint.
    HINT = "hint"

    @property
    def letter(self) -> str:
        """The edict's letter; empty for any other topic."""
        return self.value if self.name.startswith("EDICT_") else ""


class Offline(StrEnum):
    """Whether the page starts without a network, or the reason why not."""

    #: It is still being saved.
    SAVING = "saving"
    READY = "ready"
    #: The server's files differ from the published ones.
    CHANGED = "changed"
    #: It couldn't be saved for another reason, and will be tried again.
    FAILED = "failed"
    #: The browser saves no pages here.
    DENIED = "denied"


class Panel(Enum):
    """A panel over a screen."""

    MENU = "menu"
    PREFERENCES = "preferences"
    KEYS = "keys"
    REPLACE = "replace"
    UNDO = "undo"
    HINT = "hint"
    SEAT = "seat"
    ROOM = "room"
    SHEET = "sheet"
    CARDS = "cards"
    MAPS = "maps"
    EDICT = "edict"
    ERASE = "erase"


class Open(VisitMessage):
    """The player opens a panel."""

    #: The value of a :class:`Panel`.
    panel: str
    #: The subject, for a panel that has several.
    about: str = ""


class Close(VisitMessage):
    """The player closes the panel."""


class Prefer(VisitMessage):
    """The player changes a preference, for all games on this device."""

    #: A key of :data:`app.page.preferences.OPTIONS`.
    what: str
    #: The choice.
    value: str


class Reload(VisitMessage):
    """The player asks for the newer version of the page."""


class Print(VisitMessage):
    """The player prints the screen."""


class EnterRoom(VisitMessage):
    """The player enters a room."""

    #: The word in the room's link; empty to open a new room.
    word: str = ""


class LeaveRoom(VisitMessage):
    """The player leaves the room, but their seats stay."""


class DismissNotice(VisitMessage):
    """The player dismisses the notice."""


class DismissReminder(VisitMessage):
    """The player dismisses the reminder to save the games to a file."""


class DismissExplanation(VisitMessage):
    """The player dismisses the explanation of something new."""

    #: The name of the explanation.
    what: str


# ------------------------------------------------------------------- sent by the browser


class NewerVersionReady(VisitMessage):
    """A newer version of the page is ready."""


class OfflineReported(VisitMessage):
    """The browser has saved the page for a start without a network, or can't."""

    state: Offline


class PartFetched(VisitMessage):
    """A later part of the page has arrived, or couldn't be fetched."""

    #: The name of the part, from :mod:`app.page.parts`.
    part: str
    #: True if it has arrived.
    arrived: bool = False


class LanguageFetched(VisitMessage):
    """The page has switched its language, or couldn't fetch the words."""

    #: The language's code.
    language: str
    #: True if the words have arrived.
    arrived: bool = True


class ReducedMotionChanged(VisitMessage):
    """The device's setting for reduced motion has changed."""

    #: True if the device asks for reduced motion.
    on: bool


class WideWindowChanged(VisitMessage):
    """The window has become wide enough for a map beside the start screen's doors, or too narrow for it."""

    #: True if it is wide enough.
    on: bool


class GameSaved(VisitMessage):
    """The device has saved the game."""

    #: The saved text.
    text: str


class SaveFailed(VisitMessage):
    """The device couldn't save the game."""

    #: ``DENIED`` or ``FULL``.
    reason: Notice


class OtherSaveFailed(VisitMessage):
    """The device couldn't save something other than the current game."""

    #: ``CROWDED`` or ``DENIED``.
    reason: Notice


class GameReplaced(VisitMessage):
    """Another tab has replaced the saved game with its own."""

    #: The saved text.
    text: str


class UnfinishedGameRead(VisitMessage):
    """The device has looked up a game that was set aside."""

    #: The game's key.
    key: str
    #: The saved text; empty if the game is gone.
    text: str


class DailyRunsRead(VisitMessage):
    """The browser reports the daily games on this device, and the time."""

    #: The saved text of all days.
    text: str
    #: Today's date (UTC) in ISO format.
    today: str
    #: The minutes until the end of today.
    minutes: int


class NotesRead(VisitMessage):
    """The device reports some of its notes, including what other tabs have saved (see :mod:`app.saves.notes`)."""

    #: The name and the text of each note.
    notes: tuple[tuple[str, str], ...]


class Refused(VisitMessage):
    """The browser couldn't do what the player asked for: read a file, or print."""

    #: ``LARGE_FILE``, ``UNREADABLE_FILE``, or ``PRINT``.
    reason: Notice


class ContinuedElsewhere(VisitMessage):
    """The player has continued the game in another tab."""


class GamesAtRisk(VisitMessage):
    """The browser may delete the finished games."""

    #: The number of finished games.
    games: int
    #: Their number at the last reminder.
    noted: int


class LibraryRead(VisitMessage):
    """The device has read its other games."""

    #: The name and the text of each game.
    games: tuple[tuple[str, str], ...]
    #: The note on the bots' results in some deals.
    bot_results: str = ""


class HonorsFound(VisitMessage):
    """The search for the player's honors is over."""

    #: The names and texts of the searched games.
    games: tuple[tuple[str, str], ...]
    #: The number of each honor's marks, and the name of the game that earned it; empty if it isn't earned.
    standings: tuple[tuple[int, str], ...]


class Shared(Message):
    """The browser has shared, copied, or saved something."""

    #: The thing that was shared, as in :class:`Share`.
    what: str
    #: The outcome; ``web/share.mjs`` lists the values.
    how: str


class PictureDrawn(Message):
    """The browser has drawn the picture of a game."""

    #: The picture's address.
    address: str
    #: ``png``, or ``svg`` if the browser can't make a PNG.
    form: str
    #: The ways of :class:`Share` that the browser offers, separated by commas.
    ways: str


class CodeDrawn(Message):
    """The browser has drawn a QR code."""

    #: The link in the code.
    link: str
    #: The drawing, as ``web/qr.mjs`` returns it.
    drawing: str


class CodeMissing(Message):
    """The script that draws QR codes didn't arrive."""


class PrintedGameReported(Message):
    """The device reports the printed game that it holds: the one that it has just saved, or another tab's."""

    #: The saved text.
    text: str


class PrintedGameStays(VisitMessage):
    """The device couldn't move the printed game to the history, so the game stays on the table."""

    #: The text of the game.
    text: str
    #: The text that the device has saved.
    device_text: str
    #: ``CROWDED`` or ``DENIED``.
    reason: Notice


class AwakeReported(Message):
    """The browser reports whether it keeps the device's screen on."""

    #: True if it does.
    on: bool


# ------------------------------------------------------------------- on several screens


class ShowDetails(Message):
    """The player opens the details of a saved game, or closes them."""

    #: The game's name.
    name: str


class Delete(Message):
    """The player deletes a saved game."""

    #: The game's name.
    name: str


class Restore(Message):
    """The player restores the game that was deleted last."""


class FollowLink(Message):
    """The player follows a pasted link, or the link in a file."""

    #: The text of the file; empty for the pasted text.
    text: str = ""


class ImportGames(Message):
    """The player imports the games of a file."""

    #: The text of the file.
    text: str


class Share(Message):
    """The player shares something on the screen."""

    #: ``games`` for all of them; for one game its ``text``, ``picture``, ``record``, or a link to ``watch`` or ``beat``
    #: it; ``report`` for the report of a fault.
    what: str
    #: ``share``, ``copy``, or ``save``; ``draw`` prepares the picture.
    way: str = "share"


class TypeText(Message):
    """The player types into a field."""

    #: The field's name.
    field: str
    #: The whole text of the field.
    text: str


class HighlightTopic(Message):
    """The player highlights a topic, or turns the highlight off.

    The highlight shows the spaces that count for an edict or the monsters, or the spaces within a beast's reach.
    """

    #: The topic.
    topic: Topic


class LookAtSheet(Message):
    """The player looks at a player's sheet, or enlarges one of two maps to compare.

    Choosing the same one again returns to the current sheet.
    """

    #: The number of the player or of the map, from 0.
    sheet: int


class Step(Message):
    """The page takes its next automatic step, in an ambush, a count, or a replay."""


# ------------------------------------------------------------------- playing


class ChooseTerrain(GhostMessage):
    """The player chooses a terrain of the card."""

    #: The terrain's word.
    terrain: str


class ChooseShape(GhostMessage):
    """The player chooses a shape of the card."""

    #: The shape's number on the card, from 0.
    shape: int


class NextTerrain(GhostMessage):
    """The player switches to the next terrain of the card."""


class NextShape(GhostMessage):
    """The player switches to the next shape of the card."""


class Rotate(GhostMessage):
    """The player rotates the ghost."""

    #: The number of clockwise quarter turns.
    quarters: int


class Flip(GhostMessage):
    """The player flips the ghost."""


class Move(GhostMessage):
    """The player moves the ghost."""

    #: The number of rows down.
    rows: int
    #: The number of columns to the right.
    columns: int


class Tap(GhostMessage):
    """The player taps a space, which puts the ghost's pivot there.

    A second click on the ghost with a mouse confirms it.
    """

    #: The tapped space.
    space: int
    #: True for a click with a mouse.
    mouse: bool = False


class Hover(GhostMessage):
    """The mouse moves over a space."""

    #: The space.
    space: int


class NextPlace(GhostMessage):
    """The player asks for the next place where the shape fits."""


class Confirm(GhostMessage):
    """The player confirms the ghost."""


class BotPlyChosen(Message):
    """A bot has chosen its ply."""

    #: The bot's player number.
    player: int
    #: The ply.
    ply: Ply


class AskForHint(Message):
    """The player asks for a hint."""

    #: True if the player agreed to make this a practice game.
    sure: bool = False


class HintFound(Message):
    """The search for a hint has found a good ply."""

    #: The ply.
    ply: Ply
    #: The gains of that ply.
    gains: tuple[Gain, ...] = ()


class FetchAgain(VisitMessage):
    """The player retries fetching the later part, which a bot needs."""


class Undo(Message):
    """The player undoes the last ply, or the last change of a painted map."""

    #: True if the player agreed to make this a practice game.
    sure: bool = False


class Redo(Message):
    """The player repeats the ply, or the change of a painted map, that was undone last."""


class Proceed(Message):
    """The player ends the scene; an animated one first skips to its last step."""


class SkipAnimation(Message):
    """The player skips an animation to its last step."""


class PlayHere(VisitMessage):
    """The player continues a game here that another tab has taken over."""


class PlayAgain(VisitMessage):
    """The player plays the same deal again."""


class Watch(VisitMessage):
    """The player watches the finished game."""

    #: The number of plies before the place at which the replay opens.
    place: int = 0


# ------------------------------------------------------------------- in a room


class RoomPrepared(VisitMessage):
    """The browser has prepared a room, or couldn't fetch what rooms need."""

    #: The word in the room's link.
    word: str = ""
    #: This device's secret key; empty if rooms couldn't be fetched.
    key: str = ""
    #: This device's name in the room.
    device: str = ""
    #: The saved text of the room.
    kept: str = ""
    #: The addresses of all relays, separated by spaces.
    relays: str = ""
    #: True if the page is hidden, as in :class:`ClockTick`.
    hidden: bool = False


class RoomSavedElsewhere(RoomMessage):
    """Another tab of this device has saved the room."""

    #: The saved text of the room.
    text: str


class FragmentChanged(VisitMessage):
    """The fragment of the page's address has changed."""

    #: The new end of the address.
    text: str
    #: True if this device has been in that room before.
    known: bool = False


class MessageReceived(RoomMessage):
    """Another device has sent a message; every statement in it is signed by its author."""

    #: The message.
    text: str
    #: The time on this device's monotonic clock.
    seconds: int = 0


class RelaysChanged(RoomMessage):
    """The states of the relays have changed."""

    #: A JSON list of objects with ``url``, ``state``, and ``why``.
    text: str


class ClockTick(RoomMessage):
    """The device's monotonic clock has advanced."""

    #: The time on that clock.
    seconds: int
    #: The number of seconds, up to now, for which the page may have been asleep.
    slept: int = 0
    #: True if another tab or app covers the page.
    hidden: bool = False


class PermissionReported(RoomMessage):
    """The browser reports its permission for notifications."""

    #: ``granted``, ``denied``, or ``default``; empty if notifications are unavailable.
    how: str = ""


class StatementSigned(RoomMessage):
    """This device has signed a statement."""

    #: The statement's text.
    text: str
    #: The signature.
    signature: str


class QuestionAnswered(RoomMessage):
    """The browser has answered a room's question."""

    #: The kind of the question, as in :class:`app.room.effects.AskBrowser`.
    what: str
    #: The text that it was about.
    about: str
    #: The answer; empty if the browser couldn't give one.
    answer: str


class HandInMessage(Message):
    """The player hands in a message that a friend has passed on by hand."""

    #: The text of a file; empty for the pasted text.
    text: str = ""


class AnotherGame(RoomMessage):
    """The player begins another game with the same people in the same seats."""


class TakeSeat(RoomMessage):
    """The player takes over a seat, or gives it to a bot of this device."""

    #: The seat's number, from 0.
    seat: int
    #: ``here`` for a person, or ``bot.NAME``.
    kind: str = "here"


class GiveSeat(RoomMessage):
    """The player gives a seat to another device."""

    #: The seat's number, from 0.
    seat: int
    #: The name of the other device.
    device: str


class SwitchRelay(RoomMessage):
    """The player switches a relay on or off."""

    #: The relay's address.
    relay: str


# ------------------------------------------------------------------- watching and reviewing


class Seek(Message):
    """The player jumps to a place in the replay or the review."""

    #: The number of plies before that place.
    place: int


class SkipPlies(Message):
    """The player moves forward or back in the replay or the review."""

    #: The number of plies; negative to go back.
    plies: int


class PlayOrPause(Message):
    """The player starts or pauses the replay or the work of the review.

    A replay at its end starts from the beginning.
    """


class TakeOver(VisitMessage):
    """The player continues playing where the watched game ends."""

    #: True if the player agreed to give up the saved game.
    sure: bool = False


class PlyJudged(Message):
    """The review has judged a ply of the game."""

    #: The place of the ply in the game, counting from 1.
    place: int
    #: The ply that Master would have drawn instead.
    ply: Ply
    #: The number of stars, in hundredths, by which Master prefers that ply.
    loss: int
    #: The gains of Master's ply minus those of the ply that was played.
    gains: tuple[Gain, ...] = ()


class BotResult(Message):
    """A bot has finished playing the reviewed deal."""

    #: The game id of the deal.
    game: str
    #: The bot's strength.
    strength: str
    #: The bot's stars.
    stars: int


# ------------------------------------------------------------------- painting a map


class Paint(Message):
    """The player paints a space with a tap or a swipe."""

    #: The space.
    space: int
    #: True if a swipe has come from another space.
    continued: bool = False
    #: True if a pen's other end erases the space.
    erases: bool = False


class CancelPaint(Message):
    """A swipe has become a pinch, or was a palm's, so its spaces aren't painted."""
