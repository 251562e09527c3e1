"""The arena's bench plays the right matches, resumes, gives the prophet its knowledge, and writes its tables."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bench import arena, headlines, prophet
from cartographers.arena import Match, run
from cartographers.arena import play as whole_game
from cartographers.bots import STRENGTHS
from cartographers.game import apply, new_game
from cartographers.game_id import GameId, read_game_id
from cartographers.rules import legal_moves

pytestmark = pytest.mark.native


def test_each_strength_sits_in_every_seat() -> None:
    """With several players, all combinations of strengths play the same decks, and each strength sits in every seat."""
    found = {group.name: group.matches for group in arena.groups(96)}
    assert [*found] == ["A", "B", "C", "D", "mix", "2 players", "3 players", "4 players"]
    for players in (2, 3, 4):
        matches = found[f"{players} players"]
        seats = Counter((seat, name) for match in matches for seat, name in enumerate(match.seats))
        assert set(seats) == {(seat, name) for seat in range(players) for name in STRENGTHS}
        assert len(set(seats.values())) == 1, seats
        assert all(read_game_id(match.game).players == len(match.seats) == players for match in matches)


def test_games_match_their_group() -> None:
    """The games of a group have its map side, and the mix has both boxes on all sides."""
    for kind in "ABCD":
        assert arena.game(kind, 3).side == kind
    mixes = [arena.game("mix", number) for number in range(8)]
    assert len({(mix.side, mix.explore) for mix in mixes}) == 8


def test_matches_progress_evenly_across_groups() -> None:
    """After half of all matches, half of each group's matches have been played."""
    groups = arena.groups(12)
    order = arena.in_rounds(groups)
    half = set(order[: len(order) // 2])
    assert sorted(order) == sorted(match for group in groups for match in group.matches)
    for group in groups:
        assert len(group.matches) // 2 - 1 <= len(half & {*group.matches}) <= len(group.matches) // 2 + 1


def test_prophet_knows_the_upcoming_cards() -> None:
    """The prophet knows the cards that will be revealed, and its plies are legal."""
    state = new_game(GameId("prophet"))
    coming = prophet.coming_cards(state, 0)
    assert (*state.face_up, *coming) == state.season_deal.deck[: state.season_deal.reveal_count]
    assert prophet.coming_cards(state, 3) == state.deal.seasons[3].deck[: state.deal.seasons[3].reveal_count]
    ply = prophet.prophet_ply(state)
    assert ply in legal_moves(state)
    assert apply(state, ply).revealed > 1


def in_table(what: str) -> Any:  # noqa: ANN401 - JSON
    """Return a part of the results in the arena's table."""
    return json.loads((headlines.HERE / "arena.json").read_text("utf-8"))[what]


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


def test_a_stopped_bench_continues(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A bench that is started again plays only the missing games, and has the same figures as a single run."""
    played: list[Match] = []
    group = arena.Group("A", tuple(Match(f"c1-a-1p-again{number}", ("random",)) for number in range(3)))

    def play(match: Match) -> list[dict[str, Any]]:
        played.append(match)
        return whole_game(match)

    monkeypatch.setattr(arena, "PLAYED", tmp_path / "new" / "arena.jsonl")
    monkeypatch.setattr(arena, "NAMES", ("random",))
    monkeypatch.setattr(arena, "play", play)
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    monkeypatch.setattr(arena, "groups", lambda games: [arena.Group("A", group.matches[:games])])
    arena.measure(2)
    figures = arena.measure(3)
    assert played == [*group.matches]
    assert [bot["games"] for bot in figures["groups"]["A"]["bots"]] == [3]
    assert figures == arena.measure(3)
    assert len(played) == 3


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


def test_table_shows_differences_between_bots() -> None:
    """The bench's table shows the differences between bots on the same games."""
    results = [
        [
            {
                "game": game,
                "seats": [player],
                "player": player,
                "rating": rating,
                "best": True,
                "sources": {"A": 1},
                "times": [1.0],
            }
        ]
        for game, ratings in {"one": (1, 5), "two": (3, 9)}.items()
        for player, rating in zip(("apprentice", "journeyman"), ratings, strict=True)
    ]
    figures = arena.bot_figures(results)
    assert [bot["mean"] for bot in figures["bots"]] == [2, 7]
    assert figures["differences"] == [
        {"weaker": "apprentice", "stronger": "journeyman", "games": 2, "mean": 5, "se": 1, "first": 1}
    ]
    about = {
        "date": "today",
        "commit": "c0ffee",
        "command": "c",
        "cores": 1,
        "processor": "p",
        "python": "3",
        "code": "f00",
        "hours": 8.5,
    }
    written = arena.table(about | {"groups": {"A": figures}})
    assert "| journeyman | 2 | 7.0 +- 2.0 | 5 5 5 5 5 5 5 5 5 | 0% | 1.0 | 1 |" in written
    assert "in 8.5 core-hours" in written
    assert "| stars | edict A |" in written
    assert "| journeyman | 1.0 |" in written
    assert "| journeyman against apprentice | 2 | +5.0 +- 1.0 | 100% |" in written
