"""The later part of the page: where it is needed it is fetched, and what was wanted then follows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.drawing.element import text_of
from app.effects import FetchLater, effects
from app.later.about import About
from app.messages import Back, Go, LaterPart, Message, Open
from app.playing import CHANCE, begun, buttons, shown
from app.screens.fetching import Fetching
from app.update import arrive, update
from app.visit import Visit

HOME = arrive(CHANCE, whole=False)


def after_effects(visit: Visit, message: Message) -> tuple[Visit, list[FetchLater]]:
    """Return the visit after a message, and what has to be fetched because of it."""
    after = update(visit, message)
    return after, [effect for effect in effects(visit, message, after) if isinstance(effect, FetchLater)]


@pytest.mark.parametrize("start", [HOME, update(replace(begun(), whole=False), Open("menu"))])
def test_what_was_wanted_follows(start: Visit) -> None:
    """A screen says that it is fetched; then it is there, and Back returns to where it was opened."""
    waiting, fetched = after_effects(start, Go("about"))
    assert waiting.screen == Fetching(Go("about"), "later")
    assert fetched == [FetchLater("later")]
    assert "Fetching" in text_of(shown(waiting))
    there, fetched = after_effects(waiting, LaterPart("later", here=True))
    assert there.screen == About()
    assert not fetched
    assert update(there, Back()).screen == start.screen.covered()
    assert update(there, Back()).whole


def test_what_could_not_be_fetched_is_fetched_again() -> None:
    """Each time that somebody asks."""
    visit, _ = after_effects(HOME, Go("about"))
    for _ in range(3):
        visit, fetched = after_effects(visit, LaterPart("later", here=False))
        assert not fetched
        assert "could not be fetched" in text_of(shown(visit))
        assert "go about" in buttons(shown(visit))
        visit, fetched = after_effects(visit, Go("about"))
        assert fetched == [FetchLater("later")]
        assert "could not be fetched" not in text_of(shown(visit))
    assert update(visit, LaterPart("later", here=True)).screen == About()


def test_who_does_not_wait_is_not_taken_there() -> None:
    """Word of the later part changes no other screen."""
    gone_back = update(update(HOME, Go("about")), Back())
    assert gone_back == HOME
    assert update(gone_back, LaterPart("later", here=False)) == HOME
    assert update(gone_back, LaterPart("later", here=True)) == replace(HOME, whole=True)
    assert update(arrive(CHANCE), Go("about")).screen == About()
