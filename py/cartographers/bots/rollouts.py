"""Rollouts: play the rest of a season many times, and keep the candidate that does best on average.

The best candidates by one ply are compared on the same decks, which are shuffled from the cards that may lie face down.
In each, both the bot's later draws and what chance does are played out: ruins, ambushes where they would land, heroes.
After some decks the worse half of the candidates is dropped.

The draws in a rollout come from *reply tables*. For each card that may come, every placement is valued once on the map
as it is, and sorted. On a later map the table is walked from its best, what no longer fits is skipped, and only the
first few are valued exactly: some beside what was drawn in the meantime, whose value may have changed, and some not.
Over several seasons such a table grows old; a budget can ask for new ones for each season, on a map as it may be then.

Near the end of the game only a few orders of cards are left. Then nothing is shuffled: all of them are played out, each
counts as often as it comes, and every reply is valued.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, zip_longest
from random import Random
from typing import NamedTuple, TypeAlias

from cartographers.beast import Beast
from cartographers.bots.candidates import Candidate, draws
from cartographers.bots.one_ply import ranked, task_in
from cartographers.bots.sketch import Sketch
from cartographers.bots.thinking import Steps, Thinking, in_steps
from cartographers.bots.value import Outlook, landing, walk_of
from cartographers.cards import AmbushCard, Card, ExploreCard, HeroCard, Option, RuinsCard
from cartographers.deal import explore_cards
from cartographers.polyomino import MONOMINO
from cartographers.region import Region, beside, spaces
from cartographers.seen import Seen
from cartographers.terrain import ANY_TERRAIN, Terrain

#: What can be drawn of a card on the map as it is, best first.
Rated: TypeAlias = list[tuple[Region, Candidate]]

_SINGLES = tuple(Option(terrain, MONOMINO) for terrain in ANY_TERRAIN)


class Budget(NamedTuple):
    """How much a search does. Everything is counted, nothing timed, so that it finds the same on every machine.

    ``width`` candidates are compared in ``stages``, each of so many decks; after a stage, the worse half is dropped.
    ``beside`` and ``apart`` placements of a table are valued exactly, beside what was drawn and apart from it.
    ``seasons`` is how many further seasons are played after the season at hand, and ``afresh`` says whether each gets
    tables of its own. What the map is worth at their ends counts ``later`` times, at the end of this season once.
    Where the game can end in no more than ``orders`` orders of cards, all of them are played.
    """

    width: int
    stages: tuple[int, ...]
    orders: int
    beside: int = 4
    apart: int = 4
    seasons: int = 0
    later: int = 1
    afresh: bool = False

    @property
    def decks(self) -> int:
        """How many decks those candidates meet that are never dropped."""
        return sum(self.stages)


MASTER = Budget(width=8, stages=(4, 4, 8), orders=40, beside=3, apart=3, seasons=1)
LEGEND = Budget(width=16, stages=(12, 24, 48), orders=200, beside=6, apart=3, seasons=1, later=2, afresh=True)


class _Season(NamedTuple):
    """A season that is played out: how maps are valued, the time left at its start, and how often its end counts."""

    outlook: Outlook
    left: int
    counts: int


class _Now(NamedTuple):
    """A moment of a rollout: how maps are valued, the time left, and which season's tables count.

    ``touched`` is what is beside anything that has changed since the map of these tables.
    """

    outlook: Outlook
    left: int
    touched: Region
    table_of: int


class _Pile(NamedTuple):
    """Cards of which some are in the deck, and how many."""

    cards: Sequence[Card]
    in_deck: int


class _Begun(NamedTuple):
    """An order of cards that has begun: its chance, the cards so far, the time and the cards that are left."""

    chance: int
    cards: tuple[Card, ...]
    left: int
    undealt: Sequence[Card]
    piles: Sequence[_Pile]

    def further(self) -> list[_Begun]:
        """Return this order with each card that can be next. Ruins cards do the same, so they count as one."""
        deck = len(self.undealt) + sum([pile.in_deck for pile in self.piles])
        ruins = [card for card in self.undealt if isinstance(card, RuinsCard)]
        found = [
            self._with(card, self.chance * (len(ruins) if card in ruins else 1) // deck)
            for card in self.undealt
            if card not in ruins[1:]
        ]
        for place, (cards, in_deck) in enumerate(self.piles):
            for card in cards if in_deck else ():
                rest = _Pile([other for other in cards if other is not card], in_deck - 1)
                piles = (*self.piles[:place], rest, *self.piles[place + 1 :])
                found.append(self._with(card, self.chance * in_deck // (len(cards) * deck))._replace(piles=piles))
        return found

    def _with(self, card: Card, chance: int) -> _Begun:
        rest = [other for other in self.undealt if other is not card]
        return _Begun(chance, (*self.cards, card), self.left - card.time, rest, self.piles)


#: The cards that are revealed in each season that is played out, and how much they count.
Future: TypeAlias = tuple[int, Sequence[tuple[Card, ...]]]
#: A sketch after a draw, and where that was.
_Drawn: TypeAlias = tuple[Sketch, Region]


class Rollouts:
    """Everything that the rollouts of one ply share: the seasons to play, the decks, and the reply tables."""

    def __init__(self, seen: Seen, sketch: Sketch, outlook: Outlook, left: int, budget: Budget) -> None:
        """Prepare the rollouts of a map, from a moment with that much time left."""
        self.seen = seen
        self.sketch = sketch
        self.budget = budget
        last = min(outlook.season + budget.seasons, len(seen.seasons) - 1)
        later = range(outlook.season + 1, last + 1)
        self.seasons = (
            _Season(outlook, left, 1),
            *(_Season(Outlook(seen, season), seen.seasons[season].threshold, budget.later) for season in later),
        )
        self.solo = seen.players == 1
        #: Whether ruins cards wait for the next explore card: they do while an ambush or a hero is drawn.
        self.ruins_wait = seen.ruins_due and not (seen.task and isinstance(seen.task.card, ExploreCard))
        #: The maps for which tables are made: the map as it is, and later seasons' as they first began in a rollout.
        self._maps = [sketch]
        self._tables: dict[tuple[str, int], Rated] = {}
        self._firsts: list[int] = []
        #: All futures, if the game is nearly over.
        self.all_futures = self._every_order() if outlook.season == len(seen.seasons) - 1 else []

    def forgotten(self) -> Steps[None]:
        """Forget everything little by little: so much at once would take longer than any step."""
        while self._tables:
            self._tables.popitem()
            yield None
        for season in self.seasons:
            yield from season.outlook.forgotten()

    # --- decks ----------------------------------------------------------------------------------------------------

    def futures(self, rng: Random) -> Iterable[Future]:
        """Return all that may come if the game is nearly over, else some of it, on decks that chance shuffles."""
        return self.all_futures or ((1, self.decks(rng)) for _ in range(self.budget.decks))

    @property
    def count(self) -> int:
        """How many futures that are."""
        return len(self.all_futures) or self.budget.decks

    def _every_order(self) -> list[Future]:
        """Return every order of cards in which the season can end; nothing if they are more than the budget allows."""
        seen, found = self.seen, list[Future]()
        piles = tuple(_Pile(*hidden) for hidden in (seen.hidden_ambushes, seen.hidden_heroes))
        begun = [_Begun(_CERTAIN, (), self.seasons[0].left, seen.undealt, piles)]
        while begun:
            order = begun.pop()
            further = order.further() if order.left > 0 else []
            begun += further
            if not further:
                found.append((order.chance, (order.cards,)))
            if len(found) + len(begun) > self.budget.orders:
                return []
        return found

    def decks(self, rng: Random) -> list[tuple[Card, ...]]:
        """Return what may be revealed, by season: cards that a player may not know, in an order that chance decides."""
        seen, first = self.seen, self.seasons[0]
        begun = first.outlook.season == seen.season
        piles = [
            _Pile(_shuffled(hidden.cards, rng), hidden.in_deck) for hidden in (seen.hidden_ambushes, seen.hidden_heroes)
        ]
        found = []
        for number, season in enumerate(self.seasons):
            pool: list[Card] = [*(seen.undealt if begun and not number else explore_cards(seen.options))]
            more = 0 if begun and not number else 1
            piles = [_Pile(cards, min(in_deck + more, len(cards))) for cards, in_deck in piles]
            for cards, in_deck in piles:
                pool += cards[:in_deck]
            order = _shuffled(pool, rng)
            if not number:
                first_card = pool[self._next_first(len(pool), rng)]
                order.remove(first_card)
                order.insert(0, first_card)
            deck = _until(order, season.left)
            found.append(deck)
            rest = []
            for cards, in_deck in piles:
                shown = [card for card in cards[:in_deck] if card in deck]
                rest.append(_Pile([card for card in cards if card not in shown], in_deck - len(shown)))
            piles = rest
        return found

    def _next_first(self, size: int, rng: Random) -> int:
        """Return which card of a pool comes first: each once before any comes again, which spares luck."""
        if not self._firsts:
            self._firsts = sorted(range(size), key=lambda _: rng.random())
        return self._firsts.pop()

    # --- tables ---------------------------------------------------------------------------------------------------

    def table(self, card: Card, number: int = 0) -> Steps[Rated]:
        """Return what can be drawn of a card, best first; for the map's owner, or against them.

        That is on the map as it is. A later season by its ``number`` has a map of its own if the budget says so; then
        what fits there and what fits only on the map as it is take turns.
        """
        found = self._tables.get((card.id, number))
        if found is None:
            found = yield from self._valued(card, number)
            if number:
                empty = self._maps[number].empty
                only_now = [entry for entry in (yield from self.table(card)) if entry[0] & ~empty]
                found = [entry for pair in zip_longest(found, only_now) for entry in pair if entry]
            self._tables[card.id, number] = found
        return found

    def singles(self) -> Steps[Rated]:
        """Return what can be drawn when nothing fits: a single space of any terrain."""
        found = self._tables.get(("", 0))
        if found is None:
            found = self._tables["", 0] = yield from self._sorted(draws(_SINGLES, self.sketch.empty), 0)
        return found

    def _valued(self, card: Card, number: int) -> Steps[Rated]:
        sketch = self._maps[number]
        if isinstance(card, HeroCard):
            return (yield from self._sorted(self._heroics(card, sketch), number))
        if isinstance(card, RuinsCard):
            return []
        found = draws(card.options, sketch.empty)
        return (yield from self._sorted(found, number, against=isinstance(card, AmbushCard)))

    def _sorted(self, found: list[Candidate], number: int, *, against: bool = False) -> Steps[Rated]:
        sketch, season = self._maps[number], self.seasons[number]
        value, left = season.outlook.value, season.left
        sign = 1 if against else -1
        valued = yield from in_steps(
            (sign * value(candidate.on(sketch), left, dangers=False), place) for place, candidate in enumerate(found)
        )
        valued.sort()
        return [(found[place].region, found[place]) for _, place in valued]

    def _heroics(self, card: HeroCard, sketch: Sketch) -> list[Candidate]:
        """Return the places for a hero, each with the attack that strikes most monsters there, then most empties."""
        empty, monster = sketch.empty, sketch.monster
        found = []
        for space in spaces(empty):
            hero = 1 << space
            attacks = [strike.struck_from(hero) for strike in card.attack.orientations]
            most = max(
                (16 * (attack & monster).bit_count() + (attack & empty).bit_count(), attack) for attack in attacks
            )
            found.append(Candidate(Terrain.HERO, hero, most[1]))
        return found

    # --- playing --------------------------------------------------------------------------------------------------

    def play(self, start: Candidate, decks: Sequence[tuple[Card, ...]]) -> Steps[int]:
        """Return the value that a map has after a candidate and the draws for these cards.

        It is the sum of what the map is worth at the end of each season that is played out, as often as that counts,
        with the stars of the seasons before it.
        """
        sketch, touched, stars, value = start.on(self.sketch), beside(start.region), 0, 0
        ruins_due, table_of = self.ruins_wait, 0
        for number, ((outlook, left, counts), deck) in enumerate(zip(self.seasons, decks, strict=True)):
            if number:
                stars += self.seasons[number - 1].outlook.scored(sketch)
                sketch = _spread(sketch)
                if self.budget.afresh:
                    table_of = number
                    if number == len(self._maps):
                        self._maps.append(sketch)
                    touched = beside(self._maps[number].empty ^ sketch.empty)
            for card in deck:
                left = max(left - card.time, 0)  # noqa: PLW2901 - it runs out
                if isinstance(card, RuinsCard):
                    ruins_due = True
                    continue
                yield None
                if isinstance(card, AmbushCard):
                    sketch, region = yield from self._ambush(sketch, card, table_of)
                else:
                    is_due = ruins_due and isinstance(card, ExploreCard)
                    now = _Now(outlook, left, touched, table_of)
                    sketch, region = yield from self._reply(sketch, card, now, ruins_due=is_due)
                    ruins_due = ruins_due and not is_due
                touched |= beside(region)
            value += counts * (stars + outlook.value(sketch, 0))
        return value

    def _ambush(self, sketch: Sketch, card: AmbushCard, table_of: int) -> Steps[_Drawn]:
        """Return the sketch after an ambush: where it lands, or where a neighbour would like it most."""
        if self.solo:
            region = landing(walk_of(card), sketch.empty)
        else:
            empty = sketch.empty
            table = yield from self.table(card, table_of)
            region = next((region for region, _ in table if region & empty == region), 0)
        return sketch.drawn(Terrain.MONSTER, region, 0, 0, card.beast), region

    def _reply(self, sketch: Sketch, card: ExploreCard | HeroCard, now: _Now, *, ruins_due: bool) -> Steps[_Drawn]:
        """Return the sketch after the best draw that the card's table shows, and where that is."""
        ruins = sketch.ruins & sketch.empty if ruins_due else 0
        if ruins or not ruins_due:
            table = yield from self.table(card, now.table_of)
            found = self._choose(sketch, table, now, ruins or sketch.empty)
            if found[1]:
                return found
        table = yield from self.singles()
        return self._choose(sketch, table, now, sketch.empty)

    def _choose(self, sketch: Sketch, table: Rated, now: _Now, must_cover: Region) -> _Drawn:
        """Return the best of the first placements of a table that still fit and cover one of some spaces."""
        outlook, left, touched, _ = now
        filled, value = ~sketch.empty, outlook.value
        to_value = [_FAR, _FAR] if self.all_futures else [self.budget.apart, self.budget.beside]
        best, most, where = sketch, -_FAR, 0
        for region, candidate in table:
            if region & filled or not region & must_cover:
                continue
            is_beside = region & touched != 0
            if to_value[is_beside]:
                to_value[is_beside] -= 1
                after = candidate.on(sketch)
                its = value(after, left, dangers=False)
                if its > most:
                    best, most, where = after, its, region
            elif not to_value[not is_beside]:
                break
        return best, where


