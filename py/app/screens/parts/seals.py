"""Seals: the honors as drawings in wax, and as dashed outlines until they are earned.

The charges are symbols of ``web/looks/icons.svg``, and the waxes have the tinctures of crests.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from typing import NamedTuple

from app.drawing.element import Element, h
from cartographers.bots import STRENGTHS


class Design(NamedTuple):
    """The look of a seal."""

    #: The tincture of its wax.
    wax: str
    #: The name of the symbol on it.
    charge: str
    #: The number of pearls below the symbol, which ranks seals with the same symbol.
    pearls: int = 0


_DESIGNS = {
    "first": Design("red", "crest-quill"),
    "company": Design("red", "icon-players"),
    "table": Design("red", "icon-trophy"),
    "streak": Design("red", "crest-sun"),
    "weeks": Design("red", "crest-anchor"),
    **{f"rating-{10 * rank}": Design("blue", "crest-crown", rank + 1) for rank in range(4)},
    "peaks": Design("green", "crest-mountain"),
    "ruins": Design("green", "icon-ruins"),
    "gaps": Design("green", "crest-tree"),
    "town": Design("green", "crest-tower"),
    "coins": Design("purple", "crest-wheat"),
    "edict": Design("purple", "crest-star"),
    "season": Design("purple", "crest-moon"),
    "peace": Design("purple", "crest-bell"),
    **{strength: Design("black", "icon-bot", rank) for rank, strength in enumerate(STRENGTHS, start=1)},
    "maps": Design("gold", "crest-compass"),
    "themes": Design("gold", "crest-dividers"),
    "edicts": Design("gold", "crest-key"),
    "everywhere": Design("gold", "crest-bridge"),
    "hundred": Design("gold", "crest-ship"),
}
#: The middle of a seal, its mean radius, and the radius of its rim.
_MIDDLE, _RADIUS, _RIM = 32, 28, 21.5
#: The number of points on the edge of the wax, and the waves between them: their number, height, and phase.
_POINTS = 48
_WAVES = ((5, 1.1, 0.0), (8, 0.8, 2.0), (13, 0.6, 1.0))


@cache
def seal(name: str, *, earned: bool) -> Element:
    """Return the seal of an honor as decoration."""
    wax, charge, pearls = _DESIGNS[name]
    size = 27 if pearls else 30
    left, top = _MIDDLE - size / 2, _MIDDLE - size / 2 - (3 if pearls else 0)
    return h(
        "svg",
        h("path", d=_edge(), class_="wax"),
        h("circle", cx=_MIDDLE, cy=_MIDDLE, r=_RIM, class_="rim"),
        h("use", href=f"#{charge}", x=left, y=top, width=size, height=size, class_="charge"),
        [h("circle", cx=_pearl(nth, pearls), cy=47.5, r=2, class_="charge") for nth in range(pearls)],
        class_=f"crest seal {wax if earned else 'open'}",
        viewBox="0 0 64 64",
        aria_hidden="true",
    )


def _pearl(nth: int, pearls: int) -> float:
    """Return the horizontal position of a pearl in a row."""
    return _MIDDLE + 6.5 * (nth - (pearls - 1) / 2)


@cache
def _edge() -> str:
    """Return the uneven edge of the wax as path data."""
    points = []
    for number in range(_POINTS):
        angle = 2 * pi * number / _POINTS
        radius = _RADIUS + sum(height * sin(count * angle + phase) for count, height, phase in _WAVES)
        points.append(f"{_MIDDLE + radius * cos(angle):.1f} {_MIDDLE + radius * sin(angle):.1f}")
    return f"M{'L'.join(points)}Z"
