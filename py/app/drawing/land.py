"""Coasts: the outlines of regions as SVG path data, in map units. A space is :data:`UNIT` units wide.

A walk along a coast goes from one side of a space to the next, with the land on its right. Outer coasts therefore run
clockwise and those of holes counterclockwise, and both fill rules give the same picture. A piece of coast depends only
on its place on the map, so adjacent regions share their coast, and a growing region keeps its old coast elsewhere.
Pieces are worth caching, because a path consists mostly of strings from earlier paths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import sin
from typing import TypeAlias

from cartographers.region import SIZE, STRIDE, Region, position

UNIT = 40
EXTENT = UNIT * SIZE

#: Maximum distance of a coast from the straight edge, in addition to its inset.
STRAY = 3.0

Point: TypeAlias = tuple[float, float]
#: A side of a space: the space, and 0 to 3 for its top, right, bottom, or left side, walked in this order.
Side: TypeAlias = tuple[int, int]
#: A function that draws from the middle of one side to the middle of the next one, with an inset.
Join: TypeAlias = Callable[[Side, Side, float], str]

_AHEAD = (1, STRIDE, -1, -STRIDE)
_HEADING = ((1, 0), (0, 1), (-1, 0), (0, -1))
_START = ((0, 0), (1, 0), (1, 1), (0, 1))
#: Number of bits by which a region is shifted, so that the row above the map can be looked up.
_LIFT = STRIDE + 1

_TENSION = 0.19
#: Distance from a corner at which an ink line has settled on its side.
_CLEAR = 6
#: The points of the teeth: distances along a side and into the land. The fourth point is in the middle of the side.
_TEETH = ((0.09, 0.4), (0.22, 4.4), (0.36, -0.8), (0.5, 4.0), (0.65, -0.2), (0.79, 5.2), (0.91, 0.4))
_MIDDLE_TOOTH = _TEETH[3]
_CORNER_RADIUS = 7


@lru_cache(maxsize=512)
def outline(region: Region, inset: float = 0.9) -> str:
    """Return a region's coasts as path data, like ink lines drawn by hand.

    A larger inset gives its shore lines.
    """
    return _path(region, _curve, inset)


@lru_cache(maxsize=256)
def jagged(region: Region) -> str:
    """Return a region's coasts as path data with teeth like a saw, the mark of land that monsters hold."""
    return _path(region, _teeth, _MIDDLE_TOOTH[1])


@lru_cache(maxsize=256)
def crisp(region: Region, inset: float = 1.5) -> str:
    """Return a region's coasts as path data, straight with round corners.

    They serve for marks that aren't part of the land.
    """
    return _path(region, _bend, inset)


def coasts(region: Region) -> Iterator[list[Side]]:
    """Yield the closed walks around a region and around its holes.

    Spaces that touch only at a corner get separate walks, because a walk turns right wherever it can.
    """
    land = region << _LIFT
    remaining = region & ~(region << STRIDE)  # every coast has a top side somewhere
    while remaining:
        start = ((remaining & -remaining).bit_length() - 1, 0)
        walk = []
        space, side = start
        while True:
            walk.append((space, side))
            if side == 0:
                remaining &= ~(1 << space)
            ahead = space + _AHEAD[side]
            outside = ahead + _AHEAD[side - 1]
            if not land >> ahead + _LIFT & 1:
                side = (side + 1) % 4
            elif land >> outside + _LIFT & 1:
                space, side = outside, (side - 1) % 4
            else:
                space = ahead
            if (space, side) == start:
                break
        yield walk


def _path(region: Region, join: Join, inset: float) -> str:
    wobbly = join is not _bend
    return "".join(
        f"M{_text(_on_side(walk[0], 0.5, inset, wobbly=wobbly))}"
        f"{''.join(join(side, following, inset) for side, following in zip(walk, walk[1:] + walk[:1], strict=True))}Z"
        for walk in coasts(region)
    )


