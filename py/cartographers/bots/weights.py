"""The weights of the parts of a map's value."""

from __future__ import annotations

from typing import NamedTuple

#: The percentage of a potential that is expected to come true, by the time left until the scoring.
HOPE = (0, 20, 40, 60, 66, 72, 78, 84, 90, 91, 92, 93, 95, 96, 97, 98, 100)


class Weights(NamedTuple):
    """The weights of the parts of a value, in hundredths of a star unless stated otherwise."""

    #: A mountain with one empty neighbor.
    mountain_nearly: int = 50
    #: A mountain with more than one empty neighbor.
    mountain_open: int = 25
    #: The part of a star that is likely to be saved at an empty space next to a monster, because the space has only one
    #: empty neighbor and will probably be filled.
    haunted_single: int = 20
    #: The loss for an empty space next to a zombie, in addition to the star, for each time that the zombie will spread.
    zombie: int = 60
    #: The loss for each empty space that would be next to a hidden ambush if the ambush were drawn now.
    ambush: int = 50
    #: The probability in percent that an ambush that isn't revealed this season is revealed later.
    later: int = 45
    #: The loss for each expected ruins card without an open ruins space.
    ruins: int = 100
    #: The loss for each side of an empty space where there is no other empty space, for each season left.
    side: int = 5
    #: The part in percent of a star that an empty space next to a monster costs in each season after the next scoring.
    haunted_later: int = 60


WEIGHTS = Weights()
