"""Talks: one device's part in a room, over all games of the room.

A talk knows which devices are here, makes this device's statements, hears the other devices, and decides when this
device speaks. It doesn't send anything: a :class:`Reply` has the messages to send now. Times are seconds of the
device's own clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
from rooms.statement import (
    MAX_GAMES,
    MAX_LEFT_OUT,
    PROTOCOL_NUMBER,
    Beginning,
    CardPlies,
    Handover,
    SeatedPlayer,
    Statement,
    read_statement,
    write_statement,
)

#: Seconds between two greetings of an idle device, and the maximum of the extra seconds, which differ by device.
GREETING_INTERVAL, MAX_EXTRA_INTERVAL = 20, 8
#: Seconds between two greetings that ask for the host, and the number of such greetings.
SEARCH_INTERVAL, MAX_SEARCHES = 4, 6
#: The factor by which left-out devices greet more slowly, so that friends can be heard over a crowd of them.
LEFT_OUT_FACTOR = 3
#: Seconds after which a silent device counts as absent.
ABSENT_AFTER = 75


class Obstacle(Enum):
    """A reason why a device can't play."""

    #: The device's page has another version.
    VERSION = "version"
    #: The device derives a different game from the same statements.
    RULES = "rules"
    #: The device is the host's, and the room is full without this device.
    FULL = "full"
    #: The device has a newer or an older protocol or rules version, so its messages are unreadable.
    NEWER = "newer"
    OLDER = "older"


class HostState(Enum):
    """The state of the host's device, for players who wait for it."""

    HERE = "here"
    #: The host was heard, but not recently.
    SILENT = "silent"
    #: The host has said goodbye.
    LEFT = "left"
    UNHEARD = "unheard"


class Stranger(NamedTuple):
    """The last device whose messages were unreadable."""

    #: The time of its last message.
    time: int = -ABSENT_AFTER
    device: str = ""
    obstacle: Obstacle | None = None


class Search(NamedTuple):
    """The number of greetings that asked for the host, and the time of the last one."""

    attempts: int = 0
    last_time: int = 0


@dataclass(frozen=True, slots=True)
class Presence:
    """The times at which devices were last heard."""

    #: The time of the last event.
    now: int = 0
    #: The time at which each device was last heard.
    last: Mapping[str, int] = field(default_factory=dict)
    #: True if no relay works. It is then unknown which devices are here.
    offline: bool = False

    def was_heard(self, device: str) -> bool:
        """Return whether a device was heard recently."""
        return device in self.last and self.now - self.last[device] < ABSENT_AFTER

    def after_sleep(self, seconds: int) -> Presence:
        """Return the presence after the page slept and couldn't hear anyone."""
        return replace(self, last={device: min(when + seconds, self.now) for device, when in self.last.items()})


class Reply(NamedTuple):
    """A talk after an event."""

    talk: Talk
    #: The messages to send now.
    messages: tuple[str, ...] = ()
    #: True if the device has more to say after a short pause.
    soon: bool = False


#: The initial values: no stranger has been heard, and the host hasn't been searched for.
_NO_STRANGER, _NO_SEARCH = Stranger(), Search()


