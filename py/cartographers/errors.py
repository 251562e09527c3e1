"""The engine's two errors, and how their messages quote what could not be read."""

from __future__ import annotations

from reprlib import Repr


class InvalidRecord(ValueError):  # noqa: N818 - callers say "an invalid record"
    """A text (game id, record, map, name of a space) cannot be read. The message says what is wrong and where."""


class IllegalMove(ValueError):  # noqa: N818 - likewise
    """The rules do not allow a ply. The message says why."""


_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 60
_SHORT.maxlevel = 1


def quoted(value: object) -> str:
    """Return a value as messages quote it. A long text loses its middle: it may have megabytes."""
    return _SHORT.repr(value)
