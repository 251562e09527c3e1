"""Ratings by Glicko-2: the example of Glickman's paper, and properties of the formulas."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.game.glicko import Rating, Result, rated


def test_example_of_the_paper() -> None:
    """The example of the paper, a player with three results in the rating period, has the paper's result."""
    results = [Result(Rating(1400, 30), 1), Result(Rating(1550, 100), 0), Result(Rating(1700, 300), 0)]
    after = rated(Rating(1500, 200, 0.06), results)
    assert (after.rating, after.deviation) == pytest.approx((1464.06, 151.52), abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


@given(st.floats(600, 2400), st.floats(30, 350), st.floats(0.03, 0.1), st.floats(1000, 2000), st.floats(0, 1))
def test_each_result_moves_the_rating_toward_it(
    rating: float, deviation: float, volatility: float, opponent: float, score: float
) -> None:
    """A higher score gives a higher rating, and a success and a failure move the rating up and down."""
    player, other = Rating(rating, deviation, volatility), Rating(opponent, 60)
    lost, drawn, won = (rated(player, [Result(other, result)]) for result in (0, score, 1))
    assert lost.rating < rating < won.rating
    assert lost.rating <= drawn.rating <= won.rating
    assert all(0 < after.deviation <= 350 for after in (lost, drawn, won))
    assert all(0.02 < after.volatility < 0.12 for after in (lost, drawn, won))


def test_surprise_raises_the_volatility() -> None:
    """A result far from the expected one raises the volatility, and the iteration still ends."""
    after = rated(Rating(2400, 30, 0.06), [Result(Rating(800, 30), 0)])
    assert after.volatility > 0.06
    assert after.rating < 2400
