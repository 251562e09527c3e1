"""The stars lost to monsters at the end of each season (English rulebook p. 9)."""

from __future__ import annotations

from cartographers.region import adjacent_to
from cartographers.scoring.card import Awards, per_space
from cartographers.sheet import Sheet


def monsters(sheet: Sheet) -> Awards:
    """Lose one star for each empty space adjacent to a monster; a space adjacent to several monsters counts once.

    Destroyed monsters cost nothing.

    -5 stars:
        .! m @!
        . .! f
        .! m .!

    -2 stars:
        . x f
        f .! m
        @ v .!
    """
    return per_space(-1, sheet.empty & adjacent_to(sheet.monster))
