"""The map as a picture: its sheet, its land and the marks on it, one function for each layer.

All are pure and say nothing of rules: they draw the regions they are given. Symbols and textures are referenced by
name from ``web/art/map.svg``, colours are the custom properties of ``web/map.css``, so a theme repaints everything
without a word from here. Nothing here has an id of its own, and a page may show any number of maps.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from app.element import Element, h
from app.land import EXTENT, UNIT, crisp, jagged, outline
from cartographers.region import STRIDE, Region, clusters, position, space_at, spaces

FRAME = 18
#: What an ``<svg class="map">`` shows: the map and the frame around it.
VIEW_BOX = f"{-FRAME} {-FRAME} {EXTENT + 2 * FRAME} {EXTENT + 2 * FRAME}"

#: A space, and the text on the star that it shows.
StarText: TypeAlias = tuple[int, str]

#: How many drawings of a space each terrain has. With 3 or 5 of them, no neighbours get the same one.
_DRAWINGS = {"forest": 5, "village": 5, "farm": 3, "water": 5, "monster": 3, "wasteland": 0}
#: Terrains with something small to draw across the border of two of their spaces.
_OVERGROWN = frozenset({"forest", "village", "water"})
#: Lines along the coast on the land's side, as how far inside, how wide, how strong, and which colour.
_SHORES = {
    "water": ((3.6, 1.3, "0.9", "water-light"), (6.6, 1.1, "0.65", "water-light")),
    "monster": (),
}
_POOLED = ((4.0, 6.0, "0.18", "pool"),)

_WHOLE_MAP = f"M0 0H{EXTENT}V{EXTENT}H0Z"
_FIRST_OF_ALL_DRAWINGS = space_at(5, 5)


@lru_cache(maxsize=4)
def paper(season: str) -> Element:
    """Return the empty sheet: paper with the grid of spaces, and a frame under the sky of that season."""
    sheet_size = EXTENT + 2 * FRAME
    return h(
        "g",
        _square(-FRAME, sheet_size, fill="var(--paper-edge)"),
        _square(-FRAME + 1, sheet_size - 2, fill="var(--paper)", stroke_width=1.6),
        _band(),
        _square(-3, EXTENT + 6, fill="var(--paper)", stroke_width=2.4),
        h("ellipse", cx=120, cy=300, rx=110, ry=80, fill="url(#sheet-stain)"),
        h("ellipse", cx=330, cy=110, rx=130, ry=70, fill="url(#sheet-stain)"),
        h("use", href="#sheet-contours"),
        _square(-2, EXTENT + 4, fill="url(#sheet-vignette)"),
        _square(0, EXTENT, fill="url(#sheet-grid)"),
        [_medallion(season, x, y) for y in (-7.5, EXTENT + 7.5) for x in (-7.5, EXTENT + 7.5)],
        class_=f"paper season-{season}",
        key="paper",
    )


def features(mountains: Region, claimed: Region, ruins: Region, wasteland: Region) -> Element:
    """Return what is printed on the sheet.

    Mountains show their coin unless they are among the claimed; the ruins are those on which nothing is drawn yet.
    """
    return h(
        "g",
        [_land("wasteland", cluster) for cluster in clusters(wasteland)],
        [_symbol("ruins-open", space) for space in spaces(ruins)],
        [_mountain(space) for space in spaces(mountains)],
        [_symbol("mountain-coin", space) for space in spaces(mountains & ~claimed)],
        class_="features",
        key="features",
    )


def territory(terrain: str, region: Region, ruins: Region) -> Element:
    """Return all that is drawn of one terrain, cluster by cluster; ruins under it show as badges."""
    return h(
        "g",
        [_land(terrain, cluster) for cluster in clusters(region)],
        _badges(region & ruins),
        class_=f"territory {terrain}",
        key=terrain,
    )


@lru_cache(maxsize=64)
def ghost(terrain: str, region: Region, *, legal: bool, offending: Region = 0, ruins: Region = 0) -> Element:
    """Return the shape being placed, lifted off the sheet.

    A legal one is the land that it will become, in a bold line. An illegal one is hatched in a broken line, lets the
    map be seen through, and has a cross on each offending space: without colour, too, it looks like no land.
    """
    if legal:
        coast = _coast(terrain, region)
        body = [
            h("g", _stroke(coast, "shade", 9, opacity="0.32"), transform="translate(0 4)"),
            _stroke(coast, "ring", 11.5),
            _stroke(coast, "halo", 8.5),
            *(_land(terrain, cluster, lifted=True) for cluster in clusters(region)),
            *_badges(region & ruins),
        ]
    else:
        around = crisp(region, -2.8)
        body = [
            _stroke(around, "ring", 6),
            _stroke(around, "halo", 3.6),
            _stroke(crisp(region, 0.6), "bad", 3.6, fill="url(#ghost-hatch)", stroke_dasharray="9 5.5"),
            *(_mark("mark-bad", space) for space in spaces(offending)),
        ]
    return h("g", body, class_="ghost legal" if legal else "ghost illegal", key="ghost")


def lit(region: Region, stars: tuple[StarText, ...]) -> Element:
    """Return a light on the spaces that earned stars, the rest of the map in the shade, and the stars themselves."""
    edge = crisp(region)
    return h(
        "g",
        h("path", d=_WHOLE_MAP + edge, fill="var(--veil)", fill_rule="evenodd", opacity=0.42),
        _stroke(edge, "glow", 9, opacity="0.5"),
        _stroke(edge, "outline", 5.6),
        _stroke(edge, "glow", 3),
        [_star(space, text) for space, text in stars],
        class_="lit",
        aria_hidden="true",
        key="lit",
    )


def walker(region: Region) -> Element:
    """Return the shape of a monster that looks for a place to land: its outline and eyes, the map seen through it."""
    coast = jagged(region)
    return h(
        "g",
        h("path", d=coast, fill="var(--monster)", opacity=0.72),
        _stroke(coast, "ring", 8.5),
        _stroke(coast, "halo", 6.5),
        _stroke(coast, "monster-line", 3, stroke_dasharray="7 3.5"),
        h("g", _glyphs("monster", region), opacity=0.9),
        class_="walker",
        key="walker",
    )


@lru_cache(maxsize=8)
def miniature(terrain: str) -> Element:
    """Return a picture of a single space of a terrain, for a button that says which terrain it is."""
    row, column = position(_FIRST_OF_ALL_DRAWINGS)
    return h(
        "svg",
        _land(terrain, 1 << _FIRST_OF_ALL_DRAWINGS),
        class_="miniature",
        viewBox=f"{UNIT * column - 3} {UNIT * row - 3} {UNIT + 6} {UNIT + 6}",
        aria_hidden="true",
    )


@lru_cache(maxsize=1024)
def _land(terrain: str, cluster: Region, *, lifted: bool = False) -> Element:
    """Return one cluster as land: ground, shore, texture, ink line, glyphs; unless lifted, it bleeds into the paper."""
    coast = _coast(terrain, cluster)
    ink = "monster-line" if terrain == "monster" else "outline"
    ground = "stone" if terrain == "wasteland" else terrain
    return h(
        "g",
        None if lifted else _stroke(coast, "bleed", 10, opacity="0.16"),
        h("path", d=coast, fill=f"var(--{ground})"),
        [
            _stroke(outline(cluster, inset), color, width, opacity=opacity)
            for inset, width, opacity, color in _SHORES.get(terrain, _POOLED)
        ],
        _stroke(coast, ink, 3.8 if lifted else 2.2, fill=f"url(#{terrain}-texture)"),
        _glyphs(terrain, cluster),
        class_="land",
        key=f"land-{(cluster & -cluster).bit_length() - 1}",
    )


def _coast(terrain: str, region: Region) -> str:
    return jagged(region) if terrain == "monster" else outline(region)


def _glyphs(terrain: str, cluster: Region) -> list[Element]:
    """Return the terrain's symbols for each space, the upper before the lower ones, which stand in front of them."""
    drawings = _DRAWINGS[terrain]
    if not drawings:
        return []
    overgrown = terrain in _OVERGROWN
    glyphs = []
    for space in spaces(cluster):
        row, column = position(space)
        glyphs.append(_symbol(f"{terrain}-{(2 * row + column) % drawings}", space))
        if overgrown and cluster >> space + 1 & 1:
            glyphs.append(_symbol(f"{terrain}-east", space))
        if overgrown and cluster >> space + STRIDE & 1:
            glyphs.append(_symbol(f"{terrain}-south", space))
    return glyphs


