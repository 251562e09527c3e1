"""Check puzzles by a second method, independent of their maker.

Every legal ply is played out by the rules of the engine, not on sketches: the hidden cards are dealt again, each later
ply is the choice of a one-ply search from the player's view, and the true final totals are compared. All plies of a
puzzle play the same deals. None of the bots' rollouts, reply tables, and decks takes part.

A right ply must lose at most half a star and one standard error; any other one must lose at least two stars, which are
at least three standard errors. The plies that a puzzle names are played on 200 deals, which gives the stated figures.
Any other ply is played until it clearly loses two stars, or on as many deals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple, TypeAlias

from cartographers.bots.one_ply import one_ply
from cartographers.bots.puzzles import LEAST_LOST, MOST_LOST, SOURCES, Puzzle, position_of
from cartographers.bots.thinking import run_steps
from cartographers.cards import AmbushCard, Card, HeroCard
from cartographers.deal import SeasonDeal, explore_cards
from cartographers.game import apply
from cartographers.player_view import view_of
from cartographers.rules import legal_moves
from cartographers.scoring import stars
from cartographers.state import Ply, State

#: The number of deals on which a ply is played at most, and of those between two looks at its loss.
DEALS, BLOCK = 200, 4
#: The number of deals below which a ply's error is at least the mean of all plies.
FEW = 16

#: A game's stars by source.
Stars: TypeAlias = tuple[int, ...]


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

    The result has the losses of the plies that should be right and aren't, and of those that should lose two stars and
    don't, each with its error. It also has the best ply's gains over each ply that the puzzle names as wrong, by source
    and in tenths of a star; the error of the lead over the first one; and the least loss of all other plies.
    """
    position = position_of(puzzle)
    state, rng = position.state, Random(f"{seed}/{puzzle.id}")  # noqa: S311 - repeatable, no secret
    deals = [redealt(state, rng) for _ in range(DEALS)]
    best = list(_played(deals, position.best))
    wrong = [answer.ply for answer in position.wrong]
    named = {ply: list(_played(deals, ply)) for ply in (*position.right[1:], *wrong)}
    others = [ply for ply in legal_moves(state) if ply != position.best and ply not in named]
    losses = {ply: _loss(best, totals) for ply, totals in named.items()} | _losses(deals, best, others)
    return {
        "plies": len(losses) + 1,
        "right": [_rounded(losses[ply]) for ply in position.right[1:] if not losses[ply].is_small],
        "wrong": [_rounded(loss) for ply, loss in losses.items() if ply not in position.right and not loss.is_clear],
        "gains": [[round(10 * fmean(one)) for one in _differences(best, named[ply])] for ply in wrong],
        "error": round(losses[wrong[0]].error, 2),
        "rest": round(10 * min((losses[ply].mean for ply in others), default=0)),
    }


def _rounded(loss: Loss) -> tuple[float, float]:
    return round(loss.mean, 2), round(loss.error, 2)


def _losses(deals: Sequence[State], best: Sequence[Stars], plies: Iterable[Ply]) -> dict[Ply, Loss]:
    """Return the losses of plies. A ply that clearly loses two stars isn't played on more deals."""
    playing = {ply: _played(deals, ply) for ply in plies}
    rows: dict[Ply, list[Stars]] = {ply: [] for ply in playing}
    losses = dict[Ply, Loss]()
    while playing:
        for ply, totals in playing.items():
            rows[ply] += islice(totals, BLOCK)
        spread = fmean(_loss(best, rows[ply]).error for ply in playing)
        for ply in playing:
            loss = _loss(best, rows[ply])
            losses[ply] = loss._replace(error=max(loss.error, spread)) if len(rows[ply]) < FEW else loss
        playing = {
            ply: totals for ply, totals in playing.items() if len(rows[ply]) < len(deals) and not losses[ply].is_clear
        }
    return losses


def _loss(best: Sequence[Stars], rows: Sequence[Stars]) -> Loss:
    """Return the loss of a ply from the stars of the best one and its own, on the deals that both have played."""
    differences = [sum(mine) - sum(theirs) for mine, theirs in zip(best, rows, strict=False)]
    return Loss(fmean(differences), stdev(differences) / sqrt(len(differences)))


def _differences(best: Sequence[Stars], rows: Sequence[Stars]) -> list[list[int]]:
    """Return the differences of two plies' stars on each deal, for each source."""
    pairs = zip(zip(*best, strict=True), zip(*rows, strict=True), strict=True)
    return [[mine - theirs for mine, theirs in zip(one, other, strict=True)] for one, other in pairs]


def _played(deals: Iterable[State], ply: Ply) -> Iterator[Stars]:
    """Yield the stars of each deal after a ply, by source, at the end of the game."""
    for state in deals:
        after = apply(state, ply)
        while after.task:
            after = apply(after, run_steps(one_ply(view_of(after, 0), Random(0))))  # noqa: S311 - it draws none
        found = dict.fromkeys(SOURCES, 0)
        for [score] in after.scores:
            for letter, awards in score.edicts.items():
                found[letter] += stars(awards)
            found["coins"] += score.coins
            found["monsters"] += score.monsters
        yield tuple(found.values())


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
