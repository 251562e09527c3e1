"""Scoring cards for forests (English rulebook p. 10, Heroes rulebook pp. 11-13)."""

from __future__ import annotations

from cartographers.boxes import Box
from cartographers.region import LINES, ROWS, STRIDE, adjacent_to, clusters
from cartographers.scoring.card import Awards, Family, per_region, per_space, scoring_card
from cartographers.sheet import Sheet

_DEEP = 5
_WOODED = 3


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
    """One star for each forest space with no adjacent empty space; spaces on the edge of the map count too.

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
    return per_space(1, sheet.forest & ~adjacent_to(sheet.empty))


@scoring_card("greenbough", Family.FOREST, solo=22)
def greenbough(sheet: Sheet) -> Awards:
    """One star for each row and each column with a forest space in it; one space can count for both.

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
    """Three stars for each mountain that a cluster of forest connects to another mountain; each mountain counts once.

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
        mountains = sheet.mountain & adjacent_to(forest)
        if mountains.bit_count() > 1:
            connected |= mountains
    return per_space(3, connected)


@scoring_card("faunlost-thicket", Family.FOREST, solo=16, box=Box.HEROES)
def faunlost_thicket(sheet: Sheet) -> Awards:
    """Two stars for each space of the longest unbroken run of forest down a column; only one run counts.

    8 stars:
        F . f
        F . f
        F . f
        F . .

    6 stars:
        f f F f
        f . F .
        . f F .
        f f . .
    """
    starts = longest = sheet.forest
    length = 0
    while starts:
        length, longest = length + 1, starts
        starts &= sheet.forest >> STRIDE * length
    top = longest & -longest
    return per_space(2, sum(top << STRIDE * step for step in range(length)))


@scoring_card("deepwood", Family.FOREST, solo=18, box=Box.HEROES)
def deepwood(sheet: Sheet) -> Awards:
    """Six stars for each cluster of five or more forest spaces with no adjacent village.

    6 stars:
        . F
        F F
        F F

    6 stars:
        F F F . f f f
        F F F . f v f
        . . . f . . .
        f f f f v . .
    """
    shunned = adjacent_to(sheet.village)
    woods = [cluster for cluster in clusters(sheet.forest) if cluster.bit_count() >= _DEEP]
    return per_region(6, [wood for wood in woods if not wood & shunned])


@scoring_card("heart-of-the-forest", Family.FOREST, solo=22, box=Box.HEROES)
def heart_of_the_forest(sheet: Sheet) -> Awards:
    """Two stars for each forest space whose adjacent spaces are all forest; spaces on the edge of the map count too.

    4 stars:
        f . f #
        F f F f
        f # f #
        . . # .

    4 stars:
        F f v
        f F f
        v f #
    """
    return per_space(2, sheet.forest & ~adjacent_to(sheet.land & ~sheet.forest))


@scoring_card("sleepy-valley", Family.FOREST, solo=24, box=Box.HEROES)
def sleepy_valley(sheet: Sheet) -> Awards:
    """Four stars for each row with three or more forest spaces, connected or not.

    8 stars:
        F . F F
        F F F F
        ^ # f .

    4 stars:
        f . v f
        F v F F
        . f f .
    """
    rows = [sheet.forest & row for row in ROWS]
    return per_region(4, [wood for wood in rows if wood.bit_count() >= _WOODED])


FOREST = (
    *(sentinel_wood, treetower, greenbough, stoneside_forest),
    *(faunlost_thicket, deepwood, heart_of_the_forest, sleepy_valley),
)
