"""Judging: the stars that a ply is expected to lose compared with the best ply.

The best ply is Master's choice with the same random numbers. Part of its advantage is luck with the decks that led
to the choice. So both plies are compared again on other decks, which are the same for both.
"""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import NamedTuple

from cartographers.bots.candidates import Candidate, effect_key
from cartographers.bots.one_ply import Ranking, rank_candidates
from cartographers.bots.racing import race
from cartographers.bots.rollouts import MASTER, Budget, Rollouts
from cartographers.bots.thinking import Steps
from cartographers.bots.value import HUNDREDTH
from cartographers.player_view import PlayerView
from cartographers.state import Ply

#: The number of decks on which a ply is compared with the best one.
_DECKS = 16


class Judgment(NamedTuple):
    """The judgment of a ply."""

    #: The best ply; the judged ply itself if no better one was found.
    best: Ply
    #: The expected loss of the judged ply compared with the best one, in hundredths of a star.
    loss: int


def judge(view: PlayerView, ply: Ply, rng: Random, budget: Budget = MASTER) -> Steps[Judgment]:
    """Compare a legal ply with the best one.

    On another player's map and for the last card, there is nothing to play out, so the value of the map decides.
    """
    found = yield from rank_candidates(view)
    places = {effect_key(view, candidate.ply): place for place, (_, _, candidate) in enumerate(found.entries)}
    mine = places[effect_key(view, ply)]
    playing = Rollouts(view, found, budget, Random(f"{rng.random()}"))  # noqa: S311 - must be repeatable, not secret
    if not playing.is_worthwhile:
        (most, _, best), (value, _, _) = found.entries[0], found.entries[mine]
        return _judgment(ply, best, most - value)
    if len(found.entries) == 1:
        return Judgment(ply, 0)
    judgment = yield from _compared(playing, found, mine, ply)
    yield from playing.free_memory()
    return judgment


def _compared(playing: Rollouts, found: Ranking, mine: int, ply: Ply) -> Steps[Judgment]:
    """Judge a ply by rollouts. ``mine`` is the index of its candidate."""
    field = [candidate for _, _, candidate in found.entries[: playing.budget.width]]
    played = found.entries[mine][2]
    best = yield from race(playing, field, 50)
    if best is played:
        return Judgment(ply, 0)
    count = len(playing.all_futures) or _DECKS
    advantage = counted = 0
    for number, (weight, decks) in enumerate(islice(playing.futures(), count)):
        advantage += weight * (yield from playing.play(best, decks))
        yield 50 + 50 * number // count
        advantage -= weight * (yield from playing.play(played, decks))
        yield None
        counted += weight
    return _judgment(ply, best, advantage, counted * playing.weight)


def _judgment(ply: Ply, best: Candidate, advantage: int, weight: int = 1) -> Judgment:
    """Return the judgment of a ply from the best candidate's total advantage and the total weight of the values."""
    behind = round(advantage / (weight * HUNDREDTH))
    return Judgment(best.ply, behind) if behind > 0 else Judgment(ply, 0)
