"""A random player, which makes each legal ply with the same probability."""

from __future__ import annotations

from random import Random

from cartographers.player_view import PlayerView
from cartographers.rules import count_plies, nth_ply, ply_bundles
from cartographers.state import Ply


def random_player(view: PlayerView, rng: Random) -> Ply:
    """Return a random legal ply. The plies are counted, not listed, because listing would take most of the time."""
    found = list(ply_bundles(view))
    return nth_ply(found, int(rng.random() * count_plies(found)))
