"""The start screen: go on, play at once, or set up a new game."""

from __future__ import annotations

from app.element import Element, h
from app.link import NO_LINK
from app.model import Model
from app.parts import banner, button, error_note, icon, reload_button
from app.setup import Cartographer, Setup, setup_of
from app.text import Words
from cartographers.game_id import GameId

_UNKNOWN = "\N{NO-BREAK SPACE}"


def start_view(words: Words, model: Model) -> Element:
    """Return the start screen.

    Without a seed it is the one that the build prints, and has hidden doors too, to a link's game and for those who
    have kept one: the page's script shows the right ones, and keeps what is tapped until Python is there.
    """
    return h(
        "main",
        h(
            "header",
            banner(),
            h("h1", words("app.name")),
            h("p", words("app.tagline")),
        ),
        h(
            "section",
            None if model.setup.seed else _door_of_link(words, hidden=True),
            _doors(words, model),
            class_="doors",
        ),
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
    """Return the doors, the likeliest first; where a link says something there is no room for a game as before."""
    saved, link = model.saved, model.link
    before = _summary_of(words, saved.game.id, saved.game.cartographers) if saved else ""
    again = _door(words, "begin before", "start.before", before)
    new = _door(words, "set-up", "start.new", words("start.new.note"))
    if saved is None:
        doors = [_door(words, "begin base", "start.first", words("start.first.note")), new]
    elif saved.game.state.over:
        doors = [again, new, _door(words, "continue", "start.last", words("start.last.note"))]
    else:
        doors = [_door(words, "continue", "start.continue", before), again, new]
    if link != NO_LINK:
        doors = [door for door in doors if door is not again]
    return [
        _door_of_link(words, _summary_of(words, link.id)) if link.id else None,
        *doors,
        error_note(words, "save.unread", model.save_error),
        error_note(words, "link.unread", link.error),
    ]


def _doors_to_a_kept_game(words: Words) -> list[Element]:
    """Return doors to a game that has not been read yet."""
    return [
        _door_of_link(words, hidden=True),
        _door(words, "continue", "start.continue", _UNKNOWN),
        _door(words, "begin before", "start.before", _UNKNOWN),
        _door(words, "set-up", "start.new", words("start.new.note")),
    ]


def _door_of_link(words: Words, note: str = _UNKNOWN, *, hidden: bool = False) -> Element:
    return _door(words, "begin link", "start.link", note, hidden=hidden)


def _door(words: Words, command: str, key: str, note: str, *, hidden: bool = False) -> Element:
    return button(command, h("b", words(key)), h("span", note), class_="confirm", key=key, hidden=hidden)


def _summary_of(words: Words, game_id: GameId, cartographers: tuple[Cartographer, ...] = ()) -> str:
    return summary(words, setup_of("", game_id, cartographers))


def summary(words: Words, setup: Setup) -> str:
    """Return a setup in a few words: cards, map side and players."""
    cards = words(f"cards.{setup.cards}")
    return words.plural("setup.summary", setup.game.players, cards=cards, side=setup.game.side)
