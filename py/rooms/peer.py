"""Peers: a device in a room, what it has heard from the others, and what it owes them.

A message is text: a *greeting*, then signed statements, a line each. The greeting
``hello3 DEVICE VERSION AT LACKS... HAVE...`` says which device sends it, the version of the page, how far its game is
(the number of the game, the number of complete cards, and a hash of their record), the earlier games whose end has not
arrived (``lacks.NUMBER``), and the number of each device's newest statement that it has. A device that hears it knows
what to send. Greetings are repeated slowly, so it does not matter which message is lost. ``hello3?`` asks the others to
greet as well, and ``hello3!`` answers: it asks for nothing, so that devices never answer each other for ever.
``hello3-`` is the last one of a device that leaves.

The number after ``hello`` is the protocol's: a page that hears another one tells its player who must reload the page
(:func:`protocol_of`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import NamedTuple

from cartographers.errors import InvalidRecord, quoted
from rooms.log import Log, Signed, Verify, merged, read_signed
from rooms.statement import (
    BEGUN,
    FORMER,
    MOST_DEVICES,
    MOST_EPOCHS,
    MOST_HANDS,
    NUMBER,
    Beginning,
    Drawn,
    Hand,
    Statement,
    in_order,
)
from rooms.table import Table, table_of

#: The most signs of a message.
LONGEST = 64_000
#: The most signs of a statement of somebody who has no seat.
LONGEST_OF_STRANGERS = 6_000
_DIGITS = 8
#: What follows the first word of a greeting that asks, answers, or is the last one.
_ASKS, _ANSWERS, _LEAVES = "?", "!", "-"
_GREETING = re.compile(
    rf"hello{NUMBER}([?!-]?) ([0-9a-f]{{64}}) ([!-~]{{1,40}}) ([0-9]{{1,3}})\.([0-9]{{1,2}})\.([0-9a-f]{{{_DIGITS}}})"
    r"((?: lacks\.[0-9]{1,3}){0,9})((?: [0-9a-f]{64}\.[0-9]{1,10})*)"
)
_PROTOCOL = re.compile(r"hello([0-9]{1,9})([?!-]?) [0-9a-f]{64}(?: .*)?")


class Greeting(NamedTuple):
    """What a device says of itself, and two facts that the device that hears it finds out."""

    device: str
    version: str
    cards: int
    """The number of complete cards."""
    digest: str
    """A hash of the complete cards."""
    have: Mapping[str, int]
    """The number of each device's newest statement that the device has."""
    asks: bool = False
    """Whether the device asks the others to greet."""
    answers: bool = False
    """Whether the device wants no answer."""
    leaves: bool = False
    """Whether this is the device's last message."""
    agrees: bool = True
    """Found out: whether the same statements make the same game there."""
    is_full: bool = False
    """Found out: whether there is no room for another device there."""
    game: int = 0
    lacks: tuple[int, ...] = ()
    """The numbers of the earlier games whose end has not arrived there."""


@dataclass(frozen=True)
class Peer:
    """A device in one game of a room; ``heard`` has the last greeting of each other device.

    ``lacks`` has the numbers of earlier games whose end this device has not heard.
    """

    device: str
    opener: str
    version: str
    log: Log = field(default_factory=dict)
    table: Table | None = None
    heard: Mapping[str, Greeting] = field(default_factory=dict)
    game: int = 0
    lacks: tuple[int, ...] = ()

    @property
    def statement(self) -> Statement:
        """What this device has said so far."""
        return self.log[self.device].statement if self.device in self.log else Statement(self.device, game=self.game)

    @property
    def numbers(self) -> dict[str, int]:
        """The number of each device's newest statement that is here."""
        return {device: signed.statement.number for device, signed in self.log.items()}

    @property
    def members(self) -> set[str]:
        """The devices that have had a seat; before the game, all that are here."""
        return {hand.device for seat in self.table.hands for hand in seat} if self.table else set(self.log)

    @property
    def is_shut_out(self) -> bool:
        """Whether the room is full without this device, as far as the host says."""
        hello = self.heard.get(self.opener)
        return hello is not None and self.device not in hello.have and hello.is_full

    def with_log(self, log: Log) -> Peer:
        """Return the peer with another log, and what follows from it."""
        return self if log is self.log else replace(self, log=log, table=table_of(log, self.opener, self.table))


def digest(table: Table | None, cards: int) -> str:
    """Return a hash of the first cards of a game."""
    record = table.record_until(cards) if table else ""
    return sha256(record.encode()).hexdigest()[:_DIGITS]


def complete(table: Table | None) -> int:
    """Return how many cards of a game are complete."""
    return len(table.turns) - bool(table.waits_for) if table else 0


