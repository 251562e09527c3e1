"""Carries out the app's effects in the browser."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from js import document, window
from pyodide.ffi import create_once_callable

from app import effects as e
from app import messages as m
from app.game.shelf import read_count
from app.memory import REMINDER
from app.page.notice import Notice
from app.page.outgoing import File, Picture, Text
from app.saved_names import FINISHED, PERSISTENCE_REQUESTED, REMINDED
from app.saves.device import DeviceEffect, HistoryEffect, StorageError
from app.saves.games import SaveFinishedGame, SaveOtherGame
from app.saves.noting import SaveNote
from browser import job_runner, rooms, wake_lock
from browser.part_loader import PartLoader
from browser.scripts import cartographers
from browser.sound import Sounds
from browser.storage import leave_commands

if TYPE_CHECKING:
    from browser.host import Host

#: The animations of a ghost that rotates by quarter turns, or flips (0), and their duration in milliseconds.
_SWINGS = {
    1: [{"rotate": "-90deg", "easing": "ease-out"}, {"rotate": "0deg"}],
    -1: [{"rotate": "90deg", "easing": "ease-out"}, {"rotate": "0deg"}],
    0: [{"scale": "-1 1", "easing": "ease-out"}, {"scale": "1 1"}],
}
_SWINGING = 160
#: Maximum number of games to save at a time.
_AT_ONCE = 40
#: Milliseconds in which a browser that prints says so.
_UNTIL_PRINT = 2000


class EffectRunner:
    """Carries out effects. Some of them wait until the page has been drawn."""

    def __init__(self, loop: Host) -> None:
        """Carry out the effects of a loop."""
        self.loop = loop
        self.part_loader = PartLoader(loop)
        self.sounds = Sounds()
        self._swings = {quarters: window.JSON.parse(json.dumps(frames)) for quarters, frames in _SWINGS.items()}
        self._timer = self._print_timer = 0
        self._spoken = loop.proxy(loop.switch_language)
        self._unspoken = loop.missing_file(lambda: m.LanguageFetched(loop.visit.page.language, arrived=False))
        self._job_runner: job_runner.JobRunner | None = None
        self._room: rooms.Rooms | None = None
        self._wake_lock: wake_lock.WakeLock | None = None
        self._code_answers: tuple[Any, Any] | None = None
        self._tick = loop.proxy(loop.step)
        self._share_ended = loop.proxy(self._send_outcome)
        self._risk_known = loop.proxy(lambda is_persistent: None if is_persistent else self._warn())
        self._risk_unknown = loop.proxy(lambda _: self._warn())
        self._unsaved: list[SaveOtherGame] = []
        self._save_some = loop.proxy(self._save_some_now)
        self._waiting: list[e.DeferredEffect] = []

    def carry_out(self, effect: e.Effect) -> m.Message | None:
        """Carry out an effect now, or once the page has been drawn; return the device's answer, if any."""
        match effect:
            case SaveOtherGame():
                self._unsaved.append(effect)
                if len(self._unsaved) == 1:
                    cartographers.inBackground(self._save_some)
            case SaveFinishedGame():
                answer = self._on_device(effect)
                self.check_risk()
                return answer
            case DeviceEffect():
                return self._on_device(effect)
            case e.ShareContent():
                self._hand_out(effect)
            case e.DrawCode(link):
                self._draw_code(link)
            case e.RequestPersistence():
                if not self.loop.texts.read(PERSISTENCE_REQUESTED):
                    self._on_device(SaveNote(PERSISTENCE_REQUESTED, "1"))
                    _persist()
            case e.ShowTheme(theme):
                cartographers.theme(theme)
            case e.SwitchLanguage(language):
                cartographers.speak(language, self._spoken, self._unspoken)
            case e.FetchPart(part):
                self.part_loader.fetch(part)
            case e.ReloadPage(commands):
                leave_commands(commands)
                cartographers.offline.reload()
            case e.PlayFeedback():
                self._give_feedback(effect)
            case e.KeepAwake(on):
                self._keep_awake(on=on)
            case e.AnimateGhost(quarters):
                if quarters in self._swings:
                    self.loop.animate_ghost(self._swings[quarters], _SWINGING)
            case e.RoomEffect():
                return self._rooms().carry_out(effect)
            case e.DeferredEffect():
                self._waiting.append(effect)
            case _:
                raise NotImplementedError(effect)
        return None

    def _on_device(self, effect: DeviceEffect) -> m.Message | None:
        """Carry out an effect on the device, after all waiting games if it is about the history."""
        if isinstance(effect, HistoryEffect):
            self.save_other_games()
        try:
            return effect.carry_out(self.loop.texts)
        except StorageError as error:
            print(f"{type(effect).__name__} failed: {error}")  # noqa: T201 - the browser's console
            return None

    def save_other_games(self) -> None:
        """Save all waiting games other than the current one."""
        self._save(len(self._unsaved))

    def _save_some_now(self, _: object = None) -> None:
        """Save some of the waiting games. A file can contain thousands, and the page must respond in between."""
        self._save(_AT_ONCE)
        if self._unsaved:
            cartographers.inBackground(self._save_some)

    def _save(self, number: int) -> None:
        now, self._unsaved = self._unsaved[:number], self._unsaved[number:]
        answers = [answer for effect in now if (answer := effect.carry_out(self.loop.texts))]
        for answer in answers[:1]:
            self.loop.send(answer)

    def check_risk(self) -> None:
        """Check whether the browser may delete the finished games. If so, warn the player once there are many.

        An installed page asks again for persistent storage: there, browsers grant it more readily and without a prompt.
        """
        if self.loop.visit.page.link.embedded or len(self.loop.texts.names(FINISHED)) < REMINDER:
            return
        try:
            storage = window.navigator.storage
            is_installed = window.matchMedia("(display-mode: standalone)").matches
            promise = storage.persist() if is_installed else storage.persisted()
        except Exception:  # noqa: BLE001 - older browsers, and pages without https, have no persistent storage
            self._warn()
        else:
            promise.then(self._risk_known, self._risk_unknown)

    def _warn(self) -> None:
        texts = self.loop.texts
        self.loop.send(m.GamesAtRisk(len(texts.names(FINISHED)), read_count(texts.read(REMINDED))))

    def after_drawing(self) -> None:
        """Carry out the effects that waited for the page to be drawn."""
        waiting, self._waiting = self._waiting, []
        for effect in waiting:
            match effect:
                case e.ScheduleStep(pause):
                    self.wait(pause)
                case e.AnimateGains(space, gains):
                    cartographers.fly(f"space-{space}", json.dumps(gains))
                case e.AnimateArrival(flying, targets):
                    cartographers.arrive(flying, targets)
                case e.MoveFocus("seed"):
                    document.getElementById("seed").focus()
                    document.getElementById("seed-note").scrollIntoView(False)  # noqa: FBT003 - False aligns the bottom
                case e.ShowCode():
                    code = document.querySelector(".code")
                    if code:  # the player may have left the screen
                        code.scrollIntoView(False)  # noqa: FBT003 - False aligns the bottom
                case e.MoveFocus("text"):
                    _select()
                case e.MoveFocus():
                    dialog = document.querySelector(".dialog")
                    if dialog:  # it may have closed in the meantime
                        dialog.focus()
                case e.RunJob():
                    self._think(effect)
                case e.PrintPage():
                    self._print()
                case _:
                    raise NotImplementedError(effect)

    def _print(self) -> None:
        """Print the page, and tell the player if the browser ignores that, as in some apps and in sandboxed frames."""
        if not self._print_timer:
            began = self.loop.proxy(lambda _: window.clearTimeout(self._print_timer))
            window.addEventListener("beforeprint", began)
            self._unprinted = self.loop.proxy(lambda: self.loop.send(m.Refused(Notice.PRINT)))
        self._print_timer = window.setTimeout(self._unprinted, _UNTIL_PRINT)
        window.print()

    def wait(self, pause: int) -> None:
        """Send a step after a pause in milliseconds; 0 cancels the pending step."""
        window.clearTimeout(self._timer)
        if pause:
            self._timer = window.setTimeout(self._tick, pause)

    def _hand_out(self, effect: e.ShareContent) -> None:
        """Share or save something; the browser reports the outcome."""
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
        item = window.Object.new()
        values = {"what": effect.what, "way": effect.way, "kind": kind, "name": name, "content": content}
        for word, value in values.items():
            setattr(item, word, value)
        cartographers.share(item, self._share_ended)

    def _send_outcome(self, what: str, how: str, *more: str) -> None:
        """Send the outcome of sharing, even if a share menu answers late."""
        if how == "drawn":
            address, form, ways = more
            self.loop.send(m.PictureDrawn(address, form, ways))
        else:
            self.loop.send(m.Shared(what, how))

    def _draw_code(self, link: str) -> None:
        """Draw a link's QR code. The script for that is fetched for the first one."""
        if self._code_answers is None:
            drawn = self.loop.proxy(lambda link, drawing: self.loop.send(m.CodeDrawn(link, drawing)))
            self._code_answers = drawn, self.loop.missing_file(m.CodeMissing)
        cartographers.qr(link, *self._code_answers)

    def _rooms(self) -> rooms.Rooms:
        """Return the object that carries out the effects of rooms, from a later part of the page."""
        if self._room is None:
            self._room = rooms.Rooms(self.loop, self.sounds)
        return self._room

    def _give_feedback(self, effect: e.PlayFeedback) -> None:
        """Play a sound, vibrate, or both."""
        if effect.heard:
            self.sounds.play(effect.feedback)
        if effect.felt:
            self.sounds.vibrate(effect.feedback)

    def _keep_awake(self, *, on: bool) -> None:
        """Keep the device's screen on, or let it turn off. The code for that comes with a later part of the page."""
        if self._wake_lock is None and on:
            self._wake_lock = wake_lock.WakeLock(self.loop)
        if self._wake_lock:
            self._wake_lock.keep(on=on)

    def _think(self, effect: e.RunJob) -> None:
        """Begin a job, or end the current one. The runner comes with a later part of the page."""
        if self._job_runner is None and (effect.job or effect.ahead):
            self._job_runner = job_runner.JobRunner(self.loop)
        if self._job_runner:
            self._job_runner.begin(effect.job, effect.ahead)


def _select() -> None:
    """Select the text that the player must copy manually."""
    shown = document.querySelector(".by-hand")
    if not shown:
        return
    shown.focus()
    if shown.tagName == "TEXTAREA":
        shown.select()
    else:
        window.getSelection().selectAllChildren(shown)


def _persist() -> None:
    """Ask the browser for persistent storage, if it supports that."""
    try:
        request = window.navigator.storage.persist()
        request.catch(create_once_callable(_ignore))
    except Exception as error:  # noqa: BLE001 - an older browser, or one that denies storage
        print(f"The browser has no persistent storage: {error}")  # noqa: T201 - the browser's console


def _ignore(_: object) -> None:
    """Ignore the outcome."""
