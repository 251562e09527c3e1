"""A player's view of a game: everything that is face up, and the cards that may be face down.

The order of the deck is hidden. The ambush and hero cards in it are also hidden, because they join the deck face down.
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
    """The ambush or the hero cards that haven't been revealed yet."""

    cards: tuple[Card, ...]
    #: The number of them in the season's deck. Players don't know which ones.
    in_deck: int


class PlayerView(NamedTuple):
    """Everything that one player may know of a game.

    It is a named tuple for speed, because a new one is created for every ply of a bot.
    """

    player: int
    #: The player's next task for the current card, if any.
    task: Task | None
    #: All players' sheets.
    sheets: tuple[Sheet, ...]
    #: The number of the season, counted from 0.
    season: int
    #: The cards revealed this season.
    face_up: tuple[Card, ...]
    #: The ambush and hero cards revealed in earlier seasons.
    discarded: tuple[AmbushCard | HeroCard, ...]
    #: Whether the next explore card must cover ruins.
    ruins_due: bool
    #: One score per player for each finished season.
    scores: tuple[tuple[SeasonScore, ...], ...]
    #: The edicts A to D.
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
    def is_over(self) -> bool:
        """Whether winter has been scored."""
        return len(self.scores) == len(self.seasons)

    @property
    def time(self) -> int:
        """The time used up this season, including the current card."""
        return sum(card.time for card in self.face_up)

    @property
    def undealt(self) -> tuple[ExploreCard | RuinsCard, ...]:
        """The explore and ruins cards that are still in this season's deck, in an order unrelated to the deck."""
        return tuple(card for card in explore_cards(self.options) if card not in self.face_up)

    @property
    def hidden_ambushes(self) -> Hidden:
        """The ambush cards that haven't been revealed yet."""
        return self._hidden(ambush_cards(self.options))

    @property
    def hidden_heroes(self) -> Hidden:
        """The hero cards that haven't been revealed yet."""
        return self._hidden(hero_cards(self.options))

    def _hidden(self, cards: tuple[Card, ...]) -> Hidden:
        """Return the cards that are still hidden. One joins the deck each season, and stays until it is revealed."""
        hidden = tuple(card for card in cards if card not in self.face_up and card not in self.discarded)
        joined = min(self.season + 1, len(cards))
        return Hidden(hidden, joined - (len(cards) - len(hidden)))


def view_of(state: State, player: int) -> PlayerView:
    """Return a player's view of the given state."""
    deal = state.deal
    dealt = deal.seasons[state.season]
    return PlayerView(
        player,
        next_task(state, player),
        state.sheets,
        state.season,
        dealt.deck[: state.revealed],
        dealt.discarded,
        state.ruins_due,
        state.scores,
        deal.edicts,
        deal.id.options,
    )
