"""Thinking in small steps, so the page can do other work in between."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import TypeAlias, TypeVar

from cartographers.state import Ply

_Found = TypeVar("_Found")

#: A generator that does work in steps and returns a result. It can be paused after each step, and can yield its
#: progress in percent.
Steps: TypeAlias = Generator[int | None, None, _Found]
#: A bot's work on a ply.
Thinking: TypeAlias = Generator[int | None, None, Ply]

#: The number of maps that are valued in a step, which takes less than a millisecond in native Python.
_STEP = 16


def run_steps(steps: Steps[_Found]) -> _Found:
    """Run all steps and return their result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: _Found = end.value
            return found


def collect_in_steps(work: Iterable[_Found]) -> Steps[list[_Found]]:
    """Collect the items of an iterable, a few in each step."""
    found = []
    for count, one in enumerate(work, start=1):
        found.append(one)
        if not count % _STEP:
            yield None
    return found
