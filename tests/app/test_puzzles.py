"""Puzzles: the file of puzzles, the player's progress, and the screens."""

import zlib
from collections import Counter
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import messages as m
from app.arrival.page_load import Parts
from app.drawing.element import text_of, walk
from app.effects import FetchPart
from app.game.glicko import Rating, Result, rated
from app.game.puzzle_progress import (
    PROVISIONAL_BELOW,
    FirstAnswer,
    Progress,
    begun_again,
    merge_progress,
    read_progress,
)
from app.page.parts import LATER, PUZZLES, ROOMS
from app.saved_names import PUZZLES as NOTE
from app.screens.answers.screen import Answers
from app.screens.fetching.screen import Fetching
from app.screens.puzzles.answering import saving
from app.screens.puzzles.choosing import all_puzzles, level_of, next_puzzle, puzzle_of_day, puzzles_of
from app.screens.puzzles.screen import Puzzles
from app.visit import Visit, saved_game_of
from cartographers import Ply, is_legal
from cartographers.bots import puzzles
from cartographers.bots.one_ply import rank_candidates
from cartographers.bots.thinking import run_steps
from cartographers.cards import ExploreCard
from cartographers.events import ForcedReason
from cartographers.player_view import view_of
from cartographers.record import read_ply
from cartographers.region import spaces
from support import playing as p
from support import puzzling as q
from support.elements import tagged, text, texts
from support.visits import NO_PARTS, arrive, changed, effects_of, is_late, updated
from tools.puzzles import greedy_share
from words import number

POSITION = q.POSITION


@pytest.mark.parametrize("puzzle", all_puzzles(), ids=lambda puzzle: puzzle.id)
def test_puzzle_keeps_its_promises(puzzle: puzzles.Puzzle) -> None:
    """A puzzle has a choice for an explore card; plies that aren't right lose two stars, half of it for one reason."""
    position = puzzles.position_of(puzzle)
    state, task = position.state, position.state.task
    assert puzzles.parse_puzzle(str(puzzle)) == puzzle
    assert state.deal.id.seed == f"puzzle{puzzle.id}"
    assert task
    assert isinstance(task.card, ExploreCard)
    assert (state.deal.id.players, task.forced) == (1, ForcedReason.NONE)
    assert state.season < 3 or state.time < state.season_deal.season.threshold
    named = [*position.right, *(answer.ply for answer in position.wrong)]
    assert len({*named}) == len(named)
    assert all(is_legal(state, ply) for ply in named)
    assert all(puzzles.is_same_idea(ply, position.best) for ply in position.right)
    losses = [answer.loss for answer in position.wrong]
    assert losses[0] <= min(losses) + 3  # each gain is rounded
    assert min(*losses, puzzle.rest or losses[0]) >= puzzles.LEAST_LOST
    gains = position.wrong[0].gains
    assert 2 * max(gains) >= sum(gains) == puzzle.lead
    main = puzzles.SOURCES[gains.index(max(gains))]
    closed = puzzles.closed_cards(state, position.wrong[0].ply, position.best)
    cards = dict(zip(puzzles.SOURCES, state.deal.edicts, strict=False))
    assert puzzle.theme == ("room" if closed else puzzles.THEME_OF_CARD[cards[main].id] if main in cards else main)
    assert len(position.line) == len(puzzle.line)


