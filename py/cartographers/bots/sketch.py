"""Sketches: maps that are fast to draw on, for searches.

A search draws hundreds of thousands of times. A :class:`~cartographers.sheet.Sheet`, which is designed for games, looks
up its terrains by name and computes the empty spaces on every access. A sketch does neither.
"""

from __future__ import annotations

from cartographers.beast import Beast
from cartographers.region import STRIDE, Region, adjacent_to
from cartographers.sheet import COIN_TRACK, DRAGON_COINS, Sheet
from cartographers.terrain import Terrain

FOREST, VILLAGE, FARM, WATER, MONSTER, HERO = Terrain


class Sketch:
    """One player's map during a search. It must not be changed; :meth:`drawn` returns a new one.

    The regions are those of a sheet, with two additional ones.
    """

    __slots__ = (
        "attacked",
        "beside_empty",
        "beside_one_empty",
        "coins",
        "destroyed",
        "dragon",
        "edge",
        "empty",
        "farm",
        "forest",
        "hero",
        "land",
        "monster",
        "mountain",
        "ruins",
        "village",
        "water",
        "zombie",
    )

    attacked: Region
    coins: int
    destroyed: Region
    dragon: Region
    edge: Region
    empty: Region
    farm: Region
    forest: Region
    hero: Region
    land: Region
    monster: Region
    mountain: Region
    #: All spaces adjacent to an empty space, including spaces off the board.
    beside_empty: Region
    ruins: Region
    #: All spaces adjacent to exactly one empty space, including spaces off the board.
    beside_one_empty: Region
    village: Region
    water: Region
    zombie: Region

    @classmethod
    def of(cls, sheet: Sheet) -> Sketch:
        """Return the sketch of a sheet."""
        sketch = cls()
        sketch.land, sketch.mountain, sketch.ruins = sheet.land, sheet.mountain, sheet.ruins
        sketch.forest, sketch.village, sketch.farm, sketch.water = sheet.forest, sheet.village, sheet.farm, sheet.water
        sketch.monster, sketch.hero, sketch.destroyed = sheet.monster, sheet.hero, sheet.destroyed
        sketch.attacked, sketch.dragon, sketch.zombie = sheet.attacked, sheet.dragon, sheet.zombie
        sketch.coins, sketch.edge = sheet.coins, sheet.edge
        sketch._set_empty(sheet.empty)
        return sketch

    def sheet(self) -> Sheet:
        """Return a sheet with the same regions for the scoring cards, but without the letters of monsters."""
        sheet = Sheet(
            land=self.land,
            mountain=self.mountain,
            ruins=self.ruins,
            forest=self.forest,
            village=self.village,
            farm=self.farm,
            water=self.water,
            monster=self.monster,
            hero=self.hero,
            destroyed=self.destroyed,
        )
        return sheet._replace(wasteland=sheet.empty & ~self.empty)

    def _set_empty(self, empty: Region) -> None:
        """Set the empty spaces and the two regions adjacent to them."""
        left, right, up, down = empty << 1, empty >> 1, empty << STRIDE, empty >> STRIDE
        across, along = left | right, up | down
        self.empty = empty
        self.beside_empty = across | along
        self.beside_one_empty = self.beside_empty & ~(left & right | up & down | across & along)

    def drawn(
        self, terrain: Terrain | None, region: Region, coin: int = 0, attack: Region = 0, beast: Beast | None = None
    ) -> Sketch:
        """Return the sketch with a terrain drawn on a region, like :meth:`Sheet.drawn`."""
        new = Sketch()
        new.land, new.mountain, new.ruins, new.edge = self.land, self.mountain, self.ruins, self.edge
        new.forest, new.village, new.farm, new.water = self.forest, self.village, self.farm, self.water
        new.monster, new.hero, new.destroyed = self.monster, self.hero, self.destroyed
        new.attacked, new.dragon, new.zombie = self.attacked, self.dragon, self.zombie
        new._set_empty(self.empty & ~region)
        new._fill(terrain, region)
        if beast is Beast.DRAGON:
            new.dragon |= region
        elif beast is Beast.ZOMBIE:
            new.zombie |= region
        attacked = self.attacked | attack
        if attacked:
            new.attacked = attacked
            new.destroyed |= new.monster & attacked
            new.monster &= ~attacked
        coins = self.coins + coin + (self.mountain & self.beside_empty & ~new.beside_empty).bit_count()
        if new.dragon and not new.dragon_at_large and (not self.dragon or self.dragon_at_large):
            coins += DRAGON_COINS
        new.coins = min(COIN_TRACK, coins)
        return new

    def _fill(self, terrain: Terrain | None, region: Region) -> None:
        """Set the terrain of a region. Without a terrain, destroy its spaces."""
        if terrain is FOREST:
            self.forest |= region
        elif terrain is VILLAGE:
            self.village |= region
        elif terrain is FARM:
            self.farm |= region
        elif terrain is WATER:
            self.water |= region
        elif terrain is MONSTER:
            self.monster |= region
        elif terrain is HERO:
            self.hero |= region
        else:
            self.forest, self.village, self.farm = self.forest & ~region, self.village & ~region, self.farm & ~region
            self.water, self.monster, self.hero = self.water & ~region, self.monster & ~region, self.hero & ~region
            self.destroyed |= region

    @property
    def dragon_at_large(self) -> bool:
        """Whether there is a dragon that is neither destroyed nor surrounded."""
        return bool(adjacent_to(self.dragon & ~self.destroyed) & self.empty)

    @property
    def haunted(self) -> Region:
        """The empty spaces adjacent to monsters, each of which costs a star."""
        monster = self.monster
        return self.empty & (monster << 1 | monster >> 1 | monster << STRIDE | monster >> STRIDE)
