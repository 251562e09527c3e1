"""Talks: the part of one device in a room, over all games of the room.

A talk knows who is here, makes this device's statements, hears the other devices, and decides when this device speaks.
It sends nothing itself: a :class:`Reply` has the messages that the device sends now. Times are seconds of the device's
own clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple

from cartographers.errors import InvalidRecord
from cartographers.game_id import OtherRules
from rooms.games import (
    Games,
    all_news,
    beginning_again,
    due,
    each_message,
    hear,
    is_over,
    moved,
    seated_again,
    with_statements,
)
from rooms.log import Signed
from rooms.peer import (
    Peer,
    farewell,
    greeting_in_crowd,
    protocol_of,
    read_greeting,
    reclaimed,
    repeated,
    restated,
    said,
    with_drawn,
    with_hands,
)
from rooms.statement import (
    FORMER,
    MOST_GAMES,
    MOST_OUT,
    NUMBER,
    PROTOCOL,
    Beginning,
    Drawn,
    Hand,
    Sitting,
    Statement,
    read_statement,
    write_statement,
)

#: Seconds between two greetings of a device that has nothing else to say; each device adds up to ``UNALIKE``.
SLOWLY, UNALIKE = 20, 8
#: Seconds between two greetings that seek the host, and their number.
HASTE, TRIES = 4, 6
#: The factor by which a device that was left out greets more slowly: a crowd of such devices must not keep out friends.
SELDOM = 3
#: Seconds after which a silent device counts as absent.
GONE = 75


class Obstacle(Enum):
    """A reason why a device cannot play along."""

    #: Its page has another version.
    VERSION = "version"
    #: The same statements make another game there.
    RULES = "rules"
    #: It is the host's, and the room is full without this device.
    FULL = "full"
    #: It has a newer, or an older, version of the protocol or of the rules, so its messages cannot be read.
    NEWER = "newer"
    OLDER = "older"


class HostState(Enum):
    """The state of the host's device, for players who wait for it."""

    HERE = "here"
    #: It was heard, but not lately.
    SILENT = "silent"
    #: It has said goodbye.
    LEFT = "left"
    UNHEARD = "unheard"


class Stranger(NamedTuple):
    """The last device whose messages could not be read: the time, the device, and the reason."""

    when: int = -GONE
    device: str = ""
    obstacle: Obstacle | None = None


class Search(NamedTuple):
    """The number of greetings that sought the host, and the time of the last one."""

    times: int = 0
    when: int = 0


@dataclass(frozen=True, slots=True)
class Presence:
    """The devices that were heard, and when."""

    #: The time of the last event.
    now: int = 0
    #: The time at which each device was last heard.
    last: Mapping[str, int] = field(default_factory=dict)
    #: True if no relay works: nobody can tell then which devices are here.
    offline: bool = False

    def was_heard(self, device: str) -> bool:
        """Say whether a device was heard lately."""
        return device in self.last and self.now - self.last[device] < GONE

    def after_sleep(self, seconds: int) -> Presence:
        """Return the presence after the page has slept: nobody could be heard for that time."""
        return replace(self, last={device: min(when + seconds, self.now) for device, when in self.last.items()})


class Reply(NamedTuple):
    """A talk after an event."""

    talk: Talk
    #: The messages that the device sends now.
    messages: tuple[str, ...] = ()
    #: True if the device has more to say, after a short pause.
    soon: bool = False


#: Before any stranger was heard, and before the first search for the host.
_NOBODY, _NEVER = Stranger(), Search()


