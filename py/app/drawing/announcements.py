"""Sentences for screen readers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from app.drawing.element import Element, h

#: The name of the hint about the list of keyboard shortcuts, which is announced until the first shape is drawn.
KEYS = "keys"
#: The name of the offer of sounds, which the page makes once, after the player's first ply.
SOUND = "sound"


class Announcement(NamedTuple):
    """A sentence for screen readers."""

    #: The name of the sentence's kind, such as ``place``.
    name: str
    #: The text; empty for no sentence.
    text: str
    #: A value that makes the same text a new sentence, so that it is announced again.
    occasion: object = ""


def live_region(sentences: Iterable[Announcement]) -> Element:
    """Return the page's live region: a paragraph for each sentence, in the order of announcement.

    A changed sentence is a new paragraph. Screen readers announce only additions to a log, so they don't repeat
    unchanged sentences. There is a single region because VoiceOver drops all but one of several that change together.
    """
    return h(
        "div",
        [
            h("p", sentence.text, data_said=sentence.name, key=" ".join(map(str, sentence)))
            for sentence in sentences
            if sentence.text
        ],
        class_="said",
        role="log",
        key="said",
    )
