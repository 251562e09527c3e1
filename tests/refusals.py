"""What a refusal says in English: the engine has no words, and tests name what players read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cartographers.errors import Refused, Sentence
from words import Words

FOLDER = Path(__file__).parents[1] / "py/words"
OWN, GENERAL = (json.loads((FOLDER / name).read_text("utf-8")) for name in ("en.json", "cldr.json"))
ENGLISH = Words(OWN | GENERAL["en"])


def said(sentence: Sentence | None) -> str:
    """Return what a sentence says in English; nothing says nothing."""
    return ENGLISH.say(sentence) if sentence else ""


@contextmanager
def refused(kind: type[Refused], match: str) -> Iterator[pytest.ExceptionInfo[Refused]]:
    """See to it that something is refused with an English sentence in which a pattern is found."""
    with pytest.raises(kind) as found:
        yield found
    sentence = said(found.value.sentence)
    assert re.search(match, sentence), sentence
