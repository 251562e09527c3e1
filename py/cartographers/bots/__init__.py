"""Bots: players that choose their plies by themselves. README.md tells how the four strengths work."""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from cartographers.bots.random_player import random_player
from cartographers.seen import Seen
from cartographers.state import Ply

#: Chooses a ply from what the player may know, and by chance.
Player: TypeAlias = Callable[[Seen, Random], Ply]

# The page knows the names of the bots from its start, and needs the searches only once a bot plays.
# ruff: noqa: PLC0415


def apprentice(seen: Seen, rng: Random) -> Ply:
    """Draw what pays this season, and overlook the rest."""
    from cartographers.bots import people

    return people.apprentice(seen, rng)


def journeyman(seen: Seen, rng: Random) -> Ply:
    """Draw what pays this season and the next."""
    from cartographers.bots import people

    return people.journeyman(seen, rng)


def master(seen: Seen, rng: Random) -> Ply:
    """Draw what does best over the rest of the season on some decks."""
    from cartographers.bots import rollouts

    return rollouts.rollouts(seen, rng, rollouts.MASTER)


def legend(seen: Seen, rng: Random) -> Ply:
    """Draw what does best on many decks."""
    from cartographers.bots import rollouts

    return rollouts.rollouts(seen, rng, rollouts.LEGEND)


#: The bots, by their names on the command line, the weakest first.
PLAYERS: dict[str, Player] = {
    "random": random_player,
    "apprentice": apprentice,
    "journeyman": journeyman,
    "master": master,
    "legend": legend,
}
