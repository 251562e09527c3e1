"""Controls for sharing: a Copy button, the outcome, and a text to copy by hand."""

from __future__ import annotations

from app import messages as m
from app.drawing.controls import button, icon, status
from app.drawing.element import Element, h
from words import Words

#: Outcomes that need different words for a picture, which can't be copied as text.
_OF_PICTURE = frozenset({"asked", "late"})
#: Outcomes after which the player can copy a text by hand.
BY_HAND = frozenset({"shown", "late"})


def copy_button(words: Words, what: str) -> Element:
    """Return the Copy button, which sits next to the button that shares or saves."""
    return button(
        m.Share(what, "copy"),
        icon("icon-copy"),
        h("small", words("share.copy")),
        class_="wide small",
        aria_label=words("share.copy.label", what=words(f"share.{what}")),
        key="copy",
    )


#: Outcomes that are so short that they fit in the button, where they move nothing.
_SHORT = frozenset({"begun", "sent", "copied"})


def outcome(words: Words, what: str, how: str, *, in_button: bool = False) -> Element:
    """Return the status box with the outcome of sharing, empty before the first attempt.

    With ``in_button``, the button itself shows a short outcome (:func:`short_outcome`), and the box is only for screen
    readers.
    """
    if not how:
        return status()
    key = f"share.{how}.picture" if what == "picture" and how in _OF_PICTURE else f"share.{how}"
    said = words("share.told", what=words(f"share.{what}"), how=words(key))
    return status(h("p", said, class_="said" if in_button and how in _SHORT else "note told"))


def short_outcome(words: Words, how: str) -> str:
    """Return the outcome of sharing if it fits in the button; otherwise an empty text."""
    return words(f"share.{how}") if how in _SHORT else ""


def text_by_hand(words: Words, text: str) -> Element:
    """Return a read-only field with a text that the player can copy by hand."""
    label = words("share.shown")
    return h("textarea", text, readonly=True, rows=6, aria_label=label, class_="by-hand", key="by-hand")
