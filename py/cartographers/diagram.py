"""Maps as text, for tests, saves, bug reports and the command line.

One line per row, signs separated by single spaces::

    . f f        .  empty        f  forest      m  monster     ^  mountain
    @ a@ ^       @  empty ruins  v  village     h  hero        #  wasteland
    w w #                        a  farm        x  destroyed
                                 w  water

An ``@`` after a sign marks ruins that have been filled. In the examples of scoring cards, a CAPITAL letter, or a ``!``
after any sign, marks a space that earned stars.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cartographers.errors import InvalidRecord, quoted
from cartographers.region import SIZE, Region, position, space_at, space_name, spaces
from cartographers.sheet import Sheet
from cartographers.terrain import Terrain

_COVERS_RUINS = {terrain.mark: terrain.value for terrain in Terrain} | {"x": "destroyed"}
#: The signs that can stand on ruins.
COVERS = "".join(_COVERS_RUINS)
_FIELDS = _COVERS_RUINS | {"^": "mountain", "#": "wasteland"}
_SIGN = re.compile(rf"(?:[.^#@]|[{COVERS}]@?)!?")


def read_diagram(rows: str | Sequence[str]) -> Sheet:
    """Return the sheet that a diagram shows. It may have any size up to 11 by 11; a diagram shows no coins.

    Raises :class:`InvalidRecord`, which names the row and says what is wrong with it.
    """
    sheet, marked = read_marked_diagram(rows)
    if marked:
        first = space_name(next(spaces(marked)))
        raise InvalidRecord("error.map.marked", space=first)
    return sheet


def read_marked_diagram(rows: str | Sequence[str]) -> tuple[Sheet, Region]:
    """Return the sheet that a diagram shows and its marked spaces.

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
        signs = line.strip().split(" ")
        width = width or len(signs)
        _check_width(letter, len(signs), width)
        for column, sign in enumerate(signs):
            space = 1 << space_at(row, column)
            small = sign.lower() if sign.isascii() else sign
            if not _SIGN.fullmatch(small):
                raise InvalidRecord("error.map.sign", text=quoted(sign), space=f"{letter}{column + 1}")
            regions["land"] |= space
            if "@" in small:
                regions["ruins"] |= space
            if small[0] in _FIELDS:
                regions[_FIELDS[small[0]]] |= space
            if small != sign or small.endswith("!"):
                marked |= space
    return Sheet(**regions), marked


def _check_width(row: str, count: int, first: int) -> None:
    """Refuse a row that is longer than a map is wide, or not as long as the first one."""
    if first > SIZE:
        raise InvalidRecord("error.map.columns", row=row, count=first, most=SIZE)
    if count != first:
        raise InvalidRecord("error.map.width", row=row, count=count, first=first)


def diagram(sheet: Sheet, marked: Region = 0) -> list[str]:
    """Return the rows of a sheet's diagram. The marked spaces are in capitals or followed by ``!``."""
    last_row, last_column = map(max, zip(*map(position, spaces(sheet.land)), strict=True))
    return [
        " ".join(_sign(sheet, marked, space_at(row, column)) for column in range(last_column + 1))
        for row in range(last_row + 1)
    ]


def _sign(sheet: Sheet, marked: Region, space: int) -> str:
    bit = 1 << space
    sign = next((mark for mark, name in _FIELDS.items() if getattr(sheet, name) & bit), "")
    if not sign:
        sign = "@" if sheet.ruins & bit else "."
    elif sheet.ruins & bit:
        sign += "@"
    if not marked & bit:
        return sign
    return sign.upper() if sign[0].isalpha() else f"{sign}!"
