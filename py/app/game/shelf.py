"""The shelf: kept games as text, and what this tab knows of the device's copy.

A kept game is one line, ``v2 RECORD NOTE... end``. A note is a word, a colon and a value:

- ``by:NAME,TITLE,LAND`` for each player;
- ``seat:here``, ``seat:bot.NAME`` or ``seat:away.PAGE`` for each player, unless everyone sits here;
- ``game:KEY``, which tells the game apart from all others;
- ``practice:N``, how often undo has gone back past a reveal;
- ``hints:N``, the number of hints;
- ``uncounted:1``, if it is a day's game that does not count;
- ``beat:RECORD,NAME``, if somebody else's game of the same deal is to be beaten;
- ``seen:N``, how many scenes of the last ply have been seen.

Notes that this version does not know are kept as they are. The word ``end`` tells a whole text from one that was cut
off. Version 1 had neither ``v1`` nor ``end``, and is still read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import NamedTuple

from app.game.game import Game, why_practice
from app.game.rival import Rival, read_rival
from app.game.seating import HERE, Seat, read_seat, write_seat
from app.game.setup import Cartographer, read_cartographer
from cartographers.errors import InvalidRecord, Sentence, quoted
from cartographers.game_id import OtherRules
from cartographers.record import Played, read_record

VERSION = 2
#: Maximum bytes of a file that the page reads. Browsers keep 5 MB of texts for a site, so no file of games is larger.
LARGEST_FILE = 6_000_000
#: The name under which the device keeps the game in play; an embed adds what its link asks for.
PLACE = "cartographers.game"
#: Added to a game's place: the text before the last one, and a text that could not be read when a new game began.
BEFORE, ASIDE = ".before", ".aside"
#: Added to a game's place: which tab plays it, and that what is kept is older than what was played.
OWNER, STALE = ".tab", ".stale"
#: The names under which the device keeps games beside the one in play: those that are over, with the time of their end,
#: and those that have given way to another one, with the time of that. Behind a dot follows the game's key.
FINISHED, OPEN = "cartographers.finished.", "cartographers.open."
#: The name under which the device keeps which days' games were played.
DAYS = "cartographers.days"
#: The name under which the device notes what bots made of some deals.
MEASURED_STRENGTHS = "cartographers.strengths"
#: The notes on a game that is over: its summary, and what its deal made of that.
SUMMARY, DEALT = "sum", "dealt"
PREFERENCES = "cartographers.preferences"
#: The name under which the device notes that the browser has been asked not to forget games: it is asked once.
ASKED = "cartographers.asked"
#: The name under which the device notes how many finished games there were at the last reminder to save them as a file.
REMINDED = "cartographers.reminded"

#: The name under which the device notes the doors of the start screen, for the next visit's first paint.
DOORS = "cartographers.doors"
#: The name under which a tab notes the commands that a newer version of the page carries out first.
RESUME = "cartographers.resume"
#: The names under which the device notes how far the lesson has come, and what has been explained.
LESSON, TOLD = "cartographers.lesson", "cartographers.told"
#: The note on a lesson that is over, or was skipped.
LESSON_OVER = "over"

_BY, _SEAT, _GAME, _PRACTICE, _SEEN, END = "by", "seat", "game", "practice", "seen", "end"
_UNCOUNTED, _BEAT, _HINTS = "uncounted", "beat", "hints"
_MOST_DIGITS, _LONGEST_NUMBER = 9, 15
_KEY = r"[0-9a-z]{1,32}"


class NewerSave(InvalidRecord):
    """A kept game that a newer version of the page has written."""


class Aside(NamedTuple):
    """The text of an unfinished game that gives way to another one, and its key."""

    text: str
    key: str


class Saved(NamedTuple):
    """A kept game, and how many scenes of its last ply have been seen."""

    game: Game
    seen: int

    @property
    def unfinished(self) -> bool:
        """Whether somebody has drawn in the game, and it is not over."""
        return bool(self.game.plies) and not self.game.state.over


@dataclass(frozen=True, slots=True)
class Shelf:
    """What the device keeps for this visit, as far as this tab knows.

    ``text`` is what should be kept, ``there`` what the device held when this tab last looked, and ``saved`` the game
    of it. ``error`` says why a text that is there cannot be read; ``saved`` may then be the copy before it.
    ``newer`` says that a newer version of the page has written it, ``stale`` that it is older than what was played.
    ``unread`` says that the text that is there cannot be read, also while this tab cannot replace it. ``foreign`` is
    the key of a game there that another version of the page can read. ``giving_way`` is a game that needs a place of
    its own before this one takes its place.
    """

    text: str = ""
    there: str = ""
    saved: Saved | None = None
    error: Sentence | None = None
    newer: bool = False
    stale: bool = False
    unread: bool = False
    foreign: str = ""
    giving_way: Aside | None = None

    def holding(self, text: str) -> Shelf:
        """Return the shelf when the device holds a text: one that this tab has written, or what it knew before."""
        giving_way = None if text == self.text else self.giving_way
        return replace(self, there=text, unread=self.unread and text == self.there, giving_way=giving_way)

    def keeping(self, saved: Saved) -> Shelf:
        """Return the shelf after a game has been put on it, which the device does not hold yet."""
        old, giving_way = self.saved, self.giving_way
        if old and old.unfinished and old.game.key != saved.game.key and self.is_there:
            giving_way = Aside(self.text, old.game.key)
        elif self.foreign and self.is_there:
            giving_way = Aside(self.text, self.foreign)
        unread = self.unread and not self.foreign
        return Shelf(write_save(*saved), self.there, saved, unread=unread, giving_way=giving_way)

    @property
    def outdated(self) -> str:
        """The key of the game there if its rules are older than ours, so that nobody can go on with it."""
        return "" if self.newer else self.foreign

    @property
    def without_foreign(self) -> Shelf:
        """The shelf if the game of another version is over: it's in the history, and a new one may replace it."""
        return Shelf(self.text, self.there)

    @property
    def is_there(self) -> bool:
        """Whether the device holds what should be kept."""
        return self.text == self.there

    @property
    def warning(self) -> str:
        """The key of the words that say what is wrong with the kept text; none if it is what was played last."""
        if self.newer:
            return "save.newer"
        if self.foreign:
            return "save.older"
        if self.error:
            return "save.copy" if self.saved else "save.unread"
        return "save.stale" if self.stale else ""

    @property
    def worth_asking(self) -> bool:
        """Whether a new game would be the end of something: a text that cannot be read, or a game that is only here."""
        is_lost = self.error is not None and not self.foreign
        return is_lost or (self.saved is not None and self.saved.unfinished and not self.is_there)


