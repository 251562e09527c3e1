"""The deal: everything that chance decides, as a pure function of the game id.

Each shuffle has a stream of its own, seeded by a text that names it, and sorts by ``random()``: Python promises that
sequence for all its versions. Time alone ends a season, so which cards are revealed, and in which order, never depends
on what players draw (rulings, "The deal").
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import TypeVar

from cartographers.ambush import AMBUSH
from cartographers.cards import AmbushCard, Card, HeroCard
from cartographers.explore import EXPLORE, RUINS
from cartographers.game_id import GameId
from cartographers.heroes import HEROES
from cartographers.scoring import Family, ScoringCard, cards_of
from cartographers.seasons import SEASONS, Season

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class SeasonDeal:
    """One season's shuffled explore deck, and how many of its cards are revealed before the season ends."""

    season: Season
    deck: tuple[Card, ...]
    reveals: int


@dataclass(frozen=True, slots=True)
class Deal:
    """The edicts A to D and the four seasons' decks of a game."""

    id: GameId
    edicts: tuple[ScoringCard, ...]
    seasons: tuple[SeasonDeal, ...]


def shuffled(seed: str, label: str, cards: Iterable[_T]) -> list[_T]:
    """Return the cards in the order of the shuffle with that label."""
    rng = Random(f"{seed}/{label}")  # noqa: S311 - a game's shuffle, and repeatable on purpose
    return sorted(cards, key=lambda _: rng.random())


@lru_cache(maxsize=64)
def deal(game_id: GameId) -> Deal:
    """Return the deal of a game."""
    seed = game_id.seed
    edicts = game_id.edicts
    if not edicts:
        families = shuffled(seed, "families", Family)
        edicts = tuple(
            shuffled(seed, f"scoring/{family.value}", cards_of(family, game_id.scoring))[0] for family in families
        )
    seasons = []
    ambushes = shuffled(seed, "ambush", [card for box in game_id.ambush for card in AMBUSH[box]])
    explore = (*(RUINS if game_id.ruins else ()), *EXPLORE[game_id.explore])
    heroes = shuffled(seed, "heroes", HEROES) if game_id.heroes else []
    waiting: list[AmbushCard | HeroCard] = []
    for number, season in enumerate(SEASONS[game_id.seasons]):
        waiting += [ambushes[number], *heroes[number : number + 1]]
        cards: list[Card] = [*explore, *waiting]
        deck = tuple(shuffled(seed, f"explore/{season.name}", cards))
        reveals = _reveals(season, deck)
        waiting = [card for card in waiting if card not in deck[:reveals]]
        seasons.append(SeasonDeal(season, deck, reveals))
    return Deal(game_id, edicts, tuple(seasons))


def _reveals(season: Season, deck: tuple[Card, ...]) -> int:
    """Return how many cards it takes until their times reach the season's threshold."""
    time = 0
    for count, card in enumerate(deck, start=1):
        time += card.time
        if time >= season.threshold:
            return count
    msg = f"the deck of {season.name} is too short"  # cannot be: a deck's times add up to 16
    raise AssertionError(msg)
