"""The four seasons: how long each lasts and which two edicts it scores."""

from __future__ import annotations

from dataclasses import dataclass

EDICTS = "ABCD"


@dataclass(frozen=True, slots=True)
class Season:
    """A season ends when the times of its revealed explore cards reach the threshold; it then scores two edicts."""

    name: str
    threshold: int
    edicts: str


SEASONS = (
    Season("spring", 8, "AB"),
    Season("summer", 8, "BC"),
    Season("fall", 7, "CD"),
    Season("winter", 6, "DA"),
)
