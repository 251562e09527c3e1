"""The two boxes whose components can be mixed (Heroes rulebook, "Combinar Versiones")."""

from __future__ import annotations

from enum import Flag, auto


class Box(Flag):
    """Where cards come from: the base game, the sequel Heroes, or both shuffled together."""

    BASE = auto()
    HEROES = auto()
    BOTH = BASE | HEROES

    @property
    def word(self) -> str:
        """The box's word in the event log and on the command line."""
        return str(self.name).lower()


#: A box, or both, by its word.
BOX_NAMED = {box.word: box for box in (Box.BASE, Box.HEROES, Box.BOTH)}
