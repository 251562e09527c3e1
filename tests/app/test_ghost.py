"""Tests of the ghost: rotation about its pivot, flips, the edge of the map, and the places where it fits."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from app.game.ghost import (
    Cells,
    Ghost,
    cells_about_pivot,
    first_ghost,
    fitting_ghosts,
    ghost_cells,
    ghost_ply,
    ghost_region,
    moved_onto_map,
    nearest_fit,
    next_fit,
)
from cartographers.ambush import AMBUSH
from cartographers.boxes import Box
from cartographers.cards import AmbushCard, ExploreCard, HeroCard, Option
from cartographers.explore import EXPLORE
from cartographers.game import apply, new_game
from cartographers.heroes import HEROES
from cartographers.polyomino import MONOMINO, Polyomino, has_shape
from cartographers.region import BOARD, SIZE, position, region_of, space_at, spaces
from cartographers.rules import Reason, is_legal, legal_moves, objection
from cartographers.state import Ply, State, Task
from cartographers.terrain import Terrain
from support.playing import BASE_A, GAMES, game_of, states_of

CARDS: list[ExploreCard | AmbushCard] = [
    *(*EXPLORE[Box.BASE], *EXPLORE[Box.HEROES]),
    *(*AMBUSH[Box.BASE], *AMBUSH[Box.HEROES]),
]
SHAPES = list(dict.fromkeys(option.shape for card in CARDS for option in card.options))
POSTURES = list(product(range(4), (False, True)))
STATIONS = [(row, column) for row in (0, 5, 10) for column in (0, 5, 10)]


FARMLAND = EXPLORE[Box.BASE][1]


def alone(shape: Polyomino) -> Task:
    """Return a task with a single shape."""
    return Task(0, 0, FARMLAND, (Option(Terrain.FARM, shape),), BOARD)


#: The states of whole games: solo games with all monsters and heroes, and a game of three with mixed boxes.
STATES = {name: states_of(game_of(GAMES[name][-1][1])) for name in ("A", "B", "heroes", "trio")}
CHOICES = [state for name in STATES for state in STATES[name] if state.task]
SOME = CHOICES[::9]


def picture(cells: Cells) -> str:
    """Return cells as rows of characters, with ``O`` for the pivot, so that a failure shows the shape."""
    rows, columns = zip(*cells, strict=True)
    return "\n".join(
        "".join(
            "O" if (row, column) == (0, 0) else "X" if (row, column) in cells else "."
            for column in range(min(columns), max(columns) + 1)
        )
        for row in range(min(rows), max(rows) + 1)
    )


@pytest.mark.parametrize("shape", SHAPES)
def test_pivot_is_covered_in_every_posture(shape: Polyomino) -> None:
    """The space under the pivot is covered in every posture."""
    for turns, mirrored in POSTURES:
        assert (0, 0) in cells_about_pivot(shape, turns, mirrored=mirrored)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("mirrored", [False, True])
def test_four_rotations_about_the_pivot(shape: Polyomino, *, mirrored: bool) -> None:
    """A turn rotates every cell a quarter clockwise about the pivot, and four turns lead back to the start."""
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
def test_flip_mirrors_the_visible_shape(shape: Polyomino) -> None:
    """A flip mirrors the visible shape left to right about the pivot, and a second one undoes it."""
    task = alone(shape)
    for turns, mirrored in POSTURES:
        ghost = Ghost(0, 5, 5, turns, mirrored)
        seen = tuple(sorted((row, -column) for row, column in ghost_cells(ghost, task)))
        assert picture(ghost_cells(ghost.flipped(), task)) == picture(seen)
        assert ghost.flipped().flipped() == ghost


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("station", STATIONS)
def test_ghost_is_pushed_onto_the_map_by_the_least_distance(shape: Polyomino, station: tuple[int, int]) -> None:
    """At every edge and corner, a ghost is pushed onto the map by the least distance; a ghost on the map stays."""
    task = alone(shape)
    for turns, mirrored in POSTURES:
        ghost = Ghost(0, *station, turns, mirrored)
        pushed = moved_onto_map(ghost, task)
        region = ghost_region(pushed, task)
        assert region & ~BOARD == 0
        assert region.bit_count() == len(shape.cells)
        assert has_shape(region, shape)
        assert moved_onto_map(pushed, task) == pushed
        assert (pushed.turns, pushed.mirrored) == (turns, mirrored)
        reach = max(abs(number) for cell in ghost_cells(ghost, task) for number in cell)
        assert abs(pushed.row - ghost.row) <= reach
        assert abs(pushed.column - ghost.column) <= reach
        if pushed.row != ghost.row:  # pushed only as far as the edge
            assert {0, SIZE - 1} & {pushed.row + row for row, _ in ghost_cells(ghost, task)}
        if pushed.column != ghost.column:
            assert {0, SIZE - 1} & {pushed.column + column for _, column in ghost_cells(ghost, task)}


def test_dragged_ghost_stays_on_the_map() -> None:
    """A ghost stays on the map, however far it is dragged."""
    for rows, columns in product((-99, 0, 99), repeat=2):
        moved = moved_onto_map(Ghost(0, 5, 5).moved(rows, columns), alone(SHAPES[0]))
        assert ghost_region(moved, alone(SHAPES[0])) & ~BOARD == 0


@pytest.mark.parametrize("state", SOME)
def test_fitting_ghosts_are_exactly_the_legal_plies(state: State) -> None:
    """The ghosts that fit are exactly the legal plies, each place once."""
    task = state.task
    assert task is not None
    found = [ghost_ply(ghost, task) for number in range(len(task.options)) for ghost in fitting_ghosts(state, number)]
    assert sorted(found, key=str) == sorted(legal_moves(state), key=str)


@pytest.mark.parametrize("game", STATES)
def test_first_ghost_of_a_ply_fits(game: str) -> None:
    """The first ghost of a ply fits, wherever the last one was."""
    for state in STATES[game]:
        if state.task is None:
            continue
        for near in (None, Ghost(0, 0, 0), Ghost(1, 10, 3, 3, mirrored=True)):
            ghost = first_ghost(state, near)
            assert ghost is not None
            assert is_legal(state, ghost_ply(ghost, state.task))
            assert moved_onto_map(ghost, state.task) == ghost


def test_fitting_ghost_stays_in_place() -> None:
    """The nearest place to a ghost that fits is its own, in its own posture."""
    for state in SOME:
        for ghost in list(fitting_ghosts(state, 0))[::7]:
            assert nearest_fit(state, ghost) == ghost


def test_nearest_fit_prefers_the_same_posture() -> None:
    """The nearest fit has the same posture if possible, and no such place is closer."""
    unlike = 0
    for state in SOME:
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
    assert unlike < len(SOME) * len(STATIONS) / 3


@pytest.mark.parametrize("state", SOME)
def test_where_cycles_through_all_legal_places(state: State) -> None:
    """Where shows each legal place of the shape once before the first one appears again."""
    task = state.task
    assert task is not None
    ghost = first = first_ghost(state, None)
    assert ghost is not None
    assert first is not None
    terrain = task.options[ghost.option].terrain
    expected = {
        ply
        for ply in legal_moves(state)
        if ply.terrain is terrain and has_shape(ply.region, task.options[ghost.option].shape)
    }
    shown: list[Ply] = []
    for _ in expected:
        shown.append(ghost_ply(ghost, task))
        ghost = next_fit(state, ghost)
    assert len(shown) == len(set(shown))
    assert set(shown) == expected
    assert ghost_ply(ghost, task) == ghost_ply(first, task)


def test_where_from_an_illegal_place() -> None:
    """From an illegal place, Where leads to the nearest legal one."""
    state = new_game(BASE_A)
    task = state.task
    assert task is not None
    mountain = Ghost(0, 1, 3)
    assert ghost_region(mountain, task) >> space_at(1, 3) & 1
    assert not is_legal(state, ghost_ply(mountain, task))
    assert next_fit(state, mountain) == nearest_fit(state, mountain)


def test_unplaceable_option_stays_on_the_map() -> None:
    """An option that fits nowhere stays on the map, and another one begins the ply."""
    for state in CHOICES:
        task = state.task
        assert task is not None
        fitting = [any(fitting_ghosts(state, number)) for number in range(len(task.options))]
        ghost = first_ghost(state, None)
        assert ghost is not None
        assert ghost.option == fitting.index(True)
        if not all(fitting):
            wanted = Ghost(fitting.index(False), 10, 10)
            assert nearest_fit(state, wanted) == moved_onto_map(wanted, task)
            break
    else:
        pytest.fail("no position has an option that fits nowhere")


def test_finished_game_has_no_ghost() -> None:
    """A finished game has no ghost."""
    state = STATES["heroes"][-1]
    assert state.is_over
    assert first_ghost(state, Ghost(0, 5, 5)) is None
    assert list(fitting_ghosts(state, 0)) == []


def test_a_single_space_has_one_posture() -> None:
    """A single space looks the same after any rotation or flip."""
    assert {cells_about_pivot(MONOMINO, turns, mirrored=mirrored) for turns, mirrored in POSTURES} == {((0, 0),)}


# ------------------------------------------------------------------- heroes


def heroic(card: HeroCard, state: State) -> State:
    """Return the state with a hero card in play, for the first player."""
    return replace(state, task=Task(0, 0, card, card.options, state.sheets[0].empty))


#: Maps from blank to nearly full.
GROUNDS = [state for name in ("B", "heroes") for state in STATES[name][::6] if state.sheets[0].empty]


def attacked(ghost: Ghost, task: Task) -> set[tuple[int, int]]:
    """Return the spaces that a hero's ghost attacks, as rows and columns from the hero."""
    found = map(position, spaces(ghost_ply(ghost, task).attack))
    return {(row - ghost.row, column - ghost.column) for row, column in found}


