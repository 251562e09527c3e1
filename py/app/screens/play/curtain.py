"""The curtain between the turns of people who share a page."""

from __future__ import annotations

from app.board.board_view import season_named
from app.board.names import crest_of, name_of, sheet_of
from app.drawing.element import Element, h
from app.drawing.parts import button, icon, sign
from app.game.game import CurtainScene, Game, Moment
from app.messages import Proceed, Undo
from cartographers.cards import AmbushCard
from words import Words, number


def curtain(words: Words, game: Game, scene: CurtainScene) -> Element:
    """Return the curtain: to whom the page goes, how the game stands, which card they draw, and on whose map."""
    task = scene.task
    name = name_of(words, game, task.player)
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
        _so_far(words, game, scene.moment),
        h(
            "div",
            icon(f"card-{task.card.id}", "picture"),
            h(
                "div",
                h("p", words("ambush"), class_="kicker")
                if isinstance(task.card, AmbushCard) and not task.is_pick
                else None,
                h("h2", words(f"name.{task.card.id}")),
                h("p", words("pass.whose", map=sheet_of(words, game, task.sheet)), class_="whose")
                if task.sheet != task.player
                else None,
                h("p", words("pick")) if task.is_pick else None,
                h("p", words(f"beast.{beast.value}")) if beast and game.acts(beast, scene.moment) else None,
                class_="what",
            ),
            class_="card",
        ),
        h(
            "div",
            button(Undo(), icon("icon-undo"), h("span", words("undo")), class_="key")
            if game.drawn_here is not None
            else None,
            button(Proceed(), h("b", words("pass.here", name=name)), class_="confirm"),
            class_="thumb",
        ),
        class_=f"curtain season-{scene.moment.season.name}",
        key="curtain",
    )


def _so_far(words: Words, game: Game, moment: Moment) -> Element:
    """Return the season with the cards so far, and everybody's stars."""
    return h(
        "div",
        h("p", season_named(words, moment.season), class_="season-name"),
        h(
            "ul",
            [
                h("li", sign(f"card-{card.id}", words(f"name.{card.id}"), "picture"), key=f"{place} {card.id}")
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
                        h("b", stars := number(game.state.total(player, moment.scored))),
                        role="img",
                        aria_label=f"{name_of(words, game, player)} {stars}",
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
