"""Pictures of shapes and attacks, as on their cards."""

from __future__ import annotations

from functools import lru_cache

from app.drawing.element import Element, h
from cartographers.attack import Attack
from cartographers.polyomino import Polyomino
from words import Words

#: The scale at which the map's mark of an attacked space fits into a space of side 1.
_SMALL = 1 / 32


@lru_cache(maxsize=8)
def pattern(words: Words, attack: Attack) -> Element:
    """Return a hero's attack as on its card: the hero, and the spaces that it strikes."""
    cells = [*attack.offsets, (0, 0)]
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    height = 1 + max(row for row, _ in cells) - top
    width = 1 + max(column for _, column in cells) - left
    size = max(width, height)
    across, down = (size - width) / 2 - left, (size - height) / 2 - top
    return h(
        "svg",
        h("rect", x=across + 0.08, y=down + 0.08, width=0.84, height=0.84, rx=0.15, class_="stands"),
        [
            h(
                "use",
                href="#mark-aim",
                transform=f"translate({across + column + 0.5} {down + row + 0.5}) scale({_SMALL})",
            )
            for row, column in attack.offsets
        ],
        class_="shape pattern",
        viewBox=f"0 0 {size} {size}",
        role="img",
        aria_label=words("hero.pattern"),
    )


@lru_cache(maxsize=64)
def shape_picture(shape: Polyomino, *, has_coin: bool = False) -> Element:
    """Return a shape as on its card, perhaps with a coin on the corner of its last space in the top row."""
    printed = shape.printed
    size = max(printed.width, printed.height, 3)
    left, top = (size - printed.width) / 2, (size - printed.height) / 2
    return h(
        "svg",
        [h("rect", x=left + c + 0.05, y=top + r + 0.05, width=0.9, height=0.9, rx=0.12) for r, c in shape.cells],
        _coin(left + max(c for r, c in shape.cells if r == 0) + 1, top) if has_coin else None,
        class_="shape",
        viewBox=f"0 0 {size} {size}",
        aria_hidden="true",
    )


def _coin(x: float, y: float) -> Element:
    """Return a coin over a corner, a little inside of it."""
    side = 0.8
    return h("use", href="#icon-coin", x=x - side * 0.7, y=y - side * 0.3, width=side, height=side)
