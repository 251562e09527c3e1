"""The parts of the page that the build prerenders, so that the page appears before Python has loaded."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

from app.arrival.link import Link
from app.arrival.page_load import PageLoad
from app.board.map_view import blank_symbol
from app.drawing import map_art
from app.drawing.element import to_html
from app.screens.embed.screen import Embed
from app.screens.start.screen import Start
from app.shell.view import view
from app.update import arrive
from cartographers.custom_map import custom_side
from cartographers.game_id import GameId
from cartographers.maps import blank_sheet
from cartographers.sides import CUSTOM, SIDES
from words import Catalog, Words

#: The HTML attributes that are read aloud or shown.
READ_ATTRIBUTES = ("aria-label", "title", "placeholder", "alt")


def first_screen(catalog: Catalog) -> str:
    """Return the start screen as HTML."""
    return to_html(view(Words(catalog), replace(arrive(PageLoad("")), screen=Start(printed=True))))


def texts(html: str) -> list[str]:
    """Return all texts in HTML: contents and :data:`READ_ATTRIBUTES` attributes.

    They are in the order in which first.js finds them.
    """
    found: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
            given = dict(attrs)
            found.extend(given[name] or "" for name in READ_ATTRIBUTES if name in given)

        def handle_data(self, data: str) -> None:
            if data.strip():
                found.append(data)

    reader = Reader()
    reader.feed(html)
    reader.close()
    return found


def translated_texts(catalog: Catalog, english: Catalog) -> list[tuple[int, str]]:
    """Return the texts of the start screen that differ in another language, each with its position."""
    theirs, ours = (texts(first_screen(words)) for words in (catalog, english))
    pairs = enumerate(zip(theirs, ours, strict=True))
    return [(place, text) for place, (text, other) in pairs if text != other]


def embed_screens(catalog: Catalog) -> dict[str, str]:
    """Return the embed screen with each map side as HTML; the game itself is known only during a visit.

    All custom maps share a screen with an empty map.
    """
    words = Words(catalog)

    def html(side: str, screen: Embed) -> str:
        visit = arrive(PageLoad("", Link(GameId("any", side), embedded=True)))
        return to_html(view(words, replace(visit, screen=screen)))

    any_custom = custom_side(blank_sheet(next(iter(SIDES))))
    return {side: html(side, Embed()) for side in SIDES} | {CUSTOM: html(any_custom, Embed(lacks_map=True))}


def drawings_of(look: str) -> str:
    """Return the drawings from Python that belong to a look: markers to which maps refer, and the blank maps."""
    match look:
        case "map":
            return "".join(map(to_html, (map_art.markers(), *map(blank_symbol, SIDES))))
        case "beasts":
            return to_html(map_art.beast_markers())
        case _:
            return ""
