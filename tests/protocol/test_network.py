"""Simulated networks: every game ends like one on a single device, whatever happens to messages, devices, and seats."""

from collections import Counter
from functools import cache

import pytest

from support.network import MIXES, MOST_PLAYERS, game_number, play

#: Each number of devices plays once, in one of the mixes. The weekly run plays all of them in each mix, and more.
ROUND = MOST_PLAYERS - 1
#: In this simulation, the last member gives a seat to a guest who dies at once, and takes it back for the same card.
GIVEN_AND_TAKEN = 245


@cache
def events(number: int) -> Counter[str]:
    """Play a simulation, once for all tests, and return its events."""
    return play(number)


@pytest.mark.sample(4)
@pytest.mark.parametrize("number", [*range(ROUND), GIVEN_AND_TAKEN])
def test_games_end_like_those_on_one_device(number: int) -> None:
    """Games with 2 to 12 devices end like games on one device that is passed around."""
    assert events(number)["step"] > 0


def test_simulations_cover_everything() -> None:
    """A round has all mixes and all numbers of devices, and every kind of event happens in a single simulation."""
    games = [game_number(number) for number in range(ROUND)]
    assert len({str(game).rsplit("-", 2)[0] for game, _, _ in games}) == len(MIXES)
    assert {len(set(owners)) for _, owners, _ in games} == set(range(2, MOST_PLAYERS + 1))
    happened = {kind for kind, count in events(GIVEN_AND_TAKEN).items() if count}
    assert happened >= {"cut", "reload", "hand", "guest", "death", "another", "moved", "moved early"}
