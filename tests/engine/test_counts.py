"""How many legal placements each shape has, as chess engines count positions.

The table beside this module comes from the plain rules. Rewrite it, and review the difference, with::

    PYTHONPATH=py:tests python3 -m engine.test_counts

A column is a map, a column with ``@`` the same map with ruins due; ambushes know no such duty. No hypothesis here: this
module also runs inside Pyodide.
"""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

from cartographers.ambush import AMBUSH
from cartographers.diagram import read_diagram
from cartographers.explore import EXPLORE as ENGINE_EXPLORE
from cartographers.polyomino import Polyomino, placements
from plain.cards import AMBUSHES, EXPLORE, SIDES
from plain.positions import POSITIONS
from plain.rules import PlainMap, on_ruins, placements_by_orientation

TABLE = Path(__file__).with_name("counts.txt")

MAPS = SIDES | POSITIONS


def plain_shapes() -> dict[tuple[str, str], tuple[str, ...]]:
    """Every shape of every card, by card and by the shape on one line."""
    explore = [(card, shape.rows) for card, face in EXPLORE.items() for shape in face.shapes]
    ambush = [(card, face.rows) for card, face in AMBUSHES.items()]
    return {(card, "/".join(rows)): rows for card, rows in explore + ambush}


def engine_shapes() -> dict[tuple[str, str], Polyomino]:
    """Give the same, from the engine's cards."""
    explore = [(card.id, option.shape) for card in ENGINE_EXPLORE for option in card.options]
    ambush = [(card.id, card.shape) for card in AMBUSH]
    return {(card, drawing(shape.cells)): shape for card, shape in explore + ambush}


def drawing(cells: tuple[tuple[int, int], ...]) -> str:
    """Draw cells on one line, the rows parted by slashes."""
    height, width = (1 + max(axis) for axis in zip(*cells, strict=True))
    return "/".join("".join("X" if (r, c) in cells else "." for c in range(width)) for r in range(height))


def columns() -> list[str]:
    """Name the table's columns."""
    return [column for name in MAPS for column in (name, f"{name}@")]


def plain_counts(rows: tuple[str, ...], column: str) -> dict[str, int]:
    """Count the placements of each orientation with the plain rules."""
    sheet = PlainMap.from_rows(MAPS[column.removesuffix("@")])
    due = column.endswith("@")
    return {
        drawing(tuple(orientation)): sum(not due or on_ruins(placed, sheet) for placed in fits)
        for orientation, fits in placements_by_orientation(rows, sheet).items()
    }


def engine_counts(shape: Polyomino, column: str) -> dict[str, int]:
    """Count the placements of each orientation with the engine."""
    sheet = read_diagram(MAPS[column.removesuffix("@")])
    covering = sheet.open_ruins if column.endswith("@") else None
    return {
        drawing(orientation.cells): orientation.anchors(sheet.empty, covering).bit_count()
        for orientation in shape.orientations
    }


def table() -> str:
    """Write the table with the plain rules; ruins are never due for an ambush."""
    lines = [["card", "shape", *columns()]]
    for (card, line), rows in plain_shapes().items():
        none_due = card in AMBUSHES
        numbers = [
            "-" if none_due and column.endswith("@") else str(sum(plain_counts(rows, column).values()))
            for column in columns()
        ]
        lines.append([card, line, *numbers])
    return "".join(f"{card:18}{line:12}{''.join(f'{n:>9}' for n in numbers)}\n" for card, line, *numbers in lines)


def counts() -> dict[tuple[str, str, str], int]:
    """Read the table: the placements by card, shape and column."""
    head, *lines = (line.split() for line in TABLE.read_text(encoding="ascii").splitlines())
    return {
        (card, shape, column): int(number)
        for card, shape, *numbers in lines
        for column, number in zip(head[2:], numbers, strict=True)
        if number != "-"
    }


def breakdown(card: str, line: str, column: str) -> str:
    """Show both versions' counts by orientation on the map concerned."""
    plain, engine = plain_counts(plain_shapes()[card, line], column), engine_counts(engine_shapes()[card, line], column)
    lines = [f"{way:16} plain {plain.get(way)}, engine {engine.get(way)}" for way in {**plain, **engine}]
    return "\n".join([f"\n{card} {line} on {column}", *MAPS[column.removesuffix("@")], *lines])


def test_the_table_is_what_the_plain_rules_count() -> None:
    """Every card and map is in it, and nothing else."""
    pairs = zip_longest(TABLE.read_text(encoding="ascii").splitlines(), table().splitlines())
    differing = [f"table: {old}\nplain: {new}" for old, new in pairs if old != new]
    assert not differing, "\n".join(differing)


def test_the_engine_has_the_same_shapes() -> None:
    """Both versions typed in the same cards, in the same order."""
    assert list(engine_shapes()) == list(plain_shapes())


def test_the_engine_counts_the_same_placements() -> None:
    """By orientation and by listing the placements, each once."""
    wrong = []
    for (card, line, column), wanted in counts().items():
        shape = engine_shapes()[card, line]
        sheet = read_diagram(MAPS[column.removesuffix("@")])
        listed = placements(shape, sheet.empty, sheet.open_ruins if column.endswith("@") else None)
        by_orientation = sum(engine_counts(shape, column).values())
        if not len(listed) == len(set(listed)) == by_orientation == wanted:
            wrong.append(f"{breakdown(card, line, column)}\nlisted {len(listed)}, in the table {wanted}")
    assert not wrong, "\n".join(wrong)


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="ascii")
