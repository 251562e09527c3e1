"""The ghost: the shape that a player moves over the map before confirming it.

A ghost rotates about its *pivot*, the cell nearest to the middle of its shape, so that it stays in sight. A shape
beyond the edge is pushed back onto the map. A hero's attack rotates with the ghost and may reach beyond the edge. Only
the engine decides whether a place is legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeAlias

from cartographers.attack import Strike, rotated
from cartographers.cards import Option
from cartographers.polyomino import Polyomino
from cartographers.region import SIZE, Region, position, region_of, space_at, spaces
from cartographers.rules import ply_bundles
from cartographers.state import Ply, State, Task
from cartographers.terrain import Terrain

Cells: TypeAlias = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Ghost:
    """One of the task's options in a place on the map, perhaps flipped, then rotated."""

    #: The number of the option.
    option: int
    #: The row of the pivot.
    row: int
    #: The column of the pivot.
    column: int
    #: The number of clockwise quarter turns, after the flip.
    turns: int = 0
    #: True if the shape is flipped left to right.
    mirrored: bool = False

    def turned(self, quarters: int) -> Ghost:
        """Return the ghost rotated clockwise, or counterclockwise for negative ``quarters``."""
        return replace(self, turns=(self.turns + quarters) % 4)

    def flipped(self) -> Ghost:
        """Return the ghost flipped left to right as it looks now."""
        return replace(self, turns=-self.turns % 4, mirrored=not self.mirrored)

    def moved(self, rows: int, columns: int) -> Ghost:
        """Return the ghost moved down and to the right."""
        return replace(self, row=self.row + rows, column=self.column + columns)


def terrain_word(terrain: Terrain | None) -> str:
    """Return the word for a terrain, or for a destroyed space, in art, catalogs, and commands."""
    return terrain.value if terrain else "destroyed"


@cache
def cells_about_pivot(shape: Polyomino, turns: int, *, mirrored: bool) -> Cells:
    """Return a shape's cells as rows and columns relative to its pivot, first flipped, then rotated."""
    middle_row = sum(row for row, _ in shape.cells) / len(shape.cells)
    middle_column = sum(column for _, column in shape.cells) / len(shape.cells)
    pivot_row, pivot_column = min(
        shape.cells, key=lambda cell: (cell[0] - middle_row) ** 2 + (cell[1] - middle_column) ** 2
    )
    cells = tuple((row - pivot_row, column - pivot_column) for row, column in shape.cells)
    return rotated(cells, turns, mirrored=mirrored)


def ghost_cells(ghost: Ghost, task: Task) -> Cells:
    """Return the cells of the ghost's shape relative to its pivot."""
    return cells_about_pivot(task.options[ghost.option].shape, ghost.turns, mirrored=ghost.mirrored)


def _strike(ghost: Ghost, option: Option) -> Strike | None:
    """Return the attack of a hero's ghost, flipped and rotated like the ghost; None without an attack."""
    attack = option.attack
    return Strike(rotated(attack.offsets, ghost.turns, mirrored=ghost.mirrored)) if attack else None


def moved_onto_map(ghost: Ghost, task: Task) -> Ghost:
    """Return the ghost with all its cells on the map."""
    cells = ghost_cells(ghost, task)
    rows = [row for row, _ in cells]
    columns = [column for _, column in cells]
    return replace(
        ghost,
        row=min(max(ghost.row, -min(rows)), SIZE - 1 - max(rows)),
        column=min(max(ghost.column, -min(columns)), SIZE - 1 - max(columns)),
    )


def ghost_region(ghost: Ghost, task: Task) -> Region:
    """Return the spaces under a ghost on the map."""
    return region_of(space_at(ghost.row + row, ghost.column + column) for row, column in ghost_cells(ghost, task))


def ghost_ply(ghost: Ghost, task: Task) -> Ply:
    """Return the ply that confirming the ghost would make."""
    option = task.options[ghost.option]
    region = ghost_region(ghost, task)
    strike = _strike(ghost, option)
    return Ply(option.terrain, region, strike.struck_from(region) if strike else 0)


#: An option's posture: turns, flip, and the pivot's row and column in the box of the shape.
Posture: TypeAlias = tuple[int, bool, int, int]


