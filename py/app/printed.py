"""What the build prints into ``index.html`` and beside it: the page stands before Python has arrived."""

from __future__ import annotations

from dataclasses import replace

from app.board.map_view import blank_symbol
from app.drawing import map_art
from app.drawing.element import to_html
from app.link import Link
from app.screens.start import Start
from app.text import Catalogue, Words
from app.update import arrive
from app.view import view
from cartographers.game_id import GameId
from cartographers.maps import SIDES


def first_screen(catalogue: Catalogue) -> str:
    """Return the start screen as HTML."""
    return to_html(view(Words(catalogue), replace(arrive(""), screen=Start(printed=True))))


def embed_screens(catalogue: Catalogue) -> dict[str, str]:
    """Return the embed screen with each side of the map as HTML, without the game, which only a visit can tell."""
    words = Words(catalogue)
    links = {side: Link(GameId("any", side), embedded=True) for side in SIDES}
    return {side: to_html(view(words, arrive("", link=link))) for side, link in links.items()}


def markers() -> str:
    """Return the markers to which maps refer, and blank maps, as a part of the page's art."""
    return to_html(map_art.markers()) + "".join(to_html(blank_symbol(side)) for side in SIDES)
