"""What the build prints into ``index.html`` and beside it: the page stands before Python has arrived."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

from app.board.map_view import blank_symbol
from app.drawing import map_art
from app.drawing.element import to_html
from app.link import Link
from app.page_load import PageLoad
from app.screens.start.screen import Start
from app.update import arrive
from app.view import view
from cartographers.game_id import GameId
from cartographers.maps import SIDES
from words import Catalogue, Words

#: The attributes that are read.
READ = ("aria-label", "title", "placeholder", "alt")


def first_screen(catalogue: Catalogue) -> str:
    """Return the start screen as HTML."""
    return to_html(view(Words(catalogue), replace(arrive(PageLoad("")), screen=Start(printed=True))))


def texts(html: str) -> list[str]:
    """Return everything in HTML that is read, in its order, as first.js finds it: texts, and the names of elements."""
    found: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
            given = dict(attrs)
            found.extend(given[name] or "" for name in READ if name in given)

        def handle_data(self, data: str) -> None:
            if data.strip():
                found.append(data)

    reader = Reader()
    reader.feed(html)
    reader.close()
    return found


def otherwise(catalogue: Catalogue, english: Catalogue) -> list[tuple[int, str]]:
    """Return the texts of the start screen that another language has in their place, each with its place."""
    theirs, ours = (texts(first_screen(words)) for words in (catalogue, english))
    pairs = enumerate(zip(theirs, ours, strict=True))
    return [(place, text) for place, (text, other) in pairs if text != other]


def embed_screens(catalogue: Catalogue) -> dict[str, str]:
    """Return the embed screen with each side of the map as HTML, without the game, which only a visit can tell."""
    words = Words(catalogue)
    links = {side: Link(GameId("any", side), embedded=True) for side in SIDES}
    return {side: to_html(view(words, arrive(PageLoad("", link)))) for side, link in links.items()}


def markers() -> str:
    """Return the markers to which maps refer, and blank maps, as a part of the page's art."""
    return to_html(map_art.markers()) + "".join(to_html(blank_symbol(side)) for side in SIDES)
