"""What explore, ruins, ambush and hero cards have in common, as data.

An explore card is a time and a set of options. One terrain with two shapes, one shape with two terrains, a single space
of any terrain, and the forced single space are all sets of options, so the rules treat them alike.
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

    Without a terrain, the shape's spaces are destroyed. A hero has an ``attack``, unless it is a forced single space.
    The letter of a ``beast`` is written on the spaces.
    """

    terrain: Terrain | None
    shape: Polyomino
    coin: bool = False
    attack: Attack | None = None
    beast: Beast | None = None


#: The only option of a player who picks a space for a monster to destroy.
DESTROY = Option(None, MONOMINO)


def terrains_of(options: Iterable[Option]) -> tuple[Terrain | None, ...]:
    """Return the terrains that options offer, each once, in printed order."""
    return tuple(dict.fromkeys(option.terrain for option in options))


@dataclass(frozen=True, slots=True)
class ExploreCard:
    """A card that everyone draws on their own map. Its time counts towards the season's threshold."""

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
    """A monster shape that players draw on a neighbour's map; in a solo game it lands by itself.

    ``arrow`` is the direction in which players pass their sheets. The walk of a solo game begins in ``corner`` and goes
    in ``direction``. The monsters of Heroes are beasts, each with an effect.
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
        """What several players draw when the card is revealed: its shape, as monsters."""
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