def _boxed(cells: Cells) -> tuple[Cells, int, int]:
    """Return cells relative to a pivot as cells of their bounding box.

    Also returns the pivot's row and column in that box.
    """
    top = -min(row for row, _ in cells)
    left = -min(column for _, column in cells)
    return tuple((row + top, column + left) for row, column in cells), top, left


@cache
def _postures(option: Option) -> dict[tuple[Cells, Cells], Posture]:
    """Return an option's posture for each orientation, by the cells of its boxed shape and of its attack."""
    found: dict[tuple[Cells, Cells], Posture] = {}
    for mirrored in (False, True):
        for turns in range(4):
            box, top, left = _boxed(cells_about_pivot(option.shape, turns, mirrored=mirrored))
            attack = rotated(option.attack.offsets, turns, mirrored=mirrored) if option.attack else ()
            found.setdefault((box, attack), (turns, mirrored, top, left))
    return found


def _with_fewest_turns(ghost: Ghost, task: Task) -> Ghost:
    """Return the ghost that looks the same with the fewest turns.

    Several postures of a symmetric shape look alike.
    """
    option = task.options[ghost.option]
    box, top, left = _boxed(ghost_cells(ghost, task))
    strike = _strike(ghost, option)
    turns, mirrored, down, right = _postures(option)[box, strike.offsets if strike else ()]
    return Ghost(ghost.option, ghost.row - top + down, ghost.column - left + right, turns, mirrored)


def fitting_ghosts(state: State, option: int) -> Iterator[Ghost]:
    """Yield one ghost for each legal place of an option, with the fewest turns."""
    task = state.task
    if task is None:
        return
    wanted = task.options[option]
    for offered, orientation, anchors, strike in ply_bundles(state):
        if offered == wanted:
            turns, mirrored, down, right = _postures(wanted)[orientation.cells, strike.offsets if strike else ()]
            for anchor in spaces(anchors):
                row, column = position(anchor)
                yield Ghost(option, row + down, column + right, turns, mirrored)


def nearest_fit(state: State, wanted: Ghost, over: Region = 0) -> Ghost:
    """Return the legal ghost of the same option that is closest to the wanted one.

    It covers a space of the region ``over``, if there is one. The same posture in a distant place is preferred to
    another posture nearby. Without a legal place, return the wanted ghost, pushed onto the map.
    """
    task = state.task
    if task is None:
        return wanted
    least_turned = _with_fewest_turns(wanted, task)

    def difference(ghost: Ghost) -> tuple[bool, int]:
        return (
            (ghost.turns, ghost.mirrored) != (least_turned.turns, least_turned.mirrored),
            (ghost.row - least_turned.row) ** 2 + (ghost.column - least_turned.column) ** 2,
        )

    fitting = fitting_ghosts(state, wanted.option)
    if over:
        fitting = (ghost for ghost in fitting if ghost_region(ghost, task) & over)
    return min(fitting, key=difference, default=moved_onto_map(wanted, task))


def next_fit(state: State, ghost: Ghost) -> Ghost:
    """Return the next legal ghost, wrapping around; the nearest one if the ghost doesn't fit where it is."""
    task = state.task
    if task is None:
        return ghost
    fitting, here = list(fitting_ghosts(state, ghost.option)), _with_fewest_turns(ghost, task)
    if here not in fitting:
        return nearest_fit(state, ghost)
    return fitting[(fitting.index(here) + 1) % len(fitting)]


def first_ghost(state: State, near: Ghost | None) -> Ghost | None:
    """Return the first ghost of a ply.

    It has the first option that fits, as close as possible to the previous ghost.
    """
    task = state.task
    if task is None:
        return None
    row, column = (near.row, near.column) if near else (SIZE // 2, SIZE // 2)
    option = next((number for number in range(len(task.options)) if any(fitting_ghosts(state, number))), 0)
    return nearest_fit(state, Ghost(option, row, column))


def ghost_of_ply(state: State, ply: Ply) -> Ghost | None:
    """Return the ghost that was confirmed for a legal ply, with the fewest turns."""
    task = state.task
    if task is None:
        return None
    ghosts = (ghost for option in range(len(task.options)) for ghost in fitting_ghosts(state, option))
    return next((ghost for ghost in ghosts if ghost_ply(ghost, task) == ply), None)


def shapes_of(options: tuple[Option, ...]) -> list[Option]:
    """Return one option for each different shape."""
    return list({option.shape: option for option in reversed(options)}.values())[::-1]
