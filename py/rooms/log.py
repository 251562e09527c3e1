"""Logs: the newest statement of each device, and merging.

Merging is a join: the same statements give the same log, in any order and with any repetitions.

Trust in other devices begins with :data:`CheckedText`. Python checks no signatures: the page's scripts do
(``web/rooms/signed.mjs``), before they pass a text on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, NewType, TypeAlias

from rooms.statement import Statement, read_statement

#: A message, or a line of a message, whose statements are signed for this room by the devices that they name. Code that
#: makes a checked text has a comment about the check.
CheckedText = NewType("CheckedText", str)


class SignedStatement(NamedTuple):
    """A statement with the text that its device signed: read from checked text, or this device's own."""

    statement: Statement
    text: str
    #: Empty until this device has signed its own statement.
    signature: str

    @property
    def order(self) -> tuple[int, str]:
        """The key by which a device's newest statement comes first."""
        return -self.statement.number, self.text

    def __str__(self) -> str:
        """Return the statement as a line for other devices, the inverse of :func:`read_signed`."""
        return f"{self.signature} {self.text}"


#: The newest statement of each device.
Log: TypeAlias = Mapping[str, SignedStatement]


def read_signed(line: CheckedText) -> SignedStatement:
    """Return the statement of a line. Raises :class:`InvalidRecord` if it is unreadable."""
    signature, _, text = line.partition(" ")
    return SignedStatement(read_statement(text), text, signature)


def merge(log: Log, more: Iterable[SignedStatement]) -> Log:
    """Return a log with more statements added. If none of them is new, return the same object.

    Two statements have the same number only if a device was cloned; then the one whose text sorts first counts.
    """
    found = log
    for signed in more:
        device = signed.statement.device
        if device not in found or signed.order < found[device].order:
            found = {**found, device: signed}
    return found
