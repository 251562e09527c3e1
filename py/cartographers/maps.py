"""The empty sheets of the map sides."""

from __future__ import annotations

from functools import lru_cache

from cartographers.diagram import read_diagram
from cartographers.sheet import Sheet
from cartographers.sides import SIDES, is_custom


@lru_cache(maxsize=64)
def blank_sheet(side: str) -> Sheet:
    """Return the empty sheet of a map side: ``"A"`` to ``"D"``, or that of a custom map.

    Raises :class:`InvalidRecord` if the code of a custom map is unreadable.
    """
    if is_custom(side):
        from cartographers.custom_map import custom_sheet  # noqa: PLC0415 - the first screen needs none of it

        return custom_sheet(side)
    return read_diagram(SIDES[side])