def greeting(peer: Peer, *, asks: bool = False, answers: bool = False) -> str:
    """Return the line that says what a peer has; it may ask the others for the same, or be an answer to them."""
    return write_greeting(_greeting(peer)._replace(asks=asks, answers=answers))


def _greeting(peer: Peer) -> Greeting:
    cards = complete(peer.table)
    hashed = digest(peer.table, cards)
    return Greeting(peer.device, peer.version, cards, hashed, peer.numbers, game=peer.game, lacks=peer.lacks)


def write_greeting(hello: Greeting) -> str:
    """Return a greeting as a line, the inverse of :func:`read_greeting`."""
    mark = _ASKS if hello.asks else _ANSWERS if hello.answers else _LEAVES if hello.leaves else ""
    at = f"{hello.game}.{hello.cards}.{hello.digest}"
    lacks = [f"lacks.{game}" for game in hello.lacks]
    have = [f"{device}.{number}" for device, number in sorted(hello.have.items())]
    return " ".join([f"hello{NUMBER}{mark}", hello.device, hello.version, at, *lacks, *have])


def read_greeting(line: str) -> Greeting:
    """Return the greeting of a line; raises :class:`InvalidRecord` when it is none."""
    found = _GREETING.fullmatch(line)
    if not found:
        raise InvalidRecord("error.room.word", text=quoted(line))
    mark, device, version, game, cards, hashed, lacks, have = found.groups()
    numbers = {other: int(number) for other, _, number in (word.partition(".") for word in have.split())}
    return Greeting(
        device,
        version,
        int(cards),
        hashed,
        numbers,
        asks=mark == _ASKS,
        answers=mark == _ANSWERS,
        leaves=mark == _LEAVES,
        game=int(game),
        lacks=tuple(int(word.partition(".")[2]) for word in lacks.split()),
    )


class Protocol(NamedTuple):
    """The protocol of a greeting, and whether the greeting asks for an answer."""

    number: int
    asks: bool


def protocol_of(message: str) -> Protocol | None:
    """Return the protocol of a message, also of one that this version cannot read; None if it has no greeting."""
    found = _PROTOCOL.fullmatch(message.partition("\n")[0])
    return Protocol(int(found[1]), found[2] == _ASKS) if found else None


def farewell(peer: Peer) -> str:
    """Return the last message of a peer, which leaves: its statement may still be on the way."""
    return _with_own_statement(peer, write_greeting(_greeting(peer)._replace(leaves=True)))


def said(peer: Peer, statement: Signed) -> Peer:
    """Return a peer after it has made a new statement."""
    return peer.with_log(merged(peer.log, [statement]))


def hear(
    peer: Peer, message: str, verify: Verify, absent: Sequence[str] = (), known: AbstractSet[str] = frozenset()
) -> Peer:
    """Return a peer after a message. Its sender replaces one of the ``absent`` devices if the room is full.

    Statements about another game do not count. ``known`` devices were in the room before this game. Raises
    :class:`InvalidRecord` if any part of the message is unreadable or forged; then nothing of it counts.
    """
    if len(message) > LONGEST:
        raise InvalidRecord("error.room.long", most=LONGEST)
    first, *lines = message.split("\n")
    if len(lines) > MOST_DEVICES:
        raise InvalidRecord("error.room.long", most=LONGEST)
    hello = read_greeting(first)
    hello = hello._replace(is_full=_is_full(hello.have))
    here = {signed.text for signed in peer.log.values()}
    news = [read_signed(line, verify) for line in lines if line.partition(" ")[2] not in here]
    if any(signed.statement.device == hello.device for signed in news):
        peer = _with_room_for(peer, hello.device, absent)
    after = peer
    for some in _by_trust(news, peer.opener):
        after = after.with_log(merged(after.log, _welcome(after, some, known)))
    if hello.device == peer.device or hello.game != peer.game or not _has_ears_for(after, hello.device):
        return after
    if disagrees(after, hello):
        # Of a copied device, they may have another statement with the same number: we say everything again.
        hello = hello._replace(have={}, agrees=False)
    if hello.answers:
        before = after.heard[hello.device].have if hello.device in after.heard else {}
        hello = hello._replace(have=_in_both(before, _at_most(hello.have, after.numbers)))
    return replace(after, heard={**after.heard, hello.device: hello})


def lagging(peer: Peer, hello: Greeting, *, owes: bool) -> Peer:
    """Return a peer that has heard a device greet from an earlier game, and ``owes`` it everything or nothing."""
    if not _has_ears_for(peer, hello.device):
        return peer
    return replace(peer, heard={**peer.heard, hello.device: hello._replace(have={} if owes else peer.numbers)})


