"""The answers to puzzles. The first one to a puzzle counts from the moment when the player confirms it."""

from __future__ import annotations

from datetime import date

from app.game.puzzle_progress import FirstAnswer, Progress, progress_in, with_answers
from app.saved_names import PUZZLES
from app.saves.notes import NOTES
from app.saves.noting import MergeNotes, NoteToMerge
from app.visit import Next, Visit
from cartographers.bots.puzzles import Puzzle, position_of
from cartographers.errors import InvalidRecord
from cartographers.record import read_ply, write_ply
from cartographers.rules import is_legal
from cartographers.state import Ply


def answered(visit: Visit, puzzle: Puzzle, ply: Ply, day: date | None) -> tuple[Visit, int | None]:
    """Return the visit with an answer, and with its day if it has one, and the change of the rating.

    The change is None if another answer was the first one, so that this one doesn't count.
    """
    before = progress_in(visit.memory.notes)
    is_first = puzzle.id not in before.answers
    is_solved, number = ply in position_of(puzzle).right, len(before.answers)
    answer = FirstAnswer(puzzle.id, puzzle.rating, is_solved, number, write_ply(ply))
    words = [*([str(answer)] if is_first else []), *([day.isoformat()] if day else [])]
    after = visit.with_note(PUZZLES, with_answers(visit.memory.notes[PUZZLES], words))
    rating = progress_in(after.memory.notes).rating
    return after, round(rating.rating) - round(before.rating.rating) if is_first else None


def saving(visit: Visit) -> Next:
    """Return the visit with the effect that saves the progress."""
    return Next(visit, (MergeNotes((NoteToMerge(PUZZLES, visit.memory.notes[PUZZLES], NOTES[PUZZLES].merge),)),))


def first_answer(progress: Progress, puzzle: Puzzle) -> Ply | None:
    """Return the ply of the first answer to a puzzle; None without an answer, or if it's damaged or not legal."""
    answer = progress.answers.get(puzzle.id)
    try:
        ply = read_ply(answer.ply) if answer else None
    except InvalidRecord:
        return None
    return ply if ply and is_legal(position_of(puzzle).state, ply) else None
