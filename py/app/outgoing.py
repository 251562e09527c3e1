"""What can leave the page when the player wants it to."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

#: What the picture of a map is wide, in pixels: messengers show it as it is.
PICTURE_WIDTH = 1080


class Text(NamedTuple):
    """A text for somebody else."""

    text: str


class File(NamedTuple):
    """A text as a file."""

    name: str
    text: str


class Picture(NamedTuple):
    """A drawing, as SVG that takes symbols, colours and letters from the page; it leaves as a PNG file."""

    name: str
    drawing: str


#: The outcomes (web/share.mjs) after which a thing has left the page, as far as a browser tells.
OUT = frozenset({"sent", "copied", "asked"})
Outgoing: TypeAlias = Text | File | Picture
