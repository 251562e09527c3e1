"""The two ways in which the engine says no, and how its messages quote what they refuse."""

from __future__ import annotations

from reprlib import Repr


class InvalidRecord(ValueError):  # noqa: N818 - it names what is wrong, as a caller says it
    """A text (game id, record, map diagram, space) cannot be read; the message says what is wrong and where."""


class IllegalMove(ValueError):  # noqa: N818 - likewise
    """The rules do not allow a ply; the message says why."""


_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 60
_SHORT.maxlevel = 1


def quoted(value: object) -> str:
    """Return a value as a message quotes it. A long one loses its middle, because what is read may be megabytes."""
    return _SHORT.repr(value)
