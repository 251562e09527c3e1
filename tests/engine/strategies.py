"""What Hypothesis draws from: regions, shapes, maps, game ids, and legal games in any position."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hypothesis import strategies as st

from cartographers.game import Ply, State, apply, legal_moves, new_game
from cartographers.game_id import GameId
from cartographers.polyomino import Polyomino
from cartographers.region import BOARD, STRIDE, Region, spaces
from cartographers.scoring import CARDS, Family
from cartographers.terrain import Terrain

if TYPE_CHECKING:
    from collections.abc import Callable

SIGNS = (".", "@", "^", "#", *"fvawmhx", *(f"{letter}@" for letter in "fvawmhx"))

some_spaces = st.integers(0, BOARD).map(lambda region: region & BOARD)
#: Regions from thin to dense, so that clusters of all sizes occur.
regions = st.one_of(
    some_spaces,
    st.builds(Region.__and__, some_spaces, some_spaces),
    st.builds(Region.__or__, some_spaces, some_spaces),
)


def _moved_to_the_corner(cells: set[tuple[int, int]]) -> Polyomino:
    top, left = (min(axis) for axis in zip(*cells, strict=True))
    return Polyomino(tuple(sorted((row - top, column - left) for row, column in cells)))


#: Any shape of up to seven cells, split ones included.
polyominoes = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=7).map(_moved_to_the_corner)

Grid = list[list[str]]


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    """Draw a map of any size as rows of signs, in few kinds of them, so that clusters grow and lines fill."""
    height, width = draw(st.integers(1, 11)), draw(st.integers(1, 11))
    kinds = draw(st.lists(st.sampled_from(SIGNS), min_size=1, max_size=6))
    numbers = draw(st.binary(min_size=height * width, max_size=height * width))  # much faster than a list of signs
    signs = [kinds[number % len(kinds)] for number in numbers]
    return [signs[start : start + width] for start in range(0, height * width, width)]


seeds = st.text("0123456789abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=6)
chosen_edicts = (
    st.tuples(*(st.sampled_from([card for card in CARDS if card.family is family]) for family in Family))
    .flatmap(st.permutations)
    .map(tuple)
)
game_ids = st.builds(
    GameId,
    seed=seeds,
    side=st.sampled_from("AB"),
    players=st.integers(1, 4),
    edicts=st.one_of(st.just(()), chosen_edicts),
)


class Game(NamedTuple):
    """A game in any position: its id, its plies, and the state before the first ply and after each."""

    id: GameId
    plies: list[Ply]
    states: list[State]


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a game of legal plies, stopped anywhere up to its end."""
    game_id = draw(game_ids)
    choices = draw(st.lists(st.integers(0, 10**4), max_size=40 * game_id.players))
    game = Game(game_id, [], [new_game(game_id)])
    for choice in choices:
        legal = legal_moves(game.states[-1])
        if not legal:
            break
        game.plies.append(legal[choice % len(legal)])
        game.states.append(apply(game.states[-1], game.plies[-1]))
    return game


#: Small changes to a ply, most of which the rules forbid.
_CHANGES: dict[str, Callable[[Ply, int], Ply]] = {
    "none": lambda ply, _: ply,
    "terrain": lambda ply, number: Ply(list(Terrain)[number % len(Terrain)], ply.region),
    "right or down": lambda ply, number: Ply(ply.terrain, ply.region << number % (2 * STRIDE)),
    "left or up": lambda ply, number: Ply(ply.terrain, ply.region >> number % (2 * STRIDE)),
    "space dropped": lambda ply, number: Ply(ply.terrain, ply.region ^ 1 << _pick(ply.region, number)),
    "space added": lambda ply, number: Ply(ply.terrain, ply.region | 1 << number % (12 * STRIDE)),
}


def _pick(region: Region, number: int) -> int:
    members = list(spaces(region))
    return members[number % len(members)]


@st.composite
def plies_near(draw: st.DrawFn, legal: list[Ply]) -> Ply:
    """Draw one of the legal plies, or something close to it."""
    ply = draw(st.sampled_from(legal))
    change = _CHANGES[draw(st.sampled_from(sorted(_CHANGES)))]
    return change(ply, draw(st.integers(0, 1000)))
