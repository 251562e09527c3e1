"""A game at one moment: its state, and what the state asks of a player.

A revealed card, or the end of a season, brings *duties*: one for each sheet on which something has to be drawn. They
are done in turn. A duty that leaves a choice becomes the state's *task*; the rest wait in ``duties``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from cartographers.cards import AmbushCard, Card, ExploreCard, HeroCard, Option
from cartographers.deal import Deal, SeasonDeal
from cartographers.events import Event, Forced, SeasonScore
from cartographers.region import Region
from cartographers.sheet import Sheet
from cartographers.terrain import Terrain


class Ply(NamedTuple):
    """A player's choice: a terrain and the spaces to fill with it.

    A hero also attacks spaces of the map. A ply without a terrain picks a space to destroy.
    """

    terrain: Terrain | None
    region: Region
    attack: Region = 0


class Duty(NamedTuple):
    """Something to do on a sheet for a card: draw it, or carry out the ``effect`` of its beast."""

    card: ExploreCard | AmbushCard | HeroCard
    player: int
    sheet: int
    effect: bool = False


class Task(NamedTuple):
    """What the next ply must be: ``player`` draws one of ``options`` for ``card`` on ``free`` spaces of ``sheet``.

    When ruins are due, the shape must cover one of the spaces of ``must_cover``, which is ``None`` otherwise. When the
    options are a single space instead of what the card shows, ``forced`` says why.
    """

    player: int
    sheet: int
    card: ExploreCard | AmbushCard | HeroCard
    options: tuple[Option, ...]
    free: Region
    forced: Forced = Forced.NONE
    must_cover: Region | None = None

    @property
    def is_pick(self) -> bool:
        """Whether the player picks a space to destroy, instead of drawing."""
        return self.options[0].terrain is None

    @property
    def duty(self) -> Duty:
        """The duty behind the task."""
        return Duty(self.card, self.player, self.sheet, self.is_pick)


class HasTask(Protocol):
    """Something that asks a player for a ply: a state asks the player first in line, a ``Seen`` asks its own player."""

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """Everyone's maps."""

    @property
    def task(self) -> Task | None:
        """What the ply must be, or ``None`` when there is nothing to draw."""

    @property
    def over(self) -> bool:
        """Whether winter has been scored."""


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment; it is over when ``task`` is ``None``.

    ``season`` counts from 0. ``revealed`` cards of its deck lie face up; the last of them is the card in play.
    ``duties`` wait until the task is done. ``scores`` has one score per player for every finished season.
    """

    deal: Deal
    sheets: tuple[Sheet, ...]
    season: int = 0
    revealed: int = 0
    ruins_due: bool = False
    task: Task | None = None
    duties: tuple[Duty, ...] = ()
    scores: tuple[tuple[SeasonScore, ...], ...] = ()
    events: tuple[Event, ...] = ()

    @property
    def over(self) -> bool:
        """Whether winter has been scored."""
        return self.task is None

    @property
    def season_deal(self) -> SeasonDeal:
        """The current season's deck, which is winter's when the game is over."""
        return self.deal.seasons[self.season]

    @property
    def face_up(self) -> tuple[Card, ...]:
        """The cards revealed so far this season."""
        return self.season_deal.deck[: self.revealed]

    @property
    def card(self) -> Card:
        """The card in play."""
        return self.face_up[-1]

    @property
    def time(self) -> int:
        """The time used up this season, including the card in play."""
        return sum(card.time for card in self.face_up)

    def total(self, player: int, seasons: int | None = None) -> int:
        """Return a player's stars in the seasons scored so far, or only in the first ``seasons`` of them."""
        return sum(season[player].total for season in self.scores[:seasons])
