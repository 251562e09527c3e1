"""The player's progress in puzzles: the first answer to each puzzle, the days, the streak, and the rating.

The device saves a note of words in the order of the answers. The ply of a first answer is ``ID?:LEVEL:PLY``, such as
``17.12?:3:fA1A2``. Once the answer is judged, its score is ``ID:LEVEL:SCORE``, such as ``17.12:3:2``; the score is in
halves, so 2 is a full success. A ply after the score comes from another device, and older versions saved no ply for
most scores. The day of a daily puzzle that was answered is a date, such as ``2026-11-27``. The rating follows from the
answers: each is a rating period of Glicko-2 with one game against the puzzle. So no device ever has to save a rating,
and the notes of two tabs or devices can be merged. If both have an answer to the same puzzle, the lower score counts,
because nobody knows which answer was the first (:func:`rank_of_answer`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property, lru_cache
from typing import NamedTuple

from app.game.daily import EPOCH, LAST_DAY
from app.game.glicko import Rating, Result, rated
from app.game.merging import joined, reads
from cartographers.record import read_ply

#: The ratings of the puzzles by level.
PUZZLE_RATINGS: Mapping[int, Rating] = {
    level: Rating(rating, 60.0) for level, rating in enumerate((1200.0, 1400.0, 1700.0, 1900.0), start=1)
}
#: The scores of an answer, in halves: solved, nearly solved, and failed.
SOLVED, NEARLY, FAILED = 2, 1, 0
#: An answer is solved if it loses less than the first number of hundredths of a star, and nearly solved if it loses
#: less than the second one. With the best idea, but not in the best place, it may lose twice as much.
_SOLVED_BELOW, _NEARLY_BELOW = 100, 200

_ANSWER = re.compile(r"([0-9]{1,6}\.[0-9]{1,3}):([1-4]):([0-2])", re.ASCII)
_PENDING = re.compile(r"([0-9]{1,6}\.[0-9]{1,3})\?:([1-4]):(\S{1,60})", re.ASCII)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


class FirstAnswer(NamedTuple):
    """The first answer to a puzzle."""

    #: The id of the puzzle.
    puzzle: str
    level: int
    #: The score in halves.
    score: int
    #: The text of the ply; empty if it wasn't saved.
    ply: str = ""

    def __str__(self) -> str:
        """Return the score as a word of the note."""
        return f"{self.puzzle}:{self.level}:{self.score}"


class PendingAnswer(NamedTuple):
    """The first answer to a puzzle, before it is judged."""

    #: The id of the puzzle.
    puzzle: str
    level: int
    #: The text of the ply.
    ply: str

    def __str__(self) -> str:
        """Return the answer as a word of the note."""
        return f"{self.puzzle}?:{self.level}:{self.ply}"


@dataclass(frozen=True)  # no slots, because the rating is cached
class Progress:
    """The player's progress."""

    #: The first answers by the ids of their puzzles, in order.
    answers: Mapping[str, FirstAnswer]
    #: The first answers that must still be judged, by the ids of their puzzles.
    pending: Mapping[str, PendingAnswer]
    #: The days whose puzzle was answered.
    days: frozenset[date] = frozenset()

    @cached_property
    def rating(self) -> Rating:
        """The player's rating after all answers."""
        rating = Rating()
        for answer in self.answers.values():
            rating = rated(rating, [Result(PUZZLE_RATINGS[answer.level], answer.score / SOLVED)])
        return rating

    @property
    def solved(self) -> int:
        """The number of solved puzzles."""
        return sum(map(self.has_solved, self.answers))

    def has_solved(self, puzzle: str) -> bool:
        """Return whether the first answer to a puzzle solved it."""
        return puzzle in self.answers and self.answers[puzzle].score == SOLVED

    def is_answered(self, puzzle: str) -> bool:
        """Return whether the player has answered a puzzle, also if the answer must still be judged."""
        return puzzle in self.answers or puzzle in self.pending

    def awaits(self, puzzle: str, ply: str) -> bool:
        """Return whether an answer, given as the text of its ply, counts once it is judged."""
        pending = self.pending.get(puzzle)
        return puzzle not in self.answers and (pending is None or pending.ply == ply)

    def streak(self, today: date) -> int:
        """Return the number of days in a row, up to today, or up to yesterday if today's puzzle isn't answered."""
        day = today if today in self.days else today - timedelta(1)
        count = 0
        while day - timedelta(count) in self.days:
            count += 1
        return count


@lru_cache(maxsize=4)
def read_progress(note: str) -> Progress:
    """Return the progress in a note. Words that can't be read are ignored."""
    answers: dict[str, FirstAnswer] = {}
    pending: dict[str, PendingAnswer] = {}
    days = set[date]()
    for word in note.split():
        found = _ANSWER.fullmatch(word)
        if found:
            puzzle, level, score = found.groups()
            ply = pending[puzzle].ply if puzzle in pending else ""
            answers.setdefault(puzzle, FirstAnswer(puzzle, int(level), int(score), ply))
        elif found := _PENDING.fullmatch(word):
            puzzle, level, ply = found.groups()
            pending.setdefault(puzzle, PendingAnswer(puzzle, int(level), ply))
        elif _DAY.fullmatch(word):
            days |= _days_named(word)
    unjudged = {puzzle: answer for puzzle, answer in pending.items() if puzzle not in answers}
    return Progress(answers, unjudged, frozenset(days))


_is_ply = reads(read_ply)


def is_progress(word: str) -> bool:
    """Return whether a word of a note can be read; a ply also must have its form, or else nobody can judge it."""
    if pending := _PENDING.fullmatch(word):
        return _is_ply(pending[3])
    return bool(_ANSWER.fullmatch(word) or (_DAY.fullmatch(word) and _days_named(word)))


def answers_in(note: str) -> dict[str, str]:
    """Return the records of a note by their keys: the words of each answer by the puzzle's id, and all other words."""
    progress = read_progress(note)
    found: dict[str, str] = {}
    for word in note.split():
        puzzle = word.partition(":")[0].removesuffix("?")
        if not (_ANSWER.fullmatch(word) or _PENDING.fullmatch(word)):
            found[f"?{word}"] = word
        elif answer := progress.answers.get(puzzle):
            plies = [str(PendingAnswer(puzzle, answer.level, answer.ply))] if answer.ply else []
            found[puzzle] = " ".join([*plies, str(answer)])
        else:
            found[puzzle] = str(progress.pending[puzzle])
    return found


def rank_of_answer(record: str) -> tuple[bool, int, bool]:
    """Return the rank of a record among those of its puzzle, of which the lowest counts.

    An answer that was judged counts before one that wasn't, then the lower score, and then one with a ply.
    """
    first, last = record.split(maxsplit=1)[0], record.rsplit(maxsplit=1)[-1]
    score, pending = _ANSWER.fullmatch(last), _PENDING.fullmatch(first)
    return score is None, int(score[3]) if score else 0, not (pending and _is_ply(pending[3]))


#: The function that merges the progress of two devices.
merge_progress = joined(answers_in, rank_of_answer)


def _days_named(word: str) -> set[date]:
    """Return the day in a word; an empty set if there is no such day, or if the page doesn't support it."""
    try:
        day = date.fromisoformat(word)
    except ValueError:
        return set()
    return {day} if EPOCH <= day <= LAST_DAY else set()


def score_of(loss: int, *, same_idea: bool) -> int:
    """Return the score of an answer in halves, from its loss in hundredths of a star."""
    counted = loss / 2 if same_idea else loss
    if counted < _SOLVED_BELOW:
        return SOLVED
    return NEARLY if counted < _NEARLY_BELOW else FAILED
