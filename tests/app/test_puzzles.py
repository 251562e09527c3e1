"""Puzzles: the file of puzzles, the player's progress, and the screens."""

import zlib
from datetime import date, timedelta
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import messages as m
from app.drawing.element import text_of, walk
from app.effects import FetchPart
from app.game.glicko import Rating, Result, rated
from app.game.puzzle_progress import (
    FAILED,
    NEARLY,
    PUZZLE_RATINGS,
    SOLVED,
    FirstAnswer,
    Progress,
    merge_progress,
    read_progress,
    score_of,
)
from app.game.shelf import PUZZLES as NOTE
from app.page_load import Parts
from app.parts import LATER, PUZZLES, ROOMS
from app.screens.answers.screen import Answers
from app.screens.fetching.screen import Fetching
from app.screens.puzzles.choosing import all_puzzles, next_puzzle, puzzle_of_day, puzzles_of_level
from app.screens.puzzles.judging import AnswerJob, saved_ply, saving
from app.screens.puzzles.screen import Puzzles
from app.screens.review.reasons import whole_stars
from app.visit import Visit
from cartographers import Ply, is_legal
from cartographers.bots import puzzles
from cartographers.cards import ExploreCard
from cartographers.events import ForcedReason
from cartographers.record import read_ply, write_ply
from cartographers.region import spaces
from support import playing as p
from support import puzzling as q
from support.elements import tagged, text, texts
from support.visits import NO_PARTS, arrive, changed, effects_of, updated
from words import number

POSITION = puzzles.position_of(q.PUZZLE)


@pytest.mark.parametrize("puzzle", all_puzzles(), ids=lambda puzzle: puzzle.id)
def test_puzzle_keeps_its_promises(puzzle: puzzles.Puzzle) -> None:
    """A puzzle is about an explore card, and its best idea is clearly better than every other one."""
    position = puzzles.position_of(puzzle)
    state, task = position.state, position.state.task
    assert puzzles.parse_puzzle(str(puzzle)) == puzzle
    assert puzzle.id == f"{state.deal.id.seed.removeprefix('puzzle')}.{len(position.played.plies)}"
    assert task
    assert isinstance(task.card, ExploreCard)
    assert (state.deal.id.players, task.forced) == (1, ForcedReason.NONE)
    assert state.season < 3 or state.time < state.season_deal.season.threshold
    assert len({answer.ply for answer in position.answers}) == len(position.answers)
    assert all(is_legal(state, answer.ply) for answer in position.answers)
    others = [answer for answer in position.answers if not puzzles.is_same_idea(answer.ply, position.best)]
    assert all(answer.loss >= max(puzzles.LEAST_LEAD, puzzles.LEAST_ERRORS * puzzle.error) for answer in others)
    assert (position.answers[0].loss, position.runner_up, puzzle.lead) == (0, others[0], others[0].loss)
    assert puzzle.journeyman in dict(puzzle.losses)


def test_puzzles_outlive_new_scoring_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle names its edicts, so it stays the same in the version of the rules that a new scoring card brings."""
    assert POSITION.played.id.edicts == POSITION.state.deal.edicts
    for module in ("game_id", "packed"):
        monkeypatch.setattr(f"cartographers.{module}.RULES_VERSION", "c999")
    puzzles.position_of.cache_clear()
    changed_rules = puzzles.position_of(q.PUZZLE)
    assert str(changed_rules.played.id).startswith("c999-")
    assert changed_rules.answers == POSITION.answers
    assert changed_rules.state.sheets == POSITION.state.sheets
    puzzles.position_of.cache_clear()


def test_puzzles_differ_and_the_file_is_small() -> None:
    """All puzzles differ, all maps and levels occur, levels follow from Journeyman's losses, and the file is small."""
    found = all_puzzles()
    assert len({puzzle.id for puzzle in found}) == len({puzzle.record for puzzle in found}) == len(found)
    assert {puzzles.position_of(puzzle).played.id.side for puzzle in found} == {*"ABCD"}
    assert len(zlib.compress("\n".join(map(str, found)).encode(), 9)) <= 40_000
    for puzzle in found:
        loss = dict(puzzle.losses)[puzzle.journeyman]
        easy, hard = 1 + (puzzle.lead < puzzles.CLEAR_LEAD), 3 + (loss >= puzzles.GREAT_LOSS)
        assert puzzle.level == (hard if loss >= puzzles.LEAST_LEAD else easy)
    assert all(map(puzzles_of_level, puzzles.LEVELS))


def test_damaged_line_is_refused() -> None:
    """A line of another form is refused."""
    for line in ("", "1.2", "1.2 a0 1 2 3", "1.2 a0 1 2 3=4", "1.2 a0 1 2 3 4=5,", "x.2 a0 1 2 3 4=5"):
        with pytest.raises(ValueError, match=line or "^$"):
            puzzles.parse_puzzle(line)


