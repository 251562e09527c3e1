"""What explore, ruins and ambush cards have in common, as data.

An explore card is a time and a set of options; one terrain with two shapes, one shape with two terrains, a single
space of any terrain and the forced single space are then all the same thing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from cartographers.polyomino import Polyomino
from cartographers.terrain import Terrain

Arrow: TypeAlias = Literal["clockwise", "counterclockwise"]
Corner: TypeAlias = Literal["top-left", "top-right", "bottom-right", "bottom-left"]


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that a player may draw: a shape of a terrain, and whether drawing it pays a coin."""

    terrain: Terrain
    shape: Polyomino
    coin: bool = False


def terrains_of(options: Iterable[Option]) -> tuple[Terrain, ...]:
    """Return the terrains that options offer, each once, in printed order."""
    return tuple(dict.fromkeys(option.terrain for option in options))


@dataclass(frozen=True, slots=True)
class ExploreCard:
    """A card that is drawn by everyone on their own map; its time counts towards the season's threshold."""

    kind: ClassVar[str] = "explore"
    id: str
    time: int
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class RuinsCard:
    """A card that makes everyone cover ruins with the next explore card (English rulebook p. 7)."""

    kind: ClassVar[str] = "ruins"
    id: str
    time: int = 0


@dataclass(frozen=True, slots=True)
class AmbushCard:
    """A monster shape that is drawn on somebody else's map, or alone by the walk of the solo mode.

    ``arrow`` is the direction in which sheets are passed; ``corner`` and ``direction`` begin and lead the solo walk.
    """

    kind: ClassVar[str] = "ambush"
    id: str
    shape: Polyomino
    arrow: Arrow
    corner: Corner
    direction: Arrow
    time: int = 0

    @property
    def options(self) -> tuple[Option, ...]:
        """What is drawn when the card is revealed to several players: the shape, of monsters."""
        return (Option(Terrain.MONSTER, self.shape),)


Card: TypeAlias = ExploreCard | RuinsCard | AmbushCard
