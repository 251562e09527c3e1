"""Paper maps: maps that players have drawn on paper and paint here, so that the engine scores them.

A paper map as text is ``p1-SIDE-COINS-SPACES``, such as ``p1-a-3-o12f3v``. The last part has a mark for each space that
isn't a printed mountain or wasteland, row by row, and a number after a mark that repeats. The marks are those of a
diagram (:mod:`cartographers.diagram`), ``o`` for an empty space, and the letters of the beasts. The coins are left out
until the player sets them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby
from operator import or_

from cartographers.beast import Beast
from cartographers.diagram import FILL_MARKS
from cartographers.errors import InvalidRecord, quoted
from cartographers.maps import blank_sheet
from cartographers.region import Region, adjacent_to, spaces
from cartographers.sheet import COIN_TRACK, DRAGON_COINS, Sheet
from cartographers.sides import SIDES, is_custom
from cartographers.terrain import TERRAIN_BY_MARK

VERSION = 1

_BEASTS = {beast.letter.lower(): ("monster", beast.value) for beast in Beast}
#: The fields of a sheet in which each mark has its spaces.
_FIELDS_OF = {
    mark: (TERRAIN_BY_MARK[mark].value if mark in TERRAIN_BY_MARK else "destroyed",) for mark in FILL_MARKS
} | _BEASTS
_EMPTY = "o"
#: The mark of each ground that a player can paint, by its name: a terrain, ``destroyed``, or a beast.
MARK_OF = {fields[-1]: mark for mark, fields in _FIELDS_OF.items()}
_PAINTED = tuple(dict.fromkeys(field for fields in _FIELDS_OF.values() for field in fields))
_ONE_MARK = f"[{_EMPTY}{''.join(_FIELDS_OF)}]"
_RUN = re.compile(f"({_ONE_MARK})([0-9]*)")
_PAPER = re.compile(r"p(?P<version>[0-9]{1,4})-(?P<side>[0-9a-z]+)-(?P<coins>[0-9]{0,2})-(?P<spaces>.*)", re.ASCII)
#: The maximum length of a text: the longest code of a custom map, and every space with a mark of its own.
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper map as a player has painted it."""

    side: str
    #: The map, without coins.
    drawing: Sheet
    #: The coins of shapes, as the player has counted them.
    shape_coins: int = 0

    @property
    def map_coins(self) -> int:
        """The coins that the map itself proves: one for each surrounded mountain, and three for a beaten dragon."""
        return surrounded_mountains(self).bit_count() + _dragon_coins(self.drawing)

    @property
    def sheet(self) -> Sheet:
        """The map with the coins of its shapes and those that it proves, up to the length of the coin track."""
        return self.drawing._replace(coins=min(COIN_TRACK, self.shape_coins + self.map_coins))

    @property
    def is_painted(self) -> bool:
        """Whether anything is painted on the map."""
        return self.drawing != blank_sheet(self.side)

    def __str__(self) -> str:
        """Return the map as text, the inverse of :func:`read_paper`."""
        marks = [MARK_OF.get(ground_at(self.drawing, space), _EMPTY) for space in spaces(blank_sheet(self.side).empty)]
        runs = [(mark, len([*run])) for mark, run in groupby(marks)]
        written = "".join(f"{mark}{count if count > 1 else ''}" for mark, count in runs)
        return f"p{VERSION}-{self.side.lower()}-{self.shape_coins or ''}-{written}"


def blank_paper(side: str) -> Paper:
    """Return the paper map of a side on which nothing is drawn.

    Raises :class:`InvalidRecord` if there is no such side.
    """
    if not is_custom(side) and side not in SIDES:
        raise InvalidRecord("error.side", text=quoted(side), sides=[*SIDES])
    return Paper(side, blank_sheet(side))


def earning_mountains(side: str) -> Region:
    """Return the mountains that can earn a coin. Those that the printed map surrounds never earn one."""
    blank = blank_sheet(side)
    return blank.mountain & ~blank.surrounded_mountains


