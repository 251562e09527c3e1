"""The results of the player's other solo games, with which a finished game is compared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from app.game.game import Game
from app.game.library import Texts, finished_entries
from app.game.setup import setup_of
from cartographers.scoring import ScoringCard


class OwnResults(NamedTuple):
    """The results of the player's other finished solo games."""

    #: The number of games, including those that don't count.
    games: int
    #: The ratings of the games that count, by cards and map side.
    ratings: Mapping[tuple[str, str], list[int]]
    #: The mean stars by edict in the games that count.
    means: Mapping[ScoringCard, float]

    def ratings_like(self, game: Game) -> list[int]:
        """Return the ratings of games with the same cards and map side as another game."""
        return self.ratings.get((setup_of("", game.id, ()).cards, game.id.side), [])


@lru_cache(maxsize=1)
def own_results(texts: Texts, key: str, record: str) -> OwnResults:
    """Return the results of all saved games except the one with this key and record.

    There may be thousands of games, so the answer is cached.
    """
    ratings, edicts = defaultdict(list), defaultdict(list)
    others = [
        entry for entry in finished_entries(texts) if entry.is_solo and (entry.key, entry.notes.record) != (key, record)
    ]
    for entry in others:
        if entry.counts_in_statistics:
            ratings[entry.deal.cards, entry.deal.side].append(entry.rating or 0)
            for card, stars in entry.by_edict:
                if card:
                    edicts[card].append(stars)
    return OwnResults(len(others), ratings, {card: mean(stars) for card, stars in edicts.items()})


def mean(values: Iterable[int]) -> float:
    """Return the mean of numbers. The page lacks Python's module ``statistics``."""
    numbers = list(values)
    return sum(numbers) / len(numbers)
