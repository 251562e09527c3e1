"""Logs: the newest statement of each device, and how two logs become one.

Merging is a join: in whatever order statements come, and however often, the same ones make the same log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from cartographers.errors import InvalidRecord
from rooms.statement import Statement, read_statement

#: Says whether a device has signed a text in this room: (device, text, signature).
Verify: TypeAlias = Callable[[str, str, str], bool]


class Signed(NamedTuple):
    """A statement with the text that its device has signed, and the signature."""

    statement: Statement
    text: str
    signature: str

    def __str__(self) -> str:
        """Return it as a line that can be handed on; the inverse of :func:`read_signed`."""
        return f"{self.signature} {self.text}"


#: The newest statement of each device.
Log: TypeAlias = Mapping[str, Signed]


def read_signed(line: str, verify: Verify) -> Signed:
    """Return the statement of a line.

    Raises :class:`InvalidRecord` when it cannot be read, or its device has not signed it.
    """
    signature, _, text = line.partition(" ")
    statement = read_statement(text)
    if not verify(statement.device, text, signature):
        raise InvalidRecord("error.room.signature")
    return Signed(statement, text, signature)


def is_newer(one: Signed, other: Signed) -> bool:
    """Say whether a statement takes the place of another one of its device.

    Of two with the same number, which only a copied device makes, the smaller text counts.
    """
    return (-one.statement.number, one.text) < (-other.statement.number, other.text)


def merged(log: Log, more: Iterable[Signed]) -> Log:
    """Return a log with more statements; the same object if they say nothing new."""
    found = log
    for signed in more:
        device = signed.statement.device
        if device not in found or is_newer(signed, found[device]):
            found = {**found, device: signed}
    return found
