"""The panel while a bot or somebody elsewhere draws."""

from __future__ import annotations

from app.board.board import Board
from app.board.board_view import ledger, tip
from app.board.names import crest_of, name_of
from app.drawing.element import Element, h
from app.drawing.parts import icon, undo_key
from app.text import Words


def waiting_panel(words: Words, board: Board) -> Element:
    """Return who draws now, and what can be looked at meanwhile."""
    task = board.state.task
    return h(
        "section",
        ledger(words, board),
        h(
            "div",
            icon(f"card-{task.card.id}", "picture") if task else None,
            h(
                "div",
                crest_of(words, board.game, board.player),
                h("h2", words("wait.for", name=name_of(words, board.game, board.player))),
                class_="what",
            ),
            class_="card waiting",
        ),
        tip(words, board) if board.lit else None,
        h("div", undo_key(words, enabled=board.game.drawn_here is not None), class_="thumb"),
        class_="tray",
        key="waiting",
    )
