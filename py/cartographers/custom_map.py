"""Custom maps: maps that players draw, as short codes in game ids.

A custom map has mountains, ruins, and wasteland on a sheet of 11 by 11 spaces. Its side is an ``X`` and a code of
letters and digits, so a game id with that side contains the whole map. The code of a map with 5 mountains and 6 ruins
has about 15 characters; with 7 spaces of wasteland it has about 22.

The code is a number in base 36, and the check character of ISO 7064 MOD 37,36, which detects any single wrong
character. The number combines an index and a place. The index stands for the counts of mountains, ruins, and wasteland.
The place is the map's number among all maps with these counts, in lexicographic order of their spaces, row by row. Each
map has exactly one code.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import prod
from types import MappingProxyType

from cartographers.errors import InvalidRecord, quoted
from cartographers.region import BOARD, spaces
from cartographers.sheet import Sheet
from cartographers.sides import CUSTOM

#: The minimum and maximum number of spaces of each kind. Stoneside Forest needs two mountains, and Golden Granary needs
#: ruins. With the maximum of all three, Journeyman can place 7 of 10 cards as printed, and the map rarely fills up.
LIMITS: Mapping[str, tuple[int, int]] = MappingProxyType({"mountain": (2, 12), "ruins": (1, 12), "wasteland": (0, 36)})

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_BASE = len(_DIGITS)
#: The maximum length of a code.
_LONGEST = 41
#: The number of possible indices.
_INDICES = prod(most - least + 1 for least, most in LIMITS.values())
_SPACES = tuple(spaces(BOARD))


def custom_side(sheet: Sheet) -> str:
    """Return the side of the custom map with a sheet's mountains, ruins, and wasteland.

    Raises :class:`InvalidRecord` if there are too few or too many spaces of a kind.
    """
    regions = sheet.mountain, sheet.ruins, sheet.wasteland
    counts = [region.bit_count() for region in regions]
    index = 0
    for count, (kind, (least, most)) in zip(counts, LIMITS.items(), strict=True):
        if not least <= count <= most:
            raise InvalidRecord(f"error.map.{kind}", count=count, least=least, most=most)
        index = index * (most - least + 1) + count - least
    left, total = _arrangements(counts)
    place = 0
    for remaining, space in zip(range(len(_SPACES), 0, -1), _SPACES, strict=True):
        kind_here = next((number for number, region in enumerate(regions, 1) if region >> space & 1), 0)
        place += total * sum(left[:kind_here]) // remaining
        total = total * left[kind_here] // remaining
        left[kind_here] -= 1
    digits, number = "", place * _INDICES + index
    while number:
        number, digit = divmod(number, _BASE)
        digits = _DIGITS[digit] + digits
    digits = digits or _DIGITS[0]
    return f"{CUSTOM}{digits}{_check_character(digits)}"


@lru_cache(maxsize=64)
def custom_sheet(side: str) -> Sheet:
    """Return the empty sheet of a custom map's side, the inverse of :func:`custom_side`.

    Raises :class:`InvalidRecord` if the code is damaged, incomplete, or unknown.
    """
    code = side.removeprefix(CUSTOM)
    digits, check = code[:-1], code[-1:]
    if not digits or len(code) > _LONGEST or set(code) - set(_DIGITS):
        raise InvalidRecord("error.map.code", text=quoted(code.lower()))
    if _check_character(digits) != check:
        raise InvalidRecord("error.map.check", text=quoted(code.lower()))
    number = 0
    for digit in digits:
        number = number * _BASE + _DIGITS.index(digit)
    counts: list[int] = []
    for least, most in reversed([*LIMITS.values()]):
        number, index = divmod(number, most - least + 1)
        counts.insert(0, least + index)
    left, total = _arrangements(counts)
    has_leading_zero = len(digits) > 1 and digits[0] == _DIGITS[0]
    if number >= total or has_leading_zero:
        raise InvalidRecord("error.map.code", text=quoted(code.lower()))
    regions = [0] * len(left)
    for remaining, space in zip(range(len(_SPACES), 0, -1), _SPACES, strict=True):
        kind_here = 0
        while number >= (share := total * left[kind_here] // remaining):
            number -= share
            kind_here += 1
        total = share
        left[kind_here] -= 1
        regions[kind_here] |= 1 << space
    return Sheet(mountain=regions[1], ruins=regions[2], wasteland=regions[3])


def _arrangements(counts: list[int]) -> tuple[list[int], int]:
    """Return the counts of empty spaces and of each kind, and the number of maps with these counts."""
    left = [len(_SPACES) - sum(counts), *counts]
    total, placed = 1, 0
    for count in left:
        for number in range(1, count + 1):
            placed += 1
            total = total * placed // number
    return left, total


def _check_character(digits: str) -> str:
    """Return the check character of ISO 7064 MOD 37,36."""
    check = _BASE
    for digit in digits:
        check = (check + _DIGITS.index(digit)) % _BASE or _BASE
        check = 2 * check % (_BASE + 1)
    return _DIGITS[(_BASE + 1 - check) % _BASE]