def test_ideas() -> None:
    """Placements of one terrain that share more than half of their spaces are one idea."""
    pairs = (("fA1A2A3", "fA2A3A4", True), ("fA1A2", "fA2A3", False))
    for one, other, same in (*pairs, ("fA1A2", "aA1A2", False), ("fA1A2", "fA1A2A3A4", False)):
        assert puzzles.is_same_idea(read_ply(one), read_ply(other)) == same, (one, other)


def test_rating_follows_from_the_first_answers() -> None:
    """Solved puzzles raise the rating, failed ones lower it, and it is provisional for about a dozen answers."""
    solved = [read_progress(f"1.1:{level}:{SOLVED}").rating.rating for level in puzzles.LEVELS]
    failed, nearly = (read_progress(f"1.1:1:{score}").rating.rating for score in (FAILED, NEARLY))
    assert read_progress("").rating == Rating()
    assert solved == sorted(solved)
    assert solved[0] > 1500 > failed
    assert failed < nearly < solved[0]
    assert list(PUZZLE_RATINGS) == list(puzzles.LEVELS)
    ratings = [read_progress(" ".join(MANY[:count])).rating for count in range(len(MANY))]
    provisional = [rating.is_provisional for rating in ratings]
    assert provisional == [rating.deviation > 110 for rating in ratings]
    assert 8 <= sum(provisional) <= 16
    assert provisional == sorted(provisional, reverse=True)


def test_one_answer_counts() -> None:
    """Of several answers to a puzzle on two devices, the lower score counts, and its ply stays with it."""
    note = merge_progress("1.1:2:0 2026-11-26", "1.1:2:2 2.1:3:2 2026-11-27")
    progress = read_progress(note)
    assert progress.answers == {"1.1": FirstAnswer("1.1", 2, 0), "2.1": FirstAnswer("2.1", 3, 2)}
    assert (progress.solved, len(progress.days)) == (1, 2)
    assert read_progress("1.1:2:0 1.1:2:2").answers == read_progress("1.1:2:0").answers
    mine, theirs = "1.1?:2:fA1A2 1.1:2:0", "1.1?:2:fB1B2 1.1:2:2"
    waiting, damaged = "1.1?:2:fC1C2", "1.1?:2:zz"
    for note, other, expected in ((mine, theirs, mine), (theirs, waiting, theirs), (waiting, damaged, waiting)):
        assert merge_progress(note, other) == merge_progress(other, note) == expected
    for note, ply in ((mine, "fA1A2"), (merge_progress("1.1:2:0", theirs), "")):
        progress = read_progress(note)
        assert progress.answers == {"1.1": FirstAnswer("1.1", 2, 0, ply)}
        assert str(progress.answers["1.1"]) == "1.1:2:0"
        assert not progress.pending
        assert progress.rating == read_progress("1.1:2:0").rating


@pytest.mark.parametrize("word", ["1.1", "1.1:5:0", "1.1:1:3", "1:1:1", "2026-13-01", "0001-01-01", "x", "1.1:1:1:1"])
def test_unreadable_words_are_kept_and_ignored(word: str) -> None:
    """A word of a damaged note, or of a newer version, is ignored, but stays in the note."""
    progress = read_progress(f"{word} 7.7:1:2 {q.DAY}")
    assert (list(progress.answers), [*progress.days]) == (["7.7"], [q.DAY])
    assert {*merge_progress(word, "7.7:1:2").split()} == {word, "7.7:1:2"}


#: A note with the answers to many puzzles, after which a rating isn't provisional anymore.
MANY = [f"{number}.99:2:{number % 3}" for number in range(40)]


def test_streak_survives_a_wrong_clock() -> None:
    """A clock that was wrong for some days neither ends a streak nor counts a day twice."""
    wrong, tomorrow = q.DAY + timedelta(400), q.DAY + timedelta(1)
    note = f"{q.DAY - timedelta(3)} {q.DAY - timedelta(2)} {q.DAY - timedelta(1)} {wrong}"
    for days, today, streak in (
        *((note, q.DAY, 3), (note, tomorrow, 0), (note, wrong, 1)),
        *((f"{note} {q.DAY}", q.DAY, 4), (f"{note} {q.DAY} {q.DAY}", q.DAY, 4), (f"{note} {q.DAY}", tomorrow, 4)),
    ):
        assert read_progress(days).streak(today) == streak, (days, today)


def test_scores() -> None:
    """The best idea may lose twice as many stars as another one in each score."""
    best = {0: SOLVED, 199: SOLVED, 200: NEARLY, 399: NEARLY, 400: FAILED}
    another = {99: SOLVED, 100: NEARLY, 199: NEARLY, 200: FAILED, 9999: FAILED}
    for scores, same in ((best, True), (another, False)):
        assert {loss: score_of(loss, same_idea=same) for loss in scores} == scores


