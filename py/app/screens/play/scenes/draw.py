"""A bot draws, and the player watches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from app import messages as m
from app.board.board import Board
from app.board.event_texts import describe_spaces
from app.board.names import player_name
from app.drawing.controls import button
from app.drawing.element import Element, h
from app.game.game import Game
from app.game.ghost import Ghost, terrain_word
from app.screens.play.scenes.scene import Frame, Scene, Setting, Traits
from app.screens.play.scenes.waiting import waiting_tray
from cartographers.events import Draw, Pick
from cartographers.state import Ply
from words import Words

#: Milliseconds for the bot's map, for the shape before it is drawn, and for the map with the shape.
_MAP, _SHAPE, _DRAWN = 350, 850, 800
#: The steps from which the shape is shown, and from which it is drawn.
_SHOWN_AT, _DRAWN_AT = 1, 2


@dataclass(frozen=True)
class DrawScene(Scene):
    """A bot's ply, which the player watches.

    It isn't shown again when the game is reopened.
    """

    traits: ClassVar[Traits] = Traits(
        ends_automatically=True, always_moves=True, ends_by_tap=True, counts_as_seen=False, lets_bots_draw=True
    )

    #: The event of the ply.
    event: Draw | Pick
    ply: Ply
    #: The ghost of the ply.
    ghost: Ghost
    #: The bot's player number.
    player: int

    @property
    def pauses(self) -> tuple[int, ...]:
        """Milliseconds for the map, for the shape before it is drawn, and for the map with it."""
        return _MAP, _SHAPE, _DRAWN

    def frame(self, game: Game, step: int) -> Frame:
        """Return the map on which the bot draws, before or after the ply, and the bot's ghost before it is drawn."""
        event = self.event
        if step < _DRAWN_AT:
            moment = replace(self.moment, shown_sheet=event.sheet)
        else:
            moment = self.moment.with_sheet(event.sheet, event.after)
        ghost = (self.ghost, self.ply) if _SHOWN_AT <= step < _DRAWN_AT else None
        return super().frame(game, step)._replace(moment=moment, player=self.player, ghost=ghost)

    def panel(self, words: Words, board: Board, setting: Setting) -> Element:
        """Return the card with the bot's name, and with the owner of the map if it isn't the bot's own."""
        cards = self.moment.cards
        text = words("draws" if self._is_own else "draws.on", **self._names(words, board))
        skip = button(m.Proceed(), h("b", words("skip")), class_="confirm")
        return waiting_tray(words, board, cards[-1] if cards else None, self.player, text, skip)

    def news(self, words: Words, board: Board, step: int) -> tuple[str, ...]:
        """Return the ply as a sentence."""
        names, spaces = self._names(words, board), describe_spaces(words, self.ply)
        if not self.ply.terrain:
            return (words("said.destroys", **names, spaces=spaces),)
        terrain = words(f"terrain.{terrain_word(self.ply.terrain)}")
        return (words("said.draws" if self._is_own else "said.draws.on", **names, terrain=terrain, spaces=spaces),)

    @property
    def _is_own(self) -> bool:
        """Whether the bot draws on its own map."""
        return self.event.sheet == self.player

    def _names(self, words: Words, board: Board) -> dict[str, str]:
        """Return the names of the bot and of the map's owner."""
        return {
            "name": player_name(words, board.game, self.player),
            "whose": player_name(words, board.game, self.event.sheet),
        }
