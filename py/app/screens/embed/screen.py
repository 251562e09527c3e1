"""The first screen of a game embedded in another page: its blank map, and one large button to begin."""

from __future__ import annotations

from typing import ClassVar

from app import messages as m
from app.board.map_view import map_picture
from app.board.names import side_name
from app.drawing.controls import banner, button
from app.drawing.element import Element, h
from app.game.daily import day_of
from app.screens.notes import save_note
from app.visit import Controls, Screen, Traits, Visit
from cartographers.maps import blank_sheet
from cartographers.sheet import Sheet
from words import Words


class Embed(Screen):
    """The first screen of an embedded game.

    The build prerenders one for each map side. The page's script adds the game to the link.
    """

    traits: ClassVar[Traits] = Traits(back_steps=0)

    #: True for the prerendered screen of all custom maps. Its map is empty until Python has read the map's code.
    lacks_map: bool = False

    def controls(self, visit: Visit) -> Controls:
        """Return no shortcuts."""
        return Controls({})

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the blank map, the buttons into the game, and a link to the full page."""
        link = visit.page.link
        day = day_of(link.id) if link.id else None
        sheet = Sheet() if self.lacks_map else blank_sheet(link.side)
        return h(
            "main",
            banner(),
            h(
                "header",
                h("h1", words("app.name")),
                h("p", words("daily", day=words.day(day) if day else "{day}"), class_="daily", hidden=not day),
                h("p", side_name(words, link.side)),
            ),
            h("div", map_picture("spring", sheet, side_name(words, link.side)), class_="map-box"),
            h("section", _buttons(words, visit), class_="doors"),
            h(
                "footer",
                h("a", words("embed.page"), href=link.page, target="_blank", rel="noopener", class_="quiet"),
                h("p", words("app.unofficial")),
            ),
            class_="embed",
            key="embed",
        )


def _buttons(words: Words, visit: Visit) -> list[Element | None]:
    """Return the buttons that begin, continue, view, or restart the game, or the error in its link."""
    link, shelf = visit.page.link, visit.memory.shelf
    if link.error:
        return [h("p", words.say(link.error), class_="error", role="alert", key="damaged")]
    if shelf.saved and shelf.saved.game.state.is_over:
        doors = [
            button(
                m.Begin(link.start_kind),
                h("b", words("end.again" if link.id else "end.new")),
                class_="confirm",
                key="again",
            ),
            button(m.Continue(), h("b", words("start.last")), class_="confirm", key="last"),
        ]
    else:
        doors = [button(m.Enter(), h("b", words("embed.play")), class_="confirm", key="play")]
    return [*doors, save_note(words, shelf)]
