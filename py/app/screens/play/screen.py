"""The screen of a game in play: its answers to messages, and its view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from app import messages as m
from app.board import aloud
from app.board.board import Board, DrawnPly
from app.board.board_view import board_view
from app.board.event_texts import describe_fit
from app.board.panels import looking_keys, panel_of_game
from app.drawing.announcements import KEYS, SOUND, Announcement
from app.drawing.element import Element
from app.game.game import Game, Moment
from app.game.ghost import Ghost, first_ghost, ghost_of_ply, ghost_ply
from app.game.jobs import HintJob, Job, seed_at
from app.game.seating import LOCAL_PERSON, Bot
from app.game.shelf import SavedGame
from app.page.outgoing import Outgoing, Text
from app.screens.parts import sharing, strengths
from app.screens.play.placement import NOWHERE, Placement, placement_of
from app.screens.play.scenes import program
from app.screens.play.scenes.scene import Frame, NextGame, Over, Scene, Setting
from app.screens.play.stage import NO_SCENES, Stage
from app.visit import Controls, Dialog, GameScreen, Needs, Next, Screen, Traits, Visit
from cartographers.errors import IllegalMove
from cartographers.player_view import view_of
from cartographers.state import Ply, Task
from words import Words

if TYPE_CHECKING:
    from cartographers.bots.hint import Gain

_LISTED_KEYS = ("move", "turn", "flip", "terrain", "where", "confirm", "undo", "redo", "hint", "edicts")
_GHOST_KEYS: Mapping[str, m.Message] = {
    "ArrowUp": m.Move(-1, 0),
    "ArrowDown": m.Move(1, 0),
    "ArrowLeft": m.Move(0, -1),
    "ArrowRight": m.Move(0, 1),
    "r": m.Rotate(1),
    "e": m.Rotate(-1),
    "f": m.Flip(),
    "t": m.NextTerrain(),
    "s": m.NextShape(),
    "w": m.NextPlace(),
    "u": m.Undo(),
    "y": m.Redo(),
    "h": m.AskForHint(),
}
#: The outcomes of sharing that a button at the end of the game shows.
_SHARED = frozenset({"sent", "copied"})


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


class Playing(GameScreen):
    """A game in play."""

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

    # ------------------------------------------------------------------- the scene on the page

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

    def needs(self, visit: Visit) -> Needs:
        """Return the scene's next step, and the jobs of bots, who can think while others draw."""
        turns, is_first = self.game.bot_turns, isinstance(self.game.drawing_seat, Bot)
        upcoming = turns[is_first:] if self.stage.lets_bots_draw else ()
        needs = self.scene.needs(self.game, visit, self.stage.step)
        return Needs(needs.job or self._job, upcoming, self.pause, self.paused_at, needs.library)

    @property
    def _job(self) -> Job | None:
        """The work for a bot's ply or for a hint."""
        game, task = self.game, self.game.state.task
        if task is None or not self.stage.lets_bots_draw:
            return None
        if isinstance(game.drawing_seat, Bot):
            return game.bot_turns[0]
        if self.board.waits_for_hint:
            return HintJob(view_of(game.state, task.player), seed_at(game.played, len(game.plies), "master"))
        return None

    def controls(self, visit: Visit) -> Controls:
        """Return the shortcuts that move the ghost, look around, and continue the game."""
        return self._controls

    @cached_property
    def _controls(self) -> Controls:
        lit, several = self.looking.lit, () if self.game.is_solo else ("maps",)
        keys: Mapping[str, m.Message] = {
            **_GHOST_KEYS,
            **looking_keys(self.game),
            "Enter": self.frame.enter,
            "Escape": m.SkipAnimation() if self.is_moving else m.HighlightTopic(lit) if lit else m.Open("menu"),
        }
        return Controls(keys, (*_LISTED_KEYS, *several, "close", "mouse"), rest=self.scene.traits.rest)

    @property
    def saved_game(self) -> SavedGame:
        """The game, with the number of scenes of its last ply that the player has seen."""
        return SavedGame(self.game, self.stage.scenes_seen)

    @property
    def explanations(self) -> tuple[str, ...]:
        """The scene's explanations, and the offer of sounds once a player here has drawn."""
        offers_sound = self.task is not None and self.game.last_ply_here is not None
        return (*self.scene.facts.explanations, SOUND) if offers_sound else self.scene.facts.explanations

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

    # ------------------------------------------------------------------- messages

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit after a message to the game, or with a question if the game would become practice."""
        preferences, after = visit.memory.preferences, self
        match message:
            case m.Undo(sure=False) if self._costs_the_rating:
                return replace(visit, dialog=Dialog(m.Panel.UNDO))
            case m.AskForHint(sure=False) if self.task and not self.game.is_practice:
                return replace(visit, dialog=Dialog(m.Panel.HINT))
            case m.BotResult() if self.at_end:
                return strengths.with_bot_result(visit, message)
            case m.Shared("text", how) if self.at_end:
                return self._with_outcome(visit, how)
            case m.Undo():
                visit, after = replace(visit, dialog=None), self._with_undo()
            case m.AskForHint():
                visit, after = replace(visit, dialog=None), self._asking_for_hint()
            case m.HighlightTopic(topic):
                after = self.settled()
                after = replace(after, looking=after.looking.with_light(topic)).without_space_note()
            case m.LookAtSheet(sheet):
                after = self.settled() if self.scene.traits.looking_skips_motion else self
                after = replace(after, looking=after.looking.with_sheet(sheet))
            case m.Step():
                after = self.stepped() if self.pause else self
            case m.Proceed():
                after = self.proceeded()
            case m.SkipAnimation():
                after = self.proceeded() if self.scene.traits.ends_automatically else self.settled()
            case m.Redo():
                after = self._with_redo()
            case m.BotPlyChosen(player, ply):
                after = self.drawn_for(player, ply, watched=preferences.bots == "watched")
            case m.HintFound(ply, gains):
                after = self._with_hint(ply, gains)
            case m.Tap() if self.scene.traits.ends_by_tap:
                after = self.proceeded()
            case m.Tap() if self.is_moving:
                after = self.settled()
            case m.Tap() if preferences.click != "confirms":
                after = self._placed(replace(message, mouse=False))
            case m.GhostMessage():
                after = self._placed(message)
            case _:
                return super().update(visit, message)
        return visit if after is self else replace(visit, screen=after)

    def _with_outcome(self, visit: Visit, how: str) -> Visit | Next:
        """Return the visit with the outcome of sharing the result.

        If the browser can't hand the text out, the sheet shows it, with other ways to share it. A closed share menu has
        no outcome.
        """
        after = replace(visit, screen=replace(self, shared=how))
        return after if how in {"", *_SHARED} else Next(after, then=m.Go("sheet"))

    def without_space_note(self) -> Self:
        """Return the screen without the note on a tapped space."""
        return replace(self, placement=replace(self.placement, noted_space=None))

    def _placed(self, message: m.GhostMessage) -> Self:
        """Return the screen after a message about the ghost."""
        task, ghost = self.task, self.ghost
        if task is None or ghost is None:
            return self
        if self.placement.confirms(message, task):
            after = self.drawn_here(ghost_ply(ghost, task))
            if after is not self or isinstance(message, m.Tap):
                return after
        placement = self.placement.after(message, self.game.state)
        return self if placement is self.placement else replace(self, placement=placement)

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

    def _asking_for_hint(self) -> Self:
        """Return the screen as it waits for a hint. The game becomes practice."""
        if self.task is None or self.looking.lit is m.Topic.HINT:
            return self
        game = replace(self.game, hints=self.game.hints + 1)
        return replace(self, game=game, looking=self.looking._replace(lit=m.Topic.HINT), hint=None).without_space_note()

    def _with_hint(self, ply: Ply, gains: tuple[Gain, ...]) -> Self:
        """Return the screen with the ghost where a hint puts it.

        A hint that wasn't requested changes nothing.
        """
        if self.task is None or not self.board.waits_for_hint:
            return self
        try:
            ghost = ghost_of_ply(self.game.state, ply)
        except IllegalMove:
            return self
        return replace(self.with_ghost(ghost, pinned=True), hint=gains) if ghost else self

    @property
    def can_give_hint(self) -> bool:
        """Whether a player here draws, and may request a hint."""
        return self.task is not None

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

    def _with_undo(self) -> Self:
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

    def _with_redo(self) -> Self:
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
    def _costs_the_rating(self) -> bool:
        """Whether undo would turn this game into practice."""
        game, place = self.game, self.game.last_ply_here
        return place is not None and not game.is_practice and game.reveals_in(len(game.plies) - place)

    # ------------------------------------------------------------------- view

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the map with its edicts, and the scene's panel."""
        return self.picture(words, visit)

    def picture(self, words: Words, visit: Visit, more: Iterable[Element] = ()) -> Element:
        """Return the view with more marks on the map."""
        board, setting = self.board, self._setting(words, visit)
        over = Over() if self.scene.traits.hides_screen else self.scene.over(words, board, setting)
        panel = self.scene.panel(words, board, setting)
        return board_view(words, board, visit.memory.preferences, (*over.marks, *more), panel, over.map)

    def _setting(self, words: Words, visit: Visit) -> Setting:
        return Setting(self.stage.step, visit, self.next_game(words, visit), self._success)

    def next_game(self, words: Words, visit: Visit) -> NextGame | None:
        """Return the next game of the room, or None outside a room."""
        return None

    def outgoing(self, words: Words, visit: Visit, what: str) -> Outgoing | None:
        """Return the text that shares the result of a finished game."""
        end = self.scene.facts.result
        if end is None or what != "text":
            return None
        return Text(sharing.shared_text(words, visit, self.game, end))

    @property
    def _success(self) -> str:
        """The outcome of sharing if it was a success; otherwise empty, because the sheet shows the outcome."""
        return self.shared if self.shared in _SHARED else ""

    def cover(self, words: Words, visit: Visit) -> Element | None:
        """Return the element with which the scene hides the screen, or None."""
        hides = self.scene.traits.hides_screen
        return self.scene.over(words, self.board, self._setting(words, visit)).screen if hides else None

    def panel(self, words: Words, visit: Visit, dialog: Dialog) -> tuple[str, list[Element]] | None:
        """Return the title and content of a panel about the game."""
        return panel_of_game(words, dialog.panel, self.game, self.moment, self.looking.sheet)

    def announcements(self, words: Words, visit: Visit) -> Iterator[Announcement]:
        """Yield the gains of the last ply, the news, and the responses to the player's keys."""
        board, bump = self.board, self.placement.key_refusal
        yield aloud.announce_drawn_ply(words, self.last_drawn)
        yield from self.scene.announcements(words, board, self._setting(words, visit))
        if self._success:
            told = words("share.told", what=words("share.text"), how=words(f"share.{self._success}"))
            yield Announcement("shared", told)
        if not self.is_moving:  # a season's count highlights one topic after another
            yield aloud.announce_highlight(words, board)
        yield from aloud.announce_ghost(words, board)
        yield aloud.announce_note(words, board)
        if bump:
            key = f"bump.{bump}"
            yield Announcement("bump", words(key, why=describe_fit(words, board)) if bump == "refused" else words(key))
        if board.task and KEYS not in visit.memory.explained:
            yield Announcement("keys", words("said.keys"))

    def title(self, words: Words) -> str:
        """Return the scene's title."""
        return self.scene.title(words, self.game)


