"""Somebody else's finished game of the same deal: what a link asks a player to beat."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote, unquote

from app.game.setup import LONGEST_NAME
from cartographers.errors import InvalidRecord, quoted
from cartographers.game_id import GameId
from cartographers.record import Played, write_record
from cartographers.sheet import Sheet


class Rival(NamedTuple):
    """A finished game alone, and the name of who played it; the name may be empty."""

    played: Played
    name: str = ""

    def __str__(self) -> str:
        """Return the rival as one word of a kept text, the inverse of :func:`read_rival`."""
        return f"{self.record},{quote(self.name, safe='')}"

    @property
    def record(self) -> str:
        """The game as one line."""
        return write_record(self.id, self.played.plies)

    @property
    def id(self) -> GameId:
        """The game id: who plays another game cannot beat this one."""
        return self.played.id

    @property
    def stars(self) -> int:
        """The stars to beat."""
        state = self.played.states[-1]
        return state.total(0, len(state.scores))

    @property
    def sheet(self) -> Sheet:
        """The map at the end."""
        return self.played.states[-1].sheets[0]


@lru_cache(maxsize=4)
def rival_of(record: str, name: str) -> Rival:
    """Return the rival with a record.

    Raises :class:`InvalidRecord` when the record cannot be read, when nobody can be compared with it because the game
    is not over or was not played alone, or when the name is none.
    """
    from cartographers.packed import read_any  # noqa: PLC0415 - the first screen needs none of it

    played = read_any(record)
    if played.id.players > 1:
        raise InvalidRecord("error.beat.players", count=played.id.players)
    if not played.states[-1].over:
        raise InvalidRecord("error.beat.unfinished", count=len(played.plies))
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise InvalidRecord("error.name", text=quoted(name), most=LONGEST_NAME)
    return Rival(played, name)


def read_rival(text: str) -> Rival:
    """Return the rival of a kept text; raises :class:`InvalidRecord` when it cannot be read."""
    record, _, name = text.partition(",")
    return rival_of(record, unquote(name))