def test_puzzles_outlive_new_scoring_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle names its edicts, so it stays the same in the version of the rules that a new scoring card brings."""
    assert POSITION.played.id.edicts == POSITION.state.deal.edicts
    for module in ("game_id", "packed"):
        monkeypatch.setattr(f"cartographers.{module}.RULES_VERSION", "c999")
    puzzles.position_of.cache_clear()
    changed_rules = puzzles.position_of(q.PUZZLE)
    assert str(changed_rules.played.id).startswith("c999-")
    assert (changed_rules.right, changed_rules.wrong) == (POSITION.right, POSITION.wrong)
    assert changed_rules.state.sheets == POSITION.state.sheets
    puzzles.position_of.cache_clear()


def test_puzzles_differ_and_the_file_is_small() -> None:
    """Each game has one puzzle, all maps, seasons, and themes occur, levels follow from ratings, and the file is small.

    At each level, the plies that earn the most stars now solve at most 35%.
    """
    found = all_puzzles()
    assert len({puzzle.id for puzzle in found}) == len(found)
    states = {puzzle.id: puzzles.position_of(puzzle).state for puzzle in found}
    assert {state.deal.id.side[0] for state in states.values()} == {*"ABCDX"}
    assert {state.season for state in states.values()} == set(range(4))
    assert len("\n".join(map(str, found))) <= 60_000
    assert len(zlib.compress("\n".join(map(str, found)).encode(), 9)) <= 40_000
    assert {puzzle.theme for puzzle in found} <= {*puzzles.THEMES}
    assert len({*Counter(map(level_of, found)).values()}) == 1
    by_rating = sorted(found, key=lambda puzzle: puzzle.rating)
    assert [level_of(puzzle) for puzzle in by_rating] == sorted(map(level_of, found))
    for level in puzzles.LEVELS:
        shares = []
        for puzzle in puzzles_of(str(level)):
            ranking = run_steps(rank_candidates(view_of(states[puzzle.id], 0)))
            assert len(ranking.entries) >= 12
            shares.append(greedy_share(ranking, puzzles.position_of(puzzle).right.__contains__))
        assert sum(shares) <= 0.35 * len(shares)


def test_damaged_line_is_refused() -> None:
    """A line of another form is refused."""
    good = str(q.PUZZLE)
    for line in ("", "1", good.rpartition("=")[0], good.replace(q.PUZZLE.theme, "luck"), f"x{good}", f"{good},"):
        with pytest.raises(ValueError, match=f"^{line}$".replace(".", r"\.")):
            puzzles.parse_puzzle(line)


def test_ideas() -> None:
    """Placements of one terrain that share more than half of their spaces are one idea."""
    pairs = (("fA1A2A3", "fA2A3A4", True), ("fA1A2", "fA2A3", False))
    for one, other, same in (*pairs, ("fA1A2", "aA1A2", False), ("fA1A2", "fA1A2A3A4", False)):
        assert puzzles.is_same_idea(read_ply(one), read_ply(other)) == same, (one, other)


def note_of(count: int, solved: int) -> str:
    """Return a note with many answers to puzzles of medium ratings, of which the first ones are solved."""
    return " ".join(f"{1000 + number}:{1300 + 20 * number}:{number < solved:d}:{number}:fA1" for number in range(count))


def test_rating_follows_from_the_first_answers() -> None:
    """Solved puzzles raise the rating, failed ones lower it, and it is provisional for the first 20 answers."""
    solved, failed = ([read_progress(f"1:{at}:{score}:0:fA1").rating for at in (1200, 1500, 1900)] for score in (1, 0))
    assert read_progress("").rating == Rating()
    assert solved == sorted(solved)
    assert failed == sorted(failed)
    assert solved[0].rating > 1500 > failed[-1].rating
    for kind in (0, 10, PROVISIONAL_BELOW):  # also for a player who solves all puzzles or none
        for count in (PROVISIONAL_BELOW - 1, PROVISIONAL_BELOW):
            assert read_progress(note_of(count, kind)).is_provisional == (count < PROVISIONAL_BELOW)


def test_one_answer_counts() -> None:
    """Of several answers to a puzzle on two devices, the one that failed counts, and its ply stays with it."""
    mine, theirs = "1:1400:0:0:fA1A2", "1:1400:1:0:fB1B2"
    note = merge_progress(f"{mine} 2026-11-26", f"{theirs} 2:1700:1:0:fA1 2026-11-27")
    progress = read_progress(note)
    first, second = progress.answers.values()
    assert first == FirstAnswer("1", 1400, is_solved=False, number=0, ply="fA1A2")
    assert second == FirstAnswer("2", 1700, is_solved=True, number=0, ply="fA1")
    assert (progress.solved, len(progress.days)) == (1, 2)
    assert read_progress(f"{mine} {theirs}").answers == read_progress(mine).answers
    for note, other, expected in ((mine, theirs, mine), ("1:1400:1:0:zz", theirs, theirs)):
        assert merge_progress(note, other) == merge_progress(other, note) == expected
    assert str(progress.answers["1"]) == mine


@pytest.mark.parametrize("word", ["1:1", "1:1:2:fA1", "1:1:1", "2026-13-01", "0001-01-01", "x", "1.1:1:3", "round:x"])
def test_unreadable_words_are_kept_and_ignored(word: str) -> None:
    """A word of a damaged note, or of a newer version, is ignored, but stays in the note."""
    answer = "7:1500:1:0:fA1"
    progress = read_progress(f"{word} {answer} {q.DAY}")
    assert (list(progress.answers), [*progress.days]) == (["7"], [q.DAY])
    assert {*merge_progress(word, answer).split()} == {word, answer}


def test_answers_to_earlier_puzzles_are_dropped_with_a_sentence() -> None:
    """Answers of the form for the earlier puzzles don't count, and are dropped when the player answers a new one."""
    old = f"17.12?:3:fA1A2 17.12:3:2 {q.DAY - timedelta(1)}"
    listed = screen_with(old, m.Go("puzzles"))
    assert "Your answers to the earlier ones no longer count." in text(listed)
    assert not progress_of(listed).answers
    done = q.answered(q.opened_puzzle(note=old), POSITION.best)
    assert done.memory.notes[NOTE] == f"{q.answer_to(q.PUZZLE)} {q.DAY - timedelta(1)} {q.DAY}"
    assert "earlier ones" not in text(updated(done, m.Back()))


