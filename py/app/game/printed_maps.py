"""The maps of a printed game: each player's paper map at the end of each season, and the stars that they earn.

A saved printed game has a note ``map:SEASON.PLAYER.PAPER`` for each map: the numbers of the season and the player, from
0, and the map as in :mod:`app.game.paper`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from app.game.game import Game
from app.game.paper import Paper, blank_paper, read_paper
from app.game.paper_checks import Finding, findings_after
from app.game.seating import LOCAL_PERSON
from app.game.setup import Cartographer
from cartographers.deal import deal
from cartographers.errors import InvalidRecord, quoted
from cartographers.events import GameEnd, SeasonScore
from cartographers.game import game_end, season_score
from cartographers.game_id import GameId
from cartographers.record import PlayedGame
from cartographers.seasons import EDICTS
from cartographers.state import State

if TYPE_CHECKING:
    from app.game.printed import PrintedGame

_MAP = "map"
_NOTE = re.compile(rf"{_MAP}:([0-3])\.([0-9]{{1,2}})\.(.*)")
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


def maps_of(game: PrintedGame) -> Maps:
    """Return the maps of a printed game."""
    return read_maps(game.papers, game.id)


def with_map(game: PrintedGame, season: int, player: int, paper: Paper) -> PrintedGame:
    """Return a printed game with a player's map at the end of a season."""
    start = f"{_MAP}:{season}.{player}."
    others = (note for note in game.papers if not note.startswith(start))
    return replace(game, papers=(*others, f"{start}{paper}"))


def first_map(game: PrintedGame, season: int, player: int) -> Paper:
    """Return the map on which the painting of a season begins: its own, or that of the latest earlier season."""
    maps = maps_of(game)
    known = (maps[each, player] for each in range(season, -1, -1) if (each, player) in maps)
    return next(known, blank_paper(game.id.side))


def score_of(game: PrintedGame, season: int, player: int) -> SeasonScore | None:
    """Return a player's score for a season; None without a map."""
    paper = maps_of(game).get((season, player))
    return score_of_paper(game, season, player, paper) if paper else None


def score_of_paper(game: PrintedGame, season: int, player: int, paper: Paper) -> SeasonScore:
    """Return the score for a season with a map."""
    cards = dict(zip(EDICTS, game.deal.edicts, strict=True))
    return season_score(game.deal.seasons[season].season, cards, paper.sheet, player)


def findings_of(game: PrintedGame, season: int, player: int, paper: Paper) -> Iterable[Finding]:
    """Return the facts on a map that the cards revealed up to a season can't have brought about."""
    revealed = [dealt.deck[: dealt.reveal_count] for dealt in game.deal.seasons[: season + 1]]
    before = maps_of(game).get((season - 1, player))
    return findings_after(paper, before, game.id.options, revealed, is_solo=game.is_solo)


def scored_game(game: PrintedGame) -> tuple[Game, GameEnd] | None:
    """Return a printed game as a game on the page, with its end; None until all maps of all seasons are there.

    It has the final maps and the scores, but no plies, so it can be shown and shared, and not replayed.
    """
    maps, dealt, players = maps_of(game), deal(game.id), range(game.id.players)
    if len(maps) < len(players) * len(dealt.seasons) or not game.is_over:
        return None
    scores = tuple(
        tuple(score_of_paper(game, season, player, maps[season, player]) for player in players)
        for season in range(len(dealt.seasons))
    )
    end = game_end(dealt, scores)
    last = len(dealt.seasons) - 1
    sheets = tuple(maps[last, player].sheet for player in players)
    reveals = dealt.seasons[last].reveal_count
    state = State(dealt, sheets, last, reveals, scores=scores, events=(end,))
    cartographers = tuple(Cartographer(name) for name in game.names)
    return Game(PlayedGame(game.id, (), (state,)), cartographers, (LOCAL_PERSON,) * len(players)), end
