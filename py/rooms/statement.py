"""Statements: what one device has to say about a room, as text.

A statement is one line of words, ``room3 DEVICE NUMBER WORD... end``. The number grows with each new one, and by a
million when the game begins: another tab that is still in the lobby cannot take the beginning back. The words are

- ``chair:KIND:WHO`` for each seat that the device brings: who sits there, ``here`` or ``bot.NAME``, and what is written
  at the top of the sheet;
- ``ready:1``, when its people want to begin;
- ``closed:1``, when the host has opened another room, and friends need its link;
- ``plan:GAME``, which game is to begin, and ``out:DEVICE`` for each device that is to get no seat, by whoever opened
  the room;
- ``begin:GAME`` and ``sits:DEVICE:KIND:WHO`` for each seat in order, once, by whoever opened the room;
- ``hands:SEAT:EPOCH:CARD:DEVICE:KIND``, when a seat changes hands: from that card on, that device draws for it;
- ``drew:SEAT:CARD:PLY.PLY`` for each seat and card: what was drawn, and what a gorgon then destroyed;
- ``game:NUMBER`` in each game of the room but the first: the statement is about that game alone.

The signature of a statement counts in one room: the device signs the room's word together with the text. Statements of
the former protocol, ``room1``, were signed without it.

Games, seats, cards and epochs count from 0. Two hands of a seat are told apart by their epochs; the higher one counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cartographers.errors import InvalidRecord, quoted
from cartographers.game_id import MOST_PLAYERS, GameId, read_game_id
from cartographers.record import read_ply, write_ply
from cartographers.state import Ply

#: The number of the protocol. Greetings and statements begin with it; links that pass messages on have it, too.
NUMBER = 3
#: The first word of a statement, and that of the former protocol, whose signatures do not name the room.
PROTOCOL, FORMER = f"room{NUMBER}", "room1"
#: The most signs of a statement, and the most cards of a game, which has some fifty.
LONGEST, MOST_CARDS = 32_000, 99
#: The most plies that one card asks of a player, how often a device may give seats away, and one may change hands.
MOST_PLIES, MOST_HANDS, MOST_EPOCHS = 4, 99, 999
#: The most games that follow the first one in a room.
MOST_GAMES = 999
#: The most devices in a room, seated or not; and the most that the host can leave out, also those that have gone.
MOST_DEVICES, MOST_OUT = 24, 48
#: What is added to the number of the statement that begins the game: none that was made in the lobby is newer.
BEGUN = 1_000_000
_END, _FLAGS = "end", ("ready", "closed")
_DEVICE = re.compile(r"[0-9a-f]{64}")
_KIND = re.compile(r"here|bot\.[a-z]{1,16}")
_WHO = re.compile(r"[!-9;-~]{0,700}")


class Chair(NamedTuple):
    """Who sits in a seat: ``here`` or ``bot.NAME``, and what is written at the top of the sheet, as one word."""

    kind: str
    who: str = ""


class Sitting(NamedTuple):
    """Who sits in a seat when the game begins, and the device that draws for it."""

    device: str
    chair: Chair


class Beginning(NamedTuple):
    """The game, and who sits in its seats."""

    game: GameId
    sitting: tuple[Sitting, ...]


class Hand(NamedTuple):
    """From a card on, a device draws for a seat: its person, or a bot that it lets play."""

    seat: int
    epoch: int
    card: int
    device: str
    kind: str


class Drawn(NamedTuple):
    """What was drawn for a seat because of a card."""

    seat: int
    card: int
    plies: tuple[Ply, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """What a device has to say. The parts are in the order of the words."""

    device: str
    number: int = 0
    chairs: tuple[Chair, ...] = ()
    ready: bool = False
    plan: GameId | None = None
    out: tuple[str, ...] = ()
    begin: Beginning | None = None
    hands: tuple[Hand, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    game: int = 0
    closed: bool = False
    protocol: str = PROTOCOL


def in_order(drawn: Iterable[Drawn]) -> tuple[Drawn, ...]:
    """Return what was drawn by seat and card; of two for the same ones, the last counts."""
    found = {(one.seat, one.card): one for one in drawn}
    return tuple(found[place] for place in sorted(found))


def write_statement(statement: Statement) -> str:
    """Return a statement as text; the inverse of :func:`read_statement`."""
    return " ".join([statement.protocol, statement.device, str(statement.number), *_words(statement), _END])


def _words(statement: Statement) -> Iterator[str]:
    for kind, who in statement.chairs:
        yield f"chair:{kind}:{who}"
    yield from (f"{flag}:1" for flag in _FLAGS if getattr(statement, flag))
    if statement.plan:
        yield f"plan:{statement.plan}"
    for device in statement.out:
        yield f"out:{device}"
    if statement.begin:
        yield f"begin:{statement.begin.game}"
        for device, (kind, who) in statement.begin.sitting:
            yield f"sits:{device}:{kind}:{who}"
    for hand in statement.hands:
        yield ":".join(["hands", *map(str, hand)])
    for seat, card, plies in statement.drawn:
        yield f"drew:{seat}:{card}:{'.'.join(map(write_ply, plies))}"
    if statement.game:
        yield f"game:{statement.game}"


def read_statement(text: str) -> Statement:
    """Return the statement of a text, whoever wrote it.

    Raises :class:`InvalidRecord` when it cannot be read; its sentence says what is wrong with it.
    """
    if len(text) > LONGEST:
        raise InvalidRecord("error.room.long", most=LONGEST)
    protocol, *words = text.split(" ")
    if protocol not in {PROTOCOL, FORMER}:
        raise InvalidRecord("error.room.protocol", text=quoted(protocol))
    if len(words) < len(("device", "number", _END)) or words[-1] != _END:
        raise InvalidRecord("error.room.end")
    device, number, *words = words[:-1]
    found = _Reader(protocol, _device(device), _number(number, 10**9))
    for word in words:
        found.take(word)
    return found.statement()


class _Reader:
    """Reads the words of a statement."""

    def __init__(self, protocol: str, device: str, number: int) -> None:
        self._protocol, self._device, self._number = protocol, device, number
        self._chairs: list[Chair] = []
        self._sitting: list[Sitting] = []
        self._out: list[str] = []
        self._hands: list[Hand] = []
        self._drawn: list[Drawn] = []
        self._flags: set[str] = set()
        self._plan: GameId | None = None
        self._begins: GameId | None = None
        self._game = 0

    def take(self, word: str) -> None:
        """Take in a word; raises :class:`InvalidRecord` when it makes no sense."""
        match word.split(":"):
            case ["chair", kind, who] if len(self._chairs) < MOST_PLAYERS:
                self._chairs.append(_chair(kind, who))
            case [flag, "1"] if flag in _FLAGS:
                self._flags.add(flag)
            case ["plan", game]:
                self._plan = read_game_id(game)
            case ["out", device] if len(self._out) < MOST_OUT:
                self._out.append(_device(device))
            case ["begin", game] if not self._begins:
                self._begins = read_game_id(game)
            case ["sits", device, kind, who] if len(self._sitting) < MOST_PLAYERS:
                self._sitting.append(Sitting(_device(device), _chair(kind, who)))
            case ["hands", seat, epoch, card, device, kind] if len(self._hands) < MOST_HANDS:
                numbers = _seat(seat), _number(epoch, MOST_EPOCHS), _number(card, MOST_CARDS)
                self._hands.append(Hand(*numbers, _device(device), _chair(kind, "").kind))
            case ["drew", seat, card, plies]:
                self._drawn.append(Drawn(_seat(seat), _number(card, MOST_CARDS), _plies(plies)))
            case ["game", number] if number != "0":
                self._game = _number(number, MOST_GAMES)
            case _:
                raise InvalidRecord("error.room.word", text=quoted(word))

    def statement(self) -> Statement:
        """Return what has been read."""
        begin = Beginning(self._begins, tuple(self._sitting)) if self._begins else None
        if len(self._sitting) != (self._begins.players if self._begins else 0):
            raise InvalidRecord("error.room.seats")
        lobby = tuple(self._chairs), "ready" in self._flags, self._plan, tuple(self._out)
        played = begin, tuple(self._hands), in_order(self._drawn), self._game
        return Statement(self._device, self._number, *lobby, *played, "closed" in self._flags, self._protocol)


def _device(text: str) -> str:
    return _matching(_DEVICE, text)


def _chair(kind: str, who: str) -> Chair:
    return Chair(_matching(_KIND, kind), _matching(_WHO, who))


def _seat(text: str) -> int:
    return _number(text, MOST_PLAYERS - 1)


def _plies(text: str) -> tuple[Ply, ...]:
    texts: Sequence[str] = text.split(".")
    if len(texts) > MOST_PLIES:
        raise InvalidRecord("error.room.word", text=quoted(text))
    return tuple(map(read_ply, texts))


def _number(text: str, most: int) -> int:
    if not re.fullmatch("0|[1-9][0-9]{0,9}", text, re.ASCII) or int(text) > most:
        raise InvalidRecord("error.room.word", text=quoted(text))
    return int(text)


def _matching(pattern: re.Pattern[str], text: str) -> str:
    if not pattern.fullmatch(text):
        raise InvalidRecord("error.room.word", text=quoted(text))
    return text
