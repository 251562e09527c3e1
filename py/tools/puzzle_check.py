"""Check puzzles by another method than the one that makes them.

Every legal ply is played out by the rules of the engine, not on sketches: the hidden cards are dealt again, each later
ply is the choice of a one-ply search from the player's view, and the true final totals are compared. All plies of a
puzzle play the same deals. None of the bots' rollouts, reply tables, and decks takes part.

A right ply must lose at most half a star and one standard error; any other one must lose at least two stars, which are
at least three standard errors. A ply that loses clearly more is played until that is certain. All others are played on
200 deals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import sqrt
from random import Random
from statistics import fmean, variance
from typing import Any, NamedTuple

from cartographers.bots.one_ply import one_ply
from cartographers.bots.puzzles import LEAST_LOST, MOST_LOST, Puzzle, position_of
from cartographers.bots.thinking import run_steps
from cartographers.cards import AmbushCard, Card, HeroCard
from cartographers.deal import SeasonDeal, explore_cards
from cartographers.game import apply
from cartographers.player_view import view_of
from cartographers.rules import legal_moves
from cartographers.state import Ply, State

#: The number of deals on which a ply is played at most, and of those between two looks at its loss.
DEALS, BLOCK = 200, 4
#: The number of deals below which a ply's variance is at least that of all plies.
FEW = 16


class Loss(NamedTuple):
    """A measured loss in stars."""

    mean: float
    #: The standard error of the mean.
    error: float

    @property
    def is_clear(self) -> bool:
        """Whether the loss is at least two stars and three standard errors."""
        return self.mean >= LEAST_LOST / 10 and self.mean >= 3 * self.error

    @property
    def is_small(self) -> bool:
        """Whether the loss is at most half a star and one standard error."""
        return self.mean <= MOST_LOST / 10 + self.error


def check(puzzle: Puzzle, seed: str) -> dict[str, Any]:
    """Measure the losses of all legal plies of a puzzle, and return what isn't as the puzzle says.

    The result names the plies that should be right and aren't, and those that should lose two stars and don't, each
    with its loss and its error. It also has the measured lead over the best other ply with its error.
    """
    position = position_of(puzzle)
    state, rng = position.state, Random(f"{seed}/{puzzle.id}")  # noqa: S311 - repeatable, no secret
    deals = [redealt(state, rng) for _ in range(DEALS)]
    best = _totals(deals, position.best)
    named = [*position.right[1:], *(answer.ply for answer in position.wrong)]
    others = [ply for ply in legal_moves(state) if ply != position.best and ply not in named]
    bests = list(islice(best, DEALS))
    losses = _losses(deals, bests, named, until_clear=False) | _losses(deals, bests, others, until_clear=True)
    right = {ply: losses[ply] for ply in position.right[1:] if not losses[ply].is_small}
    wrong = {ply: loss for ply, loss in losses.items() if ply not in position.right and not loss.is_clear}
    return {
        "puzzle": puzzle.id,
        "plies": len(losses) + 1,
        "right": [[round(figure, 2) for figure in loss] for loss in right.values()],
        "wrong": [[round(figure, 2) for figure in loss] for loss in wrong.values()],
        "stated": sum(puzzle.wrong[0][1]) / 10,
        "measured": [round(figure, 2) for figure in losses[position.wrong[0].ply]],
    }


def _losses(
    deals: Sequence[State], bests: Sequence[int], plies: Iterable[Ply], *, until_clear: bool
) -> dict[Ply, Loss]:
    """Return the losses of plies on all deals, or only until they are clear."""
    playing = {ply: _totals(deals, ply) for ply in plies}
    rows: dict[Ply, list[int]] = {ply: [] for ply in playing}
    losses = dict[Ply, Loss]()
    while playing:
        for ply, totals in playing.items():
            rows[ply] += islice(totals, BLOCK)
        differences = {ply: [a - b for a, b in zip(bests, rows[ply], strict=False)] for ply in playing}
        common = fmean(map(variance, differences.values()))
        for ply, each in differences.items():
            spread = max(variance(each), common) if len(each) < FEW else variance(each)
            losses[ply] = Loss(fmean(each), sqrt(spread / len(each)))
        playing = {
            ply: totals
            for ply, totals in playing.items()
            if len(rows[ply]) < DEALS and not (until_clear and losses[ply].is_clear)
        }
    return losses


def _totals(deals: Iterable[State], ply: Ply) -> Iterator[int]:
    """Yield the final total of each deal after a ply."""
    for state in deals:
        after = apply(state, ply)
        while after.task:
            after = apply(after, run_steps(one_ply(view_of(after, 0), Random(0))))  # noqa: S311 - it draws none
        yield after.total(0)


def redealt(state: State, rng: Random) -> State:
    """Return a solo game's state with all hidden cards dealt again (English rulebook p. 4)."""
    view, dealt = view_of(state, 0), state.deal.seasons
    seasons, gone = list(dealt[: state.season]), dealt[state.season].discarded
    piles = [_shuffled(hidden.cards, rng) for hidden in (view.hidden_ambushes, view.hidden_heroes)]
    in_decks = view.hidden_ambushes.in_deck, view.hidden_heroes.in_deck
    waiting = [card for pile, in_deck in zip(piles, in_decks, strict=True) for card in pile[:in_deck]]
    piles = [pile[in_deck:] for pile, in_deck in zip(piles, in_decks, strict=True)]
    for number in range(state.season, len(dealt)):
        season = dealt[number].season
        if number == state.season:
            deck = [*view.face_up, *_shuffled([*view.undealt, *waiting], rng)]
        else:
            waiting += [pile.pop() for pile in piles if pile]
            deck = _shuffled([*explore_cards(view.options), *waiting], rng)
        reveals = next(
            count for count in range(1, len(deck) + 1) if sum(card.time for card in deck[:count]) >= season.threshold
        )
        seasons.append(SeasonDeal(season, tuple(deck), reveals, gone))
        shown = [card for card in deck[:reveals] if card in waiting]
        gone += tuple(card for card in shown if isinstance(card, AmbushCard | HeroCard))
        waiting = [card for card in waiting if card not in shown]
    return replace(state, deal=replace(state.deal, seasons=tuple(seasons)))


def _shuffled(cards: Iterable[Card], rng: Random) -> list[Card]:
    return sorted(cards, key=lambda _: rng.random())
