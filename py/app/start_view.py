"""The start screen: go on, or begin a new game."""

from __future__ import annotations

from app.element import Element, h
from app.model import Model
from app.parts import button, icon
from app.text import Words
from cartographers.game_id import LONGEST_SEED
from cartographers.maps import SIDES


def start_view(words: Words, model: Model) -> Element:
    """Return the start screen."""
    return h(
        "main",
        h(
            "header",
            h("div", icon("sky-start", "sky"), icon("emblem", "emblem"), class_="banner"),
            h("h1", words("app.name")),
            h("p", words("app.tagline")),
        ),
        h(
            "section",
            _saved(words, "start.continue", "confirm")
            if model.save and not model.save_over and not model.save_error
            else None,
            _new_game(words, model),
            _saved(words, "start.last", "confirm second") if model.save_over else None,
            h("p", words("save.unread", error=model.save_error), class_="error", role="alert", key="unread")
            if model.save_error
            else None,
            class_="doors",
        ),
        h("footer", h("p", words("app.unofficial"))),
        class_="start",
        key="start",
    )


def _saved(words: Words, key: str, look: str) -> Element:
    return button("continue", h("b", words(key)), h("span", words(f"{key}.note")), class_=look, key=key)


def _new_game(words: Words, model: Model) -> Element:
    return h(
        "div",
        h("h2", words("start.new"), id="new-game"),
        h(
            "div",
            [
                button(
                    f"side {side}",
                    h("b", side),
                    h("span", words(f"start.side.{side}")),
                    class_="choice",
                    aria_pressed="true" if side == model.side else "false",
                    aria_label=words(f"start.side.{side}"),
                    key=side,
                )
                for side in SIDES
            ],
            class_="sides",
            role="group",
            aria_label=words("start.side"),
        ),
        h("label", words("start.seed"), for_="seed"),
        h(
            "div",
            h(
                "input",
                id="seed",
                name="seed",
                value=model.seed,
                maxlength=LONGEST_SEED,
                autocomplete="off",
                autocapitalize="none",
                spellcheck="false",
                aria_describedby="seed-note",
                aria_invalid="true" if model.seed_error else None,
                key="seed",
            ),
            button("reroll", icon("icon-dice"), class_="key", aria_label=words("start.reroll")),
            class_="seed",
        ),
        h(
            "p",
            model.seed_error or words("start.seed.note"),
            id="seed-note",
            class_="error" if model.seed_error else "note",
            role="alert" if model.seed_error else None,
        ),
        button(
            "begin",
            h("b", words("start.begin")),
            class_="confirm second" if model.save and not model.save_over else "confirm",
        ),
        class_="new-game",
        role="group",
        aria_labelledby="new-game",
        key="new-game",
    )