@pytest.mark.parametrize("card", HEROES, ids=lambda card: card.id)
def test_hero_attacks_the_printed_pattern_by_default(card: HeroCard) -> None:
    """A hero that is neither rotated nor flipped attacks the printed pattern."""
    task = heroic(card, CHOICES[0]).task
    assert task is not None
    assert attacked(Ghost(0, 5, 5), task) == set(card.attack.offsets)


@pytest.mark.parametrize("card", HEROES, ids=lambda card: card.id)
def test_attack_rotates_and_flips_with_the_hero(card: HeroCard) -> None:
    """The attack rotates and flips with the hero, who stays in place."""
    task = heroic(card, CHOICES[0]).task
    assert task is not None
    for turns, mirrored in POSTURES:
        ghost = Ghost(0, 5, 5, turns, mirrored)
        assert ghost_region(ghost.turned(1), task) == ghost_region(ghost.flipped(), task) == 1 << space_at(5, 5)
        seen = attacked(ghost, task)
        assert attacked(ghost.turned(1), task) == {(column, -row) for row, column in seen}
        assert attacked(ghost.turned(-1), task) == {(-column, row) for row, column in seen}
        assert attacked(ghost.flipped(), task) == {(row, -column) for row, column in seen}


def test_rotation_changes_the_attack_of_two_heroes() -> None:
    """Two of the heroes attack other spaces after each rotation."""
    different = [
        len({ghost_ply(Ghost(0, 5, 5, turns), task).attack for turns in range(4)})
        for card in HEROES
        if (task := heroic(card, CHOICES[0]).task)
    ]
    assert sorted(different) == [1, 1, 4, 4]


