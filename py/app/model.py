"""Everything the page is about to show, as one value, and the messages that change it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple, TypeAlias

from app.ghost import Ghost
from app.link import NO_LINK, Link
from app.preferences import AS_DELIVERED, Preferences
from app.setup import Cartographer, Setup
from cartographers.beast import Beast
from cartographers.cards import AmbushCard, Card
from cartographers.events import Ambush, Draw, End, Event, Pick, Reveal, Score, SeasonScore, SeasonStart, Spread
from cartographers.game_id import GameId
from cartographers.record import Played, write_record
from cartographers.region import Region
from cartographers.seasons import Season
from cartographers.sheet import Sheet
from cartographers.state import Ply, State, Task


class Dialog(Enum):
    """A panel over the page."""

    NONE = ""
    MENU = "menu"
    KEYS = "keys"
    REPLACE = "replace"
    CARDS = "cards"
    MAPS = "maps"
    EDICT = "edict"
    PREFERENCES = "preferences"


@dataclass(frozen=True, slots=True)
class Game:
    """A game in play: its id, who plays, the plies and the state they lead to.

    ``takebacks`` says how often undo has gone back past a reveal.
    """

    id: GameId
    cartographers: tuple[Cartographer, ...]
    plies: tuple[Ply, ...]
    state: State
    takebacks: int = 0

    @property
    def record(self) -> str:
        """The game as one line."""
        return write_record(self.id, self.plies)

    @property
    def is_solo(self) -> bool:
        """Whether one player plays alone."""
        return self.id.players == 1

    def in_last_season(self, moment: Moment) -> bool:
        """Say whether a moment is in the game's last season."""
        return moment.season == self.state.deal.seasons[-1].season

    def acts(self, beast: Beast, moment: Moment) -> bool:
        """Say whether the effect of a beast that is drawn at a moment can come."""
        return beast.acts(last_season=self.in_last_season(moment))


@dataclass(frozen=True, slots=True)
class Moment:
    """What lies on the table: the sheets, the season and its revealed cards, and how many seasons are scored.

    ``shown`` is the sheet that the page shows. ``in_play`` says whether the last card is still being dealt with.
    """

    sheets: tuple[Sheet, ...]
    season: Season
    table: tuple[Card, ...] = ()
    in_play: bool = False
    scored: int = 0
    shown: int = 0

    @property
    def time(self) -> int:
        """The season's time so far, the card in play included."""
        return sum(card.time for card in self.table)

    @property
    def card_time(self) -> int:
        """The time of the card in play, if there is one."""
        return self.table[-1].time if self.in_play else 0

    def with_sheet(self, number: int, sheet: Sheet) -> Moment:
        """Return the moment after a sheet has changed, and show that sheet."""
        return replace(self, sheets=(*self.sheets[:number], sheet, *self.sheets[number + 1 :]), shown=number)


def moment_of(state: State) -> Moment:
    """Return what lies on the table in a state."""
    task = state.task
    return Moment(
        state.sheets,
        state.season_deal.season,
        state.face_up,
        len(state.scores) == state.season,
        len(state.scores),
        shown=task.sheet if task else 0,
    )


@dataclass(frozen=True, slots=True)
class AmbushScene:
    """A solo ambush walks over the map to where it lands."""

    moment: Moment
    event: Ambush


@dataclass(frozen=True, slots=True)
class SpreadScene:
    """A beast has spread; ``reached`` are the spaces on each sheet on which it has."""

    moment: Moment
    card: AmbushCard
    reached: dict[int, Region]


@dataclass(frozen=True, slots=True)
class SeasonScene:
    """A season is reckoned on the maps as they were then, one score for each player."""

    moment: Moment
    scores: tuple[SeasonScore, ...]

    @property
    def counted(self) -> tuple[str, ...]:
        """What is counted one after the other: the letters of the season's edicts, then coins, then monsters."""
        return (*self.scores[0].edicts, "coins", "monsters")


@dataclass(frozen=True, slots=True)
class EndScene:
    """The game is over."""

    moment: Moment
    event: End


@dataclass(frozen=True, slots=True)
class CurtainScene:
    """The page is to be passed to the player whose task comes next."""

    moment: Moment
    task: Task


