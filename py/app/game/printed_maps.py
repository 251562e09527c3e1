"""The scores of a printed game: each player's painted map, or counted stars, at the end of each season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, reduce

from app.game.game import Game
from app.game.paper import Paper, blank_paper, changed_spaces, ground_at, painted
from app.game.paper_checks import Finding, fallen_coins, findings_after, findings_of_count
from app.game.paper_notes import (
    COUNT,
    MAP,
    Count,
    Counts,
    Maps,
    last_word,
    read_counts,
    read_maps,
    with_mended_map,
    with_note,
    without_note,
)
from app.game.printed import PrintedGame
from app.game.seating import LOCAL_PERSON
from app.game.setup import Cartographer
from cartographers.cards import Card
from cartographers.deal import deal
from cartographers.events import GameEnd, SeasonScore
from cartographers.game import game_end, season_score
from cartographers.maps import blank_sheet
from cartographers.record import PlayedGame
from cartographers.region import spaces
from cartographers.scoring import Award, Awards
from cartographers.seasons import EDICTS
from cartographers.state import State


def maps_of(game: PrintedGame) -> Maps:
    """Return the painted maps of a printed game."""
    return read_maps(game.papers, game.id)


def counts_of(game: PrintedGame) -> Counts:
    """Return the rows of stars that the players of a printed game have counted on paper."""
    return read_counts(game.papers, game.id)


def has_scores(game: PrintedGame) -> bool:
    """Return whether any map or counted row is saved."""
    return bool(maps_of(game) or counts_of(game))


def with_map(game: PrintedGame, season: int, player: int, paper: Paper) -> PrintedGame:
    """Return a printed game with a player's map at the end of a season, which counts from now on.

    A map like the one before isn't entered, because each card changes a map that has an empty space.
    """
    place = season, player
    is_unchanged = paper == _map_before(game, season, player) and paper.drawing.empty
    papers = without_note(game.papers, MAP, place) if is_unchanged else with_note(game.papers, MAP, place, paper)
    return replace(game, papers=papers)


def with_count(game: PrintedGame, season: int, player: int, count: Count) -> PrintedGame:
    """Return a printed game with a player's counted row for a season, which counts from now on unless it is empty."""
    place = season, player
    change = (
        without_note(game.papers, COUNT, place) if count == Count() else with_note(game.papers, COUNT, place, count)
    )
    return replace(game, papers=change)


def mended_maps(maps: Maps, season: int, player: int, paper: Paper) -> Maps:
    """Return the later maps of a player that change after a mistake on an earlier map is mended.

    Each space that the mending changes also changes in the following seasons, as long as their maps show its former
    ground. Coins stay as the player has counted them.
    """
    former = maps.get((season, player), paper).drawing
    changed = spaces(changed_spaces(former, paper.drawing))
    changes = [(space, ground_at(former, space), ground_at(paper.drawing, space)) for space in changed]
    mended = {}
    for place, later in sorted(maps.items(), key=lambda known: known[0]):
        if place[0] <= season or place[1] != player:
            continue
        changes = [change for change in changes if ground_at(later.drawing, change[0]) == change[1]]
        if changes:
            drawing = reduce(lambda drawing, change: painted(drawing, change[0], change[2]), changes, later.drawing)
            mended[place] = replace(later, drawing=drawing)
    return mended


def with_later_maps(game: PrintedGame, maps: Maps) -> PrintedGame:
    """Return a printed game with other maps in place of some; the same maps and counted rows count as before."""
    notes = reduce(lambda notes, known: with_mended_map(notes, *known), maps.items(), game.papers)
    return replace(game, papers=notes)


def is_counted(game: PrintedGame, season: int, player: int) -> bool:
    """Return whether a player's counted row is the score of a season, rather than a painted map."""
    return last_word(game.papers, (season, player)) == COUNT


def first_map(game: PrintedGame, season: int, player: int) -> Paper:
    """Return the map on which the painting of a season begins: its own, or that of the latest earlier season."""
    return maps_of(game).get((season, player)) or _map_before(game, season, player)


def _map_before(game: PrintedGame, season: int, player: int) -> Paper:
    """Return a player's map of the latest earlier season that has one, or a blank map."""
    maps = maps_of(game)
    known = (maps[each, player] for each in reversed(range(season)) if (each, player) in maps)
    return next(known, blank_paper(game.id.side))


def final_map(game: PrintedGame, player: int) -> Paper | None:
    """Return a player's painted map at the end of the game, or None."""
    return maps_of(game).get((len(game.deal.seasons) - 1, player))


