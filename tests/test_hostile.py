"""Hostile texts: each parser gives a value or an explained refusal, never another exception, in bounded time."""

import re
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support import hostile
from support.hostile import PARSERS, SIGNS, hostile_texts
from tasks.steps import ROOT

pytestmark = pytest.mark.native
PACKAGES = ("app", "cartographers", "rooms")
LONG = 200_000
#: Valid pieces of several formats.
SHORT = ("c1-x", "c1-a-1p-x", "a00000000", "fA1", "chair:here:", "?id=c1-a-1p-x", "0" * 64)


def test_list_has_every_parser() -> None:
    """The list has every function of the app, the rooms, and the engine that is named ``read_...`` or ``unpack``."""
    tested = Path(hostile.__file__).read_text("utf-8")
    sources = [path.read_text("utf-8") for name in PACKAGES for path in (ROOT / "py" / name).rglob("*.py")]
    parsers = {name for text in sources for name in re.findall(r"^def (read_\w+|unpack)\(", text, re.MULTILINE)}
    assert len(parsers) > 20
    assert [name for name in sorted(parsers) if not re.search(rf"\b{name}\b", tested)] == []


@pytest.mark.sample(25)
@pytest.mark.parametrize("name", PARSERS)
@given(data=st.data())
def test_hostile_text_gives_a_value_or_a_refusal(name: str, data: st.DataObject) -> None:
    """Any text gives a valid value or a refusal with a sentence."""
    PARSERS[name].check(data.draw(hostile_texts(PARSERS[name])))


@pytest.mark.parametrize("name", PARSERS)
def test_valid_texts_are_read(name: str) -> None:
    """The texts from which damaged ones are made are valid."""
    assert [text for text in PARSERS[name].texts if not PARSERS[name].check(text)] == []


@pytest.mark.sample(6)
@pytest.mark.timeout(100)
@pytest.mark.parametrize("name", [name for name in PARSERS if not name.startswith("forged")])
def test_long_text_is_read_or_refused_in_bounded_memory(name: str) -> None:
    """A text of 200,000 characters takes at most 300 bytes of memory for each character, and doesn't hang."""
    for unit in (*SIGNS, *PARSERS[name].texts, *(f"{text} " for text in SHORT), *(f"{text}." for text in SHORT)):
        text = (unit * (LONG // len(unit) + 1))[:LONG]
        tracemalloc.start()
        try:
            PARSERS[name].check(text)
            assert tracemalloc.get_traced_memory()[1] <= 300 * LONG, unit
        finally:
            tracemalloc.stop()
