"""The four edicts of a game, before the first card is revealed."""

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
class EdictsScene(Scene):
    """The edicts with their rules. They aren't shown again when the game is reopened."""

    counts_as_seen = False
    ends_by_tap = True

    def over_map(self, words: Words, board: Board, step: int) -> Element:
        """Return the picture, the name, and the rule of each edict."""
        return h("ol", [_edict(words, board, letter) for letter in EDICTS], class_="edicts-list", key="edicts")

    def panel(self, words: Words, board: Board, setting: Setting) -> Element:
        """Return a note on the edicts that each season scores."""
        return tray(
            "edicts",
            h(
                "div",
                h("div", h("h2", words("edicts.title")), h("p", explain_seasons(words, board.seasons)), class_="what"),
                class_="card",
            ),
            proceed_button(words("proceed")),
        )

    def news(self, words: Words, board: Board) -> str:
        """Return the names of the edicts."""
        names = words.list(words(f"name.{card.id}") for card in board.state.deal.edicts)
        return words("edicts.said", names=names)


def _edict(words: Words, board: Board, letter: str) -> Element:
    card = board.edict(letter)
    return h(
        "li",
        h("b", letter, class_="letter"),
        icon(f"edict-{card.id}"),
        h("div", h("h2", words(f"name.{card.id}")), h("p", words(f"rule.{card.id}"))),
        class_="lit" if board.lit == letter else None,
        key=letter,
    )
