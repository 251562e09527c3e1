"""The custom maps on this device: a note with their sides, separated by spaces, the latest last."""

from __future__ import annotations

from functools import lru_cache

from cartographers.errors import InvalidRecord
from cartographers.maps import blank_sheet, is_custom

#: The maximum number of maps after an import.
MAX_MAPS = 100


@lru_cache(maxsize=4)
def sides_in(note: str) -> tuple[str, ...]:
    """Return the sides of the maps in a note, the latest first. Unreadable ones are left out."""
    return tuple(filter(is_map, dict.fromkeys(reversed(note.split()))))


def with_map(note: str, side: str) -> str:
    """Return a note after a map has been saved, which is then the latest."""
    return f"{without_map(note, side)} {side}".strip()


def without_map(note: str, side: str) -> str:
    """Return a note after a map has been deleted."""
    return " ".join(word for word in note.split() if word != side)


def with_maps(note: str, other: str) -> str:
    """Return a note with the maps of another one, which become the oldest.

    There are at most :data:`MAX_MAPS`. If the other note has more new maps, its latest ones are added.
    """
    known = note.split()
    new = [side for side in dict.fromkeys(other.split()) if side not in known]
    room = max(MAX_MAPS - len(known), 0)
    return " ".join([*new[max(len(new) - room, 0) :], *known])


def is_map(side: str) -> bool:
    """Return whether a word is the side of a custom map."""
    try:
        return is_custom(side) and bool(blank_sheet(side))
    except InvalidRecord:
        return False
