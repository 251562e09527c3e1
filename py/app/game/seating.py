"""Seats: who decides for a player."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from cartographers.bots import STRENGTHS
from cartographers.errors import InvalidRecord, quoted


@dataclass(frozen=True, slots=True)
class Here:
    """A person at this page."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot, by the name that the engine knows it by."""

    name: str


@dataclass(frozen=True, slots=True)
class Away:
    """A person or a bot at another page, by that page's name."""

    peer: str
    who: Here | Bot = Here()


Seat: TypeAlias = Here | Bot | Away

HERE = Here()


def all_here(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return the seats of a game that is played here alone: whoever was at another page sits here."""
    return tuple(seat.who if isinstance(seat, Away) else seat for seat in seats)


def write_seat(seat: Seat) -> str:
    """Return a seat as one word of a kept text, the inverse of :func:`read_seat`."""
    match seat:
        case Here():
            return "here"
        case Bot(name):
            return f"bot.{name}"
        case Away(peer, who):
            return f"away.{peer}" if who == HERE else f"away.{peer}.{write_seat(who)}"
        case unknown:
            assert_never(unknown)


def read_seat(text: str) -> Seat:
    """Return the seat of a kept text; raises :class:`InvalidRecord` when it names none."""
    found: Seat | None = _here(text)
    kind, _, name = text.partition(".")
    peer, _, who = name.partition(".")
    if kind == "away" and re.fullmatch(r"[\w-]{1,64}", peer, re.ASCII):
        sits = _here(who or "here")
        found = sits and Away(peer, sits)
    if found is None:
        raise InvalidRecord("error.seat", text=quoted(text))
    return found


def _here(text: str) -> Here | Bot | None:
    """Return a person or a bot at this page; ``None`` if the text names neither."""
    kind, _, name = text.partition(".")
    if kind == "bot" and name in STRENGTHS:
        return Bot(name)
    return HERE if text == "here" else None
