"""The scoring cards, which become the queen's edicts.

Each card is one function. The module of each family ends with the tuple of its cards. Game ids refer to a card by its
index in that tuple, so new cards must be added at the end.
"""

from functools import cache

from cartographers.boxes import Box
from cartographers.scoring.arrangement import ARRANGEMENT
from cartographers.scoring.card import Award, Awards, Family, ScoringCard, split_awards, stars
from cartographers.scoring.farm_and_water import FARM_AND_WATER
from cartographers.scoring.forest import FOREST
from cartographers.scoring.monsters import monsters
from cartographers.scoring.village import VILLAGE

CARDS: tuple[ScoringCard, ...] = (*FOREST, *VILLAGE, *FARM_AND_WATER, *ARRANGEMENT)


@cache
def cards_of(family: Family, box: Box) -> tuple[ScoringCard, ...]:
    """Return a family's cards from one box or both."""
    return tuple(card for card in CARDS if card.family is family and card.box in box)


CARD_BY_ID = {card.id: card for card in CARDS}

__all__ = [
    "CARDS",
    "CARD_BY_ID",
    "Award",
    "Awards",
    "Family",
    "ScoringCard",
    "cards_of",
    "monsters",
    "split_awards",
    "stars",
]
