"""The legend of a chart."""

from __future__ import annotations

from app.drawing.element import Element, h


def swatch(look: str) -> Element:
    """Return a mark of a chart for its legend; the look is a class of the style sheet."""
    return h("i", class_=look)


def legend(*marks: tuple[Element, str]) -> Element:
    """Return the meaning of each mark in a chart."""
    return h("p", [h("span", mark, text, key=text) for mark, text in marks], class_="legend")
