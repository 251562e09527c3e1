"""The canvas on which players paint: swipes, Undo, and Redo."""

import pytest

from app.screens.parts.canvas import Canvas, spaces_between
from cartographers.region import space_named
from cartographers.sheet import Sheet

BLANK, ONE, TWO = Sheet(), Sheet(forest=1), Sheet(forest=3)


def test_a_swipe_is_one_change() -> None:
    """A swipe over several spaces is undone and repeated as a whole; a swipe over mountains is no change."""
    canvas = Canvas(BLANK).touched(erases=False).swiped(ONE).swiped(TWO)
    assert (canvas.undone.sheet, canvas.undone.redone.sheet) == (BLANK, TWO)
    assert canvas.touched(erases=False).swiped(BLANK).undone.sheet == TWO
    unchanged = Canvas(BLANK).changed(ONE).undone.touched(erases=False).swiped(BLANK)
    assert (unchanged.past, unchanged.redone.sheet) == ((), ONE)


def test_cancelled_and_replaced_changes() -> None:
    """A cancelled swipe leaves the map as it was before; after another change, an undone one can't be repeated."""
    canvas = Canvas(BLANK).changed(ONE)
    assert canvas.touched(erases=False).swiped(TWO).cancelled.sheet == ONE
    assert canvas.touched(erases=False).cancelled.sheet == ONE
    assert canvas.undone.cancelled.sheet == BLANK  # without a change, nothing is cancelled
    assert canvas.undone.touched(erases=False).swiped(TWO).cancelled.redone.sheet == ONE
    other = canvas.undone.changed(TWO)
    assert other.redone == other
    assert Canvas(BLANK).undone == Canvas(BLANK)


@pytest.mark.parametrize(
    ("start", "end", "between"),
    [
        *(("A1", "A1", ""), ("A1", "A2", "A2"), ("C4", "C1", "C3 C2 C1")),
        *(("A1", "D4", "B2 C3 D4"), ("A1", "B4", "A2 B3 B4")),
    ],
)
def test_a_fast_swipe_skips_no_space(start: str, end: str, between: str) -> None:
    """All spaces on the line between two places of the finger are painted."""
    assert list(spaces_between(space_named(start), space_named(end))) == list(map(space_named, between.split()))
