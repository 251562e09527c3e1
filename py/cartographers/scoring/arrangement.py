"""Scoring cards that count how the filled and the empty spaces lie (English rulebook p. 11)."""

from __future__ import annotations

from cartographers.region import DIAGONALS, LINES, STRIDE, beside, largest_square
from cartographers.scoring.card import Award, Awards, Family, per_region, per_space, scoring_card
from cartographers.sheet import Sheet


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
    """Three stars for each diagonal that runs from the left edge to the bottom edge of the map and is all filled.

    The diagonals run down and to the right; the bottom left corner alone is one of them.

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
    """One star for each empty space with no empty space beside it; the edge of the map does no harm.

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
    return per_space(1, empty & ~beside(empty))


def _complete(sheet: Sheet, lines: tuple[int, ...]) -> list[int]:
    """Return those of the board's lines, cut to the map, that are filled from end to end."""
    filled = sheet.filled
    return [line for line in (whole & sheet.land for whole in lines) if line and line & filled == line]


ARRANGEMENT = (borderlands, lost_barony, broken_road, cauldrons)
