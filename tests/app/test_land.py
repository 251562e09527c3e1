"""Tests of coasts: the properties of outlines on which pages rely."""

import re
from collections.abc import Callable
from typing import TypeAlias

import pytest

from app.drawing.land import EXTENT, STRAY, UNIT, coasts, crisp, jagged, outline
from cartographers.region import BOARD, Region, region_of, space_at

SINGLE = 1 << space_at(4, 6)
BLOCK = region_of(space_at(row, column) for row in (3, 4, 5) for column in (3, 4, 5))
RING = BLOCK ^ 1 << space_at(4, 4)
WEST = region_of([space_at(6, 2), space_at(7, 2)])
EAST = region_of([space_at(6, 3), space_at(7, 3)])
CORNERS = region_of(space_at(row, column) for row in (0, 10) for column in (0, 10))

Drawing: TypeAlias = Callable[[Region], str]

DRAWINGS: list[Drawing] = [outline, jagged, crisp]


def points(path: str) -> list[tuple[float, float]]:
    """Return the points of a path, without the control points of curves."""
    ends = re.findall(r"(-?[\d.]+) (-?[\d.]+)(?=[A-Z]|$)", path)
    return [(float(x), float(y)) for x, y in ends]


def steps(path: str) -> set[str]:
    """Return the drawing commands of a path, wherever they start."""
    return set(re.findall(r"[A-Z][^A-Z]*", path.replace("Z", "")))


@pytest.mark.parametrize("draw", DRAWINGS)
def test_region_has_one_closed_walk_per_coast(draw: Drawing) -> None:
    """A region has one closed walk for each coast, including holes and spaces that touch at a corner."""
    diagonal = region_of([space_at(2, 2), space_at(3, 3)])
    counts = {SINGLE: 1, BLOCK: 1, RING: 2, diagonal: 2, CORNERS: 4, BOARD: 1, 0: 0}
    for region, count in counts.items():
        path = draw(region)
        assert path.count("M") == path.count("Z") == count, region


def test_coasts_are_walked_side_by_side() -> None:
    """Coasts are walked clockwise from the top, holes along the spaces around them; a curve ends where it began."""
    assert list(coasts(SINGLE)) == [[(space_at(4, 6), side) for side in range(4)]]
    _, hole = coasts(RING)
    assert set(hole) == {(space_at(3, 4), 2), (space_at(4, 3), 1), (space_at(4, 5), 3), (space_at(5, 4), 0)}
    assert len(list(coasts(region_of([space_at(2, 10), space_at(3, 0)])))) == 2
    for region in (SINGLE, BLOCK, RING, CORNERS, BOARD):
        *curves, end = outline(region).split("Z")
        assert end == ""
        for curve in curves:
            first, *_, last = points(curve)
            assert first == last


@pytest.mark.parametrize("draw", DRAWINGS)
def test_coast_stays_close_to_its_space(draw: Drawing) -> None:
    """A coast stays close to its space and on the map; a distant cluster, a new space, or a cache leaves it alone."""
    slack = STRAY + 1.5
    for row, column in ((0, 0), (0, 10), (5, 5), (10, 0), (10, 10)):
        for point in points(draw(1 << space_at(row, column))):
            for place, start in zip(point, (UNIT * column, UNIT * row), strict=True):
                assert max(start - slack, 0) <= place <= min(start + UNIT + slack, EXTENT)
    before, ring = draw(WEST), draw(RING)
    assert draw(WEST | SINGLE).replace(draw(SINGLE), "") == before
    kept = steps(before) & steps(draw(WEST | 1 << space_at(8, 2)))
    assert len(kept) >= len(steps(before)) / 2
    for cached in (outline, jagged, crisp):
        cached.cache_clear()
    assert draw(RING) == ring


def test_adjacent_regions_share_a_coast() -> None:
    """Two adjacent regions have the same coast between them, with an inset on both sides."""
    for row in (6, 7):
        west_coast = {y: x for x, y in points(outline(WEST)) if x > 100 and UNIT * row < y < UNIT * (row + 1)}
        east_coast = {y: x for x, y in points(outline(EAST)) if x < 140 and UNIT * row < y < UNIT * (row + 1)}
        common = west_coast.keys() & east_coast.keys()
        assert len(common) >= 2
        for y in common:
            assert east_coast[y] - west_coast[y] == pytest.approx(1.8, abs=0.11)  # twice the inset


def test_teeth_are_straight_and_marks_bend_only_at_corners() -> None:
    """Monsters have only straight teeth, and a mark is bent only at its corners. A larger inset is further inland."""
    assert "C" not in jagged(SINGLE)
    assert jagged(SINGLE).count("L") > 20
    assert crisp(BLOCK).count("Q") == 4
    assert crisp(BLOCK) != outline(BLOCK)
    outer, inner = points(outline(BLOCK)), points(outline(BLOCK, 5.0))
    assert min(x for x, _ in inner) > min(x for x, _ in outer) + 3
    assert max(y for _, y in inner) < max(y for _, y in outer) - 3
