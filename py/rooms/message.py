"""Messages: a greeting, then signed statements, one per line.

A greeting is a line ``hello4 DEVICE VERSION AT LACKS... HAVE...``. It names the device and the version of its page.
``AT`` is the state of its game: the number of the game, the number of complete cards, and a hash of their record. Each
``lacks.NUMBER`` is an earlier game whose end hasn't arrived. Each part of ``HAVE`` names a device, with the number of
its newest statement that has arrived. A device that hears a greeting knows which statements to send. Greetings are
repeated slowly, so no single message matters.

``hello4?`` asks the others to greet as well. ``hello4!`` is an answer: it asks for nothing, so devices can't answer
each other forever. ``hello4-`` is the last greeting of a device that leaves.

The number after ``hello`` is the protocol's. A page that receives a different number tells its player which of the two
players must reload the page (:func:`protocol_of`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from cartographers.errors import InvalidRecord, quoted
from rooms.log import CheckedText
from rooms.statement import MAX_DEVICES, PROTOCOL_NUMBER

#: Maximum length of a message in characters.
MAX_LENGTH = 64_000
#: The separator between messages about several games that are passed on by hand together.
MESSAGE_SEPARATOR = "\n\n"
#: The length of the hash of a record.
DIGEST_LENGTH = 8
_GREETING = re.compile(
    rf"hello{PROTOCOL_NUMBER}([?!-]?) ([0-9a-f]{{64}}) ([!-~]{{1,40}})"
    rf" ([0-9]{{1,3}})\.([0-9]{{1,2}})\.([0-9a-f]{{{DIGEST_LENGTH}}})"
    r"((?: lacks\.[0-9]{1,3}){0,9})((?: [0-9a-f]{64}\.[0-9]{1,10})*)"
)
_PROTOCOL = re.compile(r"hello([0-9]{1,9})([?!-]?) ([0-9a-f]{64})(?: .*)?")


class Mark(Enum):
    """The mark after ``hello4`` in a greeting."""

    NONE = ""
    #: The device asks the others to greet.
    ASKS = "?"
    #: The device wants no answer.
    ANSWERS = "!"
    #: The device leaves: this is its last message.
    LEAVES = "-"


class Greeting(NamedTuple):
    """A device's greeting, and two facts that the receiver adds."""

    device: str
    version: str
    #: The number of complete cards.
    cards: int
    #: A hash of the complete cards.
    digest: str
    #: The number of the newest statement of each device that the sender has.
    numbers: Mapping[str, int]
    mark: Mark = Mark.NONE
    #: The number of the sender's game.
    game: int = 0
    #: The numbers of the earlier games whose end the sender hasn't heard.
    unfinished_games: tuple[int, ...] = ()
    #: Set by the receiver: false if the sender derives a different game from the same statements.
    agrees: bool = True
    #: Set by the receiver: true if the sender has no room for another device.
    is_full: bool = False


def write_greeting(hello: Greeting) -> str:
    """Return a greeting as a line, the inverse of :func:`read_greeting`."""
    at = f"{hello.game}.{hello.cards}.{hello.digest}"
    lacks = [f"lacks.{game}" for game in hello.unfinished_games]
    have = [f"{device}.{number}" for device, number in sorted(hello.numbers.items())]
    return " ".join([f"hello{PROTOCOL_NUMBER}{hello.mark.value}", hello.device, hello.version, at, *lacks, *have])


def read_greeting(line: str) -> Greeting:
    """Return the greeting of a line. Raises :class:`InvalidRecord` if it isn't a greeting."""
    found = _GREETING.fullmatch(line)
    if not found:
        raise InvalidRecord("error.room.word", text=quoted(line))
    mark, device, version, game, cards, digest, lacks, have = found.groups()
    numbers = {other: int(number) for other, _, number in (word.partition(".") for word in have.split())}
    unfinished = tuple(int(word.partition(".")[2]) for word in lacks.split())
    return Greeting(device, version, int(cards), digest, numbers, Mark(mark), int(game), unfinished)


class Message(NamedTuple):
    """A message whose statements are signed by their devices."""

    greeting: Greeting
    #: The lines with the statements.
    lines: tuple[CheckedText, ...]


def read_message(text: CheckedText) -> Message:
    """Return the message in a text, with unread statements.

    Raises :class:`InvalidRecord` if the text is too long or its greeting is unreadable.
    """
    first, *lines = text.split("\n")
    if len(text) > MAX_LENGTH or len(lines) > MAX_DEVICES:
        raise InvalidRecord("error.room.long", most=MAX_LENGTH)
    return Message(read_greeting(first), tuple(map(CheckedText, lines)))


def split_messages(text: CheckedText) -> list[CheckedText]:
    """Return the messages in a string that was passed on by hand."""
    return [CheckedText(message) for message in text.split(MESSAGE_SEPARATOR)]


class Protocol(NamedTuple):
    """The protocol of a greeting, its sender, and whether it asks for an answer."""

    number: int
    sender: str
    asks: bool


def protocol_of(message: str) -> Protocol | None:
    """Return the protocol of a message, even an unreadable one; None if it has no greeting."""
    found = _PROTOCOL.fullmatch(message.partition("\n")[0])
    return Protocol(int(found[1]), found[3], Mark(found[2]) is Mark.ASKS) if found else None
