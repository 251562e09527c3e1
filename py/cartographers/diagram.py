"""Maps as text, for tests, saved games, bug reports, and the command line.

A diagram has one line per row, with symbols separated by single spaces::

    . f f        .  empty        f  forest      m  monster     ^  mountain
    @ a@ ^       @  empty ruins  v  village     h  hero        #  wasteland
    w w #                        a  farm        x  destroyed
                                 w  water

An ``@`` after another symbol marks filled ruins. In the examples of scoring cards, a capital letter, or a ``!`` after
any symbol, marks a space that earned stars.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cartographers.errors import InvalidRecord, quoted
from cartographers.region import SIZE, Region, position, space_at, space_name, spaces
from cartographers.sheet import Sheet
from cartographers.terrain import Terrain

_NAME_BY_FILL_MARK = {terrain.mark: terrain.value for terrain in Terrain} | {"x": "destroyed"}
#: The symbols that can cover ruins.
FILL_MARKS = "".join(_NAME_BY_FILL_MARK)
_FIELDS = _NAME_BY_FILL_MARK | {"^": "mountain", "#": "wasteland"}
_SYMBOL = re.compile(rf"(?:[.^#@]|[{FILL_MARKS}]@?)!?")


def read_diagram(rows: str | Sequence[str]) -> Sheet:
    """Return the sheet in a diagram of any size up to 11 by 11. It has no coins.

    Raises :class:`InvalidRecord`, which names the row and the error.
    """
    sheet, marked = read_marked_diagram(rows)
    if marked:
        first = space_name(next(spaces(marked)))
        raise InvalidRecord("error.map.marked", space=first)
    return sheet


def read_marked_diagram(rows: str | Sequence[str]) -> tuple[Sheet, Region]:
    """Return the sheet in a diagram and the marked spaces.

    Raises :class:`InvalidRecord` as :func:`read_diagram` does.
    """
    lines = rows.strip("\n").split("\n") if isinstance(rows, str) else list(rows)
    if not 1 <= len(lines) <= SIZE:
        raise InvalidRecord("error.map.rows", most=SIZE, count=len(lines))
    regions = dict.fromkeys((*_FIELDS.values(), "land", "ruins"), 0)
    marked = width = 0
    for row, line in enumerate(lines):
        letter = chr(ord("A") + row)
        if not isinstance(line, str):
            raise InvalidRecord("error.map.row", row=letter)
        symbols = line.strip().split(" ")
        width = width or len(symbols)
        _check_width(letter, len(symbols), width)
        for column, symbol in enumerate(symbols):
            space = 1 << space_at(row, column)
            lower = symbol.lower() if symbol.isascii() else symbol
            if not _SYMBOL.fullmatch(lower):
                raise InvalidRecord("error.map.sign", text=quoted(symbol), space=f"{letter}{column + 1}")
            regions["land"] |= space
            if "@" in lower:
                regions["ruins"] |= space
            if lower[0] in _FIELDS:
                regions[_FIELDS[lower[0]]] |= space
            if lower != symbol or lower.endswith("!"):
                marked |= space
    return Sheet(**regions), marked


def _check_width(row: str, count: int, first: int) -> None:
    """Raise :class:`InvalidRecord` if the first row is too long or a later row has a different length."""
    if first > SIZE:
        raise InvalidRecord("error.map.columns", row=row, count=first, most=SIZE)
    if count != first:
        raise InvalidRecord("error.map.width", row=row, count=count, first=first)


def diagram(sheet: Sheet, marked: Region = 0) -> list[str]:
    """Return the rows of a sheet's diagram. Marked spaces have a capital letter or a ``!``."""
    last_row, last_column = map(max, zip(*map(position, spaces(sheet.land)), strict=True))
    return [
        " ".join(_symbol(sheet, marked, space_at(row, column)) for column in range(last_column + 1))
        for row in range(last_row + 1)
    ]


def _symbol(sheet: Sheet, marked: Region, space: int) -> str:
    bit = 1 << space
    symbol = next((mark for mark, name in _FIELDS.items() if getattr(sheet, name) & bit), "")
    if not symbol:
        symbol = "@" if sheet.ruins & bit else "."
    elif sheet.ruins & bit:
        symbol += "@"
    if not marked & bit:
        return symbol
    return symbol.upper() if symbol[0].isalpha() else f"{symbol}!"
