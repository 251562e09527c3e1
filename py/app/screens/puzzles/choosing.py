"""The choice of a puzzle: today's, or the next one of a level or a theme."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cache

from app.game.puzzle_progress import Progress
from app.screens.puzzles.collection import LINES
from cartographers.bots.puzzles import LEVELS, Puzzle, parse_puzzle


@cache
def _levels() -> tuple[tuple[Puzzle, ...], ...]:
    """Return the puzzles of each level."""
    return tuple(tuple(map(parse_puzzle, level.splitlines())) for level in LINES.split("\n\n"))


@cache
def all_puzzles() -> tuple[Puzzle, ...]:
    """Return all puzzles in the order of their days, which is that of their games: easy and hard ones are mixed."""
    return tuple(sorted((puzzle for level in _levels() for puzzle in level), key=lambda puzzle: int(puzzle.id)))


@cache
def puzzles_by_id() -> Mapping[str, Puzzle]:
    """Return all puzzles by their ids."""
    return {puzzle.id: puzzle for puzzle in all_puzzles()}


@cache
def _level_by_id() -> Mapping[str, int]:
    """Return the level of each puzzle by its id."""
    return {puzzle.id: level for level, puzzles in zip(LEVELS, _levels(), strict=True) for puzzle in puzzles}


def level_of(puzzle: Puzzle) -> int:
    """Return the level of a puzzle."""
    return _level_by_id()[puzzle.id]


def puzzle_of_day(day: date) -> Puzzle:
    """Return the puzzle of a day: they take turns, so none returns before all others have had their day."""
    puzzles = all_puzzles()
    return puzzles[day.toordinal() % len(puzzles)]


def puzzles_of(kind: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a level, given by its number, or of a theme, in their order."""
    return tuple(puzzle for puzzle in all_puzzles() if kind in {str(level_of(puzzle)), puzzle.theme})


def next_puzzle(progress: Progress, kind: str, today: date, after: str = "") -> Puzzle:
    """Return the next puzzle of a level or a theme: the unanswered one whose own day is furthest ahead.

    Today's puzzle isn't offered. If no other puzzle is left, the answered ones take turns, beginning after the given
    one.
    """
    puzzles = puzzles_of(kind)
    offered = [puzzle for puzzle in puzzles if puzzle != puzzle_of_day(today)] or puzzles
    unanswered = [puzzle for puzzle in offered if puzzle.id not in progress.answers]
    if unanswered:
        return max(unanswered, key=lambda puzzle: _days_ahead(puzzle, today))
    place = next((place for place, puzzle in enumerate(offered, start=1) if puzzle.id == after), 0)
    return offered[place % len(offered)]


def _days_ahead(puzzle: Puzzle, today: date) -> int:
    """Return the number of days until a puzzle is the puzzle of the day."""
    puzzles = all_puzzles()
    return (puzzles.index(puzzle) - today.toordinal()) % len(puzzles)