@dataclass(frozen=True, slots=True)
class Talk:
    """The part of one device in a room."""

    #: This device in each game of the room.
    games: Games
    presence: Presence = field(default_factory=Presence)
    #: The time of this device's last greeting.
    greeted: int = 0
    search: Search = _NEVER
    #: The reason why each device cannot play along, ``None`` for devices that can.
    obstacles: Mapping[str, Obstacle | None] = field(default_factory=dict)
    stranger: Stranger = _NOBODY

    # ------------------------------------------------------------------- the room as this device knows it

    @property
    def peer(self) -> Peer:
        """This device in the game that is played now, or that will be."""
        return self.games.now

    @property
    def peers(self) -> tuple[Peer, ...]:
        """This device in each game that it knows, the oldest first."""
        return (*self.games.past, self.games.now)

    @property
    def device(self) -> str:
        """This device."""
        return self.peer.device

    @property
    def is_opener(self) -> bool:
        """Whether this device has opened the room: it is the host."""
        return self.device == self.peer.opener

    @property
    def plans(self) -> bool:
        """Whether this device is the host, and its game has not begun."""
        return self.is_opener and self.peer.table is None

    @property
    def is_member(self) -> bool:
        """Whether a player here has or had a seat, or may get one when the game begins."""
        return self.peer.table is None or self.device in self.peer.members

    @property
    def statement(self) -> Statement:
        """The last statement of this device."""
        return self.peer.statement

    @property
    def unsigned(self) -> str:
        """The text of this device's statement while its signature is missing; empty afterwards."""
        signed = self.peer.log.get(self.device)
        return signed.text if signed and not signed.signature else ""

    @property
    def _host_statement(self) -> Statement | None:
        """The last statement of the host."""
        signed = self.peer.log.get(self.peer.opener)
        return signed.statement if signed else None

    @property
    def out(self) -> tuple[str, ...]:
        """The devices that the host has left out: they get no seat when the game begins."""
        statement = self._host_statement
        return statement.out if statement else ()

    @property
    def is_closed(self) -> bool:
        """True if the host has opened another room instead of this one, whose game has not begun."""
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
        hello = self.peer.heard.get(host)
        return HostState.LEFT if hello and hello.leaves else HostState.UNHEARD

    @property
    def obstacle(self) -> Obstacle | None:
        """The reason why a device that is here cannot play along; ``None`` without such a device."""
        if self.presence.now - self.stranger.when < GONE:
            return self.stranger.obstacle
        here = (why for device, why in self.obstacles.items() if self.is_here(device) and self._heeds(device))
        return next(filter(None, here), None)

    @property
    def unready(self) -> list[str]:
        """The other devices that are here, would get a seat, and are not ready."""
        busy = {device for device, signed in self.peer.log.items() if not signed.statement.ready}
        return sorted(device for device in busy - {self.device, *self.out} if self.is_here(device))

    @property
    def friends(self) -> set[str]:
        """The devices that strangers cannot drown out: the host, and all that have a seat or may get one."""
        return {self.peer.opener, *(self.peer.members if self.peer.table else self.peer.members - {*self.out})}

    def is_here(self, device: str) -> bool:
        """Say whether a device is here. Without a relay nobody can tell, and every known device counts as here."""
        return self.was_heard(device) or (self.presence.offline and device in self.peer.log)

    def was_heard(self, device: str) -> bool:
        """Say whether a device was heard lately; this one always is."""
        return device == self.device or self.presence.was_heard(device)

    @property
    def absent(self) -> list[str]:
        """The devices that are not here any more, longest ago first; a device that has just come cannot tell."""
        if self.presence.now < GONE:
            return []
        gone = [device for device in {*self.peer.log, *self.peer.heard} if not self.was_heard(device)]
        return sorted(gone, key=lambda device: (self.presence.last.get(device, -1), device))

    def replaceable_by(self, device: str) -> list[str]:
        """Return the devices that make room for another one: first the absent ones, then those that are left out."""
        return self.absent if device in self.out else [*self.absent, *self.out]

    def is_of_past(self, message: str) -> bool:
        """Say whether a message is about an earlier game of the room."""
        try:
            return read_greeting(message.partition("\n")[0]).game < self.peer.game
        except InvalidRecord:
            return False

    def changes_hands(self, before: Talk) -> bool:
        """Say whether a seat has another drawer than before."""
        now, then = self.peer.table, before.peer.table
        return bool(now and then and now.hands != then.hands)

    @property
    def news(self) -> str:
        """Everything that others may lack, as a text that can go by hand."""
        return all_news(self.games)

    @property
    def farewell(self) -> str:
        """The message of this device when its players leave."""
        return farewell(self.peer)

    # ------------------------------------------------------------------- this device's statements

    def stating(self, statement: Statement) -> Talk:
        """Return the talk after a new statement of this device, which still has to be signed.

        A statement that is too long for the others to read is not made.
        """
        statement = replace(statement, protocol=PROTOCOL)
        text = write_statement(statement)
        try:
            read_statement(text)
        except InvalidRecord:
            return self
        return self._in_game(said(self.peer, Signed(statement, text, "")))

    def next_statement(self, **changes: object) -> Talk:
        """Return the talk after this device repeats its statement with some changes."""
        number = self.statement.number + 1
        return self.stating(replace(self.statement, number=number, **changes))  # type: ignore[arg-type] # its own parts

    def drawing(self, drawn: Drawn) -> Talk:
        """Return the talk after a ply was drawn here."""
        return self.stating(with_drawn(self.statement, drawn))

    def handing(self, *hands: Hand) -> Talk:
        """Return the talk after this device has given or taken seats."""
        statement = with_hands(self.statement, *hands)
        return self if not hands or statement is self.statement else self.stating(statement)

    def leaving_out(self, *devices: str) -> Talk:
        """Return the talk after the host has left devices out; devices that are here come first in the list."""
        out = sorted(devices, key=lambda device: (device not in self.peer.log, device))[:MOST_OUT]
        return self.next_statement(out=tuple(sorted(out)))

    def signing_for_room(self) -> Talk:
        """Return the talk after this device has repeated a statement of the former protocol in the present one."""
        return self.next_statement() if self.statement.protocol == FORMER else self

    def sitting_again(self) -> tuple[Sitting, ...]:
        """Return the seats of the next game if the host began it now; none without a player on another device."""
        if not is_over(self.peer) or self.peer.game == MOST_GAMES:
            return ()
        sitting = seated_again(self.peer, {device for device in self.peer.log if self.is_here(device)})
        return sitting if {seat.device for seat in sitting} - {self.device} else ()

    def begun_again(self, seed: str) -> Talk:
        """Return the talk after the host has begun another game with all players who are here."""
        sitting, table = self.sitting_again(), self.peer.table
        if not table or not sitting or not self.is_opener:
            return self
        begin = Beginning(replace(table.begin.game, seed=seed, players=len(sitting)), sitting)
        now = Peer(self.device, self.peer.opener, self.peer.version, game=self.peer.game + 1)
        return self._with_games(moved(self.games, now)).stating(beginning_again(self.peer, begin))

    def with_kept(self, statements: Iterable[Signed]) -> Talk:
        """Return the talk with the statements that another tab of this device has kept."""
        before, talk = self.peer, self._with_games(with_statements(self.games, statements))
        if talk.peer.game > before.game:
            return talk.coming_along(self)
        return talk.restating(before) if talk.is_copied(before) else talk

    # ------------------------------------------------------------------- events

    def at(self, seconds: int) -> Talk:
        """Return the talk at a time."""
        return replace(self, presence=replace(self.presence, now=seconds))

    def after_sleep(self, seconds: int) -> Talk:
        """Return the talk after the page has slept for some seconds."""
        return replace(self, presence=self.presence.after_sleep(seconds))

    def connected(self, *, offline: bool) -> Talk:
        """Return the talk when some relay works, or when none does."""
        return replace(self, presence=replace(self.presence, offline=offline))

    def signed(self, text: str, signature: str) -> Reply:
        """Return the talk with the signature of this device's statement, which it now sends."""
        if text != self.unsigned:
            return Reply(self)
        log = {**self.peer.log, self.device: Signed(self.statement, text, signature)}
        signed = self._in_game(replace(self.peer, log=log))
        reply = signed.sending(answers=False)
        return reply if reply.messages else signed.saying(repeated(signed.peer))

    def hearing_each(self, text: str) -> Reply:
        """Return the talk after the messages of a text that went by hand."""
        talk, messages, soon = self, list[str](), False
        for message in each_message(text):
            reply = talk.hearing(message)
            talk, soon = reply.talk, soon or reply.soon
            messages += reply.messages
        return Reply(talk, tuple(messages), soon)

    def hearing(self, text: str) -> Reply:
        """Return the talk after another device's message, whose signatures are checked already.

        An unreadable message changes nothing but the reason why that device cannot play along.
        """
        before = self.peer
        try:
            hello = read_greeting(text.partition("\n")[0])
            games = hear(self.games, text, lambda *_: True, self.replaceable_by(hello.device))
        except InvalidRecord as error:
            return self._unreadable(text, error)
        sender, after = _sender(text), games.now
        is_ahead = hello.game > after.game
        talk = self._with_games(games).having_heard(sender).judging(sender)
        talk = talk.coming_along(self) if after.game > before.game else talk.consistent(before)
        if talk.peer.table is None and talk.device in talk.out and sender != self.peer.opener:
            return Reply(talk)  # the others answer: a crowd that is left out would drown them
        is_heard = after.heard.get(sender) is not before.heard.get(sender)
        asks = hello.asks and (is_heard or (self.is_opener and sender not in after.heard))
        has_found_place = self.is_opener and sender in after.log and sender not in before.log
        if is_ahead or asks or has_found_place:
            return talk.greeting_soon()
        if after.is_shut_out and not before.is_shut_out:
            return talk.greeting_all()  # the host may have left a device out, whose place is free
        return Reply(talk, soon=bool(due(talk.games)[1]))

    def answering(self) -> Reply:
        """Return the talk after its next message. A device that owes nothing greets slowly."""
        if self._seeks_host:
            reply = self.greeting_all(asks=True)
            search = Search(self.search.times + 1, self.presence.now)
            return reply._replace(talk=replace(reply.talk, search=search))
        reply = self.sending()
        slowly = (SLOWLY + int(self.device[:2], 16) % UNALIKE) * (SELDOM if self.device in self.out else 1)
        is_due = self.presence.now - self.greeted >= slowly
        return self.greeting_all() if reply.talk is self and is_due else reply

    def greeting_all(self, *, asks: bool = False) -> Reply:
        """Return the talk after a greeting; before the first statement is signed there is none."""
        return Reply(self) if self.unsigned else self.saying(greeting_in_crowd(self.peer, asks=asks))

    # ------------------------------------------------------------------- the steps of an event

    def _with_games(self, games: Games) -> Talk:
        """Return the talk with other games, the same talk if they are the same ones."""
        same = games.now is self.games.now and games[1:] == self.games[1:]
        return self if same else replace(self, games=games)

    def _in_game(self, peer: Peer) -> Talk:
        """Return the talk with this device changed in the present game."""
        return replace(self, games=self.games._replace(now=peer))

    def having_heard(self, sender: str) -> Talk:
        """Return the talk after a message of a device; a device that has said goodbye is not here any more."""
        heard = self.peer.heard
        known = {*heard, *(device for peer in self.games.past for device in peer.heard)}
        last = {device: when for device, when in self.presence.last.items() if device in known}
        if sender in heard and heard[sender].leaves:
            last.pop(sender, None)
        elif sender in heard:
            last[sender] = self.presence.now
        return replace(self, presence=replace(self.presence, last=last))

    def _unreadable(self, text: str, error: InvalidRecord) -> Reply:
        """Return the talk after an unreadable message: of another version of the protocol or the rules, or of nobody.

        A device that asks is greeted, so that its player is told as well.
        """
        protocol, sender = protocol_of(text), _sender(text)
        of_protocol = protocol and (protocol.number != NUMBER or error.sentence.key == "error.room.protocol")
        if not protocol or not (of_protocol or isinstance(error, OtherRules)) or not self._heeds(sender):
            return Reply(self)
        is_newer = error.newer if isinstance(error, OtherRules) else protocol.number >= NUMBER
        obstacle = Obstacle.NEWER if is_newer else Obstacle.OLDER
        talk = replace(self, stranger=Stranger(self.presence.now, sender, obstacle))
        return talk.greeting_soon() if protocol.asks else Reply(talk)

    def judging(self, sender: str) -> Talk:
        """Return the talk with the reason why the sender of a message cannot play along."""
        hello = self.peer.heard.get(sender)
        if hello is None or not self._heeds(sender):
            return self
        obstacle = None
        if not hello.agrees:
            obstacle = Obstacle.RULES
        elif hello.version != self.peer.version:
            obstacle = Obstacle.VERSION
        elif sender == self.peer.opener and self.peer.is_shut_out and not self.peer.table:
            obstacle = Obstacle.FULL
        others = {device: why for device, why in self.obstacles.items() if device in self.presence.last}
        return replace(self, obstacles={**others, sender: obstacle})

    def _heeds(self, device: str) -> bool:
        """Say whether a device's obstacle matters here: those that only watch do not disturb a game."""
        return device in self.peer.members if self.peer.table else device not in self.out

    def consistent(self, before: Peer) -> Talk:
        """Return the talk after this device has repeated what others have taken from it since."""
        return self.restating(before) if self.is_copied(before) else self._reclaiming(before)

    def coming_along(self, before: Talk) -> Talk:
        """Return the talk after this device has come along to the next game, with the same players."""
        return self if self.statement.number else self.next_statement(chairs=before.statement.chairs, ready=True)

    def is_copied(self, before: Peer) -> bool:
        """Say whether something newer was heard of this device: there are two of it, or it has lost its memory."""
        return self.device in before.log and self.peer.log[self.device] is not before.log[self.device]

    def restating(self, before: Peer) -> Talk:
        """Return the talk after this device has also repeated its statement from before.

        The device whose statement has all of both is silent, so that the two do not answer each other for ever.
        """
        both = restated(before.statement, self.statement)
        has_all = (both.drawn, both.hands) == (self.statement.drawn, self.statement.hands)
        return self.signing_for_room() if has_all else self.stating(both)

    def _reclaiming(self, before: Peer) -> Talk:
        """Return the talk after this device has taken its seats back, each as often as it was taken."""
        talk = self
        while hands := reclaimed(before, talk.peer):
            after = talk.handing(*hands)
            if not after.changes_hands(talk):
                break
            talk = after
        return talk

    @property
    def _seeks_host(self) -> bool:
        """Whether this device asks now for the host: in a crowd, messages get lost."""
        is_due = self.search.times < TRIES and self.presence.now - self.search.when >= HASTE
        return is_due and self.peer.table is None and self.host is HostState.UNHEARD

    def greeting_soon(self) -> Reply:
        """Return the talk that greets after a short pause."""
        return Reply(replace(self, greeted=-SLOWLY * SLOWLY), soon=True)

    def sending(self, *, answers: bool = True) -> Reply:
        """Return the talk after the message that it owes; an unsigned statement waits."""
        if self.unsigned:
            return Reply(self)
        games, message = due(self.games, answers=answers)
        if not message:
            return Reply(self)
        # One message at a time: the rest is due after a pause.
        return self._with_games(games).saying(message)._replace(soon=bool(due(games)[1]))

    def saying(self, message: str) -> Reply:
        """Return the talk after a message was sent."""
        return Reply(replace(self, greeted=self.presence.now), (message,))


def _sender(message: str) -> str:
    """Return the device that a message names as its sender."""
    return message.partition("\n")[0].partition(" ")[2].partition(" ")[0]
