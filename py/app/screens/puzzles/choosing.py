"""The choice of a puzzle: today's, or the next one of a level."""

from __future__ import annotations

from datetime import date
from functools import cache

from app.game.puzzle_progress import Progress
from app.screens.puzzles.collection import LINES
from cartographers.bots.puzzles import Puzzle, parse_puzzle


@cache
def all_puzzles() -> tuple[Puzzle, ...]:
    """Return all puzzles in their order."""
    return tuple(map(parse_puzzle, LINES.splitlines()))


def puzzle_of_day(day: date) -> Puzzle:
    """Return the puzzle of a day: they take turns, so none returns before all others have had their day."""
    puzzles = all_puzzles()
    return puzzles[day.toordinal() % len(puzzles)]


def puzzles_of_level(level: int) -> tuple[Puzzle, ...]:
    """Return the puzzles of a level in their order."""
    return tuple(puzzle for puzzle in all_puzzles() if puzzle.level == level)


def next_puzzle(progress: Progress, level: int, after: str = "") -> Puzzle:
    """Return the first unanswered puzzle of a level, or if all are answered, the one after the given puzzle."""
    puzzles = puzzles_of_level(level)
    place = next((place for place, puzzle in enumerate(puzzles, start=1) if puzzle.id == after), 0)
    in_turn = (*puzzles[place:], *puzzles[:place])
    return next((puzzle for puzzle in in_turn if not progress.is_answered(puzzle.id)), in_turn[0])
