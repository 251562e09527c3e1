"""The notes on paper maps in the text of a printed game: ``map:SEASON.PLAYER.PAPER`` for each map.

The numbers of the season and the player count from 0, and the map is a word (see :mod:`app.game.paper`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from app.game.paper import Paper, read_paper
from cartographers.errors import InvalidRecord, quoted
from cartographers.game_id import GameId

_MAP = "map"
_NOTE = re.compile(rf"{_MAP}:([0-3])\.([0-9]{{1,2}})\.(.*)", re.ASCII)
#: The maps of a game by the numbers of the season and the player.
Maps: TypeAlias = Mapping[tuple[int, int], Paper]


@lru_cache(maxsize=8)
def read_maps(notes: tuple[str, ...], game_id: GameId) -> Maps:
    """Return the maps in the notes of a game; other notes are left out.

    Raises :class:`InvalidRecord` if a map is damaged, is on another side, or belongs to no player.
    """
    maps: dict[tuple[int, int], Paper] = {}
    for note in notes:
        if not note.startswith(f"{_MAP}:"):
            continue
        found = _NOTE.fullmatch(note)
        if not found or int(found[2]) >= game_id.players or found[2] != str(int(found[2])):
            raise InvalidRecord("error.save.note", text=quoted(note))
        paper, place = read_paper(found[3]), (int(found[1]), int(found[2]))
        if paper.side != game_id.side or place in maps:
            raise InvalidRecord("error.save.note", text=quoted(note))
        maps[place] = paper
    return maps


def with_map_note(notes: tuple[str, ...], season: int, player: int, paper: Paper) -> tuple[str, ...]:
    """Return the notes of a game with a player's map at the end of a season."""
    start = f"{_MAP}:{season}.{player}."
    return (*(note for note in notes if not note.startswith(start)), f"{start}{paper}")
