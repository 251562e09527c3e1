"""Thinking in small steps, so that a page can do other things in between."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import TypeAlias, TypeVar

from cartographers.state import Ply

_Found = TypeVar("_Found")

#: Work in steps that end in something; after each, nobody need wait for the next. A step may tell how many percent of
#: the work are done.
Steps: TypeAlias = Generator[int | None, None, _Found]
#: A bot that thinks about a ply.
Thinking: TypeAlias = Generator[int | None, None, Ply]

#: After so many maps are valued, a step ends. A step takes less than a millisecond natively.
_STEP = 16


def finished(steps: Steps[_Found]) -> _Found:
    """Return what steps end in, when somebody waits for it."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: _Found = end.value
            return found


def in_steps(work: Iterable[_Found]) -> Steps[list[_Found]]:
    """Return what work yields, a few at a step."""
    found = []
    for count, one in enumerate(work, start=1):
        found.append(one)
        if not count % _STEP:
            yield None
    return found
