"""Peers: a device in a room, what it has heard from the others, and what it owes them.

A message is text: a *greeting*, then signed statements, a line each. The greeting ``hello1 DEVICE VERSION AT HAVE...``
says who sends it, which version of the game, how far its game is (the number of complete cards and a hash of their
record), and the number of each device's newest statement that it has. Whoever hears it knows what to send. Greetings
are repeated slowly, so it does not matter which message is lost. ``hello1?`` asks the others to greet as well, and
``hello1!`` answers: it asks for nothing, so that devices never answer each other for ever. ``hello1-`` is the last one
of a device that leaves.

After the first game of a room, greetings are ``hello2 DEVICE VERSION AT LACKS... HAVE...``. Then AT begins with the
number of the game, and ``lacks.NUMBER`` names an earlier game whose end has not arrived. A page that only knows
``hello1`` takes them for another version's, and asks its players to reload it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import NamedTuple

from cartographers.errors import InvalidRecord, quoted
from rooms.log import Log, Signed, Verify, merged, read_signed
from rooms.statement import BEGUN, MOST_DEVICES, MOST_EPOCHS, MOST_HANDS, Begin, Drawn, Hand, Statement, in_order
from rooms.table import Table, table_of

GREETING, LATER_GREETING = "hello1", "hello2"
#: The most signs of a message.
LONGEST = 64_000
#: The most signs of a statement of somebody who has no seat.
LONGEST_OF_STRANGERS = 6_000
_DIGITS = 8
#: What follows the first word of a greeting that asks, answers, or is the last one.
_ASKS, _ANSWERS, _LEAVES = "?", "!", "-"
_GREETING = re.compile(
    rf"(?:{GREETING}|({LATER_GREETING}))([?!-]?) ([0-9a-f]{{64}}) ([!-~]{{1,40}}) "
    rf"(?(1)([1-9][0-9]{{0,2}})\.)([0-9]{{1,2}})\.([0-9a-f]{{{_DIGITS}}})"
    r"(?(1)((?: lacks\.[0-9]{1,3}){0,9}))((?: [0-9a-f]{64}\.[0-9]{1,10})*)"
)


class Greeting(NamedTuple):
    """What a device says of itself: its version, how many cards are complete there, a hash of them, and what it has.

    Whoever ``asks`` wants to know who is there; whoever ``answers`` wants nothing. ``agrees`` is not said: whoever
    hears the greeting finds it out. ``game`` is the number of the game, and ``lacks`` has those of earlier games whose
    end has not arrived.
    """

    device: str
    version: str
    cards: int
    digest: str
    have: Mapping[str, int]
    asks: bool = False
    answers: bool = False
    leaves: bool = False
    agrees: bool = True
    game: int = 0
    lacks: tuple[int, ...] = ()


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
    first, at = (LATER_GREETING, f"{hello.game}.") if hello.game else (GREETING, "")
    lacks = [f"lacks.{game}" for game in hello.lacks]
    have = [f"{device}.{number}" for device, number in sorted(hello.have.items())]
    return " ".join([first + mark, hello.device, hello.version, f"{at}{hello.cards}.{hello.digest}", *lacks, *have])


def read_greeting(line: str) -> Greeting:
    """Return the greeting of a line; raises :class:`InvalidRecord` when it is none."""
    found = _GREETING.fullmatch(line)
    if not found:
        raise InvalidRecord("error.room.word", text=quoted(line))
    _, mark, device, version, game, cards, hashed, lacks, have = found.groups()
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
        game=int(game or 0),
        lacks=tuple(int(word.partition(".")[2]) for word in (lacks or "").split()),
    )


def farewell(peer: Peer) -> str:
    """Return the last greeting of a peer, which leaves."""
    return write_greeting(_greeting(peer)._replace(leaves=True))


def said(peer: Peer, statement: Signed) -> Peer:
    """Return a peer after it has made a new statement."""
    return peer.with_log(merged(peer.log, [statement]))


def hear(peer: Peer, message: str, verify: Verify, absent: Sequence[str] = ()) -> Peer:
    """Return a peer after a message. If there is no room for its sender, one of those that are ``absent`` gives way.

    What is about another game does not count. Raises :class:`InvalidRecord` when any of it cannot be read or is forged;
    then nothing of it counts.
    """
    if len(message) > LONGEST:
        raise InvalidRecord("error.room.long", most=LONGEST)
    first, *lines = message.split("\n")
    if len(lines) > MOST_DEVICES:
        raise InvalidRecord("error.room.long", most=LONGEST)
    hello = read_greeting(first)
    here = {signed.text for signed in peer.log.values()}
    news = [read_signed(line, verify) for line in lines if line.partition(" ")[2] not in here]
    if any(signed.statement.device == hello.device for signed in news):
        peer = _with_room_for(peer, hello.device, absent)
    welcome = [signed for signed in news if _is_welcome(peer, signed)]
    after = peer.with_log(merged(peer.log, welcome))
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
    found = [other for other in absent if other in {*peer.log, *peer.heard} and other not in _of_the_room(peer)]
    is_full = max(len({*peer.log, device}), len({*peer.heard, device})) > MOST_DEVICES
    if not found or not is_full:
        return peer
    log = {other: signed for other, signed in peer.log.items() if other != found[0]}
    heard = {other: hello for other, hello in peer.heard.items() if other != found[0]}
    return replace(peer, log=log, heard=heard)


def _of_the_room(peer: Peer) -> set[str]:
    """Return the devices that always may come in: this one, whoever opened the room, and whoever has had a seat."""
    return {peer.device, peer.opener, *(peer.members if peer.table else ())}


def _is_welcome(peer: Peer, signed: Signed) -> bool:
    """Say whether a device is or may come in. Strangers can only say who they are, and that is short."""
    device = signed.statement.device
    is_short = device in _of_the_room(peer) or len(signed.text) <= LONGEST_OF_STRANGERS
    return signed.statement.game == peer.game and is_short and _has_room_for(peer, device)


def _has_room_for(peer: Peer, device: str) -> bool:
    """Say whether there is room for a device."""
    return device in peer.log or len(peer.log) < MOST_DEVICES or device in _of_the_room(peer)


def due(peer: Peer, *, answers: bool = True) -> tuple[Peer, str]:
    """Return the message that a peer owes the others, none if there is none, and the peer once it is sent.

    It has the statements that somebody lacks, those of who has a seat first, as many as a message holds. If somebody
    has what this peer lacks, the greeting says so. All is well then, until somebody's next greeting tells otherwise.
    If the message only ``answers`` what was heard, and this peer lacks nothing, the others do not answer in turn.
    """
    numbers = peer.numbers
    lacking = {
        device
        for hello in peer.heard.values()
        for device, number in numbers.items()
        if hello.have.get(device, -1) < number
    }
    theirs = [item for hello in peer.heard.values() for item in hello.have.items()]
    # Whoever asked for what is not welcome would be answered for ever.
    behind = any(numbers.get(device, -1) < number and _has_room_for(peer, device) for device, number in theirs)
    if not lacking and not behind:
        return peer, ""
    first = greeting(peer, answers=answers and not behind)
    lines = _lines(peer, lacking, LONGEST - len(first))
    sent = {device: numbers[device] for device in lines}
    heard = {device: hello._replace(have={**hello.have, **sent}) for device, hello in peer.heard.items()}
    if behind:
        heard = {device: hello._replace(have=_at_most(hello.have, numbers)) for device, hello in heard.items()}
    return replace(peer, heard=heard), "\n".join([first, *lines.values()])


def news(peer: Peer, *, answers: bool = False) -> str:
    """Return everything that a peer knows as one message, as far as it holds it; it can go by hand."""
    first = greeting(peer, answers=answers)
    signed = {device for device, signed in peer.log.items() if signed.signature}
    return "\n".join([first, *_lines(peer, signed, LONGEST - len(first)).values()])


def _lines(peer: Peer, devices: AbstractSet[str], most: int) -> dict[str, str]:
    """Return the lines of devices that a message holds: of whoever has a seat first, and of so many signs at most."""
    first = _of_the_room(peer)
    order = sorted(devices, key=lambda device: (device not in first, device))
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


def with_begin(statement: Statement, begin: Begin) -> Statement:
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
    return "\n".join([greeting(peer), str(peer.log[peer.device])])


def disagrees(peer: Peer, hello: Greeting) -> bool:
    """Say whether another device has made another game of the same statements: the rules are not the same there."""
    can_compare = hello.have == peer.numbers and hello.cards <= complete(peer.table)
    return can_compare and hello.digest != digest(peer.table, hello.cards)
