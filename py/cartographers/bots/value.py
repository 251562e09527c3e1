"""The value of a map: the stars that a player can expect from all seasons that are still to be scored.

The value adds up, for each of these seasons, what its scoring would give for the map as it is, and what is likely to
come: potentials of the edicts, mountains and monsters that can still be closed in. What an ambush may do and how many
ruins stay open is counted, too. Potentials count more the more time is left (:data:`~cartographers.bots.weights.HOPE`).

A value is an integer, in ten thousandths of a star: integers add up to the same on every Python, in every order.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from cartographers.bots.potentials import OF_THE_EMPTY, Term, term_of
from cartographers.bots.sketch import Sketch
from cartographers.bots.thinking import Steps
from cartographers.bots.weights import HOPE, WEIGHTS, Weights
from cartographers.cards import AmbushCard, RuinsCard
from cartographers.region import Region, beside
from cartographers.seasons import EDICTS
from cartographers.seen import Seen
from cartographers.solo import ambush_walk

#: The units of a value that make a star, and a hundredth of one.
STAR, HUNDREDTH = 10_000, 100


class Danger(NamedTuple):
    """A hidden ambush of a solo game: how likely it is in the deck (percent), and where it would land, in order."""

    percent: int
    walk: tuple[Region, ...]


class _Rates(NamedTuple):
    """What stars and potentials count at a moment: the scorings left, the edicts' share, and the hope in percent."""

    scorings: int
    hope: int
    edicts: tuple[tuple[Term, int, int], ...]
    empty_edicts: tuple[tuple[Term, int, int], ...]
    ambush: int
    ruins: int


@lru_cache(maxsize=64)
def walk_of(card: AmbushCard) -> tuple[Region, ...]:
    """Return the places where a solo ambush is tried, in order."""
    return tuple(ambush_walk(card))


def landing(walk: Sequence[Region], empty: Region) -> Region:
    """Return where a solo ambush lands; no space when it fits nowhere."""
    for region in walk:
        if region & empty == region:
            return region
    return 0


class Outlook:
    """Values maps of a season of a game, for all of its players alike."""

    def __init__(self, seen: Seen, season: int, *, ahead: int = 3, weights: Weights = WEIGHTS) -> None:
        """Look at a season from what is seen, and at so many seasons ``ahead`` of it.

        A later season than the one seen begins with all its cards unseen.
        """
        self.seasons = seen.seasons[: season + 1 + ahead]
        self.season = season
        self.weights = weights
        self._edicts = dict(zip(EDICTS, map(term_of, seen.edicts), strict=True))
        self._shares = dict(zip(EDICTS, [weights.share(card.id) for card in seen.edicts], strict=True))
        self._of_the_empty = {
            letter for letter, card in zip(EDICTS, seen.edicts, strict=True) if card.id in OF_THE_EMPTY
        }
        self.dangers: tuple[Danger, ...] = ()
        now = season == seen.season
        hidden = seen.hidden_ambushes
        if seen.players == 1 and hidden.in_deck > 0 and now:
            percent = 100 * hidden.in_deck // len(hidden.cards)
            self.dangers = tuple(
                Danger(percent, walk_of(card)) for card in hidden.cards if isinstance(card, AmbushCard)
            )
        self._unseen_time = max(sum([card.time for card in seen.undealt]), 1)
        self._ruins_cards = 2 * seen.options.ruins
        self._unseen_ruins = (
            len([card for card in seen.undealt if isinstance(card, RuinsCard)]) if now else self._ruins_cards
        )
        self._rates: dict[int, _Rates] = {}
        self._ground: dict[tuple[int, ...], int] = {}
        self._values: dict[tuple[int, ...], int] = {}

    def _rates_at(self, left: int) -> _Rates:
        """Return what counts how much when that much time is left in the season."""
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
        """Return a map's value when that much time is left in the season, 0 at its end, before it is scored.

        ``dangers`` says whether to count what ambushes may do; a search that draws the ambushes itself leaves it out.
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
                value += (haunted & sketch.single).bit_count() * self.weights.haunted_single * rates.hope
                if sketch.zombie:
                    spreads = (sketch.empty & beside(sketch.zombie & ~sketch.destroyed)).bit_count()
                    value -= spreads * self.weights.zombie * HUNDREDTH * (rates.scorings - 1)
        if len(self._values) < _REMEMBERED:
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
        nearly = (sketch.mountain & sketch.single).bit_count()
        openly = (sketch.mountain & sketch.near).bit_count() - nearly
        value = (nearly * weights.mountain_nearly + openly * weights.mountain_open) * rates.hope
        for term, star, hope in rates.empty_edicts:
            stars, potential = term(sketch)
            value += stars * star + potential * hope
        if dangers and rates.ambush:
            expected = 0
            for percent, walk in self.dangers:
                region = landing(walk, empty) & ~sketch.attacked
                expected += percent * (beside(region) & empty & ~region).bit_count()
            value -= expected * rates.ambush * rates.hope * weights.ambush // 10_000
        lacking = rates.ruins - 100 * (sketch.ruins & empty).bit_count()
        if lacking > 0:
            value -= lacking * weights.ruins
        if len(self._ground) < _REMEMBERED:
            self._ground[key] = value
        return value

    def forgotten(self) -> Steps[None]:
        """Forget all values little by little: so many at once would take longer than any step."""
        for kept in (self._values, self._ground):
            while kept:
                for _ in range(min(len(kept), _FORGOTTEN)):
                    kept.popitem()
                yield None

    def scored(self, sketch: Sketch, *, monsters: bool = True) -> int:
        """Return what this season's scoring gives for a map, or would give if monsters cost nothing."""
        stars = sketch.coins - (sketch.haunted.bit_count() if monsters else 0)
        for letter in self.seasons[self.season].edicts:
            stars += self._edicts[letter](sketch)[0]
        return stars * STAR


#: How many values an outlook keeps, so that it does not fill a phone's memory.
_REMEMBERED = 20_000
#: How many of them it forgets in a step.
_FORGOTTEN = 1000
