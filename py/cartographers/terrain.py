"""The terrains that players draw, with their letters in diagrams and records."""

from __future__ import annotations

from enum import Enum


class Terrain(Enum):
    """A terrain that players can draw. The value is its name in the event log."""

    FOREST = "forest"
    VILLAGE = "village"
    FARM = "farm"
    WATER = "water"
    MONSTER = "monster"
    HERO = "hero"

    @property
    def mark(self) -> str:
        """The terrain's letter in diagrams and records: its first letter, except for farm, which has ``a`` (arable)."""
        return _MARKS[self]


_MARKS = {
    Terrain.FOREST: "f",
    Terrain.VILLAGE: "v",
    Terrain.FARM: "a",
    Terrain.WATER: "w",
    Terrain.MONSTER: "m",
    Terrain.HERO: "h",
}

#: The choices if a card allows any terrain. They exclude heroes, which have their own cards (rulings, "Drawing").
ANY_TERRAIN = (Terrain.FOREST, Terrain.VILLAGE, Terrain.FARM, Terrain.WATER, Terrain.MONSTER)

TERRAIN_BY_MARK = {mark: terrain for terrain, mark in _MARKS.items()}
