"""Puzzles: the file of puzzles, the player's progress, and the screens."""

from __future__ import annotations

import zlib
from datetime import date, timedelta
from itertools import combinations, pairwise

import pytest

from app import messages as m
from app.drawing.element import text_of, walk
from app.effects import FetchPart, SaveProgress
from app.game.glicko import Rating
from app.game.puzzle_progress import FAILED, NEARLY, PUZZLE_RATINGS, SOLVED, FirstAnswer, read_progress, score_of
from app.game.shelf import merged_notes
from app.page_load import Parts
from app.parts import LATER, PUZZLES, ROOMS
from app.screens.answers.screen import Answers
from app.screens.fetching.screen import Fetching
from app.screens.puzzles.choosing import all_puzzles, next_puzzle, puzzle_of_day, puzzles_of_level
from app.screens.puzzles.judging import AnswerJob, saved_ply
from app.screens.puzzles.screen import Puzzles
from app.screens.review.reasons import whole_stars
from app.visit import Visit
from cartographers.bots.puzzles import (
    CLEAR_LEAD,
    GREAT_LOSS,
    LEAST_ERRORS,
    LEAST_LEAD,
    LEVELS,
    Puzzle,
    is_same_idea,
    parse_puzzle,
    position_of,
)
from cartographers.cards import ExploreCard
from cartographers.events import ForcedReason
from cartographers.record import write_ply
from cartographers.region import region_of, space_named, spaces
from cartographers.rules import is_legal
from cartographers.state import Ply
from cartographers.terrain import Terrain
from support.playing import CHANCE, WORDS, after, buttons, heard, pressed, shown, with_class
from support.puzzling import (
    DAY,
    PUZZLE,
    UNKNOWN_PLY,
    answered,
    opened_puzzle,
    placed,
    plain_day,
    puzzle_on,
    worse_places,
)
from support.visits import NO_PARTS, arrive, changed, effects_of, updated
from words import number

#: The maximum size of the file, compressed as a server sends it.
MOST_BYTES = 40_000


# ------------------------------------------------------------------- the file


@pytest.mark.parametrize("puzzle", all_puzzles(), ids=lambda puzzle: puzzle.id)
def test_puzzle_keeps_its_promises(puzzle: Puzzle) -> None:
    """A puzzle is about an explore card, and its best idea is clearly better than every other one."""
    position = position_of(puzzle)
    state, task = position.state, position.state.task
    assert parse_puzzle(str(puzzle)) == puzzle
    assert puzzle.id == f"{state.deal.id.seed.removeprefix('puzzle')}.{len(position.played.plies)}"
    assert task
    assert state.deal.id.players == 1
    assert isinstance(task.card, ExploreCard)
    assert task.forced is ForcedReason.NONE
    assert state.season < 3 or state.time < state.season_deal.season.threshold
    assert len({answer.ply for answer in position.answers}) == len(position.answers)
    assert all(is_legal(state, answer.ply) for answer in position.answers)
    others = [answer for answer in position.answers if not is_same_idea(answer.ply, position.best)]
    assert position.answers[0].loss == 0
    assert others
    assert all(answer.loss >= max(LEAST_LEAD, LEAST_ERRORS * puzzle.error) for answer in others)
    assert position.runner_up == others[0]
    assert puzzle.lead == others[0].loss
    assert puzzle.journeyman in dict(puzzle.losses)


