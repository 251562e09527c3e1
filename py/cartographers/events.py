"""The events of a game as values. In the event log, each of them is a JSON object."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from cartographers.cards import AmbushCard, Card
from cartographers.deal import SeasonDeal
from cartographers.diagram import diagram
from cartographers.game_id import GameOptions
from cartographers.region import Region, names
from cartographers.scoring import Awards, ScoringCard, stars
from cartographers.seasons import EDICTS, Season
from cartographers.sheet import Sheet
from cartographers.terrain import Terrain

Json: TypeAlias = dict[str, Any]


class ForcedReason(Enum):
    """The reason, if any, why a player couldn't draw one of the card's options."""

    #: The player drew one of the options.
    NONE = "none"
    #: None of the shapes fit, so the player drew a single space.
    NO_FIT = "no-fit"
    #: Ruins were due but no shape could cover any, so the player drew a single space of any terrain.
    RUINS = "ruins"
    #: The map was full, so the player drew nothing.
    FULL = "full"


def _changed(coins_gained: int, after: Sheet) -> Json:
    """Return the fields shared by all events that change a sheet."""
    return {"coins_gained": coins_gained, "coins": after.coins, "map": diagram(after)}


@dataclass(frozen=True, slots=True)
class SeasonScore:
    """One player's stars for one season."""

    season: Season
    player: int
    #: The awards of the season's two edicts by letter.
    edicts: dict[str, Awards]
    coins: int
    #: Awards with negative stars for the spaces next to monsters.
    monster_awards: Awards

    @property
    def monsters(self) -> int:
        """The stars lost to monsters: 0 or negative."""
        return stars(self.monster_awards)

    @property
    def total(self) -> int:
        """The sum of the season's stars."""
        return sum(map(stars, self.edicts.values())) + self.coins + self.monsters


@dataclass(frozen=True, slots=True)
class GameStart:
    """The game begins."""

    id: str
    options: GameOptions
    players: int
    edicts: tuple[ScoringCard, ...]
    sheet: Sheet

    def to_json(self) -> Json:
        """Return the event as a JSON object for the log."""
        return {
            "event": "setup",
            "id": self.id,
            "options": self.options.to_json(),
            "players": self.players,
            "edicts": {letter: card.id for letter, card in zip(EDICTS, self.edicts, strict=True)},
            "solo_numbers": {card.id: card.solo for card in self.edicts},
            "map": diagram(self.sheet),
        }


@dataclass(frozen=True, slots=True)
class SeasonStart:
    """A season begins with a newly shuffled deck."""

    season_deal: SeasonDeal

    def to_json(self) -> Json:
        """Return the event as a JSON object for the log."""
        season = self.season_deal.season
        return {
            "event": "season",
            "season": season.name,
            "threshold": season.threshold,
            "deck": sorted(card.id for card in self.season_deal.deck),
        }


@dataclass(frozen=True, slots=True)
class Reveal:
    """A card is revealed."""

    card: Card
    #: The time used up this season, including this card.
    total: int

    def to_json(self) -> Json:
        """Return the event as a JSON object for the log."""
        return {
            "event": "reveal",
            "card": self.card.id,
            "kind": self.card.kind,
            "time": self.card.time,
            "total": self.total,
        }


@dataclass(frozen=True, slots=True)
class Draw:
    """A player has drawn on a sheet, or couldn't draw because the map was full."""

    player: int
    #: The number of the sheet.
    sheet: int
    #: The sheet after the event.
    after: Sheet
    coins_gained: int
    forced: ForcedReason
    terrain: Terrain | None = None
    region: Region = 0
    attack: Region = 0

    def to_json(self) -> Json:
        """Return the event as a JSON object for the log."""
        return {
            "event": "draw",
            "player": self.player,
            "sheet": self.sheet,
            "terrain": self.terrain and self.terrain.value,
            "spaces": names(self.region),
            "attack": names(self.attack),
            "forced": self.forced.value,
            **_changed(self.coins_gained, self.after),
        }


@dataclass(frozen=True, slots=True)
class Ambush:
    """A solo ambush has been drawn, or didn't fit anywhere."""

    sheet: int
    after: Sheet
    coins_gained: int
    card: AmbushCard
    #: The spaces of the monsters; 0 if the shape didn't fit anywhere.
    region: Region
    #: The places that were tried, up to the one where the shape fit. Empty if it didn't fit anywhere.
    trail: tuple[Region, ...]

    def to_json(self) -> Json:
        """Return the event as a JSON object for the log."""
        return {
            "event": "ambush",
            "sheet": self.sheet,
            "card": self.card.id,
            "spaces": names(self.region),
            **_changed(self.coins_gained, self.after),
        }


@dataclass(frozen=True, slots=True)
class Pick:
    """A player has picked a space, and a monster has destroyed it."""

    player: int
    sheet: int
    after: Sheet
    coins_gained: int
    card: AmbushCard
    region: Region

    def to_json(self) -> Json:
        """Return the event as a JSON object for the log."""
        return {
            "event": "pick",
            "player": self.player,
            "sheet": self.sheet,
            "card": self.card.id,
            "space": names(self.region)[0],
            **_changed(self.coins_gained, self.after),
        }


@dataclass(frozen=True, slots=True)
class Spread:
    """The zombies of a sheet have spread."""

    sheet: int
    after: Sheet
    coins_gained: int
    card: AmbushCard
    #: The new spaces. Zombies on attacked spaces among them are already destroyed.
    region: Region

    def to_json(self) -> Json:
        """Return the event as a JSON object for the log."""
        return {
            "event": "spread",
            "sheet": self.sheet,
            "spaces": names(self.region),
            **_changed(self.coins_gained, self.after),
        }


@dataclass(frozen=True, slots=True)
class Score:
    """A player's season has been scored."""

    score: SeasonScore

    def to_json(self) -> Json:
        """Return the event as a JSON object for the log."""
        score = self.score
        return {
            "event": "score",
            "season": score.season.name,
            "player": score.player,
            "edicts": {letter: stars(awards) for letter, awards in score.edicts.items()},
            "coins": score.coins,
            "monsters": score.monsters,
            "total": score.total,
        }


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The game is over."""

    #: Each player's stars.
    totals: tuple[int, ...]
    #: Each player's stars lost to monsters: 0 or negative.
    monsters: tuple[int, ...]
    #: The winner, or all players who tie.
    winners: tuple[int, ...]
    #: The rating of a solo game.
    rating: int | None
    #: The title of a solo game, as in :data:`~cartographers.solo.TITLES`. The event log spells it out.
    title: str | None

    def to_json(self) -> Json:
        """Return the event as a JSON object for the log."""
        return {
            "event": "end",
            "totals": list(self.totals),
            "monsters": list(self.monsters),
            "winners": list(self.winners),
            "rating": self.rating,
            "title": self.title and self.title.replace("-", " ").title(),
        }


Event: TypeAlias = GameStart | SeasonStart | Reveal | Draw | Ambush | Pick | Spread | Score | GameEnd
