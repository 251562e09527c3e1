"""The puzzles: today's, the levels, and the player's progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import ClassVar

from app import messages as m
from app.drawing.controls import back_header, button, icon
from app.drawing.element import Element, h
from app.game.puzzle_progress import PROVISIONAL_BELOW, Progress, progress_in
from app.screens.puzzles.choosing import all_puzzles, level_of, puzzle_of_day
from app.visit import Screen, Traits, Visit
from cartographers.bots.puzzles import LEAST_LOST, LEVELS, THEMES, Puzzle
from words import Words, number

#: The subject with which the screen ``puzzle`` shows the puzzle of the day.
TODAY = ""


class Puzzles(Screen):
    """The lists of levels and themes, with today's puzzle and the progress."""

    traits: ClassVar[Traits] = Traits("puzzles")

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the rating and the streak, and the buttons for today's puzzle, the answers, and each level."""
        today, progress = visit.page.clock.day, progress_in(visit.memory.notes)
        figures = (
            ("puzzles.rating", shown_rating(progress)),
            ("days.streak", number(progress.streak(today))),
            ("puzzles.solved", number(progress.solved)),
        )
        puzzle = puzzle_of_day(today)
        is_done, is_solved = today in progress.days, progress.has_solved(puzzle.id)
        is_answered = puzzle.id in progress.answers
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
                    h("p", words("puzzles.provisional", count=PROVISIONAL_BELOW), class_="note", key="provisional")
                    if progress.is_provisional
                    else None,
                    h("p", words("puzzles.new"), class_="note", key="new") if progress.has_old_answers else None,
                    class_="part",
                    key="standing",
                ),
                h(
                    "section",
                    h("h2", words("puzzles.today", day=words.day(today))),
                    h("p", words("puzzles.how", stars=number(LEAST_LOST // 10))),
                    h("p", words("puzzles.level", level=level_of(puzzle)), class_="note"),
                    _done(words, solved=is_solved) if is_done else None,
                    h("p", words("puzzles.second"), class_="note", key="second") if is_answered else None,
                    button(
                        m.Go("puzzle", TODAY),
                        h("b", words("puzzles.retry" if is_answered else "puzzles.find")),
                        class_="confirm",
                    ),
                    class_="part",
                    key="today",
                ),
                _to_answers(words, progress),
                h(
                    "section",
                    h("h2", words("puzzles.levels")),
                    _kinds(words, progress, {str(level): words("puzzles.level", level=level) for level in LEVELS}),
                    h("p", words("puzzles.rule"), class_="note"),
                    class_="part",
                    key="levels",
                ),
                h(
                    "section",
                    h("h2", words("puzzles.themes")),
                    _kinds(words, progress, {theme: words(f"puzzles.theme.{theme}") for theme in THEMES}),
                    class_="part",
                    key="themes",
                ),
                class_="form",
            ),
            class_="setup puzzles",
            key="puzzles",
        )


def shown_rating(progress: Progress) -> str:
    """Return the rating as a number, with a question mark while it is provisional, as on sites for chess."""
    return f"{number(round(progress.rating.rating))}{'?' if progress.is_provisional else ''}"


def _to_answers(words: Words, progress: Progress) -> Element | None:
    """Return the button for the list of answers, with their number; None before the first answer."""
    count = sum(puzzle.id in progress.answers for puzzle in all_puzzles())
    if not count:
        return None
    return button(
        m.Go("answers"),
        icon("icon-history"),
        h("span", words("answers.title"), " ", h("small", words("answers.count", count=count, all=len(all_puzzles())))),
        icon("icon-next"),
        class_="wide",
        key="answers",
    )


def _done(words: Words, *, solved: bool) -> Element:
    """Return the sentence that today's puzzle is solved, with a check mark, or that it is answered."""
    said = words("puzzles.done.solved" if solved else "puzzles.done")
    return h("p", icon("icon-check") if solved else None, said, class_="note done", key="done")


def _kinds(words: Words, progress: Progress, kinds: Mapping[str, str]) -> list[Element]:
    """Return a button for the next puzzle of each level or theme, with the number of puzzles that were answered.

    ``kinds`` has the name of each. A theme without puzzles has no button.
    """
    counts = Counter(kind for puzzle in all_puzzles() for kind in _kinds_of(puzzle))
    answered = Counter(kind for puzzle in all_puzzles() if puzzle.id in progress.answers for kind in _kinds_of(puzzle))
    return [
        button(
            m.Go("puzzle", kind),
            h("span", name, " ", h("small", words("puzzles.answered", count=answered[kind], all=counts[kind]))),
            icon("icon-next"),
            class_="wide",
            key=kind,
        )
        for kind, name in kinds.items()
        if counts[kind]
    ]


def _kinds_of(puzzle: Puzzle) -> tuple[str, str]:
    """Return the level and the theme of a puzzle."""
    return str(level_of(puzzle)), puzzle.theme


def screen(_: Visit, __: str) -> Screen:
    """Return the lists of puzzles."""
    return Puzzles()
