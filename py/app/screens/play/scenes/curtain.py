"""A curtain hides the map while one player passes the device to another."""

from __future__ import annotations

from dataclasses import dataclass

from app.board.board import Board
from app.board.board_view import season_named
from app.board.names import crest_of, player_name, sheet_name
from app.drawing.controls import button, icon, labeled_icon
from app.drawing.element import Element, h
from app.game.game import Game
from app.game.ghost import Ghost
from app.messages import Proceed, Undo
from app.screens.play.scenes.scene import Scene, Setting
from cartographers.cards import AmbushCard
from cartographers.state import Task
from words import Words, number


@dataclass(frozen=True)
class CurtainScene(Scene):
    """The curtain before the turn of another player.

    It is shown again when the game is reopened.
    """

    counts_as_seen = False
    hides_screen = True
    resting_selector = ".curtain .confirm"

    #: The next task.
    task: Task
    #: The ghost of that task, if it was placed before.
    ghost: Ghost | None = None

    @property
    def next_holder(self) -> int:
        """The player who takes the device."""
        return self.task.player

    @property
    def next_ghost(self) -> Ghost | None:
        """The ghost of the next task, if it was placed before."""
        return self.ghost

    def panel(self, words: Words, board: Board, setting: Setting) -> Element:
        """Return an empty panel, because the curtain hides it."""
        return h("section", class_="tray", key="curtained")

    def cover(self, words: Words, game: Game) -> Element:
        """Return the curtain: the next player, the season so far, the card, and the owner of the map."""
        task = self.task
        name = player_name(words, game, task.player)
        beast = None if task.is_pick else task.options[0].beast
        return h(
            "main",
            h(
                "div",
                h("p", icon("icon-pass"), words("pass"), class_="kicker"),
                crest_of(words, game, task.player),
                h("h1", words("pass.to", name=name)),
                h("p", game.cartographers[task.player].title),
                class_="to",
            ),
            self._so_far(words, game),
            h(
                "div",
                icon(f"card-{task.card.id}", "picture"),
                h(
                    "div",
                    h("p", words("ambush"), class_="kicker")
                    if isinstance(task.card, AmbushCard) and not task.is_pick
                    else None,
                    h("h2", words(f"name.{task.card.id}")),
                    h("p", words("pass.whose", map=sheet_name(words, game, task.sheet)), class_="whose")
                    if task.sheet != task.player
                    else None,
                    h("p", words("pick")) if task.is_pick else None,
                    h("p", words(f"beast.{beast.value}")) if beast and game.acts(beast, self.moment) else None,
                    class_="what",
                ),
                class_="card",
            ),
            h(
                "div",
                button(Undo(), icon("icon-undo"), h("span", words("undo")), class_="key")
                if game.last_ply_here is not None
                else None,
                button(Proceed(), h("b", words("pass.here", name=name)), class_="confirm"),
                class_="thumb",
            ),
            class_=f"curtain season-{self.moment.season.name}",
            key="curtain",
        )

    def _so_far(self, words: Words, game: Game) -> Element:
        """Return the season with its cards so far, and all players' stars."""
        moment = self.moment
        return h(
            "div",
            h("p", season_named(words, moment.season), class_="season-name"),
            h(
                "ul",
                [
                    h(
                        "li",
                        labeled_icon(f"card-{card.id}", words(f"name.{card.id}"), "picture"),
                        key=f"{place} {card.id}",
                    )
                    for place, card in enumerate(moment.cards[:-1])
                ],
                class_="drawn-cards",
                aria_label=words("pass.cards"),
            )
            if len(moment.cards) > 1
            else None,
            h(
                "ul",
                [
                    h(
                        "li",
                        h(
                            "span",
                            crest_of(words, game, player),
                            h("b", stars := number(game.state.total(player, moment.scored_seasons))),
                            role="img",
                            aria_label=f"{player_name(words, game, player)} {stars}",
                        ),
                        key=str(player),
                    )
                    for player in range(game.id.players)
                ],
                class_="everyones",
                aria_label=words("stars"),
            ),
            class_="so-far",
        )

    def title(self, words: Words, game: Game) -> str:
        """Return the name of the player who takes the device."""
        return words("pass.to", name=player_name(words, game, self.task.player))

    def news(self, words: Words, board: Board) -> str:
        """Return the name of the player who takes the device."""
        return f"{self.title(words, board.game)}."

    @property
    def explanations(self) -> tuple[str, ...]:
        """The explanation of curtains."""
        return ("curtain",)
