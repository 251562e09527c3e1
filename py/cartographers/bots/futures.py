"""Futures: the cards that may be revealed during a rollout."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from cartographers.cards import Card, RuinsCard
from cartographers.deal import explore_cards
from cartographers.player_view import PlayerView

#: The cards that are revealed in a season, in order.
Deck: TypeAlias = tuple[Card, ...]
#: A weight, and the deck of each season.
Future: TypeAlias = tuple[int, Sequence[Deck]]

#: The weights of all futures together, if every order of the cards is known.
CERTAIN = 1 << 60


class _Pile(NamedTuple):
    """Hidden ambush or hero cards."""

    cards: Sequence[Card]
    #: The number of them in the deck.
    in_deck: int


class _Order(NamedTuple):
    """The beginning of an order of cards."""

    #: Its probability, multiplied by ``CERTAIN``.
    chance: int
    #: The cards so far.
    cards: Deck
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


def every_future(view: PlayerView, left: int, most: int) -> list[Future]:
    """Return all orders of this season's remaining cards with their probabilities, or [] if there are too many.

    ``left`` is the time left in the season, and ``most`` the maximum number of orders.
    """
    found = list[Future]()
    piles = tuple(_Pile(*hidden) for hidden in (view.hidden_ambushes, view.hidden_heroes))
    unfinished = [_Order(CERTAIN, (), left, view.undealt, piles)]
    while unfinished:
        order = unfinished.pop()
        extended = order.extended() if order.left > 0 else []
        unfinished += extended
        if not extended:
            found.append((order.chance, (order.cards,)))
        if len(found) + len(unfinished) > most:
            return []
    return found


class Shuffles:
    """Decks for this season and later ones, shuffled from the cards that a player can't see."""

    def __init__(self, view: PlayerView, times: Sequence[int], rng: Random, *, begun: bool) -> None:
        """Prepare to shuffle decks.

        ``times`` are the times left in each season. ``begun`` tells whether cards of the first one were revealed.
        """
        self._view = view
        self._times = times
        self._rng = rng
        self._begun = begun
        self._firsts: list[int] = []

    def next(self) -> list[Deck]:
        """Return the next decks, one for each season."""
        view = self._view
        piles = [_Pile(self._shuffled(hidden.cards), hidden.in_deck) for hidden in self._hidden]
        found = []
        for number, time in enumerate(self._times):
            is_begun = self._begun and not number
            pool: list[Card] = [*(view.undealt if is_begun else explore_cards(view.options))]
            piles = [_Pile(cards, min(in_deck + (not is_begun), len(cards))) for cards, in_deck in piles]
            for cards, in_deck in piles:
                pool += cards[:in_deck]
            order = self._shuffled(pool)
            if not number:
                first = pool[self._next_first(len(pool))]
                order.remove(first)
                order.insert(0, first)
            deck = _until(order, time)
            found.append(deck)
            rest = []
            for cards, in_deck in piles:
                shown = [card for card in cards[:in_deck] if card in deck]
                rest.append(_Pile([card for card in cards if card not in shown], in_deck - len(shown)))
            piles = rest
        return found

    @property
    def _hidden(self) -> tuple[_Pile, _Pile]:
        return _Pile(*self._view.hidden_ambushes), _Pile(*self._view.hidden_heroes)

    def _next_first(self, size: int) -> int:
        """Return the index of a deck's first card. All cards take turns at coming first, which reduces variance."""
        if not self._firsts:
            self._firsts = sorted(range(size), key=lambda _: self._rng.random())
        return self._firsts.pop()

    def _shuffled(self, cards: Iterable[Card]) -> list[Card]:
        """Return the cards in random order, which is the same in every version of Python."""
        return sorted(cards, key=lambda _: self._rng.random())


def _until(deck: Sequence[Card], left: int) -> Deck:
    """Return the cards of a deck that are revealed before the time runs out."""
    for count, card in enumerate(deck):
        if left <= 0:
            return tuple(deck[:count])
        left -= card.time
    return tuple(deck)
