"""A game's best moments: the most valuable shape, the edict furthest above average, and the cheapest ambush."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from app.board.board import newly_costly, worth
from app.game.game import Game, blank_moment, event_moments, moment_of
from cartographers.events import Ambush, Draw, Score, SeasonScore
from cartographers.region import Region, adjacent_to
from cartographers.scoring import ScoringCard, stars
from cartographers.seasons import EDICTS
from cartographers.sheet import Sheet
from cartographers.state import State


class Highlight(NamedTuple):
    """One of the best moments of a game."""

    #: The kind of moment: ``shape``, ``edict``, or ``ambush``.
    kind: str
    player: int
    #: The place in the replay that shows it.
    place: int
    #: The id of the card.
    card: str
    #: The stars that it gained; for an ambush, the stars that it cost.
    stars: int
    #: The number to compare with: an edict's average, or the stars that an ambush threatened to cost each season.
    compared_stars: float = 0


class Landing(NamedTuple):
    """Monsters that an ambush has placed on a player's map."""

    player: int
    #: The id of the ambush card.
    card: str
    #: The empty spaces that cost a star each season from then on.
    costly: Region


class Count(NamedTuple):
    """The count of a season."""

    #: The players' sheets at that time.
    sheets: tuple[Sheet, ...]
    #: The score of each player.
    scores: tuple[SeasonScore, ...]


#: The ambushes and counts of a game in order, each with its place in the replay.
Story: TypeAlias = Sequence[tuple[int, Landing | Count]]


def highlights(game: Game, means: Mapping[ScoringCard, float]) -> list[Highlight]:
    """Return the best moments of a finished game, at most one of each kind.

    ``means`` are the player's average stars by edict. An edict without an average is compared with its solo number.
    """
    story = [*_story(game)]
    shape = max(_shapes(game), key=lambda found: found.stars, default=None)
    edict = max(_edicts(game, story, means), key=lambda found: found.stars - found.compared_stars, default=None)
    ambush = min(_ambushes(story), key=lambda found: (found.stars, -found.compared_stars), default=None)
    gained = [found for found in (shape, edict) if found and found.stars > found.compared_stars]
    return [*gained, ambush] if ambush else gained


def _story(game: Game) -> Iterator[tuple[int, Landing | Count]]:
    """Yield the ambushes and counts of a game in order."""
    states = game.played.states
    for place, after in enumerate(states):
        before = states[place - 1] if place else None
        drawn = after.events[0]
        if before and before.task and isinstance(drawn, Draw) and drawn.sheet != drawn.player and drawn.region:
            costly = newly_costly(before.sheets[drawn.sheet], drawn.after)
            yield place, Landing(drawn.sheet, before.task.card.id, costly)
        for event, earlier, now in event_moments(moment_of(before) if before else blank_moment(game.id), after):
            match event:
                case Ambush(sheet=sheet, card=card):
                    yield place, Landing(sheet, card.id, newly_costly(earlier.sheets[sheet], event.after))
                case Score(score) if score.player == 0:
                    yield place, Count(now.sheets, after.scores[now.scored_seasons - 1])


def _shapes(game: Game) -> Iterator[Highlight]:
    """Yield the gain of each shape toward its season's count: edicts, coins, and monsters surrounded."""
    states = game.played.states
    for place, (before, after) in enumerate(pairwise(states), start=1):
        drawn = after.events[0]
        if isinstance(drawn, Draw) and drawn.sheet == drawn.player and before.task:
            gain = _worth(before, drawn.after) - _worth(before, before.sheets[drawn.player])
            yield Highlight("shape", drawn.player, place, before.task.card.id, gain)


def _worth(state: State, sheet: Sheet) -> int:
    """Return a sheet's stars if the season of a state were counted now."""
    cards = (state.deal.edicts[EDICTS.index(letter)] for letter in state.season_deal.season.edicts)
    return sum(worth(card, sheet) for card in cards) + sheet.coins + worth(None, sheet)


def _edicts(game: Game, story: Story, means: Mapping[ScoringCard, float]) -> Iterator[Highlight]:
    """Yield the stars of each edict for each player over two seasons.

    The place is that of the better count.
    """
    for letter, card in zip(EDICTS, game.state.deal.edicts, strict=True):
        for player in range(game.id.players):
            paid = [
                (stars(count.scores[player].edicts[letter]), place)
                for place, count in story
                if isinstance(count, Count) and letter in count.scores[player].edicts
            ]
            total, (_, best) = sum(stars for stars, _ in paid), max(paid)
            yield Highlight("edict", player, best, card.id, total, means.get(card, card.solo))


def _ambushes(story: Story) -> Iterator[Highlight]:
    """Yield the cost of each ambush at the next count, and the cost that it threatened when it landed."""
    for start, (place, landing) in enumerate(story):
        if isinstance(landing, Count):
            continue
        count = next((later for _, later in story[start:] if isinstance(later, Count)), None)
        if count:
            sheet = count.sheets[landing.player]
            cost = (landing.costly & adjacent_to(sheet.monster) & sheet.empty).bit_count()
            yield Highlight("ambush", landing.player, place, landing.card, cost, landing.costly.bit_count())
