"""What is different in a solo game: where ambushes land, and the rating (English rulebook p. 12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cartographers.cards import AmbushCard
from cartographers.region import SIZE, Region, space_at
from cartographers.scoring import ScoringCard

#: The lowest rating for each title, best first.
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
    """Yield the places where the monster shape is tried, in order. It is never turned.

    Its bounding box starts in the card's corner and goes round the border in the card's direction. Then it goes round
    one space further in, again from that corner, and so on up to the middle of the board (rulings, "Ambush", solo).
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
    """Return the border of a rectangle of positions, clockwise. A single row or column is walked there and back."""
    return [
        *((top, column) for column in range(left, right + 1)),
        *((row, right) for row in range(top + 1, bottom + 1)),
        *((bottom, column) for column in range(right - 1, left - 1, -1)),
        *((row, left) for row in range(bottom - 1, top, -1)),
    ]


def ambush_trail(card: AmbushCard, empty: Region) -> list[Region]:
    """Return the places tried. The ambush lands on the last one; when it lands nowhere, the list is empty."""
    trail = []
    for region in ambush_walk(card):
        trail.append(region)
        if region & empty == region:
            return trail
    return []


def rating(stars: int, edicts: Iterable[ScoringCard]) -> int:
    """Return the stars less the solo numbers of the four scoring cards."""
    return stars - sum(card.solo for card in edicts)


def title(final_rating: int) -> str:
    """Return the best title whose lowest rating is reached. Below all of them, it is still the last title."""
    return next((name for least, name in TITLES if final_rating >= least), TITLES[-1][1])