#: The puzzle of each day from the day of the tests.
PUZZLES_BY_DAY = [puzzle_of_day(q.DAY + timedelta(day)) for day in range(len(all_puzzles()))]


def test_each_day_has_its_puzzle() -> None:
    """The puzzles take turns day by day, and those of the same game are far apart, with the earlier position first."""
    assert sorted(puzzle.id for puzzle in PUZZLES_BY_DAY) == sorted(puzzle.id for puzzle in all_puzzles())
    assert puzzle_of_day(q.DAY + timedelta(len(PUZZLES_BY_DAY))) == PUZZLES_BY_DAY[0]
    for (day, one), (later, other) in combinations(enumerate(all_puzzles()), 2):
        if one.game == other.game:
            assert one.plies < other.plies
            assert later - day > 100


def played_through(level: int, today: date) -> list[puzzles.Puzzle]:
    """Return the puzzles of a level in the order in which a player who solves them all gets them."""
    note, found = "", list[puzzles.Puzzle]()
    while (puzzle := next_puzzle(read_progress(note), level, today)) not in found:
        found.append(puzzle)
        note = f"{note} {puzzle.id}:{level}:2"
    return found


def of_same_game(puzzle: puzzles.Puzzle) -> list[puzzles.Puzzle]:
    """Return the puzzles of a puzzle's game, including itself."""
    return [one for one in all_puzzles() if one.game == puzzle.game]


@pytest.mark.parametrize("level", puzzles.LEVELS)
def test_levels_offer_puzzles_of_distant_days_first(level: int) -> None:
    """A level offers the puzzle of tomorrow last, never that of today, and none before an earlier one of its game."""
    today = q.DAY + timedelta(next(day for day, one in enumerate(PUZZLES_BY_DAY) if one.level == level))
    found = played_through(level, today)
    assert puzzle_of_day(today) not in found
    first = [puzzle for puzzle in found if puzzle == min(of_same_game(puzzle), key=lambda one: one.plies)]
    ahead = [(all_puzzles().index(puzzle) - today.toordinal()) % len(all_puzzles()) for puzzle in first]
    assert ahead == sorted(ahead, reverse=True)
    for order in (found, played_through(level, q.DAY), played_through(level, q.DAY + timedelta(17))):
        for earlier, puzzle in enumerate(order):
            assert all(one in order[:earlier] for one in of_same_game(puzzle) if one.plies < puzzle.plies)


def test_answered_puzzles_come_again_in_turn() -> None:
    """When all puzzles of a level are answered, they come again in turn, but never the one of today."""
    note = " ".join(f"{puzzle.id}:{puzzle.level}:2" for puzzle in all_puzzles())
    offered = [puzzle for puzzle in puzzles_of_level(q.PUZZLE.level) if puzzle != q.PUZZLE]
    for puzzle, following in pairwise([*offered, offered[0]]):
        assert next_puzzle(read_progress(note), q.PUZZLE.level, q.DAY, puzzle.id) == following


def progress_of(visit: Visit) -> Progress:
    """Return the player's progress."""
    return read_progress(visit.memory.puzzles)


def screen_with(note: str, *way: m.Message) -> Visit:
    """Return the visit at a screen on a device with this note."""
    return p.after(arrive(p.CHANCE, puzzles=note, day=q.DAY), *way)


def test_puzzles_are_fetched_when_a_player_opens_them() -> None:
    """The puzzles, to which the calendar leads, have a part of their own, which also needs the later part."""
    assert "go puzzles" in p.buttons(p.shown(updated(arrive(p.CHANCE), m.Go("days"))))
    assert p.WORDS("puzzles") == "Puzzles"
    waiting = updated(arrive(p.CHANCE, parts=NO_PARTS), m.Go("puzzles"))
    assert waiting.screen == Fetching(m.Go("puzzles"), LATER)
    assert FetchPart(PUZZLES) in effects_of(waiting, m.PartFetched(LATER, arrived=True))
    there = p.after(waiting, m.PartFetched(LATER, arrived=True), m.PartFetched(PUZZLES, arrived=True))
    assert there.screen == Puzzles()
    assert there.page.parts == Parts(frozenset({LATER, PUZZLES}))
    others = arrive(p.CHANCE, parts=Parts(frozenset({LATER, ROOMS})))
    assert updated(others, m.Go("puzzle", "1")).screen == Fetching(m.Go("puzzle", "1"), PUZZLES)


