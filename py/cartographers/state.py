"""What a game is at one moment: a state, and what it asks of a player.

A revealed card, or the end of a season, brings *duties*, one for each sheet that something has to be drawn on. They are
done in turn; one that leaves a choice becomes the state's *task*, and the others wait in ``duties``.
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

    A hero also attacks spaces of the map; without a terrain, the space is picked to be destroyed.
    """

    terrain: Terrain | None
    region: Region
    attack: Region = 0


class Duty(NamedTuple):
    """Something to be done on a sheet for a card: drawing it, or the ``effect`` of its beast."""

    card: ExploreCard | AmbushCard | HeroCard
    player: int
    sheet: int
    effect: bool = False


class Task(NamedTuple):
    """What the next ply must be: one of the options, drawn by ``player`` for ``card`` on ``free`` spaces of ``sheet``.

    ``must_cover`` are the ruins spaces of which the shape must cover one, or ``None`` when no ruins are due. ``forced``
    says why the options are a single space instead of what the card shows.
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
        """Whether a space is to be destroyed instead of drawn."""
        return self.options[0].terrain is None

    @property
    def duty(self) -> Duty:
        """The duty that brought the task."""
        return Duty(self.card, self.player, self.sheet, self.is_pick)


class HasTask(Protocol):
    """Whatever asks a player for a ply: a state asks the player first in line, a ``Seen`` asks its own player."""

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """Everyone's maps."""

    @property
    def task(self) -> Task | None:
        """What the ply must be; ``None`` when there is nothing to draw."""

    @property
    def over(self) -> bool:
        """Whether winter has been scored."""


@dataclass(frozen=True, slots=True)
class State:
    """A game in play, or at its end when ``task`` is ``None``.

    ``season`` counts from 0; ``revealed`` cards of its deck lie face up, the last of them being in play;
    ``duties`` wait until the task is done; ``scores`` holds, for every finished season, one score per player.
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
        """The current season's deck; after the end, winter's."""
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
        """The time used up this season, the card in play included."""
        return sum(card.time for card in self.face_up)

    def total(self, player: int, seasons: int | None = None) -> int:
        """Return a player's stars in all seasons scored so far, or in the first few of them."""
        return sum(season[player].total for season in self.scores[:seasons])
