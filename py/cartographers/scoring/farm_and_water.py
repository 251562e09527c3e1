"""Scoring cards for farms and water (English rulebook p. 10, Heroes rulebook pp. 11-13)."""

from __future__ import annotations

from cartographers.boxes import Box
from cartographers.region import COLUMNS, STRIDE, Region, adjacent_to, clusters
from cartographers.scoring.card import Awards, Family, per_region, per_space, scoring_card
from cartographers.sheet import Sheet

_WATERED = 3


@scoring_card("canal-lake", Family.FARM_AND_WATER, solo=24)
def canal_lake(sheet: Sheet) -> Awards:
    """One star for each water space adjacent to a farm space, and one for each farm space adjacent to a water space.

    3 stars:
        A W
        W #

    6 stars:
        a A W W
        A W . A
    """
    return per_space(1, sheet.water & adjacent_to(sheet.farm) | sheet.farm & adjacent_to(sheet.water))


@scoring_card("mages-valley", Family.FARM_AND_WATER, solo=22)
def mages_valley(sheet: Sheet) -> Awards:
    """Two stars for each water space adjacent to a mountain, and one for each farm space adjacent to a mountain.

    6 stars:
        a W #
        W ^ A
        w A #

    3 stars:
        ^ W ^
        A w .
    """
    by_mountains = adjacent_to(sheet.mountain)
    return per_space(2, sheet.water & by_mountains) + per_space(1, sheet.farm & by_mountains)


@scoring_card("golden-granary", Family.FARM_AND_WATER, solo=20)
def golden_granary(sheet: Sheet) -> Awards:
    """One star for each water space adjacent to ruins, filled or not; three stars for each farm space on ruins.

    5 stars:
        a W w
        a @ #
        # A@ W

    5 stars:
        @ W @
        W A@ .
        a v@ f
    """
    return per_space(1, sheet.water & adjacent_to(sheet.ruins)) + per_space(3, sheet.farm & sheet.ruins)


@scoring_card("shoreside-expanse", Family.FARM_AND_WATER, solo=27)
def shoreside_expanse(sheet: Sheet) -> Awards:
    """Three stars for each cluster of farms that is neither adjacent to water nor on the edge of the map.

    The same for each cluster of water that is neither adjacent to farms nor on the edge.

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
    farms = _secluded(sheet.farm, adjacent_to(sheet.water) | edge)
    return per_region(3, farms + _secluded(sheet.water, adjacent_to(sheet.farm) | edge))


@scoring_card("craylund", Family.FARM_AND_WATER, solo=12, box=Box.HEROES)
def craylund(sheet: Sheet) -> Awards:
    """Seven stars for each cluster of farms adjacent to three or more water spaces.

    7 stars:
        . w .
        # A w
        A A w

    7 stars:
        A w A . .
        A w A w a
        A A A . w
    """

    def watered(farm: Region) -> bool:
        return (sheet.water & adjacent_to(farm)).bit_count() >= _WATERED

    return per_region(7, filter(watered, clusters(sheet.farm)))


@scoring_card("ulems-wallow", Family.FARM_AND_WATER, solo=14, box=Box.HEROES)
def ulems_wallow(sheet: Sheet) -> Awards:
    """Four stars for each water space adjacent to two or more farm spaces.

    8 stars:
        . w .
        # W a
        a a W

    16 stars:
        a W a .
        W a W w
        . W a w
    """
    across, back = sheet.farm << 1, sheet.farm >> 1
    down, up = sheet.farm << STRIDE, sheet.farm >> STRIDE
    twice = across & back | down & up | (across | back) & (down | up)
    return per_space(4, sheet.water & twice)


@scoring_card("clawsgrave-peaks", Family.FARM_AND_WATER, solo=15, box=Box.HEROES)
def clawsgrave_peaks(sheet: Sheet) -> Awards:
    """Five stars for each mountain that a cluster of water connects to a farm; each mountain counts once.

    15 stars:
        . ^! . . ^!
        . w . . w
        . w a . a
        a . w . .
        ^ . w w ^!

    15 stars:
        ^! w . ^! w
        w a . . a
        ^! . w ^ .
    """
    connected = 0
    for water in clusters(sheet.water):
        shore = adjacent_to(water)
        if shore & sheet.farm:
            connected |= shore & sheet.mountain
    return per_space(5, connected)


@scoring_card("jorekburg", Family.FARM_AND_WATER, solo=18, box=Box.HEROES)
def jorekburg(sheet: Sheet) -> Awards:
    """Four stars for each column with as many farm spaces as water spaces, and at least one of each.

    8 stars:
        . . . .
        W w W .
        . w A .
        A a A .
        . . W .

    8 stars:
        W a . A
        . w . .
        A w f W
        . . . .
    """
    columns = [(sheet.farm & column, sheet.water & column) for column in COLUMNS]
    return per_region(4, [farm | water for farm, water in columns if farm and farm.bit_count() == water.bit_count()])


def _secluded(terrain: Region, shunned: Region) -> list[Region]:
    """Return the clusters of a terrain that have no space in the ``shunned`` region."""
    return [cluster for cluster in clusters(terrain) if not cluster & shunned]


FARM_AND_WATER = (
    *(canal_lake, mages_valley, golden_granary, shoreside_expanse),
    *(craylund, ulems_wallow, clawsgrave_peaks, jorekburg),
)
