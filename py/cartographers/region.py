"""Regions: sets of spaces as one integer, and the set algebra that the rules are made of.

A region has one bit per space. Rows are :data:`STRIDE` bits apart, one more than a map is wide, and the twelfth column
is never a space: a shift by one falls into that gap instead of into the next row, so neighbours need no mask.
Against sets of coordinates this is much faster (``python3 py bench``) and reads closer to the rules::

    forest & ~beside(empty)        # forest spaces with no empty space beside them

A *space* on its own is its bit index; its name is the row letter and column number printed on the sheet, ``A1`` at the
top left to ``K11`` at the bottom right.
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
    """Return the space in a row and column, both counted from 0 at the top left."""
    return STRIDE * row + column


def position(space: int) -> tuple[int, int]:
    """Return a space's row and column, both counted from 0 at the top left."""
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
    """Return a space's name: ``C4`` is the third row's fourth space."""
    row, column = position(space)
    return f"{chr(ord('A') + row)}{column + 1}"


def names(region: Region) -> list[str]:
    """Return the names of a region's spaces, by row, then by column."""
    return [space_name(space) for space in spaces(region)]


def space_named(name: str) -> int:
    """Return the space with that name, the inverse of :func:`space_name`.

    Raises :class:`InvalidRecord` when there is no such space.
    """
    if not re.fullmatch(r"[A-K]([1-9]|1[01])", name, re.ASCII):
        msg = f"there is no space {quoted(name)}: rows are A to K, columns 1 to 11"
        raise InvalidRecord(msg)
    return space_at(ord(name[0]) - ord("A"), int(name[1:]) - 1)


def beside(region: Region) -> Region:
    """Return what shares a side with a space of the region, those spaces included that neighbour each other.

    Bits off the board may be set; every use ends in ``&`` with a region that is on it.
    """
    return region << 1 | region >> 1 | region << STRIDE | region >> STRIDE


def inner(region: Region) -> Region:
    """Return the spaces all four of whose neighbours are in the region, whether they are in it or not."""
    return region << 1 & region >> 1 & region << STRIDE & region >> STRIDE


def cluster_with(seed: Region, region: Region) -> Region:
    """Return the spaces of the region that are connected with the seed through sides."""
    cluster = seed
    while True:
        grown = cluster | (cluster << 1 | cluster >> 1) & region
        grown |= (grown << STRIDE | grown >> STRIDE) & region
        if grown == cluster:
            return cluster
        cluster = grown


def clusters(region: Region) -> list[Region]:
    """Return the region's clusters, its parts connected through sides, ordered by their first space."""
    found = []
    while region:
        cluster = cluster_with(region & -region, region)
        found.append(cluster)
        region ^= cluster
    return found


def largest_square(region: Region) -> tuple[int, Region]:
    """Return the side of the largest square in the region, and the first such square; side 0 in an empty region."""
    side, corners, smaller = 0, region, 0
    while corners:
        side, smaller = side + 1, corners
        corners = corners & corners >> 1 & corners >> STRIDE & corners >> STRIDE + 1
    return side, square_from(next(spaces(smaller)), side) if side else 0


def square_from(corner: int, side: int) -> Region:
    """Return the square of that side with its top left corner in the given space."""
    return sum(((1 << side) - 1) << (corner + STRIDE * row) for row in range(side))
