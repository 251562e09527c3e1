"""The drawing of a custom map: tools, symmetry, and the saved text of an unfinished map."""

from __future__ import annotations

from enum import StrEnum

from app.game.custom_maps import is_draft
from cartographers.custom_map import LIMITS
from cartographers.diagram import diagram, read_diagram
from cartographers.region import SIZE, Region, position, space_at
from cartographers.sheet import Sheet

#: The tools: one for each kind of space, and the eraser.
ERASE = "erase"
TOOLS = (*LIMITS, ERASE)
#: The map on which the player has drawn nothing.
BLANK = Sheet()


class Symmetry(StrEnum):
    """The symmetry of a drawing."""

    NONE = "none"
    #: A mirror image on the other half of the map.
    MIRROR = "mirror"
    #: The same map after half a turn.
    ROTATION = "rotation"


def erases(sheet: Sheet, space: int, tool: str) -> bool:
    """Return whether a swipe that begins on a space erases: with the eraser, or on the tool's own kind of space."""
    return tool == ERASE or bool(getattr(sheet, tool) >> space & 1)


def drawn(sheet: Sheet, space: int, tool: str, symmetry: Symmetry, *, erasing: bool = False) -> Sheet:
    """Return the map after a tool has drawn on a space and on the space that mirrors it, or has erased both."""
    region = _with_image(space, symmetry)
    return Sheet(
        **{kind: getattr(sheet, kind) & ~region | (0 if erasing or kind != tool else region) for kind in LIMITS}
    )


def _with_image(space: int, symmetry: Symmetry) -> Region:
    """Return a space and its image."""
    row, column = position(space)
    last = SIZE - 1
    image = {Symmetry.MIRROR: space_at(row, last - column), Symmetry.ROTATION: space_at(last - row, last - column)}
    return 1 << space | 1 << image.get(symmetry, space)


def write_draft(sheet: Sheet) -> str:
    """Return a map as text, one character per space, also if it is too empty or too full for a game."""
    return "".join(diagram(sheet)).replace(" ", "")


def read_draft(text: str) -> Sheet:
    """Return the map of a text, or an empty map if the text is unreadable."""
    if not is_draft(text):
        return BLANK
    return read_diagram([" ".join(text[SIZE * row : SIZE * (row + 1)]) for row in range(SIZE)])
