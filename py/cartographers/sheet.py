"""A map sheet: what one player has drawn so far, as one region per terrain, and the coins filled in."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cartographers.region import BOARD, Region, beside, inner
from cartographers.terrain import Terrain

#: Coin symbols on a sheet; further coins are lost (rulings, "Coins").
COIN_TRACK = 14


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's map.

    ``land`` is every space there is; its border is the edge of the map. No space has two terrains; ``ruins`` marks the
    spaces printed with ruins, filled or not. ``hero`` and ``destroyed`` belong to the map notation and to Heroes;
    a base game leaves them empty.
    """

    land: Region = BOARD
    mountain: Region = 0
    ruins: Region = 0
    wasteland: Region = 0
    forest: Region = 0
    village: Region = 0
    farm: Region = 0
    water: Region = 0
    monster: Region = 0
    hero: Region = 0
    destroyed: Region = 0
    coins: int = 0

    @property
    def filled(self) -> Region:
        """All spaces that are not empty: any terrain, mountain, wasteland, destroyed (English rulebook p. 9)."""
        return (
            self.forest
            | self.village
            | self.farm
            | self.water
            | self.monster
            | self.mountain
            | self.wasteland
            | self.hero
            | self.destroyed
        )

    @property
    def empty(self) -> Region:
        """All spaces that can be drawn on; unfilled ruins are empty."""
        return self.land & ~self.filled

    @property
    def open_ruins(self) -> Region:
        """The ruins spaces that are still unfilled."""
        return self.ruins & ~self.filled

    @property
    def edge(self) -> Region:
        """The spaces with a side on the edge of the map."""
        return self.land & ~inner(self.land)

    @property
    def surrounded_mountains(self) -> Region:
        """The mountains that have paid their coin: those with no empty space beside them (p. 6)."""
        return self.mountain & ~beside(self.empty)

    def spaces_of(self, terrain: Terrain) -> Region:
        """Return the spaces of one terrain."""
        region: Region = getattr(self, terrain.value)
        return region

    def drawn(self, terrain: Terrain, region: Region, *, coin: bool = False) -> Sheet:
        """Return the sheet after a shape has been drawn and its coins filled in.

        ``coin`` says whether the shape comes with one; each mountain that becomes surrounded pays another. The caller
        has made sure that the region is empty.
        """
        empty = self.empty
        surrounded = self.mountain & beside(empty) & ~beside(empty & ~region)
        coins = min(COIN_TRACK, self.coins + coin + surrounded.bit_count())
        return replace(self, coins=coins, **{terrain.value: self.spaces_of(terrain) | region})
