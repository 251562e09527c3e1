"""The shelf: the current game as text, and this tab's knowledge of the device's copy.

A saved game is one line, ``v2 RECORD NOTE... end``. A note is a word, a colon, and a value:

- ``by:NAME,TITLE,LAND`` for each player;
- ``seat:here``, ``seat:bot.NAME``, or ``seat:away.DEVICE`` for each player, unless all are people here;
- ``game:KEY``, the game's unique key;
- ``practice:N``, the number of undos past a reveal;
- ``hints:N``, the number of hints;
- ``uncounted:1`` for a daily game that doesn't count;
- ``beat:RECORD,NAME`` for a rival's game of the same deal;
- ``seen:N``, the number of scenes of the last ply that the player has seen.

Unknown notes are preserved. The word ``end`` tells a complete text from a truncated one.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

from app.game.game import Game, why_practice
from app.game.rival import read_rival
from app.game.seating import LOCAL_PERSON, Seat, read_seat, write_seat
from app.game.setup import Cartographer, read_cartographer
from cartographers.errors import InvalidRecord, Sentence, quoted
from cartographers.game_id import UnsupportedRules
from cartographers.record import PlayedGame, read_record

VERSION = 2
#: Maximum size in bytes of a file that the page reads. Browsers save 5 million characters for a site. A file
#: percent-encodes some of them, which hardly ever doubles a text, so the page can read each file that it has exported.
MAX_FILE_SIZE = 12_000_000
#: The notes on a finished game: its summary, and the deal's edicts with the rating.
SUMMARY, DEALT = "sum", "dealt"
#: The note on a lesson that was finished or skipped.
LESSON_OVER = "over"

_BY, _SEAT, _GAME, _PRACTICE, _SEEN, END = "by", "seat", "game", "practice", "seen", "end"
_UNCOUNTED, _BEAT, _HINTS = "uncounted", "beat", "hints"
_MOST_DIGITS, _LONGEST_NUMBER = 9, 15
_KEY = r"[0-9a-z]{1,32}"


class NewerSave(InvalidRecord):
    """A game that was saved by a newer version of the page."""


class GameSetAside(NamedTuple):
    """An unfinished game that is replaced by another one."""

    #: The saved text.
    text: str
    #: The game's key.
    key: str


class SavedGame(NamedTuple):
    """A saved game."""

    #: The game.
    game: Game
    #: The number of scenes of the last ply that the player has seen.
    scenes_seen: int

    @property
    def unfinished(self) -> bool:
        """Whether the game has plies and isn't over."""
        return bool(self.game.plies) and not self.game.state.is_over


@dataclass(frozen=True, slots=True)
class Shelf:
    """The current game, as this tab knows it and as the device has saved it."""

    #: The text that should be saved.
    text: str = ""
    #: The text that the device had when this tab last looked.
    device_text: str = ""
    #: The game of the text; its previous copy if the text can't be read.
    saved: SavedGame | None = None
    #: The error in a text that can't be read.
    error: Sentence | None = None
    #: True if a newer version of the page has saved the text.
    newer: bool = False
    #: True if the text is older than the game that was played last.
    stale: bool = False
    #: True if the device's text can't be read, even before this tab replaces it.
    is_unreadable: bool = False
    #: The key of the device's game if another version of the page can read it.
    foreign: str = ""
    #: A game that must be set aside before this one is saved.
    set_aside: GameSetAside | None = None

    def with_device_text(self, text: str) -> Shelf:
        """Return the shelf after the device has reported its text, whether it is the new text or the old one."""
        set_aside = None if text == self.text else self.set_aside
        return replace(
            self, device_text=text, is_unreadable=self.is_unreadable and text == self.device_text, set_aside=set_aside
        )

    def with_game(self, saved: SavedGame) -> Shelf:
        """Return the shelf with another game, which the device hasn't saved yet."""
        old, set_aside = self.saved, self.set_aside
        if old and old.unfinished and old.game.key != saved.game.key and self.is_saved:
            set_aside = GameSetAside(self.text, old.game.key)
        elif self.foreign and self.is_saved:
            set_aside = GameSetAside(self.text, self.foreign)
        unread = self.is_unreadable and not self.foreign
        return Shelf(write_save(*saved), self.device_text, saved, is_unreadable=unread, set_aside=set_aside)

    @property
    def is_saved(self) -> bool:
        """Whether the device has saved the text."""
        return self.text == self.device_text

    @property
    def warning(self) -> str:
        """The key of the warning about the saved text; empty if the text is in order."""
        if self.newer:
            return "save.newer"
        if self.foreign:
            return "save.older"
        if self.error:
            return "save.copy" if self.saved else "save.unread"
        return "save.stale" if self.stale else ""

    @property
    def worth_asking(self) -> bool:
        """Whether a new game would destroy something: a text that can't be read, or a game that isn't saved."""
        is_lost = self.error is not None and not self.foreign
        return is_lost or (self.saved is not None and self.saved.unfinished and not self.is_saved)


EMPTY = Shelf()


