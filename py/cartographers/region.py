"""Regions: sets of spaces as integers, and the set operations that the rules need.

A region has one bit per space. Rows are :data:`STRIDE` bits apart, one more than the width of a map. The twelfth column
is never a space, so a sideways shift can't wrap into the next row and needs no mask. This is much faster than sets of
coordinates (``python3 py bench``), and reads like the rules::

    forest & ~adjacent_to(empty)        # forest spaces that aren't adjacent to any empty space

A single *space* is a bit index. Its name is the letter of its row and the number of its column, as printed on the
sheet: ``A1`` is at the top left, ``K11`` at the bottom right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from cartographers.errors import InvalidRecord, quoted

Region: TypeAlias = int

SIZE = 11
STRIDE = SIZE + 1

_ROW = (1 << SIZE) - 1
_COLUMN = sum(1 << STRIDE * row for row in range(SIZE))

ROWS: tuple[Region, ...] = tuple(_ROW << STRIDE * row for row in range(SIZE))
COLUMNS: tuple[Region, ...] = tuple(_COLUMN << column for column in range(SIZE))
LINES = (*ROWS, *COLUMNS)
#: The diagonals that run down and right from each space on the left edge.
DIAGONALS: tuple[Region, ...] = tuple(
    sum(1 << STRIDE * (row + step) + step for step in range(SIZE - row)) for row in range(SIZE)
)
BOARD: Region = sum(ROWS)


def space_at(row: int, column: int) -> int:
    """Return the space at a row and a column, counted from 0 at the top left."""
    return STRIDE * row + column


def position(space: int) -> tuple[int, int]:
    """Return a space's row and column, counted from 0 at the top left."""
    return divmod(space, STRIDE)


def spaces(region: Region) -> Iterator[int]:
    """Yield the spaces of a region, by row, then by column."""
    while region:
        lowest = region & -region
        yield lowest.bit_length() - 1
        region ^= lowest


def region_of(members: Iterable[int]) -> Region:
    """Return the region of the given spaces."""
    region = 0
    for space in members:
        region |= 1 << space
    return region


def space_name(space: int) -> str:
    """Return a space's name. ``C4`` is the fourth space of the third row."""
    row, column = position(space)
    return f"{chr(ord('A') + row)}{column + 1}"


def names(region: Region) -> list[str]:
    """Return the names of a region's spaces, by row, then by column."""
    return [space_name(space) for space in spaces(region)]


def space_named(name: str) -> int:
    """Return the space with the given name.

    Raises :class:`InvalidRecord` if there is no such space.
    """
    if not re.fullmatch(r"[A-K]([1-9]|1[01])", name, re.ASCII):
        raise InvalidRecord("error.space", text=quoted(name))
    return space_at(ord(name[0]) - ord("A"), int(name[1:]) - 1)


def adjacent_to(region: Region) -> Region:
    """Return all spaces that share a side with a space of the region. They may belong to the region themselves.

    The result may have bits off the board. Callers must mask it with a region on the board.
    """
    return region << 1 | region >> 1 | region << STRIDE | region >> STRIDE


def surrounded_by(region: Region) -> Region:
    """Return the spaces whose four neighbors are all in the region. The spaces themselves need not be in it."""
    return region << 1 & region >> 1 & region << STRIDE & region >> STRIDE


def cluster_with(seed: Region, region: Region) -> Region:
    """Return the seed and all spaces of the region that are connected to it by their sides."""
    cluster = seed
    while True:
        grown = cluster | (cluster << 1 | cluster >> 1) & region
        grown |= (grown << STRIDE | grown >> STRIDE) & region
        if grown == cluster:
            return cluster
        cluster = grown


def clusters(region: Region) -> list[Region]:
    """Return the clusters of a region, which are its connected parts, in the order of their first spaces."""
    found = []
    while region:
        cluster = cluster_with(region & -region, region)
        found.append(cluster)
        region ^= cluster
    return found


def largest_square(region: Region) -> tuple[int, Region]:
    """Return the side length of the largest square in the region, and the first such square. Returns 0, 0 if empty."""
    side, corners, smaller = 0, region, 0
    while corners:
        side, smaller = side + 1, corners
        corners = corners & corners >> 1 & corners >> STRIDE & corners >> STRIDE + 1
    return side, square_from(next(spaces(smaller)), side) if side else 0


def square_from(corner: int, side: int) -> Region:
    """Return the square with the given top-left corner and side length."""
    return sum(((1 << side) - 1) << (corner + STRIDE * row) for row in range(side))
