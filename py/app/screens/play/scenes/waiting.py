"""The scene shown while a bot thinks or a remote player draws."""

from __future__ import annotations

from dataclasses import dataclass

from app.board.board import Board
from app.board.board_view import ledger, tip
from app.board.names import crest_of, player_name
from app.drawing.controls import icon, undo_button
from app.drawing.element import Element, h
from app.screens.play.scenes.awaiting_ply import AwaitingPlyScene
from app.screens.play.scenes.scene import Setting
from cartographers.cards import Card
from words import Words


@dataclass(frozen=True)
class WaitingScene(AwaitingPlyScene):
    """The wait for a bot or a remote player."""

    def panel(self, words: Words, board: Board, setting: Setting) -> Element:
        """Return the card with the player's name.

        If the bots failed to load, offer to load them again.
        """
        text, way_on = self.job_failure(words, board, setting.visit) or (self._text(words, board), None)
        return waiting_tray(words, board, self.task.card if self.task else None, board.player, text, way_on)

    def news(self, words: Words, board: Board, step: int) -> tuple[str, ...]:
        """Return a sentence with the name of the player."""
        return (self._text(words, board),)

    def _text(self, words: Words, board: Board) -> str:
        return words("wait.for", name=player_name(words, board.game, board.player))


def waiting_tray(
    words: Words, board: Board, card: Card | None, player: int, text: str, large: Element | None
) -> Element:
    """Return a panel about a player who draws: the card, a text, and a large button if there is one."""
    return h(
        "section",
        ledger(words, board),
        h(
            "div",
            icon(f"card-{card.id}", "picture") if card else None,
            h("div", crest_of(words, board.game, player), h("h2", text), class_="what"),
            h("div", class_="thought", aria_hidden="true") if large is None else None,
            class_="card waiting",
        ),
        tip(words, board) if board.lit else None,
        h("div", undo_button(words, enabled=board.game.last_ply_here is not None), large, class_="thumb"),
        class_="tray",
        key="waiting",
    )
