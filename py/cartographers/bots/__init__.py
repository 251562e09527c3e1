"""Players that choose a ply by themselves."""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from cartographers.bots.random_player import random_player
from cartographers.seen import Seen
from cartographers.state import Ply

#: Chooses a ply by what a player may know, and by chance.
Player: TypeAlias = Callable[[Seen, Random], Ply]

#: Every player, by the name that the command line knows it by.
PLAYERS: dict[str, Player] = {"random": random_player}
