"""The bench of choices measures the stars that a choice loses compared with the best one."""

from __future__ import annotations

import re
from functools import cache
from multiprocessing.pool import ThreadPool

import pytest

from bench import choices
from bench.choices import BUDGETS, CAREFUL, TRIES, Choice, chance, choice, positions, table, worths
from cartographers.bots import PLAYERS
from cartographers.bots.candidates import Candidate
from cartographers.bots.one_ply import rank_candidates
from cartographers.bots.rollouts import MASTER
from cartographers.bots.thinking import run_steps
from cartographers.game import apply, new_game
from cartographers.game_id import GameId
from cartographers.player_view import PlayerView, view_of

pytestmark = pytest.mark.native
SMALL = CAREFUL._replace(width=6, stages=(2, 2), adjacent=2, distant=2)


@cache
def position() -> tuple[PlayerView, list[Candidate]]:
    """Return a player's view at the beginning of fall, and the best candidates."""
    state = new_game(GameId("choices"))
    while len(state.scores) < 2:
        state = apply(state, PLAYERS["apprentice"](view_of(state, 0), chance("apprentice")))
    view = view_of(state, 0)
    return view, [candidate for _, _, candidate in run_steps(rank_candidates(view)).entries[: SMALL.width]]


def test_single_candidate_loses_the_difference_to_the_best() -> None:
    """A budget with a single candidate loses the difference between that candidate and the best one."""
    view, field = position()
    stars = worths(view, field, SMALL, "truth")
    assert stars == worths(view, field, SMALL, "truth") != worths(view, field, SMALL, "other decks")
    for place in range(len(field)):
        only = [field[place], *field[:place], *field[place + 1 :]]
        worth = [stars[place], *stars[:place], *stars[place + 1 :]]
        assert choice(view, only, MASTER._replace(width=1), worth, "one").lost == max(stars) - stars[place]


def test_true_values_are_stars_of_whole_games() -> None:
    """The true values are stars of whole games: means of two decks for dropped candidates, and of four for others."""
    view, field = position()
    stars = worths(view, field, SMALL, "truth")
    assert all(-100 < one < 200 for one in stars)
    assert all((4 * one).is_integer() for one in stars)
    assert sum((2 * one).is_integer() for one in stars) >= 3


def test_positions_are_distinct_and_repeatable(monkeypatch: pytest.MonkeyPatch) -> None:
    """The positions of a seed are distinct and repeatable."""
    monkeypatch.setattr(choices, "PLAYER", "apprentice")
    found = positions("choices0")
    assert len({(view.season, view.time, view.sheets) for view in found}) == 4
    assert found == positions("choices0")
    assert all(view.task for view in found)


def test_table_compares_with_the_first_budget() -> None:
    """The table has means, differences from the first budget with their errors, and median times."""
    found = [[Choice(1, 10), Choice(0.5, 20)], [Choice(2, 30), Choice(0.5, 20)]]
    assert table(["one", "other"], found).splitlines()[2:] == [
        "| one | 1.50 | +0.000 +- 0.000 | 20 |",
        "| other | 0.50 | -1.000 +- 0.500 | 20 |",
    ]
    assert TRIES > 0
    assert all(budget.width <= CAREFUL.width for budget in BUDGETS.values())


def test_script_compares_budgets(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The script prints a row for each budget."""
    small = MASTER._replace(width=2, stages=(1,), adjacent=1, distant=1)
    for name, least in (
        ("BUDGETS", {"one": small, "other": small}),
        ("CAREFUL", SMALL),
        ("POSITIONS", 2),
        ("TRIES", 1),
    ):
        monkeypatch.setattr(choices, name, least)
    monkeypatch.setattr(choices, "PLAYER", "apprentice")
    monkeypatch.setattr(choices, "Pool", ThreadPool)  # threads see the names above
    monkeypatch.setattr("sys.argv", ["choices", "--games", "1", "--jobs", "1"])
    choices.main()
    head, _, one, other = capsys.readouterr().out.splitlines()
    assert head.startswith("| 2 positions | ")
    assert re.fullmatch(r"\| one \| [\d.]+ \| \+0\.000 \+- 0\.000 \| \d+ \|", one)
    assert re.fullmatch(r"\| other \| [\d.]+ \| [+-][\d.]+ \+- [\d.]+ \| \d+ \|", other)
