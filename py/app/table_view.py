"""The table below the map while a choice is to be made: coins and monsters, the card, and the keys for the thumb."""

from __future__ import annotations

from functools import lru_cache

from app.element import Element, h
from app.map_art import miniature
from app.parts import button, difference, icon
from app.position import Position, earned
from app.scene_view import season_table
from app.text import Words, number, signed
from app.update import shapes_of
from cartographers.cards import ExploreCard, terrains_of
from cartographers.events import Forced
from cartographers.game import Task
from cartographers.polyomino import Polyomino
from cartographers.scoring import monsters, stars
from cartographers.scoring.card import explanation
from cartographers.seasons import EDICTS
from cartographers.sheet import COIN_TRACK


def table(words: Words, at: Position) -> Element:
    """Return what the thumb needs: coins and monsters, the card with its choices, and the keys."""
    return h(
        "section",
        _ledger(words, at) if at.game.plies else h("p", words("hint"), class_="ledger", key="hint"),
        _card(words, at),
        _tip(words, at) if at.model.lit else None,
        _thumb(words, at),
        _scored(words, at) if at.state.scores else None,
        class_="table",
        key="table",
    )


def _scored(words: Words, at: Position) -> Element:
    """Return the seasons so far, shown where there is room."""
    return h(
        "div",
        season_table(words, [season[0] for season in at.state.scores], at.stars),
        class_="card scored-seasons",
        key="scored",
    )


def _ledger(words: Words, at: Position) -> Element:
    coins, lost = at.after.coins, stars(earned(None, at.after))
    delta = lost - stars(earned(None, at.sheet))
    return h(
        "div",
        _coin_track(coins, words("coins.label", coins=coins, track=COIN_TRACK)),
        h("span", signed(coins) if coins else "0", class_="coin-worth", aria_hidden="true"),
        h(
            "span",
            words("practice"),
            class_="practice",
            role="img",
            aria_label=words.plural("end.practice", at.game.takebacks),
        )
        if at.game.takebacks
        else None,
        button(
            "light monsters",
            icon("icon-monster"),
            h("span", number(lost)),
            difference(delta),
            class_="lost",
            aria_pressed="true" if at.model.lit == "monsters" else "false",
            aria_label=words.plural("monsters.label", lost),
        ),
        class_="ledger",
    )


@lru_cache(maxsize=COIN_TRACK + 1)
def _coin_track(coins: int, label: str) -> Element:
    return h(
        "svg",
        [
            h("use", href="#icon-coin" if place < coins else "#icon-coin-empty", x=24 * place, width=24, height=24)
            for place in range(COIN_TRACK)
        ],
        class_="coins",
        viewBox=f"0 0 {24 * COIN_TRACK} 24",
        role="img",
        aria_label=label,
    )


def _card(words: Words, at: Position) -> Element:
    card, task = at.state.card, at.task
    if task is None or not isinstance(card, ExploreCard):
        return h("div", class_="card")
    note = None
    if task.forced is not Forced.NONE:
        note = h("span", words(f"forced.{task.forced.value}"), class_="forced")
    return h(
        "div",
        icon(f"card-{card.id}", "picture"),
        h(
            "div",
            h("h2", words(f"name.{card.id}")),
            h(
                "p",
                icon("icon-hourglass"),
                h("span", str(card.time), aria_label=words("card.time", time=card.time), role="img"),
                h(
                    "span",
                    icon("icon-ruins"),
                    words("card.ruins"),
                    class_="on-ruins",
                    role="img",
                    aria_label=words("card.ruins.label"),
                )
                if task.must_cover is not None
                else None,
                note,
            ),
            class_="what",
        ),
        _choices(words, at, task),
        class_="card",
        key=f"card-{card.id}",
    )


def _choices(words: Words, at: Position, task: Task) -> Element:
    chosen = task.options[at.model.ghost.option] if at.model.ghost else task.options[0]
    terrains = terrains_of(task.options)
    shapes = shapes_of(task)
    return h(
        "div",
        h(
            "div",
            [
                button(
                    f"terrain {terrain.value}",
                    miniature(terrain.value),
                    h("span", words(f"terrain.{terrain.value}"), class_="caption"),
                    class_="choice",
                    aria_label=words(f"terrain.{terrain.value}"),
                    aria_pressed="true" if terrain is chosen.terrain else "false",
                    key=terrain.value,
                )
                for terrain in terrains
            ],
            class_=f"terrains of-{len(terrains)}",
            role="group",
            aria_label=words("choose.terrain"),
        ),
        h(
            "div",
            [
                button(
                    f"shape {number}",
                    _shape_picture(option.shape),
                    icon("icon-coin", "pays") if option.coin else None,
                    class_="choice",
                    aria_label=words(
                        "shape.coin" if option.coin else "shape.label", number=number + 1, cells=len(option.shape.cells)
                    ),
                    aria_pressed="true" if option.shape == chosen.shape else "false",
                    key=f"shape-{number}",
                )
                for number, option in enumerate(shapes)
            ],
            class_="shapes",
            role="group",
            aria_label=words("choose.shape"),
        )
        if len(shapes) > 1
        else None,
        class_="choices",
    )


@lru_cache(maxsize=64)
def _shape_picture(shape: Polyomino) -> Element:
    printed = shape.printed
    size = max(printed.width, printed.height, 3)
    left, top = (size - printed.width) / 2, (size - printed.height) / 2
    return h(
        "svg",
        [h("rect", x=left + c + 0.05, y=top + r + 0.05, width=0.9, height=0.9, rx=0.12) for r, c in shape.cells],
        class_="shape",
        viewBox=f"0 0 {size} {size}",
        aria_hidden="true",
    )


def _tip(words: Words, at: Position) -> Element:
    """Return the explanation of what is lit."""
    lit = at.model.lit
    card = at.edict(lit) if lit in EDICTS else None
    now, after = stars(earned(card, at.sheet)), stars(earned(card, at.after))
    worth = words("tip.now" if now == after else "tip.with", stars=number(now), after=number(after))
    return h(
        "div",
        icon(f"edict-{card.id}" if card else "icon-monster"),
        h(
            "div",
            h("h2", words(f"name.{card.id}") if card else words("monsters")),
            h("p", explanation(card.rule if card else monsters), " ", h("b", worth)),
        ),
        button(f"light {lit}", icon("icon-cross"), class_="close", aria_label=words("close")),
        class_="tip",
        key="tip",
    )


def verdict(words: Words, at: Position) -> str:
    """Return whether the ghost fits, or why not, in a word or three."""
    if at.against:
        return words(f"reason.{at.against.reason.name}")
    return words("fits.ruins" if at.task and at.task.must_cover is not None else "fits")


def _thumb(words: Words, at: Position) -> Element:
    illegal = at.against is not None
    return h(
        "div",
        button("turn 1", icon("icon-turn"), h("span", words("turn")), class_="key turn"),
        button("flip", icon("icon-flip"), h("span", words("flip")), class_="key flip"),
        button(
            "undo",
            icon("icon-undo"),
            h("span", words("undo")),
            class_="key undo",
            aria_disabled="true" if not at.game.plies else None,
        ),
        button(
            "where",
            icon("icon-where"),
            h("span", words("where"), aria_hidden="true"),
            class_="key where",
            aria_label=words("where.label"),
        ),
        button(
            "confirm",
            h("b", words("confirm")),
            h("span", icon("icon-cross" if illegal else "icon-check"), verdict(words, at), class_="verdict"),
            class_="confirm",
            aria_disabled="true" if illegal else None,
        ),
        class_="thumb",
    )
