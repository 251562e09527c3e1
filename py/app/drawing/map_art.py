"""The map as a picture: its sheet, its land, and the marks on it, one function for each layer.

All functions are pure and know nothing of the rules: they draw the regions that they are given. Symbols and
textures are referenced by name from ``map.svg`` and ``beasts.svg`` in ``web/looks``, and colors are custom properties,
so a theme needs no change here. No element has an id of its own, so a page may show any number of maps.
"""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import TypeAlias

from app.drawing.element import Element, h
from app.drawing.land import EXTENT, UNIT, crisp, jagged, outline
from cartographers.region import SIZE, STRIDE, Region, clusters, position, space_at, space_name, spaces

FRAME = 18
#: The view box of an ``<svg class="map">``: the map and the frame around it.
VIEW_BOX = f"{-FRAME} {-FRAME} {EXTENT + 2 * FRAME} {EXTENT + 2 * FRAME}"

#: A space, and the text on its star.
StarText: TypeAlias = tuple[int, str]
#: The spaces of each beast, by its name.
BeastSpaces: TypeAlias = tuple[tuple[str, Region], ...]

#: Number of different drawings of each terrain. With 3 or 5 of them, no two adjacent spaces get the same one.
_DRAWINGS = {"forest": 5, "village": 5, "farm": 3, "water": 5, "monster": 3, "wasteland": 0, "hero": 3, "destroyed": 3}
#: Number of different drawings of each beast: one that looks to the left, and its mirror image.
_BEAST_DRAWINGS = {"dragon": 2, "zombie": 2, "troll": 2, "gorgon": 2}
#: Symbols on the map that belong to no terrain.
_SYMBOLS = (
    *("ruins-open", "ruins-covered", "mountain-0", "mountain-1", "mountain-coin", "attacked"),
    *("mark-aim", "mark-bad", "mark-cost", "mark-star", "mark-struck"),
)
#: Terrains with small symbols across the border of two spaces.
_OVERGROWN = frozenset({"forest", "village", "water"})
#: Lines along a coast on the land's side: inset, width, opacity, and color.
_SHORES = {
    "water": ((3.6, 1.3, "0.9", "water-light"), (6.6, 1.1, "0.65", "water-light")),
    "monster": (),
    "hero": ((4.2, 1.5, "0.95", "coin"),),
}
_POOLED = ((4.0, 6.0, "0.18", "pool"),)

#: Radius of the mark on a space that a hero would attack.
_TARGET = 15

_WHOLE_MAP = f"M0 0H{EXTENT}V{EXTENT}H0Z"
_FIRST_OF_ALL_DRAWINGS = space_at(5, 5)


@lru_cache(maxsize=4)
def paper(season: str) -> Element:
    """Return the empty sheet: paper with the grid of spaces, and a frame under the season's sky."""
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


@lru_cache(maxsize=32)
def scrap(rows: int, columns: int) -> Element:
    """Return the paper of a few spaces: a grid without a frame."""
    around = f"M0 0H{UNIT * columns}V{UNIT * rows}H0Z"
    return h(
        "g",
        h("path", d=around, fill="var(--paper)"),
        h("path", d=around, fill="url(#sheet-grid)", stroke="var(--ink)", stroke_width=2.4),
        key="scrap",
    )


@lru_cache(maxsize=1)
def coordinates() -> Element:
    """Return the letters of the rows and the numbers of the columns, on the frame."""
    middle, edge = UNIT // 2, -FRAME // 2 - 1
    return h(
        "g",
        [_coordinate(space_name(space_at(row, 0))[0], edge, UNIT * row + middle) for row in range(SIZE)],
        [_coordinate(space_name(space_at(0, column))[1:], UNIT * column + middle, edge) for column in range(SIZE)],
        class_="coordinates",
        aria_hidden="true",
        key="coordinates",
    )


def _coordinate(text: str, x: int, y: int) -> Element:
    return h("g", h("rect", x=x - 10, y=y - 8, width=20, height=16, rx=3), h("text", text, x=x, y=y + 5))


