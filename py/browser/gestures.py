"""Fingers, mouse and wheel, as messages."""

from __future__ import annotations

import math
from typing import Any

from js import window
from pyodide.ffi import create_once_callable

from app.game.shelf import LARGEST_FILE
from app.messages import (
    Confirm,
    FileRefused,
    Finish,
    Follow,
    HandIn,
    Hover,
    ImportGames,
    Move,
    Proceed,
    Tap,
    Turn,
    Type,
    read_command,
)
from app.notice import Notice
from app.screens.play.screen import in_play
from browser.loop import Loop
from browser.scripts import cartographers

#: Pixels that a finger may slip before a tap is a drag.
_SLOP = 8
#: How far a wheel turns in one notch, in its own pixels.
_NOTCH = 40
#: Messages that the second press of a double click or double tap does not send again.
_ONCE = Confirm | Proceed
#: Message with the text of a file, by the name of the field.
_FILES = {"games": ImportGames, "link": Follow, "handed": HandIn}
#: Two taps are a double tap within so many milliseconds, and as many pixels of each other.
_DOUBLE, _NEAR = 300, 40


class Gestures:
    """The pointer that is down, and what it has done so far."""

    def __init__(self, loop: Loop) -> None:
        """Send what is meant to a loop."""
        self.loop = loop
        self.pointer: Pointer | None = None
        self.lifted = -math.inf, 0.0, 0.0
        self.answered = False
        self.wheel = 0.0

    def clicked(self, event: Any) -> None:
        """Press the control that was clicked; a click beside a panel closes it, one inside does not.

        A click is passed over when its pointer was answered on being lifted. Keys and screen readers click without a
        pointer.
        """
        by_pointer = bool(event.detail)
        if by_pointer and self.answered and event.timeStamp - self.lifted[0] < _DOUBLE:
            return
        space = _space(event)
        if space is not None:
            self.loop.send(Tap(space))
        control = event.target.closest("[data-do]")
        inside_panel = control and control.classList.contains("veil") and not control.isSameNode(event.target)
        if control and not inside_panel:
            by_mouse = by_pointer and getattr(event, "pointerType", "mouse") == "mouse"
            self._press(control, again=event.detail > 1, by_mouse=by_mouse)

    def _press(self, control: Any, *, again: bool, by_mouse: bool) -> None:
        """Send the message of a control, if it has one now; twice in a row draws no second shape."""
        message = read_command(control.getAttribute("data-do"))
        if control.getAttribute("aria-disabled") != "true" and not (again and isinstance(message, _ONCE)):
            control.classList.add("pressed")
            self.loop.under_finger.append(control)
            self.loop.by_mouse = by_mouse
            self.loop.send(message)
            self.loop.soon()

    def typed(self, event: Any) -> None:
        """Take what a field reads; a slider sends a message with its number, a file one with its text."""
        name, value = event.target.name, event.target.value
        if event.target.type == "file":
            self._read(event.target)
            return
        self.loop.send(read_command(f"{name} {value}") if event.target.type == "range" else Type(name, value))

    def _read(self, field: Any) -> None:
        """Read the file that the player has chosen, unless it is too large; the player may choose it again."""
        message = _FILES[field.name]

        def send(content: Any = None) -> None:
            if content is None:
                self.loop.send(FileRefused(Notice.UNREADABLE_FILE))
            else:
                self.loop.send(message(content.to_bytes().decode("utf-8", "replace").removeprefix("\ufeff")))

        if field.files.length:
            file = field.files.item(0)
            field.value = ""
            if file.size > LARGEST_FILE:
                self.loop.send(FileRefused(Notice.LARGE_FILE))
            else:
                cartographers.read(file, create_once_callable(self.loop.guarded(send)))

    def pressed(self, event: Any) -> None:
        """Begin a tap or a drag on the map, or a tap on a control, and foresee it; elsewhere, end what moves."""
        if not event.isPrimary or event.button != 0:
            return
        space, control = _space(event), event.target.closest(".game [data-do]")
        by_mouse = event.pointerType == "mouse"
        if space is not None:
            self.loop.foresee(Tap(space, mouse=by_mouse))
            event.target.setPointerCapture(event.pointerId)  # it may be lifted outside of the map
        elif control:
            self.loop.foresee(read_command(control.getAttribute("data-do")))
        else:
            if not self.loop.visit.dialog:  # a panel holds up what moves
                self.loop.send(Finish())
            return
        if space is not None or not (by_mouse or _scrolls(control)):  # else its click is waited for
            self.pointer = Pointer(event, space, control)

    def moved(self, event: Any) -> None:
        """Drag the ghost, or let it follow a mouse whose button is up."""
        pointer = self.pointer
        if pointer is None:
            space = _space(event) if event.pointerType == "mouse" else None
            if space is not None:
                self.loop.send(Hover(space))
        elif event.pointerId == pointer.id and pointer.space is not None:
            rows, columns = pointer.drag(event)
            if rows or columns:
                self.loop.send(Move(rows, columns))

    def released(self, event: Any) -> None:
        """End a drag, or answer a tap at once.

        A tap's click would come late, because the browser first moves a mouse there that does not exist. On a screen
        that scrolls only the browser knows whether the finger meant to stop it, so there the click is waited for.
        """
        self.loop.forget()
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
                self.loop.send(Tap(pointer.space, mouse=by_mouse))
        elif pointer.is_over(event):
            self.answered = True
            again = event.timeStamp - before < _DOUBLE and math.dist((x, y), self.lifted[1:]) < _NEAR
            self._press(pointer.control, again=again, by_mouse=False)

    def touch_ended(self, event: Any) -> None:
        """Keep the browser from making a click of a tap that has been answered."""
        if self.answered and event.cancelable:
            event.preventDefault()

    def cancelled(self, event: Any) -> None:
        """Take a drag back that the browser has recognised as a scroll or a pinch."""
        self.loop.forget()
        pointer = self.pointer
        if pointer and pointer.id == event.pointerId:
            self.pointer = None
            if pointer.space is not None:
                self.loop.send(Move(-pointer.rows, -pointer.columns))

    def wheeled(self, event: Any) -> None:
        """Turn the ghost by a notch of a wheel, or as much of a track pad; with Ctrl the wheel is a zoom."""
        screen = in_play(self.loop.visit.screen)
        if _space(event) is None or not screen or not screen.ghost or event.ctrlKey:
            return
        event.preventDefault()
        self.wheel += event.deltaY * (_NOTCH if event.deltaMode else 1)
        if abs(self.wheel) >= _NOTCH:
            self.loop.send(Turn(1 if self.wheel > 0 else -1))
            self.wheel = 0.0


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


def _scrolls(control: Any) -> bool:
    """Tell whether the game around a control scrolls, which it does in small windows."""
    game = control.closest(".game")
    return window.getComputedStyle(game).overflowY == "auto" and bool(game.scrollHeight > game.clientHeight)


def _space(event: Any) -> int | None:
    """Return the space under a pointer, or ``None`` where there is none."""
    space = event.target.getAttribute("data-space")
    return int(space) if space else None
