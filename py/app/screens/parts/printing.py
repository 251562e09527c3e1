"""The button that prints a screen."""

from __future__ import annotations

from app import messages as m
from app.drawing.controls import button
from app.drawing.element import Child, Element, h
from app.visit import Visit
from words import Words


def print_button(words: Words, visit: Visit, *symbols: Child, class_: str) -> Element:
    """Return the button that prints the screen; in a browser that can't print, a note about that."""
    if not visit.page.edition.prints:
        return h("p", words("printout.missing"), class_="note", key="print")
    text = h("span" if symbols else "b", words("printout.print"))
    return button(m.Print(), *symbols, text, class_=class_, key="print")
