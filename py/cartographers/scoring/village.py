"""Scoring cards for villages (English rulebook p. 11, Heroes rulebook pp. 11-13)."""

from __future__ import annotations

from cartographers.boxes import Box
from cartographers.region import LINES, STRIDE, Region, adjacent_to, clusters
from cartographers.scoring.card import Awards, Family, per_region, per_space, scoring_card
from cartographers.sheet import Sheet

_LARGE = 6
_TERRAINS_AROUND = 3


@scoring_card("wildholds", Family.VILLAGE, solo=16)
def wildholds(sheet: Sheet) -> Awards:
    """Eight stars for each cluster of six or more villages.

    8 stars:
        V V
        V V
        V V

    16 stars:
        V V V . v v
        V V V V@ f .
        . . f . V V
        V V V V V .
    """
    return per_region(8, [cluster for cluster in clusters(sheet.village) if cluster.bit_count() >= _LARGE])


@scoring_card("great-city", Family.VILLAGE, solo=16)
def great_city(sheet: Sheet) -> Awards:
    """One star for each space of the largest cluster of villages with no adjacent mountain.

    5 stars:
        V V . .
        . V V V

    2 stars:
        v v v . V
        ^ v . . V
        . f . v .
    """
    apart = [cluster for cluster in clusters(sheet.village) if not cluster & adjacent_to(sheet.mountain)]
    return per_space(1, max(apart, key=int.bit_count, default=0))


@scoring_card("greengold-plains", Family.VILLAGE, solo=21)
def greengold_plains(sheet: Sheet) -> Awards:
    """Three stars for each cluster of villages adjacent to three or more terrain types.

    Forest, farm, water, monster, mountain, and hero count; wasteland, ruins, and destroyed spaces don't.

    3 stars:
        . . f
        V V V
        w V a

    3 stars:
        f v # V w
        . m x V a
        . . . ^ .
    """
    terrain_types = sheet.terrain_types

    def varied(village: Region) -> bool:
        around = adjacent_to(village) & ~village
        return len([kind for kind in terrain_types if around & kind]) >= _TERRAINS_AROUND

    return per_region(3, filter(varied, clusters(sheet.village)))


@scoring_card("shieldgate", Family.VILLAGE, solo=20)
def shieldgate(sheet: Sheet) -> Awards:
    """Two stars for each space of the second-largest cluster of villages; if two tie for largest, one of them counts.

    10 stars:
        V V . . v v
        . V V V . v
        . . . . . v
        . . . . v v

    4 stars:
        v v . V V
    """
    by_size = sorted(clusters(sheet.village), key=int.bit_count, reverse=True)
    return per_space(2, by_size[1] if len(by_size) > 1 else 0)


@scoring_card("traylo-monastery", Family.VILLAGE, solo=14, box=Box.HEROES)
def traylo_monastery(sheet: Sheet) -> Awards:
    """Seven stars for each cluster of villages with four spaces in a straight line, across or down.

    7 stars:
        V .
        V V
        V V
        V V

    14 stars:
        V V V V . v
        V . . . . v
        V . v . . v
        V . v v . .
        . . v . v v
        v v . V . .
        v v . V V V
        . . . V . .
        . . . V . .
    """

    def straight(village: Region) -> bool:
        across, down = village & village >> 1, village & village >> STRIDE
        return bool(across & across >> 2 or down & down >> 2 * STRIDE)

    return per_region(7, filter(straight, clusters(sheet.village)))


@scoring_card("outer-enclave", Family.VILLAGE, solo=12, box=Box.HEROES)
def outer_enclave(sheet: Sheet) -> Awards:
    """One star for each empty space adjacent to a cluster of villages.

    Only the cluster with the most such spaces counts. Unfilled ruins are empty.

    5 stars:
        .! v v .!
        . .! v #
        .! v v #
        # # .! #

    4 stars:
        . v . f
        . . .! .
        # .! v @!
        . # .! #
    """
    empty = sheet.empty
    around = [empty & adjacent_to(village) for village in clusters(sheet.village)]
    return per_space(1, max(around, key=int.bit_count, default=0))


@scoring_card("gnomish-colony", Family.VILLAGE, solo=12, box=Box.HEROES)
def gnomish_colony(sheet: Sheet) -> Awards:
    """Six stars for each cluster of villages that contains a two-by-two square.

    6 stars:
        V V .
        V V V

    6 stars:
        V V V V . v v
        V V V V . v f
        . . . f v . v
    """

    def squared(village: Region) -> bool:
        across = village & village >> 1
        return bool(across & across >> STRIDE)

    return per_region(6, filter(squared, clusters(sheet.village)))


@scoring_card("caravansary", Family.VILLAGE, solo=16, box=Box.HEROES)
def caravansary(sheet: Sheet) -> Awards:
    """One star for each row and each column that a cluster of villages reaches.

    Only the cluster that reaches the most counts.

    7 stars:
        . . V V
        V V V .
        V . . .

    5 stars:
        v v . .
        v v . V
        . . . V
        v . V V
    """
    reached = [[village & line for line in LINES if village & line] for village in clusters(sheet.village)]
    most = max(reached, key=len, default=[])
    return per_region(1, most)


VILLAGE = (
    *(wildholds, great_city, greengold_plains, shieldgate),
    *(traylo_monastery, outer_enclave, gnomish_colony, caravansary),
)
