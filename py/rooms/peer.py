"""Peers: a device in a room, the messages it has heard, and the messages it owes the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from hashlib import sha256

from cartographers.errors import InvalidRecord
from rooms.log import Log, SignedStatement, merge, read_signed
from rooms.message import DIGEST_LENGTH, MAX_LENGTH, Greeting, Mark, Message, write_greeting
from rooms.statement import MAX_DEVICES, Statement, read_statement, write_statement
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
    def seated(self) -> set[str]:
        """The devices that every other device admits: the host's, and all that have had a seat."""
        return {self.opener, *(self.members if self.table else ())}

    @property
    def left_out(self) -> tuple[str, ...]:
        """The devices that the host has left out; they get no seat when the game begins."""
        return self.log[self.opener].statement.left_out if self.opener in self.log else ()

    @property
    def complete_cards(self) -> int:
        """The number of complete cards of the game."""
        return self.table.complete_cards if self.table else 0

    @property
    def is_over(self) -> bool:
        """Whether the game has begun and ended."""
        return self.table is not None and self.table.state.is_over

    @property
    def is_excluded(self) -> bool:
        """Whether the host says that the room is full without this device."""
        hello = self.greetings.get(self.opener)
        return hello is not None and self.device not in hello.numbers and hello.is_full

    def digest(self, cards: int) -> str:
        """Return a hash of the first ``cards`` cards of the game."""
        record = ""
        if self.table:
            record = self.table.record if cards == self.table.complete_cards else self.table.record_until(cards)
        return sha256(record.encode()).hexdigest()[:DIGEST_LENGTH]

    def heeds(self, device: str) -> bool:
        """Return whether it matters if a device can't play: devices that only watch don't disturb a game."""
        return device in self.members if self.table else device not in self.left_out

    def has_handover_since(self, before: Peer) -> bool:
        """Return whether a seat has changed hands since an earlier state."""
        return bool(self.table and before.table and self.table.handovers != before.table.handovers)

    def with_log(self, log: Log) -> Peer:
        """Return the peer with another log, and the table derived from it."""
        return self if log is self.log else replace(self, log=log, table=table_of(log, self.opener, self.table))

    def with_statements(self, statements: Iterable[SignedStatement]) -> Peer:
        """Return the peer with more statements."""
        return self.with_log(merge(self.log, statements))

    def saying(self, statement: Statement) -> Peer:
        """Return the peer after a new statement of its own, which still has to be signed.

        Return the same peer if the statement is too long for the others to read.
        """
        text = write_statement(statement)
        try:
            read_statement(text)
        except InvalidRecord:
            return self
        return self.with_statements([SignedStatement(statement, text, "")])

    # ------------------------------------------------------------------- the messages of this device

    def greeting(self, mark: Mark = Mark.NONE) -> str:
        """Return a greeting as a line."""
        cards, at = self.complete_cards, (mark, self.game, self.unfinished_games)
        return write_greeting(Greeting(self.device, self.version, cards, self.digest(cards), self.numbers, *at))

    def own_message(self, mark: Mark = Mark.NONE) -> str:
        """Return a greeting with this device's own last statement, unless that is still unsigned."""
        own = self.log.get(self.device)
        return f"{self.greeting(mark)}\n{own}" if own and own.signature else self.greeting(mark)

    def greeting_in_crowd(self, mark: Mark = Mark.NONE) -> str:
        """Return a greeting for all devices.

        In a full room, the others don't know what a device without a place lacks, and don't ask for its statement. So
        its greetings, and the host's, include the statement.
        """
        is_alone = self.is_excluded or (self.device == self.opener and len(self.log) >= MAX_DEVICES)
        return self.own_message(mark) if is_alone else self.greeting(mark)

    def news(self, mark: Mark = Mark.NONE) -> str:
        """Return one message that holds as much of this device's knowledge as fits; it can be passed on by hand."""
        first = self.greeting(mark)
        signed = {device for device, signed in self.log.items() if signed.signature}
        return "\n".join([first, *self._lines(signed, MAX_LENGTH - len(first)).values()])

    def next_message(self, *, answers: bool = True) -> tuple[Peer, str]:
        """Return the peer after its next message to the others, and that message; it is empty if the peer owes none.

        The message contains as many as fit of the statements that other devices lack, those of seated devices first.
        Its greeting shows whether this peer lacks statements itself. The peer then assumes that the others have
        received the message until their next greetings say otherwise. If the message only ``answers``, and this peer
        lacks nothing, the others don't reply.
        """
        lacking, behind = self._debts()
        if not lacking and not behind:
            return self, ""
        numbers, seated, heard = self.numbers, self.seated, {}
        first = self.greeting(Mark.ANSWERS if answers and not behind else Mark.NONE)
        lines = self._lines(lacking, MAX_LENGTH - len(first))
        for device, hello in self.greetings.items():
            has = {**hello.numbers, **{other: numbers[other] for other in lines if _takes(hello, other, seated)}}
            heard[device] = hello._replace(numbers=_capped(has, numbers) if behind else has)
        return replace(self, greetings=heard), "\n".join([first, *lines.values()])

    @property
    def owes_message(self) -> bool:
        """Whether this device owes the others a message."""
        return any(self._debts())

    def _debts(self) -> tuple[set[str], bool]:
        """Return the devices whose statements others lack, and whether this peer lacks statements itself."""
        if self.is_excluded and not self.table:
            return set(), False  # no device would answer, and greetings are enough to show that this one is here
        numbers, seated = self.numbers, self.seated
        others = [hello for hello in self.greetings.values() if hello.numbers != numbers]
        lacking = {
            device
            for hello in others
            for device, number in numbers.items()
            if hello.numbers.get(device, -1) < number and _takes(hello, device, seated)
        }
        newer = {
            device for hello in others for device, number in hello.numbers.items() if numbers.get(device, -1) < number
        }
        # A device that asked for statements it has no room for would be answered forever.
        return lacking, bool(newer if len(self.log) < MAX_DEVICES else newer & {*self.log, *seated, self.device})

    def _lines(self, devices: AbstractSet[str], most: int) -> dict[str, str]:
        """Return as many devices' lines as fit into ``most`` characters: this device's, then seated devices'."""
        seated = self.seated
        order = sorted(devices, key=lambda device: (device != self.device, device not in seated, device))
        found: dict[str, str] = {}
        for device in order[:MAX_DEVICES]:
            line = str(self.log[device])
            if len(line) < most:
                found[device] = line
                most -= len(line) + 1
        return found

    # ------------------------------------------------------------------- the messages of others

    def receive(self, message: Message, absent: Sequence[str] = ()) -> Peer:
        """Return the peer after a message. Its sender replaces one of the ``absent`` devices if the room is full.

        Statements about another game are ignored. Raises :class:`InvalidRecord` if any statement is unreadable; the
        whole message is then ignored.
        """
        hello = message.greeting._replace(is_full=len(message.greeting.numbers) >= MAX_DEVICES)
        known = {signed.text for signed in self.log.values()}
        news = [read_signed(line) for line in message.lines if line.partition(" ")[2] not in known]
        is_new = any(signed.statement.device == hello.device for signed in news)
        peer = _with_room_for(self, hello.device, absent) if is_new else self
        after = peer.with_statements(_admitted(peer, news))
        if hello.device == self.device or hello.game != self.game:
            return after
        if _disagrees(after, hello):
            # If a device was cloned, its copies may have different statements with the same number: resend everything.
            hello = hello._replace(numbers={}, agrees=False)
        if hello.mark is Mark.ANSWERS:
            before = after.greetings[hello.device].numbers if hello.device in after.greetings else {}
            numbers = _capped(hello.numbers, after.numbers)
            has = {device: max(before.get(device, -1), numbers.get(device, -1)) for device in {**before, **numbers}}
            hello = hello._replace(numbers=has)
        return _remembering(after, hello)

    def with_lagging_sender(self, hello: Greeting, *, owes: bool) -> Peer:
        """Return the peer after a greeting from an earlier game; it ``owes`` the sender all statements or none."""
        return _remembering(self, hello._replace(numbers={} if owes else self.numbers))


