"""Checks of paper maps and of counted stars: facts that no game can have brought about, so one of them is wrong.

A check never objects to a map or a row that a real game can produce (tests/app/test_paper.py plays many). The bounds
come from the engine's cards: a card fills at most the spaces of its largest shape, its monsters cost at most a star for
each space around them, and each card is revealed at most once a season, or once a game if it is an ambush or a hero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from app.game.paper import Paper, earning_mountains, surrounded_mountains
from app.game.paper_notes import Count
from cartographers.beast import Beast
from cartographers.boxes import Box
from cartographers.cards import AmbushCard, Card, ExploreCard, HeroCard, RuinsCard
from cartographers.deal import ambush_cards, explore_cards, hero_cards
from cartographers.game_id import GameOptions
from cartographers.polyomino import MONOMINO, Polyomino, fits
from cartographers.region import Region, adjacent_to, space_at
from cartographers.seasons import SEASONS, Season
from cartographers.sheet import COIN_TRACK, DRAGON_COINS, Sheet
from cartographers.solo import ambush_trail
from cartographers.terrain import Terrain

#: The number of spaces of a terrain that a card can fill.
Size: TypeAlias = Callable[[Card], int]


class Finding(NamedTuple):
    """A fact that no game can have brought about."""

    #: The key of its sentence.
    key: str
    #: The number that a game allows, which selects the plural form.
    allowed: int
    #: The number on the map.
    found: int = 0
    #: The terrain that it is about, by its word; empty if it is about none.
    terrain: str = ""
    #: The spaces that it is about.
    spaces: Region = 0


class Limits(NamedTuple):
    """The most that cards can have given to a map; None without a limit, because zombies spread."""

    #: All spaces except mountains and wasteland.
    spaces: int | None
    #: The spaces of each terrain.
    terrains: Mapping[Terrain, int | None]
    #: The coins, without those for mountains.
    coins: int

    def or_those(self, other: Limits) -> Limits:
        """Return the limits if either of two sets of cards may have been used."""
        return Limits(
            _larger(self.spaces, other.spaces),
            {terrain: _larger(most, other.terrains[terrain]) for terrain, most in self.terrains.items()},
            max(self.coins, other.coins),
        )


def _larger(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else max(one, other)


def _size(card: Card, terrain: Terrain | None, *, least: int = 0) -> int:
    """Return the most spaces of a terrain that a card fills, or of any terrain if it is None."""
    options = () if isinstance(card, RuinsCard) else card.options
    return max((len(one.shape.cells) for one in options if terrain in {None, one.terrain}), default=least)


# ------------------------------------------------------------------- cards that may have been revealed


def limits_of_cards(side: str, cards: str, seasons: int) -> Limits:
    """Return the limits after some seasons, if only the boxes of the cards are known.

    ``cards`` is ``base``, ``heroes``, or ``mixed``, which may be any mix.
    """
    base = GameOptions(side, Box.BASE, Box.BASE, Box.BASE, heroes=False, scoring=Box.BASE)
    heroes = GameOptions(side, Box.HEROES, Box.HEROES, Box.HEROES, heroes=True, scoring=Box.HEROES)
    match cards:
        case "base":
            return _limits_of_options(base, seasons)
        case "heroes":
            return _limits_of_options(heroes, seasons)
        case _:
            mixes = (replace(base, explore=box, ambush=Box.BOTH, heroes=True) for box in (Box.BASE, Box.HEROES))
            one, other = (_limits_of_options(mix, seasons) for mix in mixes)
            return one.or_those(other)


@lru_cache(maxsize=32)
def _limits_of_options(options: GameOptions, seasons: int) -> Limits:
    year = SEASONS[options.seasons][:seasons]
    deck = [card for card in explore_cards(options) if isinstance(card, ExploreCard)]
    ambushes, heroes = ambush_cards(options), hero_cards(options)
    spreads = any(card.beast is Beast.ZOMBIE for card in ambushes)

    def most(terrain: Terrain | None) -> int | None:
        if spreads and terrain in {None, Terrain.MONSTER}:
            return None
        any_terrain = options.explore is Box.HEROES and terrain is not None
        total = sum(_most_in(season, deck, lambda card: _size(card, terrain, least=any_terrain)) for season in year)
        # In each season, each ruins card may lead to a single space of any terrain.
        total += 2 * seasons if options.ruins and terrain else 0
        for once in (ambushes, heroes):
            total += sum(sorted((_size(card, terrain) for card in once), reverse=True)[:seasons])
        # A gorgon destroys a space, and a troll one after each season.
        return total + (1 + seasons if terrain is None and any(card.beast for card in ambushes) else 0)

    with_coin = sum(any(option.coin for option in card.options) for card in deck)
    has_dragon = any(card.beast is Beast.DRAGON for card in ambushes)
    return Limits(
        most(None),
        {terrain: most(terrain) for terrain in Terrain},
        with_coin * seasons + (DRAGON_COINS if has_dragon else 0),
    )


def _most_in(season: Season, deck: Sequence[ExploreCard], size: Size) -> int:
    """Return the most spaces that a season's explore cards can fill.

    The time of all cards but the last one is below the threshold.
    """
    by_time = [sorted((size(card) for card in deck if card.time == time), reverse=True) for time in range(3)]
    free, short, long = by_time
    return sum(free) + max(
        sum(short[:ones]) + sum(long[:twos])
        for ones in range(len(short) + 1)
        for twos in range(len(long) + 1)
        if ones + 2 * twos - (2 if twos else 1) < season.threshold
    )


# ------------------------------------------------------------------- cards that were revealed


def limits_of_reveals(options: GameOptions, seasons: Sequence[Sequence[Card]]) -> Limits:
    """Return the limits after some seasons, given the cards revealed in each of them, in order."""
    cards = [card for revealed in seasons for card in revealed]
    beasts = {
        card.beast: number
        for number, revealed in enumerate(seasons)
        for card in revealed
        if isinstance(card, AmbushCard) and card.beast
    }
    due = sum(is_due for revealed in seasons for _, is_due in _explored(revealed))

    def most(terrain: Terrain | None) -> int | None:
        if Beast.ZOMBIE in beasts and terrain in {None, Terrain.MONSTER}:
            return None
        any_terrain = options.explore is Box.HEROES and terrain is not None
        total = sum(_size(card, terrain, least=any_terrain and isinstance(card, ExploreCard)) for card in cards)
        if terrain is None:
            troll = beasts.get(Beast.TROLL)
            return total + (Beast.GORGON in beasts) + (0 if troll is None else len(seasons) - troll)
        return total + due

    with_coin = sum(isinstance(card, ExploreCard) and any(option.coin for option in card.options) for card in cards)
    return Limits(
        most(None),
        {terrain: most(terrain) for terrain in Terrain},
        with_coin + (DRAGON_COINS if Beast.DRAGON in beasts else 0),
    )


def most_lost_stars(options: GameOptions, seasons: Sequence[Sequence[Card]]) -> int | None:
    """Return the most stars that monsters can cost after some seasons, given the cards revealed in each of them.

    None without a limit, because zombies spread.
    """
    single = _border(MONOMINO)

    def most(card: Card) -> int:
        shapes = (
            () if isinstance(card, RuinsCard) else (one.shape for one in card.options if one.terrain is Terrain.MONSTER)
        )
        any_terrain = options.explore is Box.HEROES and isinstance(card, ExploreCard)
        return max(map(_border, shapes), default=single if any_terrain else 0)

    cards = [card for revealed in seasons for card in revealed]
    if any(isinstance(card, AmbushCard) and card.beast is Beast.ZOMBIE for card in cards):
        return None
    return sum(map(most, cards)) + single * sum(is_due for revealed in seasons for _, is_due in _explored(revealed))


def _border(shape: Polyomino) -> int:
    """Return the number of spaces around a shape, none of which is on the edge of the map."""
    region = shape.printed.region << space_at(1, 1)
    return (adjacent_to(region) & ~region).bit_count()


def _explored(revealed: Sequence[Card]) -> Iterator[tuple[ExploreCard, bool]]:
    """Yield the explore cards among the cards of a season, each with whether its shape had to cover ruins."""
    is_due = False
    for card in revealed:
        if isinstance(card, RuinsCard):
            is_due = True
        elif isinstance(card, ExploreCard):
            yield card, is_due
            is_due = False


def _least_spaces(drawing: Sheet, seasons: Sequence[Sequence[Card]], *, is_solo: bool) -> int:
    """Return the fewest spaces that the revealed cards can have filled, on a map that isn't full.

    A shape that fits now also fitted when its card was revealed, because spaces never become empty again. So the
    player had to draw a shape of that card, and not a single space.
    """
    total = 0
    empty, ruins = drawing.empty, drawing.open_ruins
    for revealed in seasons:
        for card, is_due in _explored(revealed):
            shapes = [option.shape for option in card.options]
            fit = any(fits(shape, empty, ruins if is_due else None) for shape in shapes)
            total += min(len(shape.cells) for shape in shapes) if fit else 1
        for other in revealed:
            if isinstance(other, HeroCard):
                total += 1
            elif isinstance(other, AmbushCard) and is_solo:
                total += len(other.shape.cells) if ambush_trail(other, empty) else 0
            elif isinstance(other, AmbushCard):
                total += len(other.shape.cells) if fits(other.shape, empty) else 1
    return total


def _least_ruins(drawing: Sheet, seasons: Sequence[Sequence[Card]]) -> int:
    """Return the fewest ruins that are filled: one for each shape that had to cover ruins and still could."""
    empty, ruins = drawing.empty, drawing.open_ruins
    return sum(
        is_due and any(fits(option.shape, empty, ruins) for option in card.options)
        for revealed in seasons
        for card, is_due in _explored(revealed)
    )


# ------------------------------------------------------------------- findings


def findings(paper: Paper, limits: Limits) -> Iterator[Finding]:
    """Yield the facts on a map that exceed the limits of its cards."""
    drawing = paper.drawing
    filled = _filled(drawing)
    if limits.spaces is not None and filled > limits.spaces:
        yield Finding("paper.check.spaces", limits.spaces, filled)
    for terrain, most in limits.terrains.items():
        region = drawing.spaces_of(terrain)
        if most is not None and region.bit_count() > most:
            yield Finding("paper.check.terrain", most, region.bit_count(), terrain.value, spaces=region)
    yield from _many_coins(paper.sheet.coins, limits.coins + surrounded_mountains(paper).bit_count())


def _many_coins(coins: int, most: int) -> Iterator[Finding]:
    """Yield the finding about more coins than a game allows."""
    if coins > most:
        yield Finding("paper.check.coins.many", min(most, COIN_TRACK), coins)


def fallen_coins(before: int, after: int) -> Iterator[Finding]:
    """Yield the finding about fewer coins than a season earlier."""
    if after < before:
        yield Finding("paper.check.coins.fell", before, after)


def findings_after(
    paper: Paper, before: Paper | None, options: GameOptions, seasons: Sequence[Sequence[Card]], *, is_solo: bool
) -> Iterator[Finding]:
    """Yield the findings about a map after some seasons of a game, given the cards revealed in each of them.

    ``before`` is the map after the previous season, if it is known.
    """
    drawing = paper.drawing
    yield from findings(paper, limits_of_reveals(options, seasons))
    if before:
        yield from _changes(before, paper)
    filled, least = _filled(drawing), _least_spaces(drawing, seasons, is_solo=is_solo)
    if drawing.empty and filled < least:
        yield Finding("paper.check.few", least, filled)
    ruins, least = (drawing.ruins & drawing.filled).bit_count(), _least_ruins(drawing, seasons)
    if ruins < least:
        yield Finding("paper.check.ruins", least, ruins, spaces=drawing.open_ruins)


def _changes(before: Paper, after: Paper) -> Iterator[Finding]:
    """Yield the impossible differences from an earlier map: a filled space changes only if it is destroyed."""
    old, new = before.drawing, after.drawing
    changed = old.destroyed & ~new.destroyed
    for terrain in Terrain:
        changed |= old.spaces_of(terrain) & ~(new.spaces_of(terrain) | new.destroyed)
    if changed:
        yield Finding("paper.check.changed", changed.bit_count(), spaces=changed)
    yield from fallen_coins(before.sheet.coins, after.sheet.coins)


def findings_of_count(
    count: Count, coins_before: int, side: str, options: GameOptions, seasons: Sequence[Sequence[Card]]
) -> Mapping[str, Finding]:
    """Return the findings about a row of counted stars after some seasons, by the name of its number.

    The cards revealed in each season are given. ``coins_before`` is the number of coins a season earlier; 0 if it is
    unknown. Missing coins count as 0 once the row is complete.
    """
    found: dict[str, Finding] = {}
    if count.coins is not None or count.is_complete:
        coins = count.coins or 0
        most = limits_of_reveals(options, seasons).coins + earning_mountains(side).bit_count()
        for one in (*_many_coins(coins, most), *fallen_coins(coins_before, coins)):
            found["coins"] = one
    lost, most_lost = count.monsters or 0, most_lost_stars(options, seasons)
    if most_lost is not None and lost > most_lost:
        found["monsters"] = Finding("paper.check.monsters", most_lost, lost)
    return found


def _filled(drawing: Sheet) -> int:
    """Return the number of spaces that are painted."""
    return (drawing.filled & ~(drawing.mountain | drawing.wasteland)).bit_count()
