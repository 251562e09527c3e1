"""A beast spreads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app import effects as e
from app.board.aloud import list_spaces
from app.board.board import Board
from app.board.names import sheet_name
from app.board.panels import tabs
from app.drawing import map_art
from app.drawing.controls import icon
from app.drawing.element import Element, h
from app.screens.play.scenes.scene import Facts, Over, Scene, Setting, proceed_button, tray
from cartographers.cards import AmbushCard
from cartographers.region import Region
from words import Words


@dataclass(frozen=True)
class SpreadScene(Scene):
    """The spread of a beast on all of its maps."""

    #: The card of the beast.
    card: AmbushCard
    #: The spaces that it has just reached, by sheet number.
    reached: Mapping[int, Region]

    @property
    def facts(self) -> Facts:
        """The sound of monsters that spread."""
        return Facts(e.Feedback.SPREAD)

    def over(self, words: Words, board: Board, setting: Setting) -> Over:
        """Return the spaces that it has just reached on the shown map."""
        reached = self.reached.get(board.owner)
        return Over((map_art.arrivals("monster", reached),) if reached else ())

    def panel(self, words: Words, board: Board, setting: Setting) -> Element:
        """Return the card with its effect, and a tab for each map."""
        card, game = self.card, board.game
        return tray(
            "spread",
            h(
                "div",
                icon(f"card-{card.id}", "picture"),
                h("div", h("h2", words(f"name.{card.id}")), h("p", words(f"spread.{card.id}")), class_="what"),
                class_="card",
            ),
            None if game.is_solo else tabs(words, game, dict.fromkeys(self.reached, ""), board.owner),
            proceed_button(words("proceed")),
        )

    def news(self, words: Words, board: Board, step: int) -> tuple[str, ...]:
        """Return the name of the beast and its effect, and the spaces that it has just reached on the shown map."""
        named = f"{words(f'name.{self.card.id}')}. {words(f'spread.{self.card.id}')}"
        reached = self.reached.get(board.owner)
        if not reached:
            return (named,)
        spaces = f"{list_spaces(words, reached)}."
        return named, spaces if board.game.is_solo else f"{sheet_name(words, board.game, board.owner)}: {spaces}"
