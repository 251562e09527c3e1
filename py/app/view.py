"""The whole page as one element, from the model and a catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from app.element import Element, h
from app.embed_view import embed_view
from app.game_view import game_view, told
from app.model import CurtainScene, Dialog, Model
from app.parts import button, choice, icon, reload_button
from app.players_view import curtain, maps
from app.position import Position
from app.preferences import OPTIONS, Preferences
from app.setup_view import edict_choice, setup_view
from app.start_view import start_view
from app.text import Words

_KEYS = ("move", "turn", "flip", "terrain", "where", "confirm", "undo", "edicts", "maps", "close", "mouse")
_REPLAY_KEYS = ("skip", "ends", "seasons", "play", "edicts", "maps", "leave")


def view(words: Words, model: Model) -> Element:
    """Return the page: a screen, over it a curtain or a dialog, and beside them what a screen reader is told.

    That is on every screen, for only what changes is told, and never inert, for then it would not be.
    """
    at = Position(model, model.game) if model.game else None
    if at:
        screen = game_view(words, at)
    elif model.link.embedded:
        screen = embed_view(words, model)
    elif model.setting_up:
        screen = setup_view(words, model)
    else:
        screen = start_view(words, model)
    dialog = _dialog(words, model)
    curtained = curtain(words, at.game, model.scene) if at and isinstance(model.scene, CurtainScene) else None
    said = told(words, at) if at else ("", "")
    return h(
        "div",
        h("div", screen, inert=dialog is not None or curtained is not None),
        h("div", curtained, inert=dialog is not None, key="curtain-box") if curtained else None,
        dialog,
        h("div", [h("p", text, role="status") for text in said], class_="said", key="said"),
    )


def _dialog(words: Words, model: Model) -> Element | None:
    body: Sequence[Element | None]
    match model.dialog:
        case Dialog.NONE:
            return None
        case Dialog.MENU:
            title, body = words("app.name"), _menu(words, model)
        case Dialog.KEYS:
            title, body = words("keys.title"), _keys(words, model)
        case Dialog.CARDS:
            title, body = words("cards.title"), _cards(words, model)
        case Dialog.MAPS:
            title, body = words("maps.title"), maps(words, model, model.game) if model.game else []
        case Dialog.PREFERENCES:
            title, body = words("preferences"), _preferences(words, model.preferences)
        case Dialog.EDICT:
            title, body = words("edict.choose", letter=model.about), edict_choice(words, model.setup.game, model.about)
        case Dialog.REPLACE:
            title, body = words("replace.title"), _replace(words, model)
        case unknown:
            assert_never(unknown)
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
            class_=f"dialog about-{model.dialog.value}",
            role="dialog",
            aria_modal="true",
            aria_labelledby="dialog-title",
            tabindex="-1",
        ),
        class_="veil",
        data_do="open",
        key="dialog",
    )


def _menu(words: Words, model: Model) -> list[Element | None]:
    return [
        h(
            "p",
            words("menu.id"),
            " ",
            h("code", str(model.game.id) if model.game else ""),
            f" ({words('practice')})" if model.game and model.game.takebacks else None,
        ),
        button("open maps", icon("icon-maps"), words("menu.maps"), class_="wide")
        if model.game and not model.game.is_solo
        else None,
        reload_button(words, "wide") if model.newer else None,
        button("home", icon("icon-home"), words("menu.home"), class_="wide"),
        None if model.replay else h("p", words("menu.home.note"), class_="note"),
        button("open preferences", icon("icon-preferences"), words("preferences"), class_="wide"),
        button("open keys", icon("icon-help"), words("menu.keys"), class_="wide"),
        h("p", words("app.unofficial"), class_="note"),
    ]


def _preferences(words: Words, preferences: Preferences) -> list[Element]:
    return [
        h(
            "dl",
            [
                h(
                    "div",
                    h("dt", words(f"prefer.{what}")),
                    h("dd", choice(words, f"prefer {what}", OPTIONS[what], value, words(f"prefer.{what}"))),
                    key=what,
                )
                for what, value in preferences._asdict().items()
            ],
            class_="preferences",
        )
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


def _keys(words: Words, model: Model) -> list[Element]:
    named = _REPLAY_KEYS if model.replay else _KEYS
    keys = [key for key in named if not (key == "maps" and model.game and model.game.is_solo)]
    return [
        h(
            "dl",
            [h("div", h("dt", words(f"keys.{key}")), h("dd", words(f"keys.{key}.text")), key=key) for key in keys],
        )
    ]


def _replace(words: Words, model: Model) -> list[Element]:
    surely = "play-on-surely" if model.replay else f"begin-surely {model.about}".strip()
    return [
        h("p", words("replace.unread" if model.save_error else "replace.text")),
        button(surely, h("b", words("replace.sure")), class_="confirm"),
        button("open", words("cancel"), class_="wide"),
    ]
