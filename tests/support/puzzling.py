"""Helpers for tests of puzzles: visits before and after an answer."""

from dataclasses import replace
from datetime import date, timedelta

from app import messages as m
from app.game.ghost import ghost_of_ply
from app.game.puzzle_progress import FirstAnswer
from app.screens.puzzle.screen import PuzzleScreen
from app.screens.puzzles.choosing import all_puzzles, puzzle_of_day
from app.screens.review.screen import task_of
from app.visit import Visit
from cartographers.bots.puzzles import Position, Puzzle, position_of
from cartographers.record import write_ply
from cartographers.rules import legal_moves
from cartographers.state import Ply
from support.playing import CHANCE, after
from support.visits import arrive, updated


def opened_puzzle(about: str = "", note: str = "", day: date | None = None) -> Visit:
    """Return the visit at a puzzle, opened from the list of puzzles."""
    return after(arrive(CHANCE, puzzles=note, day=day or DAY), m.Go("days"), m.Go("puzzles"), m.Go("puzzle", about))


def puzzle_on(visit: Visit) -> PuzzleScreen:
    """Return the puzzle on the page."""
    assert isinstance(visit.screen, PuzzleScreen)
    return visit.screen


def answered(visit: Visit, ply: Ply) -> Visit:
    """Return the visit after the player has drawn a ply."""
    return updated(placed(visit, ply), m.Confirm())


def placed(visit: Visit, ply: Ply) -> Visit:
    """Return the visit with the ghost placed where a ply draws."""
    screen = puzzle_on(visit)
    playing = screen.playing.with_ghost(ghost_of_ply(screen.position.state, ply), pinned=True)
    return replace(visit, screen=replace(screen, playing=playing))


def answer_to(puzzle: Puzzle, ply: Ply | None = None, number: int = 0) -> str:
    """Return the word of an answer: of a ply, or else of the best one. ``number`` is that of the answers before it."""
    position = position_of(puzzle)
    answer = ply or position.best
    return str(FirstAnswer(puzzle.id, puzzle.rating, answer in position.right, number, write_ply(answer)))


def unnamed_plies(puzzle: Puzzle) -> list[Ply]:
    """Return the legal plies that a puzzle doesn't name."""
    position = position_of(puzzle)
    return [ply for ply in legal_moves(position.state) if ply not in position.right and not position.answer(ply)]


def _days(first: date) -> list[date]:
    """Return the days with all the puzzles, from a first day."""
    return [first + timedelta(days) for days in range(len(all_puzzles()))]


def ruins_day() -> date:
    """Return a day on which a wrong answer to the puzzle fills ruins that its best ply leaves open."""
    return next(day for day in _days(DAY) if _wastes_ruins(position_of(puzzle_of_day(day))))


def _wastes_ruins(position: Position) -> bool:
    """Return whether a wrong answer fills ruins that the best ply leaves open, although no card demands it."""
    task, ruins = task_of(position.state), position.state.sheets[0].open_ruins & ~position.best.region
    return task.must_cover is None and any(answer.ply.region & ruins for answer in position.wrong)


#: A day whose puzzle has answers of all kinds, and a line that follows.
DAY = next(
    day
    for day in _days(date(2026, 11, 27))
    if unnamed_plies(puzzle_of_day(day)) and puzzle_of_day(day).theme != "room" and puzzle_of_day(day).line[1:]
)
PUZZLE = puzzle_of_day(DAY)
POSITION = position_of(PUZZLE)
UNNAMED = unnamed_plies(PUZZLE)[0]
