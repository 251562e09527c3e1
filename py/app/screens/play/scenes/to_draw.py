"""Somebody is to draw: nothing of the last events is still to be seen."""

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
    """A player who is to draw: a person here, a bot, or a person elsewhere."""

    #: The task; None in a game that is over, whose end is shown instead.
    task: Task | None

    @property
    def stays(self) -> bool:
        """A ply ends it."""
        return True

    @property
    def can_look(self) -> bool:
        """The map on the page is the one on which the player draws."""
        return False

    def drawer(self, game: Game) -> int:
        """Return the player."""
        return game.player

    @property
    def sound(self) -> Feedback | None:
        """With several players, an ambush is a task of each of them."""
        task = self.task
        return Feedback.AMBUSH if task and isinstance(task.card, AmbushCard) and not task.is_pick else None

    def on_enter(self, step: int) -> Message:
        """Return the message that confirms the ghost."""
        return Confirm()
