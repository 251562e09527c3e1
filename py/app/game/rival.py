"""A rival: another player's finished game of the same deal, which a link asks the player to beat."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote, unquote

from app.game.setup import MAX_NAME_LENGTH, is_name
from cartographers import packed
from cartographers.errors import InvalidRecord, quoted
from cartographers.game_id import GameId
from cartographers.record import PlayedGame, write_record
from cartographers.sheet import Sheet


class Rival(NamedTuple):
    """A finished solo game and its player."""

    #: The game id, the plies, and the states.
    played: PlayedGame
    #: The player's name; may be empty.
    name: str = ""

    def __str__(self) -> str:
        """Return the rival as one word of a saved text, the inverse of :func:`read_rival`."""
        return f"{self.record},{quote(self.name, safe='')}"

    @property
    def record(self) -> str:
        """The game id and the plies as one line."""
        return write_record(self.id, self.played.plies)

    @property
    def id(self) -> GameId:
        """The game id: only games of this deal can be compared."""
        return self.played.id

    @property
    def stars(self) -> int:
        """The number of stars to beat."""
        state = self.played.states[-1]
        return state.total(0, len(state.scores))

    @property
    def sheet(self) -> Sheet:
        """The final map."""
        return self.played.states[-1].sheets[0]


@lru_cache(maxsize=4)
def rival_of(record: str, name: str) -> Rival:
    """Return the rival with a record and a name.

    Raises :class:`InvalidRecord` if the record is damaged, the game isn't a finished solo game, or the name is invalid.
    """
    played = packed.read_any(record)
    if played.id.players > 1:
        raise InvalidRecord("error.beat.players", count=played.id.players)
    if not played.states[-1].is_over:
        raise InvalidRecord("error.beat.unfinished", count=len(played.plies))
    if not is_name(name):
        raise InvalidRecord("error.name", text=quoted(name), most=MAX_NAME_LENGTH)
    return Rival(played, name)


def read_rival(text: str) -> Rival:
    """Return the rival of a saved text; raise :class:`InvalidRecord` if it's damaged."""
    record, _, name = text.partition(",")
    return rival_of(record, unquote(name))
