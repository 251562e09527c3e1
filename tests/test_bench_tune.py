"""Tuning adopts a weight only if it is better in two rounds of games."""

from __future__ import annotations

import re
from multiprocessing.pool import Pool, ThreadPool
from typing import cast

import pytest

from bench import tune
from bench.tune import BASE, Difference, Experiment, game_with, of_cards, of_weights, rated, tried
from cartographers.game_id import read_game_id
from cartographers.scoring import CARDS

FIRST, SECOND = ["first"], ["second"]
CHANGES = {50: BASE, 160: BASE}
MUCH, CHANCE, LITTLE = Difference(3, 1), Difference(2, 1), Difference(-3, 1)


@pytest.mark.parametrize(
    ("first", "again", "best", "told"),
    [
        ((LITTLE, MUCH), MUCH, 160, "50 % -3.00 +- 1.00, 160 % +3.00 +- 1.00; again +3.00 +- 1.00, adopted"),
        ((MUCH, LITTLE), CHANCE, 0, "50 % +3.00 +- 1.00, 160 % -3.00 +- 1.00; again +2.00 +- 1.00"),
        ((CHANCE, LITTLE), MUCH, 0, "50 % +2.00 +- 1.00, 160 % -3.00 +- 1.00"),
    ],
)
def test_a_change_must_gain_twice(
    monkeypatch: pytest.MonkeyPatch, first: tuple[Difference, Difference], again: Difference, best: int, told: str
) -> None:
    """A change is adopted only if it gains in a second round with other games."""

    def gains(changes: dict[int, object], games: list[str], _: object) -> dict[int, Difference]:
        return dict(zip(changes, first, strict=True)) if games is FIRST else dict.fromkeys(changes, again)

    monkeypatch.setattr(tune, "gains", gains)
    experiment = Experiment("a card", CHANGES, (FIRST, SECOND))
    assert tried(experiment, cast("Pool", None)) == (best, told)


def test_every_round_has_its_own_games() -> None:
    """Every round has its own games with seeds that the arena never uses, and the tuned card is one of their edicts."""
    cards = [card.id for card in CARDS]
    for experiment in (*of_cards(cards, 2), *of_weights(2)):
        games = [read_game_id(game) for its in experiment.rounds for game in its]
        assert len({game.seed for game in games}) == 4
        assert all(game.seed.startswith("tune") for game in games)
        if experiment.name in cards:
            assert all(experiment.name in [card.id for card in game.edicts or ()] for game in games)


def test_potential_of_a_card_changes_the_game() -> None:
    """A game without a card's potential is different from one with it."""
    game = str(game_with("sentinel-wood", 0))
    without = BASE._replace(shares={"sentinel-wood": 0})
    assert rated(game, BASE) == rated(game, BASE)
    assert rated(game, BASE) != rated(game, without)


def test_script_reports_on_a_card(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The script reports on a card and writes no shares, because it hasn't tried all cards."""
    before = tune.WRITTEN.read_bytes()
    monkeypatch.setattr(tune, "Pool", ThreadPool)
    monkeypatch.setattr("sys.argv", ["tune", "sentinel-wood", "--games", "2", "--jobs", "1"])
    tune.main()
    shown = capsys.readouterr()
    difference = r"[+-]\d+\.\d\d \+- \d+\.\d\d"
    assert re.search(rf"^sentinel-wood: 50 % {difference}, 160 % {difference}", shown.out, re.MULTILINE)
    assert tune.WRITTEN.read_bytes() == before
