"""The custom maps on this device: a note with their sides, separated by spaces, the latest last."""

from __future__ import annotations

from functools import lru_cache

from cartographers.errors import InvalidRecord
from cartographers.maps import blank_sheet, is_custom


@lru_cache(maxsize=4)
def sides_in(note: str) -> tuple[str, ...]:
    """Return the sides of the maps in a note, the latest first. Unreadable ones are left out."""
    return tuple(filter(_is_readable, dict.fromkeys(reversed(note.split()))))


def with_map(note: str, side: str) -> str:
    """Return a note after a map has been saved, which is then the latest."""
    return f"{without_map(note, side)} {side}".strip()


def without_map(note: str, side: str) -> str:
    """Return a note after a map has been deleted."""
    return " ".join(word for word in note.split() if word != side)


def _is_readable(side: str) -> bool:
    try:
        return is_custom(side) and bool(blank_sheet(side))
    except InvalidRecord:
        return False
