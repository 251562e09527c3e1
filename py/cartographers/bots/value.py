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

from cartographers.bots.potentials import EMPTY_SPACE_CARDS, Term, Worth, term_of
from cartographers.bots.sketch import Sketch
from cartographers.bots.thinking import Steps
from cartographers.bots.weights import HOPE, WEIGHTS, Weights
from cartographers.cards import AmbushCard, RuinsCard
from cartographers.player_view import PlayerView
from cartographers.region import STRIDE, Region, adjacent_to
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
    """The weights of everything that counts at a given time."""

    #: Each edict's term, with the weights of its stars and of its potential.
    edicts: tuple[tuple[Term, int, int], ...]
    #: A coin.
    coin: int
    #: An empty space next to a monster; the same if it has only one empty neighbor; and a space that zombies will fill.
    haunted: int
    haunted_single: int
    zombie: int
    #: A mountain with one empty neighbor, and with more of them.
    mountain_nearly: int
    mountain_open: int
    #: A side of an empty space without another empty space behind it.
    side: int
    #: An empty space next to a hidden ambush that is certain to be in the deck, multiplied by 100.
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
        #: The results of the terms that depend only on the empty spaces.
        self._worths = list[dict[Region, Worth]]()
        self._edicts = {
            letter: self._remembered(term_of(card)) if card.id in EMPTY_SPACE_CARDS else term_of(card)
            for letter, card in zip(EDICTS, view.edicts, strict=True)
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

    def _remembered(self, term: Term) -> Term:
        """Return a term that remembers its results by the empty spaces, because it depends only on them."""
        worths: dict[Region, Worth] = {}
        self._worths.append(worths)

        def remembered(sketch: Sketch) -> Worth:
            worth = worths.get(sketch.empty)
            if worth is None:
                worth = term(sketch)
                if len(worths) < _MOST_REMEMBERED:
                    worths[sketch.empty] = worth
            return worth

        return remembered

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
        weights = self.weights
        ambush = shown + (weights.later * (100 - shown) // 100 if later else 0)
        rates = self._rates[left] = _Rates(
            tuple((self._edicts[letter], STAR * stars[letter], hopes[letter]) for letter in stars),
            STAR * (later + 1),
            STAR + later * weights.haunted_later * STAR // 100,
            weights.haunted_single * hope,
            weights.zombie * HUNDREDTH * later,
            weights.mountain_nearly * hope,
            weights.mountain_open * hope,
            weights.side * hope,
            ambush * hope * weights.ambush,
            self._unseen_ruins * shown + 65 * self._ruins_cards * later,
        )
        return rates

    def value(self, sketch: Sketch, left: int, *, dangers: bool = True) -> int:
        """Return a map's value with ``left`` time in the season; 0 is its end, right before the scoring.

        ``dangers`` includes the danger of ambushes. Searches that play the ambushes themselves exclude it.
        """
        rates = self._rates.get(left) or self._rates_at(left)
        empty, mountain = sketch.empty, sketch.mountain
        value = sketch.coins * rates.coin
        for term, star, hope in rates.edicts:
            stars, potential = term(sketch)
            value += stars * star + potential * hope
        nearly = (mountain & sketch.beside_one_empty).bit_count()
        openly = (mountain & sketch.beside_empty).bit_count() - nearly
        value += nearly * rates.mountain_nearly + openly * rates.mountain_open
        # Each row of adjacent spaces has two ends, and so has each column.
        rows, columns = empty & ~(empty << 1), empty & ~(empty << STRIDE)
        value -= 2 * (rows.bit_count() + columns.bit_count()) * rates.side
        if sketch.monster:
            haunted = sketch.haunted
            value -= haunted.bit_count() * rates.haunted
            value += (haunted & sketch.beside_one_empty).bit_count() * rates.haunted_single
            if sketch.zombie:
                spreads = (empty & adjacent_to(sketch.zombie & ~sketch.destroyed)).bit_count()
                value -= spreads * rates.zombie
        lacking = rates.ruins - 100 * (sketch.ruins & empty).bit_count()
        if lacking > 0:
            value -= lacking * self.weights.ruins
        return value - self._expected_ambushes(sketch, rates) if dangers and rates.ambush else value

    def _expected_ambushes(self, sketch: Sketch, rates: _Rates) -> int:
        """Return the loss expected from hidden ambushes."""
        empty, expected = sketch.empty, 0
        for percent, walk in self.dangers:
            region = landing(walk, empty) & ~sketch.attacked
            expected += percent * (adjacent_to(region) & empty & ~region).bit_count()
        return expected * rates.ambush // 10_000

    def free_memory(self) -> Steps[None]:
        """Free the memory of all values in small steps, because freeing all of it at once would take too long."""
        for worths in self._worths:
            while worths:
                for _ in range(min(len(worths), _FREED_PER_STEP)):
                    worths.popitem()
                yield None

    def scoring_value(self, sketch: Sketch, *, monsters: bool = True) -> int:
        """Return the stars of this season's scoring as a value. ``monsters`` includes the stars lost to monsters."""
        stars = sketch.coins - (sketch.haunted.bit_count() if monsters else 0)
        for letter in self.seasons[self.season].edicts:
            stars += self._edicts[letter](sketch)[0]
        return stars * STAR


#: The maximum number of results of a term that are remembered, which limits the memory used on a phone.
_MOST_REMEMBERED = 20_000
#: The number of results that are freed in a step.
_FREED_PER_STEP = 1000
