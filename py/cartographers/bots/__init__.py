"""Bots: players that choose their plies by themselves. README.md tells how the four strengths work."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import TypeAlias

from cartographers.bots.random_player import random_player
from cartographers.bots.thinking import Thinking, finished
from cartographers.game_id import GameId
from cartographers.seen import Seen
from cartographers.state import Ply

#: The version of the bots. It must go up whenever one of them may choose another ply than before: what they made of a
#: deal is kept on devices, and is only right for bots that choose the same. No test can tell.
BOTS = 4

#: Chooses a ply from what the player may know, and by chance.
Player: TypeAlias = Callable[[Seen, Random], Ply]
#: The same in small steps.
Thinker: TypeAlias = Callable[[Seen, Random], Thinking]

# The page knows the names of the bots from its start, and needs the searches only once a bot plays.
# ruff: noqa: PLC0415


def apprentice(seen: Seen, rng: Random) -> Thinking:
    """Draw what pays this season, and overlook the rest."""
    from cartographers.bots import people

    return people.apprentice(seen, rng)


def journeyman(seen: Seen, rng: Random) -> Thinking:
    """Draw what pays this season and the next."""
    from cartographers.bots import people

    return people.journeyman(seen, rng)


def master(seen: Seen, rng: Random) -> Thinking:
    """Draw what does best over the rest of the season on some decks."""
    from cartographers.bots import rollouts

    return rollouts.rollouts(seen, rng, rollouts.MASTER)


def legend(seen: Seen, rng: Random) -> Thinking:
    """Draw what does best on many decks."""
    from cartographers.bots import rollouts

    return rollouts.rollouts(seen, rng, rollouts.LEGEND)


def label(game: GameId | str, bot: str, player: int, plies: int) -> str:
    """Return what decides a bot's chance in a game after so many plies: in play, a trial, a review or the arena."""
    return f"{game}/{bot}/{player}/{plies}"


#: The bots that think, by their names, the weakest first.
STRENGTHS: dict[str, Thinker] = {
    "apprentice": apprentice,
    "journeyman": journeyman,
    "master": master,
    "legend": legend,
}


def _choose(strength: str, seen: Seen, rng: Random) -> Ply:
    return finished(STRENGTHS[strength](seen, rng))


#: All bots, by their names on the command line; each chooses a ply at once.
PLAYERS: dict[str, Player] = {
    "random": random_player,
    **{strength: partial(_choose, strength) for strength in STRENGTHS},
}
