"""The base class of scenes in which a player draws next.

They follow all other scenes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.drawing.controls import fetch_failure
from app.drawing.element import Element
from app.effects import Feedback
from app.game.game import Game
from app.messages import Confirm, FetchAgain, Message
from app.screens.play.scenes.scene import Scene
from cartographers.cards import AmbushCard
from cartographers.state import Task

if TYPE_CHECKING:
    from app.visit import Visit
    from words import Words


@dataclass(frozen=True)
class AwaitingPly(Scene):
    """The wait for a ply by a player here, a bot, or a remote player.

    The ply ends the scene.
    """

    blocks_continuing = True
    can_look = False

    #: The task, or None in a finished game, whose end is shown instead.
    task: Task | None

    def drawing_player(self, game: Game) -> int:
        """Return the player who draws next."""
        return game.player

    @property
    def sound(self) -> Feedback | None:
        """The sound of an ambush, which players draw themselves in a multiplayer game."""
        task = self.task
        return Feedback.AMBUSH if task and isinstance(task.card, AmbushCard) and not task.is_pick else None

    def job_failure(self, words: Words, visit: Visit) -> tuple[str, Element] | None:
        """Return the reason why the part for bots and hints couldn't be fetched, and a button to try again.

        Return None if it could be fetched, or wasn't needed.
        """
        page = visit.page
        return fetch_failure(words, FetchAgain(), newer=page.newer_version) if page.parts.job_failed else None

    def on_enter(self, step: int) -> Message:
        """Return the message that confirms the ghost."""
        return Confirm()