def test_puzzles_outlive_new_scoring_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle names its edicts, so it stays the same in the version of the rules that a new scoring card brings."""
    before = position_of(PUZZLE)
    assert before.played.id.edicts == before.state.deal.edicts
    for module in ("game_id", "packed"):
        monkeypatch.setattr(f"cartographers.{module}.RULES_VERSION", "c999")
    position_of.cache_clear()
    after_change = position_of(PUZZLE)
    assert str(after_change.played.id).startswith("c999-")
    assert after_change.answers == before.answers
    assert after_change.state.sheets == before.state.sheets
    position_of.cache_clear()


def test_levels_follow_from_journeymans_losses() -> None:
    """Journeyman has the best idea at levels 1 and 2, and loses most at level 4."""
    for puzzle in all_puzzles():
        loss = dict(puzzle.losses)[puzzle.journeyman]
        expected = 3 + (loss >= GREAT_LOSS) if loss >= LEAST_LEAD else 1 + (puzzle.lead < CLEAR_LEAD)
        assert puzzle.level == expected
    assert all(map(puzzles_of_level, LEVELS))


def test_puzzles_differ_and_the_file_is_small() -> None:
    """All ids and positions differ, both boxes and all maps occur, and the file takes at most 40 KB."""
    puzzles = all_puzzles()
    assert len({puzzle.id for puzzle in puzzles}) == len({puzzle.record for puzzle in puzzles}) == len(puzzles)
    assert {position_of(puzzle).played.id.side for puzzle in puzzles} == {*"ABCD"}
    assert len(zlib.compress("\n".join(map(str, puzzles)).encode(), 9)) <= MOST_BYTES


@pytest.mark.parametrize("line", ["", "1.2", "1.2 a0 1 2 3", "1.2 a0 1 2 3=4", "1.2 a0 1 2 3 4=5,", "x.2 a0 1 2 3 4=5"])
def test_damaged_line_is_refused(line: str) -> None:
    """A line of another form is refused."""
    with pytest.raises(ValueError, match=line or "^$"):
        parse_puzzle(line)


def test_ideas() -> None:
    """Placements of one terrain that share more than half of their spaces are one idea."""
    cells = {name: space_named(name) for name in ("A1", "A2", "A3", "A4", "A5")}

    def ply(terrain: Terrain, *names: str) -> Ply:
        return Ply(terrain, region_of([cells[name] for name in names]))

    forest, farm = Terrain.FOREST, Terrain.FARM
    assert is_same_idea(ply(forest, "A1", "A2", "A3"), ply(forest, "A2", "A3", "A4"))
    assert not is_same_idea(ply(forest, "A1", "A2"), ply(forest, "A2", "A3"))
    assert not is_same_idea(ply(forest, "A1", "A2"), ply(farm, "A1", "A2"))
    assert not is_same_idea(ply(forest, "A1", "A2"), ply(forest, "A1", "A2", "A3", "A4"))


# ------------------------------------------------------------------- the progress


def test_rating_follows_from_the_first_answers() -> None:
    """Solved puzzles raise the rating, failed ones lower it, and higher levels count more."""
    ratings = [read_progress(f"1.1:{level}:{SOLVED}").rating.rating for level in LEVELS]
    assert read_progress("").rating == Rating()
    assert ratings == sorted(ratings)
    assert ratings[0] > 1500 > read_progress("1.1:1:0").rating.rating
    assert read_progress("1.1:1:0").rating.rating < read_progress("1.1:1:1").rating.rating < ratings[0]
    assert list(PUZZLE_RATINGS) == list(LEVELS)


def test_only_the_first_answer_counts() -> None:
    """Of several answers to a puzzle, only the first one counts, also if two tabs have saved them."""
    note = merged_notes("1.1:2:0 2026-11-26", "1.1:2:2 2.1:3:2 2026-11-27")
    assert note == "1.1:2:0 2026-11-26 2.1:3:2 2026-11-27"
    progress = read_progress(note)
    assert progress.answers == {"1.1": FirstAnswer("1.1", 2, 0), "2.1": FirstAnswer("2.1", 3, 2)}
    assert progress.solved == 1
    assert read_progress("1.1:2:0 1.1:2:2").answers == read_progress("1.1:2:0").answers


@pytest.mark.parametrize("word", ["1.1", "1.1:5:0", "1.1:1:3", "1:1:1", "2026-13-01", "0001-01-01", "x", "1.1:1:1:1"])
def test_unreadable_words_are_kept_and_ignored(word: str) -> None:
    """A word of a damaged note, or of a newer version, is ignored, but stays in the note."""
    progress = read_progress(f"{word} 7.7:1:2 {DAY}")
    assert list(progress.answers) == ["7.7"]
    assert progress.days == {DAY}
    assert merged_notes(word, "7.7:1:2").split() == [word, "7.7:1:2"]


def test_rating_is_provisional_after_few_answers() -> None:
    """A rating is provisional until its deviation is at most 110, which takes about a dozen answers."""
    notes = [" ".join(f"{number}.1:2:{number % 3}" for number in range(count)) for count in range(40)]
    ratings = [read_progress(note).rating for note in notes]
    assert [rating.is_provisional for rating in ratings] == [rating.deviation > 110 for rating in ratings]
    assert 8 <= sum(rating.is_provisional for rating in ratings) <= 16
    assert ratings[0].is_provisional
    assert not ratings[-1].is_provisional


def test_ply_of_the_first_answer_is_kept() -> None:
    """The ply belongs to the score that follows it; a ply of another device, after the score, isn't the answer's."""
    both = read_progress("1.1?:2:fA1A2 1.1:2:0")
    assert both.answers == {"1.1": FirstAnswer("1.1", 2, 0, "fA1A2")}
    assert not both.pending
    assert str(both.answers["1.1"]) == "1.1:2:0"
    mine, theirs = "1.1?:2:fA1A2 1.1:2:0", "1.1?:2:fB1B2 1.1:2:2"
    assert merged_notes(mine, theirs) == mine
    assert merged_notes(theirs, mine) == theirs
    old = read_progress(merged_notes("1.1:2:0", theirs))
    assert old.answers == {"1.1": FirstAnswer("1.1", 2, 0)}
    assert not old.pending
    assert read_progress(mine).rating == read_progress("1.1:2:0").rating


def test_streak_survives_a_wrong_clock() -> None:
    """A clock that was wrong for some days neither ends a streak nor counts a day twice."""
    days = [DAY - timedelta(3), DAY - timedelta(2), DAY - timedelta(1), DAY + timedelta(400)]
    note = " ".join(map(str, days))
    assert read_progress(note).streak(DAY) == 3
    assert read_progress(f"{note} {DAY}").streak(DAY) == 4
    assert read_progress(f"{note} {DAY} {DAY}").streak(DAY) == 4
    assert read_progress(f"{note} {DAY}").streak(DAY + timedelta(1)) == 4
    assert read_progress(note).streak(DAY + timedelta(1)) == 0
    assert read_progress(note).streak(days[-1]) == 1


@pytest.mark.parametrize(
    ("loss", "same", "score"),
    [
        *((0, True, SOLVED), (199, True, SOLVED), (99, False, SOLVED)),
        *((200, True, NEARLY), (399, True, NEARLY), (400, True, FAILED)),
        *((100, False, NEARLY), (199, False, NEARLY), (200, False, FAILED), (9999, False, FAILED)),
    ],
)
def test_scores(loss: int, score: int, *, same: bool) -> None:
    """The best idea may lose twice as many stars as another one in each score."""
    assert score_of(loss, same_idea=same) == score


# ------------------------------------------------------------------- choosing a puzzle


def test_days_with_puzzles_of_the_same_game_are_far_apart() -> None:
    """More than 100 days are between two puzzles of the same game, and the earlier position comes first."""
    days = {puzzle.id: day for day, puzzle in enumerate(all_puzzles())}
    for one, other in combinations(all_puzzles(), 2):
        if one.game == other.game:
            assert one.plies < other.plies
            assert days[other.id] - days[one.id] > 100


def test_each_day_has_its_puzzle() -> None:
    """The puzzles take turns day by day."""
    puzzles = [puzzle_of_day(DAY + timedelta(day)) for day in range(len(all_puzzles()))]
    assert {puzzle.id for puzzle in puzzles} == {puzzle.id for puzzle in all_puzzles()}
    assert puzzle_of_day(DAY + timedelta(len(puzzles))) == puzzles[0]


def played_through(level: int, today: date) -> list[Puzzle]:
    """Return the puzzles of a level in the order in which a player who solves them all gets them."""
    note, found = "", list[Puzzle]()
    while (puzzle := next_puzzle(read_progress(note), level, today)) not in found:
        found.append(puzzle)
        note = f"{note} {puzzle.id}:{level}:2"
    return found


@pytest.mark.parametrize("level", LEVELS)
def test_levels_offer_puzzles_of_distant_days_first(level: int) -> None:
    """The puzzle of today isn't offered, and that of tomorrow comes last, unless another one of its game is missing."""
    puzzles = all_puzzles()
    today = DAY + timedelta(next(day for day, one in enumerate(all_days()) if one.level == level))
    found = played_through(level, today)
    assert puzzle_of_day(today) not in found
    first = [puzzle for puzzle in found if puzzle.id == min(earlier_and(puzzle), key=plies_of)]
    ahead = [(puzzles.index(puzzle) - today.toordinal()) % len(puzzles) for puzzle in first]
    assert ahead == sorted(ahead, reverse=True)


