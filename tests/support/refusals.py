"""The engine's errors in English, because tests check the messages that players read."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cartographers.errors import Refusal, Sentence
from words import Words

FOLDER = Path(__file__).parents[2] / "py/words"
OWN, GENERAL = (json.loads((FOLDER / name).read_text("utf-8")) for name in ("en.json", "cldr.json"))
ENGLISH = Words(OWN | GENERAL["en"])


def said(sentence: Sentence | None) -> str:
    """Return a sentence in English, or an empty string for None."""
    return ENGLISH.say(sentence) if sentence else ""


@contextmanager
def refused(kind: type[Refusal], match: str) -> Iterator[pytest.ExceptionInfo[Refusal]]:
    """Check that an error is raised whose English message matches a pattern."""
    with pytest.raises(kind) as found:
        yield found
    sentence = said(found.value.sentence)
    assert re.search(match, sentence), sentence
