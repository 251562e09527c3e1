"""The canvas: a map that a player paints with taps and swipes, with Undo and Redo.

A swipe is one change, no matter how many spaces it paints. If it begins on a space that already has the chosen ground,
it erases. The other end of a pen erases any ground.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from app import messages as m
from app.board.map_view import map_view, rings
from app.drawing.element import Element, h
from cartographers.region import SIZE, position, space_at
from cartographers.sheet import Sheet
from words import Words

_ARROWS: Mapping[str, m.Message] = {
    "ArrowUp": m.Move(-1, 0),
    "ArrowDown": m.Move(1, 0),
    "ArrowLeft": m.Move(0, -1),
    "ArrowRight": m.Move(0, 1),
}


class UseTool(m.Message):
    """The player chooses a tool."""

    #: A ground, or another tool of the screen.
    tool: str


class ClearMap(m.Message):
    """The player clears the whole map."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """A map, and the maps before and after it."""

    sheet: Sheet
    #: The maps to which Undo returns, the nearest last.
    past: tuple[Sheet, ...] = ()
    #: The maps to which Redo returns, the nearest last.
    future: tuple[Sheet, ...] = ()
    #: True if the last swipe erases.
    erases: bool = False
    #: True if the last swipe has changed the map.
    has_changed: bool = False
    #: The maps to which Redo returned before the last swipe, and returns again if the swipe is cancelled.
    former_future: tuple[Sheet, ...] = ()

    def touched(self, *, erases: bool) -> Canvas:
        """Return the canvas at the beginning of a swipe."""
        return replace(self, erases=erases, has_changed=False)

    def swiped(self, sheet: Sheet) -> Canvas:
        """Return the canvas after the swipe has changed the map."""
        if sheet == self.sheet:
            return self
        if self.has_changed:
            return replace(self, sheet=sheet)
        past, former = (*self.past, self.sheet), self.future
        return replace(self, sheet=sheet, past=past, future=(), has_changed=True, former_future=former)

    def changed(self, sheet: Sheet) -> Canvas:
        """Return the canvas after any other change of the map."""
        return replace(self.touched(erases=False).swiped(sheet), has_changed=False)

    @property
    def cancelled(self) -> Canvas:
        """The canvas as if the last swipe hadn't happened."""
        return replace(self.undone, future=self.former_future) if self.has_changed else self

    @property
    def undone(self) -> Canvas:
        """The canvas without the last change."""
        if not self.past:
            return self
        return Canvas(self.past[-1], self.past[:-1], (*self.future, self.sheet))

    @property
    def redone(self) -> Canvas:
        """The canvas with the last undone change again."""
        if not self.future:
            return self
        return Canvas(self.future[-1], (*self.past, self.sheet), self.future[:-1])


def spaces_between(start: int, end: int) -> Iterator[int]:
    """Yield the spaces on a straight line from a space to another one, without the first.

    A fast finger skips spaces, because browsers report its place only once per frame.
    """
    (row, column), (last_row, last_column) = position(start), position(end)
    steps = max(abs(last_row - row), abs(last_column - column))
    for step in range(1, steps + 1):
        yield space_at(
            row + round((last_row - row) * step / steps), column + round((last_column - column) * step / steps)
        )


def space_beside(space: int, rows: int, columns: int) -> int | None:
    """Return the space that is some rows below and some columns to the right of another one; None off the map."""
    row, column = position(space)
    row, column = row + rows, column + columns
    return space_at(row, column) if 0 <= row < SIZE and 0 <= column < SIZE else None


def moved_cursor(cursor: int | None, rows: int, columns: int) -> int:
    """Return the keyboard's space after a move; its first one is in the middle."""
    if cursor is None:
        return space_at(SIZE // 2, SIZE // 2)
    row, column = position(cursor)
    return space_at(min(max(row + rows, 0), SIZE - 1), min(max(column + columns, 0), SIZE - 1))


def canvas_keys(tools: Sequence[str]) -> dict[str, m.Message]:
    """Return the shortcuts: arrows, Enter and Space to paint, digits for the tools, U and Y to undo and redo."""
    digits = {str(place): UseTool(tool) for place, tool in enumerate(tools[:9], start=1)}
    return {**_ARROWS, **digits, "Enter": m.Confirm(), " ": m.Confirm(), "u": m.Undo(), "y": m.Redo()}


def canvas_view(words: Words, season: str, sheet: Sheet, cursor: int | None, marks: Iterable[Element] = ()) -> Element:
    """Return the map, with marks and the keyboard's space."""
    space = 0 if cursor is None else 1 << cursor
    shown = [*marks, rings("due", space)] if space else marks
    return h(
        "section",
        h("div", map_view(words, season, sheet, shown, None, space), class_="board"),
        class_="part drawing",
        key="map",
    )