@dataclass(frozen=True, slots=True)
class Talk:
    """One device's part in a room."""

    #: This device in each game of the room.
    games: Games
    presence: Presence = field(default_factory=Presence)
    #: The time of this device's last greeting.
    last_greeting: int = 0
    search: Search = _NO_SEARCH
    #: The reason why each device can't play; None for devices that can.
    obstacles: Mapping[str, Obstacle | None] = field(default_factory=dict)
    stranger: Stranger = _NO_STRANGER

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
    def _host_statement(self) -> Statement | None:
        """The last statement of the host."""
        signed = self.peer.log.get(self.peer.opener)
        return signed.statement if signed else None

    @property
    def left_out(self) -> tuple[str, ...]:
        """The devices that the host has left out; they get no seat when the game begins."""
        statement = self._host_statement
        return statement.left_out if statement else ()

    @property
    def is_closed(self) -> bool:
        """Whether the game hasn't begun, and the host has opened another room instead."""
        statement = self._host_statement
        return self.peer.table is None and statement is not None and statement.closed

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
        if self.presence.now - self.stranger.time < ABSENT_AFTER:
            return self.stranger.obstacle
        here = (why for device, why in self.obstacles.items() if self.is_here(device) and self._heeds(device))
        return next(filter(None, here), None)

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
        """Return whether a device is here. Without a relay, this is unknown, so every known device counts as here."""
        return self.was_heard(device) or (self.presence.offline and device in self.peer.log)

    def was_heard(self, device: str) -> bool:
        """Return whether a device was heard recently; this device always was."""
        return device == self.device or self.presence.was_heard(device)

    @property
    def absent(self) -> list[str]:
        """The devices that have left, the longest absent first; empty on a device that has just arrived."""
        if self.presence.now < ABSENT_AFTER:
            return []
        gone = [device for device in {*self.peer.log, *self.peer.greetings} if not self.was_heard(device)]
        return sorted(gone, key=lambda device: (self.presence.last.get(device, -1), device))

    def replaceable_by(self, device: str) -> list[str]:
        """Return the devices that can make room for another: the absent ones, then those left out."""
        return self.absent if device in self.left_out else [*self.absent, *self.left_out]

    def is_of_past(self, message: CheckedText) -> bool:
        """Return whether a message is about an earlier game of the room."""
        try:
            return read_message(message).greeting.game < self.peer.game
        except InvalidRecord:
            return False

    def has_handover_since(self, before: Talk) -> bool:
        """Return whether a seat has changed hands since an earlier talk."""
        now, then = self.peer.table, before.peer.table
        return bool(now and then and now.handovers != then.handovers)

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
        """Return the talk after a new statement of this device, which still has to be signed.

        Return the same talk if the statement is too long for the others to read.
        """
        text = write_statement(statement)
        try:
            read_statement(text)
        except InvalidRecord:
            return self
        return self._in_game(self.peer.with_statements([SignedStatement(statement, text, "")]))

    def with_changed_statement(self, **changes: object) -> Talk:
        """Return the talk after this device repeats its statement with changes; the host's gives seats away, too."""
        number = self.statement.number + 1
        changed = replace(self.statement, number=number, **changes)  # type: ignore[arg-type] # its fields
        if self.is_planning:
            changed = replace(changed, seats=given_seats(self.peer.log, changed, self.is_here))
        return self.with_statement(changed)

    def with_plies(self, drawn: CardPlies) -> Talk:
        """Return the talk after a player at this device has drawn."""
        return self.with_statement(self.statement.with_plies(drawn))

    def with_handovers(self, *handovers: Handover) -> Talk:
        """Return the talk after this device has given or taken seats."""
        statement = self.statement.with_handovers(*handovers)
        return self if not handovers or statement is self.statement else self.with_statement(statement)

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
        now = Peer(self.device, self.peer.opener, self.peer.version, game=said.game)
        begun = now.with_statements([SignedStatement(said, write_statement(said), "")])
        return self._with_games(self.games.with_peer(begun))

    def with_saved_statements(self, statements: Iterable[SignedStatement]) -> Talk:
        """Return the talk with statements that another tab of this device has saved."""
        before, talk = self.peer, self._with_games(self.games.with_statements(statements))
        if talk.peer.game > before.game:
            return talk.follow_to_next_game(self)
        return talk.with_merged_statements(before) if talk.is_copied(before) else talk

    # ------------------------------------------------------------------- events

    def at_time(self, seconds: int) -> Talk:
        """Return the talk at the given time in seconds."""
        return replace(self, presence=replace(self.presence, now=seconds))

    def after_sleep(self, seconds: int) -> Talk:
        """Return the talk after the page has slept for the given number of seconds."""
        return replace(self, presence=self.presence.after_sleep(seconds))

    def with_connection(self, *, offline: bool) -> Talk:
        """Return the talk after a relay began to work, or after the last relay failed."""
        return replace(self, presence=replace(self.presence, offline=offline))

    def receive_signature(self, text: str, signature: str) -> Reply:
        """Return the talk after this device's statement was signed, with the message that sends it."""
        if text != self.unsigned_text:
            return Reply(self)
        log = {**self.peer.log, self.device: SignedStatement(self.statement, text, signature)}
        signed = self._in_game(replace(self.peer, log=log))
        reply = signed.send(answers=False)
        return reply if reply.messages else signed.with_sent(signed.peer.own_message())

    def receive_all(self, text: CheckedText) -> Reply:
        """Return the talk after the messages in a string that was passed on by hand."""
        talk, messages, soon = self, list[str](), False
        for message in split_messages(text):
            reply = talk.receive(message)
            talk, soon = reply.talk, soon or reply.soon
            messages += reply.messages
        return Reply(talk, tuple(messages), soon)

    def receive(self, text: CheckedText) -> Reply:
        """Return the talk after another device's message.

        An unreadable message is ignored, except that it may show why its device can't play.
        """
        before = self.peer
        try:
            message = read_message(text)
            hello = message.greeting
            games = self.games.receive(message, self.replaceable_by(hello.device))
        except InvalidRecord as error:
            return self._unreadable(text, error)
        sender, after = hello.device, games.current
        is_ahead = hello.game > after.game
        talk = self._with_games(games).with_sender(sender).with_obstacle_of(sender)
        talk = talk.follow_to_next_game(self) if after.game > before.game else talk.with_restored_seats(before)
        given = given_seats(talk.peer.log, talk.statement, talk.is_here) if talk.is_planning else ()
        if given != talk.statement.seats:
            talk = talk.with_changed_statement()
        if talk.peer.table is None and talk.device in talk.left_out and sender != self.peer.opener:
            return Reply(talk)  # the others answer; a crowd of left-out devices would drown them
        is_heard = after.greetings.get(sender) is not before.greetings.get(sender)
        asks = hello.mark is Mark.ASKS and (is_heard or (self.is_opener and sender not in after.greetings))
        has_found_place = self.is_opener and sender in after.log and sender not in before.log
        if is_ahead or asks or has_found_place:
            return talk.greet_soon()
        if after.is_excluded and not before.is_excluded:
            return talk.greet_all()  # the host may have left out a device, which makes room for this one
        return Reply(talk, soon=talk.games.owes_message)

    def answer(self) -> Reply:
        """Return the talk after its next message. A device that owes none only greets, slowly."""
        if self._seeks_host:
            reply = self.greet_all(Mark.ASKS)
            search = Search(self.search.attempts + 1, self.presence.now)
            return reply._replace(talk=replace(reply.talk, search=search))
        reply = self.send()
        slowly = (GREETING_INTERVAL + int(self.device[:2], 16) % MAX_EXTRA_INTERVAL) * (
            LEFT_OUT_FACTOR if self.device in self.left_out else 1
        )
        is_due = self.presence.now - self.last_greeting >= slowly
        return self.greet_all() if reply.talk is self and is_due else reply

    def greet_all(self, mark: Mark = Mark.NONE) -> Reply:
        """Return the talk after a greeting, which isn't sent until this device's statement is signed."""
        return Reply(self) if self.unsigned_text else self.with_sent(self.peer.greeting_in_crowd(mark))

    # ------------------------------------------------------------------- the steps of an event

    def _with_games(self, games: Games) -> Talk:
        """Return the talk with other games; the same talk if nothing changed."""
        same = games.current is self.games.current and games[1:] == self.games[1:]
        return self if same else replace(self, games=games)

    def _in_game(self, peer: Peer) -> Talk:
        """Return the talk with another state of this device in the current game."""
        return replace(self, games=self.games._replace(current=peer))

    def with_sender(self, sender: str) -> Talk:
        """Return the talk after a message from a device, which is gone if the message says goodbye."""
        heard = self.peer.greetings
        known = {*heard, *(device for peer in self.games.past for device in peer.greetings)}
        last = {device: when for device, when in self.presence.last.items() if device in known}
        if sender in heard and heard[sender].mark is Mark.LEAVES:
            last.pop(sender, None)
        elif sender in heard:
            last[sender] = self.presence.now
        return replace(self, presence=replace(self.presence, last=last))

    def _unreadable(self, text: str, error: InvalidRecord) -> Reply:
        """Return the talk after an unreadable message: noise, or another version of the protocol or the rules.

        A device that asks gets a greeting, to let its player know as well.
        """
        protocol = protocol_of(text)
        of_protocol = protocol and (protocol.number != PROTOCOL_NUMBER or error.sentence.key == "error.room.protocol")
        if not protocol or not (of_protocol or isinstance(error, UnsupportedRules)) or not self._heeds(protocol.sender):
            return Reply(self)
        is_newer = error.newer if isinstance(error, UnsupportedRules) else protocol.number >= PROTOCOL_NUMBER
        obstacle = Obstacle.NEWER if is_newer else Obstacle.OLDER
        talk = replace(self, stranger=Stranger(self.presence.now, protocol.sender, obstacle))
        return talk.greet_soon() if protocol.asks else Reply(talk)

    def with_obstacle_of(self, sender: str) -> Talk:
        """Return the talk with the reason, if any, why the sender of a message can't play."""
        hello = self.peer.greetings.get(sender)
        if hello is None or not self._heeds(sender):
            return self
        obstacle = None
        if not hello.agrees:
            obstacle = Obstacle.RULES
        elif hello.version != self.peer.version:
            obstacle = Obstacle.VERSION
        elif sender == self.peer.opener and self.peer.is_excluded and not self.peer.table:
            obstacle = Obstacle.FULL
        others = {device: why for device, why in self.obstacles.items() if device in self.presence.last}
        return replace(self, obstacles={**others, sender: obstacle})

    def _heeds(self, device: str) -> bool:
        """Return whether a device's obstacle matters: devices that only watch don't disturb a game."""
        return device in self.peer.members if self.peer.table else device not in self.left_out

    def with_restored_seats(self, before: Peer) -> Talk:
        """Return the talk after this device has restored statements and seats that others have replaced."""
        return self.with_merged_statements(before) if self.is_copied(before) else self._with_reclaimed_seats(before)

    def follow_to_next_game(self, before: Talk) -> Talk:
        """Return the talk after this device has moved on to the next game with the same players."""
        return (
            self if self.statement.number else self.with_changed_statement(chairs=before.statement.chairs, ready=True)
        )

    def is_copied(self, before: Peer) -> bool:
        """Return whether this device has heard a newer statement of its own: it was cloned, or has lost its memory."""
        return self.device in before.log and self.peer.log[self.device] is not before.log[self.device]

    def with_merged_statements(self, before: Peer) -> Talk:
        """Return the talk after this device has merged its earlier statement into the present one.

        A copy whose statement already contains both is silent; otherwise two copies would answer each other forever.
        """
        both = before.statement.merged_with(self.statement)
        has_all = (both.plies, both.handovers) == (self.statement.plies, self.statement.handovers)
        return self if has_all else self.with_statement(both)

    def _with_reclaimed_seats(self, before: Peer) -> Talk:
        """Return the talk after this device has taken back its seats, repeatedly if they were taken repeatedly."""
        talk = self
        while handovers := talk.peer.reclaiming_handovers(before):
            after = talk.with_handovers(*handovers)
            if not after.has_handover_since(talk):
                break
            talk = after
        return talk

    @property
    def _seeks_host(self) -> bool:
        """Whether this device asks for the host now, because messages get lost in a crowd."""
        is_due = self.search.attempts < MAX_SEARCHES and self.presence.now - self.search.last_time >= SEARCH_INTERVAL
        return is_due and self.peer.table is None and self.host is HostState.UNHEARD

    def greet_soon(self) -> Reply:
        """Return the talk, set to greet after a short pause."""
        return Reply(replace(self, last_greeting=-GREETING_INTERVAL * GREETING_INTERVAL), soon=True)

    def send(self, *, answers: bool = True) -> Reply:
        """Return the talk after the message that it owes; nothing is sent while a statement is unsigned."""
        if self.unsigned_text:
            return Reply(self)
        games, message = self.games.next_message(answers=answers)
        if not message:
            return Reply(self)
        # Send one message at a time; the rest follows after a pause.
        return self._with_games(games).with_sent(message)._replace(soon=games.owes_message)

    def with_sent(self, message: str) -> Reply:
        """Return the talk after a message was sent."""
        return Reply(replace(self, last_greeting=self.presence.now), (message,))
