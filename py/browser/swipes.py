"""Turns a swipe over a map that the player paints into messages. It comes with the screens on which players paint."""

from __future__ import annotations

import math
from typing import Any

from app.messages import CancelPaint, Paint
from app.screens.parts.canvas import spaces_between
from browser.loop import Loop
from cartographers.region import SIZE, position, space_at


class Swipe:
    """A finger or a mouse that paints."""

    def __init__(self, loop: Loop, event: Any, space: int) -> None:
        """Paint the first space. The size of a space gives all others, because the pointer stays with the first."""
        self.loop = loop
        self.id = event.pointerId
        self.space = space
        box = event.target.getBoundingClientRect()
        row, column = position(space)
        self.size = box.width
        self.left, self.top = box.left - column * self.size, box.top - row * self.size
        loop.send(Paint(space))

    def moved(self, event: Any) -> None:
        """Paint the spaces up to the pointer. Nothing happens while it is off the map."""
        row, column = (
            math.floor((place - start) / self.size)
            for place, start in ((event.clientY, self.top), (event.clientX, self.left))
        )
        if 0 <= row < SIZE and 0 <= column < SIZE:
            before, self.space = self.space, space_at(row, column)
            for space in spaces_between(before, self.space):
                self.loop.send(Paint(space, continued=True))

    def cancelled(self) -> None:
        """Undo the swipe, because it has become a pinch."""
        self.loop.send(CancelPaint())
