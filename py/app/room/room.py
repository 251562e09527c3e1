"""A room as a device that is in it knows it: what it has heard, what it says, and what it has to send."""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple, assert_never

from app.effects import Effect, KeepFinished, Note
from app.game.seats import HERE, Seat, write_seat
from app.game.setup import Cartographer
from app.game.shelf import write_save
from app.game.summary import summarized
from app.invitation import HANDED, LAST, NOTE, Invitation
from app.messages import (
    Answered,
    Beat,
    Entered,
    GiveSeat,
    HandOn,
    Heard,
    KeptElsewhere,
    Panel,
    Permitted,
    Relayed,
    RoomMessage,
    Signature,
    Switch,
    TakeSeat,
)
from app.preferences import Preferences
from app.room.effects import Ask, Call, Connect, KeepRoom, Send, Sign, Soon
from app.room.shared import SharedGame, ended_game, lost_seats, shared_game
from app.screens.play.screen import Playing
from app.screens.room.screen import Lobby
from app.screens.together.screen import PlayingTogether
from app.screens.together.waiting import absent
from app.visit import Dialog
from cartographers.errors import InvalidRecord
from cartographers.game_id import OtherRules
from rooms.by_hand import pack, unpack
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
from rooms.log import Log, Signed, read_signed
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
    MOST_EPOCHS,
    MOST_GAMES,
    MOST_OUT,
    NUMBER,
    PROTOCOL,
    Begin,
    Chair,
    Drawn,
    Hand,
    Sitting,
    Statement,
    read_statement,
    write_statement,
)
from rooms.table import Table

if TYPE_CHECKING:
    from app.visit import Screen, Visit

#: Seconds between two greetings of a device that has nothing else to say; each device adds some of its own.
SLOWLY, UNALIKE = 20, 8
#: Seconds between two greetings that seek the host, and their number.
HASTE, TRIES = 4, 6
#: How many times longer a device waits that has been left out: a crowd of such devices must not keep out friends.
SELDOM = 3
#: Seconds after which a device that says nothing is not there, and after which nobody has to wait for it: with a relay,
#: and without one, where nobody can tell who is there.
GONE, PATIENCE, MUCH_PATIENCE = 75, 60, 300
#: What begins the kept text of a room.
KEPT = "kept1"
#: The most signs of what is written at the top of a sheet, as one word; who has more brings the name alone.
_LONGEST_WHO = 300
#: How many answers of the browser are remembered.
_MOST_ANSWERS = 6
#: The states of a relay that takes messages, whether it passes them on or not, and of one that is of no use.
_SUBSCRIBED, _USELESS = {"trying", "open", "deaf"}, {"slow", "deaf", "closed", "refused", "insecure"}


class Strange(NamedTuple):
    """When a device was last heard whose messages have another protocol, and the key of the sentence about it."""

    when: int = -GONE
    device: str = ""
    said: str = ""


#: Before any such device was heard.
_NOBODY = Strange()


class Sought(NamedTuple):
    """The number of times that a device has sought the host, and the time of the last one."""

    times: int = 0
    when: int = 0


#: Before a device has sought the host.
_NEVER = Sought()


