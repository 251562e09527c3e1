"""The puzzles: today's, the levels, and the player's progress."""

from __future__ import annotations

from dataclasses import dataclass

from app.drawing.controls import back_header, button, icon
from app.drawing.element import Element, h
from app.game.glicko import Rating
from app.game.puzzle_progress import Progress
from app.messages import Go
from app.screens.puzzles.choosing import all_puzzles, puzzle_of_day, puzzles_of_level
from app.screens.puzzles.judging import JudgingScreen, progress_of
from app.visit import Screen, Visit
from cartographers.bots.puzzles import LEAST_LEAD, LEVELS, Puzzle
from words import Words, number

#: The subject with which the screen ``puzzle`` shows the puzzle of the day.
TODAY = ""


@dataclass(frozen=True, slots=True)
class Puzzles(JudgingScreen):
    """The list of levels, with today's puzzle and the progress."""

    def title(self, words: Words) -> str:
        """Return the title of the puzzles."""
        return words("puzzles")

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the rating and the streak, and the buttons for today's puzzle, the answers, and each level."""
        today, progress = visit.page.clock.day, progress_of(visit.memory.puzzles)
        figures = (
            ("puzzles.rating", shown_rating(progress.rating)),
            ("days.streak", number(progress.streak(today))),
            ("puzzles.solved", number(progress.solved)),
        )
        puzzle = puzzle_of_day(today)
        is_done, is_solved = today in progress.days, progress.has_solved(puzzle.id)
        is_judged = puzzle.id in progress.answers
        return h(
            "main",
            back_header(words, self.title(words)),
            h(
                "div",
                h(
                    "section",
                    h(
                        "dl",
                        [h("div", h("dt", words(key)), h("dd", shown), key=key) for key, shown in figures],
                        class_="numbers",
                    ),
                    h("p", words("puzzles.provisional"), class_="note", key="provisional")
                    if progress.rating.is_provisional
                    else None,
                    class_="part",
                    key="standing",
                ),
                h(
                    "section",
                    h("h2", words("puzzles.today", day=words.day(today))),
                    h("p", words("puzzles.how", stars=number(LEAST_LEAD // 100))),
                    h("p", words("puzzles.level", level=puzzle.level), class_="note"),
                    _done(words, solved=is_solved) if is_done else None,
                    h("p", words("puzzles.second"), class_="note", key="second") if is_judged else None,
                    button(
                        Go("puzzle", TODAY),
                        h("b", words(_to_puzzle(progress, puzzle))),
                        class_="confirm",
                    ),
                    class_="part",
                    key="today",
                ),
                _to_answers(words, progress),
                h(
                    "section",
                    h("h2", words("puzzles.levels")),
                    [_level(words, progress, level) for level in LEVELS],
                    h("p", words("puzzle.judging"), class_="note", key="judging") if self.job(visit) else None,
                    h("p", words("puzzles.rule", name=words("bot.journeyman")), class_="note"),
                    class_="part",
                    key="levels",
                ),
                class_="form",
            ),
            class_="setup puzzles",
            key="puzzles",
        )


def shown_rating(rating: Rating) -> str:
    """Return a rating as a number, with a question mark while it is provisional, as on sites for chess."""
    return f"{number(round(rating.rating))}{'?' if rating.is_provisional else ''}"


def _to_answers(words: Words, progress: Progress) -> Element | None:
    """Return the button for the list of answers, with their number; None before the first answer."""
    count = sum(progress.is_answered(puzzle.id) for puzzle in all_puzzles())
    if not count:
        return None
    return button(
        Go("answers"),
        icon("icon-history"),
        h(
            "span",
            words("answers.title"),
            " ",
            h("small", words("answers.count", count=count, all=len(all_puzzles()))),
        ),
        icon("icon-next"),
        class_="wide",
        key="answers",
    )


def _done(words: Words, *, solved: bool) -> Element:
    """Return the sentence that today's puzzle is solved, with a check mark, or that it is answered."""
    said = words("puzzles.done.solved" if solved else "puzzles.done")
    return h("p", icon("icon-check") if solved else None, said, class_="note done", key="done")


def _to_puzzle(progress: Progress, puzzle: Puzzle) -> str:
    """Return the text of the button for today's puzzle, which shows a pending answer, or else takes a new one."""
    if puzzle.id in progress.pending:
        return "puzzles.again"
    return "puzzles.retry" if puzzle.id in progress.answers else "puzzles.find"


def _level(words: Words, progress: Progress, level: int) -> Element:
    """Return the button for the next puzzle of a level, with the number of puzzles that were answered."""
    puzzles = puzzles_of_level(level)
    answered = sum(progress.is_answered(puzzle.id) for puzzle in puzzles)
    return button(
        Go("puzzle", str(level)),
        h(
            "span",
            words("puzzles.level", level=level),
            " ",
            h("small", words("puzzles.answered", count=answered, all=len(puzzles))),
        ),
        icon("icon-next"),
        class_="wide",
        aria_disabled=None if puzzles else "true",
        key=str(level),
    )


def screen(_: str) -> Screen:
    """Return the list of levels."""
    return Puzzles()
