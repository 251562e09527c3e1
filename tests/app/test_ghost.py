"""The ghost: turned about its pivot, mirrored as the eye sees it, kept on the map, shown where it fits."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from app.ghost import (
    Cells,
    Ghost,
    cells_about_pivot,
    first_ghost,
    fitting_ghosts,
    ghost_cells,
    ghost_ply,
    ghost_region,
    inside,
    nearest_fit,
    next_fit,
)
from cartographers.bots.random_player import random_player
from cartographers.cards import Option
from cartographers.explore import EXPLORE
from cartographers.game import Ply, State, Task, apply, is_legal, legal_moves, new_game
from cartographers.game_id import GameId
from cartographers.polyomino import MONOMINO, Polyomino, is_shape
from cartographers.region import BOARD, SIZE, space_at
from cartographers.terrain import Terrain

SHAPES = list(dict.fromkeys(option.shape for card in EXPLORE for option in card.options))
POSTURES = list(product(range(4), (False, True)))
STATIONS = [(row, column) for row in (0, 5, 10) for column in (0, 5, 10)]


def alone(shape: Polyomino) -> Task:
    """Return a task with that one shape."""
    return Task(0, 0, (Option(Terrain.FARM, shape),))


def states(side: str, seed: str) -> Iterator[State]:
    """Yield every position of a random game in which there is something to draw."""
    rng = Random(seed)  # noqa: S311 - a game to look at, and repeatable on purpose
    state = new_game(GameId(seed, side))
    while state.task:
        yield state
        state = apply(state, random_player(state, rng))


GAMES = [*states("A", "k3x9q2"), *states("B", "ghost")]


def picture(cells: Cells) -> str:
    """Return cells as rows of signs, the pivot as ``O``, so that a failure shows a shape."""
    rows, columns = zip(*cells, strict=True)
    return "\n".join(
        "".join(
            "O" if (row, column) == (0, 0) else "X" if (row, column) in cells else "."
            for column in range(min(columns), max(columns) + 1)
        )
        for row in range(min(rows), max(rows) + 1)
    )


@pytest.mark.parametrize("shape", SHAPES)
def test_the_pivot_is_a_cell_of_the_shape(shape: Polyomino) -> None:
    """What a finger points at is covered, however the shape lies."""
    for turns, mirrored in POSTURES:
        assert (0, 0) in cells_about_pivot(shape, turns, mirrored=mirrored)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("mirrored", [False, True])
def test_four_turns_about_the_pivot(shape: Polyomino, *, mirrored: bool) -> None:
    """Each turn takes every cell a quarter clockwise about the pivot, which stays; the fourth is the first again."""
    task = alone(shape)
    ghost = start = Ghost(0, 5, 5, mirrored=mirrored)
    for _ in range(4):
        turned = ghost.turned(1)
        assert (turned.row, turned.column) == (5, 5)
        quarter = tuple(sorted((column, -row) for row, column in ghost_cells(ghost, task)))
        assert picture(ghost_cells(turned, task)) == picture(quarter)
        assert turned.turned(-1) == ghost
        ghost = turned
    assert ghost == start


@pytest.mark.parametrize("shape", SHAPES)
def test_a_flip_mirrors_what_is_seen(shape: Polyomino) -> None:
    """In every posture, left and right change places about the pivot, and a second flip takes it back."""
    task = alone(shape)
    for turns, mirrored in POSTURES:
        ghost = Ghost(0, 5, 5, turns, mirrored)
        seen = tuple(sorted((row, -column) for row, column in ghost_cells(ghost, task)))
        assert picture(ghost_cells(ghost.flipped(), task)) == picture(seen)
        assert ghost.flipped().flipped() == ghost


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("station", STATIONS)
def test_a_ghost_is_pushed_inside_and_no_further(shape: Polyomino, station: tuple[int, int]) -> None:
    """At every border and corner, all cells come to lie on the map, and a ghost that lay there stays."""
    task = alone(shape)
    for turns, mirrored in POSTURES:
        ghost = Ghost(0, *station, turns, mirrored)
        pushed = inside(ghost, task)
        region = ghost_region(pushed, task)
        assert region & ~BOARD == 0
        assert region.bit_count() == len(shape.cells)
        assert is_shape(region, shape)
        assert inside(pushed, task) == pushed
        assert (pushed.turns, pushed.mirrored) == (turns, mirrored)
        reach = max(abs(number) for cell in ghost_cells(ghost, task) for number in cell)
        assert abs(pushed.row - ghost.row) <= reach
        assert abs(pushed.column - ghost.column) <= reach
        if pushed.row != ghost.row:  # pushed as far as the border and no further
            assert {0, SIZE - 1} & {pushed.row + row for row, _ in ghost_cells(ghost, task)}
        if pushed.column != ghost.column:
            assert {0, SIZE - 1} & {pushed.column + column for _, column in ghost_cells(ghost, task)}


def test_a_ghost_far_off_comes_back() -> None:
    """However far a drag goes, the ghost is on the map."""
    for rows, columns in product((-99, 0, 99), repeat=2):
        moved = inside(Ghost(0, 5, 5).moved(rows, columns), alone(SHAPES[0]))
        assert ghost_region(moved, alone(SHAPES[0])) & ~BOARD == 0


@pytest.mark.parametrize("state", GAMES[::4])
def test_every_legal_ply_can_be_shown(state: State) -> None:
    """Some ghost is each legal ply, and what is yielded as fitting is that, each place once."""
    task = state.task
    assert task is not None
    found = [ghost_ply(ghost, task) for number in range(len(task.options)) for ghost in fitting_ghosts(state, number)]
    assert sorted(found, key=str) == sorted(legal_moves(state), key=str)


@pytest.mark.parametrize("state", GAMES)
def test_a_ply_begins_with_a_ghost_that_fits(state: State) -> None:
    """Wherever the last ghost lay, and at the very first."""
    task = state.task
    assert task is not None
    for near in (None, Ghost(0, 0, 0), Ghost(1, 10, 3, 3, mirrored=True)):
        ghost = first_ghost(state, near)
        assert ghost is not None
        assert is_legal(state, ghost_ply(ghost, task))
        assert inside(ghost, task) == ghost


def test_a_ghost_that_fits_stays() -> None:
    """The nearest place to one that fits is that place, in the posture that it has."""
    for state in GAMES[::6]:
        for ghost in list(fitting_ghosts(state, 0))[::7]:
            assert nearest_fit(state, ghost) == ghost


def test_the_nearest_place_is_the_nearest() -> None:
    """No place in the same posture lies nearer to the one that was wanted."""
    unlike = 0
    for state in GAMES[::3]:
        task = state.task
        assert task is not None
        for row, column in STATIONS:
            wanted = Ghost(0, row, column)
            found = nearest_fit(state, wanted)
            alike = [
                other for other in fitting_ghosts(state, 0) if ghost_cells(other, task) == ghost_cells(wanted, task)
            ]
            if not alike:
                unlike += 1
                continue
            distance = min((other.row - row) ** 2 + (other.column - column) ** 2 for other in alike)
            assert ghost_cells(found, task) == ghost_cells(wanted, task)
            assert (found.row - row) ** 2 + (found.column - column) ** 2 == distance
    assert unlike < len(GAMES)


@pytest.mark.parametrize("state", GAMES[::5])
def test_where_goes_through_all_places_and_comes_round(state: State) -> None:
    """Each legal place of the shape is shown once before the first comes again."""
    task = state.task
    assert task is not None
    ghost = first = first_ghost(state, None)
    assert ghost is not None
    assert first is not None
    terrain = task.options[ghost.option].terrain
    expected = {
        ply
        for ply in legal_moves(state)
        if ply.terrain is terrain and is_shape(ply.region, task.options[ghost.option].shape)
    }
    shown: list[Ply] = []
    for _ in expected:
        shown.append(ghost_ply(ghost, task))
        ghost = next_fit(state, ghost)
    assert len(shown) == len(set(shown))
    assert set(shown) == expected
    assert ghost_region(ghost, task) == ghost_region(first, task)


def test_where_from_a_place_that_does_not_fit() -> None:
    """From an illegal place, the first step is to the nearest legal one."""
    state = new_game(GameId("k3x9q2"))
    task = state.task
    assert task is not None
    mountain = Ghost(0, 1, 3)
    assert ghost_region(mountain, task) >> space_at(1, 3) & 1
    assert not is_legal(state, ghost_ply(mountain, task))
    assert next_fit(state, mountain) == nearest_fit(state, mountain)


def test_a_shape_without_a_place_is_shown_on_the_map() -> None:
    """An option that fits nowhere stays where it was wanted, pushed inside; the other one begins the ply."""
    for state in GAMES:
        task = state.task
        assert task is not None
        fitting = [any(fitting_ghosts(state, number)) for number in range(len(task.options))]
        ghost = first_ghost(state, None)
        assert ghost is not None
        assert ghost.option == fitting.index(True)
        if not all(fitting):
            wanted = Ghost(fitting.index(False), 10, 10)
            assert nearest_fit(state, wanted) == inside(wanted, task)
            break
    else:
        pytest.fail("no position has an option that fits nowhere")


def test_there_is_no_ghost_after_the_end() -> None:
    """A game that is over has nothing to place."""
    state = GAMES[-1]
    while state.task:
        state = apply(state, legal_moves(state)[0])
    assert first_ghost(state, Ghost(0, 5, 5)) is None
    assert list(fitting_ghosts(state, 0)) == []


def test_a_single_space_has_one_posture() -> None:
    """Turning and flipping a single space changes nothing that is seen."""
    assert {cells_about_pivot(MONOMINO, turns, mirrored=mirrored) for turns, mirrored in POSTURES} == {((0, 0),)}
