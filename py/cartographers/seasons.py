"""The four seasons: how long each lasts and which two edicts it scores."""

from __future__ import annotations

from dataclasses import dataclass

from cartographers.boxes import Box

EDICTS = "ABCD"


@dataclass(frozen=True, slots=True)
class Season:
    """A season ends when the time of its revealed cards reaches the threshold. Then two edicts are scored."""

    name: str
    threshold: int
    edicts: str


def _year(*thresholds: int) -> tuple[Season, ...]:
    names, edicts = ("spring", "summer", "fall", "winter"), ("AB", "BC", "CD", "DA")
    return tuple(map(Season, names, thresholds, edicts))


#: The boxes differ only in summer.
SEASONS = {Box.BASE: _year(8, 8, 7, 6), Box.HEROES: _year(8, 7, 7, 6)}
