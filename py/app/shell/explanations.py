"""The explanations that a device shows once, when their subject first appears in a game."""

from __future__ import annotations

from app import messages as m
from app.drawing.announcements import SOUND, Announcement
from app.drawing.controls import button, icon
from app.drawing.element import Element, h
from app.visit import GameScreen, Visit
from words import Words


def explanation_view(words: Words, visit: Visit) -> Element | None:
    """Return the current explanation, if there is one."""
    new = current_explanation(visit)
    if not new or visit.dialog:
        return None
    if new == SOUND:
        return h(
            "aside",
            h("p", words("once.sound")),
            button(m.Prefer("sound", "on"), words("once.sound.on"), class_="got-it"),
            button(m.DismissExplanation(new), icon("icon-cross"), class_="close", aria_label=words("close")),
            class_="notice once offer",
            key="once-sound",
        )
    return h(
        "aside",
        h("p", words(f"once.{new}")),
        button(m.DismissExplanation(new), words("once.got-it"), class_="got-it"),
        class_="notice once",
        key=f"once-{new}",
    )


def announce_explanation(words: Words, visit: Visit) -> Announcement:
    """Return the explanation for screen readers, which announce it once per visit."""
    new = current_explanation(visit)
    return Announcement("once", words(f"once.{new}") if new and new not in visit.page.announced else "")


def current_explanation(visit: Visit) -> str:
    """Return the name of the current explanation; empty if there is none."""
    screen = visit.screen
    explains = screen.explanations if isinstance(screen, GameScreen) and not visit.is_continued_elsewhere else ()
    known = visit.memory.explained if visit.memory.preferences.sound == "off" else (*visit.memory.explained, SOUND)
    return next((what for what in explains if what not in known), "")