def all_days() -> list[Puzzle]:
    """Return the puzzle of each day from the day of the tests."""
    return [puzzle_of_day(DAY + timedelta(day)) for day in range(len(all_puzzles()))]


def earlier_and(puzzle: Puzzle) -> list[str]:
    """Return the ids of the puzzles of a puzzle's game."""
    return [one.id for one in all_puzzles() if one.game == puzzle.game]


def plies_of(name: str) -> int:
    """Return the number of plies before a puzzle, from its id."""
    return int(name.split(".")[1])


@pytest.mark.parametrize("level", LEVELS)
def test_no_puzzle_gives_an_earlier_one_away(level: int) -> None:
    """A level offers a puzzle only after all earlier puzzles of the same game were answered."""
    for today in (DAY, DAY + timedelta(17)):
        answered_ids = set[str]()
        for puzzle in played_through(level, today):
            assert all(one in answered_ids for one in earlier_and(puzzle) if plies_of(one) < plies_of(puzzle.id))
            answered_ids.add(puzzle.id)


def test_answered_puzzles_come_again_in_turn() -> None:
    """When all puzzles of a level are answered, they come again in turn, but never the one of today."""
    note = " ".join(f"{puzzle.id}:{puzzle.level}:2" for puzzle in all_puzzles())
    offered = [puzzle for puzzle in puzzles_of_level(PUZZLE.level) if puzzle != PUZZLE]
    for puzzle, following in pairwise([*offered, offered[0]]):
        assert next_puzzle(read_progress(note), PUZZLE.level, DAY, puzzle.id) == following


# ------------------------------------------------------------------- the screens


def test_puzzles_are_fetched_when_a_player_opens_them() -> None:
    """The puzzles have a part of their own, which also needs the later part."""
    home = arrive(CHANCE, parts=NO_PARTS)
    waiting = updated(home, m.Go("puzzles"))
    assert waiting.screen == Fetching(m.Go("puzzles"), LATER)
    assert FetchPart(PUZZLES) in effects_of(waiting, m.PartFetched(LATER, arrived=True))
    there = after(waiting, m.PartFetched(LATER, arrived=True), m.PartFetched(PUZZLES, arrived=True))
    assert there.screen == Puzzles()
    assert there.page.parts == Parts(frozenset({LATER, PUZZLES}))
    assert updated(arrive(CHANCE, parts=Parts(frozenset({LATER, ROOMS}))), m.Go("puzzle", "1")).screen == Fetching(
        m.Go("puzzle", "1"), PUZZLES
    )


