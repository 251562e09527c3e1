"""The one-ply search, which values the map right after each candidate."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from cartographers.bots.candidates import Candidate, candidates
from cartographers.bots.sketch import Sketch
from cartographers.bots.thinking import Steps, Thinking, collect_in_steps
from cartographers.bots.value import Outlook
from cartographers.bots.weights import WEIGHTS, Weights
from cartographers.player_view import PlayerView
from cartographers.state import Task


def required_task(view: PlayerView) -> Task:
    """Return the player's task. Raises :class:`ValueError` if there is none."""
    if view.task is None:
        msg = "there is nothing to draw"
        raise ValueError(msg)
    return view.task


def outlook_of(view: PlayerView, *, ahead: int = 3, weights: Weights = WEIGHTS) -> tuple[Outlook, int]:
    """Return the outlook for the player's next ply, and the time that is left in its season.

    Picks after a season's scoring count for the next season, which hasn't begun yet.
    """
    scored = len(view.scores) > view.season
    season = view.season + scored
    threshold = view.seasons[season].threshold
    return Outlook(view, season, ahead=ahead, weights=weights), threshold if scored else max(threshold - view.time, 0)


class Ranking(NamedTuple):
    """The result of a one-ply search."""

    #: The map before the ply.
    sketch: Sketch
    #: The outlook that valued the map.
    outlook: Outlook
    #: The time left in the season.
    time_left: int
    #: (value, negative index, candidate) for each candidate, best first.
    entries: list[tuple[int, int, Candidate]]


def rank_candidates(view: PlayerView) -> Steps[Ranking]:
    """Rank all candidates by the value of the map after them, best first.

    On another player's map, the lowest value is the best.
    """
    task = required_task(view)
    sketch = Sketch.of(view.sheets[task.sheet])
    outlook, left = outlook_of(view)
    sign = 1 if task.sheet == task.player else -1
    yield None
    found = yield from collect_in_steps(
        (sign * outlook.value(candidate.on(sketch), left), -number, candidate)
        for number, candidate in enumerate(candidates(view))
    )
    found.sort(key=_by_value, reverse=True)
    return Ranking(sketch, outlook, left, found)


def _by_value(entry: tuple[int, int, Candidate]) -> tuple[int, int]:
    return entry[0], entry[1]


def one_ply(view: PlayerView, rng: Random) -> Thinking:  # noqa: ARG001 - the search is deterministic
    """Choose the ply after which the map has the highest value."""
    return (yield from rank_candidates(view)).entries[0][2].ply
