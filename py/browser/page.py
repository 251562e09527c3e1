"""The page alive: events in, messages to ``update``, the new ``view`` out, the game kept after every ply."""

from __future__ import annotations

import gc
import json
import math
from collections.abc import Callable
from functools import partial
from typing import Any, ParamSpec, TypeVar

from js import document, window
from pyodide.ffi import create_proxy
from pyscript import when

from app.commands import key_command, message
from app.feedback import Feedback, feedback
from app.game_view import ghost_view
from app.link import Link, link_of
from app.model import CurtainScene, Flip, Hover, Message, Model, Move, Newer, Reload, Step, Tap, Turn, Type
from app.preferences import read_preferences
from app.text import Words
from app.update import save_text, update
from app.update import start as first_model
from app.view import view
from browser.ahead import read
from browser.mount import Mounted, mount
from browser.sound import Sounds

_SAVE = "cartographers.game"
_PREFERENCES = "cartographers.preferences"
_SEED_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"
_SEED_LENGTH = 8
#: Pixels that a finger may slip before a tap is a drag.
_SLOP = 8
#: How far a wheel turns in one notch, in its own pixels.
_NOTCH = 40
#: Commands that the second press of a double click or double tap does not give again.
_ONCE = frozenset({"confirm", "proceed"})
#: Two taps are a double tap within so many milliseconds, and as many pixels of each other.
_DOUBLE, _NEAR = 300, 40
#: Milliseconds between two places of a walking ambush, and of its whole way at most.
_STEP, _WALK = 90, 1200
#: Milliseconds for each thing that a season counts, and for each ply of a replay.
_COUNT, _PLY = 700, 1500
#: How a ghost is seen to be turned by quarters, or flipped by none, and for how many milliseconds.
_TURNS = {
    1: [{"rotate": "-90deg", "easing": "ease-out"}, {"rotate": "0deg"}],
    -1: [{"rotate": "90deg", "easing": "ease-out"}, {"rotate": "0deg"}],
    0: [{"scale": "-1 1", "easing": "ease-out"}, {"scale": "1 1"}],
}
_TURNING = 160
#: So many new objects may gather before garbage is looked for. Views hold no cycles, and go without being looked for.
_SELDOM = 50_000


_Asked = ParamSpec("_Asked")
_Answer = TypeVar("_Answer")


def remembered(work: Callable[_Asked, _Answer]) -> Callable[_Asked, _Answer]:
    """Return a pure function that need not work when it is asked the same again as the last time."""
    last: tuple[object, _Answer] | None = None

    def remember(*asked: _Asked.args, **named: _Asked.kwargs) -> _Answer:
        nonlocal last
        if last is None or last[0] != (asked, named):
            last = (asked, named), work(*asked, **named)
        return last[1]

    return remember


