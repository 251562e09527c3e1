"""Turns touch, mouse, and wheel events into messages."""

from __future__ import annotations

import codecs
import math
from contextlib import suppress
from typing import Any

from js import window
from pyodide.ffi import create_once_callable

from app import messages as m
from app.game.shelf import MAX_FILE_SIZE
from app.page.notice import Notice
from app.screens.play.screen import playing_in
from browser import swipes
from browser.loop import Loop
from browser.scripts import cartographers
from browser.wheel import Wheel

#: Pixels that a finger may move before a tap becomes a drag.
_SLOP = 8
#: The number of the button that a pen's other end presses: it erases.
_ERASER = 5
#: Messages that a double click or double tap sends only once.
_SENT_ONCE = m.Confirm | m.Proceed
#: The message with a file's text, by the name of the field.
_FILES = {"games": m.ImportGames, "link": m.FollowLink, "handed": m.HandInMessage}
#: Maximum milliseconds and pixels between the two taps of a double tap.
_DOUBLE, _NEAR = 300, 40


class Gestures:
    """The listeners for pointers, clicks, fields, and the wheel."""

    def __init__(self, loop: Loop) -> None:
        """Send messages to a loop."""
        self.loop = loop
        #: The pointer that is down.
        self.pointer: Pointer | None = None
        #: The swipe that paints a map.
        self.swipe: swipes.Swipe | None = None
        #: The pointers whose presses have no effect, because a pen is down.
        self.palms: set[int] = set()
        #: The time and place at which a pointer was last lifted.
        self.lifted = -math.inf, 0.0, 0.0
        #: True if that pointer's release has been answered, so its click must not be.
        self.answered = False
        self.wheel = Wheel()

    def clicked(self, event: Any) -> None:
        """Press the clicked control. A click outside an open panel closes it, a click inside doesn't.

        A click is ignored if the release of its pointer has been answered already. Keyboards and screen readers click
        without a pointer.
        """
        by_pointer = bool(event.detail)
        if by_pointer and self.answered and event.timeStamp - self.lifted[0] < _DOUBLE:
            return
        space = _space(event)
        if space is not None:
            self.loop.send(m.Tap(space))
        control = event.target.closest("[data-do]")
        inside_panel = control and control.classList.contains("veil") and not control.isSameNode(event.target)
        if control and not inside_panel:
            by_mouse = by_pointer and getattr(event, "pointerType", "mouse") == "mouse"
            self._press(control, again=event.detail > 1, by_mouse=by_mouse)

    def _press(self, control: Any, *, again: bool, by_mouse: bool) -> None:
        """Send the message of a control unless it is disabled. A double click never draws a second shape."""
        message = m.read_command(control.getAttribute("data-do"))
        if control.getAttribute("aria-disabled") != "true" and not (again and isinstance(message, _SENT_ONCE)):
            control.classList.add("pressed")
            self.loop.under_finger.append(control)
            self.loop.by_mouse = by_mouse
            self.loop.send(message)
            self.loop.draw_soon()

    def typed(self, event: Any) -> None:
        """Send the new value of a field: typed text, a slider's number, or the text of a file."""
        name, value = event.target.name, event.target.value
        if event.target.type == "file":
            self._read(event.target)
            return
        self.loop.send(m.read_command(f"{name} {value}") if event.target.type == "range" else m.TypeText(name, value))

    def _read(self, field: Any) -> None:
        """Read the chosen file unless it is too large, and clear the field so that it can be chosen again."""
        message = _FILES[field.name]

        def send(content: Any = None) -> None:
            if content is None:
                self.loop.send(m.Refused(Notice.UNREADABLE_FILE))
            else:
                self.loop.send(message(_decoded(content.to_bytes())))

        if field.files.length:
            file = field.files.item(0)
            field.value = ""
            if file.size > MAX_FILE_SIZE:
                self.loop.send(m.Refused(Notice.LARGE_FILE))
            else:
                cartographers.read(file, create_once_callable(self.loop.guarded(send)))

    def pressed(self, event: Any) -> None:
        """Begin a tap or a drag, and work out its result in advance. A press elsewhere ends animations."""
        paints = self.loop.visit.screen.controls(self.loop.visit).paints
        if not event.isPrimary or event.button not in ({0, _ERASER} if paints else {0}) or self._is_palm(event):
            return
        space, control = _space(event), event.target.closest(".game [data-do]")
        by_mouse = event.pointerType == "mouse"
        if space is not None:
            with suppress(Exception):  # the pointer may be gone already
                event.target.setPointerCapture(event.pointerId)  # it may be lifted outside the map
        if space is not None and paints:
            self._paint(event, space)
            return
        if space is not None:
            self.loop.foresee(m.Tap(space, mouse=by_mouse))
        elif control:
            self.loop.foresee(m.read_command(control.getAttribute("data-do")))
        else:
            if not self.loop.visit.dialog:  # an open panel pauses animations
                self.loop.send(m.SkipAnimation())
            return
        if space is not None or not (by_mouse or _scrolls(control)):  # otherwise, a click will follow
            self.pointer = Pointer(event, space, control)

    def _is_palm(self, event: Any) -> bool:
        """Return whether a pointer that goes down beside a pen is a palm, and undo what a palm did before its pen.

        A pointer without a capture was released, even if no browser said so.
        """
        before = self.swipe or self.pointer
        if before is None or before.kind == event.pointerType or not before.target.hasPointerCapture(before.id):
            return False
        palm = event.pointerId if before.kind == "pen" else before.id
        self.palms.add(palm)
        self._cancel(palm)
        return bool(palm == event.pointerId)

    def _paint(self, event: Any, space: int) -> None:
        """Begin a swipe on a map that the player paints."""
        self.swipe = swipes.Swipe(self.loop, event, space, erases=event.button == _ERASER)

    def moved(self, event: Any) -> None:
        """Paint, drag the ghost, or move it with a mouse whose button isn't pressed."""
        if self.swipe:
            if event.pointerId == self.swipe.id:
                self.swipe.moved(event)
            return
        pointer = self.pointer
        if pointer is None:
            space = _space(event) if event.pointerType == "mouse" else None
            if space is not None:
                self.loop.send(m.Hover(space))
        elif event.pointerId == pointer.id and pointer.space is not None:
            rows, columns = pointer.drag(event)
            if rows or columns:
                self.loop.send(m.Move(rows, columns))

    def _forget_palm(self, event: Any) -> None:
        if event.pointerId in self.palms:  # set.discard comes with Python's second half
            self.palms.remove(event.pointerId)

    def released(self, event: Any) -> None:
        """End a swipe or a drag, or answer a tap without waiting for its click.

        The click of a tap comes late, because the browser first simulates mouse movement. On a screen that scrolls,
        only the browser knows whether the tap was meant to stop the scrolling, so there we wait for the click.
        """
        self.loop.forget_foreseen()
        before, x, y = self.lifted
        self.lifted = event.timeStamp, event.clientX, event.clientY
        self.answered = event.pointerId in self.palms
        self._forget_palm(event)
        by_mouse = event.pointerType == "mouse"
        if self.swipe and self.swipe.id == event.pointerId:
            self.swipe, self.answered = None, True
            return
        pointer = self.pointer
        if not pointer or pointer.id != event.pointerId:
            return
        self.pointer = None
        if pointer.space is not None:
            self.answered = True
            if not pointer.dragging:
                self.loop.send(m.Tap(pointer.space, mouse=by_mouse))
        elif pointer.is_over(event):
            self.answered = True
            again = event.timeStamp - before < _DOUBLE and math.dist((x, y), self.lifted[1:]) < _NEAR
            self._press(pointer.control, again=again, by_mouse=False)

    def touch_ended(self, event: Any) -> None:
        """Prevent the click of a tap that has been answered."""
        if self.answered and event.cancelable:
            event.preventDefault()

    def cancelled(self, event: Any) -> None:
        """Undo a drag or a swipe that the browser has recognized as a scroll, a pinch, or a palm."""
        self.loop.forget_foreseen()
        self._forget_palm(event)
        self._cancel(event.pointerId)

    def _cancel(self, number: int) -> None:
        """Undo the drag or the swipe of a pointer, if it is down."""
        if self.swipe and self.swipe.id == number:
            self.swipe.cancelled()
            self.swipe = None
            return
        pointer = self.pointer
        if pointer and pointer.id == number:
            self.pointer = None
            if pointer.rows or pointer.columns:
                self.loop.send(m.Move(-pointer.rows, -pointer.columns))

    def wheeled(self, event: Any) -> None:
        """Rotate the ghost at each notch of a wheel, or once for a stroke on a trackpad. Ctrl zooms instead."""
        screen = playing_in(self.loop.visit.screen)
        if _space(event) is None or not screen or not screen.ghost or event.ctrlKey:
            return
        event.preventDefault()
        quarters = self.wheel.turn(event.deltaY, event.deltaMode, event.timeStamp)
        if quarters:
            self.loop.send(m.Rotate(quarters))


