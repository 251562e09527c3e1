"""The link preview: the picture that messaging apps show for a link to the page, and the tags that name it.

The picture is drawn with the page's own map, emblem, and font, and in the colors of the first theme. The page itself
never loads it. A library renders it, so no browser is needed. That takes a second or two, so the picture is saved until
one of its inputs changes.
"""

import os
import re
import struct
import zlib
from collections.abc import Iterable
from dataclasses import replace
from html import escape
from itertools import chain

from app.arrival.link import readable_address
from app.board.map_view import map_picture
from app.drawing.element import Element, h, to_html
from app.screens.parts.scenery import FINISHED_MAP
from cartographers.diagram import read_diagram
from tasks.installed import MODULES
from tasks.made import made
from words import Catalog

#: The size that messaging apps expect; other pictures are cropped or shown small.
WIDTH, HEIGHT = 1200, 630
#: The second font supplies the letters that the first one lacks.
FACES = (
    MODULES / "@fontsource/alegreya/files/alegreya-latin-700-italic.woff2",
    MODULES / "@fontsource/gowun-batang/files/gowun-batang-korean-700-normal.woff2",
)
SEASON = "summer"
#: The baseline, size, and color of each line: the title, and the two lines below it.
_LOOKS = ((418, 122, "text"), (484, 43, "text"), (536, 33, "text-dim"))
_LOOKS_ABOVE_ADDRESS = ((396, 110, "text"), (457, 40, "text"), (500, 31, "text-dim"))
#: Limits the address's width: font size times number of letters is at most this.
_LETTERS = 1_500


def tags(words: Catalog, picture: str, above: str = "") -> list[str]:
    """Return the tags that describe the page and its picture, whose address in the site is ``picture``.

    Messaging apps need absolute addresses. The environment variable ``SITE_URL`` holds the site's address; without it,
    the address begins in the folder ``above`` the page.
    """
    site = os.environ.get("SITE_URL", "").rstrip("/")
    about = escape(words["page.about"])
    named = {
        "title": words["app.name"],
        "type": "website",
        "image": f"{site}/{picture}" if site else f"{above}{picture}",
        "image:width": str(WIDTH),
        "image:height": str(HEIGHT),
        "image:alt": words["page.picture"],
    }
    return [
        f'<meta name="description" property="og:description" content="{about}">',
        *(f'<meta property="og:{name}" content="{escape(text)}">' for name, text in named.items()),
        '<meta name="twitter:card" content="summary_large_image">',
    ]


def picture(style: str, drawings: str, words: Catalog) -> bytes:
    """Return the picture as a PNG file: a title, a line, and the note on a map, in the colors of a style."""
    [pixels] = made("preview.mjs", [drawing(style, drawings, words).encode()], *FACES)
    return png(pixels)


def drawing(style: str, drawings: str, words: Catalog) -> str:
    """Return the picture as an SVG file that needs no style sheet."""
    colors = dict(
        chain.from_iterable(
            re.findall(r"(--[\w-]+): ?([^;]+)", block)
            for block in re.findall(rf"(?:^|\}})(?::root|\.season-{SEASON})\{{(.*?)(?=\}})", style)
        )
    )

    def read_color(found: re.Match[str]) -> str:
        name, otherwise = found.groups()
        return colors[name] if name in colors or otherwise is None else otherwise

    lines = (words["app.name"], words["app.tagline"], words["page.note"])
    address = readable_address(os.environ.get("SITE_URL", ""))
    shown = "".join(map(to_html, (_sheet(words["page.picture"]), _cartouche(), _lines(lines, address))))
    size = f'width="{WIDTH}" height="{HEIGHT}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><svg width="0" height="0">{drawings}</svg>{shown}</svg>'
    return re.sub(r"var\((--[\w-]+)(?:,([^()]*))?\)", read_color, svg)


def _sheet(alt: str) -> Element:
    """Return the upper half of the sheet on the desk, as wide as the picture."""
    margin = 10
    size = WIDTH - 2 * margin
    sheet = map_picture(SEASON, read_diagram(FINISHED_MAP), alt)
    place = {"x": str(margin), "y": str(margin), "width": str(size), "height": str(size)}
    return h(
        "g",
        h("path", d=f"M0 0H{WIDTH}V{HEIGHT}H0Z", fill="var(--desk-deep)"),
        replace(sheet, attributes=sheet.attributes | place),
    )


def _cartouche() -> Element:
    """Return the cartouche, the title frame of old maps, with the emblem in its arch."""
    return h(
        "g",
        h("path", d=_edge(-3), fill="var(--shade)", opacity=0.4, transform="translate(0 10)"),
        h("path", d=_edge(0), fill="var(--sheet)", stroke="var(--ink)", stroke_width=6),
        h("path", d=_edge(15), fill="none", stroke="var(--ink)", stroke_width=8),
        h("path", d=_edge(15), fill="none", stroke="var(--brass)", stroke_width=5),
        h("use", href="#emblem", x=-200, y=58, width=400, height=240),
        transform=f"translate({WIDTH // 2} 0)",
    )


def _edge(inset: int) -> str:
    """Return the cartouche's outline, or a line inside it; the corners are hollow."""
    side, top, bottom = 390 - inset, 284 + inset, 580 - inset
    arch, crest, corner = 250 - inset, 22 + inset, 36
    hollow = f"a{corner} {corner} 0 0 0"
    return (
        f"M{corner - side} {top}H{-arch}A{arch} {top - crest} 0 0 1 {arch} {top}"
        f"H{side - corner}{hollow} {corner} {corner}V{bottom - corner}{hollow} {-corner} {corner}"
        f"H{corner - side}{hollow} {-corner} {-corner}"
        f"V{top + corner}{hollow} {corner} {-corner}Z"
    )


def _lines(lines: Iterable[str], address: str) -> Element:
    """Return the title, the two lines below it, and the site's address if it is known."""
    looks: Iterable[tuple[int, int, str]] = _LOOKS
    if address:
        lines = (*lines, address)
        looks = (*_LOOKS_ABOVE_ADDRESS, (545, min(33, _LETTERS // len(address)), "text"))
    return h(
        "g",
        *(
            h("text", text, x=WIDTH // 2, y=y, fill=f"var(--{color})", font_size=size)
            for text, (y, size, color) in zip(lines, looks, strict=True)
        ),
        font_family="Alegreya, Gowun Batang",
        font_style="italic",
        font_weight=700,
        text_anchor="middle",
    )


def png(pixels: bytes) -> bytes:
    """Return a PNG file without transparency, from pixels of four bytes each.

    It uses no filters: filters would enlarge a picture with such flat colors, and some messaging apps reject large
    pictures.
    """
    colors = bytearray(3 * WIDTH * HEIGHT)
    for channel in range(3):
        colors[channel::3] = pixels[channel::4]
    rows = b"".join(b"\0" + colors[start : start + 3 * WIDTH] for start in range(0, len(colors), 3 * WIDTH))
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)),
        (b"IDAT", *made("compress.mjs", [rows], "deflate")),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    )
