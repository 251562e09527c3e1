"""Carries out the effects of a room: keys, signatures, relays, and the saved state of the room."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from js import document, window

from app import effects as e
from app import messages as m
from app.arrival.invitation import NEW_ROOM, Invitation
from app.room.effects import (
    AskBrowser,
    CallPlayer,
    ConnectRoom,
    NotifyPlayer,
    ReadClipboard,
    SaveRoom,
    ScheduleAnswer,
    SendMessage,
    SignStatement,
)
from app.room.saved_room import key_in, key_of
from app.saves.rooms import forget_rooms, quit_room, room_text, save_room
from browser.scripts import cartographers

if TYPE_CHECKING:
    from browser.host import Host
    from browser.sound import Sounds

#: Milliseconds between two beats, and the shortest and longest delay before the answer to a greeting.
_BEAT, _FIRST, _LAST = 4_000, 20, 320
#: If two beats are this many milliseconds apart, the page has slept and may have missed messages.
_SLEPT = 12_000
_SECOND = 1_000


class Rooms:
    """The browser's side of the current room. The scripts for rooms are fetched for the first one."""

    def __init__(self, loop: Host, sounds: Sounds) -> None:
        """Carry out the effects of rooms for a loop."""
        self._loop, self._sounds = loop, sounds
        self._scripts: Any = None
        self._connections: dict[str, Any] = {}
        self._beating = 0
        #: The word of the room, and its text as this tab last read or saved it.
        self._word = self._kept = ""
        #: The time of the last beat, in milliseconds since the page was loaded.
        self._last_beat = 0.0
        self._answering = 0
        self._beat = loop.proxy(self._send_beat)
        document.addEventListener("visibilitychange", self._beat)
        self._heard = loop.proxy(lambda text: loop.send(m.MessageReceived(text, _seconds())))
        self._relayed = loop.proxy(lambda text: loop.send(m.RelaysChanged(text)))
        self._permitted = loop.proxy(lambda how: loop.send(m.PermissionReported(how)))
        # With an empty text, the screen would read the field instead.
        self._pasted = loop.proxy(lambda text: loop.send(m.HandInMessage(text or " ")))
        self._paste_refused = loop.proxy(lambda: loop.send(m.Shared("paste", "refused")))
        self._notify_failed = loop.proxy(lambda error: print(f"No notification was shown: {error}"))  # noqa: T201

    def carry_out(self, effect: e.RoomEffect) -> m.Message | None:
        """Carry out an effect; return its answer if it is available immediately."""
        match effect:
            case e.FindRoom(word):
                self._find(word)
            case ConnectRoom(word, key, off):
                self._connect(word, key, off)
            case SignStatement(key, word, text):
                return m.StatementSigned(text, self._scripts.signature(key, word, text))
            case SendMessage(word, message, friends):
                connection = self._connections.get(word)
                if connection:
                    connection.known(json.dumps(friends))
                    connection.send(message)
            case ScheduleAnswer():
                self._answer_soon()
            case AskBrowser("code", link):
                return m.QuestionAnswered("code", link, self._scripts.qr(link))
            case AskBrowser(what, text, word):
                return m.QuestionAnswered(what, text, text if self._scripts.checked(word, text) else "")
            case ReadClipboard():
                self._scripts.paste(self._pasted, self._paste_refused)
            case e.AskPermission():
                self._scripts.askPermission(self._permitted)
            case CallPlayer(on):
                self._call(on=on)
            case NotifyPlayer():
                self._notify(effect)
            case SaveRoom(word):
                self._loop.show_fragment(str(Invitation(word)))
                return self._keep(word, effect.text)
            case e.QuitRoom(word, farewell):
                self._quit(word, farewell)
        return None

    def _find(self, word: str) -> None:
        """Fetch the scripts, and send the facts about a room that the device wants to enter."""

        def arrived(scripts: Any) -> None:
            self._scripts = scripts
            known = "" if word == NEW_ROOM else word
            self._kept = room_text(self._loop.texts, known) if known else ""
            key = key_in(self._kept)
            if key:
                device = scripts.deviceOf(key)
            else:
                fresh = scripts.fresh()
                key, device = fresh.key, fresh.device
                known = known or f"{fresh.secret}.{device}"
            relays = " ".join(cartographers.facts.relays)
            self._loop.send(m.RoomPrepared(known, key, device, self._kept, relays, hidden=bool(document.hidden)))

        cartographers.rooms(self._loop.proxy(arrived), self._loop.missing_file(m.RoomPrepared))

    def _keep(self, word: str, text: str) -> m.Message | None:
        """Save a room. If another tab has saved it in the meantime, report that text, to be merged and saved."""
        known, self._kept = self._kept, text
        return save_room(self._loop.texts, word, text, known)

    def _read_again(self) -> None:
        """Read the room again if another tab has saved it while this tab was asleep or hidden."""
        there = room_text(self._loop.texts, self._word)
        if there and there != self._kept:
            self._kept = there
            self._loop.send(m.RoomSavedElsewhere(there))

    def _connect(self, word: str, key: str, off: tuple[str, ...]) -> None:
        self._disconnect(word)
        self._word = word
        forget_rooms(self._loop.texts, word, key_of)
        relays = [url for url in cartographers.facts.relays if url not in off]
        self._connections[word] = self._scripts.enter(word, key, json.dumps(relays), self._heard, self._relayed)
        self._last_beat = window.performance.now()
        self._send_beat()
        self._loop.send(m.PermissionReported(self._scripts.permission()))
        if not document.hidden:
            self._scripts.hush()  # an earlier page may have been closed during an alert
        window.clearInterval(self._beating)
        self._beating = window.setInterval(self._beat, _BEAT)

    def _disconnect(self, word: str, farewell: str = "") -> None:
        connection = self._connections.pop(word, None)
        if connection:
            connection.leave(farewell)

    def _quit(self, word: str, farewell: str) -> None:
        """Close the connection to a room. The device may have entered another room already."""
        self._disconnect(word, farewell)
        if self._connections:
            return
        window.clearInterval(self._beating)
        window.clearTimeout(self._answering)
        self._call(on=False)
        quit_room(self._loop.texts)
        self._loop.show_fragment("")

    def _send_beat(self, _: object = None) -> None:
        if self._connections:
            self._read_again()
        before, self._last_beat = self._last_beat, window.performance.now()
        passed = self._last_beat - before
        slept = int(passed) // _SECOND if passed > _SLEPT else 0
        self._loop.send(m.ClockTick(_seconds(), slept, hidden=bool(document.hidden)))

    def _call(self, *, on: bool) -> None:
        """Alert a player in another tab or app through the page's title, until they return."""
        self._loop.alert_player(self._loop.words("room.call") if on else "")
        if not on:
            self._scripts.hush()

    def _notify(self, effect: NotifyPlayer) -> None:
        """Alert a player in another tab or app with a notification or a sound, as they prefer."""
        if effect.notified:
            title, body = map(self._loop.words, ("room.notify.title", "room.notify.body"))
            self._scripts.notify(title, body, effect.felt, not (effect.heard or effect.felt)).catch(self._notify_failed)
        elif effect.heard:
            self._sounds.call()

    def _answer_soon(self) -> None:
        """Send a beat after a short random delay, so that one device answers for all."""
        window.clearTimeout(self._answering)
        pause = _FIRST + int(window.Math.random() * (_LAST - _FIRST))
        self._answering = window.setTimeout(self._beat, pause)


def _seconds() -> int:
    """Return the seconds since the page was loaded."""
    return int(window.performance.now()) // _SECOND
