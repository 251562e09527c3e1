"""Shapes in words: the form of a shape and its orientation."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple, TypeAlias

from cartographers.attack import rotated
from words import Words

Cells: TypeAlias = tuple[tuple[int, int], ...]
#: A direction: steps down and to the right, each -1, 0, or 1.
Way: TypeAlias = tuple[int, int]

ACROSS, RISING, FALLING = (0, 1), (-1, 1), (1, 1)


class Form(NamedTuple):
    """A form that shapes can have."""

    #: The last part of its key in the catalogs.
    name: str
    #: A shape of this form.
    rows: tuple[str, ...]
    #: The orientation of that shape: its aspects, each with a direction.
    lies: tuple[tuple[str, Way], ...] = ()


#: The form of each shape on a card. Two orientations of a shape differ in at least one aspect.
FORMS = (
    Form("single", ("X",)),
    Form("line", ("XX",), (("axis", ACROSS),)),
    Form("line", ("XXX",), (("axis", ACROSS),)),
    Form("line", ("XXXX",), (("axis", ACROSS),)),
    Form("diagonal", ("X.", ".X"), (("slope", FALLING),)),
    Form("diagonal", ("X..", ".X.", "..X"), (("slope", FALLING),)),
    Form("gap", ("X.X",), (("axis", ACROSS),)),
    Form("pairs", ("XX", "..", "XX"), (("axis", ACROSS),)),
    Form("apart", (".XX", "X.."), (("axis", ACROSS), ("lone", (1, -1)))),
    Form("corner", ("X.", "XX"), (("corner", (1, -1)),)),
    Form("corner", ("XXX", "X..", "X.."), (("corner", (-1, -1)),)),
    Form("v", ("X.X", ".X."), (("points", (1, 0)),)),
    Form("square", ("XX", "XX")),
    Form("l", ("XXX", "..X"), (("axis", ACROSS), ("foot", (1, 1)))),
    Form("t", ("XXX", ".X."), (("points", (1, 0)),)),
    Form("t", ("XXX", ".X.", ".X."), (("points", (1, 0)),)),
    Form("s", (".XX", "XX."), (("axis", ACROSS), ("slope", RISING))),
    Form("cross", (".X.", "XXX", ".X.")),
    Form("u", ("XXX", "X.X"), (("opens", (1, 0)),)),
    Form("z", ("..X", "XXX", "X.."), (("axis", ACROSS), ("slope", RISING))),
    Form("stairs", ("..X", ".XX", "XX."), (("faces", (-1, -1)),)),
    Form("block", ("XXX", "XX."), (("axis", ACROSS), ("lacks", (1, 1)))),
    Form("long-s", ("..XX", "XXX."), (("axis", ACROSS), ("short", (-1, 1)))),
)

_WHERE = {(-1, 0): "up", (0, 1): "right", (1, 0): "down", (0, -1): "left"}
_CORNERS = {(-1, -1): "top-left", (-1, 1): "top-right", (1, -1): "bottom-left", (1, 1): "bottom-right"}
_TO_WHERE = ("points", "opens")


def describe_form(words: Words, cells: Cells) -> str:
    """Return the name of a shape's form, with the number of its spaces."""
    return words(f"form.{_found(_boxed(cells))[0]}", count=len(cells))


def describe_orientation(words: Words, cells: Cells) -> str:
    """Return the orientation of a shape; empty if it has only one."""
    return ", ".join(_describe_aspect(words, *aspect) for aspect in _found(_boxed(cells))[1])


def describe_attack_direction(words: Words, offsets: Cells) -> str:
    """Return the direction of a hero's attack; empty if the attack is the same on all sides."""
    down, right = (_sign(sum(numbers)) for numbers in zip(*offsets, strict=True))
    return _describe_aspect(words, "points", (down, right)) if down or right else ""


def _describe_aspect(words: Words, aspect: str, way: Way) -> str:
    """Return one aspect of an orientation in words."""
    down, right = way
    if aspect == "axis":
        return words("lies.upright" if down else "lies.across")
    if aspect == "slope":
        return words("lies.falling" if down == right else "lies.rising")
    if aspect in _TO_WHERE:
        return words(f"lies.{aspect}", where=words(f"where.{_WHERE[way]}"))
    return words(f"lies.{aspect}", corner=words(f"corner.{_CORNERS[way]}"))


def _boxed(cells: Iterable[tuple[int, int]]) -> Cells:
    """Return the cells in order, relative to the top-left corner of their bounding box."""
    rows, columns = zip(*cells, strict=True)
    top, left = min(rows), min(columns)
    return tuple(sorted((row - top, column - left) for row, column in zip(rows, columns, strict=True)))


def _found(cells: Cells) -> tuple[str, tuple[tuple[str, Way], ...]]:
    """Return the form and the orientation of a shape; raise :class:`KeyError` if it has no form."""
    return _orientations(len(cells))[cells]


@cache
def _orientations(size: int) -> dict[Cells, tuple[str, tuple[tuple[str, Way], ...]]]:
    """Return the forms with a number of cells, each with its orientation, by the cells of that orientation."""
    found: dict[Cells, tuple[str, tuple[tuple[str, Way], ...]]] = {}
    shapes = [(form, cells) for form in FORMS if len(cells := _cells(form)) == size]
    for form, cells in shapes:
        for mirrored in (False, True):
            for turns in range(4):
                lies = tuple((aspect, rotated((way,), turns, mirrored=mirrored)[0]) for aspect, way in form.lies)
                found.setdefault(_boxed(rotated(cells, turns, mirrored=mirrored)), (form.name, lies))
    return found


def _cells(form: Form) -> Cells:
    return tuple((row, column) for row, line in enumerate(form.rows) for column, sign in enumerate(line) if sign == "X")


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
