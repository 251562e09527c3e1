"""The panel while a player here draws: coins and monsters, the card, and the buttons."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from app import messages as m
from app.board import forms
from app.board.board import Board
from app.board.board_view import ledger, space_note, tip
from app.board.event_texts import describe_fit
from app.board.names import player_name, target_text
from app.drawing.controls import button, icon, undo_button
from app.drawing.element import Element, h
from app.drawing.map_art import miniature
from app.drawing.shapes import pattern, shape_picture
from app.game.game import Game
from app.game.ghost import shapes_of, terrain_word
from app.game.setup import FIRST_SEED
from cartographers.beast import Beast
from cartographers.cards import AmbushCard, ExploreCard, HeroCard, Option, terrains_of
from cartographers.events import ForcedReason
from cartographers.state import Task
from words import Words

#: The cards that a task can be about.
TaskCard: TypeAlias = ExploreCard | AmbushCard | HeroCard

#: The smallest number of terrains that leaves room for only one line of the card's text.
_MANY = 5
#: The symbol of a legal place.
_LEGAL = "icon-check"


def choice_panel(
    words: Words, board: Board, failure: tuple[str, Element] | None, *, leaves: bool = False, missing: str = ""
) -> Element:
    """Return the panel: coins and monsters, the card with its choices, and the buttons.

    An explanation leaves the choices in sight. ``failure`` is the reason why a hint can't be found, and a button to try
    again. If ``leaves``, a button leads back to the previous screen instead of undoing a ply. ``missing`` says what the
    player must do before confirming; it is empty if nothing is missing.
    """
    undo = None if leaves else board.game.last_ply_here is not None
    return h(
        "section",
        ledger(words, board) if board.game.plies else _controls(words, board.game),
        space_note(words, board),
        _card(words, board, board.task) if board.task else None,
        tip(words, board, failure) if board.lit else None,
        _thumb(words, missing or describe_fit(words, board), _mark(board, missing), undo=undo),
        class_="tray choice-panel explaining" if board.lit else "tray choice-panel",
        key="tray",
    )


def _controls(words: Words, game: Game) -> Element:
    """Return the hint before the first ply, which explains the controls.

    It begins with the result to beat or, in the player's first game, with the goal.
    """
    first = words("controls.first") if game.id.seed == FIRST_SEED else None
    beat = words("controls.beat", beat=target_text(words, game.rival)) if game.rival else None
    ways = h("span", words("controls"), class_="by-touch"), h("span", words("controls.mouse"), class_="by-mouse")
    return h("p", beat or first, " ", *ways, class_="ledger", key="controls")


def _card(words: Words, board: Board, task: Task) -> Element:
    whose = None if task.sheet == task.player else words("map.of", name=player_name(words, board.game, task.sheet))
    option = board.ghost.option if board.ghost else 0
    beast = task.options[option].beast
    acts = beast is not None and board.game.acts(beast, board.moment)
    covering = task.must_cover is not None
    return _card_saying(words, task.card, task.options, option, whose, task.forced, covering=covering, acts=acts)


@lru_cache(maxsize=8)
def _card_saying(
    words: Words,
    card: TaskCard,
    options: tuple[Option, ...],
    option: int,
    whose: str | None,
    forced: ForcedReason,
    *,
    covering: bool,
    acts: bool,
) -> Element:
    """Return the card in play with its notes and choices.

    ``whose`` names the map if it is another player's.
    """
    many = len(terrains_of(options)) >= _MANY
    return h(
        "div",
        icon(f"card-{card.id}", "picture"),
        h(
            "div",
            h("h2", words(f"name.{card.id}")),
            h("p", _notes(words, card, options, whose, forced, covering=covering)),
            button(m.Open("cards"), class_="cover", aria_label=words("card.takes", time=card.time))
            if isinstance(card, ExploreCard) and not many
            else None,
            class_="what",
        ),
        _choices(words, options, options[option], acts=acts),
        class_="card choosing for-many" if many else "card choosing",
        key=f"card-{card.id}",
    )


def _notes(
    words: Words,
    card: TaskCard,
    options: tuple[Option, ...],
    whose: str | None,
    forced: ForcedReason,
    *,
    covering: bool,
) -> list[Element | None]:
    """Return the notes on the card in play: its time, and anything unusual."""
    picking = options[0].terrain is None
    return [
        icon("icon-hourglass") if isinstance(card, ExploreCard) else None,
        h("span", str(card.time), aria_hidden="true") if isinstance(card, ExploreCard) else None,
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
        h("span", words(f"forced.{forced.value}"), class_="forced") if forced is not ForcedReason.NONE else None,
    ]


def _effect(words: Words, beast: Beast) -> Element:
    """Return the button that explains a beast's effect."""
    return button(
        m.HighlightTopic(m.Topic(beast.value)),
        icon("icon-help"),
        " ",
        h("span", words("beast.what")),
        class_="effect-of",
        aria_label=words("beast.label", beast=words(f"terrain.{beast.value}")),
    )


def _choices(words: Words, options: tuple[Option, ...], chosen: Option, *, acts: bool) -> Element:
    """Return the buttons for the card's terrains and shapes, with a hero's attack or a beast's effect."""
    terrains = terrains_of(options)
    shapes = shapes_of(options)
    beast = chosen.beast.value if chosen.beast else ""
    return h(
        "div",
        h(
            "div",
            [
                button(
                    m.ChooseTerrain(terrain_word(terrain)),
                    miniature(terrain_word(terrain), beast),
                    h("span", words(f"terrain.{terrain_word(terrain)}"), class_="caption"),
                    class_="choice",
                    aria_label=words(f"terrain.{terrain_word(terrain)}"),
                    aria_pressed="true" if terrain is chosen.terrain else "false",
                    key=terrain_word(terrain),
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
                    m.ChooseShape(number),
                    shape_picture(option.shape),
                    icon("icon-coin", "pays") if option.coin else None,
                    class_="choice",
                    aria_label=words(
                        "shape.coin" if option.coin else "shape.label",
                        number=number + 1,
                        form=forms.describe_form(words, option.shape.cells),
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
        _effect(words, chosen.beast) if chosen.beast and acts else None,
        class_="choices",
    )


def _mark(board: Board, missing: str) -> str:
    """Return the symbol beside the verdict on the ghost; empty if something is missing."""
    if missing:
        return ""
    return "icon-cross" if board.against else _LEGAL


@lru_cache(maxsize=32)
def _thumb(words: Words, verdict: str, mark: str, *, undo: bool | None) -> Element:
    """Return the buttons, with the verdict on the ghost and its mark.

    ``undo`` tells whether a ply can be undone; None replaces that button by one that leaves.
    """
    return h(
        "div",
        button(m.Rotate(1), icon("icon-turn"), h("span", words("turn")), class_="key turn"),
        button(m.Flip(), icon("icon-flip"), h("span", words("flip")), class_="key flip"),
        button(m.Back(), icon("icon-leave"), h("span", words("replay.leave")), class_="key undo")
        if undo is None
        else undo_button(words, enabled=undo),
        button(
            m.NextPlace(),
            icon("icon-where"),
            h("span", words("where"), aria_hidden="true"),
            class_="key where",
            aria_label=words("where.label"),
        ),
        button(
            m.Confirm(),
            h("b", words("confirm")),
            h("span", icon(mark) if mark else None, verdict, class_="verdict"),
            class_="confirm",
            aria_disabled=None if mark == _LEGAL else "true",
        ),
        class_="thumb",
    )
