"""The terrains that players draw, and the marks of the map notation."""

from __future__ import annotations

from enum import Enum


class Terrain(Enum):
    """What a player can draw on a map; the value is its word in the event log, the mark its sign in diagrams."""

    FOREST = "forest"
    VILLAGE = "village"
    FARM = "farm"
    WATER = "water"
    MONSTER = "monster"
    HERO = "hero"

    @property
    def mark(self) -> str:
        """The terrain's sign in map diagrams and records: its first letter, or ``a`` for farm (arable)."""
        return _MARKS[self]


_MARKS = {
    Terrain.FOREST: "f",
    Terrain.VILLAGE: "v",
    Terrain.FARM: "a",
    Terrain.WATER: "w",
    Terrain.MONSTER: "m",
    Terrain.HERO: "h",
}

#: What a card that leaves the terrain open offers; heroes come with their own cards (rulings, "Drawing").
ANY_TERRAIN = (Terrain.FOREST, Terrain.VILLAGE, Terrain.FARM, Terrain.WATER, Terrain.MONSTER)

TERRAIN_MARKED = {mark: terrain for terrain, mark in _MARKS.items()}
