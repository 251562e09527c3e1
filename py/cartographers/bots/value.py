"""The value of a map: the stars that a player can expect from all seasons that aren't scored yet.

For each of these seasons, the value adds the stars of the current map and its potential: the potentials of the edicts,
and the mountains and monsters that can still be surrounded. It also includes the danger of ambushes and the number of
open ruins. The more time is left, the more the potentials count (:data:`~cartographers.bots.weights.HOPE`).

A value is an integer, in ten-thousandths of a star, because sums of integers are the same on every Python and in any
order.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from cartographers.bots.potentials import EMPTY_SPACE_CARDS, Term, term_of
from cartographers.bots.sketch import Sketch
from cartographers.bots.thinking import Steps
from cartographers.bots.weights import HOPE, WEIGHTS, Weights
from cartographers.cards import AmbushCard, RuinsCard
from cartographers.player_view import PlayerView
from cartographers.region import Region, adjacent_to
from cartographers.seasons import EDICTS
from cartographers.solo import ambush_walk

#: A star and a hundredth of a star, in units of a value.
STAR, HUNDREDTH = 10_000, 100


class Danger(NamedTuple):
    """A hidden ambush of a solo game."""

    #: The probability in percent that the card is in the deck.
    percent: int
    #: The places where its shape would be tried, in order.
    walk: tuple[Region, ...]


class _Rates(NamedTuple):
    """The weights of stars and potentials at a given time."""

    #: The number of scorings left.
    scorings: int
    #: The sum of the hopes for all scorings, in percent.
    hope: int
    #: Each edict's term, with the weights of its stars and of its potential.
    edicts: tuple[tuple[Term, int, int], ...]
    #: The same for the edicts whose terms depend only on the empty spaces.
    empty_edicts: tuple[tuple[Term, int, int], ...]
    #: The probability in percent that a hidden ambush will be revealed.
    ambush: int
    #: The expected number of ruins cards, in hundredths.
    ruins: int


@lru_cache(maxsize=64)
def walk_of(card: AmbushCard) -> tuple[Region, ...]:
    """Return the places where a solo ambush is tried, in order."""
    return tuple(ambush_walk(card))


def landing(walk: Sequence[Region], empty: Region) -> Region:
    """Return the region of a solo ambush, or 0 if it fits nowhere."""
    for region in walk:
        if region & empty == region:
            return region
    return 0


class Outlook:
    """The valuation of maps in a given season of a game, for any player."""

    def __init__(self, view: PlayerView, season: int, *, ahead: int = 3, weights: Weights = WEIGHTS) -> None:
        """Create the outlook for a season and up to ``ahead`` seasons after it.

        If the season isn't the current one, none of its cards has been revealed.
        """
        self.seasons = view.seasons[: season + 1 + ahead]
        self.season = season
        self.weights = weights
        self._edicts = dict(zip(EDICTS, map(term_of, view.edicts), strict=True))
        self._shares = dict(zip(EDICTS, [weights.share(card.id) for card in view.edicts], strict=True))
        self._of_the_empty = {
            letter for letter, card in zip(EDICTS, view.edicts, strict=True) if card.id in EMPTY_SPACE_CARDS
        }
        self.dangers: tuple[Danger, ...] = ()
        now = season == view.season
        hidden = view.hidden_ambushes
        if view.players == 1 and hidden.in_deck > 0 and now:
            percent = 100 * hidden.in_deck // len(hidden.cards)
            self.dangers = tuple(
                Danger(percent, walk_of(card)) for card in hidden.cards if isinstance(card, AmbushCard)
            )
        self._unseen_time = max(sum([card.time for card in view.undealt]), 1)
        self._ruins_cards = 2 * view.options.ruins
        self._unseen_ruins = (
            len([card for card in view.undealt if isinstance(card, RuinsCard)]) if now else self._ruins_cards
        )
        self._rates: dict[int, _Rates] = {}
        self._ground: dict[tuple[int, ...], int] = {}
        self._values: dict[tuple[int, ...], int] = {}

    def _rates_at(self, left: int) -> _Rates:
        """Return the weights with ``left`` time in the season."""
        found = self._rates.get(left)
        if found:
            return found
        time, hope = left, 0
        stars: dict[str, int] = {}
        hopes: dict[str, int] = {}
        for season in self.seasons[self.season :]:
            if season is not self.seasons[self.season]:
                time += season.threshold
            percent = HOPE[min(time, len(HOPE) - 1)]
            hope += percent
            for letter in season.edicts:
                stars[letter] = stars.get(letter, 0) + 1
                hopes[letter] = hopes.get(letter, 0) + percent
        shown = min(100, 100 * left // self._unseen_time)
        later = len(self.seasons) - 1 - self.season
        ambush = shown + (self.weights.later * (100 - shown) // 100 if later else 0)
        rated = [
            (letter, (self._edicts[letter], STAR * stars[letter], hopes[letter] * self._shares[letter] // 100))
            for letter in stars
        ]
        rates = _Rates(
            len(self.seasons) - self.season,
            hope,
            tuple(rate for letter, rate in rated if letter not in self._of_the_empty),
            tuple(rate for letter, rate in rated if letter in self._of_the_empty),
            ambush,
            self._unseen_ruins * shown + 65 * self._ruins_cards * later,
        )
        self._rates[left] = rates
        return rates

    def value(self, sketch: Sketch, left: int, *, dangers: bool = True) -> int:
        """Return a map's value with ``left`` time in the season; 0 is its end, right before the scoring.

        ``dangers`` includes the danger of ambushes. Searches that play the ambushes themselves exclude it.
        """
        key = (
            left,
            dangers,
            sketch.forest,
            sketch.village,
            sketch.farm,
            sketch.water,
            sketch.monster,
            sketch.empty,
            sketch.coins,
            sketch.attacked,
            sketch.hero,
            sketch.zombie,
        )
        value = self._values.get(key)
        if value is not None:
            return value
        rates = self._rates.get(left) or self._rates_at(left)
        value = self._of_ground(sketch, left, rates, dangers=dangers)
        for term, star, hope in rates.edicts:
            stars, potential = term(sketch)
            value += stars * star + potential * hope
        value += sketch.coins * rates.scorings * STAR
        if sketch.monster:
            haunted = sketch.haunted
            if haunted:
                value -= haunted.bit_count() * rates.scorings * STAR
                value += (haunted & sketch.beside_one_empty).bit_count() * self.weights.haunted_single * rates.hope
                if sketch.zombie:
                    spreads = (sketch.empty & adjacent_to(sketch.zombie & ~sketch.destroyed)).bit_count()
                    value -= spreads * self.weights.zombie * HUNDREDTH * (rates.scorings - 1)
        if len(self._values) < _MAX_CACHED:
            self._values[key] = value
        return value

    def _of_ground(self, sketch: Sketch, left: int, rates: _Rates, *, dangers: bool) -> int:
        """Return the part of the value that depends only on which spaces are empty or attacked."""
        empty = sketch.empty
        key = (left, dangers, empty, sketch.attacked)
        value = self._ground.get(key)
        if value is not None:
            return value
        weights = self.weights
        nearly = (sketch.mountain & sketch.beside_one_empty).bit_count()
        openly = (sketch.mountain & sketch.beside_empty).bit_count() - nearly
        value = (nearly * weights.mountain_nearly + openly * weights.mountain_open) * rates.hope
        for term, star, hope in rates.empty_edicts:
            stars, potential = term(sketch)
            value += stars * star + potential * hope
        if dangers and rates.ambush:
            expected = 0
            for percent, walk in self.dangers:
                region = landing(walk, empty) & ~sketch.attacked
                expected += percent * (adjacent_to(region) & empty & ~region).bit_count()
            value -= expected * rates.ambush * rates.hope * weights.ambush // 10_000
        lacking = rates.ruins - 100 * (sketch.ruins & empty).bit_count()
        if lacking > 0:
            value -= lacking * weights.ruins
        if len(self._ground) < _MAX_CACHED:
            self._ground[key] = value
        return value

    def free_memory(self) -> Steps[None]:
        """Free the memory of all values in small steps, because freeing all of it at once would take too long."""
        for cache in (self._values, self._ground):
            while cache:
                for _ in range(min(len(cache), _FREED_PER_STEP)):
                    cache.popitem()
                yield None

    def scoring_value(self, sketch: Sketch, *, monsters: bool = True) -> int:
        """Return the stars of this season's scoring as a value. ``monsters`` includes the stars lost to monsters."""
        stars = sketch.coins - (sketch.haunted.bit_count() if monsters else 0)
        for letter in self.seasons[self.season].edicts:
            stars += self._edicts[letter](sketch)[0]
        return stars * STAR


#: The maximum number of cached values, which limits the memory used on a phone.
_MAX_CACHED = 20_000
#: The number of values that are freed in a step.
_FREED_PER_STEP = 1000
