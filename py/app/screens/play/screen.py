"""The screen on which a game is played: what each message makes of it, and how it looks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self, assert_never

from app.board.board import Board, Drawn
from app.board.board_view import board_view
from app.board.map_view import costs_mark
from app.board.names import name_of
from app.board.pacing import ARRIVED, Phase, Tick, pauses, ticks
from app.board.panels import looking_keys, panel_of_game
from app.drawing import map_art
from app.drawing.element import Element, h
from app.game.game import (
    AmbushScene,
    CurtainScene,
    DrawScene,
    EndScene,
    Game,
    Moment,
    Scene,
    SeasonScene,
    SpreadScene,
    last_scenes,
    moment_of,
)
from app.game.ghost import (
    Ghost,
    confirmed_from,
    first_ghost,
    ghost_ply,
    ghost_region,
    inside,
    kind,
    nearest_fit,
    next_fit,
    shapes_of,
)
from app.game.seats import HERE, Bot
from app.jobs import Advising, Job
from app.messages import (
    Advise,
    Advised,
    Begin,
    ChooseShape,
    ChooseTerrain,
    Confirm,
    DrawFor,
    Finish,
    Flip,
    GhostMessage,
    Go,
    Hover,
    Light,
    Look,
    Message,
    Move,
    NextShape,
    NextTerrain,
    Open,
    Panel,
    PlayMessage,
    Proceed,
    Step,
    Tap,
    Turn,
    Undo,
    Where,
)
from app.preferences import Preferences
from app.said import Said
from app.screens.play.choice_view import choice_panel
from app.screens.play.curtain import curtain
from app.screens.play.scene_view import (
    ambush_panel,
    end_panel,
    entering_card,
    season_panel,
    season_ribbon,
    spread_panel,
    standings_panel,
)
from app.screens.play.waiting_view import drawing_panel, waiting_panel
from app.visit import Dialog, Screen, Visit
from cartographers.cards import terrains_of
from cartographers.errors import IllegalMove, InvalidRecord
from cartographers.events import Draw, Pick
from cartographers.record import read_ply
from cartographers.region import position
from cartographers.seen import seen
from cartographers.state import Ply, Task
from words import Words

_GHOST_KEYS: Mapping[str, Message] = {
    "ArrowUp": Move(-1, 0),
    "ArrowDown": Move(1, 0),
    "ArrowLeft": Move(0, -1),
    "ArrowRight": Move(0, 1),
    "r": Turn(1),
    "e": Turn(-1),
    "f": Flip(),
    "t": NextTerrain(),
    "s": NextShape(),
    "w": Where(),
    "u": Undo(),
    "h": Advise(),
}


@dataclass(frozen=True)  # without slots, so that it can remember its board
class Playing(Screen):
    """A game in play.

    ``pending`` are the scenes still to be shown, the first of them being on the page; ``seen`` is how many of the last
    ply's have been, and ``step`` how far the one on the page has moved by itself. ``holder`` is the player who
    holds the page, where that is known. ``ghost`` is there when somebody here is to draw; a ``pinned`` one no longer
    follows the mouse. ``aim`` is the ghost as it lay before another shape was chosen. ``lit`` names what lights up or
    is explained: an edict's letter, ``monsters``, a beast, a part of the strip or the ledger, or ``advice``.
    ``looking`` is the sheet that somebody looks at, ``None`` for the one that is shown by itself. ``asked`` is the
    space that has just been tapped. ``advice`` is what the ply of a hint gains, once it is found. ``drawn`` is the ply
    that a person has just drawn here. ``bump`` says why the last key did nothing: an edge of the map (``top``), no
    other place (``only``, ``nowhere``), or a place that is not legal (``refused``).
    """

    game: Game
    pending: tuple[Scene, ...] = ()
    seen: int = 0
    step: int = 0
    holder: int | None = None
    ghost: Ghost | None = None
    aim: Ghost | None = None
    pinned: bool = False
    lit: str = ""
    looking: int | None = None
    asked: int | None = None
    advice: str | None = None
    drawn: Drawn | None = None
    bump: str = ""

    # ------------------------------------------------------------------- what is on the page

    @property
    def scene(self) -> Scene | None:
        """The scene on the page, or ``None`` when somebody is to draw."""
        return self.pending[0] if self.pending else None

    @property
    def task(self) -> Task | None:
        """What somebody here is to draw now, if so."""
        return self.game.state.task if self.scene is None and self.game.drawer == HERE else None

    @cached_property
    def pauses(self) -> tuple[int, ...]:
        """Milliseconds for each step that the scene on the page takes by itself."""
        return pauses(self.scene, self.game)

    @property
    def moving(self) -> bool:
        """Whether the scene on the page still moves by itself."""
        return self.step < len(self.pauses)

    @property
    def steps_out(self) -> int:
        """The menu opens first: a swipe that begins at the screen's edge must not end the game."""
        return 2

    @property
    def pause(self) -> int:
        """Milliseconds until the next step; 0 when nothing moves by itself."""
        return self.pauses[self.step] if self.moving else 0

    @property
    def beat(self) -> object:
        """The step of the scene on the page."""
        return self.scene, self.step

    @property
    def watched(self) -> bool:
        """Whether a bot is watched as it draws: that goes on by itself, and is no motion that one could do without."""
        return isinstance(self.scene, DrawScene)

    @property
    def phase(self) -> Phase:
        """How far an ambush has come."""
        if not self.moving:
            return "landed"
        return "enters" if self.step == 0 else "walks" if self.step < len(self.pauses) - 1 else "lands"

    @cached_property
    def counted(self) -> tuple[Tick, ...] | None:
        """What has been counted so far of a season that is being counted; none when that is over."""
        scene = self.scene
        return (
            ticks(scene.scores[scene.moment.shown])[: self.step]
            if isinstance(scene, SeasonScene) and self.moving
            else None
        )

    @property
    def moment(self) -> Moment:
        """What lies open on the page: the scene's moment, or the game's when somebody is to draw."""
        scene = self.scene
        if scene is None:
            return self.game.moment
        moment = scene.moment
        if isinstance(scene, AmbushScene) and self.phase in ARRIVED:
            moment = moment.with_sheet(scene.event.sheet, scene.event.after)
        if isinstance(scene, DrawScene):
            moment = self._as_drawn(scene)
        return moment if self.looking is None else replace(moment, shown=self.looking)

    def _as_drawn(self, scene: DrawScene) -> Moment:
        """Return what lies open while a bot draws: on the map, the shape comes last."""
        event = scene.event
        if self.step >= len(self.pauses) - 1:
            return scene.moment.with_sheet(event.sheet, event.after)
        return replace(scene.moment, shown=event.sheet)

    @cached_property
    def board(self) -> Board:
        """The board on the page; a season's stars are not added before they have been counted."""
        moment = self.moment
        counted = self.counted
        return Board(
            self.game,
            moment,
            lit=self.lit,
            player=self._drawer,
            task=self.task,
            ghost=self.ghost,
            scored=moment.scored - (counted is not None),
            asked=self.asked,
            counted=counted[-1].awards if counted else None,
            advice=self.advice,
            watched=self._watched_ghost,
        )

    @property
    def _watched_ghost(self) -> tuple[Ghost, Ply] | None:
        """The ghost of a bot that is watched, and its ply, from when it is put on the map until it is drawn."""
        scene = self.scene
        if not isinstance(scene, DrawScene) or not 0 < self.step < len(self.pauses) - 1:
            return None
        return scene.ghost, scene.ply

    @property
    def _drawer(self) -> int | None:
        """The player who draws on the map on the page, if somebody does."""
        if isinstance(self.scene, DrawScene):
            return self.scene.player
        return self.game.player if self.scene is None else None

    # ------------------------------------------------------------------- messages

    def update(self, visit: Visit, message: Message) -> Visit:
        """Return the visit after a message; one that makes no sense now changes nothing."""
        if not isinstance(message, PlayMessage):
            return visit
        if isinstance(message, Undo):
            if self._costs_the_rating and not message.sure:
                return replace(visit, dialog=Dialog(Panel.UNDO))
            visit = replace(visit, dialog=None)
        if isinstance(message, Advise):
            if self.task and not self.game.practice and not message.sure:
                return replace(visit, dialog=Dialog(Panel.ADVICE))
            visit = replace(visit, dialog=None)
        after = self._after(message, visit.memory.preferences)
        return visit if after is self else replace(visit, screen=after)

    def _after(self, message: PlayMessage, preferences: Preferences) -> Playing:
        match message:
            case Light(what):
                after = self.settled()
                return replace(after, lit="" if after.lit == what else what, asked=None)
            case Look(sheet):
                after = self.settled() if isinstance(self.scene, SeasonScene) else self
                return replace(after, looking=None if self.looking == sheet else sheet)
            case Step():
                return self.stepped()
            case Proceed() | Finish() | Tap() if self.watched:
                return self.proceeded()
            case Finish():
                return self.settled()
            case Tap() if self.moving:
                return self.settled()
            case Proceed():
                return self.proceeded()
            case Undo():
                return self._undone()
            case DrawFor(player, text):
                return self._drawn_for(player, text, watched=preferences.bots == "watched")
            case Advise():
                return self._asking_for_advice()
            case Advised(text, gains):
                return self._advised(text, gains)
            case _:  # all others are about the ghost
                task, ghost = self.task, self.ghost
                if task is None or ghost is None:
                    return self
                if isinstance(message, Tap) and preferences.click != "confirms":
                    message = replace(message, mouse=False)
                return self._placed(message, task, ghost)

    def _placed(self, message: GhostMessage, task: Task, ghost: Ghost) -> Playing:
        """Return the screen after a message about the ghost."""
        match message:
            case Hover(space):
                return self if self.pinned else self.with_ghost(_pivot_on(ghost, task, space))
            case Tap(space, mouse):
                if mouse and self.pinned and ghost_region(ghost, task) >> space & 1:
                    return self.confirmed(ghost_ply(ghost, task))
                return replace(self.with_ghost(_pivot_on(ghost, task, space), pinned=True), asked=space)
            case Move(rows, columns):
                there = inside(ghost.moved(rows, columns), task)
                edge = ("top" if rows < 0 else "bottom") if rows else "left" if columns < 0 else "right"
                return replace(self.with_ghost(there, pinned=True), bump=edge if there == ghost else "")
            case Where():
                there = next_fit(self.game.state, ghost)
                stays = ghost_ply(there, task) == ghost_ply(ghost, task)
                found_none = "nowhere" if self.board.against else "only"
                return replace(self.with_ghost(there, pinned=True), bump=found_none if stays else "")
            case Turn(quarters):
                return self.with_ghost(inside(ghost.turned(quarters), task), pinned=self.pinned)
            case Flip():
                return self.with_ghost(inside(ghost.flipped(), task), pinned=self.pinned)
            case ChooseTerrain(terrain):
                return self._chosen(task, ghost, terrain, _shape_number(task, ghost.option))
            case ChooseShape(number):
                return self._chosen(task, ghost, kind(task.options[ghost.option].terrain), number)
            case NextTerrain():
                terrains = terrains_of(task.options)
                following = terrains.index(task.options[ghost.option].terrain) + 1
                terrain = kind(terrains[following % len(terrains)])
                return self._chosen(task, ghost, terrain, _shape_number(task, ghost.option))
            case NextShape():
                number = (_shape_number(task, ghost.option) + 1) % len(shapes_of(task.options))
                return self._chosen(task, ghost, kind(task.options[ghost.option].terrain), number)
            case Confirm() if self.board.against:
                return replace(self, bump="refused")
            case Confirm():
                return self.confirmed(ghost_ply(ghost, task))
            case unknown:
                assert_never(unknown)

    def with_ghost(self, ghost: Ghost | None, *, pinned: bool = False) -> Self:
        """Return the screen with a ghost where the player, or the page at first, has put it."""
        return replace(self, ghost=ghost, aim=ghost, pinned=pinned, asked=None, bump="")

    def _chosen(self, task: Task, ghost: Ghost, terrain: str, shape_number: int) -> Playing:
        """Return the screen with the option of that terrain and shape.

        The shape that was put there stays where it was put. Another one goes to the nearest place where it fits.
        """
        shapes = shapes_of(task.options)
        if not 0 <= shape_number < len(shapes):
            return self
        shape = shapes[shape_number].shape
        wanted = [
            n for n, option in enumerate(task.options) if kind(option.terrain) == terrain and option.shape == shape
        ]
        if not wanted or wanted[0] == ghost.option:
            return self
        aim = self.aim or ghost
        other = replace(aim, option=wanted[0])
        same_shape = task.options[aim.option].shape == shape
        there = inside(other, task) if same_shape else nearest_fit(self.game.state, other)
        return replace(self, ghost=there, asked=None, bump="")

    def confirmed(self, ply: Ply) -> Self:
        """Return the screen after a ply; one that the rules do not allow changes nothing."""
        try:
            game = self.game.after(ply)
        except IllegalMove:
            return self
        return replace(self, game=game, seen=0, drawn=self._drawn(ply)).coming_to(last_scenes(game))

    def _drawn(self, ply: Ply) -> Drawn | None:
        """Return a ply that somebody here draws, with its gains."""
        return Drawn(len(self.game.plies), ply, tuple(self.board.gains.items())) if self.task else None

    def _drawn_for(self, player: int, text: str, *, watched: bool) -> Self:
        """Return the screen after a ply from elsewhere, which takes the same path as a confirmed one.

        Like a confirmed one it has to wait until all scenes have been seen; only that other bots draw may still be
        watched. A bot's own ply is to be watched, too, if the player wants that.
        """
        task = self.game.state.task
        if not self._drawing_only or task is None or task.player != player or self.game.drawer == HERE:
            return self
        try:
            ply = read_ply(text)
            after = self.confirmed(ply)
        except InvalidRecord:
            return self
        if after is self or not watched or not isinstance(self.game.drawer, Bot):
            return after
        return self._watching(after, task, ply)

    def _watching(self, after: Self, task: Task, ply: Ply) -> Self:
        """Return the screen after a bot's ply with that still to be seen, behind those that are watched already."""
        before, event = self.game.state, after.game.state.events[0]
        ghost = confirmed_from(before, ply)
        if not isinstance(event, Draw | Pick) or ghost is None:
            return after
        scene = DrawScene(moment_of(before), event, ply, ghost, task.player)
        if self.scene:
            return replace(self, game=after.game, seen=0, pending=(*self.pending, scene, *after.pending))
        return replace(after, pending=(scene, *after.pending)).entered()

    @property
    def _drawing_only(self) -> bool:
        """Whether nothing is on the page but bots that draw, if anything."""
        return all(isinstance(scene, DrawScene) for scene in self.pending)

    def _asking_for_advice(self) -> Playing:
        """Return the screen that waits for a hint; it is practice from now on."""
        if self.task is None or self.lit == "advice":
            return self
        game = replace(self.game, hints=self.game.hints + 1)
        return replace(self, game=game, lit="advice", advice=None, asked=None)

    def _advised(self, text: str, gains: str) -> Playing:
        """Return the screen with the ghost where a hint puts it; a hint that nobody waits for changes nothing."""
        if self.task is None or self.lit != "advice" or self.advice is not None:
            return self
        try:
            ghost = confirmed_from(self.game.state, read_ply(text))
        except (InvalidRecord, IllegalMove):
            return self
        return replace(self.with_ghost(ghost, pinned=True), advice=gains) if ghost else self

    @property
    def advisable(self) -> bool:
        """Whether somebody here draws, and may ask how."""
        return self.task is not None

    def job(self, visit: Visit) -> Job | None:
        """Return what a bot has to choose now: its own ply, or a hint."""
        game, task = self.game, self.game.state.task
        if task is None or not self._drawing_only:
            return None
        if isinstance(game.drawer, Bot):
            return game.bots_turns[0]
        if self.scene is None and self.lit == "advice" and self.advice is None and game.drawer == HERE:
            return Advising(seen(game.state, task.player), f"{game.id}/{task.player}/{len(game.plies)}")
        return None

    def ahead(self, visit: Visit) -> tuple[Job, ...]:
        """Return what bots will have to choose for this card, so that they think while others draw."""
        turns, is_first = self.game.bots_turns, isinstance(self.game.drawer, Bot)
        return turns[is_first:] if self._drawing_only else ()

    def coming_to(self, scenes: tuple[Scene, ...], ghost: Ghost | None = None) -> Self:
        """Return the screen with those scenes still to be shown; then a curtain, when the page changes hands.

        Then somebody draws, with a ghost where that is known already.
        """
        return replace(self, pending=(*scenes, *self.curtains(ghost))).entered(ghost)

    def curtains(self, ghost: Ghost | None = None) -> tuple[CurtainScene, ...]:
        """Return the curtain, if the page changes hands before somebody draws."""
        game, task = self.game, self.game.state.task
        if task is None or not game.passed_on or game.drawer != HERE or task.player == self.holder:
            return ()
        return (CurtainScene(moment_of(game.state), task, ghost),)

    def entered(self, ghost: Ghost | None = None) -> Self:
        """Return the screen with what belongs to its scene; or with a ghost, when somebody here draws."""
        after = replace(self, lit="", step=0, looking=None, advice=None)
        return after.with_ghost((ghost or first_ghost(self.game.state, self.ghost)) if self.task else self.ghost)

    def stepped(self) -> Playing:
        """Return the screen after a step of its scene; what a season has just counted is lit."""
        if not self.moving:
            return self
        after = replace(self, step=self.step + 1)
        if self.watched and not after.moving:
            return after.proceeded()
        counted = after.counted
        return replace(after, lit=counted[-1].what if counted else "")

    def settled(self) -> Playing:
        """Return the screen with its scene gone on as far as it goes by itself."""
        return replace(self, step=len(self.pauses), lit="") if self.moving else self

    def covered(self) -> Playing:
        """Return the screen when a panel opens or closes over it: it shows the map that it shows by itself."""
        return replace(self, looking=None)

    def proceeded(self) -> Playing:
        """Return the screen after its scene; a lifted curtain is not a scene to be remembered."""
        scene = self.scene
        if self.moving and not self.watched:
            return self.settled()
        if scene is None or isinstance(scene, EndScene):
            return self
        after = replace(self, pending=self.pending[1:], drawn=None)
        if isinstance(scene, CurtainScene):
            return replace(after, holder=scene.task.player).entered(scene.ghost)
        if isinstance(scene, DrawScene):
            return after.entered()
        return replace(after, seen=self.seen + 1).entered()

    def _undone(self) -> Playing:
        """Return the screen without the last ply that somebody here drew, and without all that came after it.

        Its ghost lies again where it was confirmed. Going back past a reveal makes it a practice game. When another
        player drew the ply, the page is passed back.
        """
        place = self.game.drawn_here
        if place is None:
            return self
        game = self.game.before(len(self.game.plies) - place)
        ghost = confirmed_from(game.state, self.game.plies[place])
        after = replace(self, game=game, seen=len(last_scenes(game)), drawn=None).coming_to((), ghost)
        return replace(after, pinned=after.ghost is not None)

    @property
    def _costs_the_rating(self) -> bool:
        """Whether undo would make this a practice game, which it is not yet."""
        game, place = self.game, self.game.drawn_here
        return place is not None and not game.practice and game.revealed_in(len(game.plies) - place)

    # ------------------------------------------------------------------- how it looks

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the screen."""
        return self.picture(words, visit)

    def picture(self, words: Words, visit: Visit, more: Iterable[Element] = ()) -> Element:
        """Return the screen, with more marks on the map."""
        board = self.board
        marks, panel = (*self._marks(board), *more), self._panel(words, board, visit)
        return board_view(words, board, visit.memory.preferences, marks, panel, self._over_map(words, board))

    def _over_map(self, words: Words, board: Board) -> Element | None:
        """Return what lies over the map for a moment: an ambush card that enters, or which season begins."""
        if isinstance(self.scene, AmbushScene) and self.phase == "enters":
            return entering_card(words, self.scene)
        return season_ribbon(words, board.moment.season) if board.fresh and not self.pinned else None

    def over(self, words: Words) -> Element | None:
        """Return the curtain, where there is one: it hides the screen."""
        return curtain(words, self.game, self.scene) if isinstance(self.scene, CurtainScene) else None

    def _panel(self, words: Words, board: Board, visit: Visit) -> Element:
        """Return what is below the map."""
        game, scene = self.game, self.scene
        match scene:
            case DrawScene():
                return drawing_panel(words, board, scene)
            case AmbushScene():
                return ambush_panel(words, game, scene, self.phase)
            case SpreadScene():
                return spread_panel(words, game, scene, board.owner)
            case SeasonScene():
                return season_panel(words, game, scene, board.owner, self.counted, self.lit)
            case EndScene():
                if game.is_solo:
                    return end_panel(words, game, scene, self.step, moving=self.moving, new=_new_game(visit))
                return standings_panel(words, game, scene, board.owner, new=_new_game(visit))
            case CurtainScene():
                return h("section", class_="tray", key="curtained")
            case None:
                if board.task:
                    return choice_panel(words, board)
                return waiting_panel(words, board, late=visit.page.parts.bots_failed, newer=visit.page.newer_version)
            case unknown:
                assert_never(unknown)

    def _marks(self, board: Board) -> Iterator[Element]:
        """Yield the marks on where something came by itself, or still walks, and the frame of a finished map."""
        scene = self.scene
        if isinstance(scene, SpreadScene) and scene.reached.get(board.owner):
            yield map_art.arrivals("monster", scene.reached[board.owner])
        if isinstance(scene, AmbushScene):
            yield from self._ambush_marks(scene)
        if isinstance(scene, EndScene):
            yield map_art.flourish()

    def _ambush_marks(self, scene: AmbushScene) -> Iterator[Element]:
        """Yield the shade while an ambush comes, the place that it tries, where it has landed, and what that costs."""
        phase = self.phase
        if phase == "landed" and scene.costly:
            yield costs_mark(scene.costly)
        elif phase != "landed":
            yield map_art.shade()
        if phase == "walks":
            yield map_art.walker(scene.event.trail[self.step - 1])
        elif phase in ARRIVED and scene.event.region:
            yield map_art.arrivals("monster", scene.event.region)

    def panel(self, words: Words, visit: Visit, dialog: Dialog) -> tuple[str, list[Element]] | None:
        """Return title and content of a panel that only screens with a game have."""
        return panel_of_game(words, dialog.panel, self.game, self.moment, self.looking)

    def said(self, words: Words, visit: Visit) -> Iterator[Said]:
        """Yield what a screen reader says."""
        from app.screens.play.heard import sentences  # noqa: PLC0415 - the first screen needs none of it

        return sentences(words, self, self._news(words), visit)

    def _news(self, words: Words) -> str:
        from app.screens.play.heard import news  # noqa: PLC0415 - the first screen needs none of it

        return news(words, self)

    def title(self, words: Words) -> str:
        """Return the season, or the player who takes the device next."""
        scene = self.scene
        if isinstance(scene, CurtainScene):
            return words("pass.to", name=name_of(words, self.game, scene.task.player))
        return words(f"season.{self.moment.season.name}")

    # ------------------------------------------------------------------- keys and focus

    def keys(self, visit: Visit) -> Mapping[str, Message]:
        """Return what each key sends."""
        return {
            **_GHOST_KEYS,
            **looking_keys(self.game),
            "Enter": self._on_enter,
            "Escape": Finish() if self.moving else Light(self.lit) if self.lit else Open("menu"),
        }

    @property
    def _on_enter(self) -> Message:
        """What Enter sends: the same as the large key."""
        if isinstance(self.scene, EndScene) and not self.moving:
            return Go("sheet")
        return Proceed() if self.scene else Confirm()

    @property
    def key_words(self) -> tuple[str, ...]:
        """The keys that help lists, by the names that the catalogue has for them."""
        several = () if self.game.is_solo else ("maps",)
        return (
            "move",
            "turn",
            "flip",
            "terrain",
            "where",
            "confirm",
            "undo",
            "advice",
            "edicts",
            *several,
            "close",
            "mouse",
        )

    @property
    def rest(self) -> str:
        """The part of the page where the focus rests: there Enter goes on with the game."""
        return ".curtain .confirm" if isinstance(self.scene, CurtainScene) else ".spaces"


class Around(Screen):
    """A screen around a game in play, which it shows as its own: ``table``."""

    __slots__ = ()

    table: Playing

    @property
    def steps_out(self) -> int:
        """As many as from the game itself."""
        return self.table.steps_out


def in_play(screen: Screen) -> Playing | None:
    """Return the game in play that a screen shows."""
    if isinstance(screen, Around):
        return screen.table
    return screen if isinstance(screen, Playing) else None


def resumed(game: Game, seen: int) -> Playing:
    """Return the screen of a kept game, at the first scene that has not been seen; its end is always shown."""
    found = last_scenes(game)
    seen = min(seen, len(found) - game.state.over)
    return Playing(game, seen=seen).coming_to(found[seen:])


def _new_game(visit: Visit) -> Message | None:
    """Return what leads from the end to another game; an embed has no setup, and perhaps no other game."""
    if not visit.page.link.embedded:
        return Go("set-up")
    return Begin("set-up") if visit.page.link.id is None else None


def _shape_number(task: Task, option: int) -> int:
    return [other.shape for other in shapes_of(task.options)].index(task.options[option].shape)


def _pivot_on(ghost: Ghost, task: Task, space: int) -> Ghost:
    row, column = position(space)
    return inside(replace(ghost, row=row, column=column), task)
