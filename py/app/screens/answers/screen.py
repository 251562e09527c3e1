"""The player's first answers to puzzles: each is a button that shows the verdict on it again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar, NamedTuple

from app import messages as m
from app.drawing.controls import back_header, button, icon
from app.drawing.element import Element, h
from app.game.puzzle_progress import Progress, begun_again, progress_in
from app.saved_names import PUZZLES
from app.screens.puzzles.answering import saving
from app.screens.puzzles.choosing import level_of, puzzles_by_id
from app.visit import Next, Screen, Traits, Visit
from cartographers.bots.puzzles import Puzzle
from words import Words, number


class BeginAgain(m.Message):
    """The player deletes all answers to begin again."""

    #: True if the player agreed to delete them.
    sure: bool = False


class KeepAnswers(m.Message):
    """The player keeps the answers after all."""


class _Mark(NamedTuple):
    """The mark of an answer: a word of the catalog, which is also a class of the style sheet, and a symbol."""

    word: str
    symbol: str


#: The marks of answers, by whether they solved their puzzles.
_MARKS: Mapping[bool, _Mark] = {True: _Mark("solved", "icon-check"), False: _Mark("failed", "icon-cross")}


class Answers(Screen):
    """The list of answers, the newest first."""

    traits: ClassVar[Traits] = Traits("answers.title")

    #: Whether the page asks if the player wants to begin again.
    is_asking: bool = False

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit after a message: the player begins again, after a question, or doesn't."""
        match message:
            case BeginAgain(sure=False):
                return replace(visit, screen=Answers(is_asking=True))
            case BeginAgain(sure=True) if self.is_asking:
                note = begun_again(visit.memory.notes[PUZZLES])
                return saving(replace(visit, screen=Answers()).with_note(PUZZLES, note))
            case KeepAnswers():
                return replace(visit, screen=Answers())
            case _:
                return super().update(visit, message)

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the number of answers with each mark, a button for each answer, and the one to begin again."""
        found = list(_marked(progress_in(visit.memory.notes)))
        return h(
            "main",
            back_header(words, self.title(words)),
            h(
                "div",
                h(
                    "dl",
                    [_count(words, mark, [other for _, other in found].count(mark)) for mark in _MARKS.values()],
                    class_="part numbers",
                    key="numbers",
                ),
                h(
                    "section",
                    h("p", words("answers.how"), class_="note"),
                    h(
                        "div",
                        [
                            _cell(words, puzzle, mark, place)
                            for place, (puzzle, mark) in zip(range(len(found), 0, -1), found, strict=True)
                        ],
                        class_="cells",
                    ),
                    class_="part",
                    key="answers",
                )
                if found
                else None,
                self._again(words) if found else None,
                class_="form",
            ),
            class_="setup answers",
            key="answers",
        )

    def _again(self, words: Words) -> Element:
        """Return the button to begin again, or the question whether the player is sure."""
        if not self.is_asking:
            return button(BeginAgain(), words("answers.again"), class_="wide", key="again")
        return h(
            "section",
            h("p", words("answers.again.sure")),
            button(BeginAgain(sure=True), h("b", words("answers.again.yes")), class_="confirm"),
            button(KeepAnswers(), words("answers.again.no"), class_="wide"),
            class_="part",
            key="sure",
        )


def _marked(progress: Progress) -> Iterator[tuple[Puzzle, _Mark]]:
    """Yield each answered puzzle with its mark, the newest first. Puzzles that no longer exist are left out."""
    puzzles = puzzles_by_id()
    for name, answer in reversed([*progress.answers.items()]):
        if name in puzzles:
            yield puzzles[name], _MARKS[answer.is_solved]


def _count(words: Words, mark: _Mark, count: int) -> Element:
    """Return the number of answers with a mark. It also explains the mark's symbol."""
    return h("div", h("dt", icon(mark.symbol), words(f"answers.{mark.word}")), h("dd", number(count)), key=mark.word)


def _cell(words: Words, puzzle: Puzzle, mark: _Mark, place: int) -> Element:
    """Return the button that shows an answer again; the first answer has place 1."""
    level = level_of(puzzle)
    return button(
        m.Go("puzzle", puzzle.id),
        icon(mark.symbol),
        h("span", words("puzzles.level", level=level)),
        class_=f"cell {mark.word}",
        aria_label=words("answers.cell", number=place, level=level, mark=words(f"answers.{mark.word}")),
        key=puzzle.id,
    )


def screen(_: Visit, __: str) -> Screen:
    """Return the list of answers."""
    return Answers()