def test_list_shows_the_progress() -> None:
    """The list shows the rating, the streak, the number of solved puzzles, and the state of today's puzzle."""
    solved, failed = (
        screen_with(f"{q.PUZZLE.id}:{q.PUZZLE.level}:{score} {q.DAY}", m.Go("puzzles")) for score in (2, 0)
    )
    parts = ("Streak1", "Solved1", f"Rating{round(progress_of(solved).rating.rating)}", "Today's puzzle is solved.")
    counts = (f"Level {q.PUZZLE.level} 1 of ", f"Your answers 1 of {len(all_puzzles())}")
    assert [part for part in (*parts, *counts) if part not in text(solved)] == []
    for visit, sentence in ((solved, "Today's puzzle is solved."), (failed, "Today's puzzle is answered.")):
        [done] = p.with_class(p.shown(visit), "done")
        assert text_of(done) == sentence
        assert bool(p.with_class(done, "icon")) == (visit is solved)
    doors = {"go answers", "go puzzle", *(f"go puzzle {level}" for level in puzzles.LEVELS)}
    assert doors <= set(p.buttons(p.shown(solved)))
    assert doors - set(p.buttons(p.shown(screen_with("", m.Go("puzzles"))))) == {"go answers"}


def test_known_answer_is_judged_at_once() -> None:
    """The best answer is compared with the best placement of another idea, and a wrong answer with the best one."""
    best, wrong = (q.answered(q.opened_puzzle(), ply) for ply in (POSITION.best, POSITION.runner_up.ply))
    screen = q.puzzle_on(best)
    assert (screen.loss, screen.job(best)) == (0, None)
    assert "The best move! Every other idea costs about" in text(best)
    assert "Next best idea" in text(best)
    assert progress_of(best).answers[q.PUZZLE.id].score == SOLVED
    assert progress_of(best).days == {q.DAY}
    assert (screen.rating_change or 0) > 0
    assert len(tagged(p.shown(best), "figure")) == 2
    assert q.puzzle_on(wrong).loss == POSITION.runner_up.loss
    sentences = ("A better move earns about ", "Best move", "Your rating: ")
    assert [sentence for sentence in sentences if sentence not in text(wrong)] == []
    assert (q.puzzle_on(wrong).rating_change or 0) < 0
    assert "A better move earns" in p.heard(wrong)


@pytest.mark.parametrize("note", ["", " ".join(MANY)])
def test_provisional_rating_is_marked(note: str) -> None:
    """The list and the verdict mark a rating after few answers and say so, and after many answers they don't."""
    fresh = q.opened_puzzle(note=note)
    done = q.answered(fresh, POSITION.best)
    for visit in (updated(fresh, m.Back()), updated(done, m.Back()), done):
        rating = progress_of(visit).rating
        assert rating.is_provisional == (note == "")
        assert (f"{number(round(rating.rating))}?" in text(visit)) == rating.is_provisional
        assert ("The rating is provisional" in text(visit)) == rating.is_provisional
    assert ("The rating is provisional" in p.heard(done, "more")) == (note == "")


def judged(loss: int) -> m.AnswerJudged:
    """Return the verdict on the answer that isn't in the file."""
    return m.AnswerJudged(q.PUZZLE.id, q.UNKNOWN_PLY, loss)


#: A puzzle with an answer that must be judged.
PENDING = q.answered(q.opened_puzzle(), q.UNKNOWN_PLY)
JOB = AnswerJob(q.PUZZLE, q.UNKNOWN_PLY)


def test_unknown_answer_is_judged_in_the_background() -> None:
    """An answer that isn't in the file is saved at once and judged by a job; meanwhile, no puzzle follows."""
    assert q.puzzle_on(PENDING).job(PENDING) == JOB
    assert "Judging your move" in text(PENDING)
    assert PENDING.memory.puzzles == f"{q.PUZZLE.id}?:{q.PUZZLE.level}:{write_ply(q.UNKNOWN_PLY)} {q.DAY}"
    assert saving(PENDING) in effects_of(q.placed(q.opened_puzzle(), q.UNKNOWN_PLY), m.Confirm())
    progress = progress_of(PENDING)
    assert progress.is_answered(q.PUZZLE.id)
    assert ([*progress.days], progress.rating) == ([q.DAY], Rating())
    assert updated(PENDING, m.Proceed()) == PENDING
    assert updated(PENDING, m.AnswerJudged("9.9", q.UNKNOWN_PLY, 5)) == PENDING
    done = updated(PENDING, judged(150))
    assert (progress_of(done).answers[q.PUZZLE.id].score, len(progress_of(done).pending)) == (NEARLY, 0)
    assert q.puzzle_on(done).rating_change
    assert saving(done) in effects_of(PENDING, judged(150))
    assert q.puzzle_on(done).job(done) is None
    assert updated(done, judged(900)) == done
    assert "about 2 more stars by the end of the game" in text(done)
    assert q.puzzle_on(updated(PENDING, judged(-40))).loss == 0