def surrounded_mountains(paper: Paper) -> Region:
    """Return the mountains that have earned a coin."""
    return paper.drawing.surrounded_mountains & earning_mountains(paper.side)


def _dragon_coins(drawing: Sheet) -> int:
    """Return the coins that a dragon has earned for certain. The letter of a destroyed dragon isn't known here."""
    dragon = drawing.spaces_of_beast(Beast.DRAGON)
    return DRAGON_COINS if dragon and not adjacent_to(dragon) & drawing.empty else 0


def ground_at(drawing: Sheet, space: int) -> str:
    """Return the name of the ground that is painted on a space; empty if nothing is."""
    bit = 1 << space
    if bit & drawing.destroyed:  # also if a beast was there
        return "destroyed"
    return next((name for name in reversed(MARK_OF) if bit & _region_of(drawing, name)), "")


def _region_of(drawing: Sheet, ground: str) -> Region:
    """Return the spaces of a field of a sheet."""
    region: Region = getattr(drawing, ground)
    return region


def painted(drawing: Sheet, space: int, ground: str) -> Sheet:
    """Return a drawing with a ground painted on a space, or with an empty space if the ground has no name.

    Nobody can paint on mountains and wasteland.
    """
    bit = 1 << space
    if not bit & drawing.land & ~(drawing.mountain | drawing.wasteland):
        return drawing
    new = _FIELDS_OF[MARK_OF[ground]] if ground else ()
    return drawing._replace(
        **{field: _region_of(drawing, field) & ~bit | (bit if field in new else 0) for field in _PAINTED}
    )


def changed_spaces(drawing: Sheet, other: Sheet) -> Region:
    """Return the spaces on which two drawings of a map differ."""
    return reduce(or_, (_region_of(drawing, field) ^ _region_of(other, field) for field in _PAINTED))


def on_side(paper: Paper, side: str) -> Paper:
    """Return the paper map with another side. What is painted on its mountains and wasteland is gone."""
    blank = blank_sheet(side)
    free = {field: _region_of(paper.drawing, field) & blank.empty for field in _PAINTED}
    return replace(paper, side=side, drawing=blank._replace(**free))


def read_paper(text: str) -> Paper:
    """Return the paper map of a text.

    Raises :class:`InvalidRecord`, which names the wrong part: the version, the side, the coins, or the spaces.
    """
    found = _PAPER.fullmatch(text) if len(text) <= _LONGEST else None
    if not found:
        raise InvalidRecord("error.paper", text=quoted(text))
    if int(found["version"]) > VERSION:
        raise InvalidRecord("error.paper.newer")
    if found["version"] != str(VERSION):
        raise InvalidRecord("error.paper", text=quoted(text))
    paper = blank_paper(found["side"].upper())
    coins = found["coins"]
    if coins and (coins != str(int(coins)) or int(coins) > COIN_TRACK):
        raise InvalidRecord("error.paper.coins", text=quoted(coins), most=COIN_TRACK)
    marks = _marks(found["spaces"])
    free = [*spaces(paper.drawing.empty)]
    if len(marks) != len(free):
        raise InvalidRecord("error.paper.spaces", found=len(marks), expected=len(free))
    regions = dict.fromkeys(_PAINTED, 0)
    for mark, space in zip(marks, free, strict=True):
        for field in _FIELDS_OF.get(mark, ()):
            regions[field] |= 1 << space
    return replace(paper, drawing=paper.drawing._replace(**regions), shape_coins=int(coins or 0))


def _marks(text: str) -> str:
    """Return the marks of all spaces. Each map has exactly one text, so a run is neither split nor padded."""
    marks, end = "", 0
    for run in _RUN.finditer(text):
        mark, digits = run.groups()
        count = int(digits or 1)
        if (
            run.start() != end
            or marks.endswith(mark)
            or count > _LONGEST
            or digits != (str(count) if count > 1 else "")
        ):
            raise InvalidRecord("error.paper.mark", text=quoted(text[end:][:12]))
        marks, end = marks + mark * count, run.end()
    if end != len(text):
        raise InvalidRecord("error.paper.mark", text=quoted(text[end:][:12]))
    return marks