def test_list_shows_the_progress() -> None:
    """The list shows the rating, the streak, the number of solved puzzles, and the state of today's puzzle."""
    note = f"{PUZZLE.id}:{PUZZLE.level}:2 {DAY}"
    visit = updated(arrive(CHANCE, puzzles=note, day=DAY), m.Go("puzzles"))
    text = text_of(shown(visit))
    rating = round(read_progress(note).rating.rating)
    assert all(part in text for part in ("Streak1", "Solved1", f"Rating{rating}", "Today's puzzle is solved."))
    assert with_class(with_class(shown(visit), "done")[0], "icon")
    failed = updated(arrive(CHANCE, puzzles=f"{PUZZLE.id}:{PUZZLE.level}:0 {DAY}", day=DAY), m.Go("puzzles"))
    [done] = with_class(shown(failed), "done")
    assert text_of(done) == "Today's puzzle is answered."
    assert not with_class(done, "icon")
    assert f"Level {PUZZLE.level} 1 of " in text
    assert f"Your answers 1 of {len(all_puzzles())}" in text
    assert "go answers" in buttons(shown(visit))
    assert "go answers" not in buttons(shown(updated(arrive(CHANCE, day=DAY), m.Go("puzzles"))))
    assert {"go puzzle", *(f"go puzzle {level}" for level in LEVELS)} <= set(buttons(shown(visit)))


def test_best_answer_is_compared_with_the_next_idea() -> None:
    """The best answer solves the puzzle; it is compared with the best placement of another idea."""
    visit = answered(opened_puzzle(), position_of(PUZZLE).best)
    screen = puzzle_on(visit)
    assert screen.loss == 0
    assert screen.job(visit) is None
    text = text_of(shown(visit))
    assert "The best move! Every other idea costs about" in text
    assert "Next best idea" in text
    assert read_progress(visit.memory.puzzles).answers[PUZZLE.id].score == SOLVED
    assert read_progress(visit.memory.puzzles).days == {DAY}
    assert screen.rating_change
    assert screen.rating_change > 0
    assert len([part for part in walk(shown(visit)) if part.tag == "figure"]) == 2


def test_provisional_rating_is_marked() -> None:
    """The list and the verdict mark a rating after few answers and say so, and after many answers they don't."""
    many = " ".join(f"{number}.99:2:{number % 3}" for number in range(40))
    for note in ("", many):
        fresh = opened_puzzle(note=note)
        done = answered(fresh, position_of(PUZZLE).best)
        for visit in (updated(fresh, m.Back()), updated(done, m.Back()), done):
            rating = read_progress(visit.memory.puzzles).rating
            text = text_of(shown(visit))
            assert rating.is_provisional == (note == "")
            assert (f"{number(round(rating.rating))}?" in text) == rating.is_provisional
            assert ("The rating is provisional" in text) == rating.is_provisional
        assert ("The rating is provisional" in heard(done, "more")) == (note == "")


def test_wrong_answer_is_compared_with_the_best_one() -> None:
    """A known answer with another idea is judged at once, saved, and compared with the best one."""
    runner_up = position_of(PUZZLE).runner_up
    before = opened_puzzle()
    visit = answered(before, runner_up.ply)
    screen = puzzle_on(visit)
    assert screen.loss == runner_up.loss
    text = text_of(shown(visit))
    assert "A better move earns about " in text
    assert "Best move" in text
    assert screen.rating_change
    assert screen.rating_change < 0
    assert "Your rating: " in text
    assert "A better move earns" in heard(visit)


def test_unknown_answer_is_judged_in_the_background() -> None:
    """An answer that isn't in the file is saved at once and judged by a job; meanwhile, no puzzle follows."""
    ply = UNKNOWN_PLY
    before = opened_puzzle()
    visit = answered(before, ply)
    screen = puzzle_on(visit)
    assert screen.job(visit) == AnswerJob(PUZZLE, ply)
    assert "Judging your move" in text_of(shown(visit))
    assert visit.memory.puzzles == f"{PUZZLE.id}?:{PUZZLE.level}:{write_ply(ply)} {DAY}"
    assert SaveProgress(visit.memory.puzzles) in effects_of(placed(before, ply), m.Confirm())
    progress = read_progress(visit.memory.puzzles)
    assert progress.is_answered(PUZZLE.id)
    assert progress.days == {DAY}
    assert progress.rating == Rating()
    assert updated(visit, m.Proceed()) == visit
    assert updated(visit, m.AnswerJudged("9.9", ply, 5)) == visit
    done = updated(visit, m.AnswerJudged(PUZZLE.id, ply, 150))
    assert read_progress(done.memory.puzzles).answers[PUZZLE.id].score == NEARLY
    assert not read_progress(done.memory.puzzles).pending
    assert puzzle_on(done).rating_change
    assert SaveProgress(done.memory.puzzles) in effects_of(visit, m.AnswerJudged(PUZZLE.id, ply, 150))
    assert puzzle_on(done).job(done) is None
    assert updated(done, m.AnswerJudged(PUZZLE.id, ply, 900)) == done
    assert "about 2 more stars by the end of the game" in text_of(shown(done))
    better = updated(visit, m.AnswerJudged(PUZZLE.id, ply, -40))
    assert puzzle_on(better).loss == 0


