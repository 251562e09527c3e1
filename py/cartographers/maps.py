"""The printed map sides, as diagrams."""

from __future__ import annotations

from functools import cache

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


@cache
def blank_sheet(side: str) -> Sheet:
    """Return the empty sheet of a map side, ``"A"`` to ``"D"``."""
    return read_diagram(SIDES[side])
