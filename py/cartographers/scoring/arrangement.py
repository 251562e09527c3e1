"""Scoring cards for the arrangement of spaces (English rulebook p. 11, Heroes rulebook pp. 11-13)."""

from __future__ import annotations

from cartographers.boxes import Box
from cartographers.region import COLUMNS, DIAGONALS, LINES, ROWS, STRIDE, adjacent_to, clusters, largest_square
from cartographers.scoring.card import Award, Awards, Family, per_region, per_space, scoring_card
from cartographers.sheet import Sheet

_TERRAINS_IN_A_ROW = 5
_STARLIT = 3


@scoring_card("borderlands", Family.ARRANGEMENT, solo=24)
def borderlands(sheet: Sheet) -> Awards:
    """Six stars for each row and for each column that is filled from end to end.

    12 stars:
        . W .
        F V ^!
        @ M .
    """
    return per_region(6, _complete(sheet, LINES))


@scoring_card("lost-barony", Family.ARRANGEMENT, solo=24)
def lost_barony(sheet: Sheet) -> Awards:
    """Three stars for each space along one side of the largest filled square.

    6 stars:
        #! #! .
        #! #! .
        . . .

    9 stars:
        f f . w w
        f f . w w
        . V ^! A .
        . V A@ M f
        . W W #! .
    """
    side, square = largest_square(sheet.filled)
    return (Award(3 * side, square),) if side else ()


@scoring_card("broken-road", Family.ARRANGEMENT, solo=24)
def broken_road(sheet: Sheet) -> Awards:
    """Three stars for each completely filled diagonal that runs from the left edge to the bottom edge of the map.

    The diagonals run down and to the right; the bottom-left corner counts as one by itself.

    6 stars:
        #! . #
        . #! .
        #! . #!

    9 stars:
        F . . v
        . ^! . .
        A . #! .
        W A@ . M

    6 stars:
        f .
        f f
        F f
        W F
    """
    bottom = sheet.land & ~(sheet.land >> STRIDE)
    return per_region(3, [road for road in _complete(sheet, DIAGONALS) if road & bottom])


@scoring_card("cauldrons", Family.ARRANGEMENT, solo=20)
def cauldrons(sheet: Sheet) -> Awards:
    """One star for each empty space with no adjacent empty space; spaces on the edge of the map count too.

    Unfilled ruins are empty.

    2 stars:
        .! # # .
        # .! # .
        . # . .
        . . . .

    3 stars:
        f @! w
        .! m @!
    """
    empty = sheet.empty
    return per_space(1, empty & ~adjacent_to(empty))


@scoring_card("dwarvenholds", Family.ARRANGEMENT, solo=28, box=Box.HEROES)
def dwarvenholds(sheet: Sheet) -> Awards:
    """Seven stars for each row and for each column that is filled from end to end and has a mountain in it.

    14 stars:
        . w . F
        F V ^! ^!
        @ m # F
        . a . M

    7 stars:
        F ^! #! V
        f . f .
        w x v a
    """
    return per_region(7, [line for line in _complete(sheet, LINES) if line & sheet.mountain])


@scoring_card("silos", Family.ARRANGEMENT, solo=30, box=Box.HEROES)
def silos(sheet: Sheet) -> Awards:
    """Ten stars for each odd column (the first, the third, and so on) that is filled from end to end.

    20 stars:
        F w #! f
        V w ^! .
        A w M f
    """
    return per_region(10, _complete(sheet, COLUMNS[::2]))


@scoring_card("banded-hills", Family.ARRANGEMENT, solo=28, box=Box.HEROES)
def banded_hills(sheet: Sheet) -> Awards:
    """Four stars for each row with five or more terrain types in it.

    Forest, village, farm, water, monster, mountain, and hero count; wasteland, ruins, and destroyed spaces don't.

    8 stars:
        F F V . A W M x
        ^! . H F M M V .
        f v a w f # x @
    """
    terrain_types = sheet.terrain_types
    rows = [[kind & row for kind in terrain_types if kind & row] for row in ROWS]
    return per_region(4, [sum(found) for found in rows if len(found) >= _TERRAINS_IN_A_ROW])


@scoring_card("starlit-sigil", Family.ARRANGEMENT, solo=30, box=Box.HEROES)
def starlit_sigil(sheet: Sheet) -> Awards:
    """Four stars for each group of exactly three connected empty spaces; groups on the edge of the map count too.

    Unfilled ruins are empty.

    8 stars:
        # .! # . .
        .! .! # . .
        # # # # .
        # .! .! .! #
        . # # # .

    4 stars:
        .! @! .! f .
        f w v f .
        . . . . .
    """
    return per_region(4, [group for group in clusters(sheet.empty) if group.bit_count() == _STARLIT])


def _complete(sheet: Sheet, lines: tuple[int, ...]) -> list[int]:
    """Return the completely filled lines, cropped to the map."""
    filled = sheet.filled
    return [line for line in (full_line & sheet.land for full_line in lines) if line and line & filled == line]


ARRANGEMENT = (*(borderlands, lost_barony, broken_road, cauldrons), *(dwarvenholds, silos, banded_hills, starlit_sigil))
