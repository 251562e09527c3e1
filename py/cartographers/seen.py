"""What a player may know of a game: all that lies open, and of the cards face down which there are, not where.

Which ambush and hero cards are in a season's deck is unknown until they are revealed: they are dealt face down.
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
    """Cards of one kind that lie face down: ``in_deck`` of the ``cards`` are in the season's deck, any of them."""

    cards: tuple[Card, ...]
    in_deck: int


class Seen(NamedTuple):
    """A game as one player may know it; named tuples are quick to make, and bots ask for one with every ply.

    ``task`` is what the player has to do now for the card in play, and ``None`` when that is done. ``season`` counts
    from 0; ``face_up`` are the cards revealed this season, ``gone`` the ambush and hero cards revealed in the seasons
    before; ``scores`` holds, for every finished season, one score per player.
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
        """The time used up this season, the card in play included."""
        return sum(card.time for card in self.face_up)

    @property
    def undealt(self) -> tuple[ExploreCard | RuinsCard, ...]:
        """The explore and ruins cards that are still in this season's deck, as they are printed, not as they lie."""
        return tuple(card for card in explore_cards(self.options) if card not in self.face_up)

    @property
    def hidden_ambushes(self) -> Hidden:
        """The ambush cards that have not been revealed yet."""
        return self._hidden(ambush_cards(self.options))

    @property
    def hidden_heroes(self) -> Hidden:
        """The hero cards that have not been revealed yet."""
        return self._hidden(hero_cards(self.options))

    def _hidden(self, cards: tuple[Card, ...]) -> Hidden:
        """Return what is hidden of such cards: one joins the deck each season, and stays until it is revealed."""
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
