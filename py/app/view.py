"""The whole page as one element, from the visit and a catalogue."""

from __future__ import annotations

from app.dialogs import dialog_view, notice_view, taken_view
from app.drawing.element import Element, h
from app.once import once_aloud, once_view
from app.said import log
from app.visit import Visit
from words import Words


def view(words: Words, visit: Visit) -> Element:
    """Return the page: a screen, what lies over it, and beside them what a screen reader says.

    The last part is on every screen and is never inert: a screen reader speaks only about changes in a box that was
    there before, and skips inert content.
    """
    screen = visit.screen
    dialog = dialog_view(words, visit, visit.dialog) if visit.dialog else None
    dialog = taken_view(words) if visit.taken else dialog
    curtain = screen.over(words)
    return h(
        "div",
        h("div", screen.view(words, visit), inert=dialog is not None or curtain is not None),
        h("div", curtain, inert=dialog is not None, key="curtain-box") if curtain else None,
        dialog,
        notice_view(words, visit.notice, visit.page) if visit.notice else once_view(words, visit),
        log((*screen.said(words, visit), once_aloud(words, visit))),
    )


def title(words: Words, visit: Visit) -> str:
    """Return the document's title; an empty text for the page's own title."""
    screen = visit.screen.title(words)
    return words("screen.title", screen=screen, app=words("app.name")) if screen else ""