@pytest.mark.parametrize("card", HEROES, ids=lambda card: card.id)
def test_an_attack_ends_at_the_edge_of_the_map(card: HeroCard) -> None:
    """A hero's attack ends at the edge of the map, in any place and posture, without wrapping around."""
    task = heroic(card, CHOICES[0]).task
    assert task is not None
    for row, column in product(range(SIZE), repeat=2):
        for turns, mirrored in POSTURES:
            ghost = Ghost(0, row, column, turns, mirrored)
            assert moved_onto_map(ghost, task) == ghost
            middle = attacked(replace(ghost, row=5, column=5), task)
            on_map = {
                (row + down, column + right)
                for down, right in middle
                if 0 <= row + down < SIZE and 0 <= column + right < SIZE
            }
            assert ghost_ply(ghost, task).attack == region_of(space_at(*place) for place in on_map)


@pytest.mark.parametrize("card", HEROES, ids=lambda card: card.id)
def test_fitting_hero_ghosts_are_exactly_the_legal_plies(card: HeroCard) -> None:
    """A hero's fitting ghosts are exactly the legal plies, even where two postures attack the same spaces."""
    for ground in GROUNDS:
        state = heroic(card, ground)
        assert state.task is not None
        found = [ghost_ply(ghost, state.task) for ghost in fitting_ghosts(state, 0)]
        assert len(found) == len(set(found))
        assert set(found) == set(legal_moves(state))


