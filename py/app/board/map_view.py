"""The map on the page: a picture under a grid of spaces that can be tapped and read aloud."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from app import messages as m
from app.board.names import custom_map_names, side_name
from app.drawing import map_art
from app.drawing.controls import button, icon
from app.drawing.element import Element, h
from app.drawing.land import EXTENT, UNIT
from app.game.ghost import Ghost, terrain_word
from cartographers.beast import Beast
from cartographers.maps import blank_sheet
from cartographers.region import ROWS, SIZE, STRIDE, Region, position, space_at, space_name, spaces
from cartographers.rules import Objection, Reason
from cartographers.scoring import Awards, split_awards
from cartographers.sheet import Sheet
from cartographers.sides import is_custom
from cartographers.state import Ply
from cartographers.terrain import Terrain
from words import Words, isolated, number

#: Distance from the middle of the map to each edge of the ghost's layer, in map units.
_REACH = 180
#: The width of the frame around a small picture of a map, and the picture's view box.
_FRAME = 3
_SMALL = f"{-_FRAME} {-_FRAME} {EXTENT + 2 * _FRAME} {EXTENT + 2 * _FRAME}"
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
    """Return a sheet as a map, with marks over the land and the ghost on top; spaces under the ghost are selected.

    ``coordinates`` adds letters and numbers to the frame. Each part is a layer of its own, so a change in one layer
    doesn't make the browser repaint the others. The topmost layer holds invisible spaces that the player can press.
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
    """Return the land on a sheet from bottom to top, one piece for each kind."""
    beasts = _beasts(sheet)
    return (
        *(
            _territory(kind, region, sheet.ruins & region, beasts if kind == Terrain.MONSTER.value else ())
            for kind, region in _drawn(sheet).items()
            if region
        ),
        _features(sheet.mountain, sheet.surrounded_mountains, sheet.open_ruins, sheet.wasteland),
        *([map_art.attacks(sheet.attacked)] if sheet.attacked else []),
    )


def _beasts(sheet: Sheet) -> map_art.BeastSpaces:
    """Return the spaces of the beasts on a sheet."""
    return tuple((beast.value, sheet.spaces_of_beast(beast)) for beast in Beast if sheet.spaces_of_beast(beast))


def _drawn(sheet: Sheet) -> dict[str, Region]:
    """Return the spaces of each terrain, and the destroyed spaces, by word."""
    return {terrain.value: sheet.spaces_of(terrain) for terrain in Terrain} | {"destroyed": sheet.destroyed}


# Unchanged parts of a new sheet must be the same objects as before, so that the browser needn't redraw them.
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
    """Return the blank sheet of a map side as a small picture, which refers to :func:`blank_symbol` if there is one."""
    if is_custom(side):
        return small_map(blank_sheet(side), label)
    # A symbol has a viewport of its own, which begins at 0 unless it is placed.
    start, size = -_FRAME, EXTENT + 2 * _FRAME
    return _small(h("use", href=f"#blank-{side.lower()}", x=start, y=start, width=size, height=size), label)


def blank_symbol(side: str) -> Element:
    """Return the symbol of a map side.

    The build puts it into the page's art, so that no visitor waits for it.
    """
    return h("symbol", _overview(blank_sheet(side)), id=f"blank-{side.lower()}", viewBox=_SMALL)


def _small(drawing: Element, label: str) -> Element:
    return h("svg", drawing, class_="map", viewBox=_SMALL, role="img", aria_label=label)


def _overview(sheet: Sheet) -> Element:
    kinds = _drawn(sheet) | {"wasteland": sheet.wasteland}
    grounds = tuple((kind, region) for kind, region in kinds.items() if region)
    return map_art.overview(grounds, sheet.mountain, sheet.open_ruins, _beasts(sheet))


def map_sketch(sheet: Sheet) -> Element:
    """Return a sheet as a small picture that needs few bytes and no other drawing.

    The next visit shows it before the page's art has arrived. One unit is a space.
    """
    kinds = _drawn(sheet) | {"stone": sheet.wasteland}
    return h(
        "svg",
        h("path", d=f"M0 0H{SIZE}V{SIZE}H0z", fill="var(--paper)", stroke="var(--ink)", stroke_width=0.15),
        [h("path", d=_rows_of(region), fill=f"var(--{kind})") for kind, region in kinds.items() if region],
        h("path", d=_peaks_of(sheet.mountain), fill="var(--stone-dark)") if sheet.mountain else None,
        class_="map",
        viewBox=f"-.075 -.075 {SIZE + 0.15} {SIZE + 0.15}",
    )


def _rows_of(region: Region) -> str:
    """Return path data with a rectangle for each unbroken row of spaces."""
    path = ""
    for row in range(SIZE):
        column = 0
        for is_filled, spaces_of_row in groupby(region >> space_at(row, column) & 1 for column in range(SIZE)):
            width = len([*spaces_of_row])
            path += f"M{column} {row}h{width}v1h-{width}z" if is_filled else ""
            column += width
    return path


def _peaks_of(mountains: Region) -> str:
    """Return path data with a triangle for each mountain."""
    return "".join(
        f"M{column + 0.1:.1f} {row + 0.9:.1f}l.4-.8.4.8z" for row, column in map(position, spaces(mountains))
    )