@dataclass(frozen=True, slots=True)
class Replay:
    """A game is watched: after as many of its plies as ``place`` says, what the last of these has done.

    It goes on by itself while it is ``playing``. ``back`` is the page from which one has come, and to which one goes.
    """

    played: Played
    cartographers: tuple[Cartographer, ...]
    back: Model
    place: int = 0
    playing: bool = False

    @property
    def last(self) -> int:
        """The last place."""
        return len(self.played.plies)

    @property
    def goes_on(self) -> bool:
        """Whether the game is not over at the last place."""
        return not self.played.states[-1].over

    @property
    def before(self) -> State:
        """The state in which the ply on the page is drawn; at the first place, that in which the first one will be."""
        return self.played.states[max(self.place - 1, 0)]

    @property
    def game(self) -> Game:
        """The game as far as it has been watched."""
        plies, states = self.played.plies[: self.place], self.played.states
        return Game(self.played.id, self.cartographers, plies, states[self.place])

    @property
    def moment(self) -> Moment:
        """The cards with which the ply is drawn, and the maps and stars after all that follows from it."""
        after = self.played.states[self.place]
        return replace(moment_of(self.before), sheets=after.sheets, scored=len(after.scores))

    @property
    def seasons(self) -> tuple[int, ...]:
        """The place of each season's first ply, and for the first season that before it."""
        seasons = [state.season for state in self.played.states[:-1]]
        return (0, *(place for place in range(2, self.last + 1) if seasons[place - 1] != seasons[place - 2]))


Scene: TypeAlias = AmbushScene | SpreadScene | SeasonScene | EndScene | CurtainScene | Replay


def scenes(before: Moment, state: State) -> tuple[Scene, ...]:
    """Return what has to be shown between a moment and the next choice, in order."""
    now = before
    found: list[Scene] = []
    for event in state.events:
        earlier, now = now, _after(now, event)
        last = found[-1] if found else None
        match event:
            case Ambush():
                found.append(AmbushScene(earlier, event))
            case Spread() if isinstance(last, SpreadScene) and last.card is event.card:
                found[-1] = SpreadScene(now, last.card, {**last.reached, event.sheet: event.region})
            case Spread():
                found.append(SpreadScene(now, event.card, {event.sheet: event.region}))
            case Score(score) if isinstance(last, SeasonScene) and score.player:
                found[-1] = replace(last, scores=(*last.scores, score))
            case Score(score):
                found.append(SeasonScene(now, (score,)))
            case End():
                found.append(EndScene(now, event))
    return tuple(found)


def _after(now: Moment, event: Event) -> Moment:
    """Return the moment after an event."""
    match event:
        case SeasonStart(dealt):
            return replace(now, season=dealt.season, table=(), in_play=False)
        case Reveal(card):
            return replace(now, table=(*now.table, card), in_play=True)
        case Draw() | Pick() | Spread() | Ambush():
            return now.with_sheet(event.sheet, event.after)
        case Score(score):
            return replace(now, in_play=False, scored=now.scored + (score.player == 0), shown=0)
        case End():
            return replace(now, shown=event.winners[0])
        case _:
            return now


class Saved(NamedTuple):
    """A saved game, what happened with its last ply, and how many scenes of that have been seen."""

    game: Game
    scenes: tuple[Scene, ...]
    seen: int


