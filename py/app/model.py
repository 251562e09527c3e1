"""Everything the page is about to show, as one value, and the messages that change it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

from app.ghost import Ghost
from cartographers.cards import Card
from cartographers.events import Ambush, Draw, End, Reveal, Score, SeasonScore, SeasonStart
from cartographers.game import Ply, State
from cartographers.game_id import GameId
from cartographers.record import write_record
from cartographers.seasons import Season
from cartographers.sheet import Sheet


class Dialog(Enum):
    """A panel over the page."""

    NONE = ""
    MENU = "menu"
    KEYS = "keys"
    REPLACE = "replace"
    CARDS = "cards"


@dataclass(frozen=True, slots=True)
class Game:
    """A game in play: its id, the plies, the state they lead to, and how often undo has gone back past a reveal."""

    id: GameId
    plies: tuple[Ply, ...]
    state: State
    takebacks: int = 0

    @property
    def record(self) -> str:
        """The game as one line."""
        return write_record(self.id, self.plies)


@dataclass(frozen=True, slots=True)
class Moment:
    """What lies on the table: the sheet, the season and its revealed cards, and how many seasons are scored.

    ``in_play`` says whether the last card is still being dealt with.
    """

    sheet: Sheet
    season: Season
    table: tuple[Card, ...] = ()
    in_play: bool = False
    scored: int = 0

    @property
    def time(self) -> int:
        """The season's time so far, the card in play included."""
        return sum(card.time for card in self.table)

    @property
    def card_time(self) -> int:
        """The time of the card in play, if there is one."""
        return self.table[-1].time if self.in_play else 0


def moment_of(state: State) -> Moment:
    """Return what lies on the table in a state."""
    return Moment(state.sheets[0], state.season_deal.season, state.table, not state.over, len(state.scores))


@dataclass(frozen=True, slots=True)
class AmbushScene:
    """A solo ambush walks over the map to where it lands."""

    moment: Moment
    event: Ambush


@dataclass(frozen=True, slots=True)
class SeasonScene:
    """A season is reckoned on the map as it was then."""

    moment: Moment
    score: SeasonScore


@dataclass(frozen=True, slots=True)
class EndScene:
    """The game is over."""

    moment: Moment
    event: End


Scene: TypeAlias = AmbushScene | SeasonScene | EndScene


def scenes(before: Moment, state: State) -> tuple[Scene, ...]:
    """Return what has to be shown between a moment and the next choice, in order."""
    now = before
    found: list[Scene] = []
    for event in state.events:
        match event:
            case SeasonStart(dealt):
                now = replace(now, season=dealt.season, table=(), in_play=False)
            case Reveal(card):
                now = replace(now, table=(*now.table, card), in_play=True)
            case Draw():
                now = replace(now, sheet=event.after)
            case Ambush():
                found.append(AmbushScene(now, event))
                now = replace(now, sheet=event.after)
            case Score(score):
                now = replace(now, in_play=False, scored=now.scored + 1)
                found.append(SeasonScene(now, score))
            case End():
                found.append(EndScene(now, event))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Model:
    """The page's state.

    ``save`` is the game that Continue would go on with, ``save_over`` whether that has ended, and ``save_error`` why it
    cannot be read. ``pending`` are the scenes still to be shown, the first of them being on the page, ``seen`` how many
    of the last ply's have been, and ``step`` how far an ambush has walked. ``ghost`` is there when a choice is; a
    ``pinned`` one no longer follows the mouse. ``lit`` names what lights up: an edict's letter or ``monsters``.
    """

    seed: str
    side: str = "A"
    seed_error: str = ""
    save: str = ""
    save_over: bool = False
    save_error: str = ""
    game: Game | None = None
    ghost: Ghost | None = None
    pinned: bool = False
    pending: tuple[Scene, ...] = ()
    seen: int = 0
    step: int = 0
    lit: str = ""
    dialog: Dialog = Dialog.NONE

    @property
    def scene(self) -> Scene | None:
        """The scene on the page, or ``None`` when a choice is to be made."""
        return self.pending[0] if self.pending else None

    def moment(self, game: Game) -> Moment:
        """Return what lies on the table on the page: the scene's, or the game's when a choice is to be made."""
        return self.scene.moment if self.scene else moment_of(game.state)

    @property
    def walking(self) -> bool:
        """Whether an ambush is on its way."""
        return isinstance(self.scene, AmbushScene) and self.step < len(self.scene.event.trail)


@dataclass(frozen=True, slots=True)
class Home:
    """Show the start screen, with a fresh seed for the next game."""

    seed: str


@dataclass(frozen=True, slots=True)
class TypeSeed:
    """The seed field reads this now."""

    text: str


@dataclass(frozen=True, slots=True)
class ChooseSide:
    """Choose the map side of the next game."""

    side: str


@dataclass(frozen=True, slots=True)
class Begin:
    """Begin the game that the start screen describes; ``sure`` when a saved one may be given up."""

    sure: bool = False


@dataclass(frozen=True, slots=True)
class Again:
    """Play the same deal once more."""


@dataclass(frozen=True, slots=True)
class Continue:
    """Go on with the saved game."""


@dataclass(frozen=True, slots=True)
class ChooseTerrain:
    """Draw this terrain, by its word."""

    terrain: str


@dataclass(frozen=True, slots=True)
class ChooseShape:
    """Draw the card's shape of that number, from 0."""

    shape: int


@dataclass(frozen=True, slots=True)
class NextTerrain:
    """Change to the next terrain that the card offers."""


@dataclass(frozen=True, slots=True)
class NextShape:
    """Change to the next shape that the card offers."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn the ghost clockwise by quarters."""

    quarters: int = 1


@dataclass(frozen=True, slots=True)
class Flip:
    """Mirror the ghost."""


@dataclass(frozen=True, slots=True)
class Move:
    """Move the ghost by rows and columns."""

    rows: int
    columns: int


@dataclass(frozen=True, slots=True)
class Tap:
    """Put the ghost's pivot on a space; a second click of a mouse on the ghost confirms it."""

    space: int
    mouse: bool = False


@dataclass(frozen=True, slots=True)
class Hover:
    """The mouse is over a space."""

    space: int


@dataclass(frozen=True, slots=True)
class Where:
    """Show the next place where the shape fits."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """Draw the ghost."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last ply back."""


@dataclass(frozen=True, slots=True)
class Light:
    """Light up what an edict or the monsters count, or put the light out."""

    what: str


@dataclass(frozen=True, slots=True)
class Step:
    """The walking ambush goes on by one place."""


@dataclass(frozen=True, slots=True)
class Proceed:
    """End the scene on the page; a walking ambush first arrives."""


@dataclass(frozen=True, slots=True)
class Open:
    """Open a panel, or close it."""

    dialog: str = ""


Message: TypeAlias = (
    Home
    | TypeSeed
    | ChooseSide
    | Begin
    | Again
    | Continue
    | ChooseTerrain
    | ChooseShape
    | NextTerrain
    | NextShape
    | Turn
    | Flip
    | Move
    | Tap
    | Hover
    | Where
    | Confirm
    | Undo
    | Light
    | Step
    | Proceed
    | Open
)