def _badges(ruins: Region) -> list[Element]:
    return [_symbol("ruins-covered", space) for space in spaces(ruins)]


def _symbol(name: str, space: int) -> Element:
    row, column = position(space)
    return h("use", href=f"#{name}", x=UNIT * column, y=UNIT * row, key=f"{name}-{space}")


def _mountain(space: int) -> Element:
    row, column = position(space)
    return _symbol(f"mountain-{(row + column // 2) % 2}", space)


def _star(space: int, text: str) -> Element:
    x, y = _center(space)
    return h(
        "g",
        _mark("mark-star", space),
        h("text", text, x=x, y=y + 5, fill="var(--star-ink)"),
        class_="star",
        key=f"star-{space}",
    )


def _mark(name: str, space: int) -> Element:
    x, y = _center(space)
    return h("use", href=f"#{name}", x=x, y=y, key=f"{name}-{space}")


def _center(space: int) -> tuple[int, int]:
    row, column = position(space)
    return UNIT * column + UNIT // 2, UNIT * row + UNIT // 2


def _stroke(path: str, color: str, width: float, fill: str = "none", **more: str) -> Element:
    return h("path", d=path, fill=fill, stroke=f"var(--{color})", stroke_width=width, stroke_linejoin="round", **more)


def _square(start: float, size: float, fill: str, stroke_width: float = 0) -> Element:
    stroke = "var(--ink)" if stroke_width else None
    return h(
        "rect", x=start, y=start, width=size, height=size, fill=fill, stroke=stroke, stroke_width=stroke_width or None
    )


def _band() -> Element:
    """Return the frame's scale bar: half spaces in turn filled with the season's colour."""
    half, near, width = UNIT // 2, -14, 6
    far = EXTENT - near - width
    bars = "".join(
        f"M{at} {edge}h{half}v{width}h{-half}ZM{edge} {at}v{half}h{width}v{-half}Z"
        for at in range(0, EXTENT, UNIT)
        for edge in (near, far)
    )
    ring = "".join(f"M{-at} {-at}H{EXTENT + at}V{EXTENT + at}H{-at}Z" for at in (-near, -near - width))
    return h("g", h("path", d=bars, fill="var(--season)"), _stroke(ring, "ink", 1), key="band")


def _medallion(season: str, x: float, y: float) -> Element:
    return h(
        "g",
        h("circle", r=10.6, fill="var(--paper)", stroke="var(--ink)", stroke_width=1.6),
        h("use", href=f"#season-{season}"),
        transform=f"translate({x} {y})",
    )
