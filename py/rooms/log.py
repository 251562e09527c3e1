"""Logs: the newest statement of each device, and merging.

Merging is a join: the same statements give the same log, in any order and with any repetitions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from cartographers.errors import InvalidRecord
from rooms.statement import Statement, read_statement

#: A function (device, text, signature) that returns whether the device signed the text in this room.
Verify: TypeAlias = Callable[[str, str, str], bool]


class SignedStatement(NamedTuple):
    """A statement with the text that its device signed, and the signature."""

    statement: Statement
    text: str
    signature: str

    def __str__(self) -> str:
        """Return the statement as a line for other devices, the inverse of :func:`read_signed`."""
        return f"{self.signature} {self.text}"


#: The newest statement of each device.
Log: TypeAlias = Mapping[str, SignedStatement]


def read_signed(line: str, verify: Verify) -> SignedStatement:
    """Return the statement of a line.

    Raises :class:`InvalidRecord` if it is unreadable, or its device hasn't signed it.
    """
    signature, _, text = line.partition(" ")
    statement = read_statement(text)
    if not verify(statement.device, text, signature):
        raise InvalidRecord("error.room.signature")
    return SignedStatement(statement, text, signature)


def is_newer(one: SignedStatement, other: SignedStatement) -> bool:
    """Return whether a statement replaces another one from the same device.

    Two statements have the same number only if a device was cloned; then the one whose text sorts first counts.
    """
    return (-one.statement.number, one.text) < (-other.statement.number, other.text)


def merge(log: Log, more: Iterable[SignedStatement]) -> Log:
    """Return a log with more statements added. If none of them is new, return the same object."""
    found = log
    for signed in more:
        device = signed.statement.device
        if device not in found or is_newer(signed, found[device]):
            found = {**found, device: signed}
    return found
