"""Numbered games of random players, with all mixes of the boxes in rotation; the soak bench also plays them."""

from itertools import product
from random import Random

from cartographers.bots import PLAYERS
from cartographers.boxes import Box
from cartographers.game import apply, new_game
from cartographers.game_id import GameId
from cartographers.player_view import view_of
from cartographers.record import PlayedGame
from cartographers.scoring import Family, cards_of
from cartographers.state import Ply, State

SIDES = "ABCD"
ANY_BOX = (Box.BASE, Box.HEROES, Box.BOTH)
#: The boxes of the explore, season, ambush, hero, and scoring cards.
MIXES = [
    (explore, seasons, ambush, heroes, scoring)
    for explore, seasons in product((Box.BASE, Box.HEROES), repeat=2)
    for ambush, heroes, scoring in product(ANY_BOX, (False, True), ANY_BOX)
]
#: The numbers of players, used in rotation. The length has no common factor with the number of mixes on four sides, so
#: in the long run every mix has every number. There are few large games because they are slow.
COMPANY = (1, 2, 1, 3, 1, 2, 1, 5, 1, 2, 1, 3, 1, 2, 1, 12, 1, 2, 1, 3, 1, 5, 1, 2, 3)


def chance(label: object) -> Random:
    """Return a random number generator seeded with a label."""
    return Random(str(label))  # noqa: S311 - must be repeatable


def mix(number: int) -> tuple[Box, Box, Box, bool, Box]:
    """Return the boxes of a game. The mixes are used in rotation."""
    return MIXES[number % len(MIXES)]


def game_number(number: int) -> GameId:
    """Return one of the games. Every third game has chosen edicts."""
    boxes = mix(number)
    rng = chance(f"simulated/{number}")
    families = rng.sample(list(Family), len(Family))
    edicts = tuple(rng.choice(cards_of(family, boxes[-1])) for family in families) if number % 3 == 0 else ()
    side = SIDES[(number + number // len(MIXES)) % len(SIDES)]
    return GameId(f"simulated{number}", side, COMPANY[number % len(COMPANY)], edicts, *boxes)


def played(game_id: GameId, bot: str = "random") -> tuple[list[Ply], list[State]]:
    """Return the plies and the states of a game between bots."""
    rng = chance(game_id)
    plies: list[Ply] = []
    states = [new_game(game_id)]
    while task := states[-1].task:
        plies.append(PLAYERS[bot](view_of(states[-1], task.player), rng))
        states.append(apply(states[-1], plies[-1]))
    return plies, states


def played_game(game_id: GameId, bot: str = "random") -> PlayedGame:
    """Return a game between bots as if its record had been read."""
    plies, states = played(game_id, bot)
    return PlayedGame(game_id, tuple(plies), tuple(states))
