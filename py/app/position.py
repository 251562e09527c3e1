"""What the screen of a game shows, looked up once for all its parts."""

from __future__ import annotations

from functools import cached_property, lru_cache

from app.ghost import ghost_ply
from app.model import Game, Model, SeasonScene
from cartographers.beast import Beast
from cartographers.region import Region
from cartographers.rules import Objection, objection, preview
from cartographers.scoring import Awards, ScoringCard, monsters, stars
from cartographers.seasons import EDICTS
from cartographers.sheet import Sheet
from cartographers.state import Ply


@lru_cache(maxsize=64)
def earned(what: ScoringCard | None, sheet: Sheet) -> Awards:
    """Return what a sheet earns by a card, or loses to monsters when there is no card."""
    return what(sheet) if what else monsters(sheet)


@lru_cache(maxsize=64)
def worth(what: ScoringCard | None, sheet: Sheet) -> int:
    """Return the stars that a sheet earns by a card, or loses to monsters when there is no card."""
    return stars(earned(what, sheet))


class Position:
    """The moment on the page, and the ghost with what the rules say of it.

    ``sheet`` is the map on the page, ``owner`` whose it is. ``task``, ``ply`` and the objection ``against`` it are
    there when a choice is to be made; ``player`` makes it, on somebody else's map in an ambush, or is the owner of the
    map while there is no choice. In a replay ``player`` has drawn what is shown.
    """

    def __init__(self, model: Model, game: Game) -> None:
        """Look everything up."""
        self.model = model
        self.game = game
        self.state = game.state
        self.moment = model.moment(game)
        self.owner = self.moment.shown
        self.sheet = self.moment.sheets[self.owner]
        self.task = None if model.scene else game.state.task
        drawing = model.replay.before.task if model.replay else self.task
        self.player = drawing.player if drawing else self.owner
        self.ply: Ply | None = None
        self.against: Objection | None = None
        if self.task and model.ghost:
            self.ply = ghost_ply(model.ghost, self.task)
            self.against = objection(game.state, self.ply)

    @cached_property
    def after(self) -> Sheet:
        """The map with the ghost drawn on it, where that is legal."""
        return self.sheet if self.ply is None or self.against else preview(self.state, self.ply)

    @property
    def stars(self) -> int:
        """The player's stars in all seasons reckoned so far; the one on the page is among them when it is counted."""
        counting = isinstance(self.model.scene, SeasonScene) and self.model.moving
        return self.state.total(self.player, self.moment.scored - counting)

    @property
    def beasts(self) -> list[Beast]:
        """The lettered monsters on the map whose effect still matters."""
        last = self.game.in_last_season(self.moment)
        return [beast for beast in Beast if self.sheet.within_reach(beast) and beast.lasts(last_season=last)]

    @property
    def lit_beast(self) -> Beast | None:
        """The beast that is lit up."""
        return next((beast for beast in Beast if beast.value == self.model.lit), None)

    def edict(self, letter: str) -> ScoringCard:
        """Return the scoring card below a letter."""
        return self.state.deal.edicts[EDICTS.index(letter)]

    def lit_awards(self) -> Awards:
        """Return the awards that are to light up; those that the ghost would undo, when it leaves none."""
        lit = self.model.lit
        if not lit or self.lit_beast:
            return ()
        card = self.edict(lit) if lit in EDICTS else None
        return earned(card, self.after) or earned(card, self.sheet)

    @property
    def lit_reach(self) -> Region:
        """The spaces on which the effect of the beast that is lit can fall; after the ghost, where that is legal."""
        return self.after.within_reach(self.lit_beast) if self.lit_beast else 0
