"""Attack patterns: the spaces that a hero strikes, relative to the hero's own space."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import TypeAlias

from cartographers.region import BOARD, SIZE, Region, position, region_of, space_at, spaces

#: The struck spaces as (rows down, columns right) from the hero.
Offsets: TypeAlias = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Strike:
    """One orientation of an attack pattern."""

    offsets: Offsets
    #: The spaces from which no earlier orientation strikes the same spaces. This avoids duplicate choices near the
    #: edge, where parts of a pattern are off the map.
    room: Region = BOARD

    def struck_from(self, hero: Region) -> Region:
        """Return the spaces of the board that a hero strikes. ``hero`` is a region of one space."""
        return _struck(self.offsets, hero)


@dataclass(frozen=True)
class Attack:
    """An attack pattern as printed on its hero's card."""

    offsets: Offsets

    @cached_property
    def orientations(self) -> tuple[Strike, ...]:
        """The distinct orientations of the pattern, rotated and flipped, with the printed one first."""
        return _orientations(self.offsets)


@lru_cache(maxsize=4096)
def _struck(offsets: Offsets, hero: Region) -> Region:
    row, column = position(hero.bit_length() - 1)
    return region_of(
        space_at(row + down, column + right)
        for down, right in offsets
        if 0 <= row + down < SIZE and 0 <= column + right < SIZE
    )


def rotated(offsets: Offsets, quarters: int, *, mirrored: bool) -> Offsets:
    """Return the sorted offsets of a pattern, flipped left to right if ``mirrored``, then rotated by quarter turns."""
    if mirrored:
        offsets = tuple((down, -right) for down, right in offsets)
    for _ in range(quarters):
        offsets = tuple((right, -down) for down, right in offsets)
    return tuple(sorted(offsets))


@cache
def _orientations(offsets: Offsets) -> tuple[Strike, ...]:
    found = dict.fromkeys(
        rotated(offsets, quarters, mirrored=mirrored) for mirrored in (False, True) for quarters in range(4)
    )
    strikes: list[Strike] = []
    for orientation in found:
        room = region_of(
            space
            for space in spaces(BOARD)
            if all(_struck(orientation, 1 << space) != earlier.struck_from(1 << space) for earlier in strikes)
        )
        strikes.append(Strike(orientation, room))
    return tuple(strikes)
