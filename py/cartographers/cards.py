"""What explore, ruins, ambush and hero cards have in common, as data.

An explore card is a time and a set of options; one terrain with two shapes, one shape with two terrains, a single
space of any terrain and the forced single space are then all the same thing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from cartographers.attack import Attack
from cartographers.beast import Beast
from cartographers.polyomino import MONOMINO, Polyomino
from cartographers.terrain import Terrain

Arrow: TypeAlias = Literal["clockwise", "counterclockwise"]
Corner: TypeAlias = Literal["top-left", "top-right", "bottom-right", "bottom-left"]


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that a player may draw: a shape of a terrain, and whether drawing it pays a coin.

    No terrain means that the shape's spaces are destroyed. A hero has an ``attack``, unless it is a forced single
    space; a ``beast`` writes its letter on the spaces.
    """

    terrain: Terrain | None
    shape: Polyomino
    coin: bool = False
    attack: Attack | None = None
    beast: Beast | None = None


#: What a player does who picks a space that a monster destroys.
DESTROY = Option(None, MONOMINO)


def terrains_of(options: Iterable[Option]) -> tuple[Terrain | None, ...]:
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
    The monsters of Heroes are beasts, each with an effect.
    """

    kind: ClassVar[str] = "ambush"
    id: str
    shape: Polyomino
    arrow: Arrow
    corner: Corner
    direction: Arrow
    beast: Beast | None = None
    time: int = 0

    @property
    def options(self) -> tuple[Option, ...]:
        """What is drawn when the card is revealed to several players: the shape, of monsters."""
        return (Option(Terrain.MONSTER, self.shape, beast=self.beast),)


@dataclass(frozen=True, slots=True)
class HeroCard:
    """A single space on everyone's own map, from which a hero destroys monsters (Heroes rulebook, "Héroes")."""

    kind: ClassVar[str] = "hero"
    id: str
    attack: Attack
    time: int = 0

    @property
    def options(self) -> tuple[Option, ...]:
        """What is drawn when the card is revealed."""
        return (Option(Terrain.HERO, MONOMINO, attack=self.attack),)


Card: TypeAlias = ExploreCard | RuinsCard | AmbushCard | HeroCard
