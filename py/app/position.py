"""What the screen of a game shows, looked up once for all its parts."""

from __future__ import annotations

from functools import lru_cache

from app.ghost import ghost_ply
from app.model import AmbushScene, Game, Model
from cartographers.beast import Beast
from cartographers.game import Objection, Ply, drawn, objection
from cartographers.region import Region
from cartographers.scoring import Awards, ScoringCard, monsters
from cartographers.seasons import EDICTS
from cartographers.sheet import Sheet

_BEASTS = {beast.value: beast for beast in Beast}


@lru_cache(maxsize=64)
def earned(what: ScoringCard | None, sheet: Sheet) -> Awards:
    """Return what a sheet earns by a card, or loses to monsters when there is no card."""
    return what(sheet) if what else monsters(sheet)


class Position:
    """The moment on the page, and the ghost with what the rules say of it.

    ``sheet`` is the map on the page; ``after`` is the map with the ghost drawn on it, where that is legal. ``task``,
    ``ply`` and the objection ``against`` it are there when a choice is to be made.
    """

    def __init__(self, model: Model, game: Game) -> None:
        """Look everything up."""
        self.model = model
        self.game = game
        self.state = game.state
        scene = model.scene
        self.moment = model.moment(game)
        self.owner = self.moment.shown
        self.sheet = self.moment.sheets[self.owner]
        if isinstance(scene, AmbushScene) and not model.walking:
            self.sheet = scene.event.after
        self.after = self.sheet
        self.task = None if scene else game.state.task
        self.ply: Ply | None = None
        self.against: Objection | None = None
        if self.task and model.ghost:
            self.ply = ghost_ply(model.ghost, self.task)
            self.against = objection(game.state, self.ply)
            if self.against is None:
                self.after = drawn(game.state, self.ply)

    @property
    def stars(self) -> int:
        """The stars of the map's owner in all seasons reckoned so far, the one on the page included."""
        return sum(season[self.owner].total for season in self.state.scores[: self.moment.scored])

    @property
    def beasts(self) -> list[Beast]:
        """The lettered monsters on the map whose effect still matters."""
        last = self.moment.season.name == self.state.deal.seasons[-1].season.name
        return [beast for beast in Beast if self.sheet.within_reach(beast) and beast.lasts(last_season=last)]

    def edict(self, letter: str) -> ScoringCard:
        """Return the scoring card below a letter."""
        return self.state.deal.edicts[EDICTS.index(letter)]

    def lit_awards(self) -> Awards:
        """Return the awards that are to light up; those that the ghost would undo, when it leaves none."""
        lit = self.model.lit
        if not lit or lit in _BEASTS:
            return ()
        card = self.edict(lit) if lit in EDICTS else None
        return earned(card, self.after) or earned(card, self.sheet)

    @property
    def lit_reach(self) -> Region:
        """The spaces on which the effect of the beast that is lit can fall; after the ghost, where that is legal."""
        return self.after.within_reach(_BEASTS[self.model.lit]) if self.model.lit in _BEASTS else 0
