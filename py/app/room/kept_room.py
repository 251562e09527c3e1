"""The text of a room that the device keeps: this device's key, the relays that are off, and all statements."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

from app.notice import Notice
from cartographers.errors import InvalidRecord
from cartographers.game_id import OtherRules
from rooms.log import Log, Signed, read_signed

#: The first word of the text.
_KEPT = "kept1"


class KeptRoom(NamedTuple):
    """The content of a kept text."""

    #: The addresses of the relays that the player has switched off.
    off: tuple[str, ...] = ()
    statements: tuple[Signed, ...] = ()


def write_kept(key: str, off: Iterable[str], logs: Iterable[Log]) -> str:
    """Return the text of a room, with unsigned statements too."""
    lines = [str(signed) for log in logs for _, signed in sorted(log.items())]
    return "\n".join([" ".join([_KEPT, key, *off]), *lines])


def read_kept(text: str) -> KeptRoom:
    """Return the content of a kept text, without the statements that cannot be read: they will be made again."""
    first, *lines = text.split("\n")
    _, *off = first.split(" ")[1:] or ("",)
    return KeptRoom(tuple(off), tuple(signed for signed in map(_read, lines) if signed))


def key_in(text: str) -> str:
    """Return this device's key in a kept text; empty without one."""
    found = re.match(rf"{_KEPT} (\w+)(?: |$)", text, re.ASCII | re.MULTILINE)
    return found[1] if found else ""


def other_rules_of(text: str) -> Notice | None:
    """Return a notice if a kept room plays by other rules than this page; None if it does not."""
    for line in text.split("\n")[1:]:
        try:
            _read_signed(line)
        except OtherRules as other:
            return Notice.NEWER_ROOM if other.newer else Notice.OLDER_ROOM
        except InvalidRecord:
            continue
    return None


def key_of(word: str, game: int = 0) -> str:
    """Return the key of a game of a room: it follows from the word, and does not tell it.

    The keys of all games of a room begin alike.
    """
    return sha256(word.encode()).hexdigest()[:16] + (f"g{game}" if game else "")


def _read(line: str) -> Signed | None:
    try:
        return _read_signed(line)
    except InvalidRecord:
        return None


def _read_signed(line: str) -> Signed:
    """Return a statement of this device's own storage, whose signature needs no check."""
    return read_signed(line, lambda *_: True)
