"""The two boxes, whose components can be mixed (Heroes rulebook, "Combinar Versiones")."""

from __future__ import annotations

from enum import Flag, auto


class Box(Flag):
    """A source of cards: the base game, its sequel Heroes, or both shuffled together."""

    BASE = auto()
    HEROES = auto()
    BOTH = BASE | HEROES

    @property
    def word(self) -> str:
        """The box's name in the event log and on the command line."""
        return str(self.name).lower()


#: Each box, and both together, by name in the event log.
BOX_BY_WORD = {box.word: box for box in (Box.BASE, Box.HEROES, Box.BOTH)}
