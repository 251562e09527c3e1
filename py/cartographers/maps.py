"""The empty sheets of the map sides."""

from __future__ import annotations

from functools import lru_cache

from cartographers import custom_map
from cartographers.diagram import read_diagram
from cartographers.sheet import Sheet
from cartographers.sides import SIDES, is_custom


@lru_cache(maxsize=64)
def blank_sheet(side: str) -> Sheet:
    """Return the empty sheet of a map side: ``"A"`` to ``"D"``, or that of a custom map.

    Raises :class:`InvalidRecord` if the code of a custom map is unreadable.
    """
    if is_custom(side):
        return custom_map.custom_sheet(side)
    return read_diagram(SIDES[side])
