"""Sentences for screen readers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from app.drawing.element import Element, h

#: The hint about the list of keys, among what a device explains once: until the first shape is drawn.
KEYS = "keys"


class Said(NamedTuple):
    """A sentence for screen readers."""

    name: str
    #: The words; an empty text is no sentence.
    text: str
    #: The same text on another occasion is another sentence, so it is spoken again.
    occasion: object = ""


def log(sentences: Iterable[Said]) -> Element:
    """Return the page's live region: a paragraph for each sentence, in the order of speech.

    A changed sentence is a new paragraph. Screen readers speak the additions to a log and nothing else, so they repeat
    no unchanged sentence. There is one region because VoiceOver drops all but one of several that change together.
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