def test_list_judges_an_answer_that_the_player_left() -> None:
    """If the player leaves a puzzle before the verdict, the list judges the answer, and it is rated once."""
    visit = updated(answered(opened_puzzle(), UNKNOWN_PLY), m.Back())
    assert isinstance(visit.screen, Puzzles)
    assert visit.screen.job(visit) == AnswerJob(PUZZLE, UNKNOWN_PLY)
    assert "Judging your move" in text_of(shown(visit))
    message = m.AnswerJudged(PUZZLE.id, UNKNOWN_PLY, 900)
    done = updated(visit, message)
    assert read_progress(done.memory.puzzles).answers[PUZZLE.id].score == FAILED
    assert SaveProgress(done.memory.puzzles) in effects_of(visit, message)
    assert done.screen.job(done) is None
    assert updated(done, message) == done
    assert "Judging your move" not in text_of(shown(done))


def test_pending_answer_cannot_be_replaced() -> None:
    """After a reload, a puzzle with a pending answer shows the answer, and another tab's answer doesn't count."""
    note = answered(opened_puzzle(), UNKNOWN_PLY).memory.puzzles
    again = opened_puzzle(note=note)
    assert puzzle_on(again).answer == UNKNOWN_PLY
    assert puzzle_on(again).job(again) == AnswerJob(PUZZLE, UNKNOWN_PLY)
    other = answered(updated(opened_puzzle(), m.ProgressRead(note)), position_of(PUZZLE).best)
    assert puzzle_on(other).rating_change is None
    assert other.memory.puzzles == note


@pytest.mark.parametrize("ply", ["x", "fA1", f"{'f' * 60}"])
def test_damaged_pending_answer_is_ignored(ply: str) -> None:
    """A pending answer that isn't a legal ply is neither shown nor judged."""
    visit = opened_puzzle(note=f"{PUZZLE.id}?:{PUZZLE.level}:{ply} 9999.99?:1:fA1")
    assert puzzle_on(visit).answer is None
    there = updated(visit, m.Back())
    assert there.screen.job(there) is None
    done = answered(visit, position_of(PUZZLE).best)
    assert read_progress(done.memory.puzzles).is_answered(PUZZLE.id)


def test_job_judges_an_answer_like_the_file() -> None:
    """The job's judgment of an answer agrees with the file's figure, except for the luck with fewer decks."""
    position = position_of(PUZZLE)
    [judged] = [step for step in AnswerJob(PUZZLE, position.runner_up.ply).work() if isinstance(step, m.AnswerJudged)]
    assert abs(judged.loss - position.runner_up.loss) < 7 * PUZZLE.error
    [same] = [step for step in AnswerJob(PUZZLE, position.best).work() if isinstance(step, m.AnswerJudged)]
    assert same.loss == 0


# ------------------------------------------------------------------- the answers


def seen_again(visit: Visit, puzzle: Puzzle = PUZZLE) -> Visit:
    """Return the visit after the player has opened an answer from the list of answers."""
    listed = updated(arrive(CHANCE, puzzles=visit.memory.puzzles, day=DAY), m.Go("answers"))
    assert f"go puzzle {puzzle.id}" in buttons(shown(listed))
    return updated(listed, m.Go("puzzle", puzzle.id))


@pytest.mark.parametrize("ply", [position_of(PUZZLE).best, position_of(PUZZLE).runner_up.ply, worse_places(PUZZLE)[0]])
def test_answer_is_seen_again(ply: Ply) -> None:
    """A judged answer shows the same verdict, maps, and reasons again, and changes nothing."""
    done = answered(opened_puzzle(), ply)
    progress = read_progress(done.memory.puzzles)
    assert saved_ply(progress, PUZZLE) == ply
    again = seen_again(done)
    screen = puzzle_on(again)
    assert (screen.answer, screen.loss, screen.job(again)) == (ply, puzzle_on(done).loss, None)
    for part in ("verdict", "two-maps", "reasons"):
        assert with_class(shown(again), part) == with_class(shown(done), part)
    assert "Your first answer" in text_of(shown(again))
    assert "Your rating" not in text_of(shown(again))
    assert heard(again, "news", "lit") == heard(done, "news", "lit")
    assert again.memory.puzzles == done.memory.puzzles


def test_unknown_answer_is_judged_again() -> None:
    """An answer that isn't in the file is judged again in the background, and its score stays as it was."""
    message = m.AnswerJudged(PUZZLE.id, UNKNOWN_PLY, 900)
    done = updated(answered(opened_puzzle(), UNKNOWN_PLY), message)
    again = seen_again(done)
    assert puzzle_on(again).job(again) == AnswerJob(PUZZLE, UNKNOWN_PLY)
    assert "Judging your move" in text_of(shown(again))
    assert SaveProgress(done.memory.puzzles) not in effects_of(again, message)
    judged = updated(again, message)
    assert judged.memory.puzzles == done.memory.puzzles
    assert with_class(shown(judged), "verdict") == with_class(shown(done), "verdict")
    assert "Your first answer didn't solve this puzzle." in text_of(shown(judged))
    assert updated(judged, message) == judged


