"""The player's progress in puzzles: the first answer to each puzzle, the days, the streak, and the rating.

The device saves a note of words in the order of the answers. A first answer is ``ID:LEVEL:SCORE``, such as
``17.12:3:2``; the score is in halves, so 2 is a full success. The day of a daily puzzle that was answered is a date,
such as ``2026-11-27``. The rating follows from the answers: each is a rating period of Glicko-2 with one game against
the puzzle. So no device ever has to save a rating, and the notes of two tabs can be merged. If both have an answer to
the same puzzle, or if a file brings answers from another device, this device's answers are the earlier ones.
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

#: The ratings of the puzzles by level.
PUZZLE_RATINGS: Mapping[int, Rating] = {
    level: Rating(rating, 60.0) for level, rating in enumerate((1200.0, 1400.0, 1700.0, 1900.0), start=1)
}
#: The scores of an answer, in halves: solved, nearly solved, and failed.
SOLVED, NEARLY, FAILED = 2, 1, 0
#: An answer with another idea is solved if it loses less than the first number of hundredths of a star, and nearly
#: solved if it loses less than the second one.
_SOLVED_BELOW, _NEARLY_BELOW = 100, 200

_ANSWER = re.compile(r"([0-9]{1,6}\.[0-9]{1,3}):([1-4]):([0-2])", re.ASCII)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


class FirstAnswer(NamedTuple):
    """The first answer to a puzzle."""

    #: The id of the puzzle.
    puzzle: str
    level: int
    #: The score in halves.
    score: int

    def __str__(self) -> str:
        """Return the answer as a word of the note."""
        return f"{self.puzzle}:{self.level}:{self.score}"


@dataclass(frozen=True)  # no slots, because the rating is cached
class Progress:
    """The player's progress."""

    #: The first answers by the ids of their puzzles, in order.
    answers: Mapping[str, FirstAnswer]
    #: The days whose puzzle was answered.
    days: frozenset[date] = frozenset()

    @cached_property
    def rating(self) -> Rating:
        """The player's rating after all answers."""
        rating = Rating()
        for _, level, score in self.answers.values():
            rating = rated(rating, [Result(PUZZLE_RATINGS[level], score / SOLVED)])
        return rating

    @property
    def solved(self) -> int:
        """The number of solved puzzles."""
        return sum(answer.score == SOLVED for answer in self.answers.values())

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
    days = set[date]()
    for word in note.split():
        found = _ANSWER.fullmatch(word)
        if found:
            puzzle, level, score = found.groups()
            answers.setdefault(puzzle, FirstAnswer(puzzle, int(level), int(score)))
        elif _DAY.fullmatch(word):
            days |= _days_named(word)
    return Progress(answers, frozenset(days))


def is_progress(word: str) -> bool:
    """Return whether a word of a note can be read."""
    return bool(_ANSWER.fullmatch(word) or (_DAY.fullmatch(word) and _days_named(word)))


def _days_named(word: str) -> set[date]:
    """Return the day in a word; an empty set if there is no such day, or if the page doesn't support it."""
    try:
        day = date.fromisoformat(word)
    except ValueError:
        return set()
    return {day} if EPOCH <= day <= LAST_DAY else set()


def score_of(loss: int, *, same_idea: bool) -> int:
    """Return the score of an answer in halves, from its loss in hundredths of a star."""
    if same_idea or loss < _SOLVED_BELOW:
        return SOLVED
    return NEARLY if loss < _NEARLY_BELOW else FAILED
