"""The maps of a printed game: each player's paper map at the end of each season, and the stars that they earn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from app.game.game import Game
from app.game.paper import Paper, blank_paper
from app.game.paper_checks import Finding, findings_after
from app.game.paper_notes import Maps, read_maps, with_map_note
from app.game.printed import PrintedGame
from app.game.seating import LOCAL_PERSON
from app.game.setup import Cartographer
from cartographers.deal import deal
from cartographers.events import GameEnd, SeasonScore
from cartographers.game import game_end, season_score
from cartographers.record import PlayedGame
from cartographers.seasons import EDICTS
from cartographers.state import State


def maps_of(game: PrintedGame) -> Maps:
    """Return the maps of a printed game."""
    return read_maps(game.papers, game.id)


def with_map(game: PrintedGame, season: int, player: int, paper: Paper) -> PrintedGame:
    """Return a printed game with a player's map at the end of a season."""
    return replace(game, papers=with_map_note(game.papers, season, player, paper))


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


@lru_cache(maxsize=32)
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