def features(mountains: Region, claimed: Region, ruins: Region, wasteland: Region) -> Element:
    """Return everything that is printed on the sheet.

    Mountains show their coin unless they are ``claimed``; ``ruins`` are those that aren't filled yet.
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


def territory(terrain: str, region: Region, ruins: Region, beasts: BeastSpaces = ()) -> Element:
    """Return all land of one terrain, or all destroyed spaces, cluster by cluster.

    Ruins under it appear as badges. Spaces of ``beasts`` have the beast's symbol instead of the terrain's.
    """
    return h(
        "g",
        [_land(terrain, cluster, _within(cluster, beasts)) for cluster in clusters(region)],
        _badges(region & ruins),
        class_=f"territory {terrain}",
        key=terrain,
    )


def attacks(region: Region) -> Element:
    """Return the swords that the attacks of heroes leave on spaces."""
    return h("g", [_symbol("attacked", space) for space in spaces(region)], class_="attacks", key="attacks")


def overview(
    grounds: tuple[tuple[str, Region], ...], mountains: Region, ruins: Region, beasts: BeastSpaces = ()
) -> Element:
    """Return a whole map in few strokes, for a small picture; ``grounds`` are kinds of land with their spaces.

    A page may have a dozen of them, so each kind is a single outline with its texture. Only beasts have symbols.
    """
    return h(
        "g",
        _square(0, EXTENT, fill="var(--paper)", stroke_width=6),
        [_ground(kind, region) for kind, region in grounds],
        [_symbol("ruins-open", space) for space in spaces(ruins)],
        [_mountain(space) for space in spaces(mountains)],
        [_beast(name, space) for name, region in beasts for space in spaces(region)],
    )


@lru_cache(maxsize=256)
def _ground(kind: str, region: Region) -> Element:
    coast = _coast(kind, region)
    color = "stone" if kind == "wasteland" else kind
    return h(
        "g",
        h("path", d=coast, fill=f"var(--{color})"),
        _stroke(coast, "outline", 4, fill=f"url(#{kind}-texture)"),
        key=kind,
    )


@lru_cache(maxsize=64)
def ghost(
    terrain: str,
    region: Region,
    *,
    legal: bool,
    offending: Region = 0,
    ruins: Region = 0,
    attack: Region = 0,
    struck: Region = 0,
    beast: str = "",
) -> Element:
    """Return the shape that the player is placing, lifted off the sheet; perhaps the shape of a ``beast``.

    A legal ghost looks like the land that it will become, with a bold outline. An illegal ghost is hatched, with a
    dashed outline and a cross on each offending space, and the map shows through. Nobody can mistake it for land, even
    without color.

    A hero's attack is shown before it happens: a dashed line to a sword on each attacked space, and a cross on each
    struck space, whose monster it would destroy. The same sword then stays on attacked spaces, and the same cross on
    destroyed ones.
    """
    if legal:
        coast = _coast(terrain, region)
        body = [
            h("g", _stroke(coast, "shade", 9, opacity="0.32"), transform="translate(0 4)"),
            _stroke(coast, "ring", 11.5),
            _stroke(coast, "halo", 8.5),
            *(_land(terrain, cluster, _whole(beast, cluster), lifted=True) for cluster in clusters(region)),
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
    # A different drawing is a new element: replacing it costs less than changing it stroke by stroke.
    return h(
        "g",
        _rays(region, attack) if attack else None,
        body,
        [_mark("mark-aim", space) for space in spaces(attack & ~struck)],
        [_mark("mark-struck", space) for space in spaces(struck)],
        class_="ghost legal" if legal else "ghost illegal",
        key=f"ghost-{terrain}-{legal}-{region:x}-{offending:x}-{ruins:x}-{attack:x}-{struck:x}-{beast}",
    )


def inked(terrain: str, region: Region) -> Element:
    """Return the pen stroke around a new shape, which appears for a moment after Confirm."""
    return h("g", _stroke(_coast(terrain, region), "glow", 5, pathLength="1"), class_="inked", key=f"inked-{region:x}")


def lit(region: Region, stars: tuple[StarText, ...] = (), costs: tuple[StarText, ...] = ()) -> Element:
    """Return a light on spaces that earn or cost stars, with the stars of each, and a shade on the rest of the map.

    Spaces that cost stars get a different symbol from the gold star.
    """
    edge = crisp(region)
    return h(
        "g",
        h("path", d=_WHOLE_MAP + edge, fill="var(--veil)", fill_rule="evenodd", opacity=0.42),
        _stroke(edge, "glow", 9, opacity="0.5"),
        _stroke(edge, "outline", 5.6),
        _stroke(edge, "glow", 3),
        [_star("star", space, text) for space, text in stars],
        [_star("cost", space, text) for space, text in costs],
        class_="lit",
        aria_hidden="true",
        key="lit",
    )


def shade() -> Element:
    """Return a shade over the whole map, for an ambush that hasn't landed yet."""
    return h("path", d=_WHOLE_MAP, fill="var(--veil)", opacity=0.42, class_="shade", key="shade")


