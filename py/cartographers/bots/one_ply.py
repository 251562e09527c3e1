"""The search of one ply: which map is best right after drawing."""

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
    """Return what the player has to do. A player is only asked while there is something."""
    if seen.task is None:
        msg = "there is nothing to draw"
        raise ValueError(msg)
    return seen.task


def outlook_of(seen: Seen, *, ahead: int = 3, weights: Weights = WEIGHTS) -> tuple[Outlook, int]:
    """Return the outlook that values what the player draws now, and the time left in the season after that.

    Picks after a season's scoring count for the next season, which has not begun.
    """
    scored = len(seen.scores) > seen.season
    season = seen.season + scored
    threshold = seen.seasons[season].threshold
    return Outlook(seen, season, ahead=ahead, weights=weights), threshold if scored else max(threshold - seen.time, 0)


class Ranked(NamedTuple):
    """Candidates with their values after one ply, best first, and what the values were made of."""

    sketch: Sketch
    outlook: Outlook
    left: int
    found: list[tuple[int, int, Candidate]]


def ranked(seen: Seen) -> Steps[Ranked]:
    """Return all candidates with their values after one ply, best first.

    What is drawn on another player's map is the better, the less that map is worth then.
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


def one_ply(seen: Seen, rng: Random) -> Thinking:  # noqa: ARG001 - nothing is left to chance
    """Return the ply after which the map has the highest value."""
    return (yield from ranked(seen)).found[0][2].ply
