"""Hypothesis strategies for regions, shapes, maps, game ids, and legal games up to any ply."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from hypothesis import strategies as st

from cartographers.attack import Attack
from cartographers.boxes import Box
from cartographers.custom_map import LIMITS, custom_side
from cartographers.game import apply, new_game
from cartographers.game_id import GameId
from cartographers.polyomino import Polyomino
from cartographers.region import BOARD, STRIDE, Region, region_of, spaces
from cartographers.rules import count_plies, nth_ply, ply_bundles
from cartographers.scoring import Family, cards_of
from cartographers.sheet import Sheet
from cartographers.state import Ply, State
from cartographers.terrain import Terrain

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")

SIGNS = (".", "@", "^", "#", *"fvawmhx", *(f"{letter}@" for letter in "fvawmhx"))

some_spaces = st.integers(0, BOARD).map(lambda region: region & BOARD)
#: Sparse and dense regions, to get clusters of all sizes.
regions = st.one_of(
    some_spaces, st.builds(Region.__and__, some_spaces, some_spaces), st.builds(Region.__or__, some_spaces, some_spaces)
)


def any_of(members: Sequence[T]) -> st.SearchStrategy[T]:
    """Choose a member. Unlike ``sampled_from``, this doesn't hash the members, which is slow for states."""
    return st.integers(0, len(members) - 1).map(members.__getitem__)


def _moved_to_the_corner(cells: set[tuple[int, int]]) -> Polyomino:
    top, left = (min(axis) for axis in zip(*cells, strict=True))
    return Polyomino(tuple(sorted((row - top, column - left) for row, column in cells)))


#: Any shape of up to seven cells, including split ones.
polyominoes = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=7).map(_moved_to_the_corner)
#: Any attack on up to five spaces around a hero.
attacks = (
    st.sets(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), max_size=5)
    .map(lambda offsets: offsets - {(0, 0)})
    .map(lambda offsets: Attack(tuple(sorted(offsets))))
)

Grid = list[list[str]]


def rows_of(grid: Grid) -> list[str]:
    """Return a map as rows of a diagram."""
    return [" ".join(symbols) for symbols in grid]


@st.composite
def grids(draw: st.DrawFn, *, size: int | None = None) -> Grid:
    """Choose a map of the given or any size. It has few kinds of symbols, so clusters grow large and lines fill up."""
    height, width = (size, size) if size else (draw(st.integers(1, 11)), draw(st.integers(1, 11)))
    kinds = draw(st.lists(st.sampled_from(SIGNS), min_size=1, max_size=7))
    numbers = draw(st.binary(min_size=height * width, max_size=height * width))  # much faster than a list of symbols
    symbols = [kinds[number % len(kinds)] for number in numbers]
    return [symbols[start : start + width] for start in range(0, height * width, width)]


@st.composite
def custom_sheets(draw: st.DrawFn) -> Sheet:
    """Choose a custom map with any allowed numbers of mountains, ruins, and wasteland."""
    counts = [draw(st.integers(least, most)) for least, most in LIMITS.values()]
    chosen = iter(draw(st.permutations(list(spaces(BOARD)))))
    return Sheet(**{kind: region_of(islice(chosen, count)) for kind, count in zip(LIMITS, counts, strict=True)})


sides = st.one_of(st.sampled_from("ABCD"), st.builds(custom_side, custom_sheets()))
seeds = st.text("0123456789abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=6)
one_box = st.sampled_from((Box.BASE, Box.HEROES))
any_box = st.sampled_from((Box.BASE, Box.HEROES, Box.BOTH))


@st.composite
def _game_ids(draw: st.DrawFn) -> GameId:
    scoring = draw(any_box)
    chosen = st.tuples(*(st.sampled_from(cards_of(family, scoring)) for family in Family))
    edicts = st.one_of(st.just(()), chosen.flatmap(st.permutations).map(tuple))
    mix = st.tuples(one_box, one_box, any_box, st.booleans())
    return GameId(draw(seeds), draw(sides), draw(st.integers(1, 5)), draw(edicts), *draw(mix), scoring)


#: Game ids with any mix of the boxes, with chosen edicts or without.
game_ids = _game_ids()


class Game(NamedTuple):
    """A game, which may be unfinished."""

    id: GameId
    plies: list[Ply]
    #: The state before the first ply, and the state after each ply.
    states: list[State]


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Play a game with legal plies, and stop after any ply."""
    game_id = draw(game_ids)
    length = draw(st.integers(0, 40 * game_id.players))
    game = Game(game_id, [], [new_game(game_id)])
    for choice in draw(st.binary(min_size=length, max_size=length)):
        found = list(ply_bundles(game.states[-1]))
        if not found:
            break
        game.plies.append(nth_ply(found, choice * count_plies(found) // 256))
        game.states.append(apply(game.states[-1], game.plies[-1]))
    return game


#: Small changes to a ply. Most of the results are illegal.
_CHANGES: dict[str, Callable[[Ply, int], Ply]] = {
    "none": lambda ply, _: ply,
    "terrain": lambda ply, number: ply._replace(terrain=[*Terrain, None][number % (len(Terrain) + 1)]),
    "moved": lambda ply, number: ply._replace(region=_moved(ply.region, number)),
    "all moved": lambda ply, number: Ply(ply.terrain, _moved(ply.region, number), _moved(ply.attack, number)),
    "space dropped": lambda ply, number: ply._replace(region=_dropped(ply.region, number)),
    "space added": lambda ply, number: ply._replace(region=_added(ply.region, number)),
    "attacked space added": lambda ply, number: ply._replace(attack=_added(ply.attack, number)),
}
#: Changes to the attack of a ply that has one.
_CHANGES_OF_AN_ATTACK: dict[str, Callable[[Ply, int], Ply]] = {
    "attack moved": lambda ply, number: ply._replace(attack=_moved(ply.attack, number)),
    "attack dropped": lambda ply, _: ply._replace(attack=0),
    "attacked space dropped": lambda ply, number: ply._replace(attack=_dropped(ply.attack, number)),
}


def _moved(region: Region, number: int) -> Region:
    steps = abs(number) % (2 * STRIDE)
    return region << steps if number > 0 else region >> steps


def _dropped(region: Region, number: int) -> Region:
    members = list(spaces(region))
    return region ^ 1 << members[number % len(members)] if members else region


def _added(region: Region, number: int) -> Region:
    return region | 1 << number % (12 * STRIDE)


@st.composite
def plies_near(draw: st.DrawFn, legal: list[Ply]) -> Ply:
    """Choose one of the legal plies, or a similar ply that may be illegal."""
    ply = draw(any_of(legal))
    changes = _CHANGES_OF_AN_ATTACK if ply.attack and draw(st.booleans()) else _CHANGES
    return changes[draw(st.sampled_from(sorted(changes)))](ply, draw(st.integers(-1000, 1000)))
