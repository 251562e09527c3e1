"""Candidates: the plies that a search considers."""

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
    """A ply, with everything needed to draw it on a sketch."""

    terrain: Terrain | None
    region: Region
    attack: Region = 0
    #: The number of coins that the shape earns: 0 or 1.
    coin: int = 0
    #: The beast whose letter is written on the spaces.
    beast: Beast | None = None

    @property
    def ply(self) -> Ply:
        """The candidate as a ply."""
        return Ply(self.terrain, self.region, self.attack)

    def on(self, sketch: Sketch) -> Sketch:
        """Return a sketch after the ply."""
        return sketch.drawn(self.terrain, self.region, self.coin, self.attack, self.beast)


def candidates(seen: Seen) -> list[Candidate]:
    """Return the legal plies in the order of the rules, but only one of the attacks that have the same effect."""
    if seen.task is None:
        return []
    found = []
    relevant = _relevant_to_attacks(seen)
    outcomes: set[tuple[Region, Region]] = set()
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
            outcome = ply.region, ply.attack & relevant
            if outcome not in outcomes:
                outcomes.add(outcome)
                found.append(Candidate(ply.terrain, ply.region, ply.attack))
    return found


def outcome_of(seen: Seen, ply: Ply) -> tuple[object, ...]:
    """Return a key of a ply's effect. Attacks on the same monsters and the same empty spaces have the same effect."""
    return ply.terrain, ply.region, ply.attack & _relevant_to_attacks(seen)


def _relevant_to_attacks(seen: Seen) -> Region:
    """Return the spaces where an attack makes a difference: those with monsters now, or perhaps later."""
    sheet = seen.sheets[seen.task.sheet] if seen.task else None
    return sheet.empty | sheet.monster if sheet else 0


def draws(options: Iterable[Option], free: Region) -> list[Candidate]:
    """Return all candidates for options on free spaces. The options must not have attacks."""
    return [
        Candidate(option.terrain, region, 0, int(option.coin), option.beast)
        for option in options
        for region in placements(option.shape, free)
    ]
