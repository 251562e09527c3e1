"""Carries out what a room asks of the browser: keys, signatures, relays, and what the device keeps of the room."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from js import document, window

from app.effects import AskPermission, FindRoom, QuitRoom, RoomEffect
from app.game.shelf import count_in
from app.invitation import FORMER_ROOM_PLACE, LAST, NEW, ROOM_PLACE, Invitation
from app.messages import Answered, Beat, Entered, Heard, KeptElsewhere, Message, Permitted, Relayed, Signature
from app.room.effects import AnswerSoon, Ask, Call, Connect, KeepRoom, Notify, Send, Sign
from app.room.kept_room import key_in, key_of
from browser.clock import now
from browser.scripts import cartographers

if TYPE_CHECKING:
    from browser.host import Host
    from browser.sound import Sounds

#: Milliseconds between two looks at the clock, and the shortest and longest time after which a greeting is answered.
_BEAT, _FIRST, _LAST = 4_000, 20, 320
#: Milliseconds between two looks at the clock in which the page has slept, and may have missed something.
_SLEPT = 12_000
_SECOND = 1_000
#: The number of rooms that a device keeps.
_MOST_ROOMS = 12


class Rooms:
    """The one room of the page, as far as the browser has to do with it; scripts for it come with the first one."""

    def __init__(self, loop: Host, sounds: Sounds) -> None:
        """Serve a loop."""
        self._loop, self._sounds = loop, sounds
        self._scripts: Any = None
        self._connections: dict[str, Any] = {}
        self._beating = 0
        self._word = self._kept = ""
        self._told = 0.0
        self._answering = 0
        self._beat = loop.proxy(self._tell_time)
        document.addEventListener("visibilitychange", self._beat)
        self._heard = loop.proxy(lambda text: loop.send(Heard(text, _seconds())))
        self._relayed = loop.proxy(lambda text: loop.send(Relayed(text)))
        self._permitted = loop.proxy(lambda how: loop.send(Permitted(how)))
        self._uncalled = loop.proxy(lambda error: print(f"No notification was shown: {error}"))  # noqa: T201

    def carry_out(self, effect: RoomEffect) -> Message | None:
        """Carry out an effect; return what is known of it at once."""
        match effect:
            case FindRoom(word):
                self._find(word)
            case Connect(word, key, off):
                self._connect(word, key, off)
            case Sign(key, word, text):
                return Signature(text, self._scripts.signature(key, word, text))
            case Send(word, message, friends):
                connection = self._connections.get(word)
                if connection:
                    connection.known(json.dumps(friends))
                    connection.send(message)
            case AnswerSoon():
                self._answer_soon()
            case Ask("code", link):
                return Answered("code", link, self._scripts.qr(link))
            case Ask(what, text, word):
                return Answered(what, text, text if self._scripts.checked(word, text) else "")
            case AskPermission():
                self._scripts.askPermission(self._permitted)
            case Call(on):
                self._call(on=on)
            case Notify():
                self._notify(effect)
            case KeepRoom(word):
                self._loop.show_fragment(str(Invitation(word)))
                return self._keep(word, effect.text)
            case QuitRoom(word, farewell):
                self._quit(word, farewell)
        return None

    def _find(self, word: str) -> None:
        """Fetch the scripts, and tell the facts about a room before the device enters it."""

        def arrived(scripts: Any) -> None:
            self._scripts = scripts
            known = "" if word == NEW else word
            self._kept = self._kept_of(known) if known else ""
            former = self._kept_of(known, FORMER_ROOM_PLACE) if known else ""
            kept = self._kept or former
            key = key_in(kept)
            if key:
                device = scripts.deviceOf(key)
            else:
                fresh = scripts.fresh()
                key, device = fresh.key, fresh.device
                known = known or f"{fresh.secret}.{device}"
            relays = " ".join(cartographers.facts.relays)
            self._loop.send(Entered(known, key, device, kept, relays, hidden=bool(document.hidden)))
            if former not in {"", kept}:  # a page of the former protocol may have been open beside this one
                self._loop.send(KeptElsewhere(former))

        cartographers.rooms(self._loop.proxy(arrived), self._loop.without(Entered))

    def _kept_of(self, word: str, place: str = ROOM_PLACE) -> str:
        """Return what the device keeps of a room."""
        return self._loop.storage.read(place + word).partition(" ")[2]

    def _keep(self, word: str, text: str) -> Message | None:
        """Keep what is known of a room. What another tab has kept meanwhile joins it, and is then kept again."""
        there, known, self._kept = self._kept_of(word), self._kept, text
        failed = self._loop.storage.keep_room(ROOM_PLACE + word, f"{now()} {text}")
        return failed or (KeptElsewhere(there) if there not in {"", known, text} else None)

    def _look(self) -> None:
        """Look at what another tab may have kept: while this one slept, or was hidden, it may have missed much."""
        there = self._kept_of(self._word)
        if there and there != self._kept:
            self._kept = there
            self._loop.send(KeptElsewhere(there))

    def _forget_others(self, word: str) -> None:
        """Forget rooms long left, unless a game there can go on."""
        storage = self._loop.storage
        places = FORMER_ROOM_PLACE, ROOM_PLACE
        rooms = {name.removeprefix(place): storage.read(name) for place in places for name in storage.names(place)}
        # A clock may go wrong, so the room that one is in need not be the newest.
        others = [other for other in rooms if other != word and not storage.is_open(key_of(other))]
        others.sort(key=lambda other: _when(rooms[other]))
        for other in others[: max(0, len(rooms) - _MOST_ROOMS)]:
            for place in places:
                storage.forget(place + other)

    def _connect(self, word: str, key: str, off: tuple[str, ...]) -> None:
        self._disconnect(word)
        self._word = word
        self._forget_others(word)
        relays = [url for url in cartographers.facts.relays if url not in off]
        self._connections[word] = self._scripts.enter(word, key, json.dumps(relays), self._heard, self._relayed)
        self._told = window.performance.now()
        self._tell_time()
        self._loop.send(Permitted(self._scripts.permission()))
        if not document.hidden:
            self._scripts.hush()  # an earlier page may have been closed while it called
        window.clearInterval(self._beating)
        self._beating = window.setInterval(self._beat, _BEAT)

    def _disconnect(self, word: str, farewell: str = "") -> None:
        connection = self._connections.pop(word, None)
        if connection:
            connection.leave(farewell)

    def _quit(self, word: str, farewell: str) -> None:
        """Close the connection of a room. The device may have entered another one already."""
        self._disconnect(word, farewell)
        if self._connections:
            return
        window.clearInterval(self._beating)
        window.clearTimeout(self._answering)
        self._call(on=False)
        self._loop.storage.forget(LAST)
        self._loop.show_fragment("")

    def _tell_time(self, _: object = None) -> None:
        if self._connections:
            self._look()
        before, self._told = self._told, window.performance.now()
        passed = self._told - before
        slept = int(passed) // _SECOND if passed > _SLEPT else 0
        self._loop.send(Beat(_seconds(), slept, hidden=bool(document.hidden)))

    def _call(self, *, on: bool) -> None:
        """Call a player who looks at another tab or app by the title, until they come."""
        self._loop.call(self._loop.words("room.call") if on else "")
        if not on:
            self._scripts.hush()

    def _notify(self, effect: Notify) -> None:
        """Call a player who looks at another tab or app, in the way that they prefer."""
        if effect.notified:
            title, body = map(self._loop.words, ("room.notify.title", "room.notify.body"))
            self._scripts.notify(title, body, effect.felt, not (effect.heard or effect.felt)).catch(self._uncalled)
        elif effect.heard:
            self._sounds.call()

    def _answer_soon(self) -> None:
        """Tell the time after a moment. Each device takes another one, so that one answers for all."""
        window.clearTimeout(self._answering)
        pause = _FIRST + int(window.Math.random() * (_LAST - _FIRST))
        self._answering = window.setTimeout(self._beat, pause)


def _when(kept: str) -> int:
    """Return when the device was last in a room that it keeps, in milliseconds; long ago if that cannot be read."""
    return count_in(kept.partition(" ")[0])


def _seconds() -> int:
    """Return how long the page has been there."""
    return int(window.performance.now()) // _SECOND
