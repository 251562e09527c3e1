"""The whole page as one element, from the visit and a catalog."""

from __future__ import annotations

from app.drawing.announcements import live_region
from app.drawing.element import Element, h
from app.shell.dialogs import continued_elsewhere_view, dialog_view, notice_view
from app.shell.explanations import announce_explanation, explanation_view
from app.visit import GameScreen, Visit
from words import Words


def view(words: Words, visit: Visit) -> Element:
    """Return the page: a screen, the elements over it, and the sentences for screen readers.

    The sentences are on every screen and never inert. Screen readers announce only changes in a region that was there
    before, and skip inert content.
    """
    screen = visit.screen
    dialog = dialog_view(words, visit, visit.dialog) if visit.dialog else None
    dialog = continued_elsewhere_view(words) if visit.is_continued_elsewhere else dialog
    curtain = screen.cover(words, visit) if isinstance(screen, GameScreen) else None
    return h(
        "div",
        h("div", screen.view(words, visit), inert=dialog is not None or curtain is not None),
        h("div", curtain, inert=dialog is not None, key="curtain-box") if curtain else None,
        dialog,
        notice_view(words, visit.notice, visit.page) if visit.notice else explanation_view(words, visit),
        live_region((*screen.announcements(words, visit), announce_explanation(words, visit))),
    )


def title(words: Words, visit: Visit) -> str:
    """Return the document's title; empty on the start screen."""
    screen = visit.screen.title(words)
    return words("screen.title", screen=screen, app=words("app.name")) if screen else ""
