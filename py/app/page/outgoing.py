"""The things that can leave the page when the player shares them."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

#: Width of a shared picture in pixels: messaging apps show it without scaling.
PICTURE_WIDTH = 1080


class Text(NamedTuple):
    """A text to share."""

    text: str


class File(NamedTuple):
    """A text to share as a file."""

    #: The file's name.
    name: str
    #: The file's content.
    text: str


class Picture(NamedTuple):
    """A drawing to share as a PNG file."""

    #: The file's name.
    name: str
    #: An SVG that takes its symbols, colors, and fonts from the page.
    drawing: str


#: The outcomes (web/share.mjs) after which a thing has left the page, as far as browsers can tell.
SENT_OUTCOMES = frozenset({"sent", "copied", "asked"})
Outgoing: TypeAlias = Text | File | Picture
