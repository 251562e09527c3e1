"""What the parts of a map's value weigh."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cartographers.bots.shares import SHARES

#: How many percent of a potential come true, by the time that is left until the scoring.
HOPE = (0, 20, 40, 60, 66, 72, 78, 84, 90, 91, 92, 93, 95, 96, 97, 98, 100)


class Weights(NamedTuple):
    """What the parts of a value weigh, in hundredths of a star unless they say otherwise."""

    #: A mountain with one open neighbour, and one with more.
    mountain_nearly: int = 50
    mountain_open: int = 25
    #: An empty space beside a monster that a single space would close in: that much less of the star is lost.
    haunted_single: int = 20
    #: An empty space beside a zombie, for each season after which it will spread, besides the star.
    zombie: int = 60
    #: A space that an ambush would haunt, while the ambush is still hidden.
    ambush: int = 50
    #: How much of an ambush that does not come this season comes later, in percent.
    later: int = 45
    #: Each ruins card that is to be expected without a ruins space to cover.
    ruins: int = 100
    #: How many percent of their potentials scoring cards count, where it is not all.
    shares: Mapping[str, int] = SHARES

    def share(self, card: str) -> int:
        """Return how many percent of its potential count for the scoring card of that id."""
        return self.shares.get(card, 100)


WEIGHTS = Weights()
