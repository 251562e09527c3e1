"""The arena's table is true, and an arena in a terminal shows its progress."""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import pytest

from bench import prophet
from cartographers.arena import Match, run
from cartographers.bots import STRENGTHS
from tasks.steps import ROOT

pytestmark = pytest.mark.native


def in_table(what: str) -> Any:  # noqa: ANN401 - JSON
    """Return a part of the results in the arena's table."""
    return json.loads((ROOT / "py/bench/arena.json").read_text("utf-8"))[what]


@pytest.mark.sample(2)
@pytest.mark.parametrize("player", [*STRENGTHS, prophet.PROPHET])
def test_bots_still_play_as_in_the_table(player: str) -> None:
    """In the first solo games of the arena's table, the bots still earn the same ratings."""
    games = [(game, rating) for game, who, rating in in_table("first") if who == player]
    assert games
    for game, rating in games:
        [result] = prophet.play(Match(game, (player,)))
        assert result["rating"] == rating, game


def test_stronger_bots_win_in_the_table() -> None:
    """On the same games of the arena's table, a stronger bot gets higher ratings than any weaker one."""
    found = in_table("groups").values()
    pairs = [(one["weaker"], one["stronger"]) for group in found for one in group["differences"] if one["mean"] > 0]
    assert Counter(pairs) >= Counter([*combinations(STRENGTHS, 2)] * len(found))


@pytest.mark.parametrize("installed", [True, False])
def test_arena_shows_progress_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, installed: bool
) -> None:
    """On a terminal, the arena shows its progress with tqdm if it is installed, otherwise in a plain line."""

    def tqdm(played: Iterable[object], **options: object) -> Iterator[object]:
        sys.stderr.write(f"bar of {options['total']}")
        yield from played

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr("cartographers.arena.find_spec", lambda name: installed and name == "tqdm")
    monkeypatch.setitem(sys.modules, "tqdm", SimpleNamespace(tqdm=tqdm))
    [result] = run([Match("c1-a-1p-watched", ("random",))], None, 1)
    assert result["player"] == "random"
    assert ("bar of 1" if installed else "1 of 1 games, 0 min 00 s left") in capsys.readouterr().err
