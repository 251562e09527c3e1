"""Bots: computer players of four strengths. README.md describes how they work."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import TypeAlias

from cartographers.bots import humanlike, racing, rollouts
from cartographers.bots.random_player import random_player
from cartographers.bots.thinking import Thinking, run_steps
from cartographers.game_id import GameId
from cartographers.player_view import PlayerView
from cartographers.state import Ply

#: The version of the bots. Raise it with every change that can make a bot choose a different ply: devices save the
#: bots' results for a deal, which are valid only for bots that still choose the same plies. No test can check this.
BOTS_VERSION = 5

#: A bot: a function that chooses a ply from a player's view of the game and random numbers.
Player: TypeAlias = Callable[[PlayerView, Random], Ply]
#: A bot that thinks in small steps.
Thinker: TypeAlias = Callable[[PlayerView, Random], Thinking]


def apprentice(view: PlayerView, rng: Random) -> Thinking:
    """Choose a good ply for this season, overlooking many possibilities."""
    return humanlike.apprentice(view, rng)


def journeyman(view: PlayerView, rng: Random) -> Thinking:
    """Choose a good ply for this season and the next one."""
    return humanlike.journeyman(view, rng)


def master(view: PlayerView, rng: Random) -> Thinking:
    """Choose a ply by rollouts with a small budget."""
    return racing.search(view, rng, rollouts.MASTER)


def legend(view: PlayerView, rng: Random) -> Thinking:
    """Choose a ply by rollouts with a large budget."""
    return racing.search(view, rng, rollouts.LEGEND)


def rng_seed(game: GameId | str, bot: str, player: int, plies: int) -> str:
    """Return the seed for a bot's random numbers at a ply. Games, reviews, and the arena use the same seeds."""
    return f"{game}/{bot}/{player}/{plies}"


#: The thinking bots by name, from the weakest to the strongest.
STRENGTHS: dict[str, Thinker] = {"apprentice": apprentice, "journeyman": journeyman, "master": master, "legend": legend}


def _choose(strength: str, view: PlayerView, rng: Random) -> Ply:
    return run_steps(STRENGTHS[strength](view, rng))


#: All bots by their names on the command line. Unlike thinkers, they return a ply directly.
PLAYERS: dict[str, Player] = {
    "random": random_player,
    **{strength: partial(_choose, strength) for strength in STRENGTHS},
}
