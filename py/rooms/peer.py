"""Peers: a device in a room, the messages it has heard, and the messages it owes the others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from hashlib import sha256

from rooms.log import Log, SignedStatement, merge, read_signed
from rooms.message import DIGEST_LENGTH, MAX_LENGTH, Greeting, Mark, Message, write_greeting
from rooms.statement import MAX_DEVICES, MAX_EPOCHS, Handover, Statement
from rooms.table import Table, table_of

#: Maximum length of a statement by a device without a seat.
MAX_LENGTH_FROM_STRANGERS = 6_000


@dataclass(frozen=True)
class Peer:
    """A device in one game of a room."""

    device: str
    #: The device that opened the room, which is the host's.
    opener: str
    #: The version of this device's page.
    version: str
    log: Log = field(default_factory=dict)
    table: Table | None = None
    #: The last greeting of each other device.
    greetings: Mapping[str, Greeting] = field(default_factory=dict)
    #: The number of the game in the room.
    game: int = 0
    #: The numbers of the earlier games whose end this device hasn't heard.
    unfinished_games: tuple[int, ...] = ()

    @property
    def statement(self) -> Statement:
        """The last statement of this device."""
        return self.log[self.device].statement if self.device in self.log else Statement(self.device, game=self.game)

    @property
    def numbers(self) -> dict[str, int]:
        """The number of the newest statement of each device in the log."""
        return {device: signed.statement.number for device, signed in self.log.items()}

    @property
    def members(self) -> set[str]:
        """The devices that have had a seat; before the game, all devices with a statement."""
        return {handover.device for seat in self.table.handovers for handover in seat} if self.table else set(self.log)

    @property
    def is_excluded(self) -> bool:
        """Whether the host says that the room is full without this device."""
        hello = self.greetings.get(self.opener)
        return hello is not None and self.device not in hello.numbers and hello.is_full

    def with_log(self, log: Log) -> Peer:
        """Return the peer with another log, and the table derived from it."""
        return self if log is self.log else replace(self, log=log, table=table_of(log, self.opener, self.table))


def digest(table: Table | None, cards: int) -> str:
    """Return a hash of the first ``cards`` cards of a game."""
    record = ""
    if table:
        record = table.record if cards == table.complete_cards else table.record_until(cards)
    return sha256(record.encode()).hexdigest()[:DIGEST_LENGTH]


def count_complete_cards(table: Table | None) -> int:
    """Return the number of complete cards of a game."""
    return table.complete_cards if table else 0


def greeting(peer: Peer, mark: Mark = Mark.NONE) -> str:
    """Return a peer's greeting as a line, with a mark for the others."""
    cards = count_complete_cards(peer.table)
    hashed = digest(peer.table, cards)
    return write_greeting(
        Greeting(peer.device, peer.version, cards, hashed, peer.numbers, mark, peer.game, peer.unfinished_games)
    )


def farewell(peer: Peer) -> str:
    """Return a peer's last message, which includes its statement in case that hasn't arrived."""
    return _with_own_statement(peer, greeting(peer, Mark.LEAVES))


def with_statement(peer: Peer, statement: SignedStatement) -> Peer:
    """Return a peer after a new statement of its own."""
    return peer.with_log(merge(peer.log, [statement]))


def receive(peer: Peer, message: Message, absent: Sequence[str] = ()) -> Peer:
    """Return a peer after a message. Its sender replaces one of the ``absent`` devices if the room is full.

    Statements about another game are ignored. Raises :class:`InvalidRecord` if any statement is unreadable; the whole
    message is then ignored.
    """
    hello = message.greeting._replace(is_full=_is_full(message.greeting.numbers))
    known = {signed.text for signed in peer.log.values()}
    news = [read_signed(line) for line in message.lines if line.partition(" ")[2] not in known]
    if any(signed.statement.device == hello.device for signed in news):
        peer = _with_room_for(peer, hello.device, absent)
    after = peer.with_log(merge(peer.log, _admitted(peer, news)))
    if hello.device == peer.device or hello.game != peer.game or not _can_remember(after, hello.device):
        return after
    if disagrees(after, hello):
        # If a device was cloned, its copies may have different statements with the same number: resend everything.
        hello = hello._replace(numbers={}, agrees=False)
    if hello.mark is Mark.ANSWERS:
        before = after.greetings[hello.device].numbers if hello.device in after.greetings else {}
        hello = hello._replace(numbers=_highest(before, _capped(hello.numbers, after.numbers)))
    return replace(after, greetings={**after.greetings, hello.device: hello})


