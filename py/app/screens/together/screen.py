"""The screen on which the game of a room is played: everybody draws at once, each on a device of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from app.drawing.element import Element
from app.game.seating import HERE, Away, Bot
from app.messages import Advise, Message, Panel, Undo
from app.room.shared import SharedGame, finished, shared_game, with_table
from app.screens.play.scenes.program import curtain, last_scenes
from app.screens.play.scenes.scene import Following, Scene
from app.screens.play.screen import Playing
from app.screens.together.another import offer
from app.screens.together.waiting import absent_panel, waiting
from app.visit import Dialog, Screen, Visit
from cartographers.errors import IllegalMove
from cartographers.game import apply
from cartographers.state import Ply
from words import Words

if TYPE_CHECKING:
    from app.room.room import Room
    from rooms.table import Table


@dataclass(frozen=True)  # without slots, like every screen of a game
class PlayingTogether(Playing):
    """A game of a room in play.

    Nothing can be taken back, and there are no hints: that would not be fair to the other players.
    """

    #: The seat of a player here and the ply just drawn, until the room has said it to the other devices.
    ply: tuple[int, Ply] | None = None

    @property
    def of_room(self) -> bool:
        """Whether the screen belongs to the room."""
        return True

    @property
    def waits(self) -> bool:
        """Whether nobody here has anything to draw, and others have."""
        return not self.game.state.over and isinstance(self.game.drawer, Away)

    @property
    def advisable(self) -> bool:
        """Whether somebody here may ask for a hint."""
        return False

    @property
    def last_scene(self) -> Scene:
        """The scene when all others have been seen; the wait for other devices has its own."""
        game = self.game
        if isinstance(game, SharedGame) and game.drawer != HERE:
            return waiting(game)
        return super().last_scene

    def update(self, visit: Visit, message: Message) -> Visit:
        """Return the visit after a message; one that makes no sense now changes nothing."""
        return visit if isinstance(message, Undo | Advise) else super().update(visit, message)

    def keys(self, visit: Visit) -> Mapping[str, Message]:
        """Return what each key sends; at the end, Enter leads to the next game of the room if there is one."""
        found = super().keys(visit)
        message = offer(self.game.key, visit.room).message if self.at_end else None
        return {**found, "Enter": message} if message and not self.moving else found

    # ------------------------------------------------------------------- drawing

    def confirmed(self, ply: Ply) -> Self:
        """Return the screen that holds a ply for the room; one that the rules do not allow changes nothing."""
        task = self.game.state.task
        try:
            apply(self.game.state, ply)
        except IllegalMove:
            return self
        return replace(self, ply=(task.player, ply), drawn=self.with_gains(ply)) if task else self

    def drawn_for(self, player: int, ply: Ply, *, watched: bool) -> Self:
        """Return the screen after a bot of this device has drawn; with several at once, nobody watches."""
        task = self.game.state.task
        if self.stage.scene or task is None or task.player != player or not isinstance(self.game.drawer, Bot):
            return self
        return self.confirmed(ply)

    # ------------------------------------------------------------------- what the table tells

    @classmethod
    def resumed(cls, game: SharedGame, seen: int) -> Self:
        """Return the screen of a game as the table has it, at the first scene that has not been seen."""
        found = last_scenes(game)
        over = game.state.over
        seen = min(seen, len(found) - over)
        shown = finished(game) if over else game
        return cls(shown).coming_to(found[seen:], seen=seen)

    def at_table(self, table: Table, device: str) -> Self:
        """Return the screen when the table may tell more. What is on the page stays until it has been seen."""
        game = self.game
        if not isinstance(game, SharedGame):
            return self._after_end(table, device)
        if table is game.table and not self.ply:
            return self
        after, scenes = with_table(game, table, device)
        if scenes is None:
            return self.resumed(after, len(last_scenes(after)))
        screen = replace(self, game=finished(after) if after.state.over else after, ply=None)
        return screen if after.played is game.played else screen.gone_on(scenes, waited=self.task is None)

    def _after_end(self, table: Table, device: str) -> Self:
        """Return the screen of a game that was over here; whoever comes back late may know that it went another way."""
        if self.game.record == table.record:
            return self
        anew = shared_game(table, device, self.game.key, self.game.notes[0])
        return self.resumed(anew, len(last_scenes(anew)))

    def gone_on(self, scenes: tuple[Scene, ...], *, waited: bool) -> Self:
        """Return the screen after the game has gone on; what is on the page already is seen first."""
        stage = self.stage
        unseen = tuple(scene for scene in stage.pending if scene.counts)
        if unseen:
            pending = (*unseen, *scenes, *curtain(self.game, self.holder, None))
            return replace(self, stage=replace(stage, pending=pending))
        if waited and not scenes and self.task is None and not stage.pending:
            return self  # others have drawn; whoever looks at a map goes on looking
        return self.coming_to(scenes)

    # ------------------------------------------------------------------- how it looks

    def panel(self, words: Words, visit: Visit, dialog: Dialog) -> tuple[str, list[Element]] | None:
        """Return title and content of a panel; of who draws instead of those who do not come, too."""
        if dialog.panel is Panel.SEAT and visit.room and isinstance(self.game, SharedGame):
            return words("room.not-coming"), absent_panel(words, self.game, visit.room)
        return super().panel(words, visit, dialog)

    def following(self, words: Words, visit: Visit) -> Following | None:
        """Return the next game of the room."""
        room = visit.room
        return offer(self.game.key, room).view(words, room) if room and self.at_end else None


def shows_game(room: Room, screen: Screen) -> bool:
    """Say whether a screen shows the room's present game, and no earlier one."""
    return isinstance(screen, PlayingTogether) and screen.game.key == room.game_key
