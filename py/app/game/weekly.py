"""The weekly challenge, which follows from the date (UTC).

A week begins on Monday and has a number, as in ISO 8601. The themes take turns, week after week, in the order of
:data:`ROUND`. After each round, the map side changes. One week of each round has a custom map from :data:`WEEKLY_MAPS`.

The challenge is the first deal of its week that fits the theme: its seeds are ``weekly2026w48x1``, ``weekly2026w48x2``,
and so on. It is a solo game whose edicts the seed also deals. The first finished game of the challenge is its result,
unless it is practice. The game's date doesn't matter, so past challenges also count.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import lru_cache
from itertools import count
from typing import NamedTuple

from app.game.daily import EPOCH, LAST_DAY, WEEKLY
from app.game.weekly_maps import WEEKLY_MAPS
from cartographers.beast import Beast
from cartographers.boxes import Box
from cartographers.cards import AmbushCard, Card, ExploreCard, Option, RuinsCard
from cartographers.deal import Deal, deal
from cartographers.game_id import GameId, pure_game
from cartographers.sides import SIDES_OF
from cartographers.terrain import Terrain

_SEED = re.compile(WEEKLY + "([0-9]{4})w([0-9]{2})x[0-9]{1,5}")
_WEEK = 7
#: The Monday of the week with the first supported day.
FIRST_WEEK = EPOCH - timedelta(EPOCH.weekday())


class Theme(NamedTuple):
    """The theme of a week."""

    #: The name, which is the last part of its texts' keys.
    name: str
    #: The box of all cards.
    box: Box
    #: The function that returns whether a deal fits the theme. It also gets the theme's number. None if all deals fit.
    fits: Callable[[Deal, int], bool] | None = None
    #: The number in its text, if it has one.
    number: int = 0
    #: The side of the theme's custom map; empty if the map sides of the box take turns.
    side: str = ""

    @property
    def sides(self) -> Sequence[str]:
        """The map sides that take turns."""
        return (self.side,) if self.side else SIDES_OF[self.box]


def _revealed(dealt: Deal) -> Iterator[Card]:
    """Yield all cards that are revealed in a game."""
    for season in dealt.seasons:
        yield from season.deck[: season.reveal_count]


def _offering(dealt: Deal, offers: Callable[[Option], bool]) -> int:
    """Return the number of revealed cards with an option that passes a test."""
    return sum(any(map(offers, card.options)) for card in _revealed(dealt) if isinstance(card, ExploreCard))


def _offering_terrain(terrain: Terrain) -> Callable[[Deal, int], bool]:
    """Return a function that returns whether at least the given number of cards offers a terrain."""
    return lambda dealt, least: _offering(dealt, lambda option: option.terrain is terrain) >= least


def _number_of(dealt: Deal, kind: type[Card]) -> int:
    """Return the number of revealed cards of a kind."""
    return sum(isinstance(card, kind) for card in _revealed(dealt))


def _is_besieged(dealt: Deal, first: int) -> bool:
    """Return whether an ambush is among the first cards of spring, of summer, and of fall."""
    return all(any(isinstance(card, AmbushCard) for card in season.deck[:first]) for season in dealt.seasons[:-1])


def _has_storm(dealt: Deal, least: int) -> bool:
    """Return whether all ambushes wait for winter, and at least the given number comes then."""
    *earlier, winter = (
        sum(isinstance(card, AmbushCard) for card in season.deck[: season.reveal_count]) for season in dealt.seasons
    )
    return not any(earlier) and winter >= least


def _has_dragon(dealt: Deal, first: int) -> bool:
    """Return whether the dragon is among the first cards of spring."""
    return any(isinstance(card, AmbushCard) and card.beast is Beast.DRAGON for card in dealt.seasons[0].deck[:first])


#: The themes with a custom map.
_MAPS = tuple(Theme(name, drawn.box, side=drawn.side) for name, drawn in WEEKLY_MAPS.items())
#: The themes of each week of a round. If a week has several, they take turns, round after round. A theme fits at least
#: one deal in two hundred, so a search takes little time.
ROUND = (
    (Theme("villages", Box.BASE, _offering_terrain(Terrain.VILLAGE), 13),),
    (Theme("dragon", Box.HEROES, _has_dragon, 3),),
    _MAPS,
    (Theme("coins", Box.BASE, lambda dealt, most: _offering(dealt, lambda option: option.coin) <= most, 3),),
    (Theme("ruins", Box.BASE, lambda dealt, least: _number_of(dealt, RuinsCard) >= least, 6),),
    (Theme("short", Box.HEROES, lambda dealt, most: _number_of(dealt, ExploreCard) <= most, 17),),
    (Theme("storm", Box.BASE, _has_storm, 2),),
    (Theme("rivers", Box.BASE, _offering_terrain(Terrain.WATER), 13),),
    (Theme("siege", Box.BASE, _is_besieged, 4),),
)


def week_of_day(day: date) -> date:
    """Return the Monday of a day's week."""
    return max(FIRST_WEEK, day - timedelta(day.weekday()))


def theme_of(day: date) -> Theme:
    """Return the theme of a day's week."""
    turn, week = divmod(_nth(day), len(ROUND))
    themes = ROUND[week]
    return themes[turn % len(themes)]


def _nth(day: date) -> int:
    """Return the number of weeks between the first week of year 1 and a day's week."""
    return (day.toordinal() - 1) // _WEEK


@lru_cache(maxsize=64)
def weekly(monday: date) -> GameId:
    """Return the challenge of the week that begins on a Monday: the first deal that fits its theme."""
    return next(game_id for game_id in (_deal(monday, number) for number in count(1)) if _fits(monday, game_id))


def _deal(monday: date, number: int) -> GameId:
    """Return a deal of a week by its number."""
    theme, (year, week, _) = theme_of(monday), monday.isocalendar()
    side = theme.sides[_nth(monday) // len(ROUND) % len(theme.sides)]
    return replace(pure_game(f"{WEEKLY}{year:04}w{week:02}x{number}", theme.box), side=side)


def _fits(monday: date, game_id: GameId) -> bool:
    theme = theme_of(monday)
    return theme.fits(deal(game_id), theme.number) if theme.fits else game_id == _deal(monday, 1)


def week_of(game_id: GameId) -> date | None:
    """Return the Monday of the week if a game is one of its deals that fit the theme; None otherwise.

    Lists of games don't have to search for the first such deal.
    """
    monday = week_named(game_id.seed)
    if monday is None or replace(game_id, seed="x") != replace(_deal(monday, 1), seed="x"):
        return None
    return monday if _fits(monday, game_id) else None


def week_named(seed: str) -> date | None:
    """Return the Monday of the week in a seed; None if the seed has another form."""
    found = _SEED.fullmatch(seed)
    if not found:
        return None
    try:
        monday = date.fromisocalendar(int(found[1]), int(found[2]), 1)
    except ValueError:
        return None
    return monday if FIRST_WEEK <= monday <= LAST_DAY else None
