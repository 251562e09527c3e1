"""Shapes of spaces: their orientations and where they fit.

A polyomino may be *split* here: its cells touch only at corners, or not at all (the game has both kinds). An erosion
finds where an orientation fits. Shift the free spaces back by each of its cells; the anchors are what all of these have
in common.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from cartographers.region import COLUMNS, ROWS, SIZE, Region, space_at


@dataclass(frozen=True, slots=True)
class Orientation:
    """A polyomino turned and mirrored one way.

    ``cells`` are (row, column) from the top left of the bounding box. ``region`` is the shape with the top left of its
    box on ``A1``. An *anchor* is the space under the top left of the box. ``room`` are the anchors that keep the box on
    the board; without it, a split shape could reach across the right border into the next row.
    """

    cells: tuple[tuple[int, int], ...]
    height: int
    width: int
    region: Region
    room: Region
    offsets: tuple[int, ...]

    def anchors(self, free: Region, covering: Region | None = None) -> Region:
        """Return every anchor that puts all cells into ``free`` and, if it is given, at least one into ``covering``."""
        fits = self.room
        for offset in self.offsets:
            fits &= free >> offset
        if covering is not None:
            touches = 0
            for offset in self.offsets:
                touches |= covering >> offset
            fits &= touches
        return fits

    def regions_at(self, anchors: Region) -> list[Region]:
        """Return the spaces that the shape covers from each of the anchors."""
        region = self.region
        found = []
        while anchors:
            anchor = anchors & -anchors
            found.append(region * anchor)  # multiplying by one bit is shifting by its index
            anchors ^= anchor
        return found


@dataclass(frozen=True)
class Polyomino:
    """A shape as printed on its card: (row, column) of each cell, from the top left of its box, row by row."""

    cells: tuple[tuple[int, int], ...]

    @property
    def printed(self) -> Orientation:
        """The shape as the card shows it."""
        return _orientation(self.cells)

    @cached_property
    def orientations(self) -> tuple[Orientation, ...]:
        """The 1, 2, 4 or 8 different ways to turn and mirror the shape, the printed one first."""
        return _orientations(self.cells)


def polyomino(*rows: str) -> Polyomino:
    """Return the polyomino whose cells are the ``X`` of the rows."""
    return Polyomino(tuple((r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "X"))


MONOMINO = polyomino("X")


def _orientation(cells: tuple[tuple[int, int], ...]) -> Orientation:
    height = 1 + max(row for row, _ in cells)
    width = 1 + max(column for _, column in cells)
    offsets = tuple(space_at(row, column) for row, column in cells)
    return Orientation(
        cells=cells,
        height=height,
        width=width,
        region=sum(1 << offset for offset in offsets),
        room=sum(ROWS[: SIZE + 1 - height]) & sum(COLUMNS[: SIZE + 1 - width]),
        offsets=offsets,
    )


@cache
def _orientations(cells: tuple[tuple[int, int], ...]) -> tuple[Orientation, ...]:
    found: dict[tuple[tuple[int, int], ...], None] = {}
    for _ in range(2):
        for _ in range(4):
            found.setdefault(cells)
            height = 1 + max(row for row, _ in cells)
            cells = tuple(sorted((column, height - 1 - row) for row, column in cells))
        width = 1 + max(column for _, column in cells)
        cells = tuple(sorted((row, width - 1 - column) for row, column in cells))
    return tuple(map(_orientation, found))


def erosions(shape: Polyomino, free: Region, covering: Region | None = None) -> Iterator[tuple[Orientation, Region]]:
    """Yield each orientation of the shape that fits somewhere on the free spaces, with its anchors."""
    for orientation in shape.orientations:
        anchors = orientation.anchors(free, covering)
        if anchors:
            yield orientation, anchors


def fits(shape: Polyomino, free: Region, covering: Region | None = None) -> bool:
    """Say whether the shape fits anywhere on the free spaces, and covers one of ``covering`` if that is given."""
    return any(orientation.anchors(free, covering) for orientation in shape.orientations)


def placements(shape: Polyomino, free: Region, covering: Region | None = None) -> list[Region]:
    """Return every region of free spaces that the shape can cover, orientation by orientation.

    With ``covering``, return only those with at least one of its spaces.
    """
    return [
        region for orientation, anchors in erosions(shape, free, covering) for region in orientation.regions_at(anchors)
    ]


def is_shape(region: Region, shape: Polyomino) -> bool:
    """Say whether the region is the shape, in any orientation and anywhere on the board."""
    first = region & -region
    for orientation in shape.orientations:
        anchor = first >> orientation.offsets[0] & orientation.room
        if anchor and orientation.region * anchor == region:
            return True
    return False
