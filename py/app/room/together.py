"""The screen of a room's game in play: all players draw at once, each on their own device."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Self

from app import messages as m
from app.drawing.element import Element
from app.game.seating import LOCAL_PERSON, Bot, RemotePlayer
from app.room.another import offer
from app.room.shared import SharedGame, as_ordinary_game, shared_game, with_table
from app.room.waiting import absent_panel, waiting
from app.screens.play.scenes.program import curtain, last_scenes, opening_scenes
from app.screens.play.scenes.scene import NextGame, Scene, for_home_seat
from app.screens.play.screen import Playing
from app.visit import Dialog, Next, Screen, Traits, Visit
from cartographers.errors import IllegalMove
from cartographers.game import apply
from cartographers.state import Ply
from words import Words

if TYPE_CHECKING:
    from app.room.room import Room
    from rooms.table import Table


class PlayingTogether(Playing):
    """A game of a room in play.

    There is no undo and there are no hints, in fairness to the other players.
    """

    traits: ClassVar[Traits] = Traits(back_steps=2, is_of_room=True)

    #: The seat of a player here and the ply just drawn, until the room has sent it to the other devices.
    ply: tuple[int, Ply] | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether only remote players still have to draw."""
        return not self.game.state.is_over and isinstance(self.game.drawing_seat, RemotePlayer)

    @property
    def can_give_hint(self) -> bool:
        """False, because rooms have no hints."""
        return False

    @property
    def resting_scene(self) -> Scene:
        """The scene after all pending ones.

        The wait for other devices has its own scene.
        """
        game = self.game
        if isinstance(game, SharedGame) and game.drawing_seat != LOCAL_PERSON:
            return waiting(game)
        return super().resting_scene

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit after a message. Undo and hints change nothing."""
        return visit if isinstance(message, m.Undo | m.AskForHint) else super().update(visit, message)

    # ------------------------------------------------------------------- drawing

    def confirmed(self, ply: Ply) -> Self:
        """Return the screen that holds a ply for the room. An illegal ply changes nothing."""
        task = self.game.state.task
        try:
            apply(self.game.state, ply)
        except IllegalMove:
            return self
        return replace(self, ply=(task.player, ply), last_drawn=self.with_gains(ply)) if task else self

    def drawn_for(self, player: int, ply: Ply, *, watched: bool) -> Self:
        """Return the screen after a bot of this device has drawn.

        In a room, bots' plies get no scenes.
        """
        task = self.game.state.task
        if self.stage.scene or task is None or task.player != player or not isinstance(self.game.drawing_seat, Bot):
            return self
        return self.confirmed(ply)

    # ------------------------------------------------------------------- news from the table

    @classmethod
    def resumed(cls, game: SharedGame, seen: int) -> Self:
        """Return the screen of a table's game, at the first scene that the player hasn't seen."""
        found = last_scenes(game)
        over = game.state.is_over
        seen = min(seen, len(found) - over)
        shown = as_ordinary_game(game) if over else game
        return cls(shown).with_scenes(found[seen:], seen=seen)

    def with_opening(self, *, is_first: bool) -> Self:
        """Return the screen of a game at its beginning with its opening scenes, if a player here draws in it.

        ``is_first`` is True for a device's first game.
        """
        game = self.game
        if not isinstance(game, SharedGame) or game.plies or LOCAL_PERSON not in game.seats:
            return self
        scenes = opening_scenes(game, is_first=is_first)
        return self.with_scenes_first(tuple(for_home_seat(scene, game.home_seat) for scene in scenes))

    def at_table(self, table: Table, device: str) -> Self:
        """Return the screen after possible news from the table.

        Scenes on the page stay until they have been seen.
        """
        game = self.game
        if not isinstance(game, SharedGame):
            return self._after_end(table, device)
        if table is game.table and not self.ply:
            return self
        after, scenes = with_table(game, table)
        if scenes is None:
            return self.resumed(after, len(last_scenes(after)))
        screen = replace(self, game=as_ordinary_game(after) if after.state.is_over else after, ply=None)
        return screen if after.played is game.played else screen.continued(scenes, waited=self.task is None)

    def _after_end(self, table: Table, device: str) -> Self:
        """Return the screen of a game that is over here, restarted if a late device has changed the game."""
        if self.game.record == table.record:
            return self
        changed = shared_game(table, device, self.game.key, self.game.notes[0])
        return self.resumed(changed, len(last_scenes(changed)))

    def continued(self, scenes: tuple[Scene, ...], *, waited: bool) -> Self:
        """Return the screen after the game has continued.

        Unseen scenes on the page come first.
        """
        stage = self.stage
        unseen = tuple(scene for scene in stage.pending if scene.traits.counts_as_seen)
        if unseen:
            pending = (*unseen, *scenes, *curtain(self.game, self.holder, None))
            return replace(self, stage=replace(stage, pending=pending))
        if waited and not scenes and self.task is None and not stage.pending:
            return self  # other players have drawn; the player may keep looking at a map
        return self.with_scenes(scenes)

    # ------------------------------------------------------------------- view

    def panel(self, words: Words, visit: Visit, dialog: Dialog) -> tuple[str, list[Element]] | None:
        """Return the title and content of a panel about the game, or of the panel that replaces absent players."""
        if dialog.panel is m.Panel.SEAT and visit.room and isinstance(self.game, SharedGame):
            return words("room.not-coming"), absent_panel(words, self.game, visit.room)
        return super().panel(words, visit, dialog)

    def next_game(self, words: Words, visit: Visit) -> NextGame | None:
        """Return the next game of the room, at the end of this one."""
        room = visit.room
        return offer(self.game.key, room).view(words, room) if room and self.at_end else None


def shows_game(room: Room, screen: Screen) -> bool:
    """Return whether a screen shows the room's current game rather than an earlier one."""
    return isinstance(screen, PlayingTogether) and screen.game.key == room.game_key
