"""The map on the page: the picture, and over it the grid of spaces that is tapped, read aloud and found by tests."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from app.drawing import map_art
from app.drawing.element import Element, h
from app.drawing.land import EXTENT, UNIT
from app.game.ghost import Ghost, kind
from cartographers.beast import Beast
from cartographers.maps import blank_sheet
from cartographers.region import ROWS, SIZE, STRIDE, Region, position, space_at, space_name, spaces
from cartographers.rules import Objection, Reason
from cartographers.scoring import Awards, one_by_one
from cartographers.sheet import Sheet
from cartographers.state import Ply
from cartographers.terrain import Terrain
from words import Words, number

#: The ghost's layer shows this many map units to every side of the middle of the map.
_REACH = 180
#: What a small picture of a map shows.
_SMALL = f"-3 -3 {EXTENT + 6} {EXTENT + 6}"
_ABOUT_MIDDLE = f"{EXTENT // 2 - _REACH} {EXTENT // 2 - _REACH} {2 * _REACH} {2 * _REACH}"


def map_view(
    words: Words,
    season: str,
    sheet: Sheet,
    marks: Iterable[Element],
    ghost: Element | None,
    under_ghost: Region,
    *,
    coordinates: bool = False,
) -> Element:
    """Return a sheet as a map, with marks over the land, and over these a ghost, under which spaces are selected.

    ``coordinates`` puts letters and numbers on the frame.

    Every part is a layer of its own, so that the browser paints no other one again when it changes. The topmost are the
    spaces, which can be pressed and are not to be seen.
    """
    return h(
        "div",
        _paper(season),
        _layer(map_art.coordinates()) if coordinates else None,
        _land(sheet),
        [_layer(mark) for mark in marks],
        ghost,
        h(
            "svg",
            [
                _row(row, names, under_ghost >> STRIDE * row & ROWS[0])
                for row, names in enumerate(_space_names(words, sheet))
            ],
            class_="layer spaces",
            viewBox=map_art.VIEW_BOX,
            role="grid",
            aria_label=words("map"),
            tabindex="0",
            key="spaces",
        ),
        class_="map",
    )


@lru_cache(maxsize=16)
def _grounds(sheet: Sheet) -> tuple[Element, ...]:
    """Return the land on a sheet from below, one piece for each kind."""
    letters = tuple((beast.letter, sheet.lair(beast)) for beast in Beast if sheet.lair(beast))
    return (
        *(_territory(kind, region, sheet.ruins & region) for kind, region in _drawn(sheet).items() if region),
        _features(sheet.mountain, sheet.surrounded_mountains, sheet.open_ruins, sheet.wasteland),
        *([map_art.attacks(sheet.attacked)] if sheet.attacked else []),
        *([map_art.beasts(letters)] if letters else []),
    )


def _drawn(sheet: Sheet) -> dict[str, Region]:
    """Return the spaces of each kind of ground that players make, by its word."""
    return {terrain.value: sheet.spaces_of(terrain) for terrain in Terrain} | {"destroyed": sheet.destroyed}


# The parts that a new sheet shares with the last one must be the same objects: then they cost the browser nothing.
_territory = lru_cache(maxsize=32)(map_art.territory)
_features = lru_cache(maxsize=8)(map_art.features)


@lru_cache(maxsize=4)
def _paper(season: str) -> Element:
    return _layer(map_art.paper(season))


@lru_cache(maxsize=16)
def _land(sheet: Sheet) -> tuple[Element, ...]:
    return tuple(map(_layer, _grounds(sheet)))


def _layer(drawing: Element) -> Element:
    return h("svg", drawing, class_="layer", viewBox=map_art.VIEW_BOX, aria_hidden="true", key=drawing.key)


def small_map(sheet: Sheet, label: str) -> Element:
    """Return a sheet as a small picture."""
    return _small(_overview(sheet), label)


def blank_map(side: str, label: str) -> Element:
    """Return the sheet of a map side as a small picture before anything is drawn; it takes :func:`blank_symbol`."""
    return _small(h("use", href=f"#blank-{side.lower()}"), label)


def blank_symbol(side: str) -> Element:
    """Return the symbol of a map side, which the build puts into the page's art, so that no visitor waits for it."""
    return h("symbol", _overview(blank_sheet(side)), id=f"blank-{side.lower()}", viewBox=_SMALL)


def _small(drawing: Element, label: str) -> Element:
    return h("svg", drawing, class_="map", viewBox=_SMALL, role="img", aria_label=label)


def _overview(sheet: Sheet) -> Element:
    kinds = _drawn(sheet) | {"wasteland": sheet.wasteland}
    grounds = tuple((kind, region) for kind, region in kinds.items() if region)
    return map_art.overview(grounds, sheet.mountain, sheet.open_ruins)


