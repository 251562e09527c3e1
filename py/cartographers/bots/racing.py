"""A race: compare candidates by rollouts on the same decks, and drop each one as soon as it is clearly behind."""

from __future__ import annotations

from random import Random

from cartographers.bots.candidates import Candidate
from cartographers.bots.one_ply import rank_candidates
from cartographers.bots.rollouts import Budget, Rollouts
from cartographers.bots.thinking import Steps, Thinking
from cartographers.player_view import PlayerView

#: The number of decks before the first comparison, and between two comparisons.
_FIRST, _BLOCK = 8, 4


def search(view: PlayerView, rng: Random, budget: Budget) -> Thinking:
    """Choose the best ply by rollouts.

    An ambush on another player's map and the last ply before the end of all rollouts are chosen by a one-ply search.
    """
    ranking = yield from rank_candidates(view)
    field = [candidate for _, _, candidate in ranking.entries[: budget.width]]
    playing = Rollouts(view, ranking, budget, Random(f"{rng.random()}"))  # noqa: S311 - must be repeatable, not secret
    if len(field) > 1 and playing.is_worthwhile:
        best = yield from race(playing, field)
        yield from playing.free_memory()
        return best.ply
    return field[0].ply


def race(playing: Rollouts, field: list[Candidate], percent: int = 100) -> Steps[Candidate]:
    """Return the best candidate of a field by rollouts.

    A candidate is dropped if it is more than two standard errors behind the best one. If all possible futures are
    played, none is dropped. ``percent`` is this function's share of the caller's work, for the progress that it yields.
    """
    most = len(playing.all_futures) * len(field) or max(playing.budget.rollouts, _FIRST * len(field))
    values: list[list[int]] = [[] for _ in field]
    alive, played = [*range(len(field))], 0
    for number, (weight, decks) in enumerate(playing.futures(), start=1):
        for place in alive:
            values[place].append(weight * (yield from playing.play(field[place], decks)))
            yield percent * played // most
            played += 1
        yield from playing.learn(number)
        if not playing.all_futures and number >= _FIRST and not number % _BLOCK:
            best = _best(values, alive)
            alive = [place for place in alive if place == best or not _is_behind(values[place], values[best])]
            if len(alive) == 1 or played + _BLOCK * len(alive) > most:
                break
    return field[_best(values, alive)]


def _best(values: list[list[int]], alive: list[int]) -> int:
    return max(alive, key=lambda place: (sum(values[place]), -place))


def _is_behind(values: list[int], best: list[int]) -> bool:
    """Return whether values are more than two standard errors of the mean difference behind the best ones, or equal."""
    differences = [more - less for more, less in zip(best, values, strict=True)]
    count, total = len(differences), sum(differences)
    squares = sum([difference * difference for difference in differences])
    return (count + 3) * total * total > 4 * count * squares or not squares
