"""A sheet for pen and paper, in black and white: lines for names, edicts, the map, coins, and the stars of each season.

One unit is a millimeter. The sheet fits on A4 and on Letter.
"""

from __future__ import annotations

from app.drawing.element import Element, h
from cartographers.boxes import Box
from cartographers.region import SIZE, position, spaces
from cartographers.seasons import EDICTS, SEASONS
from cartographers.sheet import COIN_TRACK, Sheet
from words import Words, capital, number

WIDTH, HEIGHT = 186, 254
#: The size of a space, and the position of the map.
_SPACE = 14
_LEFT, _TOP = (WIDTH - SIZE * _SPACE) / 2, 48
#: The lower edge of the map, and the rows below it.
_BELOW = _TOP + SIZE * _SPACE
_COINS, _SCORES = _BELOW + 9, _BELOW + 18
_GAP = 4
#: The drawings in a space: the hatching of wasteland, the peaks of a mountain, and the broken columns of ruins.
_HATCH = "".join(f"M0 {step}L{step} 0M{step} {_SPACE}L{_SPACE} {step}" for step in range(2, _SPACE + 1, 2))
_PEAKS = "M1.5 12L6 3.5L8.2 7.6L9.6 5.6L12.8 12ZM4.7 6L6 7.2L7.2 5.9"
_COLUMNS = "M2.2 12H4.8V5.4H2.2ZM1.4 5.4V3H10.2L8.8 5.4ZM8.8 12H11.4V8.8L10.2 7.4L8.8 8.2ZM1.2 12H12.8"


def printed_sheet(words: Words, sheet: Sheet, label: str, name: str = "") -> Element:
    """Return the sheet of an empty map as a drawing, with the name of a custom map beside it."""
    return h(
        "svg",
        _lines(words),
        _edicts(words),
        _map(sheet),
        _name(name) if name else None,
        _coins(),
        _scores(words),
        viewBox=f"-0.5 -0.5 {WIDTH + 1} {HEIGHT + 1}",
        class_="printout-sheet",
        role="img",
        aria_label=label,
    )


def _lines(words: Words) -> list[Element]:
    """Return the lines for the cartographer's name and title, and for the name of the land."""
    width = (WIDTH - 2 * _GAP) / 3
    return [
        h("g", _stroke(f"M{x:.1f} 8h{width:.1f}"), _text(words(f"line.{line}"), x, 12, 3.4), key=line)
        for place, line in enumerate(("name", "title", "land"))
        for x in (place * (width + _GAP),)
    ]


def _edicts(words: Words) -> list[Element]:
    """Return a box for each edict, with its letter and the seasons in which it is scored."""
    width = (WIDTH - 3 * _GAP) / 4
    boxes = []
    for place, letter in enumerate(EDICTS):
        x = place * (width + _GAP)
        seasons = [words(f"season.{season.name}") for season in SEASONS[Box.BASE] if letter in season.edicts]
        boxes.append(
            h(
                "g",
                _box(x, 16, width, 26),
                _stroke(f"M{x:.1f} 26h9v-10"),
                _text(letter, x + 4.5, 23.2, 6, middle=True),
                _stroke(f"M{x + 3:.1f} 34.5h{width - 6:.1f}"),
                _text(", ".join(seasons), x + width / 2, 40, 3.4, middle=True),
                key=letter,
            )
        )
    return boxes


def _map(sheet: Sheet) -> Element:
    """Return the map, with the names of its rows and columns."""
    size = SIZE * _SPACE
    grid = "".join(f"M{step} 0V{size}M0 {step}H{size}" for step in range(_SPACE, size, _SPACE))
    middles = [(place, _SPACE * (place + 0.5)) for place in range(SIZE)]
    return h(
        "g",
        _stroke(grid, 0.2),
        [_at(space, _stroke(_HATCH, 0.3), _box(0, 0, _SPACE, _SPACE, 0.6)) for space in spaces(sheet.wasteland)],
        [_at(space, _stroke(_PEAKS, 0.7), _coin(11, 3, 1.6)) for space in spaces(sheet.mountain)],
        [_at(space, _stroke(_COLUMNS, 0.6)) for space in spaces(sheet.ruins)],
        _box(0, 0, size, size, 1),
        [_text(chr(ord("A") + place), -3, middle + 1.2, 3.4, middle=True) for place, middle in middles],
        [_text(number(place + 1), middle, -1.5, 3.4, middle=True) for place, middle in middles],
        transform=f"translate({_LEFT:.1f} {_TOP})",
        key="map",
    )


def _name(name: str) -> Element:
    """Return the name of the map along its right side."""
    size = SIZE * _SPACE
    middle = f"translate({_LEFT + size + 5:.1f} {_TOP + size / 2}) rotate(90)"
    return h("g", _text(name, 0, 0, 6, middle=True), transform=middle, key="name")


def _at(space: int, *drawings: Element) -> Element:
    """Return drawings moved to a space."""
    row, column = position(space)
    return h("g", drawings, transform=f"translate({_SPACE * column} {_SPACE * row})")


def _coins() -> Element:
    """Return the track with a circle for each coin."""
    step = WIDTH / COIN_TRACK
    return h("g", [_coin(step * (place + 0.5), _COINS, 4.2) for place in range(COIN_TRACK)], key="coins")


def _coin(x: float, y: float, radius: float) -> Element:
    return h("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=radius, fill="none", stroke="currentColor", stroke_width=0.5)


def _scores(words: Words) -> list[Element]:
    """Return a row for each season: its two edicts, coins, monsters, and the sum; and a box for the total."""
    seasons = SEASONS[Box.BASE]
    width = (WIDTH - 4 * _GAP - 26) / len(seasons)
    cell = width / 2
    tables = []
    for place, season in enumerate(seasons):
        x = place * (width + _GAP)
        labels = (*season.edicts, words("coins"), words("monsters"))
        corners = [(x + cell * (count % 2), _SCORES + 5 + 7 * (count // 2)) for count in range(len(labels))]
        tables.append(
            h(
                "g",
                _text(words(f"season.{season.name}"), x + width / 2, _SCORES + 3.4, 4, middle=True),
                [_box(left, top, cell, 7) for left, top in corners],
                [_text(label, left + 1, top + 2.8, 2.3) for label, (left, top) in zip(labels, corners, strict=True)],
                _box(x, _SCORES + 19, width, 8, 0.8),
                _text("=", x + 1, _SCORES + 24.6, 4),
                key=season.name,
            )
        )
    x = WIDTH - 26
    total = capital(words("printout.total"))
    return [
        *tables,
        h("g", _text(total, x + 13, _SCORES + 3.4, 4, middle=True), _box(x, _SCORES + 5, 26, 22, 1), key="total"),
    ]


def _box(x: float, y: float, width: float, height: float, line: float = 0.4) -> Element:
    return h(
        "rect",
        x=f"{x:.1f}",
        y=f"{y:.1f}",
        width=f"{width:.1f}",
        height=f"{height:.1f}",
        fill="none",
        stroke="currentColor",
        stroke_width=line,
    )


def _stroke(path: str, width: float = 0.4) -> Element:
    return h("path", d=path, fill="none", stroke="currentColor", stroke_width=width, stroke_linejoin="round")


def _text(text: str, x: float, y: float, size: float, *, middle: bool = False) -> Element:
    anchor = "middle" if middle else None
    return h("text", text, x=f"{x:.1f}", y=f"{y:.1f}", font_size=size, text_anchor=anchor, fill="currentColor")
