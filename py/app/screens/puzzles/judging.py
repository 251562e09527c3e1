"""The judgment of answers to puzzles, on the screen of a puzzle or, if the player has left it, on a list.

An answer counts from the moment when the player confirms it. The device saves its ply, so that an answer whose loss
isn't known can be judged later, and every answer can be seen again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from random import Random

from app.effects import MergeNotes, NoteToMerge
from app.game.puzzle_progress import FirstAnswer, PendingAnswer, Progress, answers_in, read_progress, score_of
from app.game.shelf import PUZZLES
from app.jobs import Work
from app.messages import AnswerJudged, Back, Message
from app.saves.notes import NOTES
from app.screens.puzzles.choosing import all_puzzles, puzzles_by_id
from app.visit import Next, Screen, Visit
from cartographers.bots.puzzles import Puzzle, is_same_idea, measure_loss, position_of
from cartographers.errors import InvalidRecord
from cartographers.player_view import view_of
from cartographers.record import read_ply, write_ply
from cartographers.rules import is_legal
from cartographers.state import Ply


@dataclass(frozen=True, slots=True)
class AnswerJob:
    """The comparison of an answer with the best ply of its puzzle."""

    puzzle: Puzzle
    ply: Ply

    def work(self) -> Work:
        """Play out both plies on the same decks."""
        position = position_of(self.puzzle)
        rng = Random(f"{self.puzzle.id} {write_ply(self.ply)}")  # noqa: S311 - a repeatable choice, no secret
        loss = yield from measure_loss(view_of(position.state, 0), position.best, self.ply, rng)
        yield AnswerJudged(self.puzzle.id, self.ply, loss)


class JudgingScreen(Screen):
    """The base class of lists that judge the answers whose verdicts the player didn't wait for."""

    __slots__ = ()

    def keys(self, visit: Visit) -> Mapping[str, Message]:
        """Return the shortcuts: Escape goes back."""
        return {"Escape": Back()}

    def update(self, visit: Visit, message: Message) -> Visit | Next:
        """Return the visit after a message: only the judgment of a pending answer changes anything."""
        job = self.job(visit)
        match message:
            case AnswerJudged(puzzle, ply, loss) if job and (job.puzzle.id, job.ply) == (puzzle, ply):
                after, _ = judged(visit, job.puzzle, ply, max(loss, 0))
                return Next(after, (saving(after),))
            case _:
                return visit

    def job(self, visit: Visit) -> AnswerJob | None:
        """Return the judgment of the first pending answer."""
        return pending_job(progress_of(visit.memory.puzzles))


@lru_cache(maxsize=4)
def progress_of(note: str) -> Progress:
    """Return the progress in a note without pending answers that nobody can judge, which damaged notes contain.

    Their puzzles count as not answered, so that the player can answer them.
    """
    progress = read_progress(note)
    pending = {
        name: answer
        for name, answer in progress.pending.items()
        if name not in puzzles_by_id() or _legal_ply(puzzles_by_id()[name], answer.ply)
    }
    return replace(progress, pending=pending)


def saving(visit: Visit) -> MergeNotes:
    """Return the effect that saves the progress."""
    return MergeNotes((NoteToMerge(PUZZLES, visit.memory.puzzles, NOTES[PUZZLES].merge),))


def confirmed(visit: Visit, puzzle: Puzzle, ply: Ply, day: date | None) -> Visit:
    """Return the visit in which an answer counts that must still be judged, with its day if it has one.

    Nothing but the day changes if another answer was the first one.
    """
    is_new = not progress_of(visit.memory.puzzles).is_answered(puzzle.id)
    words = [str(PendingAnswer(puzzle.id, puzzle.level, write_ply(ply)))] * is_new
    return _with_words(visit, [*words, *([day.isoformat()] if day else [])])


def judged(visit: Visit, puzzle: Puzzle, ply: Ply, loss: int, day: date | None = None) -> tuple[Visit, int | None]:
    """Return the visit with an answer's loss in hundredths of a star, and the change of the rating.

    The change is None if another answer was the first one, so that this one doesn't count.
    """
    before = progress_of(visit.memory.puzzles)
    text, days = write_ply(ply), [day.isoformat()] if day else []
    if not before.awaits(puzzle.id, text):
        return _with_words(visit, days), None
    score = score_of(loss, same_idea=is_same_idea(ply, position_of(puzzle).best))
    words = PendingAnswer(puzzle.id, puzzle.level, text), FirstAnswer(puzzle.id, puzzle.level, score)
    after = _with_words(visit, [*map(str, words), *days])
    rating = progress_of(after.memory.puzzles).rating
    return after, round(rating.rating) - round(before.rating.rating)


def _with_words(visit: Visit, words: list[str]) -> Visit:
    """Return the visit with more words in the note on the progress, which replace those on the same puzzle."""
    note = " ".join({**answers_in(visit.memory.puzzles), **answers_in(" ".join(words))}.values())
    return replace(visit, memory=replace(visit.memory, puzzles=note))


def pending_job(progress: Progress) -> AnswerJob | None:
    """Return the judgment of the first pending answer; None if there is none."""
    pending = (puzzle for puzzle in all_puzzles() if puzzle.id in progress.pending)
    jobs = (AnswerJob(puzzle, ply) for puzzle in pending if (ply := pending_ply(progress, puzzle)))
    return next(jobs, None)


def pending_ply(progress: Progress, puzzle: Puzzle) -> Ply | None:
    """Return the pending answer to a puzzle; None if there is none, or only one that a damaged note contains."""
    answer = progress.pending.get(puzzle.id)
    return _legal_ply(puzzle, answer.ply) if answer else None


def saved_ply(progress: Progress, puzzle: Puzzle) -> Ply | None:
    """Return the ply of the first answer to a puzzle; None if it wasn't saved, or only in a damaged note."""
    answer = progress.answers.get(puzzle.id)
    return _legal_ply(puzzle, answer.ply) if answer else None


@lru_cache(maxsize=512)  # more than there are puzzles
def _legal_ply(puzzle: Puzzle, text: str) -> Ply | None:
    """Return the ply in a text; None if the text is damaged, or if the ply isn't legal in the puzzle."""
    try:
        ply = read_ply(text)
    except InvalidRecord:
        return None
    return ply if is_legal(position_of(puzzle).state, ply) else None
