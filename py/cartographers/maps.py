"""The map sides: the printed ones, as diagrams, and those that players draw."""

from __future__ import annotations

from functools import lru_cache

from cartographers.boxes import Box
from cartographers.diagram import read_diagram
from cartographers.sheet import Sheet

#: Sides A and C are the wilderness of the base game and of Heroes; sides B and D are their wastelands.
SIDES = {
    "A": """
. . . . . . . . . . .
. . . ^ . @ . . . . .
. @ . . . . . . ^ @ .
. . . . . . . . . . .
. . . . . . . . . . .
. . . . . ^ . . . . .
. . . . . . . . . . .
. . . . . . . . . . .
. @ ^ . . . . . . @ .
. . . . . @ . ^ . . .
. . . . . . . . . . .
""",
    "B": """
. . . . . . . . . . .
. . . . . . @ . ^ . .
. . @ ^ . . . . . . .
. . . . . # . . . . .
. . . . # # @ . . . .
. . . . # # # . . . .
. @ . . . # . . . . .
. . . . . ^ . . @ . .
. . . . . . . . . ^ .
. . ^ @ . . . . . . .
. . . . . . . . . . .
""",
    "C": """
. . . . . . . . . . .
. ^ . . @ . . . . . .
. . . . . . . . . . .
. . . . . . . @ ^ . .
. . . . . . . . . . .
. . . ^ . . . . . . .
. . . . . . @ . . . .
. . @ . . . . . . . .
. . . . . . . . . ^ .
. . . . . ^ . . @ . .
@ . . . . . . . . . .
""",
    "D": """
. . . . . . . . . . .
. # . @ . . . . @ ^ .
. # . . . . . . . . .
. . . ^ . . . . . . .
. . . . . . . . . . .
. @ . . . . ^ . . # #
. . . . . . . @ . # @
. . . . . . . . . . .
. . ^ . . . . . . ^ .
# # . . . @ . . . . .
. . . . . . . . . . .
""",
}

SIDES_OF = {Box.BASE: "AB", Box.HEROES: "CD"}


#: The first letter of a custom map's side; its code follows (see :mod:`cartographers.custom_map`).
CUSTOM = "X"


def is_custom(side: str) -> bool:
    """Return whether a map side is one that a player has drawn."""
    return side.startswith(CUSTOM)


@lru_cache(maxsize=64)
def blank_sheet(side: str) -> Sheet:
    """Return the empty sheet of a map side: ``"A"`` to ``"D"``, or that of a custom map.

    Raises :class:`InvalidRecord` if the code of a custom map is unreadable.
    """
    if is_custom(side):
        from cartographers.custom_map import custom_sheet  # noqa: PLC0415 - the first screen needs none of it

        return custom_sheet(side)
    return read_diagram(SIDES[side])
