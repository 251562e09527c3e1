"""Talks: one device's part in a room, over all games of the room.

A talk makes this device's statements, hears the other devices, and decides when this device speaks. It sends nothing:
its :class:`Outbox` has the messages to send. Times are seconds of the device's own clock.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple

from cartographers.errors import InvalidRecord
from cartographers.game_id import UnsupportedRules
from rooms.games import Games, beginning_statement, next_players
from rooms.lobby import given_seats
from rooms.log import CheckedText, SignedStatement
from rooms.message import Mark, protocol_of, read_message, split_messages
from rooms.peer import Peer
from rooms.presence import ABSENT_AFTER, Obstacle, Presence, Stranger
from rooms.restoring import merged, restored
from rooms.statement import MAX_GAMES, MAX_LEFT_OUT, PROTOCOL_NUMBER, Beginning, Handover, SeatedPlayer, Statement

#: Seconds between two greetings of an idle device, and the maximum of the extra seconds, which differ by device.
GREETING_INTERVAL, MAX_EXTRA_INTERVAL = 20, 8
#: Seconds between two greetings that ask for the host, and the number of such greetings.
SEARCH_INTERVAL, MAX_SEARCHES = 4, 6
#: The factor by which left-out devices greet more slowly, so that friends can be heard over a crowd of them.
LEFT_OUT_FACTOR = 3
#: The time of the last greeting of a device that must greet, whatever the time.
_LONG_AGO = -1_000


class HostState(Enum):
    """The state of the host's device, for players who wait for it."""

    HERE = "here"
    #: The host was heard, but not recently.
    SILENT = "silent"
    #: The host has said goodbye.
    LEFT = "left"
    UNHEARD = "unheard"


class Search(NamedTuple):
    """The number of greetings that asked for the host, and the time of the last one."""

    attempts: int = 0
    last_time: int = 0


class Outbox(NamedTuple):
    """The messages of the last event after which the device speaks. Each such event has an outbox of its own."""

    #: The messages to send now.
    messages: tuple[str, ...] = ()
    #: True if the device has more to say after a short pause.
    soon: bool = False


