"""The player's progress in puzzles: the first answer to each puzzle, the days, the streak, and the rating.

The device saves a note of words. An answer is ``ID:RATING:SCORE:NUMBER:PLY``, such as ``17:1534:1:3:fA1A2``: the puzzle
with its rating, 1 if the answer solved it or else 0, the number of answers before it, and the ply. The day of a daily
puzzle that was answered is a date, such as ``2026-11-27``. The player's rating follows from the answers: each is a
rating period of Glicko-2 with one game against the puzzle. So no device ever has to save a rating, and the notes of two
tabs or devices can be merged. If both have an answer to the same puzzle, the one that didn't solve it counts, because
nobody knows which answer was the first.

A player can begin again: the word ``round:N`` counts how often. Of two notes, only the one with the later round keeps
its answers. Answers to the puzzles of older versions, whose losses were often wrong, have another form and are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from typing import NamedTuple

from app.game.daily import EPOCH, LAST_DAY, streak_to
from app.game.glicko import Rating, Result, rated
from app.game.merging import reads
from app.saved_names import PUZZLES
from cartographers.record import read_ply

#: The deviation of the puzzles' ratings, which follow from the tries of four bots.
PUZZLE_DEVIATION = 200.0
#: The number of answers before which a rating is provisional.
PROVISIONAL_BELOW = 20

_ANSWER = re.compile(r"([0-9]{1,6}):([0-9]{1,4}):([01]):([0-9]{1,6}):(\S{1,60})", re.ASCII)
_OLD_ANSWER = re.compile(r"[0-9]{1,6}\.[0-9]{1,3}(?:\?:[1-4]:\S{1,60}|:[1-4]:[0-2])", re.ASCII)
_ROUND = re.compile(r"round:([0-9]{1,6})", re.ASCII)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


class FirstAnswer(NamedTuple):
    """The first answer to a puzzle."""

    #: The id of the puzzle.
    puzzle: str
    #: The rating of the puzzle.
    rating: int
    is_solved: bool
    #: The number of answers before it.
    number: int
    #: The text of the ply.
    ply: str

    def __str__(self) -> str:
        """Return the answer as a word of the note."""
        return f"{self.puzzle}:{self.rating}:{int(self.is_solved)}:{self.number}:{self.ply}"


@dataclass(frozen=True)  # no slots, because the rating is cached
class Progress:
    """The player's progress."""

    #: The first answers by the ids of their puzzles, in order.
    answers: Mapping[str, FirstAnswer]
    #: The days whose puzzle was answered.
    days: frozenset[date] = frozenset()
    #: Whether the note still has answers to the puzzles of older versions.
    has_old_answers: bool = False

    @cached_property
    def rating(self) -> Rating:
        """The player's rating after all answers."""
        rating = Rating()
        for answer in self.answers.values():
            rating = rated(rating, [Result(Rating(answer.rating, PUZZLE_DEVIATION), float(answer.is_solved))])
        return rating

    @property
    def is_provisional(self) -> bool:
        """Whether the rating is still uncertain, because it follows from few answers."""
        return len(self.answers) < PROVISIONAL_BELOW

    @property
    def solved(self) -> int:
        """The number of solved puzzles."""
        return sum(answer.is_solved for answer in self.answers.values())

    def has_solved(self, puzzle: str) -> bool:
        """Return whether the first answer to a puzzle solved it."""
        return puzzle in self.answers and self.answers[puzzle].is_solved

    def streak(self, today: date) -> int:
        """Return the number of days in a row, up to today, or up to yesterday if today's puzzle isn't answered."""
        return streak_to(today, self.days.__contains__)


def progress_in(notes: Mapping[str, str]) -> Progress:
    """Return the progress in the notes of a device."""
    return read_progress(notes[PUZZLES])


@lru_cache(maxsize=4)
def read_progress(note: str) -> Progress:
    """Return the progress in a note. Words that can't be read are ignored."""
    answers: dict[str, FirstAnswer] = {}
    days = set[date]()
    for word in sorted(note.split(), key=_order):
        if found := _ANSWER.fullmatch(word):
            puzzle, rating, score, number, ply = found.groups()
            answers.setdefault(puzzle, FirstAnswer(puzzle, int(rating), score == "1", int(number), ply))
        elif _DAY.fullmatch(word):
            days |= _days_named(word)
    return Progress(answers, frozenset(days), any(map(_OLD_ANSWER.fullmatch, note.split())))


_is_ply = reads(read_ply)


def is_progress(word: str) -> bool:
    """Return whether a word of a note can be read; a ply also must have its form, or else nobody can show it."""
    if answer := _ANSWER.fullmatch(word):
        return _is_ply(answer[5])
    if _DAY.fullmatch(word):
        return bool(_days_named(word))
    return bool(_ROUND.fullmatch(word) or _OLD_ANSWER.fullmatch(word))


def merge_progress(note: str, other: str) -> str:
    """Return the merged progress of two devices: their words in a fixed order, without answers of earlier rounds."""
    found: dict[str, str] = {}
    rounds = _round_of(note), _round_of(other)
    for one, number in zip((note, other), rounds, strict=True):
        for word in one.split():
            answer = _ANSWER.fullmatch(word)
            if _OLD_ANSWER.fullmatch(word) or (answer and number < max(rounds)):
                continue
            key = answer[1] if answer else "round" if _ROUND.fullmatch(word) else f"?{word}"
            found[key] = min(found[key], word, key=_rank) if key in found else word
    return " ".join(sorted(found.values(), key=_order))


def with_answers(note: str, words: Iterable[str]) -> str:
    """Return a note with more words."""
    return merge_progress(" ".join([note, *words]), "")


def begun_again(note: str) -> str:
    """Return a note without answers, which no merge brings back. The days stay."""
    return merge_progress(note, f"round:{_round_of(note) + 1}")


def _round_of(note: str) -> int:
    """Return the number of times that the player has begun again."""
    return max((int(found[1]) for word in note.split() if (found := _ROUND.fullmatch(word))), default=0)


def _rank(word: str) -> tuple[int, bool, bool, str]:
    """Return the rank of a word among those with its key, of which the lowest stays.

    The latest round stays. Of two answers to a puzzle, one that failed stays before one that didn't, and then one with
    a ply that can be read.
    """
    found = _ANSWER.fullmatch(word)
    return -_round_of(word), bool(found and found[3] == "1"), not (found and _is_ply(found[5])), word


def _order(word: str) -> tuple[int, int, str]:
    """Return the place of a word in a note: the round, the answers in their order, and all other words."""
    found = _ANSWER.fullmatch(word)
    return (1, int(found[4]), word) if found else (0 if _ROUND.fullmatch(word) else 2, 0, word)


def _days_named(word: str) -> set[date]:
    """Return the day in a word; an empty set if there is no such day, or if the page doesn't support it."""
    try:
        day = date.fromisoformat(word)
    except ValueError:
        return set()
    return {day} if EPOCH <= day <= LAST_DAY else set()
