"""The start screen: go on, play at once, or set up a new game."""

from __future__ import annotations

from app.element import Element, h
from app.model import Model
from app.parts import button, icon, reload_button
from app.setup import Setup, setup_of
from app.text import Words

_UNKNOWN = "\N{NO-BREAK SPACE}"


def start_view(words: Words, model: Model) -> Element:
    """Return the start screen.

    Without a seed it is the one that the build prints, and has hidden doors too, for those who have kept a game: the
    page's script shows the right ones, and keeps what is tapped until Python is there.
    """
    return h(
        "main",
        h(
            "header",
            h("div", icon("sky-start", "sky"), icon("emblem", "emblem"), class_="banner"),
            h("h1", words("app.name")),
            h("p", words("app.tagline")),
        ),
        h("section", _doors(words, model), class_="doors"),
        None if model.setup.seed else h("section", _doors_to_a_kept_game(words), class_="doors", hidden=True),
        h(
            "footer",
            reload_button(words, "quiet") if model.newer else None,
            button("open preferences", icon("icon-preferences"), words("preferences"), class_="quiet"),
            h("p", words("app.unofficial")),
        ),
        class_="start",
        key="start",
    )


def _doors(words: Words, model: Model) -> list[Element | None]:
    saved = model.saved
    before = summary(words, setup_of("", saved.game.id, saved.game.cartographers)) if saved else ""
    again = _door(words, "begin before", "start.before", before, second=True) if saved else None
    new = _door(words, "set-up", "start.new", words("start.new.note"), second=True)
    if saved and saved.game.state.over:
        return [
            _door(words, "begin before", "start.before", before),
            new,
            _door(words, "continue", "start.last", words("start.last.note"), second=True),
        ]
    if saved:
        return [_door(words, "continue", "start.continue", before), again, new]
    return [
        _door(words, "begin base", "start.first", words("start.first.note")),
        new,
        h("p", words("save.unread", error=model.save_error), class_="error", role="alert", key="unread")
        if model.save_error
        else None,
    ]


def _doors_to_a_kept_game(words: Words) -> list[Element]:
    """Return doors to a game that has not been read yet."""
    return [
        _door(words, "continue", "start.continue", _UNKNOWN),
        _door(words, "begin before", "start.before", _UNKNOWN, second=True),
        _door(words, "set-up", "start.new", words("start.new.note"), second=True),
    ]


def _door(words: Words, command: str, key: str, note: str, *, second: bool = False) -> Element:
    look = "confirm second" if second else "confirm"
    return button(command, h("b", words(key)), h("span", note), class_=look, key=key)


def summary(words: Words, setup: Setup) -> str:
    """Return a setup in a few words: cards, map side and players."""
    cards = words(f"cards.{setup.cards}")
    return words.plural("setup.summary", setup.game.players, cards=cards, side=setup.game.side)