def map_picture(season: str, sheet: Sheet, label: str, *marks: Element) -> Element:
    """Return a sheet as a picture without spaces to press, with marks on it."""
    return h(
        "svg",
        map_art.paper(season),
        h("g", _grounds(sheet), class_="sheet"),
        marks,
        class_="map",
        viewBox=map_art.VIEW_BOX,
        role="img",
        aria_label=label,
    )


def excerpt(sheet: Sheet, label: str, *marks: Element | None, unit: int) -> Element:
    """Return a sheet of any size as a picture of its spaces alone, with marks on them; a space is ``unit`` pixels."""
    rows, columns = (last + 1 for last in map(max, zip(*map(position, spaces(sheet.land)), strict=True)))
    width, height = UNIT * columns + 4, UNIT * rows + 4
    return h(
        "svg",
        map_art.scrap(rows, columns),
        _grounds(sheet),
        marks,
        class_="excerpt",
        width=width * unit // UNIT,
        height=height * unit // UNIT,
        viewBox=f"-2 -2 {width} {height}",
        role="img",
        aria_label=label,
    )


@lru_cache(maxsize=16)
def _space_names(words: Words, sheet: Sheet) -> tuple[tuple[str, ...], ...]:
    """Return each space's name and what is on it, as a screen reader says it, row by row."""
    fillings = _drawn(sheet) | {"mountain": sheet.mountain, "wasteland": sheet.wasteland}
    fillings |= {beast.value: sheet.lair(beast) for beast in Beast}  # says more than that it is a monster
    filled = {space: words(f"terrain.{what}") for what, region in fillings.items() for space in spaces(region)}

    def name(space: int) -> str:
        on_ruins = sheet.ruins >> space & 1
        if space in filled:
            key = "space.on-ruins" if on_ruins else "space.filled"
        else:
            key = "space.ruins" if on_ruins else "space.empty"
        text = words(key, name=space_name(space), terrain=filled.get(space, ""))
        return words("space.attacked", space=text) if sheet.attacked >> space & 1 else text

    return tuple(tuple(name(space_at(row, column)) for column in range(SIZE)) for row in range(SIZE))


@lru_cache(maxsize=128)
def _row(row: int, names: tuple[str, ...], selected: int) -> Element:
    return h(
        "g",
        [
            h(
                "rect",
                x=UNIT * column,
                y=UNIT * row,
                width=UNIT,
                height=UNIT,
                role="gridcell",
                id=f"space-{space_name(space_at(row, column))}",
                data_space=space_at(row, column),
                aria_label=name,
                aria_selected="true" if selected >> column & 1 else "false",
            )
            for column, name in enumerate(names)
        ],
        role="row",
        key=f"row-{row}",
    )


def ghost_mark(ghost: Ghost, ply: Ply, against: Objection | None, sheet: Sheet) -> Element:
    """Return the ghost, crossed out where the rules object, with what a hero would attack and strike.

    It is drawn as if its pivot lay in the middle of the map, and its layer is moved to where it lies: so that a move
    leaves the drawing as it is, and the browser has only to shift a picture.
    """
    middle = SIZE // 2
    shift = space_at(middle, middle) - space_at(ghost.row, ghost.column)

    def carried(region: Region) -> Region:
        return region << shift if shift > 0 else region >> -shift

    offending = against.spaces if against and against.reason is not Reason.RUINS else 0
    return h(
        "svg",
        map_art.ghost(
            kind(ply.terrain),
            carried(ply.region),
            legal=against is None,
            offending=carried(offending),
            ruins=carried(ply.region & sheet.ruins),
            attack=carried(ply.attack),
            struck=carried(ply.attack & sheet.monster),
        ),
        class_=f"layer lifted row-{ghost.row} column-{ghost.column}",
        viewBox=_ABOUT_MIDDLE,
        aria_hidden="true",
        key="lifted",
    )


def ruins_mark(must_cover: Region) -> Element:
    """Return rings around the ruins; the shape must cover one of them."""
    return rings("due", must_cover)


def rings(name: str, region: Region) -> Element:
    """Return a ring around each space, as a mark with a name."""
    circles = [
        h("circle", cx=UNIT * column + UNIT / 2, cy=UNIT * row + UNIT / 2, r=UNIT * 0.46)
        for row, column in map(position, spaces(region))
    ]
    return h("g", circles, class_=name, key=name)


def awards_mark(awards: Awards) -> Element:
    """Return the light on the spaces that earned, each award's stars shown once, on its middle space."""
    lit = 0
    shown: dict[int, int] = {}
    for award in one_by_one(awards):
        lit |= award.spaces
        members = list(spaces(award.spaces))
        middle = members[len(members) // 2]
        shown[middle] = shown.get(middle, 0) + award.stars
    return map_art.lit(
        lit,
        tuple((space, number(stars)) for space, stars in shown.items() if stars >= 0),
        tuple((space, number(stars)) for space, stars in shown.items() if stars < 0),
    )


def costs_mark(region: Region) -> Element:
    """Return the light on empty spaces, each of which costs a star."""
    return map_art.lit(region, costs=tuple((space, number(-1)) for space in spaces(region)))
