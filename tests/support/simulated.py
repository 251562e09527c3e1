"""Numbered games of random players, with all mixes of the boxes in rotation; the soak bench also plays them."""

from __future__ import annotations

from itertools import product
from random import Random

from cartographers.bots import PLAYERS
from cartographers.boxes import Box
from cartographers.game import apply, new_game
from cartographers.game_id import GameId
from cartographers.player_view import view_of
from cartographers.scoring import Family, cards_of
from cartographers.state import Ply, State

SIDES = "ABCD"
#: The boxes of the explore, season, ambush, hero, and scoring cards.
MIXES = list(
    product(
        (Box.BASE, Box.HEROES),
        (Box.BASE, Box.HEROES),
        (Box.BASE, Box.HEROES, Box.BOTH),
        (False, True),
        (Box.BASE, Box.HEROES, Box.BOTH),
    )
)
#: The numbers of players, used in rotation. The length has no common factor with the number of mixes on four sides, so
#: in the long run every mix has every number. There are few large games because they are slow.
COMPANY = (1, 2, 1, 3, 1, 2, 1, 5, 1, 2, 1, 3, 1, 2, 1, 12, 1, 2, 1, 3, 1, 5, 1, 2, 3)


def mix(number: int) -> tuple[Box, Box, Box, bool, Box]:
    """Return the boxes of a game. The mixes are used in rotation."""
    return MIXES[number % len(MIXES)]


def game_number(number: int) -> GameId:
    """Return one of the games. Every third game has chosen edicts."""
    explore, seasons, ambush, heroes, scoring = mix(number)
    rng = Random(f"simulated/{number}")  # noqa: S311 - must be repeatable
    families = rng.sample(list(Family), len(Family))
    return GameId(
        f"simulated{number}",
        SIDES[(number + number // len(MIXES)) % len(SIDES)],
        COMPANY[number % len(COMPANY)],
        tuple(rng.choice(cards_of(family, scoring)) for family in families) if number % 3 == 0 else (),
        explore=explore,
        seasons=seasons,
        ambush=ambush,
        heroes=heroes,
        scoring=scoring,
    )


def played(game_id: GameId) -> tuple[list[Ply], list[State]]:
    """Return the plies and the states of a game between random players."""
    rng = Random(str(game_id))  # noqa: S311 - must be repeatable
    plies: list[Ply] = []
    states = [new_game(game_id)]
    while task := states[-1].task:
        plies.append(PLAYERS["random"](view_of(states[-1], task.player), rng))
        states.append(apply(states[-1], plies[-1]))
    return plies, states
