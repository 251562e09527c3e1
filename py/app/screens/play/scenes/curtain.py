"""A curtain hides the map while one player passes the device to another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app import messages as m
from app.board.board import Board
from app.board.board_view import season_named
from app.board.forms import describe_form
from app.board.names import crest_of, player_name, sheet_name
from app.drawing.controls import button, icon, labeled_icon
from app.drawing.element import Element, h
from app.drawing.map_art import miniature
from app.drawing.shapes import shape_picture
from app.game.game import Game
from app.game.ghost import Ghost, shapes_of, terrain_word
from app.screens.play.scenes.scene import Facts, Over, Scene, Setting, Traits
from cartographers.cards import AmbushCard, Option, terrains_of
from cartographers.seasons import EDICTS
from cartographers.state import Task
from words import Words, isolated, number

#: The maximum number of players whose names have room in the list of stars.
_FEW = 4


@dataclass(frozen=True)
class CurtainScene(Scene):
    """The curtain before the turn of another player.

    It is shown again when the game is reopened.
    """

    traits: ClassVar[Traits] = Traits(counts_as_seen=False, hides_screen=True, rest=".curtain .confirm")

    #: The next task.
    task: Task
    #: The ghost of that task, if it was placed before.
    ghost: Ghost | None = None

    @property
    def facts(self) -> Facts:
        """The player who takes the device, the ghost of the task, and the explanation of curtains."""
        return Facts(explanations=("curtain",), next_holder=self.task.player, next_ghost=self.ghost)

    def panel(self, words: Words, board: Board, setting: Setting) -> Element:
        """Return an empty panel, because the curtain hides it."""
        return h("section", class_="tray", key="curtained")

    def over(self, words: Words, board: Board, setting: Setting) -> Over:
        """Return the curtain."""
        return Over(screen=self._curtain(words, board.game))

    def _curtain(self, words: Words, game: Game) -> Element:
        """Return the curtain: the next player, the season so far, all players' stars, the card, and the map's owner."""
        task = self.task
        name = player_name(words, game, task.player)
        beast = None if task.is_pick else task.options[0].beast
        return h(
            "main",
            h("div", icon(f"sky-{self.moment.season.name}", "sky"), class_="horizon", aria_hidden="true"),
            h(
                "div",
                crest_of(words, game, task.player),
                h("p", icon("icon-pass"), words("pass"), class_="kicker"),
                h("h1", words("pass.to", name=name)),
                h("p", isolated(game.cartographers[task.player].title)),
                class_="to",
            ),
            self._so_far(words, game),
            self._everyone(words, game),
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
                    None if task.is_pick else _offers(words, task.options),
                    class_="what",
                ),
                class_="card",
            ),
            h(
                "div",
                button(m.Undo(), icon("icon-undo"), h("span", words("undo")), class_="key")
                if game.last_ply_here is not None
                else None,
                button(m.Proceed(), h("b", words("pass.here", name=name)), class_="confirm"),
                class_="thumb",
            ),
            class_=f"curtain season-{self.moment.season.name}",
            key="curtain",
        )

    def _so_far(self, words: Words, game: Game) -> Element:
        """Return the season with the edicts that it scores, and its cards so far."""
        moment = self.moment
        dealt = dict(zip(EDICTS, game.state.deal.edicts, strict=True))
        return h(
            "div",
            h("p", season_named(words, moment.season), class_="season-name"),
            h(
                "ul",
                [
                    h("li", icon(f"edict-{dealt[letter].id}"), words(f"name.{dealt[letter].id}"), key=letter)
                    for letter in moment.season.edicts
                ],
                class_="season-edicts",
                aria_label=words("edicts"),
            ),
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
            class_="so-far",
        )

    def _everyone(self, words: Words, game: Game) -> Element:
        """Return the stars of all players. A small group's list has room for their names."""
        return h(
            "ul",
            [self._player_stars(words, game, player) for player in range(game.id.players)],
            class_="everyones few" if game.id.players <= _FEW else "everyones",
            aria_label=words("stars"),
        )

    def _player_stars(self, words: Words, game: Game, player: int) -> Element:
        name = player_name(words, game, player)
        stars = number(game.state.total(player, self.moment.scored_seasons))
        return h(
            "li",
            h(
                "span",
                crest_of(words, game, player),
                h("span", name, class_="called"),
                h("b", stars),
                icon("icon-star"),
                role="img",
                aria_label=f"{name} {stars}",
            ),
            class_="next" if player == self.task.player else None,
            key=str(player),
        )

    def title(self, words: Words, game: Game) -> str:
        """Return the name of the player who takes the device."""
        return words("pass.to", name=player_name(words, game, self.task.player))

    def news(self, words: Words, board: Board, step: int) -> tuple[str, ...]:
        """Return the name of the player who takes the device."""
        return (f"{self.title(words, board.game)}.",)


def _offers(words: Words, options: tuple[Option, ...]) -> Element:
    """Return pictures of the terrains and the shapes that a card offers; a single space needs none."""
    terrains = [terrain_word(terrain) for terrain in terrains_of(options)]
    return h(
        "ul",
        [
            h("li", h("span", miniature(what), role="img", aria_label=words(f"terrain.{what}")), key=what)
            for what in terrains
        ],
        [
            h(
                "li",
                h(
                    "span",
                    shape_picture(option.shape),
                    icon("icon-coin", "pays") if option.coin else None,
                    role="img",
                    aria_label=describe_form(words, option.shape.cells),
                ),
                key=f"shape-{number}",
            )
            for number, option in enumerate(shapes_of(options))
            if len(option.shape.cells) > 1
        ],
        class_="offers",
    )