def test_player_begins_again() -> None:
    """A player can delete all answers, after a question; no other device brings them back, and the days stay."""
    answer, later = q.answer_to(q.PUZZLE), "9:1500:1:0:fA1"
    note = f"{answer} {q.DAY}"
    visit = screen_with(note, m.Go("answers"))
    assert is_late(visit, "begin-again sure")
    asked = updated(visit, "begin-again")
    assert "Delete all answers and your rating? Your streak stays." in text(asked)
    assert updated(asked, "keep-answers") == visit
    done = updated(asked, "begin-again sure")
    assert [*effects_of(asked, "begin-again sure")] == [*saving(done).effects]
    assert done.memory.notes[NOTE] == begun_again(note) == f"round:1 {q.DAY}"
    assert "Begin again" not in text(done)
    again = done.memory.notes[NOTE]
    for mine, theirs, both in (
        *((note, again, again), (f"round:1 {later}", note, f"{later} {q.DAY} round:1")),
        *((begun_again(again), f"round:1 {later}", f"round:2 {q.DAY}"), (note, later, f"{later} {note}")),
    ):
        for merged in (merge_progress(mine, theirs), merge_progress(theirs, mine)):
            assert {*merged.split()} == {*both.split()}


def test_streak_survives_a_wrong_clock() -> None:
    """A clock that was wrong for some days neither ends a streak nor counts a day twice."""
    wrong, tomorrow = q.DAY + timedelta(400), q.DAY + timedelta(1)
    note = f"{q.DAY - timedelta(3)} {q.DAY - timedelta(2)} {q.DAY - timedelta(1)} {wrong}"
    for days, today, streak in (
        *((note, q.DAY, 3), (note, tomorrow, 0), (note, wrong, 1)),
        *((f"{note} {q.DAY}", q.DAY, 4), (f"{note} {q.DAY} {q.DAY}", q.DAY, 4), (f"{note} {q.DAY}", tomorrow, 4)),
    ):
        assert read_progress(days).streak(today) == streak, (days, today)


#: The puzzle of each day from the day of the tests.
PUZZLES_BY_DAY = [puzzle_of_day(q.DAY + timedelta(day)) for day in range(len(all_puzzles()))]
KINDS = (*map(str, puzzles.LEVELS), *(theme for theme in puzzles.THEMES if puzzles_of(theme)))


def test_each_day_has_its_puzzle() -> None:
    """The puzzles take turns day by day."""
    assert sorted(puzzle.id for puzzle in PUZZLES_BY_DAY) == sorted(puzzle.id for puzzle in all_puzzles())
    assert puzzle_of_day(q.DAY + timedelta(len(PUZZLES_BY_DAY))) == PUZZLES_BY_DAY[0]


