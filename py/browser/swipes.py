"""Turns a swipe over a map that the player paints into messages. It comes with the screens on which players paint."""

from __future__ import annotations

import math
from typing import Any

from app import messages as m
from app.screens.parts.canvas import space_beside, spaces_between
from browser.loop import Loop


class Swipe:
    """A finger, a mouse, or a pen that paints, or a pen's other end that erases."""

    def __init__(self, loop: Loop, event: Any, space: int, *, erases: bool) -> None:
        """Paint the first space. All later ones follow from its place, because the pointer stays with it."""
        self.loop = loop
        self.id, self.kind, self.target = event.pointerId, event.pointerType, event.target
        self.erases = erases
        self.first = self.last = space
        box = event.target.getBoundingClientRect()
        self.left, self.top, self.size = box.left, box.top, box.width
        loop.send(m.Paint(space, erases=erases))

    def moved(self, event: Any) -> None:
        """Paint the spaces up to the pointer. Nothing happens while it is off the map."""
        rows = math.floor((event.clientY - self.top) / self.size)
        columns = math.floor((event.clientX - self.left) / self.size)
        reached = space_beside(self.first, rows, columns)
        if reached is not None:
            for space in spaces_between(self.last, reached):
                self.loop.send(m.Paint(space, continued=True, erases=self.erases))
            self.last = reached

    def cancelled(self) -> None:
        """Undo the swipe, because it has become a pinch, or is a palm's."""
        self.loop.send(m.CancelPaint())
