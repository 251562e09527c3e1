"""The whole page as one element, from the model and a catalogue."""

from __future__ import annotations

from app.element import Element, h
from app.game_view import game_view
from app.model import Dialog, Model
from app.parts import button, icon
from app.start_view import start_view
from app.text import Words

_KEYS = ("move", "turn", "flip", "terrain", "where", "confirm", "undo", "edicts", "close", "mouse")


def view(words: Words, model: Model) -> Element:
    """Return the page: a screen, and over it a dialog when one is open."""
    screen = game_view(words, model, model.game) if model.game else start_view(words, model)
    dialog = _dialog(words, model) if model.dialog.value else None
    return h("div", h("div", screen, inert=dialog is not None), dialog)


def _dialog(words: Words, model: Model) -> Element:
    match model.dialog:
        case Dialog.MENU:
            title, body = words("app.name"), _menu(words, model)
        case Dialog.KEYS:
            title, body = words("keys.title"), _keys(words)
        case Dialog.CARDS:
            title, body = words("cards.title"), _cards(words, model)
        case _:
            title, body = words("replace.title"), _replace(words, model)
    return h(
        "div",
        h(
            "div",
            h(
                "header",
                h("h2", title, id="dialog-title"),
                button("open", icon("icon-cross"), class_="close", aria_label=words("close")),
            ),
            body,
            class_="dialog",
            role="dialog",
            aria_modal="true",
            aria_labelledby="dialog-title",
            tabindex="-1",
        ),
        class_="veil",
        data_do="open",
        key="dialog",
    )


def _menu(words: Words, model: Model) -> list[Element]:
    return [
        h(
            "p",
            words("menu.id"),
            " ",
            h("code", str(model.game.id) if model.game else ""),
            f" ({words('practice')})" if model.game and model.game.takebacks else None,
        ),
        button("home", icon("icon-home"), words("menu.home"), class_="wide"),
        h("p", words("menu.home.note"), class_="note"),
        button("open keys", icon("icon-help"), words("menu.keys"), class_="wide"),
        h("p", words("app.unofficial"), class_="note"),
    ]


def _cards(words: Words, model: Model) -> list[Element]:
    """Return the cards revealed this season in their order, each with its time."""
    table = model.moment(model.game).table if model.game else ()
    return [
        h(
            "ol",
            [
                h(
                    "li",
                    icon(f"card-{card.id}", "picture"),
                    h("span", words(f"name.{card.id}")),
                    h("span", words("card.time", time=card.time)),
                    key=card.id,
                )
                for card in table
            ],
            class_="revealed",
        )
    ]


def _keys(words: Words) -> list[Element]:
    return [
        h(
            "dl",
            [h("div", h("dt", words(f"keys.{key}")), h("dd", words(f"keys.{key}.text")), key=key) for key in _KEYS],
        )
    ]


def _replace(words: Words, model: Model) -> list[Element]:
    return [
        h("p", words("replace.unread" if model.save_error else "replace.text")),
        button("begin sure", h("b", words("replace.sure")), class_="confirm"),
        button("open", words("cancel"), class_="wide"),
    ]