def flourish() -> Element:
    """Return the golden frame of a finished map: a line inside its border, and a knot in each corner."""
    middle, reach = EXTENT / 2, EXTENT / 2 + 5
    knot = "M0 26C-9 20-9 9 0 4C9 9 9 20 0 26M26 0C20-9 9-9 4 0C9 9 20 9 26 0M4 4C14 6 22 14 24 24C14 22 6 14 4 4"
    corners = [
        h("path", d=knot, transform=f"translate({middle} {middle}) rotate({90 * turn}) translate({-reach} {-reach})")
        for turn in range(4)
    ]
    return h(
        "g",
        h("rect", x=-5, y=-5, width=EXTENT + 10, height=EXTENT + 10, pathLength=1),
        h("g", corners, class_="knots"),
        class_="flourish",
        key="flourish",
    )


def walker(region: Region, beast: str = "") -> Element:
    """Return the outline and the face of a monster or a beast that is looking for a place; the map shows through."""
    coast = jagged(region)
    return h(
        "g",
        h("path", d=coast, fill="var(--monster)", opacity=0.72),
        _stroke(coast, "ring", 8.5),
        _stroke(coast, "halo", 6.5),
        _stroke(coast, "monster-line", 3, stroke_dasharray="7 3.5"),
        h("g", _glyphs("monster", region, _whole(beast, region)), opacity=0.9),
        class_="walker",
        key="walker",
    )


def pickable(region: Region) -> Element:
    """Return a frame on each space that the player can pick."""
    frames = "".join(crisp(1 << space, 4.5) for space in spaces(region))
    return h(
        "g",
        _stroke(frames, "outline", 5.6, fill="var(--glow)", fill_opacity="0.18"),
        _stroke(frames, "glow", 3, stroke_dasharray="6 4"),
        class_="pickable",
        key="pickable",
    )


def arrivals(terrain: str, region: Region) -> Element:
    """Return a light around spaces that players or monsters have just filled."""
    coast = _coast(terrain, region)
    return h(
        "g",
        _stroke(coast, "glow", 13, opacity="0.45"),
        _stroke(coast, "outline", 6.4),
        _stroke(coast, "glow", 3.6),
        class_="arrivals",
        key=f"arrivals-{region:x}",
    )


@lru_cache(maxsize=16)
def miniature(terrain: str, beast: str = "") -> Element:
    """Return a picture of one space of a terrain or of a beast, for a button."""
    row, column = position(_FIRST_OF_ALL_DRAWINGS)
    space = 1 << _FIRST_OF_ALL_DRAWINGS
    return h(
        "svg",
        _land(terrain, space, _whole(beast, space)),
        class_="miniature",
        viewBox=f"{UNIT * column - 3} {UNIT * row - 3} {UNIT + 6} {UNIT + 6}",
        aria_hidden="true",
    )


@lru_cache(maxsize=4)
def portrait(beast: str) -> Element:
    """Return a beast's symbol on a tile, for a button or a sentence."""
    return h(
        "svg",
        h("rect", width=UNIT, height=UNIT, rx=9, fill="var(--monster)"),
        h("rect", x=1.2, y=1.2, width=UNIT - 2.4, height=UNIT - 2.4, rx=8, fill="none", stroke="var(--monster-light)"),
        h("use", href=f"#{beast}-0"),
        class_="portrait",
        viewBox=f"0 0 {UNIT} {UNIT}",
        aria_hidden="true",
    )


