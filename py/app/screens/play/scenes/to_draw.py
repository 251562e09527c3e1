"""The scene of a player who draws next, when all others have been seen."""

from __future__ import annotations

from dataclasses import dataclass

from app.effects import Feedback
from app.game.game import Game
from app.messages import Confirm, Message
from app.screens.play.scenes.scene import Scene
from cartographers.cards import AmbushCard
from cartographers.state import Task


@dataclass(frozen=True)
class ToDraw(Scene):
    """A player who draws next: a person here, a bot, or a person elsewhere. A ply ends the scene."""

    stays = True
    can_look = False

    #: The task; None in a game that is over, whose end is shown instead.
    task: Task | None

    def drawer(self, game: Game) -> int:
        """Return the player."""
        return game.player

    @property
    def sound(self) -> Feedback | None:
        """The sound of an ambush, which is a task of each of several players."""
        task = self.task
        return Feedback.AMBUSH if task and isinstance(task.card, AmbushCard) and not task.is_pick else None

    def on_enter(self, step: int) -> Message:
        """Return the message that confirms the ghost."""
        return Confirm()
