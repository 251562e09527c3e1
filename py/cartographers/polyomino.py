"""Polyominoes: their orientations, and the places where they fit.

A polyomino may be *split* here: its cells may touch only at corners, or not at all. The game has both kinds. An erosion
finds the places where an orientation fits: shift the free spaces back by each of its cells, and take the intersection.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from cartographers.region import COLUMNS, ROWS, SIZE, Region, space_at


@dataclass(frozen=True, slots=True)
class Orientation:
    """A polyomino in one orientation.

    An *anchor* is the space under the top-left corner of the bounding box.
    """

    #: (row, column) of each cell, from the top-left corner of the bounding box.
    cells: tuple[tuple[int, int], ...]
    height: int
    width: int
    #: The spaces of the shape if its anchor is ``A1``.
    region: Region
    #: The anchors that keep the box on the board. Without them, a split shape could wrap into the next row.
    room: Region
    #: The distance in bits of each cell from the anchor.
    offsets: tuple[int, ...]

    def anchors(self, free: Region, covering: Region | None = None) -> Region:
        """Return the anchors that put all cells on ``free`` and, if it is given, at least one cell on ``covering``."""
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
        """Return the region that the shape covers at each of the anchors."""
        region = self.region
        found = []
        while anchors:
            anchor = anchors & -anchors
            found.append(region * anchor)  # shifts the region, because the anchor has a single bit
            anchors ^= anchor
        return found


@dataclass(frozen=True)
class Polyomino:
    """A shape as printed on its card."""

    #: (row, column) of each cell, from the top-left corner of the bounding box, row by row.
    cells: tuple[tuple[int, int], ...]

    @property
    def printed(self) -> Orientation:
        """The orientation on the card."""
        return _orientation(self.cells)

    @cached_property
    def orientations(self) -> tuple[Orientation, ...]:
        """The 1, 2, 4, or 8 distinct orientations of the shape, with the printed one first."""
        return _orientations(self.cells)


def polyomino(*rows: str) -> Polyomino:
    """Return the polyomino with a cell for each ``X`` in the rows."""
    return Polyomino(tuple((r, c) for r, row in enumerate(rows) for c, symbol in enumerate(row) if symbol == "X"))


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
    """Yield each orientation of a shape that fits on the free spaces, with its anchors."""
    for orientation in shape.orientations:
        anchors = orientation.anchors(free, covering)
        if anchors:
            yield orientation, anchors


def fits(shape: Polyomino, free: Region, covering: Region | None = None) -> bool:
    """Return whether a shape fits on the free spaces and, if ``covering`` is given, can cover one of its spaces."""
    return any(orientation.anchors(free, covering) for orientation in shape.orientations)


def placements(shape: Polyomino, free: Region, covering: Region | None = None) -> list[Region]:
    """Return all regions of free spaces that a shape can cover, orientation by orientation.

    If ``covering`` is given, each of them has at least one of its spaces.
    """
    return [
        region for orientation, anchors in erosions(shape, free, covering) for region in orientation.regions_at(anchors)
    ]


def has_shape(region: Region, shape: Polyomino) -> bool:
    """Return whether the region has the given shape, in any orientation and anywhere on the board."""
    first = region & -region
    for orientation in shape.orientations:
        anchor = first >> orientation.offsets[0] & orientation.room
        if anchor and orientation.region * anchor == region:
            return True
    return False
