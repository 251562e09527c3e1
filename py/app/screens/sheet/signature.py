"""The signature: the name under which a solo player challenges a friend.

The score sheet asks for it. It becomes the name in the game and in the next one, so players type it only once.
"""

from __future__ import annotations

from dataclasses import replace

from app.drawing.element import Element, h
from app.game.game import Game
from app.game.setup import MAX_NAME_LENGTH, clean_name, with_text
from app.screens.play.screen import Playing
from app.visit import Visit
from words import Words

#: The name of the field.
FIELD = "signature"


def signature_field(words: Words, game: Game) -> Element:
    """Return the field for the player's name."""
    return h(
        "label",
        h("span", words("share.name")),
        h(
            "input",
            name=FIELD,
            value=game.cartographers[0].name,
            maxlength=MAX_NAME_LENGTH,
            dir="auto",
            autocomplete="off",
            key="field",
        ),
        class_="signature",
        key=FIELD,
    )


def signed_game(game: Game, name: str) -> Game:
    """Return a solo game with another name for its player."""
    return replace(game, cartographers=(replace(game.cartographers[0], name=clean_name(name)),))


def with_signed_game(visit: Visit, game: Game, signed: Game) -> Visit:
    """Return the visit after a solo game was signed.

    The screen with the game, the shelf, and the setup of the next game get the name.
    """
    below = tuple(
        replace(screen, game=signed) if isinstance(screen, Playing) and screen.game is game else screen
        for screen in visit.screens_below
    )
    shelf = visit.memory.shelf
    if shelf.saved and shelf.saved.game is game:
        shelf = shelf.with_game(shelf.saved._replace(game=signed))
    setup = with_text(visit.setup, "name 0", signed.cartographers[0].name)
    return replace(visit, screens_below=below, setup=setup, memory=replace(visit.memory, shelf=shelf))
