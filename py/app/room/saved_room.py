"""The saved text of a room: this device's key, the switched-off relays, and all statements."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

from app.page.notice import Notice
from cartographers.errors import InvalidRecord
from cartographers.game_id import UnsupportedRules
from rooms.log import CheckedText, Log, SignedStatement, read_signed

#: The first word of the text.
_FORMAT = "kept1"


class SavedRoom(NamedTuple):
    """The contents of a saved text."""

    #: The addresses of the relays that the player has switched off.
    off: tuple[str, ...] = ()
    #: The statements of all games.
    statements: tuple[SignedStatement, ...] = ()
    #: A notice if the room has other rules than this page.
    other_rules: Notice | None = None


def write_room(key: str, off: Iterable[str], logs: Iterable[Log]) -> str:
    """Return the text of a room, including unsigned statements."""
    lines = [str(signed) for log in logs for _, signed in sorted(log.items())]
    return "\n".join([" ".join([_FORMAT, key, *off]), *lines])


def read_room(text: str) -> SavedRoom:
    """Return the contents of a saved text, without damaged statements: the device makes them again."""
    first, *lines = text.split("\n")
    _, *off = first.split(" ")[1:] or ("",)
    statements, other_rules = list[SignedStatement](), None
    for line in lines:
        try:  # this device saved only statements whose signatures were checked, and its own
            statements.append(read_signed(CheckedText(line)))
        except UnsupportedRules as other:
            other_rules = other_rules or (Notice.NEWER_ROOM if other.newer else Notice.OLDER_ROOM)
        except InvalidRecord:
            continue
    return SavedRoom(tuple(off), tuple(statements), other_rules)


def key_in(text: str) -> str:
    """Return this device's key in a saved text; empty if it has none."""
    found = re.match(rf"{_FORMAT} (\w+)(?: |$)", text, re.ASCII | re.MULTILINE)
    return found[1] if found else ""


def key_of(word: str, game: int = 0) -> str:
    """Return the key of a room's game, which follows from the room's word without revealing it.

    The keys of all games of a room have the same beginning.
    """
    return sha256(word.encode()).hexdigest()[:16] + (f"g{game}" if game else "")
