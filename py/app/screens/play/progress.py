"""The progress of a game on the page: from ply to ply, and from scene to scene."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from app import messages as m
from app.board.board import Board, DrawnPly
from app.game.game import Game, Moment
from app.game.ghost import Ghost, first_ghost, ghost_of_ply
from app.game.seating import LOCAL_PERSON, Bot
from app.game.shelf import SavedGame
from app.screens.play.placement import NOWHERE, Placement, placement_of
from app.screens.play.scenes import program
from app.screens.play.scenes.scene import Frame, Scene
from app.screens.play.stage import NO_SCENES, Stage
from app.visit import GameScreen, Traits
from cartographers.errors import IllegalMove
from cartographers.state import Ply, Task

if TYPE_CHECKING:
    from cartographers.bots.hint import Gain


class Looking(NamedTuple):
    """The player's choice of a topic and a map to look at."""

    #: The highlighted topic.
    lit: m.Topic | None = None
    #: The number of the chosen sheet, or None to let the page choose.
    sheet: int | None = None

    def with_light(self, topic: m.Topic) -> Looking:
        """Return the choice with a topic's highlight toggled."""
        return self._replace(lit=None if self.lit is topic else topic)

    def with_sheet(self, number: int) -> Looking:
        """Return the choice with a sheet chosen, or with none if it was already chosen."""
        return self._replace(sheet=None if self.sheet == number else number)


#: No highlight, and the map that the page chooses.
LOOKING_AT_NOTHING = Looking()


