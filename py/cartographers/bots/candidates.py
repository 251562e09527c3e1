"""The plies that a search looks at, and how a card's options are drawn on a sketch."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cartographers.beast import Beast
from cartographers.bots.sketch import Sketch
from cartographers.cards import Option
from cartographers.polyomino import placements
from cartographers.region import Region
from cartographers.rules import openings, ply_at
from cartographers.seen import Seen
from cartographers.state import Ply
from cartographers.terrain import Terrain


class Candidate(NamedTuple):
    """Something to draw: the parts of a ply, whether it pays a coin, and the letter of its monster."""

    terrain: Terrain | None
    region: Region
    attack: Region = 0
    coin: int = 0
    beast: Beast | None = None

    @property
    def ply(self) -> Ply:
        """The ply that draws it."""
        return Ply(self.terrain, self.region, self.attack)

    def on(self, sketch: Sketch) -> Sketch:
        """Return a sketch with it."""
        return sketch.drawn(self.terrain, self.region, self.coin, self.attack, self.beast)


def candidates(seen: Seen) -> list[Candidate]:
    """Return every legal ply once, in the rules' order; attacks of a hero that do the same count as one."""
    if seen.task is None:
        return []
    found = []
    matters = _matters(seen)
    told: set[tuple[Region, Region]] = set()
    for opening in openings(seen):
        option, orientation, anchors, strike = opening
        if strike is None:
            found += [
                Candidate(option.terrain, region, 0, int(option.coin), option.beast)
                for region in orientation.regions_at(anchors)
            ]
            continue
        while anchors:
            anchor = anchors & -anchors
            anchors ^= anchor
            ply = ply_at(opening, anchor)
            outcome = ply.region, ply.attack & matters
            if outcome not in told:
                told.add(outcome)
                found.append(Candidate(ply.terrain, ply.region, ply.attack))
    return found


def outcome_of(seen: Seen, ply: Ply) -> tuple[object, ...]:
    """Return what a ply does: attacks that strike the same monsters and guard the same empty spaces do the same."""
    return ply.terrain, ply.region, ply.attack & _matters(seen)


def _matters(seen: Seen) -> Region:
    """Return the spaces where attacks differ: what lies on other terrain is never struck by anything."""
    sheet = seen.sheets[seen.task.sheet] if seen.task else None
    return sheet.empty | sheet.monster if sheet else 0


def draws(options: Iterable[Option], free: Region) -> list[Candidate]:
    """Return what may be drawn on free spaces for options that have no attack, such as those of a card to come."""
    return [
        Candidate(option.terrain, region, 0, int(option.coin), option.beast)
        for option in options
        for region in placements(option.shape, free)
    ]
