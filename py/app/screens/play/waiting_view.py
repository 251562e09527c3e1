"""The panels while a bot or somebody elsewhere thinks, or draws."""

from __future__ import annotations

from app.board.board import Board
from app.board.board_view import ledger, tip
from app.board.names import crest_of, name_of
from app.drawing.element import Element, h
from app.drawing.parts import button, icon, not_fetched, undo_key
from app.game.game import DrawScene
from app.messages import FetchAgain, Proceed
from words import Words


def waiting_panel(words: Words, board: Board, *, late: bool = False, newer: bool = False) -> Element:
    """Return the panel while a bot or a player elsewhere draws.

    ``late`` says that a bot's part of the page could not be fetched, ``newer`` that a newer version of the page is
    ready.
    """
    task = board.state.task
    text, way_on = words("wait.for", name=name_of(words, board.game, board.player)), None
    if late:
        text, way_on = not_fetched(words, FetchAgain(), newer=newer)
    return _panel(
        words,
        board,
        icon(f"card-{task.card.id}", "picture") if task else None,
        board.player,
        text,
        way_on,
    )


def drawing_panel(words: Words, board: Board, scene: DrawScene) -> Element:
    """Return who draws what is on the map, and the key that goes on."""
    key = "draws" if scene.event.sheet == scene.player else "draws.on"
    name, whose = (name_of(words, board.game, player) for player in (scene.player, scene.event.sheet))
    card = scene.moment.cards[-1] if scene.moment.cards else None
    return _panel(
        words,
        board,
        icon(f"card-{card.id}", "picture") if card else None,
        scene.player,
        words(key, name=name, whose=whose),
        button(Proceed(), h("b", words("skip")), class_="confirm"),
    )


def _panel(words: Words, board: Board, card: Element | None, player: int, text: str, key: Element | None) -> Element:
    return h(
        "section",
        ledger(words, board),
        h(
            "div",
            card,
            h("div", crest_of(words, board.game, player), h("h2", text), class_="what"),
            h("div", class_="thought", aria_hidden="true") if key is None else None,
            class_="card waiting",
        ),
        tip(words, board) if board.lit else None,
        h("div", undo_key(words, enabled=board.game.drawn_here is not None), key, class_="thumb"),
        class_="tray",
        key="waiting",
    )
