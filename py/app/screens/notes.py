"""Notes that several screens have in common."""

from __future__ import annotations

from app.drawing.controls import error_note
from app.drawing.element import Element
from app.game.setup import Setup
from app.game.shelf import Shelf
from words import Words


def save_note(words: Words, shelf: Shelf) -> Element | None:
    """Return what is wrong with the kept game, if anything is."""
    if not shelf.warning:
        return None
    return error_note(words, shelf.warning, shelf.error)


def summary(words: Words, setup: Setup) -> str:
    """Return a setup in a few words: cards, map side and players."""
    cards = words(f"cards.{setup.cards}")
    return words.plural("setup.summary", setup.game.players, cards=cards, side=setup.game.side)
