"""Map sheets: one player's map, with a region for each terrain, and coins."""

from __future__ import annotations

from typing import NamedTuple

from cartographers.beast import Beast
from cartographers.region import BOARD, Region, adjacent_to, surrounded_by
from cartographers.terrain import Terrain

#: The maximum number of coins on a sheet. Further coins are lost (rulings, "Coins").
COIN_TRACK = 14
#: The coins for a dragon, which are earned only once (rulings, "Ambush").
DRAGON_COINS = 3


class Sheet(NamedTuple):
    """One player's map. No space has two terrains.

    It is a named tuple for speed, because every ply creates a new one.
    """

    #: All spaces of the map. Its border is the edge of the map.
    land: Region = BOARD
    mountain: Region = 0
    #: The spaces printed with ruins, filled or not.
    ruins: Region = 0
    wasteland: Region = 0
    forest: Region = 0
    village: Region = 0
    farm: Region = 0
    water: Region = 0
    #: The monsters that aren't destroyed, with or without a letter.
    monster: Region = 0
    hero: Region = 0
    #: The destroyed spaces, which have no terrain.
    destroyed: Region = 0
    #: The spaces attacked by heroes, regardless of their terrain.
    attacked: Region = 0
    #: The spaces of the dragon, destroyed or not.
    dragon: Region = 0
    #: The spaces of the troll, destroyed or not.
    troll: Region = 0
    #: The spaces of zombies, destroyed or not.
    zombie: Region = 0
    #: The spaces of the gorgon, destroyed or not.
    gorgon: Region = 0
    coins: int = 0

    @property
    def filled(self) -> Region:
        """All spaces with a terrain, a mountain or wasteland, and all destroyed spaces (English rulebook p. 9)."""
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
        """All spaces on which players can draw, including unfilled ruins."""
        return self.land & ~self.filled

    @property
    def open_ruins(self) -> Region:
        """The unfilled ruins."""
        return self.ruins & ~self.filled

    @property
    def terrain_types(self) -> tuple[Region, ...]:
        """The spaces of each terrain type that scoring cards count, including mountains (rulings, "Scoring")."""
        return self.forest, self.village, self.farm, self.water, self.monster, self.mountain, self.hero

    @property
    def edge(self) -> Region:
        """The spaces with a side on the edge of the map."""
        return self.land & ~surrounded_by(self.land)

    @property
    def surrounded_mountains(self) -> Region:
        """The mountains that have earned their coin, because no adjacent space is empty (English rulebook p. 6)."""
        return self.mountain & ~adjacent_to(self.empty)

    def spaces_of(self, terrain: Terrain) -> Region:
        """Return the spaces of one terrain."""
        region: Region = getattr(self, terrain.value)
        return region

    def spaces_of_beast(self, beast: Beast) -> Region:
        """Return the spaces of a lettered monster that aren't destroyed."""
        region: Region = getattr(self, beast.value)
        return region & ~self.destroyed

    def within_reach(self, beast: Beast) -> Region:
        """Return the spaces adjacent to a lettered monster that its effect can reach (rulings, "Ambush")."""
        around = adjacent_to(self.spaces_of_beast(beast))
        if beast is Beast.GORGON:
            return around & self.land & ~(self.mountain | self.wasteland | self.destroyed)
        return around & self.empty

    def drawn(
        self,
        terrain: Terrain | None,
        region: Region,
        *,
        coin: bool = False,
        attack: Region = 0,
        beast: Beast | None = None,
    ) -> Sheet:
        """Return the sheet with a terrain drawn on a region, and with the coins earned. The caller checks the rules.

        Without a terrain, the region is destroyed. Coins are earned by a shape with a ``coin``, by each mountain that
        becomes surrounded, and by a dragon that is destroyed or surrounded (three). A hero's ``attack`` destroys the
        monsters on its spaces and every monster drawn there later. The letter of a ``beast`` is written on the region.
        """
        if terrain is None:
            changes = {kind.value: self.spaces_of(kind) & ~region for kind in Terrain if self.spaces_of(kind) & region}
            changes["destroyed"] = self.destroyed | region
        else:
            changes = {terrain.value: self.spaces_of(terrain) | region}
        if beast:
            changes[beast.value] = getattr(self, beast.value) | region
        attacked = self.attacked | attack
        if attacked:
            monster = changes.get("monster", self.monster)
            changes["monster"] = monster & ~attacked
            changes["destroyed"] = changes.get("destroyed", self.destroyed) | monster & attacked
            changes["attacked"] = attacked
        after = self._replace(**changes)
        empty = self.empty
        left = empty & ~region
        gained = coin + (self.mountain & adjacent_to(empty) & ~adjacent_to(left)).bit_count()
        if after.dragon and not adjacent_to(after.spaces_of_beast(Beast.DRAGON)) & left:
            beaten_before = self.dragon and not adjacent_to(self.spaces_of_beast(Beast.DRAGON)) & empty
            gained += 0 if beaten_before else DRAGON_COINS
        return after._replace(coins=min(COIN_TRACK, self.coins + gained)) if gained else after