def with_lagging_sender(peer: Peer, hello: Greeting, *, owes: bool) -> Peer:
    """Return a peer after a greeting from an earlier game; it ``owes`` the sender all statements or none."""
    if not _can_remember(peer, hello.device):
        return peer
    return replace(
        peer, greetings={**peer.greetings, hello.device: hello._replace(numbers={} if owes else peer.numbers)}
    )


def _can_remember(peer: Peer, device: str) -> bool:
    """Return whether to remember a device's last greeting. The number of strangers is limited."""
    return device in {*peer.greetings, *peer.members, peer.opener} or len(peer.greetings) < MAX_DEVICES


def _with_room_for(peer: Peer, device: str, absent: Sequence[str]) -> Peer:
    """Return a peer that forgets one absent stranger if a new device wouldn't fit otherwise."""
    strangers = {*peer.log, *peer.greetings} - _always_welcome(peer)
    found = sorted((other for other in absent if other in strangers), key=lambda other: other not in peer.log)
    is_full = max(len({*peer.log, device}), len({*peer.greetings, device})) > MAX_DEVICES
    if not found or not is_full:
        return peer
    log = {other: signed for other, signed in peer.log.items() if other != found[0]}
    heard = {other: hello for other, hello in peer.greetings.items() if other != found[0]}
    return replace(peer, log=log, greetings=heard)


def _always_welcome(peer: Peer) -> set[str]:
    """Return the devices that are always admitted: this one, the host's, and all that have had a seat."""
    return {peer.device, peer.opener, *(peer.members if peer.table else ())}


def _admitted(peer: Peer, news: Iterable[SignedStatement]) -> Iterator[SignedStatement]:
    """Yield the statements of devices that are in the room or for which there is room.

    Strangers may only introduce themselves, in short statements.
    """
    of_the_room, here = _always_welcome(peer), set(peer.log)
    for signed in news:
        device = signed.statement.device
        is_short = device in of_the_room or len(signed.text) <= MAX_LENGTH_FROM_STRANGERS
        has_room = device in here | of_the_room or len(here) < MAX_DEVICES
        if signed.statement.game == peer.game and is_short and has_room:
            here.add(device)
            yield signed


def _has_room_for(peer: Peer, device: str) -> bool:
    """Return whether there is room for a device."""
    return device in peer.log or not _is_full(peer.log) or device in _always_welcome(peer)


def _is_full(devices: Collection[str]) -> bool:
    return len(devices) >= MAX_DEVICES


def next_message(peer: Peer, *, answers: bool = True) -> tuple[Peer, str]:
    """Return a peer after its next message to the others, and that message; it is empty if the peer owes none.

    The message contains as many as fit of the statements that other devices lack, those of seated devices first.
    Its greeting shows whether this peer lacks statements itself. The peer then assumes that the others have received
    the message until their next greetings say otherwise. If the message only ``answers``, and this peer lacks nothing,
    the others don't reply.
    """
    lacking, behind = _debts(peer)
    if not lacking and not behind:
        return peer, ""
    numbers, welcome = peer.numbers, _seated(peer)
    first = greeting(peer, Mark.ANSWERS if answers and not behind else Mark.NONE)
    lines = _lines(peer, lacking, MAX_LENGTH - len(first))
    sent = {device: numbers[device] for device in lines}
    heard = {
        device: hello._replace(
            numbers={**hello.numbers, **{of: it for of, it in sent.items() if _takes(hello, of, welcome)}}
        )
        for device, hello in peer.greetings.items()
    }
    if behind:
        heard = {device: hello._replace(numbers=_capped(hello.numbers, numbers)) for device, hello in heard.items()}
    return replace(peer, greetings=heard), "\n".join([first, *lines.values()])


def owes_message(peer: Peer) -> bool:
    """Return whether a peer owes the others a message, without composing it."""
    return any(_debts(peer))


def _debts(peer: Peer) -> tuple[set[str], bool]:
    """Return the devices whose statements others lack, and whether this peer lacks statements itself."""
    if peer.is_excluded and not peer.table:
        return set(), False  # no device would answer, and greetings are enough to show that this one is here
    numbers, welcome = peer.numbers, _seated(peer)
    others = [hello for hello in peer.greetings.values() if hello.numbers != numbers]
    lacking = {
        device
        for hello in others
        for device, number in numbers.items()
        if hello.numbers.get(device, -1) < number and _takes(hello, device, welcome)
    }
    theirs = [item for hello in others for item in hello.numbers.items()]
    # A device that asked for statements it has no room for would be answered forever.
    return lacking, any(numbers.get(device, -1) < number and _has_room_for(peer, device) for device, number in theirs)


