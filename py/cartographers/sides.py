"""The map sides: the printed ones, as diagrams, and the names of those that players draw."""

from __future__ import annotations

from cartographers.boxes import Box

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
