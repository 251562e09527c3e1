"""Notes shared by several screens."""

from __future__ import annotations

from app.board.names import map_name
from app.drawing.controls import error_note
from app.drawing.element import Element
from app.game.setup import Setup
from app.game.shelf import Shelf
from words import Words


def save_note(words: Words, shelf: Shelf) -> Element | None:
    """Return an error note about the saved game, or None if all is well."""
    if not shelf.warning:
        return None
    return error_note(words, shelf.warning, shelf.error)


def summary(words: Words, setup: Setup) -> str:
    """Return a short summary of a setup: cards, map, and number of players."""
    cards = words(f"cards.{setup.cards}")
    return words.plural("setup.summary", setup.game.players, cards=cards, map=map_name(words, setup.game.side))
