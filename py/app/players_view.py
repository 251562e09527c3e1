"""What several players at one screen need: the curtain between their turns, and everybody's maps at a glance."""

from __future__ import annotations

from app.element import Element, h
from app.map_view import map_picture, small_map
from app.model import CurtainScene, Game, Model
from app.names import crest_of, name_of, sheet_of
from app.parts import button, icon
from app.text import Words, number
from cartographers.cards import AmbushCard
from cartographers.sheet import COIN_TRACK


def curtain(words: Words, game: Game, scene: CurtainScene) -> Element:
    """Return the curtain: to whom the page is to be passed, which card they will draw, and on whose map."""
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
            button("undo", icon("icon-undo"), h("span", words("undo")), class_="key") if game.plies else None,
            button("proceed", h("b", words("pass.here", name=name)), class_="confirm"),
            class_="thumb",
        ),
        class_=f"curtain season-{scene.moment.season.name}",
        key="curtain",
    )


def maps(words: Words, model: Model, game: Game) -> list[Element]:
    """Return everybody's maps, coins and stars; one that was pressed is shown large."""
    moment = model.moment(game)
    season, looking = moment.season.name, model.looking
    large = None if looking is None else map_picture(season, moment.sheets[looking], sheet_of(words, game, looking))
    return [
        *([h("div", large, class_="large", key="large")] if large else []),
        h(
            "div",
            [
                button(
                    f"look {player}",
                    small_map(sheet, sheet_of(words, game, player)),
                    h(
                        "span",
                        crest_of(words, game, player),
                        h("b", name_of(words, game, player)),
                        class_="who",
                    ),
                    h(
                        "span",
                        icon("icon-star"),
                        number(game.state.total(player, moment.scored)),
                        icon("icon-coin"),
                        h(
                            "span",
                            str(sheet.coins),
                            aria_label=words("coins.label", coins=sheet.coins, track=COIN_TRACK),
                        ),
                        class_="worth",
                    ),
                    class_="one",
                    aria_pressed="true" if player == looking else "false",
                    key=str(player),
                )
                for player, sheet in enumerate(moment.sheets)
            ],
            class_="everybody",
        ),
    ]