@dataclass(frozen=True, slots=True)
class Talk:
    """One device's part in a room."""

    #: Everything that was said in the room: this device in each game.
    games: Games
    #: The devices that are here.
    presence: Presence = field(default_factory=Presence)
    outbox: Outbox = field(default_factory=Outbox)
    #: The time of this device's last greeting.
    last_greeting: int = 0
    search: Search = field(default_factory=Search)

    # ------------------------------------------------------------------- the room from this device's view

    @property
    def peer(self) -> Peer:
        """This device in the current game, which may not have begun."""
        return self.games.current

    @property
    def peers(self) -> tuple[Peer, ...]:
        """This device in each game that it knows, from the oldest to the current one."""
        return (*self.games.past, self.games.current)

    @property
    def device(self) -> str:
        """This device."""
        return self.peer.device

    @property
    def is_opener(self) -> bool:
        """Whether this device is the host's: it opened the room."""
        return self.device == self.peer.opener

    @property
    def is_planning(self) -> bool:
        """Whether this device is the host's, and the game hasn't begun."""
        return self.is_opener and self.peer.table is None

    @property
    def is_member(self) -> bool:
        """Whether a player at this device has or had a seat, or may get one when the game begins."""
        return self.peer.table is None or self.device in self.peer.members

    @property
    def statement(self) -> Statement:
        """The last statement of this device."""
        return self.peer.statement

    @property
    def unsigned_text(self) -> str:
        """The text of this device's statement until it is signed; empty afterwards."""
        signed = self.peer.log.get(self.device)
        return signed.text if signed and not signed.signature else ""

    @property
    def left_out(self) -> tuple[str, ...]:
        """The devices that the host has left out; they get no seat when the game begins."""
        return self.peer.left_out

    @property
    def is_closed(self) -> bool:
        """Whether the game hasn't begun, and the host has opened another room instead."""
        host = self.peer.log.get(self.peer.opener)
        return self.peer.table is None and host is not None and host.statement.closed

    @property
    def host(self) -> HostState:
        """The state of the host's device."""
        host = self.peer.opener
        if self.is_here(host):
            return HostState.HERE
        if host in self.presence.last:
            return HostState.SILENT
        hello = self.peer.greetings.get(host)
        return HostState.LEFT if hello and hello.mark is Mark.LEAVES else HostState.UNHEARD

    @property
    def obstacle(self) -> Obstacle | None:
        """The reason why one of the devices that are here can't play; None if all of them can."""
        return self.presence.obstacle(self.games)

    @property
    def unready(self) -> list[str]:
        """The other devices that are here and would get a seat, but aren't ready."""
        busy = {device for device, signed in self.peer.log.items() if not signed.statement.ready}
        return sorted(device for device in busy - {self.device, *self.left_out} if self.is_here(device))

    @property
    def friends(self) -> set[str]:
        """The devices that strangers can't drown out: the host's, and all that have a seat or may get one."""
        return {self.peer.opener, *(self.peer.members if self.peer.table else self.peer.members - {*self.left_out})}

    def is_here(self, device: str) -> bool:
        """Return whether a device is here. Without a relay, every known device counts as here."""
        return self.presence.is_here(device, self.peer)

    def was_heard(self, device: str) -> bool:
        """Return whether a device was heard recently; this device always was."""
        return device == self.device or self.presence.was_heard(device)

    def _replaceable_by(self, device: str) -> list[str]:
        """Return the devices that can make room for another: the longest absent ones first, then those left out.

        A device that has just arrived doesn't know which ones are absent.
        """
        last, known = self.presence.last, {*self.peer.log, *self.peer.greetings}
        gone = [other for other in known if self.presence.now >= ABSENT_AFTER and not self.was_heard(other)]
        gone.sort(key=lambda other: (last.get(other, -1), other))
        return gone if device in self.left_out else [*gone, *self.left_out]

    @property
    def news(self) -> str:
        """Everything that other devices may lack, as a string that can be passed on by hand."""
        return self.games.news

    @property
    def farewell(self) -> str:
        """The last message of this device when its players leave."""
        return self.peer.own_message(Mark.LEAVES)

    # ------------------------------------------------------------------- this device's statements

    def with_statement(self, statement: Statement) -> Talk:
        """Return the talk after a new statement of this device; the same talk if it is too long."""
        peer = self.peer.saying(statement)
        return self if peer is self.peer else replace(self, games=self.games.with_peer(peer))

    def with_changed_statement(self, **changes: object) -> Talk:
        """Return the talk after this device repeats its statement with changes; the host's gives seats away, too."""
        number = self.statement.number + 1
        changed = replace(self.statement, number=number, **changes)  # type: ignore[arg-type] # its fields
        if self.is_planning:
            changed = replace(changed, seats=given_seats(self.peer.log, changed, self.is_here))
        return self.with_statement(changed)

    def with_handovers(self, *handovers: Handover) -> Talk:
        """Return the talk after this device has given or taken seats."""
        return self.with_statement(self.statement.with_handovers(*handovers))

    def with_left_out(self, *devices: str) -> Talk:
        """Return the talk after the host has left out devices. Devices in the log take precedence over others."""
        out = sorted(devices, key=lambda device: (device not in self.peer.log, device))[:MAX_LEFT_OUT]
        return self.with_changed_statement(left_out=tuple(sorted(out)))

    def next_players(self) -> tuple[SeatedPlayer, ...]:
        """Return the seats if the host began the next game now; empty without a player on another device."""
        if not self.peer.is_over or self.peer.game == MAX_GAMES:
            return ()
        sitting = next_players(self.peer, {device for device in self.peer.log if self.is_here(device)})
        return sitting if {seat.device for seat in sitting} - {self.device} else ()

    def with_next_game(self, seed: str) -> Talk:
        """Return the talk after the host has begun another game with all players who are here."""
        sitting, table = self.next_players(), self.peer.table
        if not table or not sitting or not self.is_opener:
            return self
        begin = Beginning(replace(table.beginning.game, seed=seed, players=len(sitting)), sitting)
        said = beginning_statement(self.peer, begin)
        now = Peer(self.device, self.peer.opener, self.peer.version, game=said.game).saying(said)
        return replace(self, games=self.games.with_peer(now))

    def with_saved_statements(self, statements: Iterable[SignedStatement]) -> Talk:
        """Return the talk with statements that another tab of this device has saved."""
        games = self.games.with_statements(statements)
        games = games.with_peer(merged(self.peer, games.current))
        return self if games == self.games else replace(self, games=games)

    # ------------------------------------------------------------------- events

    def at_time(self, seconds: int) -> Talk:
        """Return the talk at the given time in seconds."""
        return replace(self, presence=replace(self.presence, now=seconds))

    def after_sleep(self, seconds: int) -> Talk:
        """Return the talk after the page has slept for the given number of seconds, and may have missed messages."""
        return replace(self, presence=self.presence.after_sleep(seconds)).greet(Mark.ASKS)

    def with_connection(self, *, offline: bool) -> Talk:
        """Return the talk after a relay began to work, or after the last relay failed."""
        return replace(self, presence=replace(self.presence, offline=offline))

    def receive_signature(self, text: str, signature: str) -> Talk:
        """Return the talk after this device's statement was signed, which it then sends."""
        if text != self.unsigned_text:
            return self
        log = {**self.peer.log, self.device: SignedStatement(self.statement, text, signature)}
        signed = replace(self, games=self.games.with_peer(replace(self.peer, log=log)))
        sent = signed.send(answers=False)
        return signed.sending(signed.peer.own_message()) if sent is signed else sent

    def receive_all(self, text: CheckedText) -> Talk:
        """Return the talk after the messages in a string that was passed on by hand."""
        talk, outboxes = self, list[Outbox]()
        for message in split_messages(text):
            before, talk = talk, talk.receive(message)
            outboxes += [talk.outbox] if talk.outbox is not before.outbox else []
        messages = tuple(message for outbox in outboxes for message in outbox.messages)
        return replace(talk, outbox=Outbox(messages, any(outbox.soon for outbox in outboxes))) if outboxes else talk

    def receive(self, text: CheckedText) -> Talk:
        """Return the talk after another device's message.

        An unreadable message is ignored, except that it may show why its device can't play.
        """
        before = self.peer
        try:
            message = read_message(text)
            received = self.games.receive(message, self._replaceable_by(message.greeting.device))
        except InvalidRecord as error:
            return self._unreadable(text, error)
        hello, after = message.greeting, received.current
        presence = self.presence.after_message(hello.device, received)
        talk = replace(self, games=received.with_peer(restored(before, after)), presence=presence)
        given = given_seats(talk.peer.log, talk.statement, talk.is_here) if talk.is_planning else ()
        if given != talk.statement.seats:
            talk = talk.with_changed_statement()
        is_of_host, was_known = hello.device == after.opener, hello.device in before.log
        if talk.peer.table is None and talk.device in talk.left_out and not is_of_host:
            return talk  # the others answer; a crowd of left-out devices would drown them
        is_heard = after.greetings.get(hello.device) is not before.greetings.get(hello.device)
        asks = hello.mark is Mark.ASKS and (is_heard or (self.is_opener and hello.device not in after.greetings))
        has_found_place = self.is_opener and hello.device in after.log and not was_known
        if hello.game > after.game or asks or has_found_place:
            return talk.greet_soon()
        if after.is_excluded and not before.is_excluded:
            return talk.greet()  # the host may have left out a device, which makes room for this one
        return replace(talk, outbox=Outbox(soon=True)) if talk.games.owes_message else talk

    def _unreadable(self, text: str, error: InvalidRecord) -> Talk:
        """Return the talk after an unreadable message: noise, or another version of the protocol or the rules.

        A device that asks gets a greeting, to let its player know as well.
        """
        protocol = protocol_of(text)
        of_protocol = protocol and (protocol.number != PROTOCOL_NUMBER or error.sentence.key == "error.room.protocol")
        is_other = of_protocol or isinstance(error, UnsupportedRules)
        if not protocol or not is_other or not self.peer.heeds(protocol.sender):
            return self
        is_newer = error.newer if isinstance(error, UnsupportedRules) else protocol.number >= PROTOCOL_NUMBER
        stranger = Stranger(self.presence.now, protocol.sender, Obstacle.NEWER if is_newer else Obstacle.OLDER)
        talk = replace(self, presence=replace(self.presence, stranger=stranger))
        return talk.greet_soon() if protocol.asks else talk

    # ------------------------------------------------------------------- what this device sends

    def answer(self) -> Talk:
        """Return the talk after its next message. A device that owes none only greets, slowly."""
        if self._seeks_host:
            search = Search(self.search.attempts + 1, self.presence.now)
            return replace(self.greet(Mark.ASKS), search=search)
        interval = GREETING_INTERVAL + int(self.device[:2], 16) % MAX_EXTRA_INTERVAL
        interval *= LEFT_OUT_FACTOR if self.device in self.left_out else 1
        sent = self.send()
        return self.greet() if sent is self and self.presence.now - self.last_greeting >= interval else sent

    @property
    def _seeks_host(self) -> bool:
        """Whether this device asks for the host now, because messages get lost in a crowd."""
        is_due = self.search.attempts < MAX_SEARCHES and self.presence.now - self.search.last_time >= SEARCH_INTERVAL
        return is_due and self.peer.table is None and self.host is HostState.UNHEARD

    def send(self, *, answers: bool = True) -> Talk:
        """Return the talk after the message that it owes; nothing is sent while a statement is unsigned."""
        games, message = (self.games, "") if self.unsigned_text else self.games.next_message(answers=answers)
        # Send one message at a time; the rest follows after a pause.
        return replace(self, games=games).sending(message, soon=games.owes_message) if message else self

    def greet(self, mark: Mark = Mark.NONE) -> Talk:
        """Return the talk after a greeting, which isn't sent until this device's statement is signed."""
        return self if self.unsigned_text else self.sending(self.peer.greeting_in_crowd(mark))

    def greet_soon(self) -> Talk:
        """Return the talk, set to greet after a short pause."""
        return replace(self, last_greeting=_LONG_AGO, outbox=Outbox(soon=True))

    def sending(self, message: str, *, soon: bool = False) -> Talk:
        """Return the talk after it has spoken."""
        return replace(self, last_greeting=self.presence.now, outbox=Outbox((message,), soon))
