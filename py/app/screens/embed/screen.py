"""The screen in somebody else's page: the empty map of the game, and one large button to begin it."""

from __future__ import annotations

from dataclasses import dataclass

from app.board.map_view import map_picture
from app.drawing.controls import banner, button
from app.drawing.element import Element, h
from app.game.daily import day_of
from app.messages import Begin, Continue, Enter
from app.screens.notes import save_note
from app.visit import Screen, Visit
from cartographers.maps import blank_sheet
from words import Words


@dataclass(frozen=True, slots=True)
class Embed(Screen):
    """The embed screen, which the build prints for each map side; the page's script adds the game to its link."""

    @property
    def steps_out(self) -> int:
        """None: from here, the browser's Back leaves the page."""
        return 0

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the screen."""
        link = visit.page.link
        day = day_of(link.id) if link.id else None
        return h(
            "main",
            banner(),
            h(
                "header",
                h("h1", words("app.name")),
                h("p", words("daily", day=words.day(day) if day else "{day}"), class_="daily", hidden=not day),
                h("p", words(f"side.{link.side}")),
            ),
            h("div", map_picture("spring", blank_sheet(link.side), words(f"side.{link.side}")), class_="map-box"),
            h("section", _doors(words, visit), class_="doors"),
            h(
                "footer",
                h("a", words("embed.page"), href=link.page, target="_blank", rel="noopener", class_="quiet"),
                h("p", words("app.unofficial")),
            ),
            class_="embed",
            key="embed",
        )


def _doors(words: Words, visit: Visit) -> list[Element | None]:
    """Return the way into the game, or why there is none; a game that is over can be looked at, or begun again."""
    link, shelf = visit.page.link, visit.memory.shelf
    if link.error:
        return [h("p", words.say(link.error), class_="error", role="alert", key="damaged")]
    if shelf.saved and shelf.saved.game.state.over:
        doors = [
            button(
                Begin(link.begins), h("b", words("end.again" if link.id else "end.new")), class_="confirm", key="again"
            ),
            button(Continue(), h("b", words("start.last")), class_="confirm", key="last"),
        ]
    else:
        doors = [button(Enter(), h("b", words("embed.play")), class_="confirm", key="play")]
    return [*doors, save_note(words, shelf)]
