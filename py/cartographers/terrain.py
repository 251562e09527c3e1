"""The terrains that players draw, and their signs in diagrams and records."""

from __future__ import annotations

from enum import Enum


class Terrain(Enum):
    """What a player can draw on a map. The value is its word in the event log."""

    FOREST = "forest"
    VILLAGE = "village"
    FARM = "farm"
    WATER = "water"
    MONSTER = "monster"
    HERO = "hero"

    @property
    def mark(self) -> str:
        """The terrain's sign in diagrams and records: its first letter, but ``a`` (arable) for farm."""
        return _MARKS[self]


_MARKS = {
    Terrain.FOREST: "f",
    Terrain.VILLAGE: "v",
    Terrain.FARM: "a",
    Terrain.WATER: "w",
    Terrain.MONSTER: "m",
    Terrain.HERO: "h",
}

#: The choice when a card leaves the terrain open. Heroes have their own cards (rulings, "Drawing").
ANY_TERRAIN = (Terrain.FOREST, Terrain.VILLAGE, Terrain.FARM, Terrain.WATER, Terrain.MONSTER)

TERRAIN_MARKED = {mark: terrain for terrain, mark in _MARKS.items()}
