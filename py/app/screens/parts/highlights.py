"""A game's best moments: the shape that gained most, the edict furthest above its average, the cheapest ambush."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from app.board.board import newly_costly, worth
from app.game.game import Game, blank_moment, happened, moment_of
from cartographers.events import Ambush, Draw, Score, SeasonScore
from cartographers.region import Region, beside
from cartographers.scoring import ScoringCard, stars
from cartographers.seasons import EDICTS
from cartographers.sheet import Sheet
from cartographers.state import State


class Highlight(NamedTuple):
    """A good moment of a ``player``, which a replay shows at a ``place``.

    ``what`` is ``shape``, ``edict`` or ``ambush``, ``card`` the id of its card. ``stars`` are what it gained or cost,
    ``against`` what that is compared with: an edict's average, and what an ambush threatened to cost each season.
    """

    what: str
    player: int
    place: int
    card: str
    stars: int
    against: float = 0


class Landing(NamedTuple):
    """Monsters that have come to a player's map by a card, and the empty spaces that cost a star a season from then."""

    player: int
    card: str
    costly: Region


class Count(NamedTuple):
    """The count of a season: the maps as they were then, and the score of each player."""

    sheets: tuple[Sheet, ...]
    scores: tuple[SeasonScore, ...]


#: Ambushes and counts, each with its place in a replay.
Story: TypeAlias = Sequence[tuple[int, Landing | Count]]


def highlights(game: Game, means: Mapping[ScoringCard, float]) -> list[Highlight]:
    """Return the best moments of a game that is over; fewer than three where nothing of a kind has happened.

    ``means`` are the player's averages for edicts. Where there is none, an edict is compared with what the card itself
    expects of a game alone.
    """
    story = [*_story(game)]
    shape = max(_shapes(game), key=lambda found: found.stars, default=None)
    edict = max(_edicts(game, story, means), key=lambda found: found.stars - found.against, default=None)
    ambush = min(_ambushes(story), key=lambda found: (found.stars, -found.against), default=None)
    gained = [found for found in (shape, edict) if found and found.stars > found.against]
    return [*gained, ambush] if ambush else gained


def _story(game: Game) -> Iterator[tuple[int, Landing | Count]]:
    """Yield the ambushes and the counts of a game in their order."""
    states = game.played.states
    for place, after in enumerate(states):
        before = states[place - 1] if place else None
        drawn = after.events[0]
        if before and before.task and isinstance(drawn, Draw) and drawn.sheet != drawn.player and drawn.region:
            costly = newly_costly(before.sheets[drawn.sheet], drawn.after)
            yield place, Landing(drawn.sheet, before.task.card.id, costly)
        for event, earlier, now in happened(moment_of(before) if before else blank_moment(game.id), after):
            match event:
                case Ambush(sheet=sheet, card=card):
                    yield place, Landing(sheet, card.id, newly_costly(earlier.sheets[sheet], event.after))
                case Score(score) if score.player == 0:
                    yield place, Count(now.sheets, after.scores[now.scored - 1])


def _shapes(game: Game) -> Iterator[Highlight]:
    """Yield what each shape has gained for the count of its season: by edicts and coins, and by monsters closed in."""
    states = game.played.states
    for place, (before, after) in enumerate(pairwise(states), start=1):
        drawn = after.events[0]
        if isinstance(drawn, Draw) and drawn.sheet == drawn.player and before.task:
            gain = _worth(before, drawn.after) - _worth(before, before.sheets[drawn.player])
            yield Highlight("shape", drawn.player, place, before.task.card.id, gain)


def _worth(state: State, sheet: Sheet) -> int:
    """Return what a sheet would bring if the season of a state were counted now."""
    cards = (state.deal.edicts[EDICTS.index(letter)] for letter in state.season_deal.season.edicts)
    return sum(worth(card, sheet) for card in cards) + sheet.coins + worth(None, sheet)


def _edicts(game: Game, story: Story, means: Mapping[ScoringCard, float]) -> Iterator[Highlight]:
    """Yield what each edict has brought each player in its two seasons, to be seen where it brought more."""
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
    """Yield what each ambush has cost at the next count, and what it threatened to cost where it landed."""
    for start, (place, landing) in enumerate(story):
        if isinstance(landing, Count):
            continue
        count = next((later for _, later in story[start:] if isinstance(later, Count)), None)
        if count:
            sheet = count.sheets[landing.player]
            cost = (landing.costly & beside(sheet.monster) & sheet.empty).bit_count()
            yield Highlight("ambush", landing.player, place, landing.card, cost, landing.costly.bit_count())
