"""Scoring cards that count farms and water (English rulebook p. 10)."""

from __future__ import annotations

from cartographers.region import Region, beside, clusters
from cartographers.scoring.card import Awards, Family, per_region, per_space, scoring_card
from cartographers.sheet import Sheet


@scoring_card("canal-lake", Family.FARM_AND_WATER, solo=24)
def canal_lake(sheet: Sheet) -> Awards:
    """One star for each water space beside a farm space, and one for each farm space beside a water space.

    3 stars:
        A W
        W #

    6 stars:
        a A W W
        A W . A
    """
    return per_space(1, sheet.water & beside(sheet.farm) | sheet.farm & beside(sheet.water))


@scoring_card("mages-valley", Family.FARM_AND_WATER, solo=22)
def mages_valley(sheet: Sheet) -> Awards:
    """Two stars for each water space beside a mountain, one star for each farm space beside a mountain.

    6 stars:
        a W #
        W ^ A
        w A #

    3 stars:
        ^ W ^
        A w .
    """
    by_mountains = beside(sheet.mountain)
    return per_space(2, sheet.water & by_mountains) + per_space(1, sheet.farm & by_mountains)


@scoring_card("golden-granary", Family.FARM_AND_WATER, solo=20)
def golden_granary(sheet: Sheet) -> Awards:
    """One star for each water space beside a ruins space, filled or not; three stars for each farm space on ruins.

    5 stars:
        a W w
        a @ #
        # A@ W

    5 stars:
        @ W @
        W A@ .
        a v@ f
    """
    return per_space(1, sheet.water & beside(sheet.ruins)) + per_space(3, sheet.farm & sheet.ruins)


@scoring_card("shoreside-expanse", Family.FARM_AND_WATER, solo=27)
def shoreside_expanse(sheet: Sheet) -> Awards:
    """Three stars for each cluster of farms that touches neither water nor the edge of the map.

    Likewise three for each cluster of water that touches neither farms nor the edge.

    6 stars:
        a a . . . .
        . . w a . .
        # w w . W .
        . . . . W .
        . A A . . .
        . . . . . .

    3 stars:
        . . . . .
        . A v w .
        . A . w w
        . . . . .
    """
    edge = sheet.edge
    farms = _secluded(sheet.farm, beside(sheet.water) | edge)
    return per_region(3, farms + _secluded(sheet.water, beside(sheet.farm) | edge))


def _secluded(terrain: Region, shunned: Region) -> list[Region]:
    """Return the clusters of a terrain without a space in the shunned region."""
    return [cluster for cluster in clusters(terrain) if not cluster & shunned]


FARM_AND_WATER = (canal_lake, mages_valley, golden_granary, shoreside_expanse)
