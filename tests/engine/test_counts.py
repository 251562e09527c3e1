"""The engine counts the same legal placements of each shape as the plain rules, like the perft of chess engines.

The table next to this module is computed by the plain rules. Rewrite it with this command, and review the difference::

    PYTHONPATH=py:tests python3 -m engine.test_counts

A column is a map. A column with ``@`` is the same map while ruins are due, which doesn't affect ambushes and heroes.
The shape of a hero is its attack, and its count includes all distinct attacks from all spaces. This module doesn't use
Hypothesis, because it also runs inside Pyodide.
"""

from itertools import zip_longest
from pathlib import Path

import pytest

from cartographers.cards import Option, RuinsCard
from cartographers.diagram import read_diagram
from cartographers.polyomino import placements
from cartographers.region import position, spaces
from plain.cards import AMBUSHES, EXPLORE, HEROES, HEROES_AMBUSHES, HEROES_EXPLORE, HEROES_SIDES, SIDES
from plain.maps import MID_GAME
from plain.rules import PlainMap, hero_draws, on_ruins, placements_by_orientation
from support.scenes import PRINTED

TABLE = Path(__file__).with_name("counts.txt")

MAPS = SIDES | HEROES_SIDES | MID_GAME


def drawing(cells: tuple[tuple[int, int], ...], *, hero: bool = False) -> str:
    """Draw cells as one line, with slashes between the rows. A hero is at (0, 0)."""
    marks = dict.fromkeys(cells, "X") | ({(0, 0): "H"} if hero else {})
    (top, bottom), (left, right) = ((min(axis), max(axis)) for axis in zip(*marks, strict=True))
    rows = range(top, bottom + 1)
    return "/".join("".join(marks.get((row, column), ".") for column in range(left, right + 1)) for row in rows)


#: The shapes of all explore and ambush cards, and the attacks of all heroes, by card id and drawing.
PLAIN_SHAPES = {
    (card, "/".join(shape.rows)): shape.rows
    for card, face in (EXPLORE | HEROES_EXPLORE).items()
    for shape in face.shapes
} | {(card, "/".join(face.rows)): face.rows for card, face in (AMBUSHES | HEROES_AMBUSHES).items()}
PLAIN_ATTACKS = {(card, drawing(offsets, hero=True)): offsets for card, offsets in HEROES.items()}
#: The options of all the engine's cards by card id and drawing.
ENGINE_OPTIONS = {
    (card.id, drawing(option.attack.offsets, hero=True) if option.attack else drawing(option.shape.cells)): option
    for card in PRINTED
    if not isinstance(card, RuinsCard)
    for option in card.options
}
COLUMNS = [column for name in MAPS for column in (name, f"{name}@")]


def plain_counts(card: str, line: str, column: str) -> dict[str, int]:
    """Count the placements of each orientation with the plain rules, or a hero's attacks from each space."""
    sheet = PlainMap.from_rows(MAPS[column.removesuffix("@")])
    due = column.endswith("@")
    if card in HEROES:
        heroes = [drawn.spaces for drawn in hero_draws(PLAIN_ATTACKS[card, line], sheet)]
        return {str(sorted(hero)): heroes.count(hero) for hero in heroes}
    return {
        drawing(tuple(orientation)): sum(not due or on_ruins(placed, sheet) for placed in fits)
        for orientation, fits in placements_by_orientation(PLAIN_SHAPES[card, line], sheet).items()
    }


def engine_counts(option: Option, column: str) -> dict[str, int]:
    """Count the placements of each orientation with the engine, or a hero's attacks from each space."""
    sheet = read_diagram(MAPS[column.removesuffix("@")])
    if option.attack:
        return {
            str([position(space)]): sum(strike.room >> space & 1 for strike in option.attack.orientations)
            for space in spaces(sheet.empty)
        }
    covering = sheet.open_ruins if column.endswith("@") else None
    return {
        drawing(orientation.cells): orientation.anchors(sheet.empty, covering).bit_count()
        for orientation in option.shape.orientations
    }


def listed(option: Option, column: str) -> list[object]:
    """List the placements with the engine, or all distinct attacks of each possible hero."""
    sheet = read_diagram(MAPS[column.removesuffix("@")])
    regions = placements(option.shape, sheet.empty, sheet.open_ruins if column.endswith("@") else None)
    strikes = option.attack.orientations if option.attack else ()
    attacks = [(hero, strike.struck_from(hero)) for hero in regions for strike in strikes if strike.room & hero]
    return [*attacks] if option.attack else [*regions]


def table() -> str:
    """Create the table with the plain rules. Ruins are never due for an ambush or a hero."""
    lines = [["card", "shape", *COLUMNS]]
    for card, line in [*PLAIN_SHAPES, *PLAIN_ATTACKS]:
        none_due = card in {*AMBUSHES, *HEROES_AMBUSHES, *HEROES}
        numbers = [
            "-" if none_due and column.endswith("@") else str(sum(plain_counts(card, line, column).values()))
            for column in COLUMNS
        ]
        lines.append([card, line, *numbers])
    return "".join(f"{card:20}{line:12}{''.join(f'{n:>9}' for n in numbers)}\n" for card, line, *numbers in lines)


def counts() -> dict[tuple[str, str, str], int]:
    """Read the numbers of placements from the table, by card, shape, and column."""
    head, *lines = (line.split() for line in TABLE.read_text(encoding="ascii").splitlines())
    return {
        (card, shape, column): int(number)
        for card, shape, *numbers in lines
        for column, number in zip(head[2:], numbers, strict=True)
        if number != "-"
    }


def breakdown(card: str, line: str, column: str) -> str:
    """Format the differences between the two counts on a map."""
    plain, engine = plain_counts(card, line, column), engine_counts(ENGINE_OPTIONS[card, line], column)
    ways = [way for way in plain | engine if plain.get(way) != engine.get(way)]
    lines = [f"{way:16} plain {plain.get(way)}, engine {engine.get(way)}" for way in ways]
    return "\n".join([f"\n{card} {line} on {column}", *MAPS[column.removesuffix("@")], *lines])


@pytest.mark.native
def test_table_and_shapes_match_the_plain_rules() -> None:
    """The table matches the counts of the plain rules for all maps, and the engine has the same cards and shapes."""
    pairs = zip_longest(TABLE.read_text(encoding="ascii").splitlines(), table().splitlines())
    differing = [f"table: {old}\nplain: {new}" for old, new in pairs if old != new]
    assert not differing, "\n".join(differing)
    assert list(ENGINE_OPTIONS) == [*PLAIN_SHAPES, *PLAIN_ATTACKS]


def test_the_engine_counts_the_same_placements() -> None:
    """The engine counts as many placements as the table by orientation, and lists as many without duplicates."""
    wrong = []
    for (card, line, column), expected in counts().items():
        option = ENGINE_OPTIONS[card, line]
        found = listed(option, column)
        by_orientation = sum(engine_counts(option, column).values())
        if not len(found) == len(set(found)) == by_orientation == expected:
            wrong.append(f"{breakdown(card, line, column)}\nlisted {len(found)}, in the table {expected}")
    assert not wrong, "\n".join(wrong)


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="ascii")
