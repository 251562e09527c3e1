"""Judging finds the best ply, and the stars that another ply is expected to lose."""

from dataclasses import replace
from functools import cache

import pytest

from cartographers import STRENGTHS, Box, GameId, Ply, State, Terrain, apply, legal_moves, pure_game
from cartographers.bots.candidates import candidates
from cartographers.bots.judging import Judgment, judge
from cartographers.bots.one_ply import rank_candidates
from cartographers.bots.rollouts import Budget
from cartographers.bots.thinking import run_steps
from cartographers.player_view import PlayerView, view_of
from support.hidden import other_deal
from support.scenes import drawer_view, task
from support.simulated import chance, played

#: A fast budget that can tell a silly ply from a good one.
SMALL = Budget(width=4, rollouts=8, max_orders=20, replies=4)
GAMES = (
    GameId("judged"),
    pure_game("judge", Box.HEROES),
    GameId("judged", "B", 2),
    replace(pure_game("judged", Box.HEROES), side="C", players=3),
)
#: The games, all but one of which are left out in Pyodide, where Python is slower.
NATIVE = [pytest.param(game, marks=[pytest.mark.native] * (game != GAMES[1])) for game in GAMES]


@cache
def states(game_id: GameId) -> list[State]:
    """Return the states of a game between apprentices."""
    return played(game_id, "apprentice")[1][:-1]


def worst(view: PlayerView) -> Ply:
    """Return the worst ply according to a one-ply search."""
    return run_steps(rank_candidates(view)).entries[-1][2].ply


def moments(game_id: GameId) -> list[State]:
    """Return the first and the last state, some in between, and one with a task on another player's map."""
    found = states(game_id)
    elsewhere = [state for state in found if task(state).sheet != task(state).player]
    return [*found[::7], *elsewhere[:1], found[-1]]


def judgment(view: PlayerView, ply: Ply) -> Judgment:
    """Return the judgment of a ply with the small budget."""
    return run_steps(judge(view, ply, chance("label"), SMALL))


@pytest.mark.parametrize("game_id", NATIVE, ids=str)
def test_best_ply_loses_nothing_whatever_is_face_down(game_id: GameId) -> None:
    """The best ply is legal and loses nothing, and a deck that differs only face down changes no judgment."""
    for state in moments(game_id):
        view = drawer_view(state)
        plies = legal_moves(view)
        found = {ply: judgment(view, ply) for ply in (plies[0], plies[-1])}
        for ply, judged in found.items():
            assert judged.best in plies
            assert judged.loss > 0 or judged == Judgment(ply, 0)
        for best in {judged.best for judged in found.values()} - found.keys():
            assert judgment(view, best) == Judgment(best, 0)
    for state in moments(game_id)[::3]:
        player = task(state).player
        other = view_of(replace(state, deal=other_deal(state, chance(game_id))), player)
        ply = legal_moves(other)[-1]
        assert judgment(other, ply) == judgment(view_of(state, player), ply)


@pytest.mark.native
@pytest.mark.parametrize("game_id", GAMES[:2], ids=str)
def test_masters_choice_is_judged_best(game_id: GameId) -> None:
    """With the same random numbers, Master's choice is judged as the best ply."""
    for state in states(game_id)[::9]:
        view = drawer_view(state)
        ply = run_steps(STRENGTHS["master"](view, chance("label")))
        assert run_steps(judge(view, ply, chance("label"))) == Judgment(ply, 0)
        assert run_steps(judge(view, worst(view), chance("label"))).best in {ply, worst(view)}


@pytest.mark.parametrize("game_id", NATIVE, ids=str)
def test_worst_plies_lose_more_than_three_stars(game_id: GameId) -> None:
    """In part of a game, the worst plies of a one-ply search lose more than three stars."""
    views = [drawer_view(state) for state in states(game_id)[::6]]
    assert sum(judgment(view, worst(view)).loss for view in views) > 300


def test_loss_for_the_last_card_is_exact() -> None:
    """The loss for the last card is exactly the difference in stars, and attacks with the same effect lose the same."""
    state = states(GAMES[0])[-1]
    view = view_of(state, 0)

    def stars(ply: Ply) -> int:
        return apply(state, ply).total(0)

    most = max(map(stars, legal_moves(view)))
    for ply in legal_moves(view)[::5]:
        found = judgment(view, ply)
        assert found.loss == 100 * (most - stars(ply))
        assert stars(found.best) == most
    compared = 0
    for state in states(GAMES[1]):
        view = view_of(state, 0)
        relevant = state.sheets[0].empty | state.sheets[0].monster
        listed = {one.ply._replace(attack=one.attack & relevant): one.ply for one in candidates(view)}
        for ply in [ply for ply in legal_moves(view) if ply not in listed.values()][:2]:
            assert ply.terrain is Terrain.HERO
            twin = listed[ply._replace(attack=ply.attack & relevant)]
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