def map_picture(season: str, sheet: Sheet, label: str, *marks: Element) -> Element:
    """Return a sheet as a picture with marks, without spaces to press."""
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


def map_of_layers(season: str, sheet: Sheet) -> Element:
    """Return a sheet as a large picture with a layer for each terrain, so that each can appear on its own."""
    return h("div", _paper(season), _land(sheet), class_="map")


def excerpt(sheet: Sheet, label: str, *marks: Element | None, unit: int) -> Element:
    """Return a sheet of any size as a picture of its spaces, with marks.

    A space is ``unit`` pixels wide.
    """
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
    """Return the name and the content of each space for screen readers, row by row."""
    fillings = _drawn(sheet) | {"mountain": sheet.mountain, "wasteland": sheet.wasteland}
    fillings |= {beast.value: sheet.spaces_of_beast(beast) for beast in Beast}  # more specific than "monster"
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


def caption(side: str, own: Mapping[str, str]) -> Element:
    """Return the text under a small map: the name that a player has given to it, its letter, or a quill."""
    if side in own:
        return h("span", isolated(own[side]), class_="own")
    return icon("icon-quill") if is_custom(side) else h("b", side)


class SetSide(m.Message):
    """The player chooses a map, for example that of the next game."""

    #: The side, as in a game id.
    side: str


def side_choices(words: Words, sides: Sequence[str], chosen: str, own: Mapping[str, str]) -> Element:
    """Return a button with a small map for each side.

    ``own`` has the names that players have given to custom maps; the buttons show them.
    """
    names = {side: side_name(words, side) for side in sides}
    names |= custom_map_names(words, filter(is_custom, sides), own)
    return h(
        "div",
        [
            button(
                SetSide(side),
                blank_map(side, name),
                caption(side, own),
                class_="choice",
                aria_pressed="true" if side == chosen else "false",
                aria_label=name,
                key=side,
            )
            for side, name in names.items()
        ],
        class_="sides",
        role="group",
        aria_label=words("setup.side"),
    )


def describe_space(words: Words, sheet: Sheet, space: int) -> str:
    """Return the name and the content of a space for screen readers."""
    row, column = position(space)
    return _space_names(words, sheet)[row][column]


@lru_cache(maxsize=128)
def _row(row: int, names: tuple[str, ...], selected: int) -> Element:
    spaces_of_row = [
        _space(row, column, name, selected=bool(selected >> column & 1)) for column, name in enumerate(names)
    ]
    return h("g", spaces_of_row, role="row", key=f"row-{row}")


@lru_cache(maxsize=4 * SIZE * SIZE)
def _space(row: int, column: int, name: str, *, selected: bool) -> Element:
    return h(
        "rect",
        x=UNIT * column,
        y=UNIT * row,
        width=UNIT,
        height=UNIT,
        role="gridcell",
        id=f"space-{space_name(space_at(row, column))}",
        data_space=space_at(row, column),
        aria_label=name,
        aria_selected="true" if selected else "false",
    )


def ghost_mark(ghost: Ghost, ply: Ply, against: Objection | None, sheet: Sheet, beast: Beast | None) -> Element:
    """Return the ghost, perhaps as a beast, and with a hero's attack if it has one; crossed out if the rules object.

    It is drawn in the middle of the map, and its layer is moved into place. Moving the ghost therefore leaves the
    drawing unchanged, and the browser only shifts a picture. The layer is an HTML element, because Chromium needs the
    page's main thread for each frame of an SVG element's movement.
    """
    middle = SIZE // 2
    shift = space_at(middle, middle) - space_at(ghost.row, ghost.column)

    def shifted(region: Region) -> Region:
        return region << shift if shift > 0 else region >> -shift

    offending = against.spaces if against and against.reason is not Reason.RUINS else 0
    drawing = map_art.ghost(
        terrain_word(ply.terrain),
        shifted(ply.region),
        legal=against is None,
        offending=shifted(offending),
        ruins=shifted(ply.region & sheet.ruins),
        attack=shifted(ply.attack),
        struck=shifted(ply.attack & sheet.monster),
        beast=beast.value if beast else "",
    )
    return h(
        "div",
        h("svg", drawing, class_="layer", viewBox=_ABOUT_MIDDLE),
        class_=f"layer lifted row-{ghost.row} column-{ghost.column}",
        aria_hidden="true",
        key="lifted",
    )


def ruins_mark(must_cover: Region) -> Element:
    """Return rings around the ruins; the shape must cover one of them."""
    return rings("due", must_cover)


@lru_cache(maxsize=8)
def rings(name: str, region: Region) -> Element:
    """Return a ring around each space, as a mark with the given name."""
    circles = [
        h("circle", cx=UNIT * column + UNIT / 2, cy=UNIT * row + UNIT / 2, r=UNIT * 0.46)
        for row, column in map(position, spaces(region))
    ]
    return h("g", circles, class_=name, key=name)


def awards_mark(awards: Awards) -> Element:
    """Return the light on spaces that earn stars, with each award's stars on its middle space."""
    lit = 0
    shown: dict[int, int] = {}
    for award in split_awards(awards):
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
    """Return the light on empty spaces that cost a star each."""
    return map_art.lit(region, costs=tuple((space, number(-1)) for space in spaces(region)))
