"""The custom maps of the weekly challenge, which we have drawn for it."""

from __future__ import annotations

from typing import NamedTuple

from cartographers.boxes import Box
from cartographers.custom_map import custom_side
from cartographers.diagram import read_diagram


class WeeklyMap(NamedTuple):
    """A custom map and its cards."""

    #: The box of all cards.
    box: Box
    #: The map as a diagram.
    diagram: str

    @property
    def side(self) -> str:
        """The map's side in a game id."""
        return custom_side(read_diagram(self.diagram))


#: The maps in the order of their turns. The name of each is the last part of its texts' keys.
WEEKLY_MAPS = {
    "pass": WeeklyMap(
        Box.HEROES,
        """
# . . . . . . . . . .
. # . . . . @ . . . .
. . ^ . . . . . . @ .
. . . # . . . . . . .
. . . . ^ . . . . . .
. . . . . @ . . . . .
. . . . . . ^ . . . .
. . . . . . . # . . .
. @ . . . . . . ^ . .
. . . . @ . . . . # .
. . . . . . . . . . #
""",
    ),
    "lakes": WeeklyMap(
        Box.BASE,
        """
. . . . . . . . . . .
. . ^ . . . @ . . . .
. . . . . . . . . ^ .
. . # # . . . . @ . .
. # # # . @ . # . . .
. # # # . . . # # # .
. . . # . @ . # # # .
. . @ . . . . # # . .
. ^ . . . . . . . . .
. . . . @ . . . ^ . .
. . . . . . . . . . .
""",
    ),
    "temple": WeeklyMap(
        Box.BASE,
        """
. . . . . . . . . . .
. . . . . ^ . . . . .
. . . . . . . . . . .
. . . ^ # . # ^ . . .
. . . # . . . # . . .
. ^ . . . @ . . . ^ .
. . . # . . . # . . .
. . . ^ # . # ^ . . .
. . . . . . . . . . .
. . . . . ^ . . . . .
. . . . . . . . . . .
""",
    ),
    "atoll": WeeklyMap(
        Box.BASE,
        """
. . . . . . . . . . .
. ^ . . . @ . . . ^ .
. . . # # . # # . . .
. . # . . . . . # . .
. . # . @ . . . # . .
. @ . . . ^ . . . @ .
. . # . . . @ . # . .
. . # . . . . . # . .
. . . # # . # # . . .
. ^ . . . @ . . . ^ .
. . . . . . . . . . .
""",
    ),
    "canyon": WeeklyMap(
        Box.HEROES,
        """
. . . # # . . . . @ .
. ^ . . # . . . . . .
. . . . # # . . ^ . .
. . @ . . # . . . . .
. . . . . . . . . @ .
. . . . @ # # . . . .
. . ^ . . . # # . . .
. . . . . . . # . ^ .
. @ . . . . . . . . .
. . . . ^ . . # # . .
. . . . . . . . # # .
""",
    ),
    "spiral": WeeklyMap(
        Box.BASE,
        """
. . . . . . . . . . .
. @ . . . ^ . . . . .
# # # # # # # # # . .
. . . . . . . . # @ .
. ^ . . @ . . . # . .
. . # # # # . . # . .
. . # ^ . . . @ # . .
. @ # . . . . . # ^ .
. . # # # # # # # . .
. . . . . ^ . . . @ .
. . . . . . . . . . .
""",
    ),
}
