"""The arena's bench: what it plays, what the prophet knows, and what is written."""

from __future__ import annotations

import lzma
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from bench import arena, prophet
from cartographers.arena import Match, run
from cartographers.bots import STRENGTHS
from cartographers.game import apply, new_game
from cartographers.game_id import GameId, read_game_id
from cartographers.rules import legal_moves

pytestmark = pytest.mark.native


def test_all_strengths_sit_everywhere() -> None:
    """At tables, every choice of strengths plays the same decks, and each of them sits in every seat."""
    found = {group.name: group.matches for group in arena.groups(96)}
    assert [*found] == ["A", "B", "C", "D", "mix", "2 players", "3 players", "4 players"]
    for players in (2, 3, 4):
        matches = found[f"{players} players"]
        seats = Counter((seat, name) for match in matches for seat, name in enumerate(match.seats))
        assert set(seats) == {(seat, name) for seat in range(players) for name in STRENGTHS}
        assert len(set(seats.values())) == 1, seats
        assert all(read_game_id(match.game).players == len(match.seats) == players for match in matches)


def test_the_games_are_of_the_kind_they_say() -> None:
    """Map sides as they are called; the mix has both boxes on all of them."""
    for kind in "ABCD":
        assert arena.game(kind, 3).side == kind
    mixes = [arena.game("mix", number) for number in range(8)]
    assert len({(mix.side, mix.explore) for mix in mixes}) == 8


def test_rounds_keep_all_groups_level() -> None:
    """When half is played, half of each group is."""
    groups = arena.groups(12)
    order = arena.in_rounds(groups)
    half = set(order[: len(order) // 2])
    assert sorted(order) == sorted(match for group in groups for match in group.matches)
    for group in groups:
        assert len(group.matches) // 2 - 1 <= len(half & {*group.matches}) <= len(group.matches) // 2 + 1


def test_the_prophet_knows_what_comes() -> None:
    """The cards to come are those that are revealed, and its plies are legal."""
    state = new_game(GameId("prophet"))
    coming = prophet.to_come(state, 0)
    assert (*state.face_up, *coming) == state.season_deal.deck[: state.season_deal.reveals]
    assert prophet.to_come(state, 3) == state.deal.seasons[3].deck[: state.deal.seasons[3].reveals]
    ply = prophet.foretold(state)
    assert ply in legal_moves(state)
    assert apply(state, ply).revealed > 1


def test_whoever_goes_on_begins_with_what_was_played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Unless there is more on this machine."""
    packed = tmp_path / "arena.jsonl.xz"
    packed.write_bytes(lzma.compress(b"played\n"))
    monkeypatch.setattr(arena, "PACKED", packed)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert arena.kept().read_text("ascii") == "played\n"
    arena.kept().write_text("more\n", "ascii")
    assert arena.kept().read_text("ascii") == "more\n"


@pytest.mark.parametrize("installed", [True, False])
def test_somebody_who_watches_sees_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, installed: bool
) -> None:
    """By tqdm where it is installed, otherwise in a plain line."""

    def tqdm(played: Iterable[object], **options: object) -> Iterator[object]:
        sys.stderr.write(f"bar of {options['total']}")
        yield from played

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr("cartographers.arena.find_spec", lambda name: installed and name == "tqdm")
    monkeypatch.setitem(sys.modules, "tqdm", SimpleNamespace(tqdm=tqdm))
    [result] = run([Match("c1-a-1p-watched", ("random",))], None, 1)
    assert result["player"] == "random"
    assert ("bar of 1" if installed else "1 of 1 games, 0 min 00 s left") in capsys.readouterr().err


def test_what_is_told() -> None:
    """Differences are counted on the same games."""
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
    told = arena.told(results)
    assert [bot["mean"] for bot in told["bots"]] == [2, 7]
    assert told["differences"] == [
        {"weaker": "apprentice", "stronger": "journeyman", "games": 2, "mean": 5, "se": 1, "first": 1}
    ]
    about = {"date": "today", "command": "c", "cores": 1, "processor": "p", "python": "3"}
    written = arena.table(about | {"groups": {"A": told}})
    assert "| journeyman | 2 | 7.0 +- 2.0 | 5 5 5 5 5 5 5 5 5 | 0% | 1.0 | 1 |" in written
    assert "| stars | edict A |" in written
    assert "| journeyman | 1.0 |" in written
    assert "| journeyman against apprentice | 2 | +5.0 +- 1.0 | 100% |" in written
