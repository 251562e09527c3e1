"""The printed map sides, drawn as diagrams."""

from __future__ import annotations

from functools import cache

from cartographers.diagram import read_diagram
from cartographers.sheet import Sheet

#: Side A is the wilderness, side B the wastelands.
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
}


@cache
def blank_sheet(side: str) -> Sheet:
    """Return the sheet of a map side (``"A"`` or ``"B"``) before anything is drawn."""
    return read_diagram(SIDES[side])