class Relay(NamedTuple):
    """The state of a relay, one of those in web/rooms/relay.mjs, and the relay's reason for it.

    It is ``insecure`` where the page's address is none at which browsers encrypt.
    """

    url: str
    state: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Room:
    """A room that this device is in.

    ``word`` is what its link says: the secret that opens it, and the device of whoever opened it. ``key`` is this
    device's, and secret. ``listed`` are all relays, ``relays`` how those are that are talked to, and ``off`` those that
    the player has switched off; ``offline`` says that none of them works. ``hidden`` says that another tab or app is in
    front of the page. ``now`` is the device's time in seconds when something has last come of it, ``last`` when each
    device was heard, and ``greeted`` when this one has last greeted. ``waiting`` says for which card this device waits,
    and since when. ``outbox`` is the message that was sent last, and ``sent`` their number; ``owed`` counts how often
    there was something to answer. ``asked`` is what the browser was asked last, and about which text, and ``answers``
    what came of that. ``wrongs`` has the key of what is wrong with what each device says; ``strange`` is the last
    device with another protocol. ``sought`` says how often this one has sought the host. ``handed`` is the key of what
    came of what was handed in last. ``peer`` is this device in the room's game, and ``past`` is this device in earlier
    games. ``owed_games`` has the numbers of those whose end another device lacks. ``permission`` is what the browser
    allows of notifications, as in :class:`app.messages.Permitted`.
    """

    word: str
    key: str
    peer: Peer
    listed: tuple[str, ...] = ()
    relays: tuple[Relay, ...] = ()
    offline: bool = False
    off: tuple[str, ...] = ()
    hidden: bool = False
    now: int = 0
    last: Mapping[str, int] = field(default_factory=dict)
    greeted: int = 0
    waiting: tuple[int, int] = (-1, 0)
    outbox: str = ""
    sent: int = 0
    owed: int = 0
    asked: tuple[str, str] = ("", "")
    answers: Mapping[tuple[str, str], str] = field(default_factory=dict)
    wrongs: Mapping[str, str] = field(default_factory=dict)
    strange: Strange = _NOBODY
    sought: Sought = _NEVER
    handed: str = ""
    past: tuple[Peer, ...] = ()
    owed_games: tuple[int, ...] = ()
    permission: str = ""

    @property
    def games(self) -> Games:
        """The games of the room."""
        return Games(self.peer, self.past, self.owed_games)

    def with_games(self, games: Games) -> Room:
        """Return the room with other games."""
        if games.now is self.peer and games[1:] == self.games[1:]:
            return self
        return replace(self, peer=games.now, past=games.past, owed_games=games.owed)

    def peer_in(self, key: str) -> Peer | None:
        """Return this device in the game with a key, None if the room does not know that game."""
        return next((peer for peer in (self.peer, *self.past) if key_of(self.word, peer.game) == key), None)

    @property
    def unreachable(self) -> str:
        """The key of the reason why no player can be reached; empty if some can be, or if that is unknown."""
        if not self.offline:
            return ""
        if any(relay.state == "insecure" for relay in self.relays):
            return "room.insecure"
        return "room.offline" if self.peer.table else "room.offline.lobby"

    @property
    def wrong(self) -> str:
        """The key of what is wrong, if anything is with a device that is there."""
        if self.now - self.strange.when < GONE:
            return self.strange.said
        here = (said for device, said in self.wrongs.items() if self.is_here(device) and self._heeds(device))
        return next(filter(None, here), "")

    @property
    def is_member(self) -> bool:
        """Whether somebody here has or had a seat, or may get one when the game begins."""
        return self.peer.table is None or self.device in self.peer.members

    @property
    def game_key(self) -> str:
        """What tells the room's game apart from all others; it is the same on each device."""
        return key_of(self.word, self.peer.game)

    @property
    def device(self) -> str:
        """This device."""
        return self.peer.device

    @property
    def is_opener(self) -> bool:
        """Whether this device has opened the room."""
        return self.device == self.peer.opener

    @property
    def awaits(self) -> bool:
        """Whether this device has opened the room and can still plan its game."""
        return self.is_opener and self.peer.table is None

    @property
    def statement(self) -> Statement:
        """What this device has said."""
        return self.peer.statement

    @property
    def open_relays(self) -> int:
        """The number of relays that have proved to work."""
        return sum(relay.state == "open" for relay in self.relays)

    @property
    def out(self) -> tuple[str, ...]:
        """The devices that get no seat when the game begins, as whoever opened the room says."""
        opener = self.peer.log.get(self.peer.opener)
        return opener.statement.out if opener else ()

    @property
    def host_said(self) -> str:
        """The key of the sentence for players who wait for the host."""
        host = self.peer.opener
        if self.is_here(host):
            return "room.wait-for-opener"
        if host in self.last:
            return "room.host-silent"
        hello = self.peer.heard.get(host)
        return "room.host-left" if hello and hello.leaves else "room.host-unheard"

    @property
    def is_closed(self) -> bool:
        """True if the host has opened another room instead of this one, whose game has not begun."""
        opener = self.peer.log.get(self.peer.opener)
        return self.peer.table is None and opener is not None and opener.statement.closed

    def leaving_out(self, *devices: str) -> Room:
        """Return the room after the host has left devices out; devices that are here come first in the list."""
        out = sorted(devices, key=lambda device: (device not in self.peer.log, device))[:MOST_OUT]
        return self.next_statement(out=tuple(sorted(out)))

    @property
    def unready(self) -> list[str]:
        """The other devices that are here, would get a seat and are not ready."""
        busy = {
            device for device, signed in self.peer.log.items() if not signed.statement.ready and self.is_here(device)
        }
        return sorted(busy - {self.device, *self.out})

    @property
    def friends(self) -> set[str]:
        """The devices that strangers cannot drown out: the host, and all that have a seat or may get one."""
        return {self.peer.opener, *(self.peer.members if self.peer.table else self.peer.members - {*self.out})}

    @property
    def farewell(self) -> str:
        """What this device says when its people leave."""
        return farewell(self.peer)

    @property
    def impatient(self) -> bool:
        """Whether this device has waited so long that nobody has to wait any more."""
        patience = PATIENCE if self.open_relays else MUCH_PATIENCE
        return self.waiting[0] >= 0 and self.now - self.waiting[1] >= patience

    def is_here(self, device: str) -> bool:
        """Say whether a device is here. Without a relay nobody can tell, and every known device counts as here."""
        return self.was_heard(device) or (self.offline and device in self.peer.log)

    def was_heard(self, device: str) -> bool:
        """Say whether a device was heard not long ago."""
        return device == self.device or (device in self.last and self.now - self.last[device] < GONE)

    @property
    def calls(self) -> bool:
        """Whether somebody here has something to draw and does not see it, because the page is behind another one."""
        table = self.peer.table
        return self.hidden and table is not None and any(self._draws(table.hand(seat)) for seat in table.waits_for)

    def _draws(self, hand: Hand) -> bool:
        """Say whether a person here draws."""
        return (hand.device, hand.kind) == (self.device, "here")

    @property
    def absent(self) -> list[str]:
        """The devices that are not here any more, longest ago first; who has just come cannot tell."""
        if self.now < GONE:
            return []
        gone = [device for device in {*self.peer.log, *self.peer.heard} if not self.was_heard(device)]
        return sorted(gone, key=lambda device: (self.last.get(device, -1), device))

    def replaceable_by(self, device: str) -> list[str]:
        """Return the devices that make room for another one: first the absent ones, then those that are left out."""
        return self.absent if device in self.out else [*self.absent, *self.out]

    @property
    def unsigned(self) -> str:
        """What this device says and has not signed yet."""
        signed = self.peer.log.get(self.device)
        return signed.text if signed and not signed.signature else ""

    @property
    def text(self) -> str:
        """What the device keeps of the room, also what it has not signed yet."""
        lines = [str(signed) for peer in (*self.past, self.peer) for _, signed in sorted(peer.log.items())]
        return "\n".join([" ".join([KEPT, self.key, *self.off]), *lines])

    @property
    def news(self) -> str:
        """Everything that others may lack, as a text that can go by hand."""
        return all_news(self.games)

    def asking(self, what: str, about: str) -> Room:
        """Return the room after the browser was asked something about a text, unless that has been answered."""
        return self if (what, about) in self.answers else replace(self, asked=(what, about))

    # ------------------------------------------------------------------- what is said and heard

    def stating(self, statement: Statement) -> Room:
        """Return the room after this device says something new, which still has to be signed.

        What nobody could read is not said.
        """
        statement = replace(statement, protocol=PROTOCOL)
        text = write_statement(statement)
        try:
            read_statement(text)
        except InvalidRecord:
            return self  # too much for a statement: the others could not read it
        return replace(self, peer=said(self.peer, Signed(statement, text, "")))

    def next_statement(self, **changes: object) -> Room:
        """Return the room after this device says the same as before but for some changes."""
        number = self.statement.number + 1
        return self.stating(replace(self.statement, number=number, **changes))  # type: ignore[arg-type] # its own parts

    def drawing(self, drawn: Drawn) -> Room:
        """Return the room after something was drawn here."""
        return self.stating(with_drawn(self.statement, drawn))

    def handing(self, *hands: Hand) -> Room:
        """Return the room after this device has given or taken seats."""
        statement = with_hands(self.statement, *hands)
        return self if not hands or statement is self.statement else self.stating(statement)

    def updated(self, message: RoomMessage) -> Room:
        """Return the room after a message; one that makes no sense now changes nothing."""
        match message:
            case Signature(text, signature):
                return self._signed(text, signature)
            case Heard(text, seconds):
                return replace(self, now=max(self.now, seconds)).hearing(text)
            case Relayed(text):
                return self._relayed(text)
            case KeptElsewhere(text):
                return self._with_kept(text)
            case Beat(seconds, slept, hidden):
                now = replace(self, now=seconds, hidden=hidden)
                return now.awake(slept).greeting_all(asks=True) if slept else self._until(now)
            case Answered(what, about, answer):
                return self._answered((what, about), answer)
            case Permitted(how):
                return self if how == self.permission else replace(self, permission=how)
            case HandOn() if self.unsigned:
                return self
            case HandOn():
                return self._answered(("pack", self.news), pack(self.news, self.peer.opener))
            case TakeSeat(seat, kind):
                return self._handed_on(seat, self.device, kind)
            case GiveSeat(seat, device):
                return self._handed_on(seat, device, "here")
            case Switch(url):
                off = tuple(sorted({*self.off} ^ {url}))
                return self if url not in self.listed or len(off) == len(self.listed) else replace(self, off=off)
            case unknown:
                assert_never(unknown)

    def awake(self, slept: int) -> Room:
        """Return the room after the page has slept for so many seconds, in which it could hear nobody."""
        last = {device: min(when + slept, self.now) for device, when in self.last.items()}
        card, since = self.waiting
        return replace(self, last=last, waiting=(card, min(since + slept, self.now)))

    def _until(self, now: Room) -> Room:
        """Return the room later; the same one while that makes no difference, so that nothing is drawn anew."""
        after = now.answering()
        others = any(self.is_here(device) != now.is_here(device) for device in self.last)
        other = (self.impatient, self.hidden) != (now.impatient, now.hidden)
        return after if after is not now or others or other else self

    def _signed(self, text: str, signature: str) -> Room:
        """Return the room with a statement of this device that others believe, and send it."""
        if text != self.unsigned:
            return self
        log = {**self.peer.log, self.device: Signed(self.statement, text, signature)}
        signed = replace(self, peer=replace(self.peer, log=log))
        sent = signed.sending(answers=False)
        return signed.saying(repeated(signed.peer)) if sent is signed else sent

    def handed_in(self, invitation: Invitation) -> Room:
        """Return the room after somebody has handed something on, if it is for this room."""
        handed = invitation.handed
        if invitation.word != self.word or not handed:
            return self
        if invitation.is_older or invitation.is_newer:
            return replace(self, handed="room.handed.older" if invitation.is_older else "room.handed.newer")
        try:
            return self.asking("check", unpack(handed.removeprefix(HANDED), self.peer.opener))
        except OtherRules as other:
            return replace(self, handed="room.handed.newer" if other.newer else "room.handed.older")
        except InvalidRecord:
            return replace(self, handed="room.handed.wrong")

    def _answered(self, asked: tuple[str, str], answer: str) -> Room:
        """Return the room after the browser has answered; what was handed on by hand is heard."""
        room = replace(self, asked=("", ""))
        if asked[0] != "check":
            return replace(room, answers=dict([(asked, answer), *self.answers.items()][:_MOST_ANSWERS]))
        if not answer:
            return replace(room, handed="room.handed.wrong")
        for message in each_message(answer):
            room = room.hearing(message)
        return replace(room, handed="room.handed.former" if room.is_of_past(message) else "room.handed.read")

    def is_of_past(self, message: str) -> bool:
        """Say whether a message is about an earlier game of the room."""
        try:
            return read_greeting(message.partition("\n")[0]).game < self.peer.game
        except InvalidRecord:
            return False

    def hearing(self, text: str) -> Room:
        """Return the room after another device was heard; what cannot be read changes nothing but says why."""
        before = self.peer
        try:
            # Whoever hands messages on has looked at the signatures.
            hello = read_greeting(text.partition("\n")[0])
            games = hear(self.games, text, lambda *_: True, self.replaceable_by(hello.device))
            is_ahead = hello.game > games.now.game
        except InvalidRecord as error:
            return self._unreadable(text, error)
        sender, after = _sender(text), games.now
        known = {*after.heard, *(device for peer in games.past for device in peer.heard)}
        last = {device: when for device, when in self.last.items() if device in known}
        if sender in after.heard and after.heard[sender].leaves:
            last.pop(sender, None)
        elif sender in after.heard:
            last[sender] = self.now
        room = replace(self.with_games(games), last=last).judging(sender)
        room = room.coming_along(self) if after.game > before.game else room.consistent(before)
        if room.peer.table is None and room.device in room.out and sender != self.peer.opener:
            return room  # the others answer: a crowd that is left out would drown them
        is_heard = after.heard.get(sender) is not before.heard.get(sender)
        asks = hello.asks and (is_heard or (self.is_opener and sender not in after.heard))
        has_found_place = self.is_opener and sender in after.log and sender not in before.log
        if is_ahead or asks or has_found_place:
            return room.greeting_soon()
        if after.is_shut_out and not before.is_shut_out:
            return room.greeting_all()  # the host may have left somebody out, whose place is free
        return replace(room, owed=room.owed + 1) if due(room.games)[1] else room

    def greeting_soon(self) -> Room:
        """Return the room that greets at the next beat, which comes soon."""
        return replace(self, greeted=-SLOWLY * SLOWLY, owed=self.owed + 1)

    def _unreadable(self, text: str, error: InvalidRecord) -> Room:
        """Return the room after an unreadable message: of another version of the protocol or the rules, or of nobody.

        A device that asks is greeted, so that its player is told as well.
        """
        protocol, sender = protocol_of(text), _sender(text)
        of_protocol = protocol and (protocol.number != NUMBER or error.sentence.key == "error.room.protocol")
        if not protocol or not (of_protocol or isinstance(error, OtherRules)) or not self._heeds(sender):
            return self
        is_newer = error.newer if isinstance(error, OtherRules) else protocol.number >= NUMBER
        how = "room.wrong.newer" if is_newer else "room.wrong.older"
        room = replace(self, strange=Strange(self.now, sender, how))
        return room.greeting_soon() if protocol.asks else room

    def consistent(self, before: Peer) -> Room:
        """Return the room after this device has said again what others have taken from it since."""
        return self.restating(before) if self.is_copied(before) else self.reclaiming(before)

    def coming_along(self, before: Room) -> Room:
        """Return the room after this device has come along to the next game, with the same people."""
        return self if self.statement.number else self.next_statement(chairs=before.statement.chairs, ready=True)

    def is_copied(self, before: Peer) -> bool:
        """Say whether something newer was heard of this device: there are two of it, or it has lost its memory."""
        return self.device in before.log and self.peer.log[self.device] is not before.log[self.device]

    def restating(self, before: Peer) -> Room:
        """Return the room after this device says also what it has said before.

        Whoever has all that is to be said says it alone, so that the two do not answer each other for ever.
        """
        both = restated(before.statement, self.statement)
        said_already = (both.drawn, both.hands) == (self.statement.drawn, self.statement.hands)
        return self.signing_for_room() if said_already else self.stating(both)

    def signing_for_room(self) -> Room:
        """Return the room after this device says again what it has said under the former protocol."""
        return self.next_statement() if self.statement.protocol == FORMER else self

    def _with_kept(self, text: str) -> Room:
        """Return the room with what another tab of this device has kept of it."""
        before, room = self.peer, self.with_games(with_statements(self.games, _lines_of(text)))
        if room.peer.game > before.game:
            return room.coming_along(self)
        return room.restating(before) if room.is_copied(before) else room

    def reclaiming(self, before: Peer) -> Room:
        """Return the room after this device has taken its seats back; somebody may have taken them many times over."""
        room = self
        while hands := reclaimed(before, room.peer):
            after = room.handing(*hands)
            if not after.changes_hands(room):
                break
            room = after
        return room

    def sitting_again(self) -> tuple[Sitting, ...]:
        """Return the seats of the next game if the host began it now; none without a player on another device."""
        if not is_over(self.peer) or self.peer.game == MOST_GAMES:
            return ()
        sitting = seated_again(self.peer, {device for device in self.peer.log if self.is_here(device)})
        return sitting if {seat.device for seat in sitting} - {self.device} else ()

    def begun_again(self, seed: str) -> Room:
        """Return the room after the host has begun another game with everybody who is here."""
        sitting, table = self.sitting_again(), self.peer.table
        if not table or not sitting or not self.is_opener:
            return self
        begin = Begin(replace(table.begin.game, seed=seed, players=len(sitting)), sitting)
        now = Peer(self.device, self.peer.opener, self.peer.version, game=self.peer.game + 1)
        return self.with_games(moved(self.games, now)).stating(beginning_again(self.peer, begin))

    def changes_hands(self, before: Room) -> bool:
        """Say whether somebody else draws for a seat than before."""
        now, then = self.peer.table, before.peer.table
        return bool(now and then and now.hands != then.hands)

    def _heeds(self, device: str) -> bool:
        """Say whether it matters here what another version a device has: those who only watch do not disturb a game."""
        return device in self.peer.members if self.peer.table else device not in self.out

    def judging(self, sender: str) -> Room:
        """Return the room with what is wrong with the one that was heard last."""
        hello = self.peer.heard.get(sender)
        if hello is None or not self._heeds(sender):
            return self
        is_other = hello.version != self.peer.version
        is_full = sender == self.peer.opener and self.peer.is_shut_out and not self.peer.table
        wrong = "room.wrong.version" if is_other else "room.wrong.full" if is_full else ""
        wrong = wrong if hello.agrees else "room.wrong.rules"
        wrongs = {device: said for device, said in self.wrongs.items() if device in self.last}
        return replace(self, wrongs={**wrongs, sender: wrong})

    def _relayed(self, text: str) -> Room:
        """Return the room with the states of its relays. One that accepts messages again may reach other players."""
        relays = tuple(Relay(each["url"], each["state"], each["why"]) for each in json.loads(text))
        more = _subscribed(relays) > _subscribed(self.relays)
        room = replace(self, relays=relays)
        lost = self.offline or all(relay.state in _USELESS for relay in relays)
        room = replace(room, offline=lost and not room.open_relays)
        return room.greeting_all(asks=True) if more else room

    def answering(self) -> Room:
        """Return the room after what is owed was sent; without anything, it greets slowly."""
        if self.seeks_host:
            return replace(self.greeting_all(asks=True), sought=Sought(self.sought.times + 1, self.now))
        room = self.sending()
        slowly = (SLOWLY + int(self.device[:2], 16) % UNALIKE) * (SELDOM if self.device in self.out else 1)
        return room.greeting_all() if room is self and self.now - self.greeted >= slowly else room

    @property
    def seeks_host(self) -> bool:
        """Whether this device asks now whether the host is there: in a crowd, messages get lost."""
        is_due = self.sought.times < TRIES and self.now - self.sought.when >= HASTE
        return is_due and self.peer.table is None and self.host_said == "room.host-unheard"

    def sending(self, *, answers: bool = True) -> Room:
        """Return the room after what is owed was sent; what is not signed yet waits."""
        if self.unsigned:
            return self
        games, message = due(self.games, answers=answers)
        if not message:
            return self
        room = self.with_games(games).saying(message)
        return replace(room, owed=room.owed + 1) if due(games)[1] else room  # one message at a time

    def greeting_all(self, *, asks: bool = False) -> Room:
        """Return the room after a greeting; before the first statement is signed there is none."""
        return self if self.unsigned else self.saying(greeting_in_crowd(self.peer, asks=asks))

    def saying(self, message: str) -> Room:
        """Return the room after a message was sent."""
        return replace(self, outbox=message, sent=self.sent + 1, greeted=self.now)

    def _handed_on(self, seat: int, device: str, kind: str) -> Room:
        """Return the room after a seat has changed hands, from the card in play on."""
        table = self.peer.table
        if not table or not 0 <= seat < len(table.hands) or table.state.over:
            return self
        now = table.hands[seat][-1]
        if now.epoch >= MOST_EPOCHS or not self.is_member or (now.device, now.kind) == (device, kind):
            return self
        after = self.handing(Hand(seat, now.epoch + 1, table.card, device, kind))
        return after if after.changes_hands(self) else self

    # ------------------------------------------------------------------- what follows for the visit

    def update(self, visit: Visit, message: RoomMessage) -> Visit:
        """Return the visit after a message to its room."""
        after = self.updated(message)
        if isinstance(message, TakeSeat | GiveSeat):
            visit = replace(visit, dialog=None)
        if isinstance(message, Permitted) and message.how != "granted":
            visit = replace(visit, preferences=visit.preferences._replace(notify="off"))
        before, lost = (lost_seats(room.peer.table, self.device) for room in (self, after))
        if after.changes_hands(self):
            after = replace(after, waiting=(-1, 0))  # whoever has come to draw has time again
        if len(lost) > len(before):
            visit = replace(visit, notice="seat")
        elif visit.notice == "seat" and not lost:
            visit = replace(visit, notice="")
        return visit if after is self else replace(visit, room=after)

    def followed(self, visit: Visit) -> Visit:
        """Return a visit with what follows from the room for its screens: the game begins, and goes on.

        A ply that somebody here has just drawn is said first. Whoever enters another game leaves the room, and so does
        a tab whose game goes on in another one. On all other screens the room stays open: others may still need what
        this device knows.
        """
        screens = (*visit.under, visit.screen)
        other = any(isinstance(screen, Playing) and not isinstance(screen, PlayingTogether) for screen in screens)
        if other or visit.taken:
            return replace(visit, room=None, notice="" if visit.notice == "seat" else visit.notice)
        if self.awaits and isinstance(visit.screen, Lobby) and not visit.screen.word and not visit.entering:
            return self._planned_anew(visit)
        room = self._with_drawn(screens)
        table = room.peer.table
        if table:
            if self._is_of_this(visit.screen) and not any(isinstance(screen, PlayingTogether) for screen in screens):
                screens = screens[-1:]  # nothing leads back from a game
            screens = tuple(room.screen_at(screen, table, visit) for screen in screens)
            room = room.awaiting(next(filter(room.shows_game, screens), None))
        before, dialog = (*visit.under, visit.screen), room.dialog_on(screens[-1], visit)
        same = room is visit.room and dialog is visit.dialog
        if same and len(screens) == len(before) and all(map(operator.is_, screens, before)):
            return visit
        return replace(visit, room=room, under=screens[:-1], screen=screens[-1], dialog=dialog)

    def dialog_on(self, screen: Screen, visit: Visit) -> Dialog | None:
        """Return the panel that lies over a screen; in a game, that on who plays instead goes with its reason."""
        dialog = visit.dialog
        if dialog is None or dialog.panel is not Panel.SEAT or not isinstance(screen, PlayingTogether):
            return dialog
        return dialog if isinstance(screen.game, SharedGame) and absent(screen.game, self) else None

    def _planned_anew(self, visit: Visit) -> Visit:
        """Return the visit in this lobby, where somebody opens a room who has just opened it; the setup counts."""
        plan = visit.setup.game_id()
        room = self if plan == self.statement.plan else self.next_statement(plan=plan)
        under = tuple(takewhile(lambda screen: not self._is_of_this(screen), visit.under))
        return replace(visit, room=room, screen=Lobby(self.word), under=under)

    def _is_of_this(self, screen: Screen) -> bool:
        """Say whether a screen shows this room."""
        return isinstance(screen, PlayingTogether) or (isinstance(screen, Lobby) and screen.word == self.word)

    def _with_drawn(self, screens: tuple[Screen, ...]) -> Room:
        """Return the room after the ply that was drawn on a screen."""
        playing, table = next(filter(self.shows_game, screens), None), self.peer.table
        ply = playing.ply if isinstance(playing, PlayingTogether) else None
        if not ply or not table:
            return self
        seat = ply[0]
        return self.drawing(Drawn(seat, table.card, (*table.turns[-1].plies[seat], ply[1])))

    def shows_game(self, screen: Screen) -> bool:
        """Say whether a screen shows the game that is played now, and no earlier one."""
        return isinstance(screen, PlayingTogether) and screen.game.key == self.game_key

    def screen_at(self, screen: Screen, table: Table, visit: Visit) -> Screen:
        """Return a screen as the table of its game has it; a lobby is replaced by the game that has begun.

        An earlier game stays on the page until the player moves on.
        """
        if isinstance(screen, PlayingTogether):
            peer = self.peer_in(screen.game.key)
            return screen.at_table(peer.table, self.device) if peer and peer.table else screen
        others = (*visit.under, visit.screen)
        has_begun = any(isinstance(other, PlayingTogether) for other in others)
        if self._is_of_this(screen) and not has_begun and not self._waits_to_be_seen(table):
            saved = visit.shelf.saved
            seen = saved.seen if saved and saved.game.key == self.game_key else 0
            game = shared_game(table, self.device, self.game_key, f"{NOTE}:{self.word}")
            return PlayingTogether.resumed(game, seen)
        return screen

    def _waits_to_be_seen(self, table: Table) -> bool:
        """Say whether a game does not begin yet: behind another tab, it would take the place of what is played there.

        Where only bots draw, nobody need see it.
        """
        own = {hand.kind for hand in map(table.hand, range(len(table.hands))) if hand.device == self.device}
        return self.hidden and ("here" in own or not own)

    def awaiting(self, playing: Screen | None) -> Room:
        """Return the room that knows since when this device waits for a card."""
        table = self.peer.table
        card = table.card if table and isinstance(playing, PlayingTogether) and playing.waits else -1
        return self if card == self.waiting[0] else replace(self, waiting=(card, self.now))

    def into_another(self, visit: Visit) -> Visit:
        """Return the visit in the next game of the room, if this device can begin it."""
        after, seed = visit.with_fresh_word()
        room = self.begun_again(seed)
        return visit if room is self else replace(after.alone(Lobby(self.word)), room=room)

    def effects(self, before: Room | None, preferences: Preferences) -> Iterator[Effect]:
        """Yield what follows for the browser, first what must not get lost."""
        known = before is not None and self.logs == before.logs and self.off == before.off
        if not known and not (before and self.text == before.text):
            yield KeepRoom(self.word, self.text)
        if before:
            yield from self._ended(before)
        if before is None or self.game_key != before.game_key:
            yield Note(LAST, f"{self.word} {self.game_key}")
        if self.unsigned and (before is None or self.unsigned != before.unsigned):
            yield Sign(self.key, self.word, self.unsigned)
        if before is None or self.off != before.off:
            yield Connect(self.word, self.key, self.off)
        if before and self.sent != before.sent:
            yield Send(self.outbox, tuple(sorted(self.friends)))
        if before and self.owed != before.owed:
            yield Soon()
        if self.calls != (before is not None and before.calls):
            yield self._call(preferences, is_news=before is not None and before.hidden)
        if self.asked[0] and (before is None or self.asked != before.asked):
            yield Ask(*self.asked, self.word)

    def _call(self, preferences: Preferences, *, is_news: bool) -> Call:
        """Return how a player is called. Who has covered the page knows of the card that was there already."""
        if not self.calls or not is_news:
            return Call(self.calls)
        heard, felt = preferences.sound == "on", preferences.vibration == "on"
        return Call(on=True, notified=preferences.notify == "on", heard=heard, felt=felt)

    @property
    def logs(self) -> list[Log]:
        """The statements of each game."""
        return [peer.log for peer in (*self.past, self.peer)]

    def _ended(self, before: Room) -> Iterator[KeepFinished]:
        """Yield each game that has ended, or ended in another way, whatever screen is shown."""
        for peer in (*self.past, self.peer):
            old = before.games.of(peer.game)
            if peer.table and is_over(peer) and old and old.table and old.table.record != peer.table.record:
                key = key_of(self.word, peer.game)
                game = ended_game(peer.table, self.device, key, f"{NOTE}:{self.word}")
                yield KeepFinished(write_save(summarized(game), 0), key)