def played_through(kind: str, today: date) -> list[puzzles.Puzzle]:
    """Return the puzzles of a level or theme in the order in which a player who answers them all gets them."""
    note, found = "", list[puzzles.Puzzle]()
    while (puzzle := next_puzzle(read_progress(note), kind, today)) not in found:
        found.append(puzzle)
        note = f"{note} {puzzle.id}:1500:1:0:fA1"
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_puzzles_of_distant_days_come_first(kind: str) -> None:
    """A level or theme offers the puzzle of tomorrow last, and never that of today unless it has no other."""
    of_kind = puzzles_of(kind)
    today = q.DAY + timedelta(next(day for day, one in enumerate(PUZZLES_BY_DAY) if one in of_kind))
    found = played_through(kind, today)
    assert {*found} == ({*of_kind} - {puzzle_of_day(today)} or {*of_kind})
    ahead = [(all_puzzles().index(puzzle) - today.toordinal()) % len(all_puzzles()) for puzzle in found]
    assert ahead == sorted(ahead, reverse=True)
    assert all((str(level_of(one)) if kind.isdigit() else one.theme) == kind for one in found)


def test_answered_puzzles_come_again_in_turn() -> None:
    """When all puzzles of a level are answered, they come again in turn, but never the one of today."""
    note, level = " ".join(f"{puzzle.id}:1500:1:0:fA1" for puzzle in all_puzzles()), str(level_of(q.PUZZLE))
    offered = [puzzle for puzzle in puzzles_of(level) if puzzle != q.PUZZLE]
    for puzzle, following in pairwise([*offered, offered[0]]):
        assert next_puzzle(read_progress(note), level, q.DAY, puzzle.id) == following


def progress_of(visit: Visit) -> Progress:
    """Return the player's progress."""
    return read_progress(visit.memory.notes[NOTE])


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
        screen_with(f"{q.answer_to(q.PUZZLE, ply)} {q.DAY}", m.Go("puzzles"))
        for ply in (POSITION.best, POSITION.wrong[0].ply)
    )
    parts = ("Streak1", "Solved1", f"Rating{number(round(progress_of(solved).rating.rating))}?", "puzzle is solved.")
    counts = (f"Level {level_of(q.PUZZLE)} 1 of ", f"Your answers 1 of {len(all_puzzles())}")
    assert [part for part in (*parts, *counts) if part not in text(solved)] == []
    for visit, sentence in ((solved, "Today's puzzle is solved."), (failed, "Today's puzzle is answered.")):
        [done] = p.with_class(p.shown(visit), "done")
        assert text_of(done) == sentence
        assert bool(p.with_class(done, "icon")) == (visit is solved)
    doors = {"go answers", "go puzzle", *(f"go puzzle {kind}" for kind in KINDS)}
    assert doors <= set(p.buttons(p.shown(solved)))
    assert doors - set(p.buttons(p.shown(screen_with("", m.Go("puzzles"))))) == {"go answers"}
    assert solved.screen.controls(solved).keys == {"Escape": m.Back()}


def test_answer_is_judged_at_once() -> None:
    """A right answer is compared with the best wrong one, and a wrong answer with the best one."""
    best, wrong, other = (
        q.answered(q.opened_puzzle(), ply) for ply in (POSITION.best, POSITION.wrong[0].ply, q.UNNAMED)
    )
    assert f"The best move! Every other idea costs about {round(q.PUZZLE.lead / 10)} stars or more." in text(best)
    assert "Next best idea" in text(best)
    assert progress_of(best).days == {q.DAY}
    assert best.memory.notes[NOTE] == f"{q.answer_to(q.PUZZLE)} {q.DAY}"
    assert [*effects_of(q.placed(q.opened_puzzle(), POSITION.best), m.Confirm())] == [*saving(best).effects]
    assert len(tagged(p.shown(best), "figure")) == 3
    for visit, sentence in (
        (wrong, f"A better move earns about {round(POSITION.wrong[0].loss / 10)} more stars"),
        (other, f"A better move earns at least {q.PUZZLE.rest // 10} more stars"),
    ):
        assert [part for part in (sentence, "Best move", "Your rating: ") if part not in text(visit)] == []
        assert sentence in p.heard(visit)
        assert not progress_of(visit).has_solved(q.PUZZLE.id)
    changes = [q.puzzle_on(visit).rating_change or 0 for visit in (best, wrong, other)]
    assert changes[0] > 0 > changes[1] == changes[2]


