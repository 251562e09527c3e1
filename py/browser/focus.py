"""The keyboard's focus when the screen changes."""

from __future__ import annotations

from typing import Any

from js import document

from app.visit import Visit


class FocusKeeper:
    """Moves the focus to a new screen's heading, or back to the control that led away."""

    def __init__(self) -> None:
        """Begin without a place to return to."""
        self._opener: Any = None
        #: The commands of the controls that led to other screens, by the number of screens under them.
        self._ways: dict[int, str] = {}
        self._held = False

    def leave(self, before: Visit, now: Visit, pressed: Any, *, by_mouse: bool) -> None:
        """Remember the focus before the document changes; ``pressed`` is the control that was pressed, if any.

        In a game the focus rests on the map, and returns there after the mouse has pressed a control.
        """
        focused = None if is_lost() else document.activeElement
        by_hand = by_mouse and before.screen.rest
        control = None if by_hand else focused if before.screen.rest else pressed or focused
        if now.dialog and not before.dialog:
            self._opener = control
        if len(now.under) > len(before.under):
            self._ways[len(before.under)] = str(control.getAttribute("data-do") or "") if control else ""
        self._held = focused is not None

    def arrive(self, before: Visit, now: Visit, *, is_new: bool, by_mouse: bool) -> None:
        """Move the focus after the document has changed. A panel that opens gets it elsewhere, by an effect."""
        screen = now.screen
        if now.dialog or now.taken:
            return
        if before.dialog and not is_new and not by_mouse and self._opener and self._opener.isConnected:
            _put(self._opener)
        elif screen.rest:
            if by_mouse or is_lost():  # on the map, Enter continues the game
                _put(document.querySelector(screen.rest))
        elif is_new:
            _put(self._way_here(before, now) or document.querySelector(f"#app {screen.heading}"))
        elif self._held and is_lost():  # the control that had it is gone
            _put(document.querySelector(f"#app {screen.heading}"))

    def _way_here(self, before: Visit, now: Visit) -> Any:
        """Return the control that led from this screen to the last one, after Back."""
        depth = len(now.under)
        command = self._ways.pop(depth, "") if depth < len(before.under) else ""
        return document.querySelector(f'#app [data-do="{command}"]') if command else None


def is_lost() -> bool:
    """Say whether the focus is on nothing, or on an inert element."""
    focused = document.activeElement
    return not focused or focused.isSameNode(document.body) or bool(focused.closest("[inert]"))


def _put(place: Any) -> None:
    """Focus an element; a heading needs a tab index first."""
    if place:
        if place.tabIndex < 0:
            place.tabIndex = -1
        place.focus(preventScroll=True)  # in a frame, it need not be wholly in sight
