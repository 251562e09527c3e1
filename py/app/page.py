"""What the build prints into ``index.html``: the page stands before Python has arrived."""

from __future__ import annotations

from app import map_art
from app.element import to_html
from app.text import Catalogue, Words
from app.update import start
from app.view import view


def first_screen(catalogue: Catalogue) -> str:
    """Return the start screen as HTML, without a seed, which only a visit can draw."""
    return to_html(view(Words(catalogue), start(seed="")))


def markers() -> str:
    """Return the markers to which maps refer, as a part of the page's art."""
    return to_html(map_art.markers())