def score_of(game: PrintedGame, season: int, player: int) -> SeasonScore | None:
    """Return a player's score for a season; None without a map or a counted row."""
    if is_counted(game, season, player):
        return score_of_count(game, season, player, counts_of(game)[season, player])
    paper = maps_of(game).get((season, player))
    return score_of_paper(game, season, player, paper) if paper else None


def is_score_complete(game: PrintedGame, season: int, player: int) -> bool:
    """Return whether a player's score for a season is known in full."""
    place = season, player
    return counts_of(game)[place].is_complete if is_counted(game, *place) else place in maps_of(game)


def score_of_paper(game: PrintedGame, season: int, player: int, paper: Paper) -> SeasonScore:
    """Return the score for a season with a map."""
    cards = dict(zip(EDICTS, game.deal.edicts, strict=True))
    return season_score(game.deal.seasons[season].season, cards, paper.sheet, player)


def score_of_count(game: PrintedGame, season: int, player: int, count: Count) -> SeasonScore:
    """Return the score for a season with a counted row, in which nothing is known about the spaces."""
    now = game.deal.seasons[season].season
    edicts = zip(now.edicts, (count.first, count.second), strict=True)
    awards: dict[str, Awards] = {letter: (Award(stars or 0, 0),) for letter, stars in edicts}
    return SeasonScore(now, player, awards, count.coins or 0, (Award(-(count.monsters or 0), 0),))


@lru_cache(maxsize=64)
def findings_of(game: PrintedGame, season: int, player: int, paper: Paper) -> Sequence[Finding]:
    """Return the facts on a map that the cards revealed up to a season can't have brought about.

    A blank map has no such facts.
    """
    if not paper.is_painted:
        return ()
    before = maps_of(game).get((season - 1, player))
    found = tuple(findings_after(paper, before, game.id.options, _revealed(game, season), is_solo=game.is_solo))
    is_counted_before, known = is_counted(game, season - 1, player), {one.key for one in found}
    fallen = fallen_coins(_coins_before(game, season, player), paper.sheet.coins) if is_counted_before else ()
    return (*found, *(one for one in fallen if one.key not in known))


@lru_cache(maxsize=64)
def findings_of_row(game: PrintedGame, season: int, player: int, count: Count) -> Mapping[str, Finding]:
    """Return the numbers of a counted row that the cards revealed up to a season can't have brought about."""
    coins = _coins_before(game, season, player)
    return findings_of_count(count, coins, game.id.side, game.id.options, _revealed(game, season))


def _revealed(game: PrintedGame, season: int) -> list[tuple[Card, ...]]:
    """Return the cards that were revealed in each season up to a given one."""
    return [dealt.deck[: dealt.reveal_count] for dealt in game.deal.seasons[: season + 1]]


def _coins_before(game: PrintedGame, season: int, player: int) -> int:
    """Return a player's coins at the end of the previous season; 0 if they are unknown."""
    before = score_of(game, season - 1, player) if season else None
    return before.coins if before else 0


def has_doubts(game: PrintedGame, season: int, player: int) -> bool:
    """Return whether the score of a season has a fact or a number that no game can have brought about."""
    place = season, player
    if is_counted(game, *place):
        return bool(findings_of_row(game, *place, counts_of(game)[place]))
    paper = maps_of(game).get(place)
    return bool(paper and findings_of(game, *place, paper))


@lru_cache(maxsize=32)
def scored_game(game: PrintedGame) -> tuple[Game, GameEnd] | None:
    """Return a printed game as a game on the page, with its end; None until all scores of all seasons are complete.

    It has the final maps and the scores, but no plies, so it can be shown and shared, and not replayed. A final map
    that wasn't painted is blank; see :func:`final_map`.
    """
    dealt, players = deal(game.id), range(game.id.players)
    seasons = range(len(dealt.seasons))
    if not game.is_over or not all(is_score_complete(game, season, player) for season in seasons for player in players):
        return None
    found = (tuple(score_of(game, season, player) for player in players) for season in seasons)
    scores = tuple(tuple(score for score in season if score) for season in found)
    end = game_end(dealt, scores)
    last = len(dealt.seasons) - 1
    papers = (final_map(game, player) for player in players)
    sheets = tuple(paper.sheet if paper else blank_sheet(game.id.side) for paper in papers)
    reveals = dealt.seasons[last].reveal_count
    state = State(dealt, sheets, last, reveals, scores=scores, events=(end,))
    cartographers = tuple(Cartographer(name) for name in game.names)
    return Game(PlayedGame(game.id, (), (state,)), cartographers, (LOCAL_PERSON,) * len(players)), end
