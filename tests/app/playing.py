"""Games at the page: whole ones, played without a thought, and how to read what they show."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from itertools import accumulate, chain
from pathlib import Path
from random import Random

from hypothesis import strategies as st

from app.element import Element, text_of, walk
from app.ghost import fitting_ghosts, ghost_ply, kind
from app.model import (
    Begin,
    ChooseShape,
    ChooseTerrain,
    Confirm,
    CurtainScene,
    EndScene,
    Flip,
    Game,
    Message,
    Model,
    Move,
    NextShape,
    NextTerrain,
    Proceed,
    Scene,
    Step,
    Tap,
    Turn,
    Where,
)
from app.setup import LONGEST_NAME, Cartographer, setup_of
from app.text import Words
from app.update import start, update
from app.view import view
from cartographers.beast import Beast
from cartographers.bots.random_player import random_player
from cartographers.boxes import Box
from cartographers.events import Event
from cartographers.game import apply, new_game
from cartographers.game_id import GameId, pure_game
from cartographers.region import BOARD, space_at, space_name, spaces
from cartographers.rules import is_legal
from cartographers.seen import seen
from cartographers.sheet import Sheet
from cartographers.state import Ply, State, Task
from cartographers.terrain import Terrain

WORDS = Words(json.loads((Path(__file__).parents[2] / "web/catalogue/en.json").read_text("utf-8")))
SEED = "k3x9q2"
PLACING: tuple[Message, ...] = (
    *(Where(), Where(), Where()),
    *(Turn(1), Turn(-1), Flip(), NextTerrain(), NextShape()),
    *(Move(1, -2), Tap(55), Tap(101)),
)

#: Who plays: with all that a sheet has room for, with a name alone, and without one.
ANA = Cartographer("Ana", "Dame", "Avalon")
BORIS = Cartographer("Boris")
NOBODY = Cartographer(land="Nowhere")

BASE_A = GameId(SEED)
BASE_B = GameId("b2", "B")
HEROES = pure_game("s68", Box.HEROES)
PAIR = GameId("s19", players=2)
TRIO = GameId(
    "s114",
    players=3,
    explore=Box.HEROES,
    seasons=Box.HEROES,
    ambush=Box.HEROES,
    heroes=True,
    scoring=Box.BOTH,
)


#: Lines as they may stand on a sheet, and who may have written them.
lines = st.text(st.characters(exclude_categories=("C", "Z"), include_characters=" "), max_size=LONGEST_NAME)
cartographers = st.builds(Cartographer, lines, lines, lines)


def begun(game_id: GameId = BASE_A, *who: Cartographer) -> Model:
    """Return a game that has just begun, what comes before its first choice still to be shown."""
    setup = setup_of(game_id.seed, game_id, who or (Cartographer(),) * game_id.players)
    return update(replace(start(game_id.seed), setup=setup), Begin())


def after(model: Model, *messages: Message) -> Model:
    """Return the model after messages, one after the other."""
    return reduce(update, messages, model)


def choosing(model: Model) -> Model:
    """Return the model at its next choice, or at the end."""
    while model.scene and not isinstance(model.scene, EndScene):
        model = update(model, Proceed())
    return model


def at_rest(model: Model) -> Model:
    """Return the model when the scene on the page has gone on by itself as far as it does."""
    while model.moving:
        model = update(model, Step())
    return model


def to_be_seen(model: Model) -> tuple[Scene, ...]:
    """Return the scenes that are still to be shown, but for a curtain, which is no part of what has happened."""
    return tuple(scene for scene in model.pending if not isinstance(scene, CurtainScene))


def placing(model: Model, rng: Random) -> list[Message]:
    """Return messages that put the ghost, wherever it is, where a player without a thought would draw."""
    state, task, now = game_of(model).state, task_of(model), model.ghost
    ply = random_player(seen(state, task.player), rng)
    fitting = chain.from_iterable(fitting_ghosts(state, option) for option in range(len(task.options)))
    wanted = next(ghost for ghost in fitting if ghost_ply(ghost, task) == ply)
    assert now is not None
    option = task.options[wanted.option]
    messages: list[Message] = []
    if option != task.options[now.option]:
        shapes = list(dict.fromkeys(other.shape for other in task.options))
        messages = [ChooseTerrain(kind(option.terrain)), ChooseShape(shapes.index(option.shape))]
        now = after(model, *messages).ghost or now
    if now.mirrored != wanted.mirrored:
        messages.append(Flip())
        now = now.flipped()
    if now.turns != wanted.turns:
        messages.append(Turn(wanted.turns - now.turns))
    return [*messages, Tap(space_at(wanted.row, wanted.column))]


def drawn(model: Model, rng: Random) -> Model:
    """Return the model after a ply without a thought, all that comes of it still to be shown."""
    return after(model, *placing(model, rng), Confirm())


def playing(model: Model) -> Iterator[tuple[Message, Model]]:
    """Play a whole game without a thought; yield each message, and the model after it.

    Before the ghost is put where it is drawn it goes astray, and where the rules object a confirmation changes nothing.
    What is drawn depends on nothing but the rules.
    """
    name = str(game_of(model).id)
    player, hand = Random(name), Random(name)  # noqa: S311 - a game to look at, and repeatable on purpose
    while not isinstance(model.scene, EndScene):
        if model.scene:
            sent: list[Message] = [Step() if model.walking and hand.random() < 0.9 else Proceed()]
        else:
            sent = hand.choices(PLACING, k=2)
            astray = after(model, *sent)
            sent += [*([] if ply_fits(astray) else [Confirm()]), *placing(astray, player), Confirm()]
        for message in sent:
            model = update(model, message)
            yield message, model


def played(game_id: GameId, *who: Cartographer) -> list[tuple[Message, Model]]:
    """Return a whole game: each message, and the model after it."""
    first = begun(game_id, *who)
    return [(Begin(), first), *playing(first)]


def game_of(model: Model) -> Game:
    """Return the game that a model has."""
    assert model.game is not None
    return model.game


def task_of(model: Model) -> Task:
    """Return what is to be done in a model."""
    task = game_of(model).state.task
    assert task is not None
    return task


def ply_of(model: Model) -> Ply:
    """Return what confirming the ghost of a model would be."""
    assert model.ghost is not None
    return ghost_ply(model.ghost, task_of(model))


def ply_fits(model: Model) -> bool:
    """Say whether the engine would take the ghost of a model."""
    return is_legal(game_of(model).state, ply_of(model))


def states_of(game: Game) -> list[State]:
    """Return the states before the first ply of a game and after each, as the engine has them."""
    return list(accumulate(game.plies, apply, initial=new_game(game.id)))


def happened(game: Game) -> list[Event]:
    """Return everything that has happened in a game."""
    return [event for state in states_of(game) for event in state.events]


# ------------------------------------------------------------------- reading the page


def shown(model: Model) -> Element:
    """Return the page of a model."""
    return view(WORDS, model)


def buttons(page: Element) -> dict[str, Element]:
    """Return the page's buttons by their commands, the first one where several have the same."""
    return {found.attributes["data-do"]: found for found in reversed(list(walk(page))) if found.tag == "button"}


