"""Ratings by Glicko-2, as Mark Glickman describes it in "Example of the Glicko-2 system" (2022 edition).

The names of the variables and the numbers of the steps are those of the paper.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, log, pi, sqrt
from typing import NamedTuple

#: The mean of new ratings, and the ratio between the ratings shown and those on the scale of the formulas.
_MEAN, _SCALE = 1500.0, 173.7178
#: The system constant τ, which limits changes of the volatility, and the tolerance ε of its iteration.
_TAU, _EPSILON = 0.5, 0.000001
#: The greatest deviation: that of a player without results.
_GREATEST_DEVIATION = 350.0


class Rating(NamedTuple):
    """The rating of a player or of a puzzle."""

    rating: float = _MEAN
    #: The rating's standard deviation.
    deviation: float = _GREATEST_DEVIATION
    volatility: float = 0.06


class Result(NamedTuple):
    """The result of a game against an opponent."""

    opponent: Rating
    #: 1 for a win, 0 for a loss, and anything in between for a partial success.
    score: float


def rated(player: Rating, results: Iterable[Result]) -> Rating:
    """Return a player's rating after a rating period with at least one result."""
    mu, phi, sigma = (player.rating - _MEAN) / _SCALE, player.deviation / _SCALE, player.volatility  # step 2
    information = improvement = 0.0
    for opponent, score in results:  # steps 3 and 4
        g = 1 / sqrt(1 + 3 * (opponent.deviation / _SCALE / pi) ** 2)
        expected = 1 / (1 + exp(-g * (mu - (opponent.rating - _MEAN) / _SCALE)))
        information += g * g * expected * (1 - expected)
        improvement += g * (score - expected)
    v = 1 / information
    sigma = _new_volatility(phi, sigma, v, v * improvement)
    phi = 1 / sqrt(1 / (phi * phi + sigma * sigma) + information)  # steps 6 and 7
    mu += phi * phi * improvement
    return Rating(_SCALE * mu + _MEAN, min(_SCALE * phi, _GREATEST_DEVIATION), sigma)


def _new_volatility(phi: float, sigma: float, v: float, delta: float) -> float:
    """Return the new volatility (step 5) by the Illinois algorithm."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        e = exp(x)
        d = phi * phi + v + e
        return e * (delta * delta - d) / (2 * d * d) - (x - a) / (_TAU * _TAU)

    lower = a
    if delta * delta > phi * phi + v:
        upper = log(delta * delta - phi * phi - v)
    else:
        k = 1
        while f(a - k * _TAU) < 0:
            k += 1
        upper = a - k * _TAU
    f_lower, f_upper = f(lower), f(upper)
    while abs(upper - lower) > _EPSILON:
        middle = lower + (lower - upper) * f_lower / (f_upper - f_lower)
        f_middle = f(middle)
        if f_middle * f_upper <= 0:
            lower, f_lower = upper, f_upper
        else:
            f_lower /= 2
        upper, f_upper = middle, f_middle
    return exp(lower / 2)