EMPTY = Shelf()


def shelf_of(text: str, before: str = "", *, stale: bool = False) -> Shelf:
    """Return the shelf of a device that holds a text, which may be stale, and the copy ``before`` it."""
    if not text:
        return EMPTY
    try:
        return Shelf(text, text, read_save(text), stale=stale)
    except (NewerSave, OtherRules) as error:
        newer = isinstance(error, NewerSave) or error.newer
        return Shelf(text, text, None, error.sentence, newer, unread=True, foreign=key_in(text))
    except InvalidRecord as error:
        return Shelf(text, text, _readable(before), error.sentence, unread=True)


def _readable(text: str) -> Saved | None:
    try:
        return read_save(text) if text else None
    except InvalidRecord:
        return None


def key_in(text: str) -> str:
    """Return the key of the game in a kept text of any version; an empty text if it has none."""
    found = re.search(rf" {_GAME}:({_KEY})(?: |$)", text)
    return found[1] if found else ""


def count_in(text: str) -> int:
    """Return the number that a saved text consists of; 0 if it is none, or longer than a time in milliseconds."""
    return int(text) if text.isdecimal() and len(text) <= _LONGEST_NUMBER else 0


def in_a_line(text: str) -> str:
    """Return a saved text as one line; only a damaged text has several."""
    return text if text.isprintable() else " ".join(text.split())


def write_save(game: Game, seen: int) -> str:
    """Return the text of a kept game, the inverse of :func:`read_save`."""
    notes = [f"{_BY}:{cartographer}" for cartographer in game.cartographers]
    if set(game.seats) != {HERE}:
        notes += [f"{_SEAT}:{write_seat(seat)}" for seat in game.seats]
    notes += [f"{_GAME}:{game.key}"] if game.key else []
    notes += [f"{_BEAT}:{game.rival}"] if game.rival else []
    counts = {_PRACTICE: game.takebacks, _HINTS: game.hints, _UNCOUNTED: int(game.uncounted), _SEEN: seen}
    notes += [f"{word}:{count}" for word, count in counts.items() if count]
    return " ".join([f"v{VERSION}", game.record, *notes, *game.notes, END])


