"""The table below the map while a choice is to be made: coins and monsters, the card, and the keys for the thumb."""

from __future__ import annotations

from functools import lru_cache

from app.element import Element, h
from app.ghost import kind
from app.map_art import miniature
from app.names import name_of
from app.parts import button, difference, icon
from app.position import Position, earned
from app.scene_view import season_table
from app.text import Words, number, signed
from app.update import shapes_of
from cartographers.attack import Attack
from cartographers.beast import Beast
from cartographers.cards import ExploreCard, HeroCard, terrains_of
from cartographers.events import Forced
from cartographers.game import Task
from cartographers.polyomino import Polyomino
from cartographers.scoring import monsters, stars
from cartographers.scoring.card import explanation
from cartographers.seasons import EDICTS
from cartographers.sheet import COIN_TRACK

#: So many terrains leave the card's words one line.
_MANY = 5
#: A cross in a space of side 1, the mark of a struck space.
_CROSS = "M.24 .24L.76 .76M.76 .24L.24 .76M.06 .06H.94V.94H.06Z"


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
        season_table(words, [season[at.owner] for season in at.state.scores]),
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
        h("span", [_beast(words, at, beast) for beast in at.beasts], class_="beast-keys") if at.beasts else None,
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


def _beast(words: Words, at: Position, beast: Beast) -> Element:
    """Return the button that says what a beast on the map will do."""
    return button(
        f"light {beast.value}",
        h("b", beast.letter),
        class_="beast-key",
        aria_pressed="true" if at.model.lit == beast.value else "false",
        aria_label=words(f"terrain.{beast.value}"),
        key=beast.value,
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
    task = at.task
    if task is None:
        return h("div", class_="card")
    return h(
        "div",
        icon(f"card-{task.card.id}", "picture"),
        h(
            "div",
            h("h2", words(f"name.{task.card.id}")),
            h("p", _notes(words, at, task)),
            class_="what",
        ),
        _choices(words, at, task),
        class_="card",
        key=f"card-{task.card.id}",
    )


def _notes(words: Words, at: Position, task: Task) -> list[Element | None]:
    """Return what there is to say about the card in play: its time, and what is out of the ordinary."""
    card = task.card
    return [
        icon("icon-hourglass") if isinstance(card, ExploreCard) else None,
        h("span", str(card.time), aria_label=words("card.time", time=card.time), role="img")
        if isinstance(card, ExploreCard)
        else None,
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
        h(
            "span",
            words("pass.whose", map=words("map.of", name=name_of(words, at.game, task.sheet))),
            class_="on-ruins whose",
        )
        if task.sheet != task.player
        else None,
        h("span", icon("icon-destroy"), words("pick"), class_="forced") if task.is_pick else None,
        h("span", icon("icon-hero"), words("hero.note"), class_="strikes") if isinstance(card, HeroCard) else None,
        h("span", words(f"forced.{task.forced.value}"), class_="forced") if task.forced is not Forced.NONE else None,
    ]


def _letter(words: Words, beast: Beast) -> Element:
    """Return the letter that is drawn with an ambush, as a button that says what it does."""
    return button(
        f"light {beast.value}",
        h("b", beast.letter),
        h("span", words("beast.what")),
        class_="letter-of",
        aria_label=words("beast.label", beast=words(f"terrain.{beast.value}")),
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
                    f"terrain {kind(terrain)}",
                    miniature(kind(terrain)),
                    h("span", words(f"terrain.{kind(terrain)}"), class_="caption"),
                    class_="choice",
                    aria_label=words(f"terrain.{kind(terrain)}"),
                    aria_pressed="true" if terrain is chosen.terrain else "false",
                    key=kind(terrain),
                )
                for terrain in terrains
            ],
            class_=f"terrains of-{len(terrains) if len(terrains) < _MANY else 'many'}",
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
        _pattern(words, chosen.attack) if chosen.attack else None,
        _letter(words, chosen.beast) if chosen.beast and at.game.acts(chosen.beast, at.moment) else None,
        class_="choices",
    )


@lru_cache(maxsize=8)
def _pattern(words: Words, attack: Attack) -> Element:
    """Return a hero's attack as its card shows it: the hero, and the spaces that it strikes."""
    cells = [*attack.offsets, (0, 0)]
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    height = 1 + max(row for row, _ in cells) - top
    width = 1 + max(column for _, column in cells) - left
    size = max(width, height)
    across, down = (size - width) / 2 - left, (size - height) / 2 - top
    return h(
        "svg",
        h("rect", x=across + 0.08, y=down + 0.08, width=0.84, height=0.84, rx=0.15, class_="stands"),
        [
            h("path", d=_CROSS, transform=f"translate({across + column} {down + row})", class_="strikes")
            for row, column in attack.offsets
        ],
        class_="shape pattern",
        viewBox=f"0 0 {size} {size}",
        role="img",
        aria_label=words("hero.pattern"),
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
    beast = at.lit_beast
    if beast:
        symbol, name = "icon-monster", words(f"terrain.{beast.value}").capitalize()
        text: list[Element | str] = [words(f"beast.{beast.value}")]
    else:
        symbol = f"edict-{card.id}" if card else "icon-monster"
        name = words(f"name.{card.id}") if card else words("monsters")
        now, after = stars(earned(card, at.sheet)), stars(earned(card, at.after))
        worth = words("tip.now" if now == after else "tip.with", stars=number(now), after=number(after))
        text = [explanation(card.rule if card else monsters), " ", h("b", worth)]
    return h(
        "div",
        icon(symbol),
        h("div", h("h2", name), h("p", text)),
        button(f"light {lit}", icon("icon-cross"), class_="close", aria_label=words("close")),
        class_="tip",
        key="tip",
    )


def verdict(words: Words, at: Position) -> str:
    """Return whether the ghost fits, or why not, in a word or three."""
    if at.against:
        return words(f"reason.{at.against.reason.name}")
    if at.ply and at.ply.attack & at.sheet.monster:
        return words.plural("fits.strikes", (at.ply.attack & at.sheet.monster).bit_count())
    if at.task and at.task.is_pick:
        return words("fits.pick")
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
