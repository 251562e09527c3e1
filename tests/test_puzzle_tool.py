"""The tool that finds puzzles: fixed seeds, its tests of positions, its check, and its file."""

import json
from multiprocessing.dummy import Pool
from pathlib import Path

import pytest

from app.game.weekly_maps import WEEKLY_MAPS
from app.screens.puzzles.choosing import all_puzzles
from cartographers.bots.puzzles import LEVELS, parse_puzzle, position_of
from cartographers.deal import explore_cards
from cartographers.game import apply
from cartographers.player_view import view_of
from cartographers.rules import legal_moves
from tools import puzzle_check
from tools import puzzles as tool
from tools.puzzles import KINDS, game, is_suitable, kept_results, play, ratings, selected, work, write

PUZZLE = all_puzzles()[0]


def test_games_alternate_between_boxes_and_maps() -> None:
    """The first games are on maps A, C, B, D, a mix on each map, and the custom maps, and they never change."""
    games = [game(number) for number in range(48)]
    firsts = ["c1-a-1p-puzzle0", "c1-c-hhhyh-1p-puzzle1", "c1-b-1p-puzzle3", "c1-d-hhhyh-1p-puzzle4"]
    assert [str(games[number]) for number in (0, 1, 3, 4)] == firsts
    assert {games[number].side for number in range(2, 48, len(KINDS))} == {*"ABCD"}
    assert len({games[number].side for number in range(5, 48, len(KINDS))}) == len(WEEKLY_MAPS)
    assert len({str(each) for each in games}) == 48


def test_suitable_positions_leave_a_choice() -> None:
    """Positions with ambushes, picks, or a single space aren't suitable, nor is the end of the game."""
    played = play(0)
    assert play(0) == played
    suitable = [is_suitable(state) for state in played.states]
    assert any(suitable)
    assert not suitable[-1]
    assert not suitable[-2] or played.states[-2].season < 3


@pytest.mark.thorough
def test_search_finds_the_same_puzzle_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search finds a puzzle of the file again in its game, with the same figures."""
    monkeypatch.setattr(tool, "tries", lambda *_: {})
    found = parse_puzzle(tool.search(int(PUZZLE.id))["puzzle"])
    assert found._replace(rating=PUZZLE.rating, line=PUZZLE.line) == PUZZLE


def test_cards_are_dealt_again() -> None:
    """New deals have the same cards face up, others in a new order, and as many reveals as the rules say."""
    for puzzle in all_puzzles()[:30]:
        state = position_of(puzzle).state
        deals = [puzzle_check.redealt(state, tool.chance(f"{number}")) for number in range(3)]
        assert len({deal.deal.seasons for deal in deals}) == 3
        for dealt in deals:
            assert view_of(dealt, 0) == view_of(state, 0)
            for season in dealt.deal.seasons[state.season :]:
                assert {*explore_cards(state.deal.id.options)} <= {*season.deck}
                assert len({*season.deck}) == len(season.deck)
                times = [sum(card.time for card in season.deck[:count]) for count in range(season.reveal_count + 1)]
                assert times[-1] >= season.season.threshold > times[-2]
            while dealt.task:
                dealt = apply(dealt, legal_moves(dealt)[0])  # noqa: PLW2901 - one game
            assert dealt.is_over


def test_check_finds_false_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check passes a puzzle, but not one whose best ply and best wrong one are exchanged."""
    monkeypatch.setattr(puzzle_check, "DEALS", 24)
    few = [one for one in all_puzzles() if len(legal_moves(position_of(one).state)) < 60]
    puzzle = max(few, key=lambda one: min(one.lead, one.rest))
    passed = puzzle_check.check(puzzle, "test")
    assert passed["wrong"] == []
    assert [sum(gains) for gains in passed["gains"]] == pytest.approx([sum(gains) for _, gains in puzzle.wrong], abs=20)
    (best, *_), ((wrong, gains), *others) = puzzle.right, puzzle.wrong
    false = puzzle._replace(right=(wrong,), wrong=((best, gains), *others), line=())
    found = puzzle_check.check(false, "test")
    assert found["wrong"]
    assert sum(found["gains"][0]) < 0