class Notes(NamedTuple):
    """Contents of a saved text, before its record is replayed: lists of games need no more.

    ``record`` and ``rival`` are still texts. ``others`` are the notes that this version does not know.
    """

    record: str
    cartographers: tuple[Cartographer, ...]
    seats: tuple[Seat, ...]
    key: str
    rival: str | None
    takebacks: int
    hints: int
    uncounted: bool
    seen: int
    others: tuple[str, ...]

    @property
    def practice(self) -> bool:
        """Whether the result of the game does not count."""
        return why_practice(self.takebacks, self.hints, uncounted=self.uncounted) is not None

    def check_players(self, players: int) -> None:
        """Raise :class:`InvalidRecord` if the notes name another number of players."""
        for what, found in (("cartographers", self.cartographers), ("seats", self.seats)):
            if found and len(found) != players:
                raise InvalidRecord(f"error.save.{what}", count=len(found), players=players)

    def other(self, word: str) -> str:
        """Return the value of another note; an empty text if there is none."""
        return next((note.partition(":")[2] for note in self.others if note.startswith(f"{word}:")), "")


def read_notes(text: str) -> Notes:
    """Return what a kept text says; the record is not looked at.

    Raises :class:`InvalidRecord` when it cannot be read, as :class:`NewerSave` when a newer version has written it.
    """
    record, *notes = _words(text)
    players: dict[str, list[str]] = {_BY: [], _SEAT: []}
    key, rival = "", None
    counts = {_PRACTICE: 0, _HINTS: 0, _UNCOUNTED: 0, _SEEN: 0}
    others = []
    for note in notes:
        word, colon, value = note.partition(":")
        if not colon:
            raise InvalidRecord("error.save.note", text=quoted(note))
        if word in players:
            players[word].append(value)
        elif word == _GAME and re.fullmatch(_KEY, value):
            key = value
        elif word == _BEAT:
            rival = value
        elif word not in counts:
            others.append(note)
        elif re.fullmatch(rf"[0-9]{{1,{_MOST_DIGITS}}}", value):
            counts[word] = int(value)
        else:
            raise InvalidRecord("error.save.number", word=word, text=quoted(value))
    return Notes(
        record,
        tuple(map(read_cartographer, players[_BY])),
        tuple(map(read_seat, players[_SEAT])),
        key,
        rival,
        counts[_PRACTICE],
        counts[_HINTS],
        counts[_UNCOUNTED] > 0,
        counts[_SEEN],
        tuple(others),
    )


def read_save(text: str) -> Saved:
    """Return the game of a kept text.

    Raises :class:`InvalidRecord` when it cannot be read, as :class:`NewerSave` when a newer version has written it.
    Nothing is half loaded.
    """
    notes = read_notes(text)
    return saved_of(notes, read_record(notes.record))


def saved_of(notes: Notes, played: Played) -> Saved:
    """Return the game of a saved text, once its record has been replayed.

    Raises :class:`InvalidRecord` as :func:`read_save` does.
    """
    rival = None if notes.rival is None else read_rival(notes.rival)
    cartographers = notes.cartographers or (Cartographer(),) * played.id.players
    seats: tuple[Seat, ...] = notes.seats or (HERE,) * played.id.players
    notes.check_players(played.id.players)
    game = Game(
        played,
        cartographers,
        seats,
        notes.key,
        notes.takebacks,
        notes.hints,
        uncounted=notes.uncounted,
        rival=_same_deal(rival, played),
        notes=notes.others,
    )
    return Saved(game, notes.seen)


def _same_deal(rival: Rival | None, played: Played) -> Rival | None:
    if rival and rival.id != played.id:
        raise InvalidRecord("error.save.deal", other=str(rival.id), game=str(played.id))
    return rival


def _words(text: str) -> list[str]:
    """Return the record and the notes of a kept text."""
    words = text.split() or [""]
    version = re.fullmatch(r"v([0-9]{1,4})", words[0])
    if not version:
        return words  # version 1
    if int(version[1]) > VERSION:
        raise NewerSave("error.save.newer")
    if words[-1] != END or len(words) <= len((version, END)):
        raise InvalidRecord("error.save.end")
    return words[1:-1]
