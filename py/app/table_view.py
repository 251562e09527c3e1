"""The table below the map while a choice is to be made: coins and monsters, the card, and the keys for the thumb."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from app.element import Element, h
from app.ghost import kind
from app.map_art import miniature
from app.names import name_of
from app.parts import button, difference, icon
from app.position import Position, worth
from app.scene_view import season_line, season_table
from app.text import Words, number, signed
from app.update import shapes_of
from cartographers.attack import Attack
from cartographers.beast import Beast
from cartographers.cards import AmbushCard, ExploreCard, HeroCard, Option, terrains_of
from cartographers.events import Forced
from cartographers.polyomino import Polyomino
from cartographers.scoring import monsters
from cartographers.scoring.card import explanation
from cartographers.seasons import EDICTS
from cartographers.sheet import COIN_TRACK
from cartographers.state import Task

#: What a task is about.
TaskCard: TypeAlias = ExploreCard | AmbushCard | HeroCard

#: So many terrains leave the card's words one line.
_MANY = 5
#: A cross in a space of side 1, the mark of a struck space.
_CROSS = "M.24 .24L.76 .76M.76 .24L.24 .76M.06 .06H.94V.94H.06Z"


def table(words: Words, at: Position) -> Element:
    """Return what the thumb needs: coins and monsters, the card with its choices, and the keys."""
    return h(
        "section",
        ledger(words, at) if at.game.plies else h("p", words("hint"), class_="ledger", key="hint"),
        _card(words, at, at.task) if at.task else None,
        tip(words, at) if at.model.lit else None,
        _thumb(words, verdict(words, at), legal=at.against is None, undo=bool(at.game.plies)),
        scored(words, at) if at.state.scores else None,
        class_="table",
        key="table",
    )


def scored(words: Words, at: Position) -> Element:
    """Return the seasons so far, shown where there is room."""
    seasons = tuple(season_line(season[at.owner]) for season in at.state.scores)
    return h("div", season_table(words, seasons), class_="card scored-seasons", key="scored")


def ledger(words: Words, at: Position) -> Element:
    """Return the coins, and what monsters cost, on the map."""
    lost = worth(None, at.after)
    delta = lost - worth(None, at.sheet)
    return _ledger_saying(words, at.after.coins, lost, delta, at.game.takebacks, tuple(at.beasts), at.model.lit)


@lru_cache(maxsize=16)
def _ledger_saying(
    words: Words, coins: int, lost: int, delta: int, takebacks: int, beasts: tuple[Beast, ...], lit: str
) -> Element:
    if delta:
        label = words("monsters.with", count=number(lost), delta=signed(delta))
    else:
        label = words.plural("monsters.label", lost)
    return h(
        "div",
        _coin_track(coins, words("coins.label", coins=coins, track=COIN_TRACK)),
        h("span", signed(coins) if coins else "0", class_="coin-worth", aria_hidden="true"),
        h(
            "span",
            words("practice"),
            class_="practice",
            role="img",
            aria_label=words.plural("end.practice", takebacks),
        )
        if takebacks
        else None,
        h("span", [_beast(words, beast, lit) for beast in beasts], class_="beast-keys") if beasts else None,
        button(
            "light monsters",
            icon("icon-monster"),
            h("span", number(lost)),
            " ",
            difference(delta),
            class_="lost",
            aria_pressed="true" if lit == "monsters" else "false",
            aria_label=label,
        ),
        class_="ledger",
    )


def _beast(words: Words, beast: Beast, lit: str) -> Element:
    """Return the button that says what a beast on the map will do."""
    return button(
        f"light {beast.value}",
        h("b", beast.letter),
        class_="beast-key",
        aria_pressed="true" if lit == beast.value else "false",
        aria_label=words(f"terrain.{beast.value}"),
        key=beast.value,
    )


@lru_cache(maxsize=COIN_TRACK + 1)
def _coin_track(coins: int, label: str) -> Element:
    return h(
        "svg",
        [
            h("use", href="#icon-coin", x=24 * place, width=24, height=24, class_="got")
            if place < coins
            else h("use", href="#icon-coin-empty", x=24 * place, width=24, height=24)
            for place in range(COIN_TRACK)
        ],
        class_="coins",
        viewBox=f"0 0 {24 * COIN_TRACK} 24",
        role="img",
        aria_label=label,
    )


def _card(words: Words, at: Position, task: Task) -> Element:
    whose = None if task.sheet == task.player else words("map.of", name=name_of(words, at.game, task.sheet))
    option = at.model.ghost.option if at.model.ghost else 0
    beast = task.options[option].beast
    acts = beast is not None and at.game.acts(beast, at.moment)
    covering = task.must_cover is not None
    return _card_saying(words, task.card, task.options, option, whose, task.forced, covering=covering, acts=acts)


@lru_cache(maxsize=8)
def _card_saying(
    words: Words,
    card: TaskCard,
    options: tuple[Option, ...],
    option: int,
    whose: str | None,
    forced: Forced,
    *,
    covering: bool,
    acts: bool,
) -> Element:
    """Return the card in play, on whose map it is drawn if not on one's own, and the choices that it leaves."""
    many = len(terrains_of(options)) >= _MANY
    return h(
        "div",
        icon(f"card-{card.id}", "picture"),
        h(
            "div",
            h("h2", words(f"name.{card.id}")),
            h("p", _notes(words, card, options, whose, forced, covering=covering)),
            class_="what",
        ),
        _choices(words, options, options[option], acts=acts),
        class_="card for-many" if many else "card",
        key=f"card-{card.id}",
    )


