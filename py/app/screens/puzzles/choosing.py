"""The choice of a puzzle: today's, or the next one of a level."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cache
from itertools import groupby, zip_longest
from operator import attrgetter

from app.game.puzzle_progress import Progress
from app.screens.puzzles.collection import LINES
from cartographers.bots.puzzles import Puzzle, parse_puzzle


@cache
def all_puzzles() -> tuple[Puzzle, ...]:
    """Return all puzzles in the order of their days: first one of each game, then the second ones, and so on.

    So two puzzles of the same game are far apart, and a later position shows no answer to a puzzle of a coming day.
    """
    games = groupby(map(parse_puzzle, LINES.splitlines()), attrgetter("game"))
    turns = zip_longest(*(tuple(puzzles) for _, puzzles in games))
    return tuple(puzzle for turn in turns for puzzle in turn if puzzle)


@cache
def puzzles_by_id() -> Mapping[str, Puzzle]:
    """Return all puzzles by their ids."""
    return {puzzle.id: puzzle for puzzle in all_puzzles()}


def puzzle_of_day(day: date) -> Puzzle:
    """Return the puzzle of a day: they take turns, so none returns before all others have had their day."""
    puzzles = all_puzzles()
    return puzzles[day.toordinal() % len(puzzles)]


def puzzles_of_level(level: int) -> tuple[Puzzle, ...]:
    """Return the puzzles of a level in their order."""
    return tuple(puzzle for puzzle in all_puzzles() if puzzle.level == level)


def next_puzzle(progress: Progress, level: int, today: date, after: str = "") -> Puzzle:
    """Return the next puzzle of a level: the unanswered one whose own day is furthest ahead.

    Today's puzzle isn't offered, nor is one that shows the answer to an earlier puzzle of the same game, because that
    one isn't answered yet. If no other puzzle is left, the answered ones take turns, beginning after the given one.
    """
    puzzles = puzzles_of_level(level)
    offered = [puzzle for puzzle in puzzles if puzzle != puzzle_of_day(today)] or puzzles
    unanswered = [
        puzzle
        for puzzle in offered
        if not progress.is_answered(puzzle.id) and all(map(progress.is_answered, _earlier_ones(puzzle)))
    ]
    if unanswered:
        return max(unanswered, key=lambda puzzle: _days_ahead(puzzle, today))
    in_turn = [puzzle for puzzle in offered if progress.is_answered(puzzle.id)] or offered
    place = next((place for place, puzzle in enumerate(in_turn, start=1) if puzzle.id == after), 0)
    return in_turn[place % len(in_turn)]


def _days_ahead(puzzle: Puzzle, today: date) -> int:
    """Return the number of days until a puzzle is the puzzle of the day."""
    puzzles = all_puzzles()
    return (puzzles.index(puzzle) - today.toordinal()) % len(puzzles)


def _earlier_ones(puzzle: Puzzle) -> list[str]:
    """Return the ids of the earlier puzzles of the same game."""
    return [one.id for one in all_puzzles() if one.game == puzzle.game and one.plies < puzzle.plies]