@dataclass(frozen=True, slots=True)
class Model:
    """The page's state.

    ``setup`` describes the next game, on its own screen while ``setting_up``. ``save`` is the text of the game that
    Continue would go on with, ``saved`` that game, and ``save_error`` why the text cannot be read. ``pending`` are
    the scenes still to be shown, the first of them being on the page, ``seen`` how many of the last ply's have
    been, and ``step`` how far an ambush has walked, or a season been counted. ``holder`` is the player who holds the
    page, if that is known. ``ghost`` is there when a choice is; a ``pinned`` one no longer follows the mouse. ``lit``
    names what lights up: an edict's letter, ``monsters`` or a beast. ``looking`` is the sheet that somebody looks at,
    ``None`` for the one that is shown by itself. ``about`` is what a dialog is about. ``preferences`` outlive every
    game, and so does the ``link`` that has led here. ``newer`` says that a newer version of the page can be shown.
    """

    setup: Setup
    setting_up: bool = False
    save: str = ""
    saved: Saved | None = None
    save_error: str = ""
    game: Game | None = None
    ghost: Ghost | None = None
    pinned: bool = False
    pending: tuple[Scene, ...] = ()
    seen: int = 0
    step: int = 0
    holder: int | None = None
    lit: str = ""
    looking: int | None = None
    dialog: Dialog = Dialog.NONE
    about: str = ""
    preferences: Preferences = AS_DELIVERED
    link: Link = NO_LINK
    newer: bool = False

    @property
    def scene(self) -> Scene | None:
        """The scene on the page, or ``None`` when a choice is to be made."""
        return self.pending[0] if self.pending else None

    def moment(self, game: Game) -> Moment:
        """Return what lies on the table on the page: the scene's, or the game's when a choice is to be made."""
        scene = self.scene
        if scene is None:
            return moment_of(game.state)
        moment = scene.moment
        if isinstance(scene, AmbushScene) and not self.walking:
            moment = moment.with_sheet(scene.event.sheet, scene.event.after)
        return moment if self.looking is None else replace(moment, shown=self.looking)

    @property
    def steps(self) -> int:
        """How many steps the scene on the page takes by itself."""
        match self.scene:
            case AmbushScene(event=event):
                return len(event.trail)
            case SeasonScene() as scene:
                return len(scene.counted)
        return 0

    @property
    def moving(self) -> bool:
        """Whether the scene on the page still goes on by itself."""
        return self.step < self.steps or (self.replay is not None and self.replay.playing)

    @property
    def replay(self) -> Replay | None:
        """The replay on the page, if a game is watched."""
        return self.scene if isinstance(self.scene, Replay) else None

    @property
    def walking(self) -> bool:
        """Whether an ambush is on its way."""
        return self.moving and isinstance(self.scene, AmbushScene)


@dataclass(frozen=True, slots=True)
class Home:
    """Show the start screen, with a fresh seed for the next game; what has been set up stays."""

    seed: str


@dataclass(frozen=True, slots=True)
class SetUp:
    """Show the screen on which the next game is set up."""


@dataclass(frozen=True, slots=True)
class Type:
    """A field of the setup reads this now."""

    field: str
    text: str


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose something about the next game."""

    what: str
    value: str


@dataclass(frozen=True, slots=True)
class Begin:
    """Begin the game that the setup describes, a box's first game, the ``link``'s, or one like the saved, ``before``.

    ``sure`` says that a saved one may be given up.
    """

    which: str = ""
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Again:
    """Play the same deal once more."""


@dataclass(frozen=True, slots=True)
class PlayEmbedded:
    """Go on with the game that is kept for an embed, or begin it."""


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
    """Light up what an edict or the monsters count or a beast can reach, or put the light out."""

    what: str


@dataclass(frozen=True, slots=True)
class Look:
    """Look at a player's sheet."""

    sheet: int


@dataclass(frozen=True, slots=True)
class Prefer:
    """Choose something that holds for every game on this device."""

    what: str
    value: str


@dataclass(frozen=True, slots=True)
class Step:
    """The walking ambush or the replay goes on by one place, or the next thing of a season is counted."""


@dataclass(frozen=True, slots=True)
class Proceed:
    """End the scene on the page; a walking ambush first arrives."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Watch the game that is over from its beginning."""


@dataclass(frozen=True, slots=True)
class Seek:
    """Go to a place of the replay."""

    place: int


@dataclass(frozen=True, slots=True)
class Skip:
    """Go on, or back, by so many plies of the replay."""

    plies: int


@dataclass(frozen=True, slots=True)
class Play:
    """Let the replay go on by itself, from the beginning if it is over; or halt it."""


@dataclass(frozen=True, slots=True)
class PlayOn:
    """Go on with the game that has been watched as one's own; ``sure`` says that a saved one may be given up."""

    sure: bool = False


@dataclass(frozen=True, slots=True)
class Leave:
    """Go back to where the replay was begun."""


@dataclass(frozen=True, slots=True)
class Open:
    """Open a panel about something, or close it."""

    dialog: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class Newer:
    """A newer version of the page is ready."""


@dataclass(frozen=True, slots=True)
class Reload:
    """Show the newer version, which is for the browser to do."""


Message: TypeAlias = (
    Home
    | SetUp
    | Type
    | Choose
    | Begin
    | Again
    | PlayEmbedded
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
    | Look
    | Prefer
    | Step
    | Proceed
    | Watch
    | Seek
    | Skip
    | Play
    | PlayOn
    | Leave
    | Open
    | Newer
    | Reload
)
