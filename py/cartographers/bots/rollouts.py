"""Rollouts: play the rest of a season many times, and choose the candidate with the best average.

The best candidates of a one-ply search are compared on the same decks, which are shuffled from the cards that may be
face down. A rollout plays the bot's later plies, and also ruins, heroes, and ambushes in the places where they would
be drawn. After some decks, the worse half of the candidates is dropped.

The plies in a rollout come from *reply tables*. For each card that may be revealed, all placements are valued once on
the current map and sorted. On a later map, the search goes through the table from the top, skips the placements that no
longer fit, and values only the first few exactly: some adjacent to the spaces drawn in the meantime, whose value may
have changed, and some apart from them. A table becomes outdated over several seasons. A budget can ask for new tables
in each season, based on a map from a rollout.

Near the end of the game, only a few orders of cards are possible. Then no decks are shuffled: every order is played
out and weighted by its probability, and every reply is valued.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, zip_longest
from random import Random
from typing import NamedTuple, TypeAlias

from cartographers.beast import Beast
from cartographers.bots.candidates import Candidate, option_candidates
from cartographers.bots.one_ply import rank_candidates, required_task
from cartographers.bots.sketch import Sketch
from cartographers.bots.thinking import Steps, Thinking, collect_in_steps
from cartographers.bots.value import Outlook, landing, walk_of
from cartographers.cards import AmbushCard, Card, ExploreCard, HeroCard, Option, RuinsCard
from cartographers.deal import explore_cards
from cartographers.player_view import PlayerView
from cartographers.polyomino import MONOMINO
from cartographers.region import Region, adjacent_to, spaces
from cartographers.terrain import ANY_TERRAIN, Terrain

#: The candidates for a card with their regions, best first.
ReplyTable: TypeAlias = list[tuple[Region, Candidate]]

_SINGLE_SPACES = tuple(Option(terrain, MONOMINO) for terrain in ANY_TERRAIN)


class Budget(NamedTuple):
    """The budget of a search. It limits counts, not time, so the result is the same on every machine."""

    #: The number of candidates that are compared.
    width: int
    #: The number of decks in each stage. After a stage, the worse half of the candidates is dropped.
    stages: tuple[int, ...]
    #: The maximum number of orders of cards, near the end of the game, for which all of them are played.
    max_orders: int
    #: The number of placements in a table that are valued exactly, adjacent to spaces drawn in the meantime.
    adjacent: int = 4
    #: The number of placements in a table that are valued exactly, apart from these spaces.
    distant: int = 4
    #: The number of seasons that are played after the current one.
    later_seasons: int = 0
    #: The weight of the map's value at the end of each of these seasons. At the end of the current one, it is 1.
    later_weight: int = 1
    #: Whether each of these seasons gets its own tables.
    new_tables: bool = False

    @property
    def decks(self) -> int:
        """The number of decks in all stages together."""
        return sum(self.stages)


MASTER = Budget(width=8, stages=(4, 4, 8), max_orders=40, adjacent=3, distant=3, later_seasons=1)
LEGEND = Budget(
    width=16,
    stages=(12, 24, 48),
    max_orders=200,
    adjacent=6,
    distant=3,
    later_seasons=1,
    later_weight=2,
    new_tables=True,
)


class _Season(NamedTuple):
    """A season in a rollout."""

    #: The outlook that values the maps.
    outlook: Outlook
    #: The time left when the rollout starts in this season.
    left: int
    #: The weight of the map's value at the end of the season.
    weight: int


class _Moment(NamedTuple):
    """A moment in a rollout."""

    #: The outlook that values the maps.
    outlook: Outlook
    #: The time left in the season.
    left: int
    #: The spaces adjacent to all changes since the tables' map.
    touched: Region
    #: The number of the season whose tables are used.
    table_of: int


class _Pile(NamedTuple):
    """Hidden ambush or hero cards."""

    cards: Sequence[Card]
    #: The number of them in the deck.
    in_deck: int


class _Order(NamedTuple):
    """The beginning of an order of cards."""

    #: Its probability, multiplied by ``_CERTAIN``.
    chance: int
    #: The cards so far.
    cards: tuple[Card, ...]
    #: The time left in the season.
    left: int
    #: The explore and ruins cards that are left.
    undealt: Sequence[Card]
    #: The ambush and hero cards that are left.
    piles: Sequence[_Pile]

    def extended(self) -> list[_Order]:
        """Return this order extended by each possible next card. Ruins cards are equivalent, so only one is used."""
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

    def _with(self, card: Card, chance: int) -> _Order:
        rest = [other for other in self.undealt if other is not card]
        return _Order(chance, (*self.cards, card), self.left - card.time, rest, self.piles)


#: A weight, and the cards that are revealed in each season of a rollout.
Future: TypeAlias = tuple[int, Sequence[tuple[Card, ...]]]
#: A sketch after a ply, and the region of the ply.
_Drawn: TypeAlias = tuple[Sketch, Region]


class Rollouts:
    """The data shared by all rollouts for one ply: the seasons to play, the decks, and the reply tables."""

    def __init__(self, view: PlayerView, sketch: Sketch, outlook: Outlook, left: int, budget: Budget) -> None:
        """Prepare the rollouts of a map with ``left`` time in the current season."""
        self.view = view
        self.sketch = sketch
        self.budget = budget
        last = min(outlook.season + budget.later_seasons, len(view.seasons) - 1)
        later = range(outlook.season + 1, last + 1)
        self.seasons = (
            _Season(outlook, left, 1),
            *(_Season(Outlook(view, season), view.seasons[season].threshold, budget.later_weight) for season in later),
        )
        self.solo = view.players == 1
        #: Whether ruins remain due after the current card, because it is an ambush or a hero.
        self.ruins_wait = view.ruins_due and not (view.task and isinstance(view.task.card, ExploreCard))
        #: The maps of the tables: the current map, and for each later season its first map in the first rollout.
        self._maps = [sketch]
        self._tables: dict[tuple[str, int], ReplyTable] = {}
        self._firsts: list[int] = []
        #: All futures if the game is nearly over; otherwise empty.
        self.all_futures = self._every_order() if outlook.season == len(view.seasons) - 1 else []

    def free_memory(self) -> Steps[None]:
        """Free the memory in small steps, because freeing all of it at once would take too long."""
        while self._tables:
            self._tables.popitem()
            yield None
        for season in self.seasons:
            yield from season.outlook.free_memory()

    # --- decks ----------------------------------------------------------------------------------------------------

    def futures(self, rng: Random) -> Iterable[Future]:
        """Return all possible futures if the game is nearly over, or else futures with randomly shuffled decks."""
        return self.all_futures or ((1, self.decks(rng)) for _ in range(self.budget.decks))

    @property
    def count(self) -> int:
        """The number of futures."""
        return len(self.all_futures) or self.budget.decks

    def _every_order(self) -> list[Future]:
        """Return all possible orders of the season's remaining cards, or [] if they exceed the budget."""
        view, found = self.view, list[Future]()
        piles = tuple(_Pile(*hidden) for hidden in (view.hidden_ambushes, view.hidden_heroes))
        unfinished = [_Order(_CERTAIN, (), self.seasons[0].left, view.undealt, piles)]
        while unfinished:
            order = unfinished.pop()
            extended = order.extended() if order.left > 0 else []
            unfinished += extended
            if not extended:
                found.append((order.chance, (order.cards,)))
            if len(found) + len(unfinished) > self.budget.max_orders:
                return []
        return found

    def decks(self, rng: Random) -> list[tuple[Card, ...]]:
        """Return the cards revealed in each season, randomly shuffled from those that the player can't see."""
        view, first = self.view, self.seasons[0]
        begun = first.outlook.season == view.season
        piles = [
            _Pile(_shuffled(hidden.cards, rng), hidden.in_deck) for hidden in (view.hidden_ambushes, view.hidden_heroes)
        ]
        found = []
        for number, season in enumerate(self.seasons):
            pool: list[Card] = [*(view.undealt if begun and not number else explore_cards(view.options))]
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
        """Return the index of a deck's first card. All cards take turns at coming first, which reduces variance."""
        if not self._firsts:
            self._firsts = sorted(range(size), key=lambda _: rng.random())
        return self._firsts.pop()

    # --- tables ---------------------------------------------------------------------------------------------------

    def reply_table(self, card: Card, number: int = 0) -> Steps[ReplyTable]:
        """Return the reply table of a card: its candidates, best first. Ambushes are sorted by the owner's loss.

        The table of season ``number`` 0 is for the current map. The table of a later season alternates between the
        candidates on that season's map and those that fit only on the current map.
        """
        found = self._tables.get((card.id, number))
        if found is None:
            found = yield from self._valued(card, number)
            if number:
                empty = self._maps[number].empty
                only_now = [entry for entry in (yield from self.reply_table(card)) if entry[0] & ~empty]
                found = [entry for pair in zip_longest(found, only_now) for entry in pair if entry]
            self._tables[card.id, number] = found
        return found

    def single_space_replies(self) -> Steps[ReplyTable]:
        """Return the reply table for a card that doesn't fit: single spaces of any terrain."""
        found = self._tables.get(("", 0))
        if found is None:
            found = self._tables["", 0] = yield from self._sorted(
                option_candidates(_SINGLE_SPACES, self.sketch.empty), 0
            )
        return found

    def _valued(self, card: Card, number: int) -> Steps[ReplyTable]:
        sketch = self._maps[number]
        if isinstance(card, HeroCard):
            return (yield from self._sorted(self._hero_candidates(card, sketch), number))
        if isinstance(card, RuinsCard):
            return []
        found = option_candidates(card.options, sketch.empty)
        return (yield from self._sorted(found, number, against=isinstance(card, AmbushCard)))

    def _sorted(self, found: list[Candidate], number: int, *, against: bool = False) -> Steps[ReplyTable]:
        sketch, season = self._maps[number], self.seasons[number]
        value, left = season.outlook.value, season.left
        sign = 1 if against else -1
        valued = yield from collect_in_steps(
            (sign * value(candidate.on(sketch), left, dangers=False), place) for place, candidate in enumerate(found)
        )
        valued.sort()
        return [(found[place].region, found[place]) for _, place in valued]

    def _hero_candidates(self, card: HeroCard, sketch: Sketch) -> list[Candidate]:
        """Return a candidate for each place of a hero, with the attack on the most monsters, then empty spaces."""
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
        """Play out a candidate on the given decks, and return the resulting value.

        It is the weighted sum of the map's values at the end of each season, including the stars of the seasons before.
        """
        sketch, touched, stars, value = start.on(self.sketch), adjacent_to(start.region), 0, 0
        ruins_due, table_of = self.ruins_wait, 0
        for number, ((outlook, left, counts), deck) in enumerate(zip(self.seasons, decks, strict=True)):
            if number:
                stars += self.seasons[number - 1].outlook.scoring_value(sketch)
                sketch = _spread(sketch)
                if self.budget.new_tables:
                    table_of = number
                    if number == len(self._maps):
                        self._maps.append(sketch)
                    touched = adjacent_to(self._maps[number].empty ^ sketch.empty)
            for card in deck:
                left = max(left - card.time, 0)  # noqa: PLW2901 - counts down
                if isinstance(card, RuinsCard):
                    ruins_due = True
                    continue
                yield None
                if isinstance(card, AmbushCard):
                    sketch, region = yield from self._ambush(sketch, card, table_of)
                else:
                    is_due = ruins_due and isinstance(card, ExploreCard)
                    now = _Moment(outlook, left, touched, table_of)
                    sketch, region = yield from self._reply(sketch, card, now, ruins_due=is_due)
                    ruins_due = ruins_due and not is_due
                touched |= adjacent_to(region)
            value += counts * (stars + outlook.value(sketch, 0))
        return value

    def _ambush(self, sketch: Sketch, card: AmbushCard, table_of: int) -> Steps[_Drawn]:
        """Return the sketch after an ambush, drawn by the solo rules or by a neighbor in the most harmful place."""
        if self.solo:
            region = landing(walk_of(card), sketch.empty)
        else:
            empty = sketch.empty
            table = yield from self.reply_table(card, table_of)
            region = next((region for region, _ in table if region & empty == region), 0)
        return sketch.drawn(Terrain.MONSTER, region, 0, 0, card.beast), region

    def _reply(self, sketch: Sketch, card: ExploreCard | HeroCard, now: _Moment, *, ruins_due: bool) -> Steps[_Drawn]:
        """Return the sketch after the best reply to a card."""
        ruins = sketch.ruins & sketch.empty if ruins_due else 0
        if ruins or not ruins_due:
            table = yield from self.reply_table(card, now.table_of)
            found = self._choose(sketch, table, now, ruins or sketch.empty)
            if found[1]:
                return found
        table = yield from self.single_space_replies()
        return self._choose(sketch, table, now, sketch.empty)

    def _choose(self, sketch: Sketch, table: ReplyTable, now: _Moment, must_cover: Region) -> _Drawn:
        """Return the best of the first entries of a table that still fit and cover a space of ``must_cover``."""
        outlook, left, touched, _ = now
        filled, value = ~sketch.empty, outlook.value
        to_value = [_FAR, _FAR] if self.all_futures else [self.budget.distant, self.budget.adjacent]
        best, best_value, best_region = sketch, -_FAR, 0
        for region, candidate in table:
            if region & filled or not region & must_cover:
                continue
            is_beside = region & touched != 0
            if to_value[is_beside]:
                to_value[is_beside] -= 1
                after = candidate.on(sketch)
                after_value = value(after, left, dangers=False)
                if after_value > best_value:
                    best, best_value, best_region = after, after_value, region
            elif not to_value[not is_beside]:
                break
        return best, best_region