def test_list_judges_an_answer_that_the_player_left() -> None:
    """If the player leaves a puzzle before the verdict, the list judges the answer, which counts once."""
    visit = updated(PENDING, m.Back())
    assert isinstance(visit.screen, Puzzles)
    assert visit.screen.job(visit) == JOB
    done = updated(visit, judged(900))
    assert progress_of(done).answers[q.PUZZLE.id].score == FAILED
    assert saving(done) in effects_of(visit, judged(900))
    assert done.screen.job(done) is None
    assert updated(done, judged(900)) == done
    assert ["Judging your move" in text(one) for one in (visit, done)] == [True, False]
    again = seen_again(PENDING.memory.puzzles)
    assert not q.puzzle_on(again).is_seen_again
    done = updated(again, judged(900))
    assert q.puzzle_on(done).rating_change
    assert progress_of(done).answers[q.PUZZLE.id].score == FAILED


def test_pending_answer_cannot_be_replaced() -> None:
    """After a reload, a puzzle with a pending answer shows the answer, and another tab's answer doesn't count."""
    note = PENDING.memory.puzzles
    again = q.opened_puzzle(note=note)
    assert (q.puzzle_on(again).answer, q.puzzle_on(again).job(again)) == (q.UNKNOWN_PLY, JOB)
    merged = updated(q.opened_puzzle(), m.NotesRead(((NOTE, note),)))
    assert merged.memory.puzzles == note
    other = q.answered(merged, POSITION.best)
    assert (q.puzzle_on(other).rating_change, other.memory.puzzles) == (None, note)


@pytest.mark.parametrize("ply", ["x", "zz", "fA1", f"{'f' * 60}"])
def test_damaged_pending_answer_is_replaced(ply: str) -> None:
    """A pending answer that isn't a legal ply is neither shown nor judged, and the player's own answer counts."""
    visit = q.opened_puzzle(note=f"{q.PUZZLE.id}?:{q.PUZZLE.level}:{ply} 9999.99?:1:fA1")
    assert q.puzzle_on(visit).answer is None
    there = updated(visit, m.Back())
    assert there.screen.job(there) is None
    known, unknown = q.answered(visit, POSITION.best), updated(q.answered(visit, q.UNKNOWN_PLY), judged(150))
    for done, score in ((known, SOLVED), (unknown, NEARLY)):
        assert q.puzzle_on(done).rating_change
        stored = merge_progress(visit.memory.puzzles, done.memory.puzzles)  # by the browser
        assert read_progress(stored).answers[q.PUZZLE.id].score == score
    assert q.puzzle_on(q.opened_puzzle(note=q.answered(visit, q.UNKNOWN_PLY).memory.puzzles)).answer == q.UNKNOWN_PLY


def test_job_judges_an_answer() -> None:
    """The job finds that the worst listed answer loses more than two stars, and that the best one loses nothing."""
    works = (AnswerJob(q.PUZZLE, ply).work() for ply in (POSITION.answers[-1].ply, POSITION.best))
    other, same = ([step for step in work if isinstance(step, m.AnswerJudged)] for work in works)
    assert other[0].loss > 200
    assert [step.loss for step in same] == [0]
    assert len(other) == 1


def seen_again(note: str) -> Visit:
    """Return the visit after the player has opened an answer from the list of answers."""
    listed = screen_with(note, m.Go("answers"))
    assert f"go puzzle {q.PUZZLE.id}" in p.buttons(p.shown(listed))
    return updated(listed, m.Go("puzzle", q.PUZZLE.id))


@pytest.mark.parametrize("ply", [POSITION.best, POSITION.runner_up.ply, q.worse_places(q.PUZZLE)[0]])
def test_answer_is_seen_again(ply: Ply) -> None:
    """A judged answer shows the same verdict, maps, and reasons again, and changes nothing."""
    done = q.answered(q.opened_puzzle(), ply)
    assert saved_ply(progress_of(done), q.PUZZLE) == ply
    again = seen_again(done.memory.puzzles)
    screen = q.puzzle_on(again)
    assert (screen.answer, screen.loss, screen.job(again)) == (ply, q.puzzle_on(done).loss, None)
    for part in ("verdict", "two-maps", "reasons"):
        assert p.with_class(p.shown(again), part) == p.with_class(p.shown(done), part)
    assert "Your first answer" in text(again)
    assert "Your rating" not in text(again)
    assert p.heard(again, "news", "lit") == p.heard(done, "news", "lit")
    assert again.memory.puzzles == done.memory.puzzles