@lru_cache(maxsize=8192)
def _curve(side: Side, following: Side, inset: float) -> str:
    """Draw a Catmull-Rom curve through two points on either side of the corner.

    In the middle of a side the curve has the side's own slope, because the next piece begins there.
    """
    turn = (following[1] - side[1] + 1) % 4 - 1
    clear = (_CLEAR + turn * 0.6 * inset) / UNIT
    (start, start_slope), (end, end_slope) = _middle(side, inset), _middle(following, inset)
    before, after = _on_side(side, 1 - clear, inset), _on_side(following, clear, inset)
    slopes = (start_slope, _toward(start, after), _toward(before, end), end_slope)
    places = (start, before, after, end)
    return "".join(
        f"C{_text(_plus(places[i], slopes[i], 1))} {_text(_plus(places[i + 1], slopes[i + 1], -1))}"
        f" {_text(places[i + 1])}"
        for i in range(3)
    )


@lru_cache(maxsize=2048)
def _middle(side: Side, inset: float) -> tuple[Point, Point]:
    """Return the middle of a side, and the slope there."""
    ends = _on_side(side, _CLEAR / UNIT, inset), _on_side(side, 1 - _CLEAR / UNIT, inset)
    return _on_side(side, 0.5, inset), _toward(*ends)


def _toward(behind: Point, ahead: Point) -> Point:
    return (ahead[0] - behind[0]) * _TENSION, (ahead[1] - behind[1]) * _TENSION


def _plus(place: Point, slope: Point, sign: int) -> Point:
    return place[0] + sign * slope[0], place[1] + sign * slope[1]


@lru_cache(maxsize=2048)
def _teeth(side: Side, following: Side, _inset: float) -> str:
    rest = [_on_side(side, along, depth) for along, depth in _TEETH[4:]]
    first = [_on_side(following, along, depth) for along, depth in _TEETH[:4]]
    return "".join(f"L{_text(point)}" for point in rest + first)


@lru_cache(maxsize=2048)
def _bend(side: Side, following: Side, inset: float) -> str:
    """Draw a round corner between two sides, or nothing if they are in line."""
    if side[1] == following[1]:
        return ""
    right_turn = following[1] == (side[1] + 1) % 4
    reach = inset if right_turn else -inset
    radius = _CORNER_RADIUS - inset / 2
    before = _on_side(side, 1 - (reach + radius) / UNIT, inset, wobbly=False)
    corner = _on_side(side, 1 - reach / UNIT, inset, wobbly=False)
    after = _on_side(following, (reach + radius) / UNIT, inset, wobbly=False)
    return f"L{_text(before)}Q{_text(corner)} {_text(after)}"


def _on_side(side: Side, along: float, inset: float, *, wobbly: bool = True) -> Point:
    """Return a point on a side, moved into the land, with the wobble of a hand-drawn line."""
    space, number = side
    row, column = position(space)
    (corner_x, corner_y), (dx, dy) = _START[number], _HEADING[number]
    x, y = UNIT * (column + corner_x + dx * along), UNIT * (row + corner_y + dy * along)
    stray_x, stray_y = _wobble(x, y) if wobbly else (0.0, 0.0)
    return _on_map(x - dy * inset + stray_x), _on_map(y + dx * inset + stray_y)


def _wobble(x: float, y: float) -> Point:
    """Return the wobble of a hand-drawn line at a point.

    It is fixed, so the coast there never moves.
    """
    return (
        1.3 * sin(0.17 * x + 0.09 * y + 1) + sin(0.05 * x - 0.21 * y + 2) + 0.6 * sin(0.41 * x + 0.3 * y),
        1.3 * sin(0.08 * x + 0.19 * y + 4) + sin(0.22 * x - 0.06 * y) + 0.6 * sin(0.33 * x - 0.38 * y + 3),
    )


def _on_map(value: float) -> float:
    return min(max(value, 1.0), EXTENT - 1.0)


def _text(point: Point) -> str:
    return f"{round(point[0], 1):g} {round(point[1], 1):g}"
