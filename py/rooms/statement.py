"""Statements: everything that one device has to say about a room, as a string.

A statement is one line of words, ``room4 DEVICE NUMBER WORD... end``. The number grows with each new statement, and by
a million when the game begins, so that a second tab still in the lobby can't undo the start. The words are:

- ``chair:KIND:WHO`` for each seat that the device brings: the kind of player, ``here``, or ``bot.NAME``, and the
  cartographer's line as one word;
- ``ready:1`` if its players want to begin;
- ``closed:1`` if the host has opened another room, and friends need its link;
- from the host, ``plan:GAME``, the planned game, ``out:DEVICE`` for each device that will get no seat, and
  ``seat:DEVICE`` for each seat that a device will get, in the order in which the host gave the seats away;
- from the host, once, ``begin:GAME``, and ``sits:DEVICE:KIND:WHO`` for each seat in order;
- ``hands:SEAT:EPOCH:CARD:DEVICE:KIND`` for each change of hands: from that card on, that device draws for the seat;
- ``drew:SEAT:CARD:PLY.PLY`` for each seat and card: the plies, including a space destroyed by a gorgon;
- ``game:NUMBER`` in each game of the room except the first: the statement is about that game only.

A signature is valid in one room only: the device signs the room's word together with the text.

Statements of protocol 3, from release 0.2.0, have no seats that are given away before the game, and begin with
``room3``. They remain valid, so that a game that began with that release continues.

Games, seats, cards, and epochs count from 0. A seat's handovers are numbered by epoch; the highest epoch counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from cartographers.errors import InvalidRecord, quoted
from cartographers.game_id import MAX_PLAYERS, GameId, read_game_id
from cartographers.record import read_ply, write_ply
from cartographers.state import Ply

#: The number of the protocol in greetings, statements, and links with messages.
PROTOCOL_NUMBER = 4
#: The first word of a statement.
PROTOCOL = f"room{PROTOCOL_NUMBER}"
#: The first words of statements that this version can read.
_READABLE = (PROTOCOL, "room3")
#: Maximum length of a statement in characters, and maximum number of cards in a game, which has about fifty.
MAX_LENGTH, MAX_CARDS = 32_000, 99
#: The most plies a player can make for one card, the most changes of hands a device can declare, and the most a seat
#: can go through.
MAX_PLIES, MAX_HANDOVERS, MAX_EPOCHS = 4, 99, 999
#: Maximum number of games in a room after the first one.
MAX_GAMES = 999
#: The most devices in a room, seated or not, and the most devices that the host can leave out, present or not.
MAX_DEVICES, MAX_LEFT_OUT = 24, 48
#: Added to the statement's number when the game begins, so no statement from the lobby is newer.
BEGINNING_NUMBER_STEP = 1_000_000
_END, _FLAGS = "end", ("ready", "closed")
#: The lists of devices in a statement, with the most devices in each.
_MOST_DEVICES = {"out": MAX_LEFT_OUT, "seat": MAX_PLAYERS}
_DEVICE = re.compile(r"[0-9a-f]{64}")
_KIND = re.compile(r"here|bot\.[a-z]{1,16}")
_WHO = re.compile(r"[!-9;-~]{0,700}")


class Chair(NamedTuple):
    """A player that a device brings."""

    #: ``here`` or ``bot.NAME``.
    kind: str
    #: The cartographer's line as one word.
    who: str = ""


class SeatedPlayer(NamedTuple):
    """The player in a seat when the game begins, and the device that draws for it."""

    device: str
    chair: Chair


class Beginning(NamedTuple):
    """The game, and the players in its seats."""

    game: GameId
    players: tuple[SeatedPlayer, ...]


class Handover(NamedTuple):
    """A change of hands: from a given card on, this device draws for the seat, through its player or a bot."""

    seat: int
    #: The number of the change, in the order of the seat's handovers.
    epoch: int
    #: The first card for which the device draws.
    card: int
    device: str
    #: ``here`` or ``bot.NAME``.
    kind: str


class CardPlies(NamedTuple):
    """The plies of a seat for one card."""

    seat: int
    card: int
    plies: tuple[Ply, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """A device's statement."""

    device: str
    #: The number of the statement; a newer one has a higher number.
    number: int = 0
    #: The players at the device.
    chairs: tuple[Chair, ...] = ()
    #: True if the players want to begin.
    ready: bool = False
    #: The planned game, from the host.
    plan: GameId | None = None
    #: The devices that get no seat, from the host.
    left_out: tuple[str, ...] = ()
    #: The game and its seats, from the host.
    beginning: Beginning | None = None
    #: The changes of hands that the device makes.
    handovers: tuple[Handover, ...] = ()
    #: The plies drawn at the device.
    plies: tuple[CardPlies, ...] = ()
    #: The number of the game that the statement is about.
    game: int = 0
    #: True if the host has opened another room.
    closed: bool = False
    #: The device of each seat before the game begins, from the host, in the order in which it gave them away.
    seats: tuple[str, ...] = ()

    def with_beginning(self, begin: Beginning) -> Statement:
        """Return the host's statement that begins the game, which names the device of each seat."""
        return replace(self, number=self.number + BEGINNING_NUMBER_STEP, beginning=begin, seats=())

    def with_plies(self, drawn: CardPlies) -> Statement:
        """Return the next statement of a device that has drawn."""
        return replace(self, number=self.number + 1, plies=sorted_plies([*self.plies, drawn]))

    def with_handovers(self, *handovers: Handover) -> Statement:
        """Return the next statement of a device that gives or takes seats; the same one after too many handovers."""
        if len(self.handovers) + len(handovers) > MAX_HANDOVERS:
            return self
        return replace(self, number=self.number + 1, handovers=(*self.handovers, *handovers))

    def merged_with(self, newer: Statement) -> Statement:
        """Return a new statement of a cloned device, with the plies and the handovers of both copies.

        If both copies drew for the same card, the newer statement counts, because friends may have built on it.
        """
        drawn = sorted_plies([*self.plies, *newer.plies])
        handovers = tuple(dict.fromkeys((*newer.handovers, *self.handovers)))[:MAX_HANDOVERS]
        return replace(newer, number=max(self.number, newer.number) + 1, plies=drawn, handovers=handovers)


