"""Judging finds the best ply, and the stars that another ply is expected to lose."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from cartographers.bots import STRENGTHS
from cartographers.bots.candidates import candidates
from cartographers.bots.judging import Judgment, judge
from cartographers.bots.one_ply import rank_candidates
from cartographers.bots.rollouts import Budget
from cartographers.bots.thinking import run_steps
from cartographers.boxes import Box
from cartographers.game import apply, new_game
from cartographers.game_id import GameId, pure_game
from cartographers.player_view import PlayerView, view_of
from cartographers.rules import legal_moves
from cartographers.state import Ply, State
from cartographers.terrain import Terrain
from support.hidden import other_deal
from support.scenes import task

#: A fast budget that can tell a silly ply from a good one.
SMALL = Budget(width=4, stages=(2, 2), max_orders=20, adjacent=2, distant=2, later_seasons=1)
GAMES = (
    GameId("judged"),
    pure_game("judge", Box.HEROES),
    GameId("judged", "B", 2),
    replace(pure_game("judged", Box.HEROES), side="C", players=3),
)


def chance(label: object) -> Random:
    """Return a random number generator seeded with a label."""
    return Random(str(label))  # noqa: S311 - must be repeatable


@cache
def states(game_id: GameId) -> tuple[State, ...]:
    """Return the states of a game between apprentices."""
    found = [new_game(game_id)]
    while now := found[-1].task:
        view = view_of(found[-1], now.player)
        found.append(apply(found[-1], run_steps(STRENGTHS["apprentice"](view, chance(len(found))))))
    return tuple(found[:-1])


def moments(game_id: GameId) -> list[State]:
    """Return the first and the last state, some in between, and one with a task on another player's map."""
    found = states(game_id)
    elsewhere = [state for state in found if task(state).sheet != task(state).player]
    return [*found[::7], *elsewhere[:1], found[-1]]


def judgment(view: PlayerView, ply: Ply, budget: Budget = SMALL, label: str = "label") -> Judgment:
    """Return the judgment of a ply."""
    return run_steps(judge(view, ply, chance(label), budget))


@pytest.mark.parametrize("game_id", GAMES, ids=str)
def test_best_ply_is_legal_and_loses_nothing(game_id: GameId) -> None:
    """The best ply is legal, and loses nothing if it is judged with the same random numbers."""
    for state in moments(game_id):
        view = view_of(state, task(state).player)
        plies, best = legal_moves(view), set[Ply]()
        for ply in (plies[0], plies[-1]):
            found = judgment(view, ply)
            assert found.best in plies
            assert found.loss > 0 or found == Judgment(ply, 0)
            if found.loss:
                best.add(found.best)
        for ply in best:
            assert judgment(view, ply) == Judgment(ply, 0)


@pytest.mark.native
@pytest.mark.parametrize("game_id", GAMES[:2], ids=str)
def test_masters_choice_is_judged_best(game_id: GameId) -> None:
    """With the same random numbers, Master's choice is judged as the best ply."""
    for state in states(game_id)[::9]:
        view = view_of(state, task(state).player)
        ply = run_steps(STRENGTHS["master"](view, chance("label")))
        assert run_steps(judge(view, ply, chance("label"))) == Judgment(ply, 0)
        worst = run_steps(rank_candidates(view)).entries[-1][2].ply
        found = run_steps(judge(view, worst, chance("label")))
        assert found.best in {ply, worst}


@pytest.mark.parametrize("game_id", GAMES, ids=str)
def test_worst_plies_lose_more_than_three_stars(game_id: GameId) -> None:
    """In part of a game, the worst plies of a one-ply search lose more than three stars."""
    lost = 0
    for state in states(game_id)[::6]:
        view = view_of(state, task(state).player)
        lost += judgment(view, run_steps(rank_candidates(view)).entries[-1][2].ply).loss
    assert lost > 300


def test_loss_for_the_last_card_is_exact() -> None:
    """The loss of a ply for the last card is exactly the difference in stars."""
    state = states(GAMES[0])[-1]
    view = view_of(state, 0)

    def stars(ply: Ply) -> int:
        return apply(state, ply).total(0)

    most = max(map(stars, legal_moves(view)))
    for ply in legal_moves(view)[::5]:
        found = judgment(view, ply)
        assert found.loss == 100 * (most - stars(ply))
        assert stars(found.best) == most


@pytest.mark.parametrize("game_id", GAMES, ids=str)
def test_same_label_gives_the_same_judgment(game_id: GameId) -> None:
    """Judging a ply twice with the same label has the same result."""
    state = states(game_id)[4]
    view = view_of(state, task(state).player)
    ply = legal_moves(view)[3]
    assert judgment(view, ply) == judgment(view, ply)


@pytest.mark.parametrize("game_id", GAMES, ids=str)
def test_face_down_cards_do_not_change_the_judgment(game_id: GameId) -> None:
    """A different deck that the player can't tell from the real one doesn't change the judgment."""
    for state in moments(game_id)[::3]:
        player = task(state).player
        other = view_of(replace(state, deal=other_deal(state, chance(game_id))), player)
        ply = legal_moves(other)[-1]
        assert judgment(other, ply) == judgment(view_of(state, player), ply)


def test_attacks_with_the_same_effect_are_judged_the_same() -> None:
    """Attacks with the same effect are judged the same."""
    compared = 0
    for state in states(GAMES[1]):
        view = view_of(state, 0)
        relevant = state.sheets[0].empty | state.sheets[0].monster
        listed = {candidate.ply for candidate in candidates(view)}
        for ply in [ply for ply in legal_moves(view) if ply not in listed][:2]:
            assert ply.terrain is Terrain.HERO
            [twin] = [
                one for one in listed if one.region == ply.region and one.attack & relevant == ply.attack & relevant
            ]
            assert judgment(view, ply).loss == judgment(view, twin).loss
            compared += 1
    assert compared


def test_progress_rises_from_0_to_nearly_100_percent() -> None:
    """The progress of judging starts at 0 percent, never decreases, and ends near 100 percent."""
    view = view_of(states(GAMES[0])[2], 0)
    steps = [step for step in judge(view, legal_moves(view)[0], chance("label"), SMALL) if step is not None]
    assert steps == sorted(steps)
    assert steps[0] == 0
    assert 60 < steps[-1] < 100
