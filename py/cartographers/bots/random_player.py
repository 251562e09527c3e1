"""A player who does not think: all legal plies are equally likely."""

from __future__ import annotations

from random import Random

from cartographers.rules import openings, ply_at
from cartographers.seen import Seen
from cartographers.state import Ply


def random_player(seen: Seen, rng: Random) -> Ply:
    """Return one of the legal plies. They are counted, not listed, because listing would take most of the time."""
    found = list(openings(seen))
    chosen = int(rng.random() * sum([anchors.bit_count() for _, _, anchors, _ in found]))
    for opening in found:
        left = opening[2]
        if chosen < left.bit_count():
            for _ in range(chosen):
                left &= left - 1
            return ply_at(opening, left & -left)
        chosen -= left.bit_count()
    msg = "a task has a legal ply"
    raise AssertionError(msg)
