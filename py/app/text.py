"""The page's words, looked up by key in a catalogue; only rules and errors of the engine speak for themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

MINUS = "\N{MINUS SIGN}"

#: A language's catalogue: key to text, with ``{placeholders}``.
Catalogue: TypeAlias = Mapping[str, str]


def number(value: int) -> str:
    """Return a number with a true minus sign."""
    return str(value).replace("-", MINUS)


def signed(value: int) -> str:
    """Return a difference with its sign."""
    return f"+{value}" if value > 0 else number(value)


class Words:
    """A catalogue to be called: ``words("time", count=2)``."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Keep the catalogue."""
        self._catalogue = catalogue

    def add(self, catalogue: Catalogue) -> None:
        """Keep the words of a catalogue, too."""
        self._catalogue = {**self._catalogue, **catalogue}

    def __call__(self, key: str, **values: object) -> str:
        """Return the text of a key with its placeholders filled in; raises :class:`KeyError` for an unknown key."""
        return self._catalogue[key].format(**values)

    def plural(self, key: str, count: int, **values: object) -> str:
        """Return the text for a ``{count}``, the key's ``.one`` for 1 and -1 and its ``.other`` for the rest."""
        return self(f"{key}.{'one' if abs(count) == 1 else 'other'}", count=number(count), **values)
