"""The monsters of Heroes that have a letter and a lasting effect (rulings, "Ambush")."""

from __future__ import annotations

from enum import Enum


class Beast(Enum):
    """A lettered monster; the value is the name of its region on a :class:`~cartographers.sheet.Sheet`."""

    #: Pays its map's owner three coins once it is destroyed or walled in.
    DRAGON = "dragon"
    #: Spreads to every empty space beside it after each season.
    ZOMBIE = "zombie"
    #: After each season the map's owner picks an empty space beside it, which is destroyed.
    TROLL = "troll"
    #: Whoever draws it then picks a space beside it, empty or filled, which is destroyed.
    GORGON = "gorgon"

    @property
    def letter(self) -> str:
        """The letter that is written on its spaces."""
        return self.name[0]

    @property
    def ravages(self) -> bool:
        """Whether it does something after each season's scoring."""
        return self in {Beast.ZOMBIE, Beast.TROLL}

    def acts(self, *, last_season: bool) -> bool:
        """Say whether one that is drawn now will have an effect. Nothing happens after the last season's scoring."""
        return not (self.ravages and last_season)

    def lasts(self, *, last_season: bool) -> bool:
        """Say whether one that is on the map can still have an effect. A gorgon has its only effect at once."""
        return self is not Beast.GORGON and self.acts(last_season=last_season)