class PlayingWrapper(Screen):
    """A screen that wraps the screen of a game in play."""

    traits: ClassVar[Traits] = Traits(back_steps=2)

    #: The screen of the game.
    playing: Playing


def answered(visit: Visit, playing: Playing, message: m.Message) -> Playing:
    """Return the screen of a game after a message, for a screen that wraps it."""
    found = playing.update(replace(visit, screen=playing), message)
    after = (found.visit if isinstance(found, Next) else found).screen
    return after if isinstance(after, Playing) else playing


def playing_in(screen: Screen) -> Playing | None:
    """Return the screen of a game in play that a screen is or wraps, or None."""
    if isinstance(screen, PlayingWrapper):
        return screen.playing
    return screen if isinstance(screen, Playing) else None


def start_playing(game: Game, *, is_first: bool) -> Playing:
    """Return the screen of a new game, with its opening scenes; ``is_first`` is True for a device's first game."""
    return resume_playing(game, 0).with_scenes_first(program.opening_scenes(game, is_first=is_first))


def resume_playing(game: Game, seen: int | None) -> Playing:
    """Return the screen of a saved game after ``seen`` scenes of its last ply.

    The end is always shown again, but its stars aren't added up again.
    """
    playing = Playing(game).after_scenes(seen)
    return playing.settled() if playing.at_end else playing
