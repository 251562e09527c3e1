"""The custom maps on this device, and their names.

A note has the sides of the maps, separated by spaces, the latest last. Another note has a word ``SIDE:NAME`` for each
named map, with a percent-encoded name. It is separate so that versions of the page without names keep the maps.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote, unquote

from app.game.setup import JOINERS, clean_name
from app.saved_names import MAP_NAMES, MAPS
from cartographers.errors import InvalidRecord
from cartographers.maps import blank_sheet
from cartographers.region import SIZE
from cartographers.sides import SIDES, is_custom

#: The maximum number of maps on a device.
MAX_MAPS = 100


class CustomMaps(NamedTuple):
    """The custom maps on a device."""

    #: The sides of the maps, the latest first.
    sides: tuple[str, ...]
    #: The names of maps, by side.
    names: Mapping[str, str]

    def has_room_for(self, side: str) -> bool:
        """Return whether a map can be saved: it is saved already, or there are fewer than :data:`MAX_MAPS`."""
        return side in self.sides or len(self.sides) < MAX_MAPS

    def sides_with(self, chosen: str) -> tuple[str, ...]:
        """Return the sides from which a player can choose: the printed ones, these maps, and the chosen one."""
        return tuple(dict.fromkeys((*SIDES, *self.sides, chosen)))


def maps_in(notes: Mapping[str, str]) -> CustomMaps:
    """Return the custom maps in the notes of a device."""
    return CustomMaps(sides_in(notes[MAPS]), names_in(notes[MAP_NAMES]))


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


@lru_cache(maxsize=4)
def names_in(note: str) -> Mapping[str, str]:
    """Return the names of maps in a note, by side. Unreadable ones are left out."""
    found = (word.partition(":") for word in reversed(note.split()) if _is_readable(word))
    return {side: unquote(name) for side, _, name in found}


def map_named(side: str, name: str) -> str:
    """Return the word of a map and its name, which may be empty."""
    return f"{side}:{quote(name, safe='')}"


def with_named(note: str, word: str) -> str:
    """Return a note of names after a map has been named; an empty name deletes the former one."""
    side, _, name = word.partition(":")
    others = [other for other in note.split() if other.partition(":")[0] != side]
    return " ".join([*others, word] if name else others)


def with_missing_name(note: str, word: str) -> str:
    """Return a note of names after a map has been named, unless it has a name already."""
    return note if word.partition(":")[0] in names_in(note) else with_named(note, word)


def typed_name(text: str) -> str:
    """Return the name of a map as the player has typed it, without invisible characters and outer spaces."""
    return clean_name(text).strip(f" {JOINERS}")


def is_named_map(word: str) -> bool:
    """Return whether a word has the side of a custom map and its name."""
    return _is_readable(word) and is_map(word.partition(":")[0])


def _is_readable(word: str) -> bool:
    """Return whether a word ends in a name that a player can type."""
    name = unquote(word.partition(":")[2])
    return bool(name) and name == typed_name(name)


def is_draft(text: str) -> bool:
    """Return whether a text is a map that is being drawn: one character for each space."""
    return len(text) == SIZE * SIZE and not text.strip(".^@#")


def is_map(side: str) -> bool:
    """Return whether a word is the side of a custom map."""
    try:
        return is_custom(side) and bool(blank_sheet(side))
    except InvalidRecord:
        return False
