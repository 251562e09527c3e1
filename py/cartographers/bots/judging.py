"""Judging: the stars that a ply is expected to lose compared with the best ply.

The best ply is Master's choice with the same random numbers. Part of its advantage is luck with the decks that led
to the choice. So both plies are compared again on other decks, which are the same for both.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from cartographers.bots.candidates import Candidate, outcome_of
from cartographers.bots.one_ply import Ranked, ranked, task_in
from cartographers.bots.rollouts import MASTER, Budget, Rollouts, halved
from cartographers.bots.thinking import Steps
from cartographers.bots.value import HUNDREDTH
from cartographers.seen import Seen
from cartographers.state import Ply


class Judgement(NamedTuple):
    """The judgment of a ply."""

    #: The best ply; the judged ply itself if no better one was found.
    best: Ply
    #: The expected loss of the judged ply compared with the best one, in hundredths of a star.
    behind: int


def judged(seen: Seen, ply: Ply, rng: Random, budget: Budget = MASTER) -> Steps[Judgement]:
    """Compare a legal ply with the best one.

    On another player's map and for the last card, there is nothing to play out, so the value of the map decides.
    """
    task = task_in(seen)
    found = yield from ranked(seen)
    places = {outcome_of(seen, candidate.ply): place for place, (_, _, candidate) in enumerate(found.found)}
    mine = places[outcome_of(seen, ply)]
    playing = Rollouts(seen, found.sketch, found.outlook, found.left, budget)
    if task.sheet != task.player or not (found.left or len(playing.seasons) > 1):
        (most, _, best), (value, _, _) = found.found[0], found.found[mine]
        return _judgement(ply, best, most - value)
    if len(found.found) == 1:
        return Judgement(ply, 0)
    judgement = yield from _compared(playing, found, mine, ply, rng)
    yield from playing.forgotten()
    return judgement


def _compared(playing: Rollouts, found: Ranked, mine: int, ply: Ply, rng: Random) -> Steps[Judgement]:
    """Judge a ply by rollouts. ``mine`` is the index of its candidate."""
    chance = Random(f"{rng.random()}")  # noqa: S311 - must be repeatable, not secret
    field = [candidate for _, _, candidate in found.found[: playing.budget.width]]
    played = found.found[mine][2]
    best = yield from halved(playing, field, chance, 50)
    if best is played:
        return Judgement(ply, 0)
    advantage = counted = 0
    for number, (weight, decks) in enumerate(playing.futures(chance)):
        advantage += weight * (yield from playing.play(best, decks))
        yield 50 + 50 * number // playing.count
        advantage -= weight * (yield from playing.play(played, decks))
        yield None
        counted += weight
    return _judgement(ply, best, advantage, counted * sum(season.counts for season in playing.seasons))


def _judgement(ply: Ply, best: Candidate, advantage: int, weight: int = 1) -> Judgement:
    """Return the judgment of a ply from the best candidate's total advantage and the total weight of the values."""
    behind = round(advantage / (weight * HUNDREDTH))
    return Judgement(best.ply, behind) if behind > 0 else Judgement(ply, 0)
