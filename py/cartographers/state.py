"""The state of a game, and the task that it sets for a player.

A revealed card or the end of a season creates *duties*, one for each sheet that must be drawn on. They are carried out
in order. The first duty that leaves a choice becomes the state's *task*; the others wait in ``duties``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from cartographers.cards import AmbushCard, Card, ExploreCard, HeroCard, Option
from cartographers.deal import Deal, SeasonDeal
from cartographers.events import Event, ForcedReason, SeasonScore
from cartographers.region import Region
from cartographers.sheet import Sheet
from cartographers.terrain import Terrain


class Ply(NamedTuple):
    """A player's choice: a terrain and a region to draw it on, or a space to destroy."""

    #: None if the ply picks a space to destroy.
    terrain: Terrain | None
    region: Region
    #: The spaces that a hero attacks.
    attack: Region = 0


class Duty(NamedTuple):
    """A step that a card requires on a sheet: drawing its shape, or the effect of its beast."""

    card: ExploreCard | AmbushCard | HeroCard
    player: int
    #: The number of the sheet.
    sheet: int
    #: Whether the step is the beast's effect.
    effect: bool = False


class Task(NamedTuple):
    """The requirements for the next ply."""

    player: int
    #: The number of the sheet on which the player draws.
    sheet: int
    card: ExploreCard | AmbushCard | HeroCard
    #: The options, of which the player draws one.
    options: tuple[Option, ...]
    #: The spaces on which the player may draw.
    free: Region
    #: The reason if the player may draw only a single space.
    forced: ForcedReason = ForcedReason.NONE
    #: The ruins of which the shape must cover at least one space; None if no ruins are due.
    must_cover: Region | None = None

    @property
    def is_pick(self) -> bool:
        """Whether the player picks a space to destroy instead of drawing."""
        return self.options[0].terrain is None

    @property
    def duty(self) -> Duty:
        """The duty that became this task."""
        return Duty(self.card, self.player, self.sheet, self.is_pick)


class HasTask(Protocol):
    """A state, with the task of the next player in order, or a ``PlayerView``, with the task of its player."""

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """All players' sheets."""

    @property
    def task(self) -> Task | None:
        """The current task, or ``None`` if there is nothing to draw."""

    @property
    def is_over(self) -> bool:
        """Whether winter has been scored."""


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game before a ply, or after the last one."""

    deal: Deal
    #: Each player's sheet.
    sheets: tuple[Sheet, ...]
    #: The number of the season, counted from 0.
    season: int = 0
    #: The number of cards in the season's deck that are face up. The last of them is the current card.
    revealed: int = 0
    #: Whether the next explore card must cover ruins.
    ruins_due: bool = False
    #: The next task; None if the game is over.
    task: Task | None = None
    #: The duties that wait until the task is done.
    duties: tuple[Duty, ...] = ()
    #: One score per player for each finished season.
    scores: tuple[tuple[SeasonScore, ...], ...] = ()
    #: The events since the previous ply, starting with the ply's own.
    events: tuple[Event, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether winter has been scored."""
        return self.task is None

    @property
    def season_deal(self) -> SeasonDeal:
        """The current season's cards. After the game, they are winter's."""
        return self.deal.seasons[self.season]

    @property
    def face_up(self) -> tuple[Card, ...]:
        """The cards revealed so far this season."""
        return self.season_deal.deck[: self.revealed]

    @property
    def card(self) -> Card:
        """The current card: the last one revealed."""
        return self.face_up[-1]

    @property
    def time(self) -> int:
        """The time used up this season, including the current card."""
        return sum(card.time for card in self.face_up)

    def total(self, player: int, seasons: int | None = None) -> int:
        """Return a player's stars in all scored seasons, or only in the first ``seasons`` of them."""
        return sum(season[player].total for season in self.scores[:seasons])
