"""The deal: all random decisions of a game, as a pure function of the game id.

Each shuffle has its own random generator, seeded with the name of the shuffle. It sorts by ``random()``, which returns
the same sequence in every version of Python. Seasons end by time alone, so the players' choices never change which
cards are revealed or in which order (rulings, "The deal").
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import TypeVar

from cartographers.ambush import AMBUSH
from cartographers.cards import AmbushCard, Card, ExploreCard, HeroCard, RuinsCard
from cartographers.explore import EXPLORE, RUINS
from cartographers.game_id import GameId, GameOptions
from cartographers.heroes import HEROES
from cartographers.scoring import Family, ScoringCard, cards_of
from cartographers.seasons import SEASONS, Season

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class SeasonDeal:
    """The cards of one season."""

    season: Season
    #: The shuffled explore deck, including ambush and hero cards.
    deck: tuple[Card, ...]
    #: The number of cards that are revealed before the season ends.
    reveal_count: int
    #: The ambush and hero cards revealed in earlier seasons, in the order of their reveals.
    discarded: tuple[AmbushCard | HeroCard, ...] = ()


@dataclass(frozen=True, slots=True)
class Deal:
    """The edicts and the four seasons' decks of a game."""

    id: GameId
    #: The edicts A to D.
    edicts: tuple[ScoringCard, ...]
    seasons: tuple[SeasonDeal, ...]


def explore_cards(options: GameOptions) -> tuple[ExploreCard | RuinsCard, ...]:
    """Return the explore and ruins cards, which are in every season's deck."""
    return (*(RUINS if options.ruins else ()), *EXPLORE[options.explore])


def ambush_cards(options: GameOptions) -> tuple[AmbushCard, ...]:
    """Return the game's ambush cards. One of them joins the deck each season."""
    return tuple(card for box in options.ambush for card in AMBUSH[box])


def hero_cards(options: GameOptions) -> tuple[HeroCard, ...]:
    """Return the game's hero cards, if any. One of them joins the deck each season."""
    return HEROES if options.heroes else ()


def shuffled(seed: str, label: str, cards: Iterable[_T]) -> list[_T]:
    """Return the cards in random order. The same seed and label always give the same order."""
    rng = Random(f"{seed}/{label}")  # noqa: S311 - must be repeatable, not secret
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
    explore = explore_cards(game_id.options)
    ambushes = shuffled(seed, "ambush", ambush_cards(game_id.options))
    heroes = shuffled(seed, "heroes", hero_cards(game_id.options))
    waiting: list[AmbushCard | HeroCard] = []
    gone: tuple[AmbushCard | HeroCard, ...] = ()
    for number, season in enumerate(SEASONS[game_id.seasons]):
        waiting += [ambushes[number], *heroes[number : number + 1]]
        cards: list[Card] = [*explore, *waiting]
        deck = tuple(shuffled(seed, f"explore/{season.name}", cards))
        reveals = _reveals(season, deck)
        seasons.append(SeasonDeal(season, deck, reveals, gone))
        revealed = [card for card in waiting if card in deck[:reveals]]
        gone += tuple(sorted(revealed, key=deck.index))
        waiting = [card for card in waiting if card not in revealed]
    return Deal(game_id, edicts, tuple(seasons))


def _reveals(season: Season, deck: tuple[Card, ...]) -> int:
    """Return the number of cards that are revealed until their time reaches the season's threshold."""
    time = 0
    for count, card in enumerate(deck, start=1):
        time += card.time
        if time >= season.threshold:
            return count
    msg = f"the deck of {season.name} is too short"  # can't happen: the times of a deck add up to 16
    raise AssertionError(msg)
