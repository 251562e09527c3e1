"""What a ply was worth: how many stars a master expected it to be behind the best one.

The best ply is what the master would draw with the same random numbers. Who does best on some decks has also had luck
there. So it meets the ply that was played on other decks, which had no part in the choice and are the same for both.
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
    """The best ply, and by how many hundredths of a star another one is expected to be ``behind`` it."""

    best: Ply
    behind: int


def judged(seen: Seen, ply: Ply, rng: Random, budget: Budget = MASTER) -> Steps[Judgement]:
    """Return what a player should have done who did a legal ply; 0 is behind the best there is.

    Where nothing can be played out, on another player's map and with the last card, the value of the map decides.
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
    """Return what rollouts say of a ply, which is the candidate at a place."""
    chance = Random(f"{rng.random()}")  # noqa: S311 - a repeatable choice, not a secret
    field = [candidate for _, _, candidate in found.found[: playing.budget.width]]
    played = found.found[mine][2]
    best = yield from halved(playing, field, chance, 50)
    if best is played:
        return Judgement(ply, 0)
    more = counted = 0
    for number, (weight, decks) in enumerate(playing.futures(chance)):
        more += weight * (yield from playing.play(best, decks))
        yield 50 + 50 * number // playing.count
        more -= weight * (yield from playing.play(played, decks))
        yield None
        counted += weight
    return _judgement(ply, best, more, counted * sum(season.counts for season in playing.seasons))


def _judgement(ply: Ply, best: Candidate, more: int, of: int = 1) -> Judgement:
    """Return the judgement of a ply when another candidate's values sum up to so much ``more`` in ``of`` counts."""
    behind = round(more / (of * HUNDREDTH))
    return Judgement(best.ply, behind) if behind > 0 else Judgement(ply, 0)