class GameProgress(GameScreen):
    """A game with the scenes that the player still has to see. It has no view yet, and answers no messages."""

    traits: ClassVar[Traits] = Traits(back_steps=2)

    #: The game so far.
    game: Game
    #: The scenes still to be shown.
    stage: Stage = NO_SCENES
    #: The player who holds the device, if known.
    holder: int | None = None
    #: The place of the ghost.
    placement: Placement = NOWHERE
    #: The highlighted topic and the chosen map.
    looking: Looking = LOOKING_AT_NOTHING
    #: The gains of the ply that a hint suggests, or None until they are known.
    hint: tuple[Gain, ...] | None = None
    #: The ply that a player here has just drawn.
    last_drawn: DrawnPly | None = None
    #: The outcome of sharing the result, as in ``web/share.mjs``; empty before.
    shared: str = ""
    #: The plies that Undo has taken back and Redo draws again, the nearest last.
    undone: tuple[Ply, ...] = ()

    @cached_property
    def scene(self) -> Scene:
        """The scene on the page."""
        return self.stage.scene or self.resting_scene

    @property
    def resting_scene(self) -> Scene:
        """The scene after all pending ones."""
        return program.drawing_scene(self.game, pinned=self.placement.pinned)

    @property
    def task(self) -> Task | None:
        """The task of a player here, or None if no player here has to draw."""
        return self.game.state.task if self.stage.scene is None and self.game.drawing_seat == LOCAL_PERSON else None

    @property
    def ghost(self) -> Ghost | None:
        """The ghost; while no player here draws, the last ghost."""
        return self.placement.ghost

    @property
    def pauses(self) -> tuple[int, ...]:
        """The milliseconds before each automatic step of the scene."""
        return self.scene.pauses

    @property
    def is_moving(self) -> bool:
        """Whether another step of the scene follows."""
        return self.scene.is_moving(self.stage.step)

    @property
    def at_end(self) -> bool:
        """Whether the end of the game is on the page."""
        return self.scene.facts.result is not None

    @property
    def saved_game(self) -> SavedGame:
        """The game, with the number of scenes of its last ply that the player has seen."""
        return SavedGame(self.game, self.stage.scenes_seen)

    @property
    def pause(self) -> int:
        """Milliseconds until the scene's next step, or 0 if it doesn't move or waits for the player."""
        return self.pauses[self.stage.step] if self.is_moving else 0

    @property
    def paused_at(self) -> object:
        """The scene on the page and its step."""
        return self.scene, self.stage.step

    @cached_property
    def frame(self) -> Frame:
        """The contents of the page after this step of the scene."""
        return self.scene.frame(self.game, self.stage.step)

    @property
    def moment(self) -> Moment:
        """The moment of the game on the page."""
        moment, sheet = self.frame.moment, self.looking.sheet
        return replace(moment, shown_sheet=sheet) if sheet is not None and self.scene.traits.can_look else moment

    @cached_property
    def board(self) -> Board:
        """The board on the page."""
        frame = self.frame
        return Board(
            self.game,
            self.moment,
            lit=self.looking.lit,
            player=frame.player,
            task=self.task,
            ghost=self.ghost,
            scored=frame.scored,
            asked=self.placement.noted_space,
            counted=frame.counted,
            hint=self.hint,
            watched=frame.ghost,
        )

    # ------------------------------------------------------------------- from ply to ply

    def without_space_note(self) -> Self:
        """Return the screen without the note on a tapped space."""
        return replace(self, placement=replace(self.placement, noted_space=None))

    def with_ghost(self, ghost: Ghost | None, *, pinned: bool = False) -> Self:
        """Return the screen with the ghost in a new place."""
        return replace(self, placement=placement_of(ghost, pinned=pinned))

    def drawn_here(self, ply: Ply) -> Self:
        """Return the screen after a player here has drawn a ply. Any ply other than the undone one ends Redo."""
        after = self.confirmed(ply)
        if after is self or not self.undone:
            return after
        return replace(after, undone=self.undone[:-1] if ply == self.undone[-1] else ())

    def confirmed(self, ply: Ply) -> Self:
        """Return the screen after a ply. An illegal ply changes nothing."""
        try:
            game = self.game.after(ply)
        except IllegalMove:
            return self
        return replace(self, game=game, last_drawn=self.with_gains(ply)).after_scenes(0)

    def with_gains(self, ply: Ply) -> DrawnPly | None:
        """Return a ply with its gains, or None if no player here draws it."""
        return DrawnPly(len(self.game.plies), ply, tuple(self.board.gains.items())) if self.task else None

    def drawn_for(self, player: int, ply: Ply, *, watched: bool) -> Self:
        """Return the screen after a ply that no player here draws. If ``watched``, a bot's ply gets a scene.

        The ply is ignored until the player has seen all scenes, except those of other bots' plies.
        """
        task = self.game.state.task
        if (
            not self.stage.lets_bots_draw
            or task is None
            or task.player != player
            or self.game.drawing_seat == LOCAL_PERSON
        ):
            return self
        after = self.confirmed(ply)
        if after is self or not watched or not isinstance(self.game.drawing_seat, Bot):
            return after
        return self._watching(after, ply)

    def _watching(self, after: Self, ply: Ply) -> Self:
        """Return the screen with a scene for a bot's ply.

        It comes after the scenes of other bots that the player is still watching.
        """
        after = after.with_scenes_first(program.bot_scenes(self.game.state, ply, after.game.state))
        if self.stage.scene is None:
            return after
        pending = (*self.stage.pending, *after.stage.pending)
        return replace(self, game=after.game, stage=Stage(pending, step=self.stage.step))

    def with_undo(self) -> Self:
        """Return the screen without the last ply drawn here and everything after it.

        The ghost returns to the place where that ply was confirmed. Undoing past a revealed card makes the game
        practice. If another player drew the ply, the device is passed back.
        """
        place = self.game.last_ply_here
        if place is None:
            return self
        game = self.game.before(len(self.game.plies) - place)
        ghost = ghost_of_ply(game.state, self.game.plies[place])
        undone = *self.undone, self.game.plies[place]
        after = replace(self, game=game, last_drawn=None, undone=undone).after_scenes(None, ghost)
        return replace(after, placement=replace(after.placement, pinned=after.ghost is not None))

    def with_redo(self) -> Self:
        """Return the screen after the undone ply was drawn again, if a player here draws and it still fits."""
        if not self.undone or self.task is None:
            return self
        ply = self.undone[-1]
        try:
            ghost = ghost_of_ply(self.game.state, ply)
        except IllegalMove:
            return self
        return self.with_ghost(ghost).drawn_here(ply)

    @property
    def undo_costs_the_rating(self) -> bool:
        """Whether undo would turn this game into practice."""
        game, place = self.game, self.game.last_ply_here
        return place is not None and not game.is_practice and game.reveals_in(len(game.plies) - place)

    # ------------------------------------------------------------------- from scene to scene

    def after_scenes(self, seen: int | None, ghost: Ghost | None = None) -> Self:
        """Return the screen after ``seen`` scenes of the last ply.

        None skips all of them except the end.
        """
        found = program.last_scenes(self.game)
        most = len(found) - self.game.state.is_over
        seen = most if seen is None else min(seen, most)
        return self.with_scenes(found[seen:], ghost, seen=seen)

    def with_scenes_first(self, scenes: tuple[Scene, ...]) -> Self:
        """Return the screen with more scenes before the pending ones."""
        return replace(self, stage=Stage((*scenes, *self.stage.pending), self.stage.scenes_seen)).entered()

    def with_scenes(self, scenes: tuple[Scene, ...], ghost: Ghost | None = None, *, seen: int = 0) -> Self:
        """Return the screen with pending scenes, and with a curtain if one is due.

        ``seen`` is the number of scenes before them. ``ghost`` is the ghost of the next task, if known.
        """
        stage = Stage((*scenes, *program.curtain(self.game, self.holder, ghost)), seen)
        return replace(self.with_ghost(self._own_ghost), stage=stage).entered(ghost)

    def entered(self, ghost: Ghost | None = None) -> Self:
        """Return the screen at the beginning of its scene, with a ghost if a player here draws."""
        after = replace(self, stage=replace(self.stage, step=0), looking=LOOKING_AT_NOTHING, hint=None, shared="")
        return after.with_ghost((ghost or first_ghost(self.game.state, self.ghost)) if self.task else self.ghost)

    @property
    def _own_ghost(self) -> Ghost | None:
        """The last ghost if the same player placed it on the same map, because a player's places are secret."""
        before, task = self.game.played.states[-2].task if self.game.plies else None, self.game.state.task
        is_same = before and task and (before.player, before.sheet) == (task.player, task.sheet)
        return self.ghost if is_same else None

    def stepped(self) -> Self:
        """Return the screen after the next step of its scene."""
        if not self.is_moving:
            return self
        after = replace(self, stage=replace(self.stage, step=self.stage.step + 1))
        if self.scene.traits.ends_automatically and not after.is_moving:
            return after.proceeded()
        return replace(after, looking=self.looking._replace(lit=after.frame.lit))

    def without_motion(self) -> Self:
        """Return the screen at the last step of its scene, unless the scene always moves."""
        return self if self.scene.traits.always_moves else self.settled()

    def settled(self) -> Self:
        """Return the screen at the last step of its scene."""
        if not self.is_moving:
            return self
        stage = replace(self.stage, step=len(self.pauses))
        return replace(self, stage=stage, looking=self.looking._replace(lit=None))

    def covered(self) -> Self:
        """Return the screen without the player's choice of a map, after something has opened or closed over it."""
        return replace(self, looking=self.looking._replace(sheet=None))

    def proceeded(self) -> Self:
        """Return the screen after its scene.

        A scene that still moves skips to its last step first, and a scene that waits takes its next step.
        """
        traits, facts = self.scene.traits, self.scene.facts
        if self.frame.waits:
            return self.stepped()
        if self.is_moving and not traits.ends_automatically:
            return self.settled()
        if traits.blocks_continuing:
            return self
        holder = self.holder if facts.next_holder is None else facts.next_holder
        return replace(self, stage=self.stage.without_first(), holder=holder, last_drawn=None).entered(facts.next_ghost)