def shelf_of(text: str, before: str = "", *, stale: bool = False) -> Shelf:
    """Return the shelf for a device's text, which may be stale, and its previous copy."""
    if not text:
        return EMPTY
    try:
        return Shelf(text, text, read_save(text), stale=stale)
    except (NewerSave, UnsupportedRules) as error:
        newer = isinstance(error, NewerSave) or error.newer
        return Shelf(text, text, None, error.sentence, newer, is_unreadable=True, foreign=key_in(text))
    except InvalidRecord as error:
        saved = None
        with suppress(InvalidRecord):
            saved = read_save(before)
        return Shelf(text, text, saved, error.sentence, is_unreadable=True)


def key_in(text: str) -> str:
    """Return the key of the game in a saved text of any version; empty if it has none."""
    found = re.search(rf" {_GAME}:({_KEY})(?: |$)", text)
    return found[1] if found else ""


def read_count(text: str) -> int:
    """Return the number in a saved text; 0 for any other text, or for more digits than a time has."""
    return int(text) if text.isdecimal() and len(text) <= _LONGEST_NUMBER else 0


def in_a_line(text: str) -> str:
    """Return a saved text as one line; only a damaged text has several."""
    return text if text.isprintable() else " ".join(text.split())


def write_save(game: Game, seen: int) -> str:
    """Return the text of a saved game, the inverse of :func:`read_save`."""
    notes = [f"{_BY}:{cartographer}" for cartographer in game.cartographers]
    if set(game.seats) != {LOCAL_PERSON}:
        notes += [f"{_SEAT}:{write_seat(seat)}" for seat in game.seats]
    notes += [f"{_GAME}:{game.key}"] if game.key else []
    notes += [f"{_BEAT}:{game.rival}"] if game.rival else []
    counts = {_PRACTICE: game.takebacks, _HINTS: game.hints, _UNCOUNTED: int(game.uncounted), _SEEN: seen}
    notes += [f"{word}:{count}" for word, count in counts.items() if count]
    return " ".join([f"v{VERSION}", game.record, *notes, *game.notes, END])


class Notes(NamedTuple):
    """The contents of a saved text before its record is replayed.

    Lists of games need no more.
    """

    #: The game id and the plies as one line.
    record: str = ""
    #: The cartographer of each player; empty if none has a name.
    cartographers: tuple[Cartographer, ...] = ()
    #: The seat of each player; empty if all are people here.
    seats: tuple[Seat, ...] = ()
    #: The game's key; empty in a game without a key.
    key: str = ""
    #: The text of the rival.
    rival: str | None = None
    #: The number of undos past a reveal.
    takebacks: int = 0
    #: The number of hints.
    hints: int = 0
    #: True for a daily game that doesn't count.
    uncounted: bool = False
    #: The number of scenes of the last ply that the player has seen.
    scenes_seen: int = 0
    #: Notes that this version doesn't know.
    others: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The text of the game id."""
        return self.record.partition(".")[0]

    @property
    def practice(self) -> bool:
        """Whether the result doesn't count."""
        return why_practice(self.takebacks, self.hints, uncounted=self.uncounted) is not None

    def check_players(self, players: int) -> None:
        """Raise :class:`InvalidRecord` if the notes are about a different number of players."""
        for what, found in (("cartographers", self.cartographers), ("seats", self.seats)):
            if found and len(found) != players:
                raise InvalidRecord(f"error.save.{what}", count=len(found), players=players)

    def other(self, word: str) -> str:
        """Return the value of an unknown note; empty if it's missing."""
        return next((note.partition(":")[2] for note in self.others if note.startswith(f"{word}:")), "")


def read_notes(text: str) -> Notes:
    """Return the notes of a saved text; its record isn't checked.

    Raises :class:`InvalidRecord` if the text is damaged; :class:`NewerSave` if a newer version has written it.
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


def read_save(text: str) -> SavedGame:
    """Return the game of a saved text.

    Raises :class:`InvalidRecord` if the text is damaged; :class:`NewerSave` if a newer version has written it. A
    damaged text is never read in part.
    """
    notes = read_notes(text)
    return saved_game(notes, read_record(notes.record))


def saved_game(notes: Notes, played: PlayedGame) -> SavedGame:
    """Return the game of a saved text after its record was replayed.

    Raises :class:`InvalidRecord` as :func:`read_save` does.
    """
    rival = None if notes.rival is None else read_rival(notes.rival)
    cartographers = notes.cartographers or (Cartographer(),) * played.id.players
    seats: tuple[Seat, ...] = notes.seats or (LOCAL_PERSON,) * played.id.players
    notes.check_players(played.id.players)
    if rival and rival.id != played.id:
        raise InvalidRecord("error.save.deal", other=str(rival.id), game=str(played.id))
    game = Game(
        played,
        cartographers,
        seats,
        notes.key,
        notes.takebacks,
        notes.hints,
        uncounted=notes.uncounted,
        rival=rival,
        notes=notes.others,
    )
    return SavedGame(game, notes.scenes_seen)


def _words(text: str) -> list[str]:
    """Return the record and the notes of a saved text."""
    words = text.split() or [""]
    version = re.fullmatch(r"v([0-9]{1,4})", words[0])
    if version and int(version[1]) > VERSION:
        raise NewerSave("error.save.newer")
    if not version or words[-1] != END or len(words) <= len((version, END)):
        raise InvalidRecord("error.save.end")
    return words[1:-1]