def _notes(
    words: Words, card: TaskCard, options: tuple[Option, ...], whose: str | None, forced: Forced, *, covering: bool
) -> list[Element | None]:
    """Return what there is to say about the card in play: its time, and what is out of the ordinary."""
    picking = options[0].terrain is None
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
        if covering
        else None,
        h("span", words("pass.whose", map=whose), class_="on-ruins whose") if whose else None,
        h("span", icon("icon-destroy"), words("pick"), class_="forced") if picking else None,
        h("span", icon("icon-hero"), words("hero.note"), class_="strikes") if isinstance(card, HeroCard) else None,
        h("span", words(f"forced.{forced.value}"), class_="forced") if forced is not Forced.NONE else None,
    ]


def _letter(words: Words, beast: Beast) -> Element:
    """Return the letter that is drawn with an ambush, as a button that says what it does."""
    return button(
        f"light {beast.value}",
        h("b", beast.letter),
        " ",
        h("span", words("beast.what")),
        class_="letter-of",
        aria_label=words("beast.label", letter=beast.letter, beast=words(f"terrain.{beast.value}")),
    )


def _choices(words: Words, options: tuple[Option, ...], chosen: Option, *, acts: bool) -> Element:
    """Return the buttons for the card's terrains and shapes, and what a hero or a beast does."""
    terrains = terrains_of(options)
    shapes = shapes_of(options)
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
                    shape_picture(option.shape),
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
        pattern(words, chosen.attack) if chosen.attack else None,
        _letter(words, chosen.beast) if chosen.beast and acts else None,
        class_="choices",
    )


@lru_cache(maxsize=8)
def pattern(words: Words, attack: Attack) -> Element:
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
def shape_picture(shape: Polyomino) -> Element:
    """Return a shape as its card shows it."""
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


def tip(words: Words, at: Position) -> Element:
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
        now, after = worth(card, at.sheet), worth(card, at.after)
        pays = words("tip.now" if now == after else "tip.with", stars=number(now), after=number(after))
        text = [explanation(card.rule if card else monsters), " ", h("b", pays)]
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


@lru_cache(maxsize=32)
def _thumb(words: Words, verdict: str, *, legal: bool, undo: bool) -> Element:
    return h(
        "div",
        button("turn 1", icon("icon-turn"), h("span", words("turn")), class_="key turn"),
        button("flip", icon("icon-flip"), h("span", words("flip")), class_="key flip"),
        button(
            "undo",
            icon("icon-undo"),
            h("span", words("undo")),
            class_="key undo",
            aria_disabled=None if undo else "true",
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
            h("span", icon("icon-check" if legal else "icon-cross"), verdict, class_="verdict"),
            class_="confirm",
            aria_disabled=None if legal else "true",
        ),
        class_="thumb",
    )