class Page:
    """The one page: its model, what the document shows of it, and the pointer that is down."""

    def __init__(self, words: Words, link: Link) -> None:
        """Show the first model in place of what the build has printed."""
        self.update = remembered(update)
        self.view = remembered(partial(view, words))
        self.ghost_view = remembered(ghost_view)
        self.save = _SAVE + link.kept_under
        self.saved = _kept(self.save)
        preferences = read_preferences(_kept(_PREFERENCES))
        self.model = self.shown = first_model(_fresh_seed(), self.saved, preferences, link)
        self.sounds = Sounds()
        self.turns = {quarters: window.JSON.parse(json.dumps(frames)) for quarters, frames in _TURNS.items()}
        self.still = window.matchMedia("(prefers-reduced-motion: reduce)")
        self.mounted = mount(self.view(self.model))
        self.root = document.getElementById("app")
        self.root.replaceChildren(self.mounted.node)
        self.ghost: Mounted | None = None
        self.pointer: Pointer | None = None
        self.wheel = 0.0
        self.timer = 0
        self.busy = self.by_mouse = self.answered = False
        self.lifted = -math.inf, 0.0, 0.0
        self.under_finger: list[Any] = []
        self.tick = create_proxy(self._tick)
        self.after_frame = create_proxy(self.show)
        self.coming: Message | None = None
        self.foresight = create_proxy(self._foresee)

    def send(self, sent: Message) -> None:
        """Give the model a message. The ghost answers at once, everything else when the browser has painted that.

        A tap is felt to be slow when the first frame after it comes late, not when the edicts' stars come one later.
        """
        if isinstance(sent, Reload):
            window.cartographersOffline.reload()
        before = self.model
        after = self.update(before, sent)
        if after.scene is not before.scene and self.still.matches:
            while after.moving and not after.replay:
                after = update(after, Step())
        if after == before:
            return
        self.model = after
        self._sound(before, after)
        if after.ghost is not before.ghost and after.game is before.game and after.scene is before.scene:
            ghost = self.ghost_view(after)
            if self.ghost and ghost:
                self.ghost.show(ghost)
                if isinstance(sent, Turn | Flip) and not self.still.matches:
                    self.ghost.node.animate(self.turns[sent.quarters if isinstance(sent, Turn) else 0], _TURNING)
        self._soon()

    def _sound(self, before: Model, after: Model) -> None:
        """Let be heard and felt what has happened, as far as that is preferred."""
        preferences = after.preferences
        if preferences.sound == preferences.vibration == "off":
            return
        heard = feedback(before, after) if preferences == before.preferences else Feedback.TURNED
        if heard and preferences.sound == "on":
            self.sounds.play(heard)
        if heard and preferences.vibration == "on":
            self.sounds.vibrate(heard)

    def _soon(self) -> None:
        """Let the document show the model after the next frame."""
        if not self.busy:
            self.busy = True
            self.root.setAttribute("aria-busy", "true")
            window.cartographersBoot.afterFrame(self.after_frame)

    def show(self, _: object = None) -> None:
        """Make the document show the model, and keep the game; both only if they have changed."""
        before, now = self.shown, self.model
        self.busy = False
        self.root.removeAttribute("aria-busy")
        while self.under_finger:
            self.under_finger.pop().classList.remove("pressed")
        if now is not before:
            self.shown = now
            grown = before.game and now.game and len(now.game.plies) == len(before.game.plies) + 1
            self.root.classList.toggle("drawn", bool(grown))
            self.mounted = self.mounted.show(self.view(now))
            self.ghost = (self.mounted.held("lifted") or self.mounted.find("lifted")) if now.ghost else None
            if before.setting_up and not now.setting_up:
                # A caret stays where a field was, and its place is looked for after each touch, all over the map.
                window.getSelection().removeAllRanges()
            if now.game is not before.game or now.seen != before.seen:
                self._save(save_text(now))
            if now.preferences != before.preferences:
                _keep(_PREFERENCES, str(now.preferences))
                window.cartographersTheme(now.preferences.theme)
            if now.scene is not before.scene:
                self._wait()
        self._focus(before, now)

    def _save(self, text: str) -> None:
        """Keep the text of a game, if it is another than the one that is kept."""
        if text != self.saved:
            self.saved = text
            _keep(self.save, text)

    def _focus(self, before: Model, now: Model) -> None:
        """Put the focus where it is needed: into a new dialog, on an error, or where Enter goes on with the game.

        There it goes when its control is gone, or was pressed by a mouse: to the map, where Enter confirms; behind a
        curtain, to the button that lifts it.
        """
        if now.dialog.value and now.dialog is not before.dialog:
            document.querySelector(".dialog").focus()
        elif now.setup.seed_error and not before.setup.seed_error:
            document.getElementById("seed").focus()
            document.getElementById("seed-note").scrollIntoView(False)  # noqa: FBT003 - the browser's way to say bottom
        elif now.game is not None and not now.dialog.value and (self.by_mouse or _focus_is_lost()):
            curtained = isinstance(now.scene, CurtainScene)
            # In a frame, it need not be wholly in sight.
            document.querySelector(".curtain .confirm" if curtained else ".spaces").focus(preventScroll=True)
        self.by_mouse = False

    def command(self, text: str) -> None:
        """Send the message of a command."""
        self.send(message(text, _fresh_seed))

    def newer(self) -> None:
        """Tell that a newer version of the page is ready."""
        self.send(Newer())

    def _wait(self) -> None:
        """Let the scene on the page go on by itself, as long as it does."""
        window.clearTimeout(self.timer)
        if self.model.moving:
            if self.model.walking:
                pause = min(_STEP, _WALK // self.model.steps)
            else:
                pause = _PLY if self.model.replay else _COUNT
            self.timer = window.setTimeout(self.tick, pause)

    def _tick(self) -> None:
        self.send(Step())
        self._wait()

    def clicked(self, event: Any) -> None:
        """Give the command of the control that was pressed; a press beside a dialog closes it, one inside does not.

        The click of a pointer that was answered when it was lifted is passed over; that leaves for the map those which
        no pointer has made, but a screen reader.
        """
        if self.answered and event.timeStamp - self.lifted[0] < _DOUBLE:
            return
        space = _space(event)
        if space is not None:
            self.send(Tap(space))
        control = event.target.closest("[data-do]")
        inside_dialog = control and control.classList.contains("veil") and not control.isSameNode(event.target)
        if control and not inside_dialog:
            by_mouse = bool(event.detail) and getattr(event, "pointerType", "mouse") == "mouse"
            self._press(control, again=event.detail > 1, by_mouse=by_mouse)

    def _press(self, control: Any, *, again: bool, by_mouse: bool) -> None:
        """Give the command of a control, if it has one now; twice in a row draws no second shape."""
        command = control.getAttribute("data-do")
        if control.getAttribute("aria-disabled") != "true" and not (again and command in _ONCE):
            control.classList.add("pressed")
            self.under_finger.append(control)
            self.by_mouse = by_mouse
            self.command(command)
            self._soon()

    def typed(self, event: Any) -> None:
        """Take what a field reads; a slider is a command with a number."""
        name, value = event.target.name, event.target.value
        if event.target.type == "range":
            self.command(f"{name} {value}")
        else:
            self.send(Type(name, value))

    def pressed(self, event: Any) -> None:
        """Begin a tap or a drag on the map, or a tap on a control; work out what it would show before it is over."""
        if not event.isPrimary or event.button != 0:
            return
        space, control = _space(event), event.target.closest(".game [data-do]")
        by_mouse = event.pointerType == "mouse"
        if space is not None:
            self.coming = Tap(space, mouse=by_mouse)
            event.target.setPointerCapture(event.pointerId)  # it may be released outside of the map
        elif control:
            self.coming = message(control.getAttribute("data-do"), _fresh_seed)
        else:
            return
        if not by_mouse or space is not None:  # a control waits for the click of a mouse
            self.pointer = Pointer(event, space, control)
        window.cartographersBoot.afterFrame(self.foresight)

    def _foresee(self, _: object) -> None:
        """Let what comes next be remembered already when it comes, and the paths to it be warm."""
        if self.coming:
            after = self.update(self.model, self.coming)
            self.ghost_view(after)
            self.view(after)

    def moved(self, event: Any) -> None:
        """Drag the ghost, or let it follow a mouse whose button is up."""
        pointer = self.pointer
        if pointer is None:
            space = _space(event) if event.pointerType == "mouse" else None
            if space is not None:
                self.send(Hover(space))
        elif event.pointerId == pointer.id and pointer.space is not None:
            rows, columns = pointer.drag(event)
            if rows or columns:
                self.send(Move(rows, columns))

    def released(self, event: Any) -> None:
        """End a drag; what was none is a tap. A finger lifted from a control of a game has pressed it.

        Its click would be late: the browser first moves a mouse there that is not. Where a screen scrolls it is waited
        for all the same, for only the browser knows whether the finger meant to stop it.
        """
        self.coming = None
        before, x, y = self.lifted
        self.lifted = event.timeStamp, event.clientX, event.clientY
        self.answered = False
        by_mouse = event.pointerType == "mouse"
        pointer = self.pointer
        if not pointer or pointer.id != event.pointerId:
            return
        self.pointer = None
        if pointer.space is not None:
            self.answered = True
            if not pointer.dragging:
                self.send(Tap(pointer.space, mouse=by_mouse))
        elif pointer.is_over(event):
            self.answered = True
            again = event.timeStamp - before < _DOUBLE and math.dist((x, y), self.lifted[1:]) < _NEAR
            self._press(pointer.control, again=again, by_mouse=False)

    def touch_ended(self, event: Any) -> None:
        """Keep the browser from the work of making a click of a tap that has been answered."""
        if self.answered and event.cancelable:
            event.preventDefault()

    def cancelled(self, event: Any) -> None:
        """Take a drag back that the browser has recognised as a scroll or a pinch."""
        self.coming = None
        pointer = self.pointer
        if pointer and pointer.id == event.pointerId:
            self.pointer = None
            if pointer.space is not None:
                self.send(Move(-pointer.rows, -pointer.columns))

    def wheeled(self, event: Any) -> None:
        """Turn the ghost by a notch of a wheel, or as much of a track pad; with Ctrl the wheel is a zoom."""
        if _space(event) is None or not self.model.ghost or event.ctrlKey:
            return
        event.preventDefault()
        self.wheel += event.deltaY * (_NOTCH if event.deltaMode else 1)
        if abs(self.wheel) >= _NOTCH:
            self.command("turn 1" if self.wheel > 0 else "turn -1")
            self.wheel = 0.0

    def key_pressed(self, event: Any) -> None:
        """Give the command of a key, unless it belongs to the browser or to the control that has the focus."""
        if event.ctrlKey or event.metaKey or event.altKey:
            return
        control = event.target.closest("button, input, a")
        in_field = control and control.tagName == "INPUT" and control.type != "range"
        if event.repeat and not in_field and not event.key.startswith("Arrow") and event.key != "Tab":
            event.preventDefault()  # a key held down draws one shape, not many
        elif in_field and event.key == "Enter":
            event.preventDefault()  # or it would press the button that has the focus afterwards
            if not event.repeat:
                self._entered(event.target)
        elif not in_field and not (control and event.key in {"Enter", " "}):
            command = key_command(self.model, event.key)
            if command:
                event.preventDefault()
                self.command(command)

    def _entered(self, field: Any) -> None:
        """Go on to the next field; after the last one, the seed, begin."""
        fields = list(document.querySelectorAll("#app input"))
        place = next(number for number, other in enumerate(fields) if other.isSameNode(field))
        if place + 1 < len(fields):
            fields[place + 1].focus()
        else:
            self.command("begin")


class Pointer:
    """A pointer that is down on a control, or on a space of the map, and how far it has dragged the ghost."""

    def __init__(self, event: Any, space: int | None, control: Any) -> None:
        """Remember where it went down."""
        self.id = event.pointerId
        self.x, self.y = event.clientX, event.clientY
        self.space = space
        self.control = control
        self.dragging = False
        self.rows = self.columns = 0
        box = (control or event.target).getBoundingClientRect()
        self.left, self.right, self.top, self.bottom = box.left, box.right, box.top, box.bottom
        self.size = self.right - self.left

    def is_over(self, event: Any) -> bool:
        """Tell whether the control it went down on is still there, and the pointer still on it."""
        inside = self.left <= event.clientX < self.right and self.top <= event.clientY < self.bottom
        return inside and bool(self.control.isConnected)

    def drag(self, event: Any) -> tuple[int, int]:
        """Return by how many rows and columns the ghost has to move to keep up with the pointer."""
        right, down = event.clientX - self.x, event.clientY - self.y
        self.dragging = self.dragging or max(abs(right), abs(down)) > _SLOP
        if not self.dragging:
            return 0, 0
        rows, columns = round(down / self.size), round(right / self.size)
        moved = rows - self.rows, columns - self.columns
        self.rows, self.columns = rows, columns
        return moved


def start() -> None:
    """Bring the page to life; called once, when Python is there."""
    gc.freeze()  # what has been imported stays, and a tap need not wait while it is looked through for garbage
    gc.set_threshold(_SELDOM)
    gc.enable()
    link = link_of(window.location.search, window.Date.new().toISOString()[:10])
    page = Page(Words(json.loads(read("catalogue/en.json"))), link)
    for event, listener in {
        "click": page.clicked,
        "input": page.typed,
        "pointerdown": page.pressed,
        "pointermove": page.moved,
        "pointerup": page.released,
        "pointercancel": page.cancelled,
        "touchend": page.touch_ended,
        "wheel": page.wheeled,
    }.items():
        when(event, "#app")(listener)
    when("keydown", "body")(page.key_pressed)
    # Where the page is not painted it may never be again: a phone that is put away takes the game with it.
    when("visibilitychange", document)(lambda _: page.show())
    window.cartographersBoot.ready()
    for command in window.cartographersTapped():
        page.command(command)
    if not link.embedded:  # who reads a blog has not asked for megabytes to be kept
        window.cartographersOffline.start(create_proxy(page.newer))


def _focus_is_lost() -> bool:
    focused = document.activeElement
    return not focused or focused.isSameNode(document.body) or bool(focused.closest("[inert]"))


def _space(event: Any) -> int | None:
    """Return the space under a pointer, or ``None`` where there is none."""
    space = event.target.getAttribute("data-space")
    return int(space) if space else None


def _fresh_seed() -> str:
    numbers = window.crypto.getRandomValues(window.Uint32Array.new(_SEED_LENGTH)).to_py()
    return "".join(_SEED_SIGNS[number % len(_SEED_SIGNS)] for number in numbers)


def _kept(what: str) -> str:
    """Return what the browser keeps under a name; nothing where it denies storage."""
    try:
        return window.localStorage.getItem(what) or ""
    except Exception:  # noqa: BLE001 - the browser's SecurityError has no class of its own in Python
        return ""


def _keep(what: str, text: str) -> None:
    try:
        window.localStorage.setItem(what, text)
    except Exception as error:  # noqa: BLE001 - denied or full: the game goes on, unsaved
        print(f"{what} could not be saved: {error}")  # noqa: T201 - the browser's console
