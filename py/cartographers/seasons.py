"""The four seasons, each with its length and its two edicts."""

from __future__ import annotations

from dataclasses import dataclass

from cartographers.boxes import Box

EDICTS = "ABCD"


@dataclass(frozen=True, slots=True)
class Season:
    """A season, which ends when the time of its revealed cards reaches the threshold."""

    name: str
    #: The time threshold.
    threshold: int
    #: The letters of the two edicts that are scored at the season's end.
    edicts: str


def _year(*thresholds: int) -> tuple[Season, ...]:
    names, edicts = ("spring", "summer", "fall", "winter"), ("AB", "BC", "CD", "DA")
    return tuple(map(Season, names, thresholds, edicts))


#: The seasons of each box. Only the thresholds of summer differ.
SEASONS = {Box.BASE: _year(8, 8, 7, 6), Box.HEROES: _year(8, 7, 7, 6)}