#: More than any value, or any number of placements.
_FAR = 1 << 60
#: How much everything that may come counts.
_CERTAIN = 1 << 60
#: So many candidates stay to the end.
_LAST = 2


def _shuffled(cards: Iterable[Card], rng: Random) -> list[Card]:
    """Return the cards in an order that chance decides, the same on every version of Python."""
    return sorted(cards, key=lambda _: rng.random())


def _until(deck: Sequence[Card], left: int) -> tuple[Card, ...]:
    """Return the cards that are revealed before that much time has passed."""
    for count, card in enumerate(deck):
        if left <= 0:
            return tuple(deck[:count])
        left -= card.time
    return tuple(deck)


def _spread(sketch: Sketch) -> Sketch:
    """Return the sketch after zombies have spread."""
    lair = sketch.zombie & ~sketch.destroyed
    reach = beside(lair) & sketch.empty if lair else 0
    return sketch.drawn(Terrain.MONSTER, reach, 0, 0, Beast.ZOMBIE) if reach else sketch


def rollouts(seen: Seen, rng: Random, budget: Budget) -> Thinking:
    """Return the candidate that does best in rollouts.

    An ambush on another player's map is chosen by one ply, and so is the last draw that the rollouts would reach.
    """
    sketch, outlook, left, found = yield from ranked(seen)
    field = [candidate for _, _, candidate in found[: budget.width]]
    playing = Rollouts(seen, sketch, outlook, left, budget)
    task = task_in(seen)
    if len(field) > 1 and task.sheet == task.player and (left or len(playing.seasons) > 1):
        chance = Random(f"{rng.random()}")  # noqa: S311 - a repeatable choice, not a secret
        best = yield from halved(playing, field, chance)
        yield from playing.forgotten()
        return best.ply
    return field[0].ply


def halved(playing: Rollouts, field: list[Candidate], chance: Random, percent: int = 100) -> Steps[Candidate]:
    """Return the best candidate of a field; this is so many ``percent`` of the work.

    The worse half of the field is dropped again and again, unless everything that may come is played out.
    """
    drops = () if playing.all_futures else tuple(accumulate(playing.budget.stages))
    sums = [0] * len(field)
    alive = list(range(len(field)))
    for number, (weight, decks) in enumerate(playing.futures(chance), start=1):
        for place in alive:
            sums[place] += weight * (yield from playing.play(field[place], decks))
            yield percent * (number - 1) // playing.count
        if number in drops and len(alive) > _LAST:
            alive.sort(key=lambda place: (-sums[place], place))
            del alive[(len(alive) + 1) // 2 :]
    return field[max(alive, key=lambda place: (sums[place], -place))]
