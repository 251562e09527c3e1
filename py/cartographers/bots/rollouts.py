"""Rollouts: play the rest of a season and the next one, or the rest of the game, with random decks.

The best candidates of a one-ply search are compared on the same decks (:mod:`cartographers.bots.racing`), which are
shuffled from the cards that may be face down. A rollout plays the bot's later plies, and also ruins, heroes, and
ambushes in the places where they would be drawn. For each of its plies, it values the most promising replies in a
*reply table* exactly, and draws the best one (:mod:`cartographers.bots.replies`).

No table depends on a single candidate, because all of them must have the same chance. The tables of the current season
have the gains on the map before the ply. Those of a later season have the gains on the map after a rollout in which
nobody has drawn the ply. What the tables learn counts only after all candidates have been played on the same deck.

Near the end of the game, only a few orders of cards are possible. Then no decks are shuffled: every order is played
out and weighted by its probability, and every reply is valued.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

from cartographers.beast import Beast
from cartographers.bots.candidates import Candidate, option_candidates
from cartographers.bots.futures import Deck, Future, Shuffles, every_future
from cartographers.bots.one_ply import Ranking, required_task
from cartographers.bots.replies import ReplyTable
from cartographers.bots.sketch import Sketch
from cartographers.bots.thinking import Steps, collect_in_steps
from cartographers.bots.value import Outlook, landing, walk_of
from cartographers.cards import AmbushCard, ExploreCard, HeroCard, Option, RuinsCard
from cartographers.player_view import PlayerView
from cartographers.polyomino import MONOMINO
from cartographers.region import adjacent_to, spaces
from cartographers.terrain import ANY_TERRAIN, Terrain

_SINGLE_SPACES = tuple(Option(terrain, MONOMINO) for terrain in ANY_TERRAIN)


class Budget(NamedTuple):
    """The budget of a search. It limits counts, not time, so the result is the same on every machine."""

    #: The number of candidates that are compared.
    width: int
    #: The number of rollouts after which the comparison ends.
    rollouts: int
    #: The maximum number of orders of cards, near the end of the game, for which all of them are played.
    max_orders: int
    #: The number of replies to a card that are valued exactly.
    replies: int
    #: The weight of the map's value at the end of a later season. At the end of the current one, it is 1.
    later_weight: int = 2
    #: Whether later seasons have their own tables.
    new_tables: bool = False
    #: The number of later seasons that are played, if the game has them.
    later_seasons: int = 1


MASTER = Budget(width=5, rollouts=60, max_orders=12, replies=5)
LEGEND = Budget(width=16, rollouts=550, max_orders=60, replies=12, new_tables=True)


class _Season(NamedTuple):
    """A season in a rollout."""

    #: The outlook that values the maps.
    outlook: Outlook
    #: The time left when the rollout starts in this season.
    left: int
    #: The weight of the map's value at the end of the season.
    weight: int


class Rollouts:
    """The data shared by all rollouts for one ply: the seasons to play, the decks, and the reply tables."""

    def __init__(self, view: PlayerView, ranking: Ranking, budget: Budget, rng: Random) -> None:
        """Prepare the rollouts of the candidates in a ranking."""
        self.view = view
        self.sketch = ranking.sketch
        self.budget = budget
        outlook, left = ranking.outlook, ranking.time_left
        self.seasons = [_Season(outlook, left, 1)]
        later = outlook.season + 1
        for number, season in islice(enumerate(view.seasons), later, later + budget.later_seasons):
            self.seasons.append(_Season(Outlook(view, number), season.threshold, budget.later_weight))
        #: Whether ruins remain due after the current card, because it is an ambush or a hero.
        self._ruins_wait = view.ruins_due and not (view.task and isinstance(view.task.card, ExploreCard))
        #: All futures if the game is nearly over; otherwise empty.
        self.all_futures: list[Future] = []
        if later == len(view.seasons):
            self.all_futures = every_future(view, left, budget.max_orders)
        times = [season.left for season in self.seasons]
        self._shuffles = Shuffles(view, times, rng, begun=outlook.season == view.season)
        self._tables: dict[tuple[str, int], ReplyTable] = {}
        #: The maps of the tables, each with its value. Those of later seasons are played when they are needed.
        self._maps = [self._with_value(self.sketch, 0)]
        self._decks_to_maps = self._shuffles.next() if budget.new_tables and len(self.seasons) > 1 else []

    def free_memory(self) -> Steps[None]:
        """Free the memory in small steps, because freeing all of it at once would take too long."""
        while self._tables:
            self._tables.popitem()
            yield None
        for season in self.seasons:
            yield from season.outlook.free_memory()

    @property
    def is_worthwhile(self) -> bool:
        """Whether the ply is on the player's own map and other plies may follow it."""
        task = required_task(self.view)
        return task.sheet == task.player and bool(self.seasons[0].left or len(self.seasons) > 1)

    @property
    def weight(self) -> int:
        """The sum of the seasons' weights. The value of a rollout divided by it is a mean of values of maps."""
        return sum([season.weight for season in self.seasons])

    def futures(self) -> Iterator[Future]:
        """Yield all possible futures if the game is nearly over, or else random ones without end."""
        if self.all_futures:
            yield from self.all_futures
            return
        while True:
            yield 1, self._shuffles.next()

    # --- tables ---------------------------------------------------------------------------------------------------

    def reply_table(self, card: ExploreCard | AmbushCard | HeroCard, number: int = 0) -> Steps[ReplyTable]:
        """Return the reply table of a card for a season. Ambushes are sorted by the owner's loss."""
        number = number if self.budget.new_tables else 0
        key = card.id, number
        found = self._tables.get(key)
        if found is None:
            if isinstance(card, HeroCard):
                replies = self._hero_candidates(card)
            else:
                replies = option_candidates(card.options, self.sketch.empty)
            sign = -1 if isinstance(card, AmbushCard) else 1
            found = self._tables[key] = yield from self._table(replies, number, sign)
        return found

    def _single_space_replies(self) -> Steps[ReplyTable]:
        """Return the table for a card whose shapes fit nowhere, or on no ruins: a single space of any terrain."""
        found = self._tables.get(("", 0))
        if found is None:
            replies = option_candidates(_SINGLE_SPACES, self.sketch.empty)
            found = self._tables["", 0] = yield from self._table(replies, 0)
        return found

    def _table(self, replies: list[Candidate], number: int, sign: int = 1) -> Steps[ReplyTable]:
        """Return the table of candidates for a season, with their gains multiplied by a sign."""
        while number >= len(self._maps):
            last = len(self._maps) - 1
            sketch = yield from self._season_played(self._maps[last][0], last, self._decks_to_maps[last])
            self._maps.append(self._with_value(_spread(sketch), last + 1))
        gains = yield from collect_in_steps((reply, sign * self._gain(reply, number)) for reply in replies)
        return ReplyTable(self.sketch.empty, self._maps[number][0].empty, gains)

    def _with_value(self, sketch: Sketch, number: int) -> tuple[Sketch, int]:
        """Return a map with its value at the beginning of a season."""
        outlook, left, _ = self.seasons[number]
        return sketch, outlook.value(sketch, left, dangers=False)

    def _gain(self, candidate: Candidate, number: int) -> int:
        """Return a candidate's gain on the map of a season's tables or, if it doesn't fit there, on the current map."""
        sketch, before = self._maps[number]
        if candidate.region & ~sketch.empty:
            return self._gain(candidate, 0)
        outlook, left, _ = self.seasons[number]
        return outlook.value(candidate.on(sketch), left, dangers=False) - before

    def learn(self, decks: int) -> Steps[None]:
        """Sort the tables by what they have learned, after all candidates have been played on 1, 4, 16, … decks."""
        if decks.bit_count() == 1 and decks.bit_length() % 2:
            for table in self._tables.values():
                if table.has_learned:
                    table.sort()
                    yield None

    def _hero_candidates(self, card: HeroCard) -> list[Candidate]:
        """Return a candidate for each place of a hero, with the attack on the most monsters, then empty spaces."""
        empty, monster = self.sketch.empty, self.sketch.monster
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

    def play(self, start: Candidate, decks: Sequence[Deck]) -> Steps[int]:
        """Play out a candidate on the given decks, and return the resulting value.

        It is the weighted sum of the map's values at the end of each season, including the stars of the seasons before.
        """
        stars = value = 0
        for season, sketch in zip(self.seasons, (yield from self.final_maps(start, decks)), strict=True):
            value += season.weight * (stars + season.outlook.value(sketch, 0))
            stars += season.outlook.scoring_value(sketch)
        return value

    def final_maps(self, start: Candidate, decks: Sequence[Deck]) -> Steps[list[Sketch]]:
        """Play out a candidate on the given decks, and return the map at the end of each season."""
        sketch, found = start.on(self.sketch), list[Sketch]()
        for number, deck in enumerate(decks):
            sketch = yield from self._season_played(_spread(sketch) if number else sketch, number, deck)
            found.append(sketch)
        return found

    def _season_played(self, sketch: Sketch, number: int, deck: Deck) -> Steps[Sketch]:
        """Return a map after all cards of a season's deck."""
        left = self.seasons[number].left
        ruins_due = self._ruins_wait and not number
        for card in deck:
            left = max(left - card.time, 0)
            if isinstance(card, RuinsCard):
                ruins_due = True
                continue
            yield None
            if isinstance(card, AmbushCard):
                table = None if self.view.players == 1 else (yield from self.reply_table(card, number))
                sketch = _ambushed(sketch, card, table)
                continue
            is_due = ruins_due and isinstance(card, ExploreCard)
            ruins_due = ruins_due and not is_due
            sketch = yield from self._replied(sketch, card, number, left, ruins_due=is_due)
        return sketch

    def _replied(
        self, sketch: Sketch, card: ExploreCard | HeroCard, number: int, left: int, *, ruins_due: bool
    ) -> Steps[Sketch]:
        """Return a map after the best of the most promising replies to a card, or of all if all futures are played."""
        most = None if self.all_futures else self.budget.replies
        ruins = sketch.ruins & sketch.empty if ruins_due else 0
        replies = list[tuple[int, int]]()
        if ruins or not ruins_due:
            table = yield from self.reply_table(card, number)
            replies = [*islice(table.promising(sketch.empty, ruins), most)]
        if not replies:
            table = yield from self._single_space_replies()
            replies = [*islice(table.promising(sketch.empty), most)]
        if not replies:
            return sketch
        maps = [table.candidates[number].on(sketch) for number, _ in replies]
        value = self.seasons[number].outlook.value
        values = [value(after, left, dangers=False) for after in maps]
        if len(replies) > 1 and not self.all_futures:
            table.learn(replies, values)
        return maps[values.index(max(values))]


def _ambushed(sketch: Sketch, card: AmbushCard, table: ReplyTable | None) -> Sketch:
    """Return the map after an ambush, drawn by the solo rules or by a neighbor in the most harmful place of a table."""
    region = table.first(sketch.empty) if table else landing(walk_of(card), sketch.empty)
    return sketch.drawn(Terrain.MONSTER, region, 0, 0, card.beast)


def _spread(sketch: Sketch) -> Sketch:
    """Return the sketch after its zombies have spread."""
    lair = sketch.zombie & ~sketch.destroyed
    reach = adjacent_to(lair) & sketch.empty if lair else 0
    return sketch.drawn(Terrain.MONSTER, reach, 0, 0, Beast.ZOMBIE) if reach else sketch
