"""A room that this device is in, with everything that the page shows about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from app import effects as e
from app import messages as m
from app.arrival.invitation import MESSAGE_PREFIX, Invitation
from app.room.effects import AskBrowser, CallPlayer, ConnectRoom, SaveRoom, SignStatement
from app.room.relays import Relays
from app.room.saved_room import key_of, read_room
from app.saved_names import LAST_ROOM
from app.saves.noting import SaveNote
from cartographers.errors import InvalidRecord
from cartographers.game_id import UnsupportedRules
from rooms.by_hand import pack, unpack
from rooms.log import CheckedText
from rooms.message import Mark, read_message, split_messages
from rooms.peer import Peer
from rooms.statement import MAX_EPOCHS, Handover
from rooms.talk import Talk

#: Seconds of silence after which nobody needs to wait for a device: with a relay, and without one. Without a relay,
#: nobody can tell who is present.
PATIENCE_SECONDS, LONG_PATIENCE_SECONDS = 60, 300
#: Maximum number of cached answers of the browser.
_MOST_ANSWERS = 6


class CardWait(NamedTuple):
    """The card that this device waits for."""

    #: The number of the card; -1 for none.
    card: int = -1
    #: The time at which the wait began.
    since: int = 0


@dataclass(frozen=True, slots=True)
class Room:
    """A room that this device is in."""

    #: The word in the room's link: the secret of the room, and the device that opened it.
    word: str
    #: This device's secret key in the room.
    key: str
    #: This device's part in the room: its own statements, and the received ones.
    talk: Talk
    relays: Relays = field(default_factory=Relays)
    #: True if another tab or app covers the page.
    hidden: bool = False
    #: The card that this device waits for.
    waiting: CardWait = field(default_factory=CardWait)
    #: Answers to questions: the drawing of a link's QR ``code`` (by the browser), or the ``pack``ed news for a link.
    answers: Mapping[tuple[str, str], str] = field(default_factory=dict)
    #: The messages of a link that the player has handed in, until the browser has checked their signatures.
    unchecked: str = ""
    #: The key of the sentence about the link that the player handed in last.
    message_result: str = ""
    #: The other devices with news in that link.
    message_devices: tuple[str, ...] = ()
    #: The number of this device's statement in the last link that it handed out; -1 if it has handed out none.
    sent_number: int = -1
    #: The browser's permission for notifications, as in :class:`app.messages.PermissionReported`.
    permission: str = ""

    @property
    def peer(self) -> Peer:
        """This device in the current or the next game."""
        return self.talk.peer

    @property
    def game_key(self) -> str:
        """The key of the room's game, the same on every device."""
        return key_of(self.word, self.peer.game)

    def peer_in(self, key: str) -> Peer | None:
        """Return this device in the game with the given key; None if the room doesn't know the game."""
        return next((peer for peer in self.talk.peers if key_of(self.word, peer.game) == key), None)

    @property
    def unreachable(self) -> str:
        """The key of the reason why no player can be reached; empty if some can be, or if that is unknown."""
        if not self.talk.presence.offline:
            return ""
        if self.relays.insecure:
            return "room.insecure"
        if self.relays.distrusts_clock:
            return "room.clock"
        return "room.offline" if self.peer.table else "room.offline.lobby"

    def presence_of(self, device: str) -> str:
        """Return the key of the presence of a device, which nobody can tell without a relay."""
        if device == self.talk.device:
            return "room.mine"
        if self.talk.presence.offline:
            return "room.unknown"
        if not self.relays.connected:
            return "room.relay.connecting"
        return "room.here" if self.talk.is_here(device) else "room.away"

    @property
    def has_waited_long(self) -> bool:
        """Whether this device has waited longer than :data:`PATIENCE_SECONDS` or :data:`LONG_PATIENCE_SECONDS`."""
        patience = PATIENCE_SECONDS if self.relays.open else LONG_PATIENCE_SECONDS
        return self.waiting.card >= 0 and self.talk.presence.now - self.waiting.since >= patience

    @property
    def should_call(self) -> bool:
        """Whether a player here must draw while another tab or app covers the page."""
        table, here = self.peer.table, (self.talk.device, "here")
        drawing = map(table.current_handover, table.waits_for) if table else ()
        return self.hidden and any((handover.device, handover.kind) == here for handover in drawing)

    # ------------------------------------------------------------------- messages

    def react(self, message: m.RoomMessage) -> Room:
        """Return the room after a message; a message that makes no sense in the current state changes nothing."""
        talk = self.talk
        match message:
            case m.StatementSigned(text, signature):
                return self.with_talk(talk.receive_signature(text, signature))
            case m.MessageReceived(text, seconds):
                checked = CheckedText(text)  # by web/rooms/room.mjs, which drops all other messages
                return self.with_talk(talk.at_time(max(talk.presence.now, seconds)).receive(checked))
            case m.RoomSavedElsewhere(text):
                return self.with_talk(talk.with_saved_statements(read_room(text).statements))
            case m.RelaysChanged(text):
                return self._relayed(text)
            case m.ClockTick(seconds, slept, hidden):
                now = replace(self, talk=talk.at_time(seconds), hidden=hidden)
                return now.after_sleep(slept) if slept else self._later(now)
            case m.QuestionAnswered("check", _, answer):
                return self._checked(answer)
            case m.QuestionAnswered(what, about, answer):
                return self._answered(what, about, answer)
            case m.PermissionReported(how):
                return self if how == self.permission else replace(self, permission=how)
            case m.TakeSeat(seat, kind):
                return self._with_handover(seat, talk.device, kind)
            case m.GiveSeat(seat, device):
                return self._with_handover(seat, device, "here")
            case m.SwitchRelay(url):
                relays = self.relays.switched(url)
                return self if relays is self.relays else replace(self, relays=relays)
        raise NotImplementedError(message)

    def with_talk(self, talk: Talk) -> Room:
        """Return the room with another talk; if a seat has changed hands, its new player gets the full time."""
        if talk is self.talk:
            return self
        return replace(self, talk=talk, waiting=CardWait() if talk.peer.has_handover_since(self.peer) else self.waiting)

    def after_sleep(self, slept: int) -> Room:
        """Return the room after the page was asleep for some seconds and could receive nothing."""
        since = min(self.waiting.since + slept, self.talk.presence.now)
        return replace(self, waiting=self.waiting._replace(since=since)).with_talk(self.talk.after_sleep(slept))

    def _later(self, now: Room) -> Room:
        """Return the room at a later time. An unchanged room stays the same object, so that nothing is redrawn."""
        after = now.with_talk(now.talk.answer())
        presence_changed = any(
            self.talk.is_here(device) != now.talk.is_here(device) for device in self.talk.presence.last
        )
        state_changed = (self.has_waited_long, self.hidden) != (now.has_waited_long, now.hidden)
        return after if after is not now or presence_changed or state_changed else self

    def _relayed(self, text: str) -> Room:
        """Return the room with new relay states. A relay that works again may reach other players."""
        relays = self.relays.reported(text)
        lost = self.talk.presence.offline or relays.useless
        talk = self.talk.with_connection(offline=lost and not relays.open)
        more = relays.subscribed > self.relays.subscribed
        return replace(self, relays=relays).with_talk(talk.greet(Mark.ASKS) if more else talk)

    def _with_handover(self, seat: int, device: str, kind: str) -> Room:
        """Return the room after a seat has changed hands, beginning with the card in play."""
        table = self.peer.table
        if not table or not 0 <= seat < len(table.handovers) or table.state.is_over:
            return self
        now = table.handovers[seat][-1]
        if now.epoch >= MAX_EPOCHS or not self.talk.is_member or (now.device, now.kind) == (device, kind):
            return self
        after = self.talk.with_handovers(Handover(seat, now.epoch + 1, table.card, device, kind))
        return self.with_talk(after) if after.peer.has_handover_since(self.peer) else self

    # ------------------------------------------------------------------- links by hand, and QR codes

    @property
    def is_sent(self) -> bool:
        """Whether the last link that was handed out has this device's newest statement."""
        return self.sent_number == self.talk.statement.number

    def with_link_sent(self) -> Room:
        """Return the room after a link with its news was handed out. The result of an earlier link is gone."""
        return replace(self, sent_number=self.talk.statement.number, message_result="")

    def with_news_packed(self) -> Room:
        """Return the room with its news packed for a link; unchanged until the browser has signed them."""
        talk = self.talk
        if talk.unsigned_text or ("pack", talk.news) in self.answers:
            return self
        return self._answered("pack", talk.news, pack(talk.news, self.peer.opener))

    def asking(self, what: str, about: str) -> tuple[e.Effect, ...]:
        """Return a question for the browser about a text, unless it has been answered."""
        return () if (what, about) in self.answers else (AskBrowser(what, about, self.word),)

    def _answered(self, what: str, about: str, answer: str) -> Room:
        """Return the room with an answer from the browser."""
        answers = [((what, about), answer), *self.answers.items()]
        return replace(self, answers=dict(answers[:_MOST_ANSWERS]))

    def hand_in(self, invitation: Invitation) -> Room:
        """Return the room after the player has handed in a link; a link to another room changes nothing."""
        handed = invitation.packed_message
        if invitation.word != self.word or not handed:
            return self
        if invitation.is_older or invitation.is_newer:
            return replace(self, message_result="room.handed.older" if invitation.is_older else "room.handed.newer")
        try:
            return replace(self, unchecked=unpack(handed.removeprefix(MESSAGE_PREFIX), self.peer.opener))
        except UnsupportedRules as other:
            return replace(self, message_result="room.handed.newer" if other.newer else "room.handed.older")
        except InvalidRecord:
            return replace(self, message_result="room.handed.wrong")

    def _checked(self, text: str) -> Room:
        """Return the room after the messages of a link; the text is empty if a signature is wrong."""
        room = replace(self, unchecked="")
        if not text:
            return replace(room, message_result="room.handed.wrong")
        checked = CheckedText(text)  # by web/rooms/signed.mjs, as asked
        talk = self.talk.receive_all(checked)
        of_past = _is_of_past(split_messages(checked)[-1], talk.peer)
        devices = tuple(sorted(_devices_with_news(self.peer, talk.peer)))
        handed = "room.handed.former" if of_past else "room.handed.read" if devices else "room.handed.known"
        return replace(room, message_result=handed, message_devices=devices).with_talk(talk)

    # ------------------------------------------------------------------- effects while the device is in the room

    def wanted(self) -> Iterator[tuple[str, e.Effect]]:
        """Yield the effects that stay in force while this device is in the room.

        Each has its name; see :mod:`app.shell.wanted`.
        """
        logs = tuple(peer.log for peer in self.talk.peers)
        yield "room", SaveRoom(self.word, self.key, self.relays.off, logs)
        yield "last room", SaveNote(LAST_ROOM, f"{self.word} {self.game_key}")
        if self.talk.unsigned_text:
            yield "signature", SignStatement(self.key, self.word, self.talk.unsigned_text)
        yield "connection", ConnectRoom(self.word, self.key, self.relays.off)
        yield "call", CallPlayer(on=self.should_call)
        if self.unchecked:
            yield "check", AskBrowser("check", self.unchecked, self.word)


def _is_of_past(message: CheckedText, peer: Peer) -> bool:
    """Return whether a message is about an earlier game of the room."""
    try:
        return read_message(message).greeting.game < peer.game
    except InvalidRecord:
        return False


def _devices_with_news(before: Peer, after: Peer) -> Iterator[str]:
    """Yield the other devices whose statements are new, or newer than before, after messages were read."""
    known = before.log if before.game == after.game else {}
    for device, signed in after.log.items():
        old = known.get(device)
        if device != after.device and (old is None or old.statement.number < signed.statement.number):
            yield device