@pytest.mark.parametrize("ply", ["", f"{PUZZLE.id}?:1:x ", f"{PUZZLE.id}?:1:fA1 ", f"{PUZZLE.id}?:1:{'f' * 60} "])
def test_answer_without_its_ply_shows_the_best_one(ply: str) -> None:
    """If an answer has no ply that can be read, the best ply is shown beside the next best idea, with a sentence."""
    note = f"{ply}{PUZZLE.id}:{PUZZLE.level}:1"
    visit = seen_again(changed(arrive(CHANCE), puzzles=note))
    text = text_of(shown(visit))
    assert "Your move wasn't saved with this answer" in text
    assert "Why the best move is better" in text
    assert "Your first answer nearly solved this puzzle." in text
    assert [text_of(part).split(" ")[:2] for part in walk(shown(visit)) if part.tag == "figcaption"] == [
        ["Best", "move"],
        ["Next", "best"],
    ]
    assert "You " not in heard(visit, "lit")
    assert "Your move wasn't saved" in heard(visit)
    assert puzzle_on(visit).job(visit) is None
    assert visit.memory.puzzles == note


def test_answers_are_listed_newest_first() -> None:
    """The list shows each answer with its mark and its level, the newest first, and counts the scores."""
    first, second, third, *_ = (puzzle for puzzle in all_puzzles() if puzzle != PUZZLE)
    note = f"{first.id}:{first.level}:2 77.77:1:2 {second.id}:{second.level}:1 {third.id}:{third.level}:0 {DAY}"
    pending = f"{note} {PUZZLE.id}?:{PUZZLE.level}:{write_ply(UNKNOWN_PLY)}"
    visit = updated(arrive(CHANCE, puzzles=pending, day=DAY), m.Go("answers"))
    cells = with_class(shown(visit), "cell")
    assert [cell.attributes["data-do"] for cell in cells] == [
        f"go puzzle {puzzle.id}" for puzzle in (PUZZLE, third, second, first)
    ]
    assert [cell.attributes["aria-label"] for cell in cells] == [
        f"Answer 4, level {PUZZLE.level}: Being judged",
        f"Answer 3, level {third.level}: Not solved",
        f"Answer 2, level {second.level}: Nearly solved",
        f"Answer 1, level {first.level}: Solved",
    ]
    symbols = [text for cell in cells for part in walk(cell) if (text := part.attributes.get("href"))]
    assert symbols == ["#icon-hourglass", "#icon-cross", "#icon-nearly", "#icon-check"]
    assert all(part in text_of(shown(visit)) for part in ("Nearly solved1", "Not solved1", "Judging your move"))
    assert visit.screen.job(visit) == AnswerJob(PUZZLE, UNKNOWN_PLY)
    done = updated(visit, m.AnswerJudged(PUZZLE.id, UNKNOWN_PLY, 900))
    assert read_progress(done.memory.puzzles).answers[PUZZLE.id].score == FAILED
    assert "Judging your move" not in text_of(shown(done))
    damaged = updated(arrive(CHANCE, puzzles=f"{note} {PUZZLE.id}?:1:fA1"), m.Go("answers"))
    assert len(with_class(shown(damaged), "cell")) == 3


def test_pending_answer_is_shown_from_the_list_and_counts() -> None:
    """An answer that must still be judged opens as it was, and its verdict counts."""
    note = answered(opened_puzzle(), UNKNOWN_PLY).memory.puzzles
    visit = seen_again(changed(arrive(CHANCE), puzzles=note))
    assert not puzzle_on(visit).is_seen_again
    done = updated(visit, m.AnswerJudged(PUZZLE.id, UNKNOWN_PLY, 900))
    assert puzzle_on(done).rating_change
    assert read_progress(done.memory.puzzles).answers[PUZZLE.id].score == FAILED


def test_another_try_counts_nothing() -> None:
    """From an earlier answer, the player can try the puzzle again; nothing changes, and Back leads to the list."""
    note = f"{PUZZLE.id}:{PUZZLE.level}:0"
    for ply in (position_of(PUZZLE).best, UNKNOWN_PLY):
        visit = seen_again(changed(arrive(CHANCE), puzzles=note))
        assert "Try again" in text_of(shown(visit))
        assert visit.screen.keys(visit)["Enter"] == m.Proceed()
        trying = updated(visit, m.Proceed())
        assert puzzle_on(trying).puzzle == PUZZLE
        assert "Which move earns the most?" in text_of(shown(trying))
        done = updated(answered(trying, ply), m.AnswerJudged(PUZZLE.id, ply, 0))
        assert "not this one" in text_of(shown(done))
        assert done.memory.puzzles == note
        assert updated(done, m.Back()).screen == Answers()
        following = updated(done, m.Proceed())
        assert puzzle_on(following).puzzle.level == PUZZLE.level
        assert puzzle_on(following).puzzle != PUZZLE


