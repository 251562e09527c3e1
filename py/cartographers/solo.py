"""The special rules of solo games: the places of ambushes, and the rating (English rulebook p. 12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cartographers.cards import AmbushCard
from cartographers.region import SIZE, Region, space_at
from cartographers.scoring import ScoringCard

#: The titles with their lowest ratings, best first.
TITLES = (
    (30, "legendary-cartographer"),
    (20, "master-mapsmith"),
    (10, "journeyman-topographer"),
    (0, "apprentice-surveyor"),
    (-5, "amateur-assessor"),
    (-10, "inept-assistant"),
    (-20, "dimwitted-doodler"),
    (-30, "oblivious-inkdrinker"),
)


def ambush_walk(card: AmbushCard) -> Iterator[Region]:
    """Yield the places where an ambush's shape is tried, in order. The shape is never rotated.

    Its bounding box starts in the card's corner and moves around the border in the card's direction. It then starts
    again one space further in, and so on, until it reaches the middle of the board (rulings, "Ambush", solo).
    """
    shape = card.shape.printed
    first_row = first_column = 0
    last_row, last_column = SIZE - shape.height, SIZE - shape.width
    while first_row <= last_row and first_column <= last_column:
        ring = _ring(first_row, first_column, last_row, last_column)
        if card.direction == "counterclockwise":
            ring.reverse()
        corner = (
            last_row if card.corner.startswith("bottom") else first_row,
            last_column if card.corner.endswith("right") else first_column,
        )
        start = ring.index(corner)
        for row, column in dict.fromkeys(ring[start:] + ring[:start]):
            yield shape.region << space_at(row, column)
        first_row, first_column = first_row + 1, first_column + 1
        last_row, last_column = last_row - 1, last_column - 1


def _ring(top: int, left: int, bottom: int, right: int) -> list[tuple[int, int]]:
    """Return the border of a rectangle of positions, clockwise. In a single row or column, positions are repeated."""
    return [
        *((top, column) for column in range(left, right + 1)),
        *((row, right) for row in range(top + 1, bottom + 1)),
        *((bottom, column) for column in range(right - 1, left - 1, -1)),
        *((row, left) for row in range(bottom - 1, top, -1)),
    ]


def ambush_trail(card: AmbushCard, empty: Region) -> list[Region]:
    """Return the places tried, up to the first one where the ambush fits. The list is empty if it fits nowhere."""
    trail = []
    for region in ambush_walk(card):
        trail.append(region)
        if region & empty == region:
            return trail
    return []


def rating(stars: int, edicts: Iterable[ScoringCard]) -> int:
    """Return the stars minus the solo numbers of the four scoring cards."""
    return stars - sum(card.solo for card in edicts)


def title(final_rating: int) -> str:
    """Return the title for a rating. A rating that is too low for any title still earns the last one."""
    return next((name for least, name in TITLES if final_rating >= least), TITLES[-1][1])
