"""What a player may know of a game: everything that lies face up, and which cards may lie face down.

The order of the deck is hidden. So is which ambush and hero cards are in it: they join the deck face down.
"""

from __future__ import annotations

from typing import NamedTuple

from cartographers.cards import AmbushCard, Card, ExploreCard, HeroCard, RuinsCard
from cartographers.deal import ambush_cards, explore_cards, hero_cards
from cartographers.events import SeasonScore
from cartographers.game_id import GameOptions
from cartographers.rules import next_task
from cartographers.scoring import ScoringCard
from cartographers.seasons import SEASONS, Season
from cartographers.sheet import Sheet
from cartographers.state import State, Task


class Hidden(NamedTuple):
    """The ambush or the hero cards that were not revealed yet. Any ``in_deck`` of them are in the season's deck."""

    cards: tuple[Card, ...]
    in_deck: int


class Seen(NamedTuple):
    """A game as one player may know it. It is a named tuple because every ply of a bot needs one, and that is quickest.

    ``task`` is what the player has to do next for the card in play, or ``None``. ``season`` counts from 0. ``face_up``
    are the cards revealed this season, ``gone`` the ambush and hero cards revealed in earlier ones. ``scores`` has one
    score per player for every finished season.
    """

    player: int
    task: Task | None
    sheets: tuple[Sheet, ...]
    season: int
    face_up: tuple[Card, ...]
    gone: tuple[AmbushCard | HeroCard, ...]
    ruins_due: bool
    scores: tuple[tuple[SeasonScore, ...], ...]
    edicts: tuple[ScoringCard, ...]
    options: GameOptions

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.sheets)

    @property
    def seasons(self) -> tuple[Season, ...]:
        """The four seasons."""
        return SEASONS[self.options.seasons]

    @property
    def over(self) -> bool:
        """Whether winter has been scored."""
        return len(self.scores) == len(self.seasons)

    @property
    def time(self) -> int:
        """The time used up this season, including the card in play."""
        return sum(card.time for card in self.face_up)

    @property
    def undealt(self) -> tuple[ExploreCard | RuinsCard, ...]:
        """The explore and ruins cards that are still in this season's deck, in an order that is not the deck's."""
        return tuple(card for card in explore_cards(self.options) if card not in self.face_up)

    @property
    def hidden_ambushes(self) -> Hidden:
        """The ambush cards that were not revealed yet, and how many of them are in the deck."""
        return self._hidden(ambush_cards(self.options))

    @property
    def hidden_heroes(self) -> Hidden:
        """The hero cards that were not revealed yet, and how many of them are in the deck."""
        return self._hidden(hero_cards(self.options))

    def _hidden(self, cards: tuple[Card, ...]) -> Hidden:
        """Return which of the cards are hidden. One joins the deck each season and stays until it is revealed."""
        hidden = tuple(card for card in cards if card not in self.face_up and card not in self.gone)
        joined = min(self.season + 1, len(cards))
        return Hidden(hidden, joined - (len(cards) - len(hidden)))


def seen(state: State, player: int) -> Seen:
    """Return what a player may know of a state."""
    deal = state.deal
    dealt = deal.seasons[state.season]
    return Seen(
        player,
        next_task(state, player),
        state.sheets,
        state.season,
        dealt.deck[: state.revealed],
        dealt.gone,
        state.ruins_due,
        state.scores,
        deal.edicts,
        deal.id.options,
    )