def test_unknown_answer_is_judged_again() -> None:
    """An answer that isn't in the file is judged again in the background, and its score stays as it was."""
    done = updated(PENDING, judged(900))
    again = seen_again(done.memory.puzzles)
    assert q.puzzle_on(again).job(again) == JOB
    assert "Judging your move" in text(again)
    assert saving(done) not in effects_of(again, judged(900))
    verdict = updated(again, judged(900))
    assert verdict.memory.puzzles == done.memory.puzzles
    assert p.with_class(p.shown(verdict), "verdict") == p.with_class(p.shown(done), "verdict")
    assert "Your first answer didn't solve this puzzle." in text(verdict)
    assert updated(verdict, judged(900)) == verdict


@pytest.mark.parametrize("ply", ["", f"{q.PUZZLE.id}?:1:x ", f"{q.PUZZLE.id}?:1:fA1 ", f"{q.PUZZLE.id}?:1:{'f' * 60} "])
def test_answer_without_its_ply_shows_the_best_one(ply: str) -> None:
    """If an answer has no ply that can be read, the best ply is shown beside the next best idea, with a sentence."""
    note = f"{ply}{q.PUZZLE.id}:{q.PUZZLE.level}:1"
    visit = seen_again(note)
    sentences = (
        "Your move wasn't saved with this answer",
        "Why the best move is better",
        "Your first answer nearly solved this puzzle.",
    )
    assert [sentence for sentence in sentences if sentence not in text(visit)] == []
    captions = [caption.split(" ")[:2] for caption in texts(tagged(p.shown(visit), "figcaption"))]
    assert captions == [["Best", "move"], ["Next", "best"]]
    assert "You " not in p.heard(visit, "lit")
    assert "Your move wasn't saved" in p.heard(visit)
    assert (q.puzzle_on(visit).job(visit), visit.memory.puzzles) == (None, note)


def test_answers_are_listed_newest_first() -> None:
    """The list shows each answer with its mark and its level, the newest first, and counts the scores."""
    first, second, third, *_ = (puzzle for puzzle in all_puzzles() if puzzle != q.PUZZLE)
    note = f"{first.id}:{first.level}:2 77.77:1:2 {second.id}:{second.level}:1 {third.id}:{third.level}:0 {q.DAY}"
    visit = screen_with(f"{note} {q.PUZZLE.id}?:{q.PUZZLE.level}:{write_ply(q.UNKNOWN_PLY)}", m.Go("answers"))
    assert [
        (
            cell.attributes["data-do"],
            cell.attributes["aria-label"],
            *(symbol for part in walk(cell) if (symbol := part.attributes.get("href"))),
        )
        for cell in p.with_class(p.shown(visit), "cell")
    ] == [
        (f"go puzzle {puzzle.id}", f"Answer {answer}, level {puzzle.level}: {state}", f"#icon-{symbol}")
        for puzzle, answer, state, symbol in (
            (q.PUZZLE, 4, "Being judged", "hourglass"),
            (third, 3, "Not solved", "cross"),
            (second, 2, "Nearly solved", "nearly"),
            (first, 1, "Solved", "check"),
        )
    ]
    assert all(part in text(visit) for part in ("Nearly solved1", "Not solved1", "Judging your move"))
    assert visit.screen.job(visit) == JOB
    done = updated(visit, judged(900))
    assert progress_of(done).answers[q.PUZZLE.id].score == FAILED
    assert "Judging your move" not in text(done)
    damaged = screen_with(f"{note} {q.PUZZLE.id}?:1:fA1", m.Go("answers"))
    assert len(p.with_class(p.shown(damaged), "cell")) == 3


@pytest.mark.parametrize("ply", [POSITION.best, q.UNKNOWN_PLY])
def test_another_try_counts_nothing(ply: Ply) -> None:
    """From an earlier answer, the player can try the puzzle again; nothing changes, and Back leads to the list."""
    note = f"{q.PUZZLE.id}:{q.PUZZLE.level}:0"
    visit = seen_again(note)
    assert "Try again" in text(visit)
    assert visit.screen.keys(visit)["Enter"] == m.Proceed()
    trying = updated(visit, m.Proceed())
    assert q.puzzle_on(trying).puzzle == q.PUZZLE
    assert "Which move earns the most?" in text(trying)
    done = updated(q.answered(trying, ply), m.AnswerJudged(q.PUZZLE.id, ply, 0))
    assert "not this one" in text(done)
    assert done.memory.puzzles == note
    assert updated(done, m.Back()).screen == Answers()
    following = q.puzzle_on(updated(done, m.Proceed())).puzzle
    assert following.level == q.PUZZLE.level
    assert following != q.PUZZLE


