"""The large map that wide windows show beside the start screen's doors, and behind the card that joins a room."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from app import messages as m
from app.board.map_view import map_of_layers
from app.drawing.controls import button
from app.drawing.element import Element, h
from app.game.daily import daily
from app.game.game import Game
from app.game.seating import LOCAL_PERSON
from app.game.shelf import LESSON_OVER
from app.game.summary import summary_of
from app.visit import Visit
from cartographers.diagram import read_diagram
from cartographers.maps import blank_sheet
from cartographers.sheet import Sheet
from words import Words

#: A finished map for new visitors: the sheet at the end of the game c1-a-1p-6edt34, with 102 stars.
FINISHED_MAP = """
v v v f w w w w . a .
v v f ^ w a@ v v a a a
w w@ w w v v v v ^ a@ w
m m v f v v v v . w w
m v v f v v v v w w a
m m f f f ^ v f f a a
a a a a w w f f . a a
. a . w w a a a a a a
. a@ ^ w . a . . m a@ .
m . m . . a@ . ^ v m .
m . m v v v v v v v m
"""


@cache
def _finished_map() -> Sheet:
    return read_diagram(FINISHED_MAP)


class Scenery(NamedTuple):
    """A map, and the door that leads to its game."""

    season: str
    sheet: Sheet
    #: The door's message, and the key of its title.
    message: m.Message
    title: str


def map_beside_doors(words: Words, visit: Visit) -> Element:
    """Return the map beside the doors, as a button for the mouse.

    Screen readers and the keyboard skip it, because one of the doors has the same title and leads to the same game.
    """
    shown = scenery_of(visit)
    return button(
        shown.message,
        map_of_layers(shown.season, shown.sheet),
        h("span", words(shown.title), class_="plate"),
        class_="scenery",
        key="scenery",
        tabindex="-1",
        aria_hidden="true",
    )


def map_behind(visit: Visit) -> Element:
    """Return the same map as decoration behind a card."""
    shown = scenery_of(visit)
    return h("div", map_of_layers(shown.season, shown.sheet), class_="scenery", aria_hidden="true", key="scenery")


def scenery_of(visit: Visit) -> Scenery:
    """Return the map of the saved game; without one, a finished map for new visitors, or today's blank map."""
    memory, today = visit.memory, visit.page.clock.day
    game = memory.shelf.saved.game if memory.shelf.saved else None
    if game and (sheet := _visible_sheet(game)):
        return Scenery(game.state.season_deal.season.name, sheet, *_door_to(game, visit))
    if not memory.shelf.text and not memory.days.runs and memory.lesson != LESSON_OVER:
        return Scenery("summer", _finished_map(), m.Go("lesson"), "start.lesson")
    return Scenery("spring", blank_sheet(daily(today).side), m.Begin("daily"), "start.day")


def _visible_sheet(game: Game) -> Sheet | None:
    """Return the winner's map, or during a game, the map of the only person on this device.

    If several people pass the device around, nobody may see the others' maps.
    """
    if game.state.is_over:
        return summary_of(game).sheet
    own = [player for player, seat in enumerate(game.seats) if seat == LOCAL_PERSON]
    return game.state.sheets[own[0]] if len(own) == 1 else None


def _door_to(game: Game, visit: Visit) -> tuple[m.Message, str]:
    """Return the message of the door to the saved game, and the key of its title."""
    run = visit.memory.days.runs.get(visit.page.clock.day)
    if run and run.game == game.key:
        return m.Begin("daily"), "start.day"
    return m.Continue(), "start.last" if game.state.is_over else "start.continue"