def test_unanswered_puzzle_opens_as_a_position() -> None:
    """A command with the id of a puzzle that has no answer shows its position; an unknown id gives today's puzzle."""
    other = next(puzzle for puzzle in all_puzzles() if puzzle != PUZZLE)
    visit = updated(arrive(CHANCE, day=DAY), m.Go("puzzle", other.id))
    assert puzzle_on(visit).puzzle == other
    assert "Which move earns the most?" in text_of(shown(visit))
    assert puzzle_on(updated(arrive(CHANCE, day=DAY), m.Go("puzzle", "77.77"))).day == DAY


def test_second_answer_does_not_count() -> None:
    """A second answer changes neither the rating nor the saved answer, but the day counts."""
    position = position_of(PUZZLE)
    visit = answered(opened_puzzle(note=f"{PUZZLE.id}:{PUZZLE.level}:0"), position.best)
    assert puzzle_on(visit).rating_change is None
    assert visit.memory.puzzles == f"{PUZZLE.id}:{PUZZLE.level}:0 {DAY}"
    assert "not this one" in text_of(shown(visit))


def test_list_offers_another_try() -> None:
    """After the verdict, the list offers another try and says that it doesn't count; a pending answer is shown."""
    fresh = text_of(shown(updated(opened_puzzle(), m.Back())))
    pending = text_of(shown(updated(answered(opened_puzzle(), UNKNOWN_PLY), m.Back())))
    done = text_of(shown(updated(answered(opened_puzzle(), position_of(PUZZLE).best), m.Back())))
    second = "Another answer to today's puzzle won't change your rating."
    assert "Find the move" in fresh
    assert "Look again" in pending
    assert "Try again" in done
    assert [second in text for text in (fresh, pending, done)] == [False, False, True]


def test_later_stars_are_explained_before_the_last_season() -> None:
    """A sentence explains stars that come later. In the last season, no row speaks of them."""
    seen = set[tuple[bool, bool]]()
    for day in (DAY + timedelta(days) for days in range(40)):
        position = position_of(puzzle_of_day(day))
        text = text_of(shown(answered(opened_puzzle(day=day), position.best)))
        is_last = position.state.season == len(position.state.deal.seasons) - 1
        says = "later about" in text
        assert says == ("Later: expected from later moves and later scorings." in text)
        assert not (is_last and says)
        seen.add((is_last, says))
    assert seen >= {(True, False), (False, True)}


def test_next_puzzle_follows() -> None:
    """After an answer, the next unanswered puzzle of the same level follows, and its day doesn't count."""
    visit = updated(answered(opened_puzzle(), position_of(PUZZLE).best), m.Proceed())
    screen = puzzle_on(visit)
    assert screen.puzzle.level == PUZZLE.level
    assert screen.puzzle != PUZZLE
    assert screen.answer is None
    assert screen.day is None
    done = answered(visit, position_of(screen.puzzle).best)
    assert read_progress(done.memory.puzzles).days == {DAY}
    assert isinstance(updated(done, m.Back()).screen, Puzzles)


def test_puzzle_of_yesterday_counts_for_yesterday() -> None:
    """A puzzle that was opened before midnight counts for its own day."""
    later = changed(opened_puzzle(), day=DAY + timedelta(1))
    assert read_progress(answered(later, position_of(PUZZLE).best).memory.puzzles).days == {DAY}


def test_no_undo_no_hint_and_no_saved_game() -> None:
    """A puzzle has no undo and no hints, and doesn't replace the saved game."""
    visit = opened_puzzle()
    assert updated(visit, m.Undo()) == visit
    assert updated(visit, m.AskForHint()) == visit
    assert not {"undo", "ask-for-hint"} & set(buttons(shown(visit)))
    assert "back" in buttons(shown(visit))
    assert {"u", "h"}.isdisjoint(visit.screen.keys(visit))
    assert "ask-for-hint" not in buttons(shown(updated(visit, m.Open("menu"))))
    assert visit.screen.saved_game is None
    assert visit.screen.keys(visit)["Escape"] == m.Back()
    assert "Which move earns the most?" in text_of(shown(visit))


def test_patterns_are_about_the_players_move() -> None:
    """The sentence about a pattern names the player's move, and never Master."""
    said = [heard(answered(opened_puzzle(), answer.ply), "more") for answer in position_of(PUZZLE).answers]
    assert any("Your move leaves" in text or "Your move fills" in text for text in said)
    assert not any("Master" in text or "This move" in text for text in said)