def _has_ears_for(peer: Peer, device: str) -> bool:
    """Say whether the last greeting of a device is remembered: of strangers, some are."""
    return device in {*peer.heard, *peer.members, peer.opener} or len(peer.heard) < MOST_DEVICES


def _with_room_for(peer: Peer, device: str, absent: Sequence[str]) -> Peer:
    """Return a peer that has forgotten a stranger who is absent, if there are too many for a device that has come."""
    strangers = {*peer.log, *peer.heard} - _of_the_room(peer)
    found = sorted((other for other in absent if other in strangers), key=lambda other: other not in peer.log)
    is_full = max(len({*peer.log, device}), len({*peer.heard, device})) > MOST_DEVICES
    if not found or not is_full:
        return peer
    log = {other: signed for other, signed in peer.log.items() if other != found[0]}
    heard = {other: hello for other, hello in peer.heard.items() if other != found[0]}
    return replace(peer, log=log, heard=heard)


def _of_the_room(peer: Peer) -> set[str]:
    """Return the devices that always may come in: this one, whoever opened the room, and whoever has had a seat."""
    return {peer.device, peer.opener, *(peer.members if peer.table else ())}


def _by_trust(news: Sequence[Signed], opener: str) -> Iterator[list[Signed]]:
    """Yield the statements that name their room, then the host's, then others: each may make devices known."""
    yield [signed for signed in news if signed.statement.protocol != FORMER]
    former = [signed for signed in news if signed.statement.protocol == FORMER]
    yield [signed for signed in former if signed.statement.device == opener]
    yield former


def _welcome(peer: Peer, news: Iterable[Signed], known: AbstractSet[str]) -> Iterator[Signed]:
    """Yield the statements of devices that are in the room or for which there is room.

    Strangers can only say who they are, and that is short. A statement of the former protocol does not name its room.
    It counts if its device is known here already, because each device has another key in each room.
    """
    of_the_room, here = _of_the_room(peer), set(peer.log)
    for signed in news:
        device = signed.statement.device
        is_short = device in of_the_room or len(signed.text) <= LONGEST_OF_STRANGERS
        is_of_here = signed.statement.protocol != FORMER or device in here | peer.members | known
        has_room = device in here | of_the_room or len(here) < MOST_DEVICES
        if signed.statement.game == peer.game and is_short and is_of_here and has_room:
            here.add(device)
            yield signed


def _has_room_for(peer: Peer, device: str) -> bool:
    """Say whether there is room for a device."""
    return device in peer.log or not _is_full(peer.log) or device in _of_the_room(peer)


def _is_full(devices: Collection[str]) -> bool:
    return len(devices) >= MOST_DEVICES


def due(peer: Peer, *, answers: bool = True) -> tuple[Peer, str]:
    """Return the message that a peer owes the others, none if there is none, and the peer once it is sent.

    It has the statements that somebody lacks, those of who has a seat first, as many as a message holds. If somebody
    has what this peer lacks, the greeting says so. All is well then, until somebody's next greeting tells otherwise.
    If the message only ``answers`` what was heard, and this peer lacks nothing, the others do not answer in turn.
    """
    numbers = peer.numbers
    welcome = {peer.opener, *(peer.members if peer.table else ())}

    def takes(hello: Greeting, device: str) -> bool:
        return device in hello.have or device in welcome or not hello.is_full

    lacking = {
        device
        for hello in peer.heard.values()
        for device, number in numbers.items()
        if hello.have.get(device, -1) < number and takes(hello, device)
    }
    theirs = [item for hello in peer.heard.values() for item in hello.have.items()]
    # Whoever asked for what is not welcome would be answered for ever.
    behind = any(numbers.get(device, -1) < number and _has_room_for(peer, device) for device, number in theirs)
    if not lacking and not behind:
        return peer, ""
    if peer.is_shut_out and not peer.table:
        return peer, ""  # nobody would answer; greetings tell the others that this device is here
    first = greeting(peer, answers=answers and not behind)
    lines = _lines(peer, lacking, LONGEST - len(first))
    sent = {device: numbers[device] for device in lines}
    heard = {
        device: hello._replace(have={**hello.have, **{of: it for of, it in sent.items() if takes(hello, of)}})
        for device, hello in peer.heard.items()
    }
    if behind:
        heard = {device: hello._replace(have=_at_most(hello.have, numbers)) for device, hello in heard.items()}
    return replace(peer, heard=heard), "\n".join([first, *lines.values()])


def news(peer: Peer, *, answers: bool = False) -> str:
    """Return everything that a peer knows as one message, as far as it holds it; it can go by hand."""
    first = greeting(peer, answers=answers)
    signed = {device for device, signed in peer.log.items() if signed.signature}
    return "\n".join([first, *_lines(peer, signed, LONGEST - len(first)).values()])


