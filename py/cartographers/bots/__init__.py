"""Bots: players that choose their plies by themselves."""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from cartographers.bots.random_player import random_player
from cartographers.seen import Seen
from cartographers.state import Ply

#: Chooses a ply from what the player may know, and by chance.
Player: TypeAlias = Callable[[Seen, Random], Ply]

#: The bots, by their names on the command line.
PLAYERS: dict[str, Player] = {"random": random_player}