#: A number greater than any value and any number of placements.
_FAR = 1 << 60
#: The probability of a certain event.
_CERTAIN = 1 << 60
#: The number of candidates that are never dropped.
_LAST = 2


def _shuffled(cards: Iterable[Card], rng: Random) -> list[Card]:
    """Return the cards in random order, which is the same in every version of Python."""
    return sorted(cards, key=lambda _: rng.random())


def _until(deck: Sequence[Card], left: int) -> tuple[Card, ...]:
    """Return the cards of a deck that are revealed before the time runs out."""
    for count, card in enumerate(deck):
        if left <= 0:
            return tuple(deck[:count])
        left -= card.time
    return tuple(deck)


def _spread(sketch: Sketch) -> Sketch:
    """Return the sketch after its zombies have spread."""
    lair = sketch.zombie & ~sketch.destroyed
    reach = adjacent_to(lair) & sketch.empty if lair else 0
    return sketch.drawn(Terrain.MONSTER, reach, 0, 0, Beast.ZOMBIE) if reach else sketch


def rollouts(view: PlayerView, rng: Random, budget: Budget) -> Thinking:
    """Choose the best ply by rollouts.

    An ambush on another player's map and the last ply before the end of all rollouts are chosen by a one-ply search.
    """
    sketch, outlook, left, found = yield from rank_candidates(view)
    field = [candidate for _, _, candidate in found[: budget.width]]
    playing = Rollouts(view, sketch, outlook, left, budget)
    task = required_task(view)
    if len(field) > 1 and task.sheet == task.player and (left or len(playing.seasons) > 1):
        chance = Random(f"{rng.random()}")  # noqa: S311 - must be repeatable, not secret
        best = yield from sequential_halving(playing, field, chance)
        yield from playing.free_memory()
        return best.ply
    return field[0].ply


def sequential_halving(
    playing: Rollouts, field: list[Candidate], chance: Random, percent: int = 100
) -> Steps[Candidate]:
    """Return the best candidate of a field by rollouts, repeatedly dropping the worse half.

    If all possible futures are played, no candidates are dropped. ``percent`` is this function's share of the caller's
    work, for the progress that it yields.
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
