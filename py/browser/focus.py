"""The keyboard focus and the scroll position when the screen changes."""

from __future__ import annotations

from typing import Any

from js import document

from app.visit import Visit


class FocusKeeper:
    """Moves the focus to a new screen's heading, or back to the control that led away; Back also scrolls back."""

    def __init__(self) -> None:
        """Start without a control to return to."""
        #: The control that had the focus when the open panel appeared.
        self._opener: Any = None
        #: The command of the control that opened each screen, by the depth of the screen with that control.
        self._openers: dict[int, str] = {}
        #: The scroll positions of each such screen.
        self._scrolled: dict[int, list[float]] = {}
        #: True if a control had the focus before the last change.
        self._had_focus = False

    def leave(self, before: Visit, now: Visit, pressed: Any, *, by_mouse: bool) -> None:
        """Remember the focus before the document changes; ``pressed`` is the control that was pressed, if any.

        In a game, the focus belongs on the map, and returns there after the mouse has pressed a control. While a game
        continues, nothing is remembered, because each question to the browser takes time.
        """
        opens_panel = now.dialog and not before.dialog
        opens_screen = len(now.screens_below) > len(before.screens_below)
        if now.screen.controls(now).rest and not (opens_panel or opens_screen):
            return
        focused = None if is_lost() else document.activeElement
        rests = before.screen.controls(before).rest
        control = None if by_mouse and rests else focused if rests else pressed or focused
        if opens_panel:
            self._opener = control
        if opens_screen:
            depth = len(before.screens_below)
            self._openers[depth] = str(control.getAttribute("data-do") or "") if control else ""
            self._scrolled[depth] = [box.scrollTop for box in _scrolling()]
        self._had_focus = focused is not None

    def arrive(self, before: Visit, now: Visit, *, is_new: bool, by_mouse: bool) -> None:
        """Move the focus after the document has changed. An effect focuses a new panel instead."""
        controls = now.screen.controls(now)
        if is_new:
            self._scroll_back(before, now)
        if now.dialog or now.is_continued_elsewhere:
            return
        if before.dialog and not is_new and not by_mouse and self._opener and self._opener.isConnected:
            _focus(self._opener)
        elif controls.rest:
            if by_mouse or is_lost():  # on the map, Enter continues the game
                _focus(document.querySelector(controls.rest))
        elif is_new:
            _focus(self._opener_of_last(before, now) or document.querySelector(f"#app {controls.heading}"))
        elif self._had_focus and is_lost():  # the control that had it is gone
            _focus(document.querySelector(f"#app {controls.heading}"))

    def _opener_of_last(self, before: Visit, now: Visit) -> Any:
        """Return the control that opened the screen that Back has just closed."""
        depth = len(now.screens_below)
        command = self._openers.pop(depth, "") if depth < len(before.screens_below) else ""
        return document.querySelector(f'#app [data-do="{command}"]') if command else None

    def _scroll_back(self, before: Visit, now: Visit) -> None:
        """Scroll the screen to which Back has returned to where the player left it."""
        depth = len(now.screens_below)
        left = before.screens_below[depth:]
        if left and type(left[0]) is type(now.screen):
            for box, top in zip(_scrolling(), self._scrolled.pop(depth, ()), strict=False):
                box.scrollTop = top


def _scrolling() -> list[Any]:
    """Return the elements of a screen that scroll: all of it, or in narrow windows only the part below its header."""
    return list(document.querySelectorAll("#app main, #app main > .form"))


def is_lost() -> bool:
    """Return whether nothing has the focus, or only an inert element."""
    focused = document.activeElement
    return not focused or focused.isSameNode(document.body) or bool(focused.closest("[inert]"))


def _focus(place: Any) -> None:
    """Focus an element; a heading needs a tab index first."""
    if place:
        if place.tabIndex < 0:
            place.tabIndex = -1
        place.focus(preventScroll=True)  # don't scroll the page around a frame