def test_unanswered_puzzle_opens_as_a_position() -> None:
    """A command with the id of a puzzle that has no answer shows its position; an unknown id gives today's puzzle."""
    other = next(puzzle for puzzle in all_puzzles() if puzzle != q.PUZZLE)
    visit = screen_with("", m.Go("puzzle", other.id))
    assert q.puzzle_on(visit).puzzle == other
    assert "Which move earns the most?" in text(visit)
    for unknown in ("77.77", "5"):
        assert q.puzzle_on(screen_with("", m.Go("puzzle", unknown))).day == q.DAY


def test_second_answer_does_not_count() -> None:
    """A second answer, which the list offers after the verdict, changes nothing except that the day counts."""
    visit = q.answered(q.opened_puzzle(note=f"{q.PUZZLE.id}:{q.PUZZLE.level}:0"), POSITION.best)
    assert q.puzzle_on(visit).rating_change is None
    assert visit.memory.puzzles == f"{q.PUZZLE.id}:{q.PUZZLE.level}:0 {q.DAY}"
    assert "not this one" in text(visit)
    done = q.answered(q.opened_puzzle(), POSITION.best)
    for visit, offer in ((q.opened_puzzle(), "Find the move"), (PENDING, "Look again"), (done, "Try again")):
        listed = text(updated(visit, m.Back()))
        assert offer in listed
        assert ("Another answer to today's puzzle won't change your rating." in listed) == (visit is done)


def test_later_stars_are_explained_before_the_last_season() -> None:
    """A sentence explains stars that come later. In the last season, no row speaks of them."""
    seen = set[tuple[bool, bool]]()
    for day in (q.DAY + timedelta(days) for days in range(40)):
        position = puzzles.position_of(puzzle_of_day(day))
        told = text(q.answered(q.opened_puzzle(day=day), position.best))
        is_last = position.state.season == len(position.state.deal.seasons) - 1
        says = "later about" in told
        assert says == ("Later: expected from later moves and later scorings." in told)
        assert not (is_last and says)
        seen.add((is_last, says))
    assert seen >= {(True, False), (False, True)}


def test_next_puzzle_follows() -> None:
    """The next puzzle of the level follows without counting for a day, and yesterday's puzzle counts for yesterday."""
    visit = updated(q.answered(q.opened_puzzle(), POSITION.best), m.Proceed())
    screen = q.puzzle_on(visit)
    assert (screen.puzzle.level, screen.answer, screen.day) == (q.PUZZLE.level, None, None)
    assert screen.puzzle != q.PUZZLE
    done = q.answered(visit, puzzles.position_of(screen.puzzle).best)
    assert progress_of(done).days == {q.DAY}
    assert isinstance(updated(done, m.Back()).screen, Puzzles)
    later = changed(q.opened_puzzle(), day=q.DAY + timedelta(1))
    assert progress_of(q.answered(later, POSITION.best)).days == {q.DAY}


def test_no_undo_no_hint_and_no_saved_game() -> None:
    """A puzzle has no undo and no hints, and doesn't replace the saved game."""
    visit = q.opened_puzzle()
    for message in (m.Undo(), m.Redo(), m.AskForHint(), m.Choose("side", "B")):
        assert updated(visit, message) == visit
    assert {"undo", "ask-for-hint", "back"} & set(p.buttons(p.shown(visit))) == {"back"}
    assert {"u", "y", "h"}.isdisjoint(visit.screen.keys(visit))
    assert "ask-for-hint" not in p.buttons(p.shown(updated(visit, m.Open("menu"))))
    assert visit.screen.saved_game is None
    assert visit.screen.keys(visit)["Escape"] == m.Back()
    assert "Which move earns the most?" in text(visit)


def test_every_verdict_has_a_reason() -> None:
    """Each known answer has reasons about the player's move, and their numbers add up to the loss or to the lead."""
    said = []
    for answer in POSITION.answers:
        visit = q.answered(q.opened_puzzle(), answer.ply)
        assert [part for part in walk(p.shown(visit)) if part.attributes.get("class") == "reasons" and part.children]
        said.append(p.heard(visit, "more"))
        comparison = q.puzzle_on(visit).comparison
        assert comparison
        loss = POSITION.runner_up.loss if comparison.judgment.ply == answer.ply else answer.loss
        gains = [gain for part in comparison.rows for gain in part]
        assert sum(gain.now + round(gain.later / 10) for gain in gains) == whole_stars(loss)
    assert any("Your move leaves" in text or "Your move fills" in text for text in said)
    assert not any("Master" in text or "This move" in text for text in said)
    day = q.plain_day()
    visit = q.answered(q.opened_puzzle(day=day), puzzles.position_of(puzzle_of_day(day)).best)
    assert "No single edict explains it" in text(visit)
    assert "No single edict explains it" in p.heard(visit)


