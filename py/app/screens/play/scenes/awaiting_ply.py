"""The base class of scenes in which a player draws next.

They follow all other scenes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from app import effects as e
from app import messages as m
from app.drawing.announcements import Announcement
from app.drawing.controls import fetch_failure
from app.drawing.element import Element
from app.game.game import Game
from app.screens.play.scenes.scene import Facts, Frame, Scene, Setting, Traits
from cartographers.cards import AmbushCard
from cartographers.state import Task

if TYPE_CHECKING:
    from app.board.board import Board
    from app.visit import Visit
    from words import Words


@dataclass(frozen=True)
class AwaitingPlyScene(Scene):
    """The wait for a ply by a player here, a bot, or a remote player.

    The ply ends the scene.
    """

    traits: ClassVar[Traits] = Traits(blocks_continuing=True, can_look=False)

    #: The task, or None in a finished game, whose end is shown instead.
    task: Task | None

    @property
    def facts(self) -> Facts:
        """The sound of an ambush, which players draw themselves in a multiplayer game."""
        task = self.task
        return Facts(e.Feedback.AMBUSH if task and isinstance(task.card, AmbushCard) and not task.is_pick else None)

    def frame(self, game: Game, step: int) -> Frame:
        """Return the map of the player who draws next. Enter confirms the ghost."""
        return super().frame(game, step)._replace(player=game.player, enter=m.Confirm())

    def announcements(self, words: Words, board: Board, setting: Setting) -> Iterator[Announcement]:
        """Yield the news, and why the part for bots and hints couldn't be fetched."""
        yield from super().announcements(words, board, setting)
        if failure := self.job_failure(words, board, setting.visit):
            yield Announcement("failure", failure[0])

    def needs_job(self, board: Board) -> bool:
        """Return whether the scene waits for the part for bots and hints."""
        return True

    def job_failure(self, words: Words, board: Board, visit: Visit) -> tuple[str, Element] | None:
        """Return why the part for bots and hints couldn't be fetched, and a button to try again, or None."""
        page = visit.page
        if not self.needs_job(board) or not page.parts.job_failed:
            return None
        return fetch_failure(words, m.FetchAgain(), newer=page.newer_version)