@pytest.mark.parametrize("card", HEROES, ids=lambda card: card.id)
def test_hero_is_legal_on_empty_spaces_in_every_posture(card: HeroCard) -> None:
    """A hero is legal on every empty space in every posture, and nowhere else."""
    for ground in GROUNDS[::3]:
        state = heroic(card, ground)
        assert state.task is not None
        for space in spaces(BOARD):
            row, column = position(space)
            for turns, mirrored in POSTURES:
                ply = ghost_ply(Ghost(0, row, column, turns, mirrored), state.task)
                assert is_legal(state, ply) == bool(ground.sheets[0].empty >> space & 1)


@pytest.mark.parametrize("card", HEROES, ids=lambda card: card.id)
def test_where_cycles_through_all_hero_plies(card: HeroCard) -> None:
    """Where shows each place and each attack of a hero once before the first one appears again."""
    narrow = [ground for ground in GROUNDS if ground.sheets[0].empty.bit_count() < 40]
    assert narrow
    for ground in narrow:
        state = heroic(card, ground)
        task, expected = state.task, set(legal_moves(state))
        assert task is not None
        ghost = first = nearest_fit(state, Ghost(0, 5, 5, 3, mirrored=True))
        shown: list[Ply] = []
        for _ in expected:
            shown.append(ghost_ply(ghost, task))
            ghost = next_fit(state, ghost)
        assert len(shown) == len(set(shown))
        assert set(shown) == expected
        assert ghost_ply(ghost, task) == ghost_ply(first, task)


@pytest.mark.parametrize("card", HEROES, ids=lambda card: card.id)
def test_fitting_hero_stays_in_place(card: HeroCard) -> None:
    """The nearest place to a hero that fits is its own, with the same attack."""
    state = heroic(card, GROUNDS[-1])
    for ghost in fitting_ghosts(state, 0):
        assert nearest_fit(state, ghost) == ghost


@pytest.mark.parametrize("card", HEROES, ids=lambda card: card.id)
def test_where_leads_a_hero_off_a_mountain(card: HeroCard) -> None:
    """From a mountain, Where leads a hero to the nearest empty space with the same attack."""
    state = heroic(card, CHOICES[0])
    task = state.task
    assert task is not None
    for turns, mirrored in POSTURES:
        mountain = Ghost(0, 5, 5, turns, mirrored)
        assert state.sheets[0].mountain >> space_at(5, 5) & 1
        found = next_fit(state, mountain)
        assert is_legal(state, ghost_ply(found, task))
        assert abs(found.row - 5) + abs(found.column - 5) == 1
        assert attacked(found, task) == attacked(mountain, task)


def test_hero_as_a_forced_single_space_attacks_nothing() -> None:
    """A hero drawn as a forced single space attacks nothing."""
    single = Option(Terrain.HERO, MONOMINO)
    task = Task(0, 0, EXPLORE[Box.HEROES][0], (single,), BOARD)
    for turns, mirrored in POSTURES:
        assert ghost_ply(Ghost(0, 5, 5, turns, mirrored), task) == Ply(Terrain.HERO, 1 << space_at(5, 5))


# ------------------------------------------------------------------- picks


def test_pick_is_legal_exactly_within_reach() -> None:
    """A pick is legal on exactly the spaces within reach, and Where shows all of them."""
    picks = [state for state in CHOICES if state.task and state.task.is_pick]
    assert {state.task.card.id for state in picks if state.task} == {"gorgon-gaze", "giant-troll-ravage"}
    for state in picks:
        task = state.task
        assert task is not None
        fitting = [ghost_region(ghost, task) for ghost in fitting_ghosts(state, 0)]
        assert sorted(fitting) == [1 << space for space in spaces(task.free)]
        for space in spaces(BOARD):
            against = objection(state, ghost_ply(Ghost(0, *position(space)), task))
            if task.free >> space & 1:
                assert against is None
            else:
                assert against is not None
                assert against.reason is Reason.PICK
        ghost = first_ghost(state, None)
        assert ghost is not None
        seen = set[int]()
        for _ in fitting:
            seen.add(ghost_region(ghost, task))
            ghost = next_fit(state, ghost)
        assert seen == set(fitting)


def test_pick_is_the_same_after_rotation_or_flip() -> None:
    """A pick is the same ply after any rotation or flip."""
    state = next(state for state in CHOICES if state.task and state.task.is_pick)
    task, ghost = state.task, first_ghost(state, None)
    assert task is not None
    assert ghost is not None
    assert ghost_ply(ghost.turned(1), task) == ghost_ply(ghost.flipped(), task) == ghost_ply(ghost, task)
    assert apply(state, ghost_ply(ghost, task)).sheets[task.sheet].destroyed & ghost_region(ghost, task)