def test_start_of_the_ghost_is_no_answer() -> None:
    """The player must move, rotate, flip, or choose the ghost before it can be confirmed."""
    visit = q.opened_puzzle()
    assert q.puzzle_on(visit).playing.board.against is None
    assert updated(visit, m.Confirm()) == visit
    choice = m.NextTerrain() if updated(visit, m.NextTerrain()) != visit else m.NextShape()
    moves = (m.Move(0, 1), m.NextPlace(), m.Rotate(1), m.Flip(), choice, m.Tap(40), m.Hover(40))
    for one in (visit, *(updated(visit, message) for message in moves)):
        untouched = one is visit
        assert ("choose a place" in text(one)) == ("First choose a place." in p.heard(one)) == untouched
    there = q.puzzle_on(visit).playing.board.ply
    assert there
    assert q.puzzle_on(p.after(visit, m.Tap(next(spaces(there.region))), m.NextPlace(), m.Confirm())).answer


def test_lights_on_both_maps() -> None:
    """A source of stars is lit on both maps, and a screen reader hears its totals; a second tap turns the light off."""
    visits = (q.answered(q.opened_puzzle(), answer.ply) for answer in POSITION.answers[1:])
    visit = next(visit for visit in visits if q.puzzle_on(visit).lit_source)
    source = q.puzzle_on(visit).lit_source
    off = updated(visit, m.HighlightTopic(m.Topic(source)))
    assert q.puzzle_on(off).lit_source == ""
    assert p.heard(visit, "lit") == p.heard(off, "lit") == ""
    lit = updated(off, m.HighlightTopic(m.Topic(source)))
    assert q.puzzle_on(lit).lit_source == source
    found = q.puzzle_on(lit).comparison
    assert found
    yours, best = (number(found.light(source, sheet).total) for sheet in (found.played, found.best))
    assert p.heard(lit, "lit") == f"{found.name(p.WORDS, source)}: You {yours}, Best move {best}."
    assert updated(visit, m.HighlightTopic(m.Topic.SEASONS)) == visit


def test_maps_are_enlarged() -> None:
    """Each map after an answer, or before its verdict, is a button that enlarges it or makes it small again."""
    visit = q.answered(q.opened_puzzle(), POSITION.answers[1].ply)
    looks = sorted(command for command in p.buttons(p.shown(visit)) if command.startswith("look-at-sheet"))
    assert looks == ["look-at-sheet 0", "look-at-sheet 1"]
    enlarged = [updated(visit, m.LookAtSheet(sheet)) for sheet in (0, 1)]
    for sheet, large in enumerate(enlarged):
        assert [look for look in looks if look in p.pressed(p.shown(large))] == [looks[sheet]]
        assert updated(large, m.LookAtSheet(sheet)) == visit
        assert updated(large, m.LookAtSheet(1 - sheet)) == enlarged[1 - sheet]
        assert q.puzzle_on(updated(large, m.Proceed())).enlarged is None
    assert updated(visit, m.LookAtSheet(2)) == visit
    assert q.puzzle_on(updated(q.opened_puzzle(), m.LookAtSheet(0))).enlarged is None
    only = p.shown(updated(PENDING, m.LookAtSheet(0)))
    assert "look-at-sheet 0" in p.pressed(only)
    assert "look-at-sheet 1" not in p.buttons(only)


def test_example_of_the_paper() -> None:
    """The example of the paper, a player with three results in the rating period, has the paper's result."""
    results = [Result(Rating(1400, 30), 1), Result(Rating(1550, 100), 0), Result(Rating(1700, 300), 0)]
    after = rated(Rating(1500, 200, 0.06), results)
    assert (after.rating, after.deviation) == pytest.approx((1464.06, 151.52), abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


@given(st.floats(600, 2400), st.floats(30, 350), st.floats(0.03, 0.1), st.floats(1000, 2000), st.floats(0, 1))
def test_each_result_moves_the_rating_toward_it(
    rating: float, deviation: float, volatility: float, opponent: float, score: float
) -> None:
    """A higher score gives a higher rating, and a success and a failure move the rating up and down."""
    player, other = Rating(rating, deviation, volatility), Rating(opponent, 60)
    lost, drawn, won = (rated(player, [Result(other, result)]) for result in (0, score, 1))
    assert lost.rating < rating < won.rating
    assert lost.rating <= drawn.rating <= won.rating
    assert all(0 < after.deviation <= 350 for after in (lost, drawn, won))
    assert all(0.02 < after.volatility < 0.12 for after in (lost, drawn, won))


def test_surprise_raises_the_volatility() -> None:
    """A result far from the expected one raises the volatility, and the iteration still ends."""
    after = rated(Rating(2400, 30, 0.06), [Result(Rating(800, 30), 0)])
    assert after.volatility > 0.06
    assert after.rating < 2400