def key_of(word: str, game: int = 0) -> str:
    """Return the key of a game of a room: it follows from the word, and does not tell it.

    The keys of all games of a room begin alike.
    """
    return sha256(word.encode()).hexdigest()[:16] + (f"g{game}" if game else "")


def other_rules_of(kept: str) -> str:
    """Return whether a saved room plays by ``older`` or ``newer`` rules than ours; an empty text for our rules."""
    for line in kept.split("\n")[1:]:
        try:
            read_signed(line, lambda *_: True)
        except OtherRules as other:
            return "newer" if other.newer else "older"
        except InvalidRecord:
            continue
    return ""


def entered(visit: Visit, message: Entered, *, anew: bool) -> Room:
    """Return a room whose key is here, with everything that this device has saved of it.

    A new room has a plan. One that replaces the room of the visit has the same plan and the same people of this device.
    """
    _, *off = message.kept.partition("\n")[0].split(" ")[1:] or ("",)
    listed = tuple(message.relays.split(" "))
    opener = message.word.partition(".")[2]
    games = with_statements(Games(Peer(message.device, opener, _version(visit))), _lines_of(message.kept))
    room = Room(
        message.word,
        message.key,
        games.now,
        past=games.past,
        hidden=message.hidden,
        listed=listed,
        off=tuple(url for url in off if url in listed),
    )
    setup = visit.setup
    if visit.link.room:
        room = room.handed_in(visit.link.room)
    if visit.room:
        former = visit.room.statement
        return room.next_statement(chairs=former.chairs, ready=former.ready, plan=former.plan)
    if anew:
        here = [place for place, seat in enumerate(setup.seated) if seat == HERE][:1]
        who = [place for place, seat in enumerate(setup.seated) if place in here or seat != HERE]
        chairs = tuple(chair_of(setup.seated[place], setup.playing[place]) for place in who)
        return room.next_statement(chairs=chairs, ready=True, plan=setup.game_id())
    if room.device not in room.peer.log:
        return room.next_statement(chairs=(chair_of(HERE, setup.cartographers[0]),))
    if room.awaits and room.statement.closed:
        return room.next_statement(closed=False)  # the host has come back
    return room.signing_for_room()