def _seated(peer: Peer) -> set[str]:
    """Return the devices that every other device admits: the host's, and all that have had a seat."""
    return {peer.opener, *(peer.members if peer.table else ())}


def _takes(hello: Greeting, device: str, welcome: AbstractSet[str]) -> bool:
    """Return whether a greeting's sender has room for a device."""
    return device in hello.numbers or device in welcome or not hello.is_full


def news(peer: Peer, mark: Mark = Mark.NONE) -> str:
    """Return one message that holds as much of a peer's knowledge as fits; it can be passed on by hand."""
    first = greeting(peer, mark)
    signed = {device for device, signed in peer.log.items() if signed.signature}
    return "\n".join([first, *_lines(peer, signed, MAX_LENGTH - len(first)).values()])


def _lines(peer: Peer, devices: AbstractSet[str], most: int) -> dict[str, str]:
    """Return as many devices' lines as fit into ``most`` characters: this device's, then those of seated devices."""
    first = _always_welcome(peer)
    order = sorted(devices, key=lambda device: (device != peer.device, device not in first, device))
    found: dict[str, str] = {}
    for device in order[:MAX_DEVICES]:
        line = str(peer.log[device])
        if len(line) < most:
            found[device] = line
            most -= len(line) + 1
    return found


def _highest(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    """Return the higher number of each device."""
    return {device: max(one.get(device, -1), other.get(device, -1)) for device in {**one, **other}}


def _capped(have: Mapping[str, int], numbers: Mapping[str, int]) -> dict[str, int]:
    """Return the numbers of the devices in both mappings, capped at ours; we already asked for the rest."""
    return {device: min(number, numbers[device]) for device, number in have.items() if device in numbers}


def reclaiming_handovers(before: Peer, after: Peer) -> tuple[Handover, ...]:
    """Return the handovers with which a device takes back seats that others took for cards it has drawn.

    If a card is complete here, other devices need one of its seats only to change the plies, or because they don't know
    that it is complete. The same is true of plies that were still on the way, unless the others are more than one card
    ahead. A device that had the seat before this one keeps it, so two devices never quarrel. Other devices may take
    over seats for other cards: returning players see this, and may take their seats back.
    """
    if not before.table or not after.table:
        return ()
    over = count_complete_cards(before.table)
    drawn = {(one.seat, one.card) for one in after.statement.plies}
    found = []
    for old, new in zip(before.table.handovers, after.table.handovers, strict=True):
        mine, now = old[-1], new[-1]
        first = list(dict.fromkeys(handover.device for handover in old))
        is_mine = mine.device == after.device and now.device not in first[: first.index(mine.device) + 1]
        is_drawn = now.card < over or ((now.seat, now.card) in drawn and after.table.card <= now.card + 1)
        if is_mine and is_drawn and now.epoch < MAX_EPOCHS:
            found.append(Handover(now.seat, now.epoch + 1, now.card, mine.device, mine.kind))
    return tuple(found)


def own_statement_message(peer: Peer) -> str:
    """Return a message with a peer's own last statement, for all devices."""
    return _with_own_statement(peer, greeting(peer))


def greeting_in_crowd(peer: Peer, mark: Mark = Mark.NONE) -> str:
    """Return a greeting for all devices.

    In a full room, the others don't know what a device without a place lacks, and don't ask for its statement. So its
    greetings, and the host's, include the statement.
    """
    first = greeting(peer, mark)
    is_alone = peer.is_excluded or (peer.device == peer.opener and _is_full(peer.log))
    return _with_own_statement(peer, first) if is_alone else first


def _with_own_statement(peer: Peer, first: str) -> str:
    own = peer.log.get(peer.device)
    return f"{first}\n{own}" if own and own.signature else first


def disagrees(peer: Peer, hello: Greeting) -> bool:
    """Return whether another device derives a different game from the same statements, so its rules differ."""
    can_compare = hello.numbers == peer.numbers and hello.cards <= count_complete_cards(peer.table)
    return can_compare and hello.digest != digest(peer.table, hello.cards)
