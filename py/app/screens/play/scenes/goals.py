"""The goals of a game: its four edicts, before the first card is revealed."""

from __future__ import annotations

from dataclasses import dataclass

from app.board.board import Board
from app.board.board_view import explain_seasons
from app.drawing.controls import icon
from app.drawing.element import Element, h
from app.screens.play.scenes.scene import Scene, Setting, proceed_button, tray
from cartographers.seasons import EDICTS
from words import Words


@dataclass(frozen=True)
class GoalsScene(Scene):
    """The edicts with their rules. They aren't shown again when the game is reopened."""

    counts_as_seen = False
    ends_by_tap = True

    def over_map(self, words: Words, board: Board, step: int) -> Element:
        """Return the picture, the name, and the rule of each edict."""
        return h("ol", [_goal(words, board, letter) for letter in EDICTS], class_="goals-list", key="goals")

    def panel(self, words: Words, board: Board, setting: Setting) -> Element:
        """Return a note on the edicts that each season scores."""
        return tray(
            "goals",
            h(
                "div",
                h("div", h("h2", words("goals.title")), h("p", explain_seasons(words, board.seasons)), class_="what"),
                class_="card",
            ),
            proceed_button(words("proceed")),
        )

    def news(self, words: Words, board: Board) -> str:
        """Return the names of the edicts."""
        names = words.list(words(f"name.{card.id}") for card in board.state.deal.edicts)
        return words("goals.said", names=names)


def _goal(words: Words, board: Board, letter: str) -> Element:
    card = board.edict(letter)
    return h(
        "li",
        h("b", letter, class_="letter"),
        icon(f"edict-{card.id}"),
        h("div", h("h2", words(f"name.{card.id}")), h("p", words(f"rule.{card.id}"))),
        class_="lit" if board.lit == letter else None,
        key=letter,
    )