def _subscribed(relays: tuple[Relay, ...]) -> int:
    """Return the number of relays that take messages."""
    return sum(relay.state in _SUBSCRIBED for relay in relays)


def _sender(message: str) -> str:
    """Return the device that a message says it is from."""
    return message.partition("\n")[0].partition(" ")[2].partition(" ")[0]


def key_in(kept: str) -> str:
    """Return this device's key in the kept text of a room; none if that is no such text."""
    found = re.match(rf"{KEPT} (\w+)(?: |$)", kept, re.ASCII | re.MULTILINE)
    return found[1] if found else ""


def chair_of(seat: Seat, who: Cartographer) -> Chair:
    """Return what a device brings to the table: somebody here or a bot, and what is written at the top of the sheet."""
    full = str(who)
    return Chair(write_seat(seat), full if len(full) <= _LONGEST_WHO else str(Cartographer(who.name)))


def _lines_of(kept: str) -> list[Signed]:
    """Return the statements in the kept text of a room."""
    return [signed for signed in map(_read, kept.split("\n")[1:]) if signed]


def _read(line: str) -> Signed | None:
    """Return a statement that this device has kept; what cannot be read any more will be said again."""
    try:
        return read_signed(line, lambda *_: True)
    except InvalidRecord:
        return None


def _version(visit: Visit) -> str:
    """Return the page's version as one word."""
    return re.sub(r"[^!-~]+", "-", visit.edition.version)[:40] or "-"