@pytest.mark.parametrize("count", [0, 30])
def test_provisional_rating_is_marked(count: int) -> None:
    """The list and the verdict mark a rating after few answers and say so, and after many answers they don't."""
    fresh = q.opened_puzzle(note=note_of(count, count // 2))
    done = q.answered(fresh, POSITION.best)
    for visit in (updated(fresh, m.Back()), updated(done, m.Back()), done):
        rating = progress_of(visit).rating
        assert (f"{number(round(rating.rating))}?" in text(visit)) == (count == 0)
        assert ("provisional until you have answered 20 puzzles" in text(visit)) == (count == 0)
    assert ("The rating is provisional" in p.heard(done, "more")) == (count == 0)


def seen_again(note: str) -> Visit:
    """Return the visit after the player has opened an answer from the list of answers."""
    listed = screen_with(note, m.Go("answers"))
    assert f"go puzzle {q.PUZZLE.id}" in p.buttons(p.shown(listed))
    return updated(listed, m.Go("puzzle", q.PUZZLE.id))


@pytest.mark.parametrize("ply", [POSITION.best, POSITION.wrong[0].ply, q.UNNAMED])
def test_answer_is_seen_again(ply: Ply) -> None:
    """An answer shows the same verdict, maps, and reasons again, and changes nothing."""
    done = q.answered(q.opened_puzzle(), ply)
    again = seen_again(done.memory.notes[NOTE])
    assert q.puzzle_on(again).answer == ply
    for part in ("verdict", "two-maps", "reasons"):
        assert p.with_class(p.shown(again), part) == p.with_class(p.shown(done), part)
    was = "solved" if ply == POSITION.best else "didn't solve"
    assert f"Your first answer {was} this puzzle." in text(again)
    assert "Your rating" not in text(again)
    assert p.heard(again, "news", "lit") == p.heard(done, "news", "lit")
    assert again.memory.notes[NOTE] == done.memory.notes[NOTE]


@pytest.mark.parametrize("ply", ["x", "fA1", "f" * 60])
def test_answer_without_its_ply_shows_the_best_one(ply: str) -> None:
    """If the ply of an answer can't be read, the best ply is shown beside the next best idea, with a sentence."""
    note = f"{q.PUZZLE.id}:1500:0:0:{ply}"
    visit = seen_again(note)
    sentences = ("Your move can't be read", "Why the best move is better", "Your first answer didn't solve")
    assert [sentence for sentence in sentences if sentence not in text(visit)] == []
    captions = [caption.split(" ")[:2] for caption in texts(tagged(p.shown(visit), "figcaption"))]
    assert captions[:2] == [["Best", "move"], ["Next", "best"]]
    assert "You " not in p.heard(visit, "lit")
    assert "Your move can't be read" in p.heard(visit)
    assert visit.memory.notes[NOTE] == note


def test_answers_are_listed_newest_first() -> None:
    """The list shows each answer with its mark and its level, the newest first, and counts the marks."""
    first, second, third, *_ = all_puzzles()
    words = [
        q.answer_to(puzzle, ply, place)
        for puzzle, ply, place in ((first, None, 0), (second, q.unnamed_plies(second)[0], 1))
    ]
    visit = screen_with(
        f"{words[0]} 77777:1500:1:1:fA1 {words[1]} {q.answer_to(third, None, 2)} {q.DAY}", m.Go("answers")
    )
    assert [
        (
            cell.attributes["data-do"],
            cell.attributes["aria-label"],
            *(symbol for part in walk(cell) if (symbol := part.attributes.get("href"))),
        )
        for cell in p.with_class(p.shown(visit), "cell")
    ] == [
        (f"go puzzle {puzzle.id}", f"Answer {answer}, level {level_of(puzzle)}: {state}", f"#icon-{symbol}")
        for puzzle, answer, state, symbol in (
            (third, 3, "Solved", "check"),
            (second, 2, "Not solved", "cross"),
            (first, 1, "Solved", "check"),
        )
    ]
    assert all(part in text(visit) for part in ("Solved2", "Not solved1"))
    assert visit.screen.controls(visit).keys == {"Escape": m.Back()}


@pytest.mark.parametrize("ply", [POSITION.best, q.UNNAMED])
def test_another_try_counts_nothing(ply: Ply) -> None:
    """From an earlier answer, the player can try the puzzle again; nothing changes, and Back leads to the list."""
    note = q.answer_to(q.PUZZLE, q.UNNAMED)
    visit = seen_again(note)
    assert "Try again" in text(visit)
    assert visit.screen.controls(visit).keys["Enter"] == m.Proceed()
    trying = updated(visit, m.Proceed())
    assert q.puzzle_on(trying).puzzle == q.PUZZLE
    assert "Which move earns the most?" in text(trying)
    done = q.answered(trying, ply)
    assert "not this one" in text(done)
    assert done.memory.notes[NOTE] == note
    assert updated(done, m.Back()).screen == Answers()
    following = q.puzzle_on(updated(done, m.Proceed())).puzzle
    assert level_of(following) == level_of(q.PUZZLE)
    assert following != q.PUZZLE


def test_unanswered_puzzle_opens_as_a_position() -> None:
    """A command with the id of a puzzle that has no answer shows its position; an unknown id gives today's puzzle."""
    other = next(puzzle for puzzle in all_puzzles() if puzzle != q.PUZZLE)
    visit = screen_with("", m.Go("puzzle", other.id))
    assert q.puzzle_on(visit).puzzle == other
    assert "Which move earns the most?" in text(visit)
    for unknown in ("77777", "5"):
        assert q.puzzle_on(screen_with("", m.Go("puzzle", unknown))).day == q.DAY


def test_second_answer_does_not_count() -> None:
    """A second answer, which the list offers after the verdict, changes nothing except that the day counts."""
    note = q.answer_to(q.PUZZLE, q.UNNAMED)
    done = q.answered(q.opened_puzzle(note=note), POSITION.best)
    assert q.puzzle_on(done).rating_change is None
    assert done.memory.notes[NOTE] == f"{note} {q.DAY}"
    assert "not this one" in text(done)
    for visit, offer in ((q.opened_puzzle(), "Find the move"), (done, "Try again")):
        listed = text(updated(visit, m.Back()))
        assert offer in listed
        assert ("Another answer to today's puzzle won't change your rating." in listed) == (offer == "Try again")


def test_later_stars_are_explained_before_the_last_season() -> None:
    """A sentence explains stars that come later. In the last season, no row speaks of them."""
    seen = set[tuple[bool, bool]]()
    for puzzle in all_puzzles()[:60]:
        position = puzzles.position_of(puzzle)
        told = text(q.answered(q.opened_puzzle(puzzle.id), position.best))
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
    assert (level_of(screen.puzzle), screen.answer, screen.day) == (level_of(q.PUZZLE), None, None)
    assert screen.puzzle != q.PUZZLE
    done = q.answered(visit, puzzles.position_of(screen.puzzle).best)
    assert progress_of(done).days == {q.DAY}
    assert isinstance(updated(done, m.Back()).screen, Puzzles)
    later = changed(q.opened_puzzle(), day=q.DAY + timedelta(1))
    assert progress_of(q.answered(later, POSITION.best)).days == {q.DAY}
    for kind in ("2", q.PUZZLE.theme):
        one = q.opened_puzzle(kind)
        following = updated(q.answered(one, q.puzzle_on(one).position.best), m.Proceed())
        assert q.puzzle_on(following).about == kind
        assert {q.puzzle_on(one).puzzle, q.puzzle_on(following).puzzle} <= {*puzzles_of(kind)}


def test_no_undo_no_hint_and_no_saved_game() -> None:
    """A puzzle has no undo and no hints, and doesn't replace the saved game."""
    visit = q.opened_puzzle()
    for message in (m.Undo(), m.Redo(), m.AskForHint()):
        assert updated(visit, message) == visit
    assert {"undo", "ask-for-hint", "back"} & set(p.buttons(p.shown(visit))) == {"back"}
    assert {"u", "y", "h"}.isdisjoint(visit.screen.controls(visit).keys)
    assert "ask-for-hint" not in p.buttons(p.shown(updated(visit, m.Open("menu"))))
    assert saved_game_of(visit.screen) is None
    assert visit.screen.controls(visit).keys["Escape"] == m.Back()
    assert "Which move earns the most?" in text(visit)


def test_every_verdict_has_a_reason() -> None:
    """Each answer has reasons about the player's move, whose numbers add up to the loss or to the lead."""
    for puzzle in all_puzzles()[:40]:
        position = puzzles.position_of(puzzle)
        for ply in (position.best, *(answer.ply for answer in position.wrong), *q.unnamed_plies(puzzle)[:1]):
            visit = q.answered(q.opened_puzzle(puzzle.id), ply)
            told = p.heard(visit, "more")
            assert "Master" not in told
            assert "This move" not in told
            assert "Room for" not in told
            comparison, answer = q.puzzle_on(visit).comparison, position.answer(ply)
            assert comparison
            if answer or ply == position.best:
                loss = answer.loss if answer else puzzle.lead
                gains = [gain for part in comparison.rows for gain in part]
                assert sum(10 * gain.now + gain.later for gain in gains) == 10 * round(loss / 10)
                assert max(gains, key=lambda gain: 10 * gain.now + gain.later) == gains[0]


def test_card_without_room_is_named() -> None:
    """If only the best move leaves room for a card, the verdict names the card."""
    room = next(puzzle for puzzle in all_puzzles() if puzzle.theme == "room")
    position = puzzles.position_of(room)
    worse = position.wrong[0].ply
    cards = puzzles.closed_cards(position.state, worse, position.best)
    for ply, sentence in ((position.best, "After the next best idea, no"), (worse, "After your move, no")):
        visit = q.answered(q.opened_puzzle(room.id), ply)
        assert f"{sentence} shape fits of: " in text(visit)
        assert all(p.WORDS(f"name.{card}") in p.heard(visit, "more") for card in cards)


def test_line_is_stepped_through() -> None:
    """After the answer, the player steps through Legend's next plies, and no further."""
    visit = q.answered(q.opened_puzzle(), POSITION.best)
    for place, (state, ply) in enumerate(POSITION.line):
        assert state.task
        caption = f"{place + 1} of {len(POSITION.line)}: {p.WORDS(f'name.{state.task.card.id}')}"
        assert caption in texts(tagged(p.shown(visit), "figcaption"))[2]
        assert is_legal(state, ply)
        is_last = place == len(POSITION.line) - 1
        assert is_late(visit, m.SkipPlies(1)) == is_last
        visit = visit if is_last else updated(visit, m.SkipPlies(1))
    assert is_late(q.answered(q.opened_puzzle(), POSITION.best), m.SkipPlies(-1))


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
    visits = (q.answered(q.opened_puzzle(), answer.ply) for answer in POSITION.wrong)
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
    """Each map after an answer is a button that enlarges it or makes it small again."""
    visit = q.answered(q.opened_puzzle(), POSITION.wrong[0].ply)
    looks = sorted(command for command in p.buttons(p.shown(visit)) if command.startswith("look-at-sheet"))
    assert looks == ["look-at-sheet 0", "look-at-sheet 1", "look-at-sheet 2"]
    enlarged = [updated(visit, m.LookAtSheet(sheet)) for sheet in range(3)]
    for sheet, large in enumerate(enlarged):
        assert [look for look in looks if look in p.pressed(p.shown(large))] == [looks[sheet]]
        assert updated(large, m.LookAtSheet(sheet)) == visit
        assert updated(large, m.LookAtSheet(1)) == (visit if sheet == 1 else enlarged[1])
        assert q.puzzle_on(updated(large, m.Proceed())).enlarged is None
    assert updated(visit, m.LookAtSheet(3)) == visit
    assert q.puzzle_on(updated(q.opened_puzzle(), m.LookAtSheet(0))).enlarged is None


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
