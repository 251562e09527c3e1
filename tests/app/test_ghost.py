"""Tests of the ghost: rotation about its pivot, flips, the edge of the map, and the places where it fits."""

from dataclasses import replace
from itertools import chain, product

import pytest

from app.game import ghost as g
from cartographers import Box, Ply, State, Task, Terrain, apply, new_game
from cartographers.ambush import AMBUSH
from cartographers.cards import AmbushCard, ExploreCard, HeroCard, Option
from cartographers.explore import EXPLORE
from cartographers.heroes import HEROES
from cartographers.polyomino import MONOMINO, Polyomino, has_shape
from cartographers.region import BOARD, SIZE, position, region_of, space_at, spaces
from cartographers.rules import Reason, is_legal, legal_moves, objection
from support.playing import BASE_A, FINALS, game_of, states_of

CARDS: list[ExploreCard | AmbushCard] = [*chain(*EXPLORE.values()), *chain(*AMBUSH.values())]
SHAPES = list(dict.fromkeys(option.shape for card in CARDS for option in card.options))
POSTURES = list(product(range(4), (False, True)))
STATIONS = [(row, column) for row in (0, 5, 10) for column in (0, 5, 10)]


def alone(shape: Polyomino) -> Task:
    """Return a task with a single shape."""
    return Task(0, 0, EXPLORE[Box.BASE][1], (Option(Terrain.FARM, shape),), BOARD)


def task_in(state: State) -> Task:
    """Return the task of a state in which a player must draw."""
    assert state.task is not None
    return state.task


def first_in(state: State, near: g.Ghost | None = None) -> g.Ghost:
    """Return the first ghost of the ply in a state."""
    ghost = g.first_ghost(state, near)
    assert ghost is not None
    return ghost


def check_cycle(state: State, first: g.Ghost, expected: set[Ply]) -> None:
    """Check that Where shows each expected ply once, beginning with a ghost, and then this ghost's ply again."""
    ghost, found = first, list[Ply]()
    for _ in expected:
        found.append(g.ghost_ply(ghost, task_in(state)))
        ghost = g.next_fit(state, ghost)
    assert len(found) == len(expected)
    assert set(found) == expected
    assert g.ghost_ply(ghost, task_in(state)) == found[0]


#: The states of whole games: solo games with all monsters and heroes, and a game of three with mixed boxes.
STATES = {name: states_of(game_of(FINALS[name])) for name in ("A", "B", "heroes", "trio")}
CHOICES = [state for states in STATES.values() for state in states if state.task]
SOME = CHOICES[::9]
PICKS = [state for state in CHOICES if task_in(state).is_pick]


@pytest.mark.parametrize("shape", SHAPES)
def test_rotations_and_flips_about_the_pivot(shape: Polyomino) -> None:
    """A turn rotates each cell a quarter clockwise about the covered pivot, and a flip mirrors it left to right."""
    task = alone(shape)
    for turns, mirrored in POSTURES:
        ghost = g.Ghost(0, 5, 5, turns, mirrored)
        cells, turned, flipped = g.ghost_cells(ghost, task), ghost.turned(1), ghost.flipped()
        assert (0, 0) in cells
        assert (turned.row, turned.column) == (5, 5)
        assert set(g.ghost_cells(turned, task)) == {(column, -row) for row, column in cells}
        assert set(g.ghost_cells(flipped, task)) == {(row, -column) for row, column in cells}
        assert turned.turned(-1) == turned.turned(1).turned(1).turned(1) == flipped.flipped() == ghost


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("station", STATIONS)
def test_ghost_is_pushed_onto_the_map_by_the_least_distance(shape: Polyomino, station: tuple[int, int]) -> None:
    """A ghost is pushed from any edge or corner onto the map by the least distance; one on the map stays there."""
    task = alone(shape)
    for turns, mirrored in POSTURES:
        ghost = g.Ghost(0, *station, turns, mirrored)
        pushed = g.moved_onto_map(ghost, task)
        region, cells = g.ghost_region(pushed, task), g.ghost_cells(ghost, task)
        assert region & ~BOARD == 0
        assert region.bit_count() == len(shape.cells)
        assert has_shape(region, shape)
        assert g.moved_onto_map(pushed, task) == pushed
        assert (pushed.turns, pushed.mirrored) == (turns, mirrored)
        reach = max(abs(number) for cell in cells for number in cell)
        for before, now, offsets in zip(station, (pushed.row, pushed.column), zip(*cells, strict=True), strict=True):
            assert abs(now - before) <= reach
            if now != before:  # pushed only as far as the edge
                assert {0, SIZE - 1} & {now + offset for offset in offsets}
        for rows, columns in product((-99, 0, 99), repeat=2):  # however far it is dragged
            assert g.ghost_region(g.moved_onto_map(ghost.moved(rows, columns), task), task) & ~BOARD == 0


