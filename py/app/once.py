"""The explanations that a device shows once, when their subject first appears in a game."""

from __future__ import annotations

from app.drawing.controls import button
from app.drawing.element import Element, h
from app.messages import DismissExplanation
from app.said import Said
from app.visit import Visit
from words import Words


def once_view(words: Words, visit: Visit) -> Element | None:
    """Return the current explanation, if there is one."""
    new = explained_now(visit)
    if not new or visit.dialog:
        return None
    return h(
        "aside",
        h("p", words(f"once.{new}")),
        button(DismissExplanation(new), words("once.got-it"), class_="got-it"),
        class_="notice once",
        key=f"once-{new}",
    )


def once_aloud(words: Words, visit: Visit) -> Said:
    """Return the explanation for screen readers, which announce it once per visit."""
    new = explained_now(visit)
    return Said("once", words(f"once.{new}") if new and new not in visit.page.spoken else "")


def explained_now(visit: Visit) -> str:
    """Return the name of the current explanation; empty if there is none."""
    explains = () if visit.taken else visit.screen.explains
    return next((what for what in explains if what not in visit.memory.explained), "")
