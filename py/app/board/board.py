"""The data of a screen with a game, looked up once for all parts of the screen."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from app import messages as m
from app.game.game import Game, Moment, SeasonLine
from app.game.ghost import Ghost, ghost_ply
from cartographers.beast import Beast
from cartographers.cards import AmbushCard
from cartographers.maps import blank_sheet
from cartographers.region import Region, adjacent_to
from cartographers.rules import Objection, objection, preview
from cartographers.scoring import Award, Awards, ScoringCard, monsters, stars
from cartographers.seasons import EDICTS, Season
from cartographers.sheet import Sheet
from cartographers.state import Ply, Task

if TYPE_CHECKING:
    from cartographers.bots.hint import Gain


@lru_cache(maxsize=64)
def earned(what: ScoringCard | None, sheet: Sheet) -> Awards:
    """Return a sheet's awards for a scoring card or, if there is no card, its losses to monsters."""
    return what(sheet) if what else monsters(sheet)


@lru_cache(maxsize=64)
def worth(what: ScoringCard | None, sheet: Sheet) -> int:
    """Return a sheet's stars for a scoring card or, if there is no card, its loss to monsters."""
    return stars(earned(what, sheet))


def newly_costly(before: Sheet, after: Sheet) -> Region:
    """Return the empty spaces that start to cost a star each season because of new monsters."""
    return adjacent_to(after.monster) & ~adjacent_to(before.monster) & after.empty


class DrawnPly(NamedTuple):
    """A ply that was drawn here."""

    #: The number of plies before it.
    place: int
    #: The ply.
    ply: Ply
    #: Its gains, in the form of :attr:`Board.gains`.
    gains: tuple[tuple[str, int], ...]


