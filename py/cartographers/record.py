"""Records: a game in one line, which consists of the game id and the plies, joined by dots.

``c1-a-1p-k3x9q2.fA1A2.wC3D3E3`` is a game after two plies: forest on A1 and A2, then water on C3, D3, and E3. A ply
consists of the terrain's letter and the spaces, sorted by row, then by column. A hero's ply ends with the spaces that
the hero attacks: ``hC4xC5C6C7``. ``xC4`` picks a space to destroy. A record can be used in a link without escaping.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable
from functools import lru_cache
from typing import NamedTuple

from cartographers.errors import IllegalMove, InvalidRecord, quoted
from cartographers.game import apply, new_game
from cartographers.game_id import GameId, read_game_id
from cartographers.region import Region, names, region_of, space_named
from cartographers.state import Ply, State
from cartographers.terrain import TERRAIN_BY_MARK

_STRUCK = "x"
_SPACES = "(?:[A-Z][0-9]+)+"
_PLY = re.compile(rf"([{''.join(TERRAIN_BY_MARK)}{_STRUCK}])({_SPACES})(?:{_STRUCK}({_SPACES}))?", re.ASCII)


def write_record(game_id: GameId, plies: Iterable[Ply]) -> str:
    """Return the record of a game."""
    return ".".join([str(game_id), *map(write_ply, plies)])


@lru_cache(maxsize=1024)
def write_ply(ply: Ply) -> str:
    """Return a ply as a string, such as ``fA1A2``."""
    mark = ply.terrain.mark if ply.terrain else _STRUCK
    return "".join([mark, *names(ply.region), _STRUCK if ply.attack else "", *names(ply.attack)])


@lru_cache(maxsize=1024)  # in rooms, each statement repeats a device's earlier plies
def read_ply(text: str) -> Ply:
    """Return the ply in a string.

    Raises :class:`InvalidRecord` if the string isn't a ply.
    """
    found = _PLY.fullmatch(text)
    if not found:
        raise InvalidRecord("error.ply", text=quoted(text))
    mark, filled, attacked = found.groups(default="")
    return Ply(TERRAIN_BY_MARK.get(mark), _region(filled, text), _region(attacked, text))


def _region(spaces_text: str, ply_text: str) -> Region:
    spaces = [space_named(name) for name in re.findall(r"[A-Z][0-9]+", spaces_text)]
    if spaces != sorted(set(spaces)):
        raise InvalidRecord("error.ply.order", text=quoted(ply_text))
    return region_of(spaces)


class PlayedGame(NamedTuple):
    """A game read from a record."""

    id: GameId
    plies: tuple[Ply, ...]
    #: The state before the first ply, and the state after each ply.
    states: tuple[State, ...]


def read_record(text: str) -> PlayedGame:
    """Return the game of a record.

    Raises :class:`InvalidRecord` if a ply is unreadable or illegal, with its number and the reason.
    """
    steps = replay_in_steps(text)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            played: PlayedGame = end.value
            return played


def replay_in_steps(text: str) -> Generator[None, None, PlayedGame]:
    """Read a record like :func:`read_record`, but yield before each ply, so the caller can do other work."""
    id_text, *ply_texts = text.strip().split(".")
    game_id = read_game_id(id_text)
    plies: list[Ply] = []
    played = [new_game(game_id)]
    for number, ply_text in enumerate(ply_texts, start=1):
        yield
        try:
            plies.append(read_ply(ply_text))
            played.append(apply(played[-1], plies[-1]))
        except (InvalidRecord, IllegalMove) as error:
            raise InvalidRecord("error.record", number=number, why=error.sentence) from error
    return PlayedGame(game_id, tuple(plies), tuple(played))
