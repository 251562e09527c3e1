"""The page alive: a message changes the visit, its effects are carried out, and the document shows what differs."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable
from dataclasses import replace
from typing import Any, ParamSpec, TypeVar

from js import document, window
from pyodide.ffi import create_proxy

from app.board.board_view import ghost_view
from app.drawing.element import Element
from app.game.shelf import DAYS, DOORS
from app.messages import (
    Again,
    Begin,
    Continue,
    DaysKept,
    Enter,
    Found,
    Go,
    Message,
    Newer,
    PlayHere,
    PlayOn,
    Resume,
    Spoken,
    Step,
)
from app.report import report
from app.screens.play.screen import Playing, in_play
from app.screens.start.screen import Start, doors_left
from app.update import update
from app.view import title, view
from app.visit import Visit
from app.wanted import RUNNING, changes, wanted
from browser.ahead import catalogue
from browser.clock import today
from browser.due import Due
from browser.effects import Effects
from browser.focus import FocusKeeper
from browser.history import BrowserHistory
from browser.mount import Mounted, mount
from browser.scripts import cartographers
from browser.storage import Storage
from words import Words

#: Before these, the page looks at what the device keeps: they build on it, or replace it.
LOOK_FIRST = Begin | Continue | Resume | Enter | PlayOn | Again | PlayHere

_Asked = ParamSpec("_Asked")
_Answer = TypeVar("_Answer")


def remembered(work: Callable[_Asked, _Answer]) -> Callable[_Asked, _Answer]:
    """Return a pure function that does not work again when it is asked the same as the last time."""
    last: tuple[object, _Answer] | None = None

    def remember(*asked: _Asked.args, **named: _Asked.kwargs) -> _Answer:
        nonlocal last
        if last is None or last[0] != (asked, named):
            last = (asked, named), work(*asked, **named)
        return last[1]

    return remember


class Loop:
    """The one page: its visit, and what the document shows of it.

    Whatever the browser calls is called through :meth:`guarded`: an exception ends in a sentence, a way on and a
    report, and never in a dead page.
    """

    def __init__(self, words: Words, visit: Visit, storage: Storage) -> None:
        """Take over a visit; :meth:`redraw` shows it."""
        self.words = words
        self.update = remembered(update)
        self._view = remembered(lambda visit: view(self.words, visit))
        self._ghost_view = remembered(_ghost_view)
        self.visit = self.shown = visit
        self._wanted = wanted(visit)
        self.storage = storage
        self.root = document.getElementById("app")
        self.effects = Effects(self)
        self.history = BrowserHistory(self)
        self.focus = FocusKeeper()
        self.by_mouse = False
        self.under_finger: list[Any] = []
        self._busy = False
        self._name = self._title = self._call = ""
        self._mounted: Mounted | None = None
        self._ghost: Mounted | None = None
        self._coming: Message | None = None
        self._due = Due(self.effects.carry_out, self._answered)
        self._after_frame = self.proxy(self.show)
        self._foresight = self.proxy(self._foresee)

    def guarded(self, work: Callable[_Asked, object]) -> Callable[_Asked, None]:
        """Return work that the browser may call: what it raises reaches the fault panel."""

        def run(*asked: _Asked.args, **named: _Asked.kwargs) -> None:
            try:
                work(*asked, **named)
            except Exception:  # noqa: BLE001 - whatever it is, the player needs a way on
                self._busy = False
                self.root.removeAttribute("data-busy")
                cartographers.fault(traceback.format_exc())

        return run

    def proxy(self, work: Callable[_Asked, object]) -> Any:
        """Return guarded work as the browser can keep it."""
        return create_proxy(self.guarded(work))

    def without(self, message: Callable[[], Message]) -> Any:
        """Return a proxy for a missing file (web/files.js): it sends news of a newer version, then the message."""

        def failed(why: Any) -> None:
            if why.newer:
                self.send(Newer())
            self.send(message())

        return self.proxy(failed)

    # ------------------------------------------------------------------- from a message to the document

    def send(self, message: Message) -> None:
        """Give the visit a message. What must be kept is kept first; then the ghost answers; the rest can wait.

        Players notice the first frame: the ghost is in it, and the edicts' stars come one frame later.
        """
        if isinstance(message, LOOK_FIRST):
            self.look()
        before = self.visit
        after, once, _ = self.update(before, message)
        if after == before and not once:
            return
        held, self._wanted = self._wanted, wanted(after)
        self.visit = after
        self._due.add((*changes(held, self._wanted), *once))
        self.history.follow()
        self._show_ghost(before, self.visit)
        self.soon()

    def _answered(self, message: Message) -> bool:
        """Send the answer to an effect, and say whether the effects that were due before it still count.

        They do not where the game turns out to go on in another tab: the ply that led to them has not been drawn.
        """
        self.send(message)
        return not self.visit.taken

    def look(self) -> None:
        """Look at what the device keeps: while this tab slept, nobody told it what others have written."""
        found = self.storage.read(self.storage.place)
        if found != self.visit.memory.shelf.there:
            self.send(Found(found))
        self._look_at_days()

    def leave(self) -> None:
        """Note the doors of the start screen, which the next visit shows before Python is there."""
        visit = self.visit
        if not visit.page.link.embedded and (visit.memory.shelf.text or visit.memory.days.runs):
            self.storage.put(DOORS, doors_left(self.words, visit))

    def wake(self, _: object = None) -> None:
        """Look at the clock while the start screen is shown, which says how long the day still lasts."""
        if isinstance(self.visit.screen, Start):
            self._look_at_days()

    def _look_at_days(self) -> None:
        """Look at the clock, and at which days' games the device knows."""
        self.send(DaysKept(self.storage.read(DAYS), *today()))

    def _show_ghost(self, before: Visit, after: Visit) -> None:
        """Show a ghost that has moved or turned while everything else stays."""
        old, new = in_play(before.screen), in_play(after.screen)
        if not old or not new:
            return
        if new.ghost is not old.ghost and new.game is old.game and new.stage.scene is old.stage.scene:
            ghost = self._ghost_view(new)
            if self._ghost and ghost:
                self._ghost.show(ghost)

    def swing(self, keyframes: Any, milliseconds: int) -> None:
        """Let the ghost be seen to turn or flip."""
        if self._ghost:
            self._ghost.node.animate(keyframes, milliseconds)

    def soon(self) -> None:
        """Let the document show the visit after the next frame."""
        if not self._busy:
            cartographers.afterFrame(self._after_frame)
            self._busy = True
            self.root.setAttribute("data-busy", "")  # not aria-busy, which mutes the live region

    def show(self, _: object = None) -> None:
        """Make the document show the visit, and do what had to wait for that."""
        before, now = self.shown, self.visit
        self._busy = False
        self.root.removeAttribute("data-busy")
        pressed, name_before = self.under_finger[-1] if self.under_finger else None, self._name
        while self.under_finger:
            self.under_finger.pop().classList.remove("pressed")
        if now is not before:
            self.focus.leave(before, now, pressed, by_mouse=self.by_mouse)
            self.shown = now
            self.root.classList.toggle("drawn", _plies(now) == _plies(before) + 1)
            self._mount(now)
            if type(now.screen) is not type(before.screen):
                # A caret stays where a field was, and after each touch the browser looks for it all over the map.
                window.getSelection().removeAllRanges()
        self.effects.after_drawing()
        is_new = type(now.screen) is not type(before.screen) or self._name != name_before
        self.focus.arrive(before, now, is_new=is_new, by_mouse=self.by_mouse)
        self.by_mouse = False

    def _mount(self, visit: Visit) -> None:
        page = self.view(visit)
        if self._mounted is None:
            self._mounted = mount(page)
            self.root.replaceChildren(self._mounted.node)
        else:
            self._mounted = self._mounted.show(page)
        self._entitle(visit)
        screen = in_play(visit.screen)
        has_ghost = screen and screen.ghost
        self._ghost = (self._mounted.held("lifted") or self._mounted.find("lifted")) if has_ghost else None

    def view(self, visit: Visit) -> Element:
        """Return the page of a visit; it is the same before and after the device has kept the game."""
        memory = replace(visit.memory, shelf=replace(visit.memory.shelf, there=""))
        return self._view(replace(visit, memory=memory))

    def _entitle(self, visit: Visit) -> None:
        """Set the document's title: the screen's, or the one that calls the player to draw."""
        self._name = title(self.words, visit)
        new = self._call or self._name or str(cartographers.say("title"))
        if new != self._title:
            self._title = document.title = new

    def call(self, text: str) -> None:
        """Replace the title to call a player in another tab; an empty text restores it."""
        self._call = text
        self._entitle(self.shown)

    def show_fragment(self, fragment: str) -> None:
        """Let the page's address end with a fragment, by which a reload finds a room again."""
        self.history.show_fragment(fragment)

    def speak(self, text: str, *parts: str) -> None:
        """Speak another language from now on, with the words of the start and of later parts; English ones are here."""
        self.words = words_in(text)
        for part in filter(None, parts):
            self.words.update(json.loads(part))
        self.history.keep_address()
        self.send(Spoken(cartographers.language))
        self.redraw()

    # ------------------------------------------------------------------- ahead of the player

    def foresee(self, message: Message) -> None:
        """Work out after the next frame what a message will lead to, while the finger is still down."""
        self._coming = message
        cartographers.afterFrame(self._foresight)

    def forget(self) -> None:
        """Forget what was to come: it has come, or will not."""
        self._coming = None

    def _foresee(self, _: object) -> None:
        """Let what comes next be remembered when it comes, and the paths to it be warm."""
        if self._coming:
            after = self.update(self.visit, self._coming).visit
            screen = in_play(after.screen)
            if screen:
                self._ghost_view(screen)
            self.view(after)

    # ------------------------------------------------------------------- after a fault

    def redraw(self) -> None:
        """Draw the page again from its visit, whatever the document shows.

        Its running effects begin again. An effect that holds and was interrupted by a fault gets one more try.
        """
        self._mounted = None
        self._title = ""  # a script sets the title when the language changes
        self.shown = self.visit
        self._mount(self.visit)
        self.history.follow()
        failed = self._due.after_fault()
        self._due.add([effect for name, effect in self._wanted.items() if name in RUNNING or effect == failed])
        self.effects.after_drawing()

    def home(self) -> None:
        """Show the start screen, drawn anew."""
        self.visit = update(self.visit, Go("start")).visit
        self._wanted = wanted(self.visit)
        self.redraw()

    def report(self) -> str:
        """Return what a report says of the visit."""
        return report(self.visit)

    def step(self) -> None:
        """Let the screen move on by itself."""
        self.send(Step())


def words_in(text: str) -> Words:
    """Return the words in the text of a language's file; English ones, which need none, are here."""
    return Words(json.loads(text) if text else catalogue())


def _ghost_view(screen: Playing) -> Element | None:
    return ghost_view(screen.board)


def _plies(visit: Visit) -> int:
    screen = in_play(visit.screen)
    return len(screen.game.plies) if screen else -2
