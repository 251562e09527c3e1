"""Candidates: the plies that a search considers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cartographers.beast import Beast
from cartographers.bots.sketch import Sketch
from cartographers.cards import Option
from cartographers.player_view import PlayerView
from cartographers.polyomino import placements
from cartographers.region import Region
from cartographers.rules import bundled_ply, ply_bundles
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


def candidates(view: PlayerView) -> list[Candidate]:
    """Return the legal plies in the order of the rules, but only one of the attacks that have the same effect."""
    if view.task is None:
        return []
    found = []
    relevant = _relevant_to_attacks(view)
    outcomes: set[tuple[Region, Region]] = set()
    for bundle in ply_bundles(view):
        option, orientation, anchors, strike = bundle
        if strike is None:
            found += [
                Candidate(option.terrain, region, 0, int(option.coin), option.beast)
                for region in orientation.regions_at(anchors)
            ]
            continue
        while anchors:
            anchor = anchors & -anchors
            anchors ^= anchor
            ply = bundled_ply(bundle, anchor)
            outcome = ply.region, ply.attack & relevant
            if outcome not in outcomes:
                outcomes.add(outcome)
                found.append(Candidate(ply.terrain, ply.region, ply.attack))
    return found


def effect_key(view: PlayerView, ply: Ply) -> tuple[object, ...]:
    """Return a key of a ply's effect. Attacks on the same monsters and the same empty spaces have the same effect."""
    return ply.terrain, ply.region, ply.attack & _relevant_to_attacks(view)


def _relevant_to_attacks(view: PlayerView) -> Region:
    """Return the spaces where an attack makes a difference: those with monsters now, or perhaps later."""
    sheet = view.sheets[view.task.sheet] if view.task else None
    return sheet.empty | sheet.monster if sheet else 0


def option_candidates(options: Iterable[Option], free: Region) -> list[Candidate]:
    """Return all candidates for options on free spaces. The options must not have attacks."""
    return [
        Candidate(option.terrain, region, 0, int(option.coin), option.beast)
        for option in options
        for region in placements(option.shape, free)
    ]
