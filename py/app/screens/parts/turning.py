"""The bar that turns to an earlier or a later part of the calendar, or to another ply."""

from __future__ import annotations

from app import messages as m
from app.drawing.controls import button, icon
from app.drawing.element import Element, h
from words import Words


class TurnCalendar(m.Message):
    """The player turns to another month of daily games, or to another week's challenge."""

    #: The number of months or weeks to go forward; negative to go back.
    later: int


def turning(
    words: Words,
    unit: str,
    middle: Element,
    turn: type[TurnCalendar | m.SkipPlies] = TurnCalendar,
    class_: str = "turning",
    *,
    is_first: bool,
    is_last: bool,
) -> Element:
    """Return the name of a month, a week, or a ply, between the buttons that turn to its neighbors.

    ``unit`` is the first part of the keys of the buttons' names. The first and the last one have a disabled button.
    """
    earlier, later = (
        button(
            turn(steps),
            icon(symbol),
            class_="key",
            aria_label=words(f"{unit}.{way}"),
            aria_disabled="true" if is_end else None,
        )
        for steps, symbol, way, is_end in ((-1, "icon-back", "earlier", is_first), (1, "icon-next", "later", is_last))
    )
    return h("div", earlier, middle, later, class_=class_)