@lru_cache(maxsize=256)  # about 15 KB each
def _land(terrain: str, cluster: Region, beasts: BeastSpaces = (), *, lifted: bool = False) -> Element:
    """Return one cluster as land: ground, shore, texture, ink line, symbols.

    It bleeds into the paper unless lifted.
    """
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
        _glyphs(terrain, cluster, beasts),
        class_="land",
        key=f"land-{(cluster & -cluster).bit_length() - 1}",
    )


def _coast(terrain: str, region: Region) -> str:
    return jagged(region) if terrain == "monster" else outline(region)


def _within(cluster: Region, beasts: BeastSpaces) -> BeastSpaces:
    """Return the spaces of beasts in a cluster."""
    return tuple((name, region & cluster) for name, region in beasts if region & cluster)


def _whole(beast: str, region: Region) -> BeastSpaces:
    """Return a whole region as the spaces of a beast, if there is a beast."""
    return ((beast, region),) if beast else ()


def _glyphs(terrain: str, cluster: Region, beasts: BeastSpaces = ()) -> list[Element]:
    """Return the symbols of the terrain or of beasts for each space, from top to bottom: lower ones are in front."""
    drawings = _DRAWINGS[terrain]
    if not drawings:
        return []
    overgrown = terrain in _OVERGROWN
    beast_of = {space: name for name, region in beasts for space in spaces(region)}
    glyphs = []
    for space in spaces(cluster):
        if space in beast_of:
            glyphs.append(_beast(beast_of[space], space))
            continue
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
    return _stamp(name, space, UNIT * column, UNIT * row)


def _mountain(space: int) -> Element:
    row, column = position(space)
    return _symbol(f"mountain-{(row + column // 2) % 2}", space)


def _beast(name: str, space: int) -> Element:
    """Return a beast's symbol; those in adjacent spaces are mirror images."""
    return _symbol(f"{name}-{sum(position(space)) % _BEAST_DRAWINGS[name]}", space)


def _rays(hero: Region, attack: Region) -> Element:
    """Return a dashed line from the hero to the sword on each attacked space."""
    x, y = _center(hero.bit_length() - 1)
    lines = ""
    for space in spaces(attack):
        to_x, to_y = _center(space)
        near = 1 - _TARGET / hypot(to_x - x, to_y - y) if (to_x, to_y) != (x, y) else 0
        lines += f"M{x} {y}L{x + near * (to_x - x):.1f} {y + near * (to_y - y):.1f}"
    return h("g", _stroke(lines, "strike-edge", 7), _stroke(lines, "strike", 3.2, stroke_dasharray="6 4.5"), key="rays")


def _star(kind: str, space: int, text: str) -> Element:
    x, y = _center(space)
    return h("g", _mark(f"mark-{kind}", space), h("text", text, x=x, y=y + 5), class_=kind, key=f"{kind}-{space}")


def _mark(name: str, space: int) -> Element:
    return _stamp(name, space, *_center(space))


def _stamp(name: str, space: int, x: int, y: int) -> Element:
    """Return a symbol as the marker at the start of a path, the fastest way for a browser to repeat a symbol.

    A ``use`` would copy all elements of the symbol, each with a coordinate system of its own.
    """
    return h("path", d=f"M{x} {y}h0", marker_start=f"url(#{name}-marker)", key=f"{name}-{space}")


def markers() -> Element:
    """Return a marker for each symbol in ``map.svg``, for a page that shows maps."""
    names = [f"{terrain}-{number}" for terrain, drawings in _DRAWINGS.items() for number in range(drawings)]
    names += [f"{terrain}-{side}" for terrain in sorted(_OVERGROWN) for side in ("east", "south")]
    return h("defs", [_marker(name) for name in (*names, *_SYMBOLS)])


def beast_markers() -> Element:
    """Return a marker for each symbol in ``beasts.svg``, which an embed doesn't need before its game."""
    names = [f"{beast}-{number}" for beast, drawings in _BEAST_DRAWINGS.items() for number in range(drawings)]
    return h("defs", [_marker(name) for name in names])


def _marker(name: str) -> Element:
    return h(
        "marker",
        h("use", href=f"#{name}"),
        id=f"{name}-marker",
        markerUnits="userSpaceOnUse",
        markerWidth=UNIT,
        markerHeight=UNIT,
        overflow="visible",
    )


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
    """Return the frame's scale bar: every other half space has the season's color."""
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