def solved(number: int, *, greedy: bool) -> tuple[int, tool.Result]:
    """Return a rated puzzle."""
    return number, {"of": number, "greedy": float(greedy)}


def test_levels_have_few_puzzles_that_greedy_plies_solve() -> None:
    """Each level has a hundred puzzles, the easiest first, and greedy plies solve at most 35 of them."""
    levels = selected([solved(number, greedy=number % 3 == 0) for number in range(430)])
    assert [len(level) for level in levels] == [100] * len(LEVELS)
    flat = [rating for level in levels for rating, _ in level]
    assert flat == sorted({*flat})
    assert all(0 < sum(result["greedy"] for _, result in level) <= 35 for level in levels)
    few = selected([solved(number, greedy=number < 30) for number in range(200)])
    assert [(len(level), sum(result["greedy"] for _, result in level)) for level in few] == [(42, 14), *[(42, 0)] * 3]


def test_ratings_follow_the_tries() -> None:
    """A puzzle that more bots fail has a higher rating."""
    tries = [dict(tool.TRIES), {**tool.TRIES, "apprentice": 0}, {**tool.TRIES, "apprentice": 0, "journeyman": 0}]
    found = ratings(tries * 20)[-3:]
    assert found == sorted({*found})


def test_interrupted_work_continues(tmp_path: Path) -> None:
    """Complete results of the same code are kept, and only the missing ones are worked on."""
    file, done = tmp_path / "found", list[int]()
    results = [{"code": "now", "of": number} for number in (0, 1, 3)]
    lines = [json.dumps(result) for result in (*results, {"code": "other", "of": 2})]
    file.write_text("\n".join([*lines, '{"cut']), "ascii")
    assert kept_results(tmp_path / "missing", "now") == {}

    def do(number: int) -> tool.Result:
        done.append(number)
        return {"code": "now", "of": number}

    with Pool(1) as pool:
        assert [*work(pool, do, range(5), file, "now")] == [*range(5)]
    assert done == [2, 4]
    assert sorted(kept_results(file, "now")) == [*range(5)]


def test_file_has_the_puzzles_that_passed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file has the puzzles that passed the check, with ratings and lines, and the command prints their numbers."""
    some = all_puzzles()[:15]
    texts = [str(puzzle._replace(rating=0, line=())) for puzzle in some]
    same = {"tries": tool.TRIES, "greedy": 0.0, "season": 1}
    found = [{"of": number, "puzzle": text, **same} for number, text in enumerate(texts)]
    gains = [[0, 30, 0, 0, 0, 5], [9, 21, 0, 0, 0, 0], [40, 0, 0, 0, 0, 0]]
    as_it_says = {"right": [], "wrong": [], "gains": gains, "rest": 24, "line": []}
    checked = {text: as_it_says | {"of": text} for text in texts}
    checked[texts[0]] |= {"wrong": [[1.0, 0.2]]}
    checked[texts[1]] |= {"right": [[1.0, 0.2]]}
    checked[texts[2]] |= {"gains": [[10, 10, 10, 10, 0, 0]] * 3}
    write([*found, {"of": 99}], checked, tmp_path / "collection.py")
    written: dict[str, str] = {}
    exec((tmp_path / "collection.py").read_text("ascii"), written)  # noqa: S102 - our own file
    puzzles = [parse_puzzle(line) for line in written["LINES"].splitlines() if line]
    assert {puzzle.id for puzzle in puzzles} == {puzzle.id for puzzle in some[3:]}
    for puzzle in puzzles:
        assert puzzle.rating
        assert [sum(gains) for _, gains in puzzle.wrong] == [30, 35, 40]
        assert puzzle.rest <= 24
    assert "15 found, 12 passed the check" in capsys.readouterr().err