def with_class(page: Element, name: str) -> list[Element]:
    """Return the parts of a page that have a class."""
    return [element for element in walk(page) if name in element.attributes.get("class", "").split()]


def part(page: Element, name: str) -> str:
    """Return the text of the one part that has a class."""
    found = [text_of(element) for element in with_class(page, name)]
    assert len(found) == 1, f"{name}: {found}"
    return found[0]


def labels(page: Element) -> list[str]:
    """Return what parts of a page are called for those who do not see them."""
    return [found.attributes["aria-label"] for found in walk(page) if "aria-label" in found.attributes]


def pressed(page: Element) -> list[str]:
    """Return the commands of the buttons that are pressed in."""
    return [
        found.attributes["data-do"]
        for found in walk(page)
        if found.tag == "button" and found.attributes.get("aria-pressed") == "true"
    ]


def integer(text: str) -> int:
    """Return a number that is written with a true minus sign or with its plus; no text is 0."""
    return int(text.replace("\N{MINUS SIGN}", "-") or "0")


def cells(page: Element) -> list[Element]:
    """Return the spaces of the map."""
    return [found for found in walk(page) if found.attributes.get("role") == "gridcell"]


def told(sheet: Sheet) -> list[str]:
    """Return what the spaces of a sheet are called on the page, in order."""
    found = []
    for space in spaces(BOARD):
        kinds = {beast.value: sheet.lair(beast) for beast in Beast}
        kinds |= {terrain.value: sheet.spaces_of(terrain) for terrain in Terrain}
        kinds |= {kind: getattr(sheet, kind) for kind in ("mountain", "wasteland", "destroyed")}
        here = [kind for kind, region in kinds.items() if region >> space & 1]
        text = [space_name(space), here[0].replace("zombie", "zombies")] if here else [space_name(space)]
        if sheet.ruins >> space & 1:
            text.append("on ruins" if here else "ruins")
        elif not here:
            text.append("empty")
        if sheet.attacked >> space & 1:
            text.append("under a hero's attack")
        found.append(", ".join(text))
    return found


def told_on(page: Element) -> list[str]:
    """Return what the spaces of the map on a page are called, in order."""
    return [cell.attributes["aria-label"] for cell in cells(page)]


# ------------------------------------------------------------------- the games

GAMES = {
    "A": played(BASE_A),
    "B": played(BASE_B),
    "heroes": played(HEROES, ANA),
    "pair": played(PAIR, BORIS, BORIS),
    "trio": played(TRIO, ANA, BORIS, NOBODY),
}
ALONE = {name: game for name, game in GAMES.items() if name in {"A", "B", "heroes"}}
TOGETHER = {name: game for name, game in GAMES.items() if name not in ALONE}
MODELS = [model for game in GAMES.values() for _, model in game]
CHOOSING = [model for model in MODELS if not model.scene]
