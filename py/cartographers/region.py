"""Regions: sets of spaces as integers, and the set algebra that the rules use.

A region has one bit per space. Rows are :data:`STRIDE` bits apart, which is one more than a map is wide. The twelfth
column is never a space, so a shift to the side ends there instead of in the next row, and needs no mask. This is much
faster than sets of coordinates (``python3 py bench``), and reads like the rules::

    forest & ~beside(empty)        # forest spaces with no empty space beside them

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
#: The diagonals that run down and to the right from each space of the left edge.
DIAGONALS: tuple[Region, ...] = tuple(
    sum(1 << STRIDE * (row + step) + step for step in range(SIZE - row)) for row in range(SIZE)
)
BOARD: Region = sum(ROWS)


def space_at(row: int, column: int) -> int:
    """Return the space in a row and a column, which count from 0 at the top left."""
    return STRIDE * row + column


def position(space: int) -> tuple[int, int]:
    """Return a space's row and column, which count from 0 at the top left."""
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
    """Return a space's name: ``C4`` is the fourth space of the third row."""
    row, column = position(space)
    return f"{chr(ord('A') + row)}{column + 1}"


def names(region: Region) -> list[str]:
    """Return the names of a region's spaces, by row, then by column."""
    return [space_name(space) for space in spaces(region)]


def space_named(name: str) -> int:
    """Return the space with that name.

    Raises :class:`InvalidRecord` when there is none.
    """
    if not re.fullmatch(r"[A-K]([1-9]|1[01])", name, re.ASCII):
        raise InvalidRecord("error.space", text=quoted(name))
    return space_at(ord(name[0]) - ord("A"), int(name[1:]) - 1)


def beside(region: Region) -> Region:
    """Return everything that shares a side with a space of the region; spaces of the region can be among it.

    Bits off the board may be set. Callers combine the result by ``&`` with a region on the board.
    """
    return region << 1 | region >> 1 | region << STRIDE | region >> STRIDE


def inner(region: Region) -> Region:
    """Return the spaces whose four neighbours are all in the region. They need not be in it themselves."""
    return region << 1 & region >> 1 & region << STRIDE & region >> STRIDE


def cluster_with(seed: Region, region: Region) -> Region:
    """Return the spaces of the region that are connected with the seed, from side to side."""
    cluster = seed
    while True:
        grown = cluster | (cluster << 1 | cluster >> 1) & region
        grown |= (grown << STRIDE | grown >> STRIDE) & region
        if grown == cluster:
            return cluster
        cluster = grown


def clusters(region: Region) -> list[Region]:
    """Return the clusters of the region: its connected parts, in the order of their first spaces."""
    found = []
    while region:
        cluster = cluster_with(region & -region, region)
        found.append(cluster)
        region ^= cluster
    return found


def largest_square(region: Region) -> tuple[int, Region]:
    """Return the side of the largest square in the region, and the first such square. An empty region has side 0."""
    side, corners, smaller = 0, region, 0
    while corners:
        side, smaller = side + 1, corners
        corners = corners & corners >> 1 & corners >> STRIDE & corners >> STRIDE + 1
    return side, square_from(next(spaces(smaller)), side) if side else 0


def square_from(corner: int, side: int) -> Region:
    """Return the square of that side whose top left corner is the given space."""
    return sum(((1 << side) - 1) << (corner + STRIDE * row) for row in range(side))
