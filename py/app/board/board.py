"""What a screen of a game shows, looked up once for all its parts."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from app.game.game import Game, Moment, SeasonLine
from app.game.ghost import Ghost, ghost_ply
from app.messages import Topic
from cartographers.beast import Beast
from cartographers.region import Region, beside
from cartographers.rules import Objection, objection, preview
from cartographers.scoring import Award, Awards, ScoringCard, monsters, stars
from cartographers.seasons import EDICTS, Season
from cartographers.sheet import Sheet
from cartographers.state import Ply, Task

if TYPE_CHECKING:
    from cartographers.bots.advice import Gain


@lru_cache(maxsize=64)
def earned(what: ScoringCard | None, sheet: Sheet) -> Awards:
    """Return what a sheet earns by a card, or loses to monsters when there is no card."""
    return what(sheet) if what else monsters(sheet)


@lru_cache(maxsize=64)
def worth(what: ScoringCard | None, sheet: Sheet) -> int:
    """Return the stars that a sheet earns by a card, or loses to monsters when there is no card."""
    return stars(earned(what, sheet))


def newly_costly(before: Sheet, after: Sheet) -> Region:
    """Return the empty spaces that cost a star each season because of monsters that have come to a sheet."""
    return beside(after.monster) & ~beside(before.monster) & after.empty


class DrawnHere(NamedTuple):
    """A ply that was drawn here."""

    #: The number of plies before it.
    place: int
    ply: Ply
    #: Its changes, as :attr:`Board.gains` has them.
    gains: tuple[tuple[str, int], ...]


class Board:
    """A moment of a game as the page shows it, and the ghost with what the rules say of it.

    ``sheet`` is the map on the page, ``owner`` the player whose map it is, and ``player`` the one who draws: on
    somebody else's map in an ambush. ``task``, ``ply`` and the objection ``against`` it are there when somebody here
    is to draw. ``lit`` is the topic that lights up. ``scored`` seasons are among
    the stars. ``asked`` is the space that was tapped last. ``counted`` are the awards that are being counted.
    ``advice`` is what the ply of a hint gains. ``watched`` is the ghost of a bot that draws, and its ply.
    """

    def __init__(
        self,
        game: Game,
        moment: Moment,
        *,
        lit: Topic | None = None,
        player: int | None = None,
        task: Task | None = None,
        ghost: Ghost | None = None,
        scored: int | None = None,
        asked: int | None = None,
        counted: Awards | None = None,
        advice: tuple[Gain, ...] | None = None,
        watched: tuple[Ghost, Ply] | None = None,
    ) -> None:
        """Look everything up; without a ``player`` it is the map's owner."""
        self.game = game
        self.state = game.state
        self.moment = moment
        self.lit = lit
        self.owner = moment.shown
        self.player = self.owner if player is None else player
        self.sheet = moment.sheets[self.owner]
        self.task = task
        self.ghost = ghost if task else None
        self.ply: Ply | None = None
        self.against: Objection | None = None
        self.asked = asked
        self.advice = advice
        self._counted = counted
        self._scored = moment.scored if scored is None else scored
        if task and ghost:
            self.ply = ghost_ply(ghost, task)
            self.against = objection(game.state, self.ply)
        elif watched:
            self.ghost, self.ply = watched

    @cached_property
    def after(self) -> Sheet:
        """The map with the ghost drawn on it, where that is legal."""
        return self.sheet if self.task is None or self.ply is None or self.against else preview(self.state, self.ply)

    @cached_property
    def gains(self) -> dict[str, int]:
        """Changes that the ghost would bring: edicts by their letters, ``monsters`` and ``coins``, without zeros."""
        before, after = self.sheet, self.after
        if after is before:
            return {}
        changes = {
            what: worth(card, after) - worth(card, before)
            for what, card in (*zip(EDICTS, self.state.deal.edicts, strict=True), ("monsters", None))
        }
        changes["coins"] = after.coins - before.coins
        return {what: change for what, change in changes.items() if change}

    @property
    def seasons(self) -> tuple[Season, ...]:
        """The game's seasons, in order."""
        return tuple(dealt.season for dealt in self.state.deal.seasons)

    @property
    def all_scored(self) -> bool:
        """Whether all seasons have been counted: then no edict counts any more."""
        return self._scored == len(self.seasons)

    @property
    def stars(self) -> int:
        """The player's stars in all seasons scored so far."""
        return self.state.total(self.player, self._scored)

    @property
    def season_lines(self) -> tuple[SeasonLine, ...]:
        """The sheet's table of the seasons of the map on the page."""
        return self.game.season_lines(self.owner, self._scored)

    @property
    def foreign(self) -> bool:
        """Whether somebody draws on another player's map."""
        return self.task is not None and self.owner != self.player

    @property
    def fresh(self) -> bool:
        """Whether somebody here is to draw for the first time in this season."""
        if self.task is None:
            return False
        states = self.game.played.states
        place = len(states) - 2
        while place >= 0 and states[place].season == self.state.season:
            task = states[place].task
            if task and task.player == self.player:
                return False
            place -= 1
        return True

    @property
    def beasts(self) -> list[Beast]:
        """The lettered monsters on the map whose effect still matters."""
        last = self.game.in_last_season(self.moment)
        return [beast for beast in Beast if self.sheet.within_reach(beast) and beast.lasts(last_season=last)]

    @property
    def lit_beast(self) -> Beast | None:
        """The beast that is lit up."""
        return next((beast for beast in Beast if beast.value == self.lit), None)

    @property
    def lit_edict(self) -> ScoringCard | None:
        """The edict that is lit up."""
        return self.edict(self.lit.letter) if self.lit and self.lit.letter else None

    def edict(self, letter: str) -> ScoringCard:
        """Return the scoring card below a letter."""
        return self.state.deal.edicts[EDICTS.index(letter)]

    def brought(self, letter: str) -> int:
        """Return what an edict has brought the map on the page in all seasons that have been counted."""
        seasons = (season[self.owner].edicts for season in self.state.scores)
        return sum(stars(edicts[letter]) for edicts in seasons if letter in edicts)

    def lit_awards(self) -> Awards:
        """Return the awards that light up; where the ghost would leave none, those of the map without it.

        Of the coins, those light up that a mountain has paid; where the others were drawn, nobody remembers.
        """
        if self._counted is not None:
            return self._counted
        if self.lit is Topic.COINS:
            paid = self.sheet.surrounded_mountains
            return (Award(1, paid, apart=True),) if paid else ()
        if not self.lit or not (self.lit.letter or self.lit is Topic.MONSTERS):
            return ()
        card = self.lit_edict
        return earned(card, self.after) or earned(card, self.sheet)

    @property
    def lit_reach(self) -> Region:
        """The spaces in reach of the lit beast, after the ghost where that is legal."""
        return self.after.within_reach(self.lit_beast) if self.lit_beast else 0