def _with_room_for(peer: Peer, device: str, absent: Sequence[str]) -> Peer:
    """Return a peer that forgets one absent stranger if a new device wouldn't fit otherwise."""
    strangers = {*peer.log, *peer.greetings} - peer.seated - {peer.device}
    found = sorted((other for other in absent if other in strangers), key=lambda other: other not in peer.log)
    is_full = max(len({*peer.log, device}), len({*peer.greetings, device})) > MAX_DEVICES
    if not found or not is_full:
        return peer
    log = {other: signed for other, signed in peer.log.items() if other != found[0]}
    heard = {other: hello for other, hello in peer.greetings.items() if other != found[0]}
    return replace(peer, log=log, greetings=heard)


def _admitted(peer: Peer, news: Iterable[SignedStatement]) -> Iterator[SignedStatement]:
    """Yield the statements of devices that are in the room or for which there is room.

    Strangers may only introduce themselves, in short statements.
    """
    of_the_room, here = {peer.device, *peer.seated}, set(peer.log)
    for signed in news:
        device = signed.statement.device
        is_short = device in of_the_room or len(signed.text) <= MAX_LENGTH_FROM_STRANGERS
        has_room = device in here | of_the_room or len(here) < MAX_DEVICES
        if signed.statement.game == peer.game and is_short and has_room:
            here.add(device)
            yield signed


def _remembering(peer: Peer, hello: Greeting) -> Peer:
    """Return a peer that remembers a greeting. The number of strangers whose greetings it remembers is limited."""
    known = {*peer.greetings, *peer.members, peer.opener}
    if hello.device not in known and len(peer.greetings) >= MAX_DEVICES:
        return peer
    return replace(peer, greetings={**peer.greetings, hello.device: hello})


def _disagrees(peer: Peer, hello: Greeting) -> bool:
    """Return whether another device derives a different game from the same statements, so its rules differ."""
    can_compare = hello.numbers == peer.numbers and hello.cards <= peer.complete_cards
    return can_compare and hello.digest != peer.digest(hello.cards)


def _takes(hello: Greeting, device: str, seated: AbstractSet[str]) -> bool:
    """Return whether a greeting's sender has room for a device."""
    return device in hello.numbers or device in seated or not hello.is_full


def _capped(have: Mapping[str, int], numbers: Mapping[str, int]) -> dict[str, int]:
    """Return the numbers of the devices in both mappings, capped at ours; we already asked for the rest."""
    return {device: min(number, numbers[device]) for device, number in have.items() if device in numbers}
