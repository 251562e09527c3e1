"""Seats: the person or the bot that decides for a player."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from cartographers.bots import STRENGTHS
from cartographers.errors import InvalidRecord, quoted


@dataclass(frozen=True, slots=True)
class LocalPerson:
    """A person on this device."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot on this device."""

    #: The bot's strength, a key of :data:`cartographers.bots.STRENGTHS`.
    name: str


@dataclass(frozen=True, slots=True)
class RemotePlayer:
    """A person or a bot on another device."""

    #: The other device's name in the room.
    device: str
    #: The person or the bot there.
    player: LocalPerson | Bot = LocalPerson()


Seat: TypeAlias = LocalPerson | Bot | RemotePlayer

LOCAL_PERSON = LocalPerson()


def local_seats(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return the seats of a game that is continued on this device alone."""
    return tuple(seat.player if isinstance(seat, RemotePlayer) else seat for seat in seats)


def write_seat(seat: Seat) -> str:
    """Return a seat as one word of a saved text, the inverse of :func:`read_seat`."""
    match seat:
        case LocalPerson():
            return "here"
        case Bot(name):
            return f"bot.{name}"
        case RemotePlayer(peer, who):
            return f"away.{peer}" if who == LOCAL_PERSON else f"away.{peer}.{write_seat(who)}"
        case unknown:
            assert_never(unknown)


def read_seat(text: str) -> Seat:
    """Return the seat of a saved text; raise :class:`InvalidRecord` for any other text."""
    found: Seat | None = _here(text)
    kind, _, name = text.partition(".")
    peer, _, who = name.partition(".")
    if kind == "away" and re.fullmatch(r"[\w-]{1,64}", peer, re.ASCII):
        sits = _here(who or "here")
        found = sits and RemotePlayer(peer, sits)
    if found is None:
        raise InvalidRecord("error.seat", text=quoted(text))
    return found


def _here(text: str) -> LocalPerson | Bot | None:
    """Return a person or a bot on this device; None if the text names neither."""
    kind, _, name = text.partition(".")
    if kind == "bot" and name in STRENGTHS:
        return Bot(name)
    return LOCAL_PERSON if text == "here" else None
