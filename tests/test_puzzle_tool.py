"""The tool that finds puzzles: fixed seeds, its tests of positions, and its file."""

import json
from pathlib import Path

from cartographers.bots.candidates import Candidate
from cartographers.bots.puzzles import parse_puzzle
from cartographers.region import region_of
from cartographers.terrain import Terrain
from tools import puzzles as tool
from tools.puzzles import KINDS, Lead, game, is_suitable, kept_results, leads_of, play, selected, write

LINE = "1.2 a0 300 10 5 5={loss},6=0"


def test_games_alternate_between_boxes_and_maps() -> None:
    """The first games are on maps A, C, B, D and a mix on each map, and they never change."""
    games = [game(number) for number in range(40)]
    assert [str(games[number]) for number in (0, 1, 3, 4)] == [
        "c1-a-1p-puzzle0",
        "c1-c-hhhyh-1p-puzzle1",
        "c1-b-1p-puzzle3",
        "c1-d-hhhyh-1p-puzzle4",
    ]
    assert {games[number].side for number in range(2, 40, len(KINDS))} == {*"ABCD"}
    assert len({str(each) for each in games}) == 40


def test_suitable_positions_leave_a_choice() -> None:
    """Positions with ambushes, picks, or a single space aren't suitable, nor is the end of the game."""
    played = play(0)
    assert play(0) == played
    suitable = [is_suitable(state) for state in played.states]
    assert any(suitable)
    assert not suitable[-1]
    assert not suitable[-2] or played.states[-2].season < 3


def test_leads_are_means_of_differences_with_their_errors() -> None:
    """Only candidates of another idea count, and each lead has the standard error of its mean difference."""
    field = [
        Candidate(Terrain.FOREST, region_of([0, 1])),
        Candidate(Terrain.FARM, region_of([0, 1])),
        Candidate(Terrain.FOREST, region_of([0, 1])),
    ]
    rows = [(700, 500, 600), (900, 500, 600), (800, 500, 600), (800, 500, 600)]
    assert leads_of(rows, field, 1) == [Lead(300, 41)]
    assert leads_of(rows, field, 100) == [Lead(3, 1)]
    assert leads_of([row[::2] for row in rows], field[::2], 1) == []


def test_levels_have_a_limit() -> None:
    """Puzzles of a full level are left out, and the others keep their order."""
    games = [[LINE.format(loss=loss).replace("1.2", f"{number}.2") for loss in (0, 250)] for number in range(120)]
    found = list(selected(games))
    assert len(found) == 2 * tool.IN_LEVEL
    assert [puzzle.level for puzzle in found[:4]] == [1, 3, 1, 3]


def test_interrupted_search_continues(tmp_path: Path) -> None:
    """Complete results of the same code are kept, and the file has the puzzles up to the first missing game."""
    file, collection = tmp_path / "found", tmp_path / "collection.py"
    results = [
        {"code": tool.search_hash(), "game": number, "seconds": 1, "puzzles": [LINE.format(loss=number)]}
        for number in (0, 1, 3)
    ]
    other = {**results[0], "code": "other", "game": 2}
    lines = [json.dumps(result) for result in (*results, other)]
    file.write_text("\n".join([*lines, '{"cut']), "ascii")
    kept = kept_results(file)
    assert sorted(kept) == [0, 1, 3]
    assert kept_results(tmp_path / "missing") == {}
    write(kept, collection)
    written: dict[str, str] = {}
    exec(collection.read_text("ascii"), written)  # noqa: S102 - our own file
    assert [parse_puzzle(line).losses[0] for line in written["LINES"].splitlines()] == [(5, 0), (5, 1)]


def test_file_is_never_larger_than_its_limit(tmp_path: Path) -> None:
    """The file has the first 300 puzzles, even if the games have more."""
    lines = [LINE.format(loss=loss) for loss in (0, 100, 250, 400)]
    results = {number: {"game": number, "seconds": 1, "puzzles": lines} for number in range(120)}
    assert write(results, tmp_path / "collection.py") == tool.IN_FILE == 300