class Board:
    """A game at one moment as the page shows it, with the ghost and the engine's verdict on it."""

    def __init__(
        self,
        game: Game,
        moment: Moment,
        *,
        lit: m.Topic | None = None,
        player: int | None = None,
        task: Task | None = None,
        ghost: Ghost | None = None,
        scored: int | None = None,
        asked: int | None = None,
        counted: Awards | None = None,
        hint: tuple[Gain, ...] | None = None,
        watched: tuple[Ghost, Ply] | None = None,
    ) -> None:
        """Look up everything that the screen shows.

        Without a ``player``, the map's owner draws. ``scored`` is the number of seasons that the stars include,
        ``counted`` has the awards of a count in progress, and ``watched`` is a bot's ghost with its ply.
        """
        #: The game.
        self.game = game
        #: The state after the game's last ply.
        self.state = game.state
        #: The visible cards and sheets.
        self.moment = moment
        #: The highlighted topic.
        self.lit = lit
        #: The player whose map is on the page.
        self.owner = moment.shown_sheet
        #: The player who draws, who isn't the owner in an ambush.
        self.player = self.owner if player is None else player
        #: The map on the page.
        self.sheet = moment.sheets[self.owner]
        #: The task, if a player here must draw.
        self.task = task
        #: The shape that the player moves, or that a bot shows.
        self.ghost = ghost if task else None
        #: The ply that confirming the ghost would make.
        self.ply: Ply | None = None
        #: The rules' objection to that ply.
        self.against: Objection | None = None
        #: The space that was tapped last.
        self.asked = asked
        #: The gains of a hint's ply.
        self.hint = hint
        self._counted = counted
        self._scored = moment.scored_seasons if scored is None else scored
        if task and ghost:
            self.ply = ghost_ply(ghost, task)
            self.against = objection(game.state, self.ply)
        elif watched:
            self.ghost, self.ply = watched

    @property
    def beast_of_ghost(self) -> Beast | None:
        """The beast that the ghost would become; None for a forced single space, which has no effect."""
        card, ply = self.moment.cards[-1] if self.moment.cards else None, self.ply
        if not isinstance(card, AmbushCard) or ply is None or ply.terrain is None:
            return None
        return card.beast if ply.region.bit_count() == len(card.shape.cells) else None

    @property
    def waits_for_hint(self) -> bool:
        """Whether the search for a requested hint is still running."""
        return self.lit is m.Topic.HINT and self.hint is None

    @cached_property
    def after(self) -> Sheet:
        """The map with the ghost drawn on it; without the ghost if that isn't legal."""
        return self.sheet if self.task is None or self.ply is None or self.against else preview(self.state, self.ply)

    @cached_property
    def gains(self) -> dict[str, int]:
        """The changes that the ghost would bring, without zeros.

        The keys are the edicts' letters, ``monsters``, and ``coins``. An edict that is done is missing.
        """
        before, after = self.sheet, self.after
        if after is before:
            return {}
        changes = {
            what: worth(card, after) - worth(card, before)
            for what, card in (*zip(EDICTS, self.state.deal.edicts, strict=True), ("monsters", None))
            if what not in EDICTS or not self.is_done(what)
        }
        changes["coins"] = after.coins - before.coins
        return {what: change for what, change in changes.items() if change}

    @property
    def seasons(self) -> tuple[Season, ...]:
        """The game's seasons, in order."""
        return tuple(dealt.season for dealt in self.state.deal.seasons)

    @property
    def all_scored(self) -> bool:
        """Whether all seasons have been scored, so that no edict counts anymore."""
        return self._scored == len(self.seasons)

    def is_done(self, letter: str) -> bool:
        """Return whether all seasons that score an edict have been scored, so that it earns no more stars."""
        return letter not in self._still_scored

    @cached_property
    def _still_scored(self) -> frozenset[str]:
        """The letters of the edicts that later seasons score."""
        return frozenset(letter for season in self.seasons[self._scored :] for letter in season.edicts)

    def edict_state(self, letter: str) -> str:
        """Return ``scored`` if this season scores an edict, ``done`` if no later season does, or an empty text.

        At the end of the game, it is empty for all edicts.
        """
        if self.all_scored:
            return ""
        if self.is_done(letter):
            return "done"
        return "scored" if letter in self.moment.season.edicts else ""

    def edict_stars(self, letter: str) -> int:
        """Return the stars that an edict is worth on the map now, or has earned if it is done."""
        return self.scored_stars(letter) if self.is_done(letter) else worth(self.edict(letter), self.sheet)

    @property
    def stars(self) -> int:
        """The player's stars in all scored seasons."""
        return self.state.total(self.player, self._scored)

    @property
    def season_lines(self) -> tuple[SeasonLine, ...]:
        """The lines of the sheet's table for the map on the page."""
        return self.game.season_lines(self.owner, self._scored)

    @property
    def is_foreign_map(self) -> bool:
        """Whether the player draws on another player's map."""
        return self.task is not None and self.owner != self.player

    @property
    def is_first_draw(self) -> bool:
        """Whether a player here draws for the first time in this season."""
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

    @cached_property
    def beasts(self) -> list[Beast]:
        """The lettered monsters on the map whose effects still matter."""
        if not self.sheet.monster:
            return []
        last = self.game.in_last_season(self.moment)
        return [beast for beast in Beast if self.sheet.within_reach(beast) and beast.lasts(last_season=last)]

    @cached_property
    def note(self) -> str:
        """The key of the note on the tapped space; empty for a space without a note."""
        sheet, space = self.sheet, self.asked
        if space is None:
            return ""
        here = 1 << space
        beast = next((beast for beast in self.beasts if sheet.spaces_of_beast(beast) & here), None)
        notes = {
            "note.ruins": sheet.open_ruins,
            "note.mountain": sheet.mountain & ~sheet.surrounded_mountains,
            "note.mountain.paid": sheet.mountain,
            "note.wasteland": sheet.wasteland,
            "note.destroyed": sheet.destroyed,
            "note.monster": sheet.monster,
            "note.attacked": sheet.attacked,
        }
        return f"beast.{beast.value}" if beast else next((key for key, region in notes.items() if region & here), "")

    @property
    def lit_beast(self) -> Beast | None:
        """The highlighted beast."""
        return next((beast for beast in Beast if beast.value == self.lit), None)

    @property
    def lit_edict(self) -> ScoringCard | None:
        """The highlighted edict."""
        return self.edict(self.lit.letter) if self.lit and self.lit.letter else None

    @property
    def printed_stars(self) -> int:
        """The stars of the highlighted edict if the empty map earns all of them; otherwise 0."""
        card = self.lit_edict
        if card is None:
            return 0
        printed = worth(card, blank_sheet(self.game.id.side))
        return printed if printed == worth(card, self.sheet) else 0

    def edict(self, letter: str) -> ScoringCard:
        """Return the scoring card of an edict by its letter."""
        return self.state.deal.edicts[EDICTS.index(letter)]

    def scored_stars(self, letter: str) -> int:
        """Return the stars that an edict has earned for the map on the page in all scored seasons."""
        seasons = (season[self.owner].edicts for season in self.state.scores)
        return sum(stars(edicts[letter]) for edicts in seasons if letter in edicts)

    def lit_awards(self) -> Awards:
        """Return the awards to highlight: with the ghost, or without it if the ghost leaves none.

        Only coins from mountains can be highlighted: the game doesn't record the spaces of other coins.
        """
        if self._counted is not None:
            return self._counted
        if self.lit is m.Topic.COINS:
            paid = self.sheet.surrounded_mountains
            return (Award(1, paid, per_space=True),) if paid else ()
        if not self.lit or not (self.lit.letter or self.lit is m.Topic.MONSTERS):
            return ()
        card = self.lit_edict
        return earned(card, self.after) or earned(card, self.sheet)

    @property
    def lit_reach(self) -> Region:
        """The spaces within reach of the highlighted beast, with the ghost drawn if that is legal."""
        return self.after.within_reach(self.lit_beast) if self.lit_beast else 0
