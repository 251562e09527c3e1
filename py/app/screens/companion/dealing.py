"""The setup of a printed game: the players, the boxes and the map on the table, and the edicts."""

from __future__ import annotations

from app import messages as m
from app.drawing.controls import back_header, button, icon
from app.drawing.crest import crest
from app.drawing.element import Element, h
from app.game.custom_maps import CustomMaps
from app.game.setup import MAX_NAME_LENGTH, Setup
from app.screens.notes import summary
from app.screens.parts.printed_game import deleted_note
from app.screens.set_up.screen import cards_part, edicts_part, part, player_stepper, seed_part, side_part
from cartographers.errors import Sentence
from words import Words


class Deal(m.Message):
    """The people deal the game of the setup."""


class DeletePrintedGame(m.Message):
    """The player deletes the saved printed game."""


def dealing(
    words: Words,
    setup: Setup,
    maps: CustomMaps,
    title: str,
    obstacle: Sentence | None,
    *,
    is_gone: bool,
    is_deleted: bool,
) -> Element:
    """Return the form, with a note on the saved game, and the large button that deals.

    ``is_gone`` is true if another tab has moved or deleted the game that was here; ``is_deleted`` if this one has
    deleted it, and can restore it.
    """
    return h(
        "main",
        back_header(words, title),
        h(
            "div",
            h(
                "section",
                h("p", words("companion.gone"), class_="note", role="status", key="gone") if is_gone else None,
                h("p", words("companion.text")),
                deleted_note(words) if is_deleted else None,
                _obstacle(words, obstacle) if obstacle else None,
                paper_button(words),
                class_="part",
                key="about",
            ),
            _players(words, setup),
            cards_part(words, setup),
            side_part(words, setup, maps),
            edicts_part(words, setup),
            seed_part(words, setup),
            class_="form",
        ),
        h(
            "div",
            button(Deal(), h("b", words("companion.deal")), h("span", summary(words, setup)), class_="confirm"),
            class_="thumb",
        ),
        class_="setup next-game",
        key="dealing",
    )


def paper_button(words: Words) -> Element:
    """Return the button that leads to the scoring of a paper map, also of a game that wasn't dealt here."""
    return button(m.Go("paper"), icon("icon-star"), h("span", words("paper.go")), class_="wide", key="paper")


def _obstacle(words: Words, obstacle: Sentence) -> list[Element]:
    """Return the note on the saved game, the way back to it if it can be read, and the button that deletes it."""
    delete = button(
        DeletePrintedGame(), icon("icon-cross"), h("span", words("companion.delete")), class_="wide", key="delete"
    )
    if obstacle.values:
        return [h("p", words.say(obstacle), class_="error", role="alert", key="damaged"), delete]
    back = button(m.Back(), icon("icon-play"), h("span", words("companion.continue")), class_="wide", key="on")
    return [h("p", words.say(obstacle), class_="note", key="saved"), back, delete]


def _players(words: Words, setup: Setup) -> Element:
    """Return the number of players, and a field for each one's name."""
    items = []
    for player, who in enumerate(setup.active_cartographers):
        by_number = words("player", number=player + 1)
        field = h(
            "input",
            name=f"name {player}",
            value=who.name,
            placeholder=by_number,
            aria_label=f"{by_number}, {words('line.name')}",
            maxlength=MAX_NAME_LENGTH,
            dir="auto",
            autocomplete="off",
            class_="name",
            key="name",
        )
        items.append(h("li", crest(who.name.strip() or by_number), field, key=str(player)))
    return part(
        words,
        "players",
        player_stepper(words, setup.game.players),
        h("p", words("companion.order"), class_="note") if setup.game.players != 1 else None,
        h("ol", items, class_="cartographers"),
        symbol="icon-players",
    )
