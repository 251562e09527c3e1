"""The notes on scores in the text of a printed game, one for each map, and one for each row of counted stars.

``map:SEASON.PLAYER.PAPER`` is a painted map (see :mod:`app.game.paper`).
``count:SEASON.PLAYER.EDICT.EDICT.COINS.MONSTERS`` is a row of stars that a player has counted on paper: those of the
season's two edicts, those of the coins, and those lost to monsters. A number that isn't known is empty.

The numbers of the season and the player count from 0. If a player has both notes for a season, the last one counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias, TypeVar

from app.game.paper import Paper, read_paper
from cartographers.errors import InvalidRecord, quoted
from cartographers.game_id import GameId
from cartographers.sheet import COIN_TRACK

#: The two words that begin a note on a score.
MAP, COUNT = "map", "count"
_NOTE = re.compile(rf"({MAP}|{COUNT}):([0-3])\.(0|[1-9][0-9]?)\.(.*)", re.ASCII)
_Value = TypeVar("_Value")
#: A season and a player, by their numbers.
Place: TypeAlias = tuple[int, int]


class Count(NamedTuple):
    """A row of stars that a player has counted on paper; None for a number that isn't known."""

    #: The stars of the season's first edict.
    first: int | None = None
    #: The stars of the season's second edict.
    second: int | None = None
    #: The stars of the coins.
    coins: int | None = None
    #: The stars lost to monsters, as a positive number.
    monsters: int | None = None

    @property
    def is_complete(self) -> bool:
        """Whether the row has a result. Players without coins or monsters leave these numbers empty, as on paper."""
        return self.first is not None and self.second is not None

    def __str__(self) -> str:
        """Return the numbers as text, the inverse of :func:`read_counted_row`."""
        return ".".join("" if value is None else str(value) for value in self)


#: The largest numbers of a row. No map of 121 spaces can earn or lose more.
MOST = Count(first=199, second=199, coins=COIN_TRACK, monsters=99)
#: The maps, or the counted rows, of a game.
Maps: TypeAlias = Mapping[Place, Paper]
Counts: TypeAlias = Mapping[Place, Count]


def read_counted_row(text: str) -> Count:
    """Return the row of counted stars of a text.

    Raises :class:`InvalidRecord` if a number is missing, is written in another way than ours, or is too large.
    """
    values = text.split(".")
    if len(values) != len(MOST):
        raise InvalidRecord("error.count", text=quoted(text), numbers=len(MOST))
    for value, most in zip(values, MOST, strict=True):
        if value and not (re.fullmatch("0|[1-9][0-9]{0,2}", value, re.ASCII) and int(value) <= (most or 0)):
            raise InvalidRecord("error.count.number", text=quoted(value), most=most or 0)
    return Count(*(int(value) if value else None for value in values))


@lru_cache(maxsize=8)
def read_maps(notes: tuple[str, ...], game_id: GameId) -> Maps:
    """Return the maps in the notes of a game; other notes are left out.

    Raises :class:`InvalidRecord` if a map is damaged, is on another side, or belongs to no player.
    """
    return _values(notes, MAP, game_id, read_paper, lambda paper: paper.side == game_id.side)


@lru_cache(maxsize=8)
def read_counts(notes: tuple[str, ...], game_id: GameId) -> Counts:
    """Return the counted rows in the notes of a game; other notes are left out.

    Raises :class:`InvalidRecord` if a row is damaged, or belongs to no player.
    """
    return _values(notes, COUNT, game_id, read_counted_row)


def _values(
    notes: Iterable[str],
    word: str,
    game_id: GameId,
    read: Callable[[str], _Value],
    is_valid: Callable[[_Value], bool] = lambda _: True,
) -> dict[Place, _Value]:
    """Return the values of the notes that begin with a word, by place. Raises :class:`InvalidRecord` as ``read`` does.

    Each place has at most one value.
    """
    values: dict[Place, _Value] = {}
    for note in notes:
        if note.startswith(f"{word}:"):
            found = _NOTE.fullmatch(note)
            if not found or int(found[3]) >= game_id.players:
                raise InvalidRecord("error.save.note", text=quoted(note))
            place, value = (int(found[2]), int(found[3])), read(found[4])
            if place in values or not is_valid(value):
                raise InvalidRecord("error.save.note", text=quoted(note))
            values[place] = value
    return values


def last_word(notes: tuple[str, ...], place: Place) -> str:
    """Return the word of the note that counts for a season and a player; empty without such a note."""
    starts = {_start(word, place): word for word in (MAP, COUNT)}
    found = (word for note in reversed(notes) for start, word in starts.items() if note.startswith(start))
    return next(found, "")


def with_note(notes: tuple[str, ...], word: str, place: Place, value: object) -> tuple[str, ...]:
    """Return the notes of a game with a map or a counted row, which counts from now on."""
    return (*without_note(notes, word, place), f"{_start(word, place)}{value}")


def without_note(notes: tuple[str, ...], word: str, place: Place) -> tuple[str, ...]:
    """Return the notes of a game without a map or a counted row."""
    return tuple(note for note in notes if not note.startswith(_start(word, place)))


def with_mended_map(notes: tuple[str, ...], place: Place, paper: Paper) -> tuple[str, ...]:
    """Return the notes of a game with another map for one of them. It counts only if the former one did."""
    start = _start(MAP, place)
    return tuple(f"{start}{paper}" if note.startswith(start) else note for note in notes)


def _start(word: str, place: Place) -> str:
    """Return the beginning of a note."""
    season, player = place
    return f"{word}:{season}.{player}."
