"""Scoring cards that count villages (English rulebook p. 11)."""

from __future__ import annotations

from cartographers.region import Region, beside, clusters
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
    """One star for each space of the largest cluster of villages that touches no mountain.

    5 stars:
        V V . .
        . V V V

    2 stars:
        v v v . V
        ^ v . . V
        . f . v .
    """
    apart = [cluster for cluster in clusters(sheet.village) if not cluster & beside(sheet.mountain)]
    return per_space(1, max(apart, key=int.bit_count, default=0))


@scoring_card("greengold-plains", Family.VILLAGE, solo=21)
def greengold_plains(sheet: Sheet) -> Awards:
    """Three stars for each cluster of villages that three or more kinds of land lie beside.

    Forest, farm, water, monsters, mountain and heroes count; wasteland, ruins and destroyed spaces do not.

    3 stars:
        . . f
        V V V
        w V a

    3 stars:
        f v # V w
        . m x V a
        . . . ^ .
    """
    kinds = (sheet.forest, sheet.farm, sheet.water, sheet.monster, sheet.mountain, sheet.hero)

    def varied(village: Region) -> bool:
        around = beside(village)
        return len([kind for kind in kinds if around & kind]) >= _TERRAINS_AROUND

    return per_region(3, filter(varied, clusters(sheet.village)))


@scoring_card("shieldgate", Family.VILLAGE, solo=20)
def shieldgate(sheet: Sheet) -> Awards:
    """Two stars for each space of the second largest cluster of villages; of two equally large, one is the second.

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


VILLAGE = (wildholds, great_city, greengold_plains, shieldgate)
