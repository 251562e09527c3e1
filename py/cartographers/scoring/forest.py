"""Scoring cards that count forests (English rulebook p. 10)."""

from __future__ import annotations

from cartographers.region import LINES, beside, clusters
from cartographers.scoring.card import Awards, Family, per_region, per_space, scoring_card
from cartographers.sheet import Sheet


@scoring_card("sentinel-wood", Family.FOREST, solo=25)
def sentinel_wood(sheet: Sheet) -> Awards:
    """One star for each forest space with a side on the edge of the map.

    5 stars:
        F . F ^ .
        F f f # .
        ^ # # . .
        . . # ^ F
        . . . . F
    """
    return per_space(1, sheet.forest & sheet.edge)


@scoring_card("treetower", Family.FOREST, solo=17)
def treetower(sheet: Sheet) -> Awards:
    """One star for each forest space with no empty space beside it; the edge of the map does no harm.

    2 stars:
        f . f ^ .
        F f F # .
        ^ # # . .
        . . # ^ .
        . . . . .

    4 stars:
        F v @ f
        F F f m
        # w ^ F
    """
    return per_space(1, sheet.forest & ~beside(sheet.empty))


@scoring_card("greenbough", Family.FOREST, solo=22)
def greenbough(sheet: Sheet) -> Awards:
    """One star for each row and one for each column in which there is a forest space; one space can serve both.

    5 stars:
        F . F ^
        F F F #
        ^ # # .

    7 stars:
        . . . F
        . F . .
        w . . F
        . . F F
    """
    forest = sheet.forest
    return per_region(1, [forest & line for line in LINES if forest & line])


@scoring_card("stoneside-forest", Family.FOREST, solo=18)
def stoneside_forest(sheet: Sheet) -> Awards:
    """Three stars for each mountain that a cluster of forest connects with another mountain, once each.

    6 stars:
        f . f ^! .
        f f f # .
        ^! # # . .
        . . # ^ .
        . . . . .

    9 stars:
        ^! f ^! f
        . f . f
        ^ . f ^!
    """
    connected = 0
    for forest in clusters(sheet.forest):
        mountains = sheet.mountain & beside(forest)
        if mountains.bit_count() > 1:
            connected |= mountains
    return per_space(3, connected)


FOREST = (sentinel_wood, treetower, greenbough, stoneside_forest)
