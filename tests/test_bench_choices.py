"""What a choice loses is what it is worth less than the best."""

from __future__ import annotations

from functools import cache

import pytest

from bench.choices import BUDGETS, CAREFUL, TRIES, Choice, chance, choice, positions, table, worths
from cartographers.bots import PLAYERS
from cartographers.bots.candidates import Candidate
from cartographers.bots.one_ply import ranked
from cartographers.bots.rollouts import MASTER
from cartographers.bots.thinking import finished
from cartographers.game import apply, new_game
from cartographers.game_id import GameId
from cartographers.seen import Seen, seen

pytestmark = pytest.mark.native
SMALL = CAREFUL._replace(width=6, stages=(2, 2), beside=2, apart=2)


@cache
def position() -> tuple[Seen, list[Candidate]]:
    """Return what is seen at the beginning of autumn, and the best candidates there."""
    state = new_game(GameId("choices"))
    while len(state.scores) < 2:
        state = apply(state, PLAYERS["apprentice"](seen(state, 0), chance("apprentice")))
    view = seen(state, 0)
    return view, [candidate for _, _, candidate in finished(ranked(view)).found[: SMALL.width]]


def test_a_budget_loses_what_its_choice_is_worth_less() -> None:
    """With one candidate, there is no choice."""
    view, field = position()
    stars = worths(view, field, SMALL, "truth")
    assert stars == worths(view, field, SMALL, "truth") != worths(view, field, SMALL, "other decks")
    for place in range(len(field)):
        only = [field[place], *field[:place], *field[place + 1 :]]
        worth = [stars[place], *stars[:place], *stars[place + 1 :]]
        assert choice(view, only, MASTER._replace(width=1), worth, "one").lost == max(stars) - stars[place]


def test_the_truth_is_stars_at_the_end() -> None:
    """They are those of whole games: means over two decks for who was dropped, over four for the others."""
    view, field = position()
    stars = worths(view, field, SMALL, "truth")
    assert all(-100 < one < 200 for one in stars)
    assert all((4 * one).is_integer() for one in stars)
    assert sum((2 * one).is_integer() for one in stars) >= 3


def test_positions_are_of_different_plies() -> None:
    """The same seed has the same ones."""
    found = positions("choices0")
    assert len({(view.season, view.time, view.sheets) for view in found}) == 4
    assert found == positions("choices0")
    assert all(view.task for view in found)


def test_the_table_compares_with_the_first() -> None:
    """A mean, a difference with its error, and the median of times."""
    found = [[Choice(1, 10), Choice(0.5, 20)], [Choice(2, 30), Choice(0.5, 20)]]
    assert table(["one", "other"], found).splitlines()[2:] == [
        "| one | 1.50 | +0.000 +- 0.000 | 20 |",
        "| other | 0.50 | -1.000 +- 0.500 | 20 |",
    ]
    assert TRIES > 0
    assert all(budget.width <= CAREFUL.width for budget in BUDGETS.values())
