"""A player here draws next."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from app.board.aloud import describe_options, describe_terrains
from app.board.board import Board
from app.board.board_view import season_named
from app.board.names import sheet_name
from app.drawing.element import Element, h
from app.screens.play.choice_view import choice_panel
from app.screens.play.scenes.awaiting_ply import AwaitingPlyScene
from app.screens.play.scenes.scene import Facts, Over, Setting
from cartographers.cards import AmbushCard, ExploreCard, HeroCard, terrains_of
from cartographers.events import ForcedReason
from cartographers.seasons import Season
from cartographers.state import Task
from cartographers.terrain import Terrain
from words import Words


@dataclass(frozen=True)
class ChoiceScene(AwaitingPlyScene):
    """The scene in which a player here chooses a shape and its place."""

    #: The player's task.
    task: Task
    #: True if the player has placed the ghost.
    pinned: bool

    def panel(self, words: Words, board: Board, setting: Setting) -> Element:
        """Return the card with its choices, and the buttons for the ghost."""
        return choice_panel(words, board, self.job_failure(words, board, setting.visit))

    def needs_job(self, board: Board) -> bool:
        """Return whether the player waits for a hint."""
        return board.waits_for_hint

    def over(self, words: Words, board: Board, setting: Setting) -> Over:
        """Return a ribbon with the season until its first shape is placed."""
        return Over(map=_ribbon(words, board.moment.season) if board.is_first_draw and not self.pinned else None)

    def news(self, words: Words, board: Board, step: int) -> tuple[str, ...]:
        """Return the card's name, time, terrains, and shapes, and its special rules."""
        return (" ".join(self._said(words, board)),)

    def _said(self, words: Words, board: Board) -> list[str]:
        task = self.task
        card = words(f"name.{task.card.id}")
        said = [season_named(words, board.moment.season) + "."] if board.is_first_draw else []
        if isinstance(task.card, ExploreCard):
            said.append(words("said.reveal", card=card, time=task.card.time))
        else:
            said += [words("ambush")] if isinstance(task.card, AmbushCard) and not task.is_pick else []
            said.append(card + ".")
        if task.sheet != task.player:
            said.append(words("said.whose", map=sheet_name(words, board.game, task.sheet)))
        if task.is_pick:
            return [*said, words("pick") + "."]
        if task.forced is not ForcedReason.NONE:
            return [*said, words(f"forced.{task.forced.value}") + ".", describe_terrains(words, task.options) + "."]
        if task.must_cover is not None:
            said.append(words("said.ruins"))
        if task.options[0].attack:
            said.append(words(f"attack.{task.card.id}"))
        else:
            said.append(describe_options(words, task.options))
        return said

    @cached_property
    def facts(self) -> Facts:
        """The sound of an ambush, and the explanations of a neighbor's map and of unusual cards."""
        task, card = self.task, self.task.card
        found = {
            "arrow": task.sheet != task.player,
            "hero": isinstance(card, HeroCard),
            "any": isinstance(card, ExploreCard) and Terrain.MONSTER in terrains_of(task.options),
            "beast": isinstance(card, AmbushCard) and card.beast is not None,
        }
        return super().facts._replace(explanations=tuple(what for what, there in found.items() if there))


@lru_cache(maxsize=4)
def _ribbon(words: Words, season: Season) -> Element:
    """Return the season and its edicts.

    Screen readers skip it, because the news says the same.
    """
    return h("p", season_named(words, season), class_="ribbon", aria_hidden="true", key=f"ribbon-{season.name}")