def test_start_of_the_ghost_is_no_answer() -> None:
    """The player must move, rotate, flip, or choose the ghost before it can be confirmed."""
    visit = opened_puzzle()
    assert puzzle_on(visit).playing.board.against is None
    assert updated(visit, m.Confirm()) == visit
    assert "choose a place" in text_of(shown(visit))
    assert "First choose a place." in heard(visit)
    choice = m.NextTerrain() if updated(visit, m.NextTerrain()) != visit else m.NextShape()
    for message in (m.Move(0, 1), m.NextPlace(), m.Rotate(1), m.Flip(), choice, m.Tap(40), m.Hover(40)):
        touched = updated(visit, message)
        assert "choose a place" not in text_of(shown(touched))
        assert "First choose a place." not in heard(touched)
    there = puzzle_on(visit).playing.board.ply
    assert there
    space = next(spaces(there.region))
    assert puzzle_on(after(visit, m.Tap(space), m.NextPlace(), m.Confirm())).answer


def test_lights_on_both_maps() -> None:
    """A source of stars is lit on both maps, and a screen reader hears its totals; a second tap turns the light off."""
    visits = (answered(opened_puzzle(), answer.ply) for answer in position_of(PUZZLE).answers[1:])
    visit = next(visit for visit in visits if puzzle_on(visit).lit_source)
    source = puzzle_on(visit).lit_source
    off = updated(visit, m.HighlightTopic(m.Topic(source)))
    assert puzzle_on(off).lit_source == ""
    assert heard(visit, "lit") == heard(off, "lit") == ""
    lit = updated(off, m.HighlightTopic(m.Topic(source)))
    screen = puzzle_on(lit)
    assert screen.lit_source == source
    found = screen.comparison
    assert found
    totals = [number(found.light(source, sheet).total) for sheet in (found.played, found.best)]
    assert heard(lit, "lit") == f"{found.name(WORDS, source)}: You {totals[0]}, Best move {totals[1]}."
    assert updated(visit, m.HighlightTopic(m.Topic.SEASONS)) == visit


@pytest.mark.parametrize("number", [0, 1])
def test_maps_are_enlarged(number: int) -> None:
    """Each map after an answer is a button that enlarges it, makes it small again, or replaces the other."""
    visit = answered(opened_puzzle(), position_of(PUZZLE).answers[1].ply)
    looks = sorted(command for command in buttons(shown(visit)) if command.startswith("look-at-sheet"))
    assert looks == ["look-at-sheet 0", "look-at-sheet 1"]
    large, other = updated(visit, m.LookAtSheet(number)), updated(visit, m.LookAtSheet(1 - number))
    assert [look for look in looks if look in pressed(shown(large))] == [f"look-at-sheet {number}"]
    assert updated(large, m.LookAtSheet(number)) == visit
    assert updated(large, m.LookAtSheet(1 - number)) == other
    assert updated(visit, m.LookAtSheet(2)) == visit
    following = puzzle_on(updated(large, m.Proceed()))
    assert following.enlarged is None


def test_map_is_enlarged_while_the_answer_is_judged() -> None:
    """Before the verdict there is one map, which can be enlarged, and the position isn't a map to enlarge."""
    position = opened_puzzle()
    assert puzzle_on(updated(position, m.LookAtSheet(0))).enlarged is None
    judging = answered(position, UNKNOWN_PLY)
    large = updated(judging, m.LookAtSheet(0))
    assert "look-at-sheet 0" in pressed(shown(large))
    assert "look-at-sheet 1" not in buttons(shown(large))


def test_every_verdict_has_a_reason() -> None:
    """Each known answer has gains, a pattern, or a sentence about the shapes to come."""
    for answer in position_of(PUZZLE).answers:
        visit = answered(opened_puzzle(), answer.ply)
        assert [part for part in walk(shown(visit)) if part.attributes.get("class") == "reasons" and part.children]
    day = plain_day()
    visit = answered(opened_puzzle(day=day), position_of(puzzle_of_day(day)).best)
    assert "No single edict explains it" in text_of(shown(visit))
    assert "No single edict explains it" in heard(visit)


def test_reasons_add_up_to_the_verdict() -> None:
    """All numbers in the reasons add up to the loss, or for the best answer, to the lead over the next idea."""
    position = position_of(PUZZLE)
    for answer in position.answers:
        comparison = puzzle_on(answered(opened_puzzle(), answer.ply)).comparison
        assert comparison
        loss = position.runner_up.loss if comparison.judgment.ply == answer.ply else answer.loss
        gains = [gain for part in comparison.rows for gain in part]
        assert sum(gain.now + round(gain.later / 10) for gain in gains) == whole_stars(loss)


def test_progress_of_another_tab_arrives() -> None:
    """The device reports the merged progress of all tabs."""
    visit = updated(opened_puzzle(), m.ProgressRead("1.1:1:2"))
    assert visit.memory.puzzles == "1.1:1:2"


def test_unknown_level_gives_todays_puzzle() -> None:
    """If a command names no level, today's puzzle is shown."""
    assert puzzle_on(updated(arrive(CHANCE, day=DAY), m.Go("puzzle", "5"))).day == DAY


def test_texts_are_in_the_calendar() -> None:
    """The calendar of daily games leads to the puzzles."""
    assert "go puzzles" in buttons(shown(updated(arrive(CHANCE), m.Go("days"))))
    assert updated(opened_puzzle(), m.Choose("side", "B")) == opened_puzzle()
    assert WORDS("puzzles") == "Puzzles"
