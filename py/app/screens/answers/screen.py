"""The player's first answers to puzzles: each is a button that shows the verdict on it again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from app.drawing.controls import back_header, button, icon
from app.drawing.element import Element, h
from app.game.puzzle_progress import FAILED, NEARLY, SOLVED, Progress
from app.messages import Go
from app.screens.puzzles.choosing import puzzles_by_id
from app.screens.puzzles.judging import JudgingScreen, pending_ply, progress_of
from app.visit import Visit
from cartographers.bots.puzzles import Puzzle
from words import Words, number


class _Mark(NamedTuple):
    """The mark of an answer: a word of the catalog, which is also a class of the style sheet, and a symbol."""

    word: str
    symbol: str


#: The marks of scores, and that of an answer that must still be judged.
_MARKS: Mapping[int, _Mark] = {
    SOLVED: _Mark("solved", "icon-check"),
    NEARLY: _Mark("nearly", "icon-nearly"),
    FAILED: _Mark("failed", "icon-cross"),
}
_JUDGING = _Mark("judging", "icon-hourglass")


@dataclass(frozen=True, slots=True)
class Answers(JudgingScreen):
    """The list of answers, the newest first."""

    def title(self, words: Words) -> str:
        """Return the title of the list."""
        return words("answers.title")

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the number of answers with each score, and a button for each answer."""
        found = list(_marked(progress_of(visit.memory.puzzles)))
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
                h("p", words("puzzle.judging"), class_="note", key="judging") if self.job(visit) else None,
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
                ),
                class_="form",
            ),
            class_="setup answers",
            key="answers",
        )


def _marked(progress: Progress) -> Iterator[tuple[Puzzle, _Mark]]:
    """Yield each answered puzzle with its mark, the newest first. Puzzles that no longer exist are left out."""
    puzzles = puzzles_by_id()
    for name in reversed([*progress.pending]):
        if name in puzzles and pending_ply(progress, puzzles[name]):
            yield puzzles[name], _JUDGING
    for name, answer in reversed([*progress.answers.items()]):
        if name in puzzles:
            yield puzzles[name], _MARKS[answer.score]


def _count(words: Words, mark: _Mark, count: int) -> Element:
    """Return the number of answers with a mark. It also explains the mark's symbol."""
    return h("div", h("dt", icon(mark.symbol), words(f"answers.{mark.word}")), h("dd", number(count)), key=mark.word)


def _cell(words: Words, puzzle: Puzzle, mark: _Mark, place: int) -> Element:
    """Return the button that shows an answer again; the first answer has place 1."""
    return button(
        Go("puzzle", puzzle.id),
        icon(mark.symbol),
        h("span", words("puzzles.level", level=puzzle.level)),
        class_=f"cell {mark.word}",
        aria_label=words("answers.cell", number=place, level=puzzle.level, mark=words(f"answers.{mark.word}")),
        key=puzzle.id,
    )


def screen(_: str) -> JudgingScreen:
    """Return the list of answers."""
    return Answers()