@pytest.mark.parametrize("state", SOME)
def test_fitting_ghosts_are_exactly_the_legal_plies(state: State) -> None:
    """The ghosts that fit are exactly the legal plies, each place once, and Where shows those of a shape in a cycle."""
    options = range(len(task_in(state).options))
    found = [g.ghost_ply(ghost, task_in(state)) for number in options for ghost in g.fitting_ghosts(state, number)]
    assert sorted(found, key=str) == sorted(legal_moves(state), key=str)
    first = first_in(state)
    option = task_in(state).options[first.option]
    plies = [ply for ply in legal_moves(state) if ply.terrain is option.terrain and has_shape(ply.region, option.shape)]
    check_cycle(state, first, set(plies))


@pytest.mark.parametrize("game", STATES)
def test_first_ghost_of_a_ply_fits(game: str) -> None:
    """The first ghost of a ply fits, wherever the last one was."""
    for state in STATES[game]:
        for near in (None, g.Ghost(0, 0, 0), g.Ghost(1, 10, 3, 3, mirrored=True)):
            if state.task is not None:
                ghost = first_in(state, near)
                assert is_legal(state, g.ghost_ply(ghost, state.task))
                assert g.moved_onto_map(ghost, state.task) == ghost


def test_fitting_ghost_stays_in_place() -> None:
    """The nearest place to a ghost that fits, also a hero's, is its own, in its own posture."""
    heroic_states = [heroic(card, GROUNDS[-1]) for card in HEROES]
    for state, step in (*((state, 7) for state in SOME), *((state, 1) for state in heroic_states)):
        for ghost in list(g.fitting_ghosts(state, 0))[::step]:
            assert g.nearest_fit(state, ghost) == ghost


def distance(ghost: g.Ghost, row: int, column: int) -> int:
    """Return the square of a ghost's distance from a place."""
    return (ghost.row - row) ** 2 + (ghost.column - column) ** 2


def test_nearest_fit_prefers_the_same_posture() -> None:
    """The nearest fit has the same posture if possible, and no such place is closer."""
    unlike = 0
    for state, station in product(SOME, STATIONS):
        task, wanted = task_in(state), g.Ghost(0, *station)
        found = g.nearest_fit(state, wanted)
        cells = g.ghost_cells(wanted, task)
        alike = [ghost for ghost in g.fitting_ghosts(state, 0) if g.ghost_cells(ghost, task) == cells]
        unlike += not alike
        if alike:
            assert g.ghost_cells(found, task) == cells
            assert distance(found, *station) == min(distance(ghost, *station) for ghost in alike)
    assert unlike < len(SOME) * len(STATIONS) / 3


def test_illegal_places_and_unplaceable_options() -> None:
    """From an illegal place, Where leads to the nearest legal one; an option that fits nowhere stays on the map."""
    start, mountain = new_game(BASE_A), g.Ghost(0, 1, 3)
    assert g.ghost_region(mountain, task_in(start)) >> space_at(1, 3) & 1
    assert not is_legal(start, g.ghost_ply(mountain, task_in(start)))
    assert g.next_fit(start, mountain) == g.nearest_fit(start, mountain)
    unplaceable = 0
    for state in CHOICES:
        task = task_in(state)
        fitting = [any(g.fitting_ghosts(state, number)) for number in range(len(task.options))]
        assert first_in(state).option == fitting.index(True)
        if not all(fitting):
            unplaceable += 1
            wanted = g.Ghost(fitting.index(False), 10, 10)
            assert g.nearest_fit(state, wanted) == g.moved_onto_map(wanted, task)
    assert unplaceable


def test_single_space_has_one_posture_and_finished_game_no_ghost() -> None:
    """A single space looks the same after any rotation or flip, and a finished game has no ghost."""
    assert {g.cells_about_pivot(MONOMINO, turns, mirrored=mirrored) for turns, mirrored in POSTURES} == {((0, 0),)}
    state = STATES["heroes"][-1]
    assert state.is_over
    assert (g.first_ghost(state, g.Ghost(0, 5, 5)), list(g.fitting_ghosts(state, 0))) == (None, [])


def heroic(card: HeroCard, state: State) -> State:
    """Return the state with a hero card in play, for the first player."""
    return replace(state, task=Task(0, 0, card, card.options, state.sheets[0].empty))


#: Maps from blank to nearly full.
GROUNDS = [state for name in ("B", "heroes") for state in STATES[name][::6] if state.sheets[0].empty]


def attacked(ghost: g.Ghost, task: Task) -> set[tuple[int, int]]:
    """Return the spaces that a hero's ghost attacks, as rows and columns from the hero."""
    found = map(position, spaces(g.ghost_ply(ghost, task).attack))
    return {(row - ghost.row, column - ghost.column) for row, column in found}


