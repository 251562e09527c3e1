"""The explore, ruins, ambush, and hero cards as data.

An explore card has a time and a set of options. One terrain with two shapes, one shape with two terrains, a single
space of any terrain and the forced single space are all sets of options, so the rules treat them the same way.
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
    """A shape and a terrain that a player may draw."""

    #: None if the shape's spaces are destroyed.
    terrain: Terrain | None
    shape: Polyomino
    #: Whether drawing the shape earns a coin.
    coin: bool = False
    #: The attack of a hero; None for a hero that is a forced single space.
    attack: Attack | None = None
    #: The beast whose letter is written on the spaces.
    beast: Beast | None = None


#: The only option of a player who picks a space for a monster to destroy.
DESTROY = Option(None, MONOMINO)


def terrains_of(options: Iterable[Option]) -> tuple[Terrain | None, ...]:
    """Return the distinct terrains of the options in printed order."""
    return tuple(dict.fromkeys(option.terrain for option in options))


@dataclass(frozen=True, slots=True)
class ExploreCard:
    """A card for which all players draw on their own maps. Its time counts toward the season's threshold."""

    kind: ClassVar[str] = "explore"
    id: str
    time: int
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class RuinsCard:
    """A card that requires all players to cover ruins with the next explore card (English rulebook p. 7)."""

    kind: ClassVar[str] = "ruins"
    id: str
    time: int = 0


@dataclass(frozen=True, slots=True)
class AmbushCard:
    """A monster shape that players draw on a neighbor's map. In a solo game, the rules decide where it goes."""

    kind: ClassVar[str] = "ambush"
    id: str
    shape: Polyomino
    #: The direction in which the players pass their sheets.
    arrow: Arrow
    #: The corner of the board where the search for a place begins in a solo game.
    corner: Corner
    #: The direction in which this search goes around the board.
    direction: Arrow
    #: The beast of an ambush card of Heroes.
    beast: Beast | None = None
    time: int = 0

    @property
    def options(self) -> tuple[Option, ...]:
        """The only option in games of several players: the shape, drawn as monsters."""
        return (Option(Terrain.MONSTER, self.shape, beast=self.beast),)


@dataclass(frozen=True, slots=True)
class HeroCard:
    """A card with a hero, which all players draw on a single space of their own maps (Heroes rulebook, "Héroes")."""

    kind: ClassVar[str] = "hero"
    id: str
    attack: Attack
    time: int = 0

    @property
    def options(self) -> tuple[Option, ...]:
        """The only option: the hero on a single space."""
        return (Option(Terrain.HERO, MONOMINO, attack=self.attack),)


Card: TypeAlias = ExploreCard | RuinsCard | AmbushCard | HeroCard
