"""The explanations that a device shows once, when their subject first appears in a game."""

from __future__ import annotations

from app.announcements import Announcement
from app.drawing.controls import button
from app.drawing.element import Element, h
from app.messages import DismissExplanation
from app.visit import Visit
from words import Words


def explanation_view(words: Words, visit: Visit) -> Element | None:
    """Return the current explanation, if there is one."""
    new = current_explanation(visit)
    if not new or visit.dialog:
        return None
    return h(
        "aside",
        h("p", words(f"once.{new}")),
        button(DismissExplanation(new), words("once.got-it"), class_="got-it"),
        class_="notice once",
        key=f"once-{new}",
    )


def announce_explanation(words: Words, visit: Visit) -> Announcement:
    """Return the explanation for screen readers, which announce it once per visit."""
    new = current_explanation(visit)
    return Announcement("once", words(f"once.{new}") if new and new not in visit.page.announced else "")


def current_explanation(visit: Visit) -> str:
    """Return the name of the current explanation; empty if there is none."""
    explains = () if visit.is_continued_elsewhere else visit.screen.explanations
    return next((what for what in explains if what not in visit.memory.explained), "")
