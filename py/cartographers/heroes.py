"""The hero cards of Heroes."""

from __future__ import annotations

from cartographers.attack import Attack
from cartographers.cards import HeroCard

HEROES = (
    HeroCard("dobrik-of-lorkheim", Attack(((-1, 0), (0, -1), (0, 1), (1, 0)))),
    HeroCard("wren-the-lioness", Attack(((-1, 2), (0, 2), (1, 2)))),
    HeroCard("freyla-the-true", Attack(((0, 1), (0, 2), (0, 3)))),
    HeroCard("dal-of-jolev", Attack(((-1, -1), (-1, 1), (1, -1), (1, 1)))),
)
