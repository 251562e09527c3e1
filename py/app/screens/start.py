"""The start screen: go on, play at once, or set up a new game."""

from __future__ import annotations

from dataclasses import dataclass

from app.board.game import Game
from app.board.names import name_of
from app.drawing.element import Element, h
from app.drawing.parts import banner, button, error_note, icon, reload_button
from app.link import NO_LINK, day_of
from app.messages import Begin, Continue, Go, Message, Open
from app.screens.plain import Screen, save_note, summary
from app.setup import Cartographer, setup_of
from app.shelf import LESSON_OVER
from app.text import Words
from app.visit import Visit
from cartographers.game_id import GameId

_UNKNOWN = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Start(Screen):
    """The start screen.

    A ``printed`` one is made by the build. It also has hidden doors, to a link's game and for those who have kept a
    game. The page's script shows the right ones, and remembers taps until Python is there.
    """

    printed: bool = False

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the screen."""
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
                _door_of_lesson(words, visit),
                _door_of_link(words, hidden=True) if self.printed else None,
                _doors(words, visit),
                class_="doors",
            ),
            h("section", _doors_to_a_kept_game(words), class_="doors", hidden=True) if self.printed else None,
            h(
                "footer",
                reload_button(words, "quiet") if visit.newer else None,
                button(Open("preferences"), icon("icon-preferences"), words("preferences"), class_="quiet"),
                button(Go("lesson"), words("lesson"), class_="quiet"),
                button(Go("about"), icon("icon-help"), words("about"), class_="quiet"),
                h("p", words("app.unofficial")),
            ),
            class_="start",
            key="start",
        )


def _door_of_lesson(words: Words, visit: Visit) -> Element | None:
    """Return the door to the lesson, for somebody who has neither kept a game nor ended the lesson."""
    if visit.shelf.text or visit.lesson == LESSON_OVER:
        return None
    return _door(words, Go("lesson"), "start.lesson", words("start.lesson.note"))


def _doors(words: Words, visit: Visit) -> list[Element | None]:
    """Return the doors, the likeliest first.

    A link, or a sentence about the kept game, takes the room of the door to a game as before.
    """
    shelf, link = visit.shelf, visit.link
    saved = shelf.saved
    before = _summary_of(words, saved.game.id, saved.game.cartographers) if saved else ""
    again = _door(words, Begin("before"), "start.before", before)
    new = _door(words, Go("set-up"), "start.new", words("start.new.note"))
    if saved is None:
        doors = [_door(words, Begin("first"), "start.first", words("start.first.note")), new]
    elif saved.game.state.over:
        doors = [again, new, _door(words, Continue(), "start.last", words("start.last.note"))]
    else:
        doors = [_door(words, Continue(), "start.continue", _where(words, saved.game)), again, new]
    if link != NO_LINK or shelf.error or shelf.stale:
        doors = [door for door in doors if door is not again]
    return [
        _door_of_link(words, _of_link(words, link.id)) if link.id else None,
        *doors,
        save_note(words, shelf),
        error_note(words, "link.unread", error=link.error) if link.error else None,
    ]


def _where(words: Words, game: Game) -> str:
    """Return how far a game has come; with several players, who draws next."""
    season = words(f"season.{game.state.season_deal.season.name}")
    if game.is_solo:
        return words.plural("start.continue.note", game.state.total(0), season=season)
    task = game.state.task
    return words("start.continue.drawer", season=season, name=name_of(words, game, task.player if task else 0))


def _doors_to_a_kept_game(words: Words) -> list[Element]:
    """Return doors to a game that has not been read yet."""
    return [
        _door_of_link(words, hidden=True),
        _door(words, Continue(), "start.continue", _UNKNOWN),
        _door(words, Begin("before"), "start.before", _UNKNOWN),
        _door(words, Go("set-up"), "start.new", words("start.new.note")),
    ]


def _door_of_link(words: Words, note: str = _UNKNOWN, *, hidden: bool = False) -> Element:
    return _door(words, Begin("link"), "start.link", note, hidden=hidden)


def _door(words: Words, message: Message, key: str, note: str, *, hidden: bool = False) -> Element:
    return button(message, h("b", words(key)), h("span", note), class_="confirm", key=key, hidden=hidden)


def _of_link(words: Words, game_id: GameId) -> str:
    """Return which game a link is for."""
    day = day_of(game_id)
    return words("daily", day=day) if day else _summary_of(words, game_id)


def _summary_of(words: Words, game_id: GameId, cartographers: tuple[Cartographer, ...] = ()) -> str:
    return summary(words, setup_of("", game_id, cartographers))
