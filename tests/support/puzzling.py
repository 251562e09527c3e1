"""Helpers for tests of puzzles: visits before and after an answer."""

from dataclasses import replace
from datetime import date, timedelta

from app import messages as m
from app.game.ghost import ghost_of_ply
from app.game.puzzle_progress import FAILED, score_of
from app.screens.puzzle.screen import PuzzleScreen
from app.screens.puzzles.choosing import all_puzzles, puzzle_of_day
from app.screens.review.screen import task_of
from app.visit import Visit
from cartographers.bots.hint import Gain, gains_beyond
from cartographers.bots.puzzles import Position, Puzzle, is_same_idea, position_of
from cartographers.player_view import view_of
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


def unknown_plies(puzzle: Puzzle) -> list[Ply]:
    """Return the legal plies that aren't among a puzzle's answers, and have another idea than the best one."""
    position = position_of(puzzle)
    plies = legal_moves(position.state)
    return [ply for ply in plies if position.loss(ply) is None and not is_same_idea(ply, position.best)]


def worse_places(puzzle: Puzzle) -> list[Ply]:
    """Return the plies with a puzzle's best idea that visibly lose, but not enough to fail."""
    alike = [answer for answer in position_of(puzzle).answers if is_same_idea(answer.ply, position_of(puzzle).best)]
    seen = [answer for answer in alike if answer.loss >= _SEEN_LOSS]
    return [answer.ply for answer in seen if score_of(answer.loss, same_idea=True) != FAILED]


def _days(first: date) -> list[date]:
    """Return the days with all the puzzles, from a first day."""
    return [first + timedelta(days) for days in range(len(all_puzzles()))]


def plain_day() -> date:
    """Return a day on which the best ply of the puzzle gains nothing over the best one with another idea."""
    return next(day for day in _days(DAY) if not _gains(position_of(puzzle_of_day(day))))


def ruins_day() -> date:
    """Return a day on which an answer to the puzzle fills ruins that its best ply leaves open."""
    return next(day for day in _days(DAY) if _wastes_ruins(position_of(puzzle_of_day(day))))


def _wastes_ruins(position: Position) -> bool:
    """Return whether an answer fills ruins that the best ply leaves open, although no card demands it."""
    task, ruins = task_of(position.state), position.state.sheets[0].open_ruins & ~position.best.region
    return task.must_cover is None and any(answer.ply.region & ruins for answer in position.answers)


def _gains(position: Position) -> tuple[Gain, ...]:
    """Return the gains of the best ply over the best one with another idea."""
    return gains_beyond(view_of(position.state, 0), position.best, position.runner_up.ply)


#: A loss that the page shows, in hundredths of a star.
_SEEN_LOSS = 50
#: A day whose puzzle has answers of all kinds.
DAY = next(
    day for day in _days(date(2026, 11, 27)) if unknown_plies(puzzle_of_day(day)) and worse_places(puzzle_of_day(day))
)
PUZZLE = puzzle_of_day(DAY)
UNKNOWN_PLY = unknown_plies(PUZZLE)[0]
