"""The loop of the page: a message updates the visit, effects are carried out, and the document shows the changes."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable
from dataclasses import replace
from typing import Any, ParamSpec, TypeVar

from js import document, window
from pyodide.ffi import create_proxy

from app import messages as m
from app.board.board_view import ghost_view
from app.drawing.element import Element
from app.saved_names import DAYS, DOORS
from app.saves.device import SavedTexts
from app.saves.noting import SaveNote
from app.screens.play.screen import Playing, playing_in
from app.screens.report import report
from app.screens.start.screen import Start, next_doors
from app.shell.view import title, view
from app.shell.wanted import RUNNING_EFFECTS, changes, wanted
from app.update import update
from app.visit import Visit
from browser.before_start import english_catalog
from browser.clock import today
from browser.effect_queue import EffectQueue
from browser.effects import EffectRunner
from browser.focus import FocusKeeper
from browser.history import BrowserHistory
from browser.mount import Mounted, mount
from browser.scripts import cartographers
from words import Words

#: Before these messages, the page reads the device's saved games again, because they continue or replace them.
LOOK_BEFORE = m.Begin | m.Continue | m.Resume | m.Enter | m.TakeOver | m.PlayAgain | m.PlayHere
#: Before these messages, the page checks whether a new day has begun, because the screen that they open may show it.
OPENING = m.Go | m.Back

_Parameters = ParamSpec("_Parameters")
_Answer = TypeVar("_Answer")


def remember_last(work: Callable[_Parameters, _Answer]) -> Callable[_Parameters, _Answer]:
    """Wrap a pure function so that a repetition of its last call returns the remembered result."""
    last: tuple[object, _Answer] | None = None

    def remember(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> _Answer:
        nonlocal last
        if last is None or last[0] != (args, kwargs):
            last = (args, kwargs), work(*args, **kwargs)
        return last[1]

    return remember


class Loop:
    """The page: its visit, and the document that shows it.

    All calls from the browser go through :meth:`guarded`. An exception then opens a panel with an explanation, a way
    back, and a report, instead of leaving a dead page.
    """

    def __init__(self, words: Words, visit: Visit, texts: SavedTexts) -> None:
        """Begin with a visit; :meth:`redraw` shows it."""
        self.words = words
        self.update = remember_last(update)
        self._view = remember_last(lambda visit: view(self.words, visit))
        self._ghost_view = remember_last(_ghost_view)
        self.visit = self.shown = visit
        self._wanted = wanted(visit)
        self.texts = texts
        self.root = document.getElementById("app")
        self.effects = EffectRunner(self)
        self.history = BrowserHistory(self)
        self.focus = FocusKeeper()
        self.by_mouse = False
        self.under_finger: list[Any] = []
        self._busy = False
        self._name = self._title = self._call = ""
        self._mounted: Mounted | None = None
        self._ghost: Mounted | None = None
        self._expected: m.Message | None = None
        self._due = EffectQueue(self.effects.carry_out, self._answered)
        self._after_frame = self.proxy(self.draw_now)
        self._foresight = self.proxy(self._foresee)

    def guarded(self, work: Callable[_Parameters, object]) -> Callable[_Parameters, None]:
        """Return a function that the browser can call: its exceptions open the fault panel."""

        def run(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> None:
            try:
                work(*args, **kwargs)
            except Exception:  # noqa: BLE001 - after any exception, the player needs a way back
                self._busy = False
                self.root.removeAttribute("data-busy")
                cartographers.fault(traceback.format_exc())

        return run

    def proxy(self, work: Callable[_Parameters, object]) -> Any:
        """Return a guarded function as a proxy for the browser."""
        return create_proxy(self.guarded(work))

    def missing_file(self, message: Callable[[], m.Message]) -> Any:
        """Return a proxy for a missing file (web/files.js): it reports a newer version, if any, and sends a message."""

        def failed(why: Any) -> None:
            if why.newer:
                self.send(m.NewerVersionReady())
            self.send(message())

        return self.proxy(failed)

    # ------------------------------------------------------------------- from a message to the document

    def send(self, message: m.Message) -> None:
        """Update the visit with a message: save first, then move the ghost, then draw everything else.

        Players notice the first frame, so the ghost is in it. The edicts' stars follow one frame later.
        """
        if isinstance(message, LOOK_BEFORE):
            self.read_saves()
        elif isinstance(message, OPENING):
            self._check_day()
        before = self.visit
        after, once, _ = self.update(before, message)
        if after == before and not once:
            return
        held, self._wanted = self._wanted, wanted(after)
        self.visit = after
        self._due.add((*changes(held, self._wanted), *once))
        self.history.follow()
        self._show_ghost(before, self.visit)
        self.draw_soon()

    def _answered(self, message: m.Message) -> bool:
        """Send the answer to an effect, and return whether the older effects still count.

        They don't if the game continues in another tab, because the ply that caused them wasn't saved.
        """
        self.send(message)
        return not self.visit.is_continued_elsewhere

    def read_saves(self) -> None:
        """Read the saved games again: while this tab was asleep, it didn't hear about changes by other tabs."""
        if self.texts.is_erased:  # by another tab
            if not document.hidden:  # or else both would reload at once, and Chromium sometimes crashes if they write
                window.location.reload()
            return
        found = self.texts.read(self.texts.place)
        if found != self.visit.memory.shelf.device_text:
            self.send(m.GameReplaced(found))
        self._look_at_days()

    def save_doors(self) -> None:
        """Save the buttons of the start screen, which the next visit shows before Python runs."""
        visit = self.visit
        memory = visit.memory
        has_doors = memory.shelf.text or memory.days.runs or memory.printed.text or self.texts.read(DOORS)
        if has_doors and not visit.page.link.embedded:
            self.effects.carry_out(SaveNote(DOORS, next_doors(self.words, visit)))

    def check_clock(self, _: object = None) -> None:
        """Check the clock: the time on the start screen, which shows the time left, and elsewhere only the day."""
        if isinstance(self.visit.screen, Start):
            self._look_at_days()
        else:
            self._check_day()

    def _check_day(self) -> None:
        """Check whether a new day has begun. Within a day, this sends nothing, so a foreseen update stays valid."""
        if today()[0] != self.visit.page.clock.day.isoformat():
            self._look_at_days()

    def _look_at_days(self) -> None:
        """Check the clock and the saved runs of daily games."""
        self.send(m.DailyRunsRead(self.texts.read(DAYS), *today()))

    def _show_ghost(self, before: Visit, after: Visit) -> None:
        """Show a ghost that has moved or rotated in an otherwise unchanged game."""
        old, new = playing_in(before.screen), playing_in(after.screen)
        if not old or not new:
            return
        if new.ghost is not old.ghost and new.game is old.game and new.stage.scene is old.stage.scene:
            ghost = self._ghost_view(new)
            if self._ghost and ghost:
                self._ghost.show(ghost)

    def animate_ghost(self, keyframes: Any, milliseconds: int) -> None:
        """Animate a rotation or a flip of the ghost."""
        if self._ghost:
            self._ghost.node.animate(keyframes, milliseconds)

    def draw_soon(self) -> None:
        """Draw the visit after the next frame."""
        if not self._busy:
            cartographers.afterFrame(self._after_frame)
            self._busy = True
            self.root.setAttribute("data-busy", "")  # aria-busy would mute the live region

    def draw_now(self, _: object = None) -> None:
        """Draw the visit now, and carry out the effects that waited for it."""
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
                # A caret outlives its field, and after each touch the browser would search the whole map for it.
                selection = window.getSelection()
                if selection:  # Firefox has none in a hidden frame
                    selection.removeAllRanges()
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
        screen = playing_in(visit.screen)
        has_ghost = screen and screen.ghost
        self._ghost = (self._mounted.held("lifted") or self._mounted.find("lifted")) if has_ghost else None

    def view(self, visit: Visit) -> Element:
        """Return the view of a visit; it doesn't depend on whether the game has been saved yet."""
        memory = replace(visit.memory, shelf=replace(visit.memory.shelf, device_text=""))
        return self._view(replace(visit, memory=memory))

    def _entitle(self, visit: Visit) -> None:
        """Set the document's title: the screen's own, or the title that alerts the player."""
        self._name = title(self.words, visit)
        new = self._call or self._name or str(cartographers.say("title"))
        if new != self._title:
            self._title = document.title = new

    def alert_player(self, text: str) -> None:
        """Replace the title to alert a player in another tab; an empty string restores it."""
        self._call = text
        self._entitle(self.shown)

    def show_fragment(self, fragment: str) -> None:
        """Set the fragment of the page's address, by which a reload finds a room again."""
        self.history.show_fragment(fragment)

    def switch_language(self, text: str, *parts: str) -> None:
        """Switch to another language, given its texts for the start and for later parts; English needs none."""
        self.words = words_in(text)
        for part in filter(None, parts):
            self.words.update(json.loads(part))
        self.history.keep_address()
        self.send(m.LanguageFetched(cartographers.language))
        self.redraw()

    # ------------------------------------------------------------------- ahead of the player

    def foresee(self, message: m.Message) -> None:
        """Work out the result of a message after the next frame, while the finger is still down."""
        self._expected = message
        cartographers.afterFrame(self._foresight)

    def forget_foreseen(self) -> None:
        """Stop expecting a message: it has arrived, or won't."""
        self._expected = None

    def _foresee(self, _: object) -> None:
        """Compute the visit and the view after the expected message, so that they are ready when it arrives."""
        if self._expected:
            after = self.update(self.visit, self._expected).visit
            screen = playing_in(after.screen)
            if screen:
                self._ghost_view(screen)
            self.view(after)

    # ------------------------------------------------------------------- after a fault

    def redraw(self) -> None:
        """Draw the whole page again from its visit.

        Its running effects start again, and a lasting effect that a fault interrupted is tried again.
        """
        self._mounted = None
        self._title = ""  # a script sets the title when the language changes
        self.shown = self.visit
        self._mount(self.visit)
        self.history.follow()
        failed = self._due.after_fault()
        self._due.add([effect for name, effect in self._wanted.items() if name in RUNNING_EFFECTS or effect in failed])
        self.effects.after_drawing()

    def draw_start(self) -> None:
        """Draw the start screen from scratch."""
        self.visit = update(self.visit, m.Go("start")).visit
        self._wanted = wanted(self.visit)
        self.redraw()

    def report(self) -> str:
        """Return the text of a report about the visit."""
        return report(self.visit)

    def step(self) -> None:
        """Advance the screen by one step."""
        self.send(m.Step())


def words_in(text: str) -> Words:
    """Return the texts in the content of a language's file; for English, the content is empty."""
    return Words(json.loads(text) if text else english_catalog())


def _ghost_view(screen: Playing) -> Element | None:
    return ghost_view(screen.board)


def _plies(visit: Visit) -> int:
    screen = playing_in(visit.screen)
    return len(screen.game.plies) if screen else -2