class Pointer:
    """A pointer that is down on a control or a space, and the distance that it has dragged the ghost."""

    def __init__(self, event: Any, space: int | None, control: Any) -> None:
        """Remember the place where it went down."""
        self.id, self.kind, self.target = event.pointerId, event.pointerType, event.target
        self.x, self.y = event.clientX, event.clientY
        self.space = space
        self.control = control
        self.dragging = False
        self.rows = self.columns = 0
        box = (control or event.target).getBoundingClientRect()
        self.left, self.right, self.top, self.bottom = box.left, box.right, box.top, box.bottom
        self.size = self.right - self.left

    def is_over(self, event: Any) -> bool:
        """Return whether the pressed control still exists and the pointer is still on it."""
        inside = self.left <= event.clientX < self.right and self.top <= event.clientY < self.bottom
        return inside and bool(self.control.isConnected)

    def drag(self, event: Any) -> tuple[int, int]:
        """Return the number of rows and columns that the ghost must move to keep up with the pointer."""
        right, down = event.clientX - self.x, event.clientY - self.y
        self.dragging = self.dragging or max(abs(right), abs(down)) > _SLOP
        if not self.dragging:
            return 0, 0
        rows, columns = round(down / self.size), round(right / self.size)
        moved = rows - self.rows, columns - self.columns
        self.rows, self.columns = rows, columns
        return moved


def _decoded(content: bytes) -> str:
    """Return the text of a file in UTF-8, or in UTF-16 if it begins with the mark that editors write."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return codecs.utf_16_decode(content, "replace", True)[0]  # noqa: FBT003 - True: these are all bytes
    return content.decode("utf-8", "replace").removeprefix("\ufeff")


def _scrolls(control: Any) -> bool:
    """Return whether the game around a control scrolls, as it does in small windows."""
    game = control.closest(".game")
    return window.getComputedStyle(game).overflowY == "auto" and bool(game.scrollHeight > game.clientHeight)


def _space(event: Any) -> int | None:
    """Return the space under a pointer, or None off the map."""
    space = event.target.getAttribute("data-space")
    return int(space) if space else None
