"""The lettered monsters of Heroes, each of which has an effect (rulings, "Ambush")."""

from __future__ import annotations

from enum import Enum


class Beast(Enum):
    """A lettered monster. The value is the name of its region on a :class:`~cartographers.sheet.Sheet`."""

    #: Earns the map's owner three coins when it is destroyed or surrounded.
    DRAGON = "dragon"
    #: Spreads to every adjacent empty space after each season.
    ZOMBIE = "zombie"
    #: Destroys an adjacent empty space after each season, picked by the map's owner.
    TROLL = "troll"
    #: Destroys an adjacent space, empty or filled, when it is drawn. The player who draws it picks the space.
    GORGON = "gorgon"

    @property
    def letter(self) -> str:
        """The letter written on its spaces."""
        return self.name[0]

    @property
    def acts_after_seasons(self) -> bool:
        """Whether it has an effect after each season's scoring."""
        return self in {Beast.ZOMBIE, Beast.TROLL}

    def acts(self, *, last_season: bool) -> bool:
        """Return whether a beast drawn now will have an effect. None has one after the last season's scoring."""
        return not (self.acts_after_seasons and last_season)

    def lasts(self, *, last_season: bool) -> bool:
        """Return whether a beast on the map can still have an effect. A gorgon's only effect is immediate."""
        return self is not Beast.GORGON and self.acts(last_season=last_season)
