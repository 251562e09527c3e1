"""Carries out what the app asks of the browser."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, assert_never

from js import document, window
from pyodide.ffi import create_once_callable

from app.effects import (
    Claim,
    Effect,
    FetchPart,
    Fly,
    Focus,
    Forget,
    HandOut,
    Keep,
    KeepBeside,
    KeepFinished,
    KeepPreferences,
    KeepRun,
    Note,
    Persist,
    PrintPage,
    ReadLibrary,
    ReadOpen,
    ReloadPage,
    RoomEffect,
    Sound,
    Speak,
    Swing,
    Think,
    Wait,
)
from app.game.shelf import ASKED, FINISHED, MEASURED_STRENGTHS, PREFERENCES, REMINDED, count_in
from app.memory import REMINDER
from app.messages import AtRisk, Library, Message, Opened, Pictured, Shared, Spoken
from app.outgoing import File, Picture, Text
from browser.later import Later
from browser.scripts import cartographers
from browser.sound import Sounds

if TYPE_CHECKING:
    from browser.host import Host
    from browser.rooms import Rooms
    from browser.thinker import Thinker

#: How a ghost is seen to be turned by quarters, or flipped by none, and for how many milliseconds.
_SWINGS = {
    1: [{"rotate": "-90deg", "easing": "ease-out"}, {"rotate": "0deg"}],
    -1: [{"rotate": "90deg", "easing": "ease-out"}, {"rotate": "0deg"}],
    0: [{"scale": "-1 1", "easing": "ease-out"}, {"scale": "1 1"}],
}
_SWINGING = 160
#: The number of games that are written at once.
_AT_ONCE = 40


class Effects:
    """What the page can do beside showing itself. Some of it waits until the page has been drawn."""

    def __init__(self, loop: Host) -> None:
        """Serve a loop."""
        self.loop = loop
        self.later = Later(loop)
        self.sounds = Sounds()
        self._swings = {quarters: window.JSON.parse(json.dumps(frames)) for quarters, frames in _SWINGS.items()}
        self._timer = 0
        self._spoken = loop.proxy(loop.speak)
        self._unspoken = loop.without(lambda: Spoken(loop.visit.page.language, here=False))
        self._thinking: Thinker | None = None
        self._room: Rooms | None = None
        self._tick = loop.proxy(loop.step)
        self._told = loop.proxy(self._tell)
        self._lasting = loop.proxy(lambda lasting: None if lasting else self._tell_of_risk())
        self._not_lasting = loop.proxy(lambda _: self._tell_of_risk())
        self._beside: list[tuple[str, str]] = []
        self._beside_due = loop.proxy(self._keep_some_beside)
        self._is_beside_due = False
        self._waiting: list[Wait | Fly | Focus | Think | PrintPage] = []

    def carry_out(self, effect: Effect) -> Message | None:
        """Carry out an effect now, or keep it until the page has been drawn; return what the device answers."""
        storage = self.loop.storage
        if isinstance(effect, KeepFinished | ReadOpen | ReadLibrary | Forget):
            self.keep_beside()
        match effect:
            case Keep():
                return storage.keep(effect)
            case KeepFinished(text, key):
                answer = storage.keep_finished(text, key)
                self.look_at_risk()
                return answer
            case KeepRun():
                storage.keep_run(effect)
            case ReadOpen() | ReadLibrary():
                return self._read(effect)
            case KeepBeside(name, text):
                self._beside.append((name, text))
                self._keep_beside_soon()
            case Forget(name):
                storage.forget(name)
            case HandOut():
                self._hand_out(effect)
            case Claim():
                storage.claim()
            case Persist():
                if not storage.read(ASKED):
                    storage.put(ASKED, "1")
                    _persist()
            case KeepPreferences(preferences):
                storage.put(PREFERENCES, str(preferences))
                cartographers.theme(preferences.theme)
            case Speak(language):
                cartographers.speak(language, self._spoken, self._unspoken)
            case Note(name, text):
                storage.put(name, text)
            case FetchPart(part):
                self.later.fetch(part)
            case ReloadPage(commands):
                storage.leave(commands)
                cartographers.offline.reload()
            case Sound(feedback, heard, felt):
                if heard:
                    self.sounds.play(feedback)
                if felt:
                    self.sounds.vibrate(feedback)
            case Swing(quarters):
                if quarters in self._swings:
                    self.loop.swing(self._swings[quarters], _SWINGING)
            case RoomEffect():
                return self._rooms().carry_out(effect)
            case Wait() | Fly() | Focus() | Think() | PrintPage():
                self._waiting.append(effect)
            case unknown:
                assert_never(unknown)
        return None

    def keep_beside(self) -> None:
        """Write all games that wait to be kept besides the one in play."""
        self._write_beside(len(self._beside))

    def _keep_beside_soon(self) -> None:
        if self._beside and not self._is_beside_due:
            cartographers.inBackground(self._beside_due)
            self._is_beside_due = True

    def _keep_some_beside(self, _: object = None) -> None:
        """Write some of the games: a file can bring thousands, and the page answers in between."""
        self._is_beside_due = False
        self._write_beside(_AT_ONCE)
        self._keep_beside_soon()

    def _write_beside(self, number: int) -> None:
        now, self._beside = self._beside[:number], self._beside[number:]
        answers = [self.loop.storage.keep_beside(name, text) for name, text in now]
        answer = next(filter(None, answers), None)
        if answer:
            self.loop.send(answer)

    def _read(self, effect: ReadOpen | ReadLibrary) -> Message:
        """Return games that the device keeps besides the one in play."""
        storage = self.loop.storage
        if isinstance(effect, ReadOpen):
            return Opened(effect.key, storage.open_game(effect.key))
        return Library(storage.library(), storage.read(MEASURED_STRENGTHS))

    def look_at_risk(self) -> None:
        """Find out whether the browser may delete the finished games, and tell if it may, once there are many.

        An installed page asks for a promise again: browsers give it more readily there, and without a question.
        """
        if self.loop.visit.page.link.embedded or len(self.loop.storage.names(FINISHED)) < REMINDER:
            return
        try:
            storage = window.navigator.storage
            is_installed = window.matchMedia("(display-mode: standalone)").matches
            promise = storage.persist() if is_installed else storage.persisted()
        except Exception:  # noqa: BLE001 - an older browser, or one without https, promises nothing
            self._tell_of_risk()
        else:
            promise.then(self._lasting, self._not_lasting)

    def _tell_of_risk(self) -> None:
        storage = self.loop.storage
        self.loop.send(AtRisk(len(storage.names(FINISHED)), count_in(storage.read(REMINDED))))

    def after_drawing(self) -> None:
        """Carry out what had to wait."""
        waiting, self._waiting = self._waiting, []
        for effect in waiting:
            match effect:
                case Wait(pause):
                    self.wait(pause)
                case Fly(space, gains):
                    cartographers.fly(f"space-{space}", json.dumps(gains))
                case Focus("seed"):
                    document.getElementById("seed").focus()
                    document.getElementById("seed-note").scrollIntoView(False)  # noqa: FBT003 - the bottom, for browsers
                case Focus("text"):
                    _select()
                case Focus():
                    dialog = document.querySelector(".dialog")
                    if dialog:  # what it was about may have passed meanwhile
                        dialog.focus()
                case Think():
                    self._think(effect)
                case PrintPage():
                    window.print()
                case unknown:
                    assert_never(unknown)

    def wait(self, pause: int) -> None:
        """Send a step after a pause; 0 sends none, and stops one that is on its way."""
        window.clearTimeout(self._timer)
        if pause:
            self._timer = window.setTimeout(self._tick, pause)

    def _hand_out(self, effect: HandOut) -> None:
        """Hand something out; the browser tells how that went."""
        visit = self.loop.visit
        match visit.screen.outgoing(self.loop.words, visit, effect.what):
            case Text(text):
                kind, name, content = "text", "", text
            case File(name, content):
                kind = "file"
            case Picture(name, content):
                kind = "picture"
            case None:
                return
        thing = window.Object.new()
        values = {"what": effect.what, "way": effect.way, "kind": kind, "name": name, "content": content}
        for word, value in values.items():
            setattr(thing, word, value)
        cartographers.share(thing, self._told)

    def _tell(self, what: str, how: str, *more: str) -> None:
        """Tell the visit how handing something out went, also of a share menu that answers late."""
        if how == "drawn":
            address, form, ways = more
            self.loop.send(Pictured(address, form, ways))
        else:
            self.loop.send(Shared(what, how))

    def _rooms(self) -> Rooms:
        """Return what carries out what rooms ask for; it comes with the later part of the page."""
        if self._room is None:
            from browser.rooms import Rooms  # noqa: PLC0415 - it is in the later part of the page

            self._room = Rooms(self.loop, self.sounds)
        return self._room

    def _think(self, effect: Think) -> None:
        """Do a job, or end the one before; what does jobs comes with the later part of the page."""
        if self._thinking is None and (effect.job or effect.ahead):
            from browser.thinker import Thinker  # noqa: PLC0415 - it is in the later part of the page

            self._thinking = Thinker(self.loop)
        if self._thinking:
            self._thinking.begin(effect.job, effect.ahead)


def _select() -> None:
    """Select the text that the player has to copy by hand."""
    shown = document.querySelector(".by-hand")
    if not shown:
        return
    shown.focus()
    if shown.tagName == "TEXTAREA":
        shown.select()
    else:
        window.getSelection().selectAllChildren(shown)


def _persist() -> None:
    """Ask the browser to keep what it has, if it knows how to."""
    try:
        asked = window.navigator.storage.persist()
        asked.catch(create_once_callable(_ignore))
    except Exception as error:  # noqa: BLE001 - an older browser, or one that denies storage
        print(f"The browser cannot promise to keep games: {error}")  # noqa: T201 - the browser's console


def _ignore(_: object) -> None:
    """Take no notice."""