@pytest.mark.parametrize("card", HEROES, ids=lambda card: card.id)
def test_attack_rotates_and_flips_with_the_hero(card: HeroCard) -> None:
    """A hero's attack rotates and flips along, and ends at the map's edge; Where keeps it beside a mountain."""
    state = heroic(card, CHOICES[0])
    task = task_in(state)
    assert state.sheets[0].mountain >> space_at(5, 5) & 1
    assert attacked(g.Ghost(0, 5, 5), task) == set(card.attack.offsets)
    for turns, mirrored in POSTURES:
        ghost = g.Ghost(0, 5, 5, turns, mirrored)
        assert g.ghost_region(ghost.turned(1), task) == g.ghost_region(ghost.flipped(), task) == 1 << space_at(5, 5)
        seen = attacked(ghost, task)
        assert attacked(ghost.turned(1), task) == {(column, -row) for row, column in seen}
        assert attacked(ghost.turned(-1), task) == {(-column, row) for row, column in seen}
        assert attacked(ghost.flipped(), task) == {(row, -column) for row, column in seen}
        found = g.next_fit(state, ghost)
        assert is_legal(state, g.ghost_ply(found, task))
        assert abs(found.row - 5) + abs(found.column - 5) == 1
        assert attacked(found, task) == seen
    task = task_in(heroic(card, CHOICES[0]))
    for turns, mirrored in POSTURES:
        middle = attacked(g.Ghost(0, 5, 5, turns, mirrored), task)
        for row, column in product(range(SIZE), repeat=2):
            ghost = g.Ghost(0, row, column, turns, mirrored)
            assert g.moved_onto_map(ghost, task) == ghost
            places = [(row + down, column + right) for down, right in middle]
            on_map = [place for place in places if all(0 <= number < SIZE for number in place)]
            assert g.ghost_ply(ghost, task).attack == region_of(space_at(*place) for place in on_map)


def test_rotation_changes_the_attack_of_two_heroes() -> None:
    """Two heroes attack other spaces after each rotation, and a hero drawn as a forced single space attacks nothing."""
    tasks = [task_in(heroic(card, CHOICES[0])) for card in HEROES]
    attacks = [{g.ghost_ply(g.Ghost(0, 5, 5, turns), task).attack for turns in range(4)} for task in tasks]
    assert sorted(map(len, attacks)) == [1, 1, 4, 4]
    single = Option(Terrain.HERO, MONOMINO)
    task = Task(0, 0, EXPLORE[Box.HEROES][0], (single,), BOARD)
    for turns, mirrored in POSTURES:
        assert g.ghost_ply(g.Ghost(0, 5, 5, turns, mirrored), task) == Ply(Terrain.HERO, 1 << space_at(5, 5))


@pytest.mark.parametrize("card", HEROES, ids=lambda card: card.id)
def test_fitting_hero_ghosts_are_exactly_the_legal_plies(card: HeroCard) -> None:
    """A hero's fitting ghosts are the legal plies, on all empty spaces in all postures, and Where shows each once."""
    narrow = 0
    for state in (heroic(card, ground) for ground in GROUNDS):
        plies = set(legal_moves(state))
        found = [g.ghost_ply(ghost, task_in(state)) for ghost in g.fitting_ghosts(state, 0)]
        assert sorted(found, key=str) == sorted(plies, key=str)
        if state.sheets[0].empty.bit_count() < 40:
            check_cycle(state, g.nearest_fit(state, g.Ghost(0, 5, 5, 3, mirrored=True)), plies)
            narrow += 1
    assert narrow
    for state in (heroic(card, ground) for ground in GROUNDS[::3]):
        for space, (turns, mirrored) in product(spaces(BOARD), POSTURES):
            ply = g.ghost_ply(g.Ghost(0, *position(space), turns, mirrored), task_in(state))
            assert is_legal(state, ply) == bool(state.sheets[0].empty >> space & 1)


def test_pick_is_legal_exactly_within_reach() -> None:
    """A pick is legal on exactly the spaces within reach, which Where shows, and the same after a rotation or flip."""
    assert {task_in(state).card.id for state in PICKS} == {"gorgon-gaze", "giant-troll-ravage"}
    for state in PICKS:
        task = task_in(state)
        fitting = [g.ghost_ply(ghost, task) for ghost in g.fitting_ghosts(state, 0)]
        assert sorted(ply.region for ply in fitting) == [1 << space for space in spaces(task.free)]
        for space in spaces(BOARD):
            against = objection(state, g.ghost_ply(g.Ghost(0, *position(space)), task))
            assert (against and against.reason) == (None if task.free >> space & 1 else Reason.PICK)
        ghost = first_in(state)
        check_cycle(state, ghost, set(fitting))
        assert g.ghost_ply(ghost.turned(1), task) == g.ghost_ply(ghost.flipped(), task) == g.ghost_ply(ghost, task)
        assert apply(state, g.ghost_ply(ghost, task)).sheets[task.sheet].destroyed & g.ghost_region(ghost, task)