def sorted_plies(drawn: Iterable[CardPlies]) -> tuple[CardPlies, ...]:
    """Return plies sorted by seat and card; the last ones count if a seat and card occur twice."""
    found = {(one.seat, one.card): one for one in drawn}
    return tuple(found[place] for place in sorted(found))


def write_statement(statement: Statement) -> str:
    """Return a statement as text, the inverse of :func:`read_statement`."""
    return " ".join([PROTOCOL, statement.device, str(statement.number), *_words(statement), _END])


def _words(statement: Statement) -> Iterator[str]:
    for kind, who in statement.chairs:
        yield f"chair:{kind}:{who}"
    yield from (f"{flag}:1" for flag in _FLAGS if getattr(statement, flag))
    if statement.plan:
        yield f"plan:{statement.plan}"
    for device in statement.left_out:
        yield f"out:{device}"
    for device in statement.seats:
        yield f"seat:{device}"
    if statement.beginning:
        yield f"begin:{statement.beginning.game}"
        for device, (kind, who) in statement.beginning.players:
            yield f"sits:{device}:{kind}:{who}"
    for handover in statement.handovers:
        yield ":".join(["hands", *map(str, handover)])
    for seat, card, plies in statement.plies:
        yield f"drew:{seat}:{card}:{'.'.join(map(write_ply, plies))}"
    if statement.game:
        yield f"game:{statement.game}"


def read_statement(text: str) -> Statement:
    """Return the statement in a string, without checking its author.

    Raises :class:`InvalidRecord` if it is unreadable; its sentence says what is wrong.
    """
    if len(text) > MAX_LENGTH:
        raise InvalidRecord("error.room.long", most=MAX_LENGTH)
    protocol, *words = text.split(" ")
    if protocol not in _READABLE:
        raise InvalidRecord("error.room.protocol", text=quoted(protocol))
    if len(words) < len(("device", "number", _END)) or words[-1] != _END:
        raise InvalidRecord("error.room.end")
    device, number, *words = words[:-1]
    found = _Reader(_device(device), _number(number, 10**9))
    for word in words:
        found.take(word)
    return found.statement()


class _Reader:
    """A reader of the words of a statement."""

    def __init__(self, device: str, number: int) -> None:
        self._device, self._number = device, number
        self._chairs: list[Chair] = []
        self._sitting: list[SeatedPlayer] = []
        self._devices: dict[str, list[str]] = {what: [] for what in _MOST_DEVICES}
        self._hands: list[Handover] = []
        self._drawn: list[CardPlies] = []
        self._flags: set[str] = set()
        self._plan: GameId | None = None
        self._begins: GameId | None = None
        self._game = 0

    def take(self, word: str) -> None:
        """Read the next word. Raises :class:`InvalidRecord` if it makes no sense."""
        match word.split(":"):
            case ["chair", kind, who] if len(self._chairs) < MAX_PLAYERS:
                self._chairs.append(_chair(kind, who))
            case [flag, "1"] if flag in _FLAGS:
                self._flags.add(flag)
            case ["plan", game]:
                self._plan = read_game_id(game)
            case ["out" | "seat" as what, device] if len(self._devices[what]) < _MOST_DEVICES[what]:
                self._devices[what].append(_device(device))
            case ["begin", game] if not self._begins:
                self._begins = read_game_id(game)
            case ["sits", device, kind, who] if len(self._sitting) < MAX_PLAYERS:
                self._sitting.append(SeatedPlayer(_device(device), _chair(kind, who)))
            case ["hands", seat, epoch, card, device, kind] if len(self._hands) < MAX_HANDOVERS:
                numbers = _seat(seat), _number(epoch, MAX_EPOCHS), _number(card, MAX_CARDS)
                self._hands.append(Handover(*numbers, _device(device), _chair(kind, "").kind))
            case ["drew", seat, card, plies]:
                self._drawn.append(CardPlies(_seat(seat), _number(card, MAX_CARDS), _plies(plies)))
            case ["game", number] if number != "0":
                self._game = _number(number, MAX_GAMES)
            case _:
                raise InvalidRecord("error.room.word", text=quoted(word))

    def statement(self) -> Statement:
        """Return the statement of the words read so far."""
        begin = Beginning(self._begins, tuple(self._sitting)) if self._begins else None
        if len(self._sitting) != (self._begins.players if self._begins else 0):
            raise InvalidRecord("error.room.seats")
        lobby = tuple(self._chairs), "ready" in self._flags, self._plan, tuple(self._devices["out"])
        played = begin, tuple(self._hands), sorted_plies(self._drawn), self._game
        return Statement(
            self._device, self._number, *lobby, *played, "closed" in self._flags, tuple(self._devices["seat"])
        )


def _device(text: str) -> str:
    return _matching(_DEVICE, text)


def _chair(kind: str, who: str) -> Chair:
    return Chair(_matching(_KIND, kind), _matching(_WHO, who))


def _seat(text: str) -> int:
    return _number(text, MAX_PLAYERS - 1)


def _plies(text: str) -> tuple[Ply, ...]:
    texts: Sequence[str] = text.split(".")
    if len(texts) > MAX_PLIES:
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