def _lines(peer: Peer, devices: AbstractSet[str], most: int) -> dict[str, str]:
    """Return the lines of devices that fit into a number of characters: this device's, then those with seats."""
    first = _of_the_room(peer)
    order = sorted(devices, key=lambda device: (device != peer.device, device not in first, device))
    found: dict[str, str] = {}
    for device in order[:MOST_DEVICES]:
        line = str(peer.log[device])
        if len(line) < most:
            found[device] = line
            most -= len(line) + 1
    return found


def _in_both(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    """Return the newest statement of each device by what somebody has said twice to have."""
    return {device: max(one.get(device, -1), other.get(device, -1)) for device in {**one, **other}}


def _at_most(have: Mapping[str, int], numbers: Mapping[str, int]) -> dict[str, int]:
    """Return what somebody has, as far as it is here: that more is lacked has been said."""
    return {device: min(number, numbers[device]) for device, number in have.items() if device in numbers}


def restated(mine: Statement, other: Statement) -> Statement:
    """Return a new statement of a device of which there are two, with what both have drawn and given away.

    Where they have drawn differently, the other's counts, which is the newer one: friends may have built on it.
    """
    drawn = in_order([*mine.drawn, *other.drawn])
    hands = tuple(dict.fromkeys((*other.hands, *mine.hands)))[:MOST_HANDS]
    return replace(other, number=max(mine.number, other.number) + 1, drawn=drawn, hands=hands)


def with_begin(statement: Statement, begin: Beginning) -> Statement:
    """Return the statement of whoever opened the room that begins the game."""
    return replace(statement, number=statement.number + BEGUN, begin=begin)


def with_drawn(statement: Statement, drawn: Drawn) -> Statement:
    """Return the next statement of a device, which has drawn something more."""
    return replace(statement, number=statement.number + 1, drawn=in_order([*statement.drawn, drawn]))


def with_hands(statement: Statement, *hands: Hand) -> Statement:
    """Return the next statement of a device, which gives or takes seats; the same one if it has done so too often."""
    if len(statement.hands) + len(hands) > MOST_HANDS:
        return statement
    return replace(statement, number=statement.number + 1, hands=(*statement.hands, *hands))


def reclaimed(before: Peer, after: Peer) -> tuple[Hand, ...]:
    """Return how a device takes its seats back, if others have taken them for cards that it has drawn.

    Nobody needs a seat for cards that are complete here, unless to change what was drawn, or not knowing of it. The
    same holds for what was drawn here and was still on its way, unless the others have gone on by more than a card.
    Whoever first had the seat before this device did does not have to ask, so that two never quarrel. For other cards,
    others may take a seat over; whoever comes back sees that, and may take it back.
    """
    if not before.table or not after.table:
        return ()
    over = complete(before.table)
    drawn = {(one.seat, one.card) for one in after.statement.drawn}
    found = []
    for old, new in zip(before.table.hands, after.table.hands, strict=True):
        mine, now = old[-1], new[-1]
        first = list(dict.fromkeys(hand.device for hand in old))
        is_mine = mine.device == after.device and now.device not in first[: first.index(mine.device) + 1]
        is_drawn = now.card < over or ((now.seat, now.card) in drawn and after.table.card <= now.card + 1)
        if is_mine and is_drawn and now.epoch < MOST_EPOCHS:
            found.append(Hand(now.seat, now.epoch + 1, now.card, mine.device, mine.kind))
    return tuple(found)


def repeated(peer: Peer) -> str:
    """Return the message with what a peer itself has said last, for everybody who may be there."""
    return _with_own_statement(peer, greeting(peer))


def greeting_in_crowd(peer: Peer, *, asks: bool) -> str:
    """Return a greeting for everybody who may be there.

    In a full room, nobody knows what a device lacks that found no place, and nobody asks for its statement. So its
    greetings, and those of the host, have the statement with them.
    """
    first = greeting(peer, asks=asks)
    is_alone = peer.is_shut_out or (peer.device == peer.opener and _is_full(peer.log))
    return _with_own_statement(peer, first) if is_alone else first


def _with_own_statement(peer: Peer, first: str) -> str:
    own = peer.log.get(peer.device)
    return f"{first}\n{own}" if own and own.signature else first


def disagrees(peer: Peer, hello: Greeting) -> bool:
    """Say whether another device has made another game of the same statements: the rules are not the same there."""
    can_compare = hello.have == peer.numbers and hello.cards <= complete(peer.table)
    return can_compare and hello.digest != digest(peer.table, hello.cards)
