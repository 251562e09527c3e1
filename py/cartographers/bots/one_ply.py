"""The one-ply search, which values the map right after each candidate."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from cartographers.bots.candidates import Candidate, candidates
from cartographers.bots.sketch import Sketch
from cartographers.bots.thinking import Steps, Thinking, in_steps
from cartographers.bots.value import Outlook
from cartographers.bots.weights import WEIGHTS, Weights
from cartographers.seen import Seen
from cartographers.state import Task


def task_in(seen: Seen) -> Task:
    """Return the player's task. Raises :class:`ValueError` if there is none."""
    if seen.task is None:
        msg = "there is nothing to draw"
        raise ValueError(msg)
    return seen.task


def outlook_of(seen: Seen, *, ahead: int = 3, weights: Weights = WEIGHTS) -> tuple[Outlook, int]:
    """Return the outlook for the player's next ply, and the time that is left in its season.

    Picks after a season's scoring count for the next season, which hasn't begun yet.
    """
    scored = len(seen.scores) > seen.season
    season = seen.season + scored
    threshold = seen.seasons[season].threshold
    return Outlook(seen, season, ahead=ahead, weights=weights), threshold if scored else max(threshold - seen.time, 0)


class Ranked(NamedTuple):
    """The result of a one-ply search."""

    #: The map before the ply.
    sketch: Sketch
    #: The outlook that valued the map.
    outlook: Outlook
    #: The time left in the season.
    left: int
    #: (value, negative index, candidate) for each candidate, best first.
    found: list[tuple[int, int, Candidate]]


def ranked(seen: Seen) -> Steps[Ranked]:
    """Rank all candidates by the value of the map after them, best first.

    On another player's map, the lowest value is the best.
    """
    task = task_in(seen)
    sketch = Sketch.of(seen.sheets[task.sheet])
    outlook, left = outlook_of(seen)
    sign = 1 if task.sheet == task.player else -1
    yield None
    found = yield from in_steps(
        (sign * outlook.value(candidate.on(sketch), left), -number, candidate)
        for number, candidate in enumerate(candidates(seen))
    )
    found.sort(key=_by_value, reverse=True)
    return Ranked(sketch, outlook, left, found)


def _by_value(entry: tuple[int, int, Candidate]) -> tuple[int, int]:
    return entry[0], entry[1]


def one_ply(seen: Seen, rng: Random) -> Thinking:  # noqa: ARG001 - the search is deterministic
    """Choose the ply after which the map has the highest value."""
    return (yield from ranked(seen)).found[0][2].ply
