"""What a message makes of the model: a pure function, and the only place where the page's state changes."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from app.ghost import Ghost, first_ghost, ghost_ply, ghost_region, inside, nearest_fit, next_fit
from app.model import (
    Again,
    AmbushScene,
    Begin,
    ChooseShape,
    ChooseSide,
    ChooseTerrain,
    Confirm,
    Continue,
    Dialog,
    EndScene,
    Flip,
    Game,
    Home,
    Hover,
    Light,
    Message,
    Model,
    Moment,
    Move,
    NextShape,
    NextTerrain,
    Open,
    Proceed,
    Scene,
    SeasonScene,
    Step,
    Tap,
    Turn,
    TypeSeed,
    Undo,
    Where,
    moment_of,
    scenes,
)
from cartographers.cards import Option, terrains_of
from cartographers.errors import IllegalMove, InvalidRecord
from cartographers.events import Reveal
from cartographers.game import Ply, Task, apply, new_game
from cartographers.game_id import GameId
from cartographers.maps import blank_sheet
from cartographers.record import read_record, write_record
from cartographers.region import position
from cartographers.seasons import SEASONS

_PRACTICE = "practice"
_SEEN = "seen"


def start(seed: str, save: str = "", side: str = "A") -> Model:
    """Return the model of the start screen, with a seed for the next game and the saved game, if there is one."""
    blank = Model(seed=seed, side=side, save=save)
    if not save:
        return blank
    try:
        return replace(blank, save_over=read_save(save).game.state.over)
    except InvalidRecord as error:
        return replace(blank, save_error=str(error))


def save_text(model: Model) -> str:
    """Return what to keep for the next visit: the record, and what a record does not say.

    That is how often undo has gone back past a reveal, and how many of the last ply's scenes have been seen.
    """
    game = model.game
    if game is None:
        return model.save
    notes = {_PRACTICE: game.takebacks, _SEEN: model.seen}
    return " ".join([game.record, *(f"{word}:{count}" for word, count in notes.items() if count)])


class Saved(NamedTuple):
    """A saved game, what happened with its last ply, and how many scenes of that have been seen."""

    game: Game
    scenes: tuple[Scene, ...]
    seen: int


def read_save(text: str) -> Saved:
    """Return the game of a saved text.

    Raises :class:`InvalidRecord` when it is not one; nothing is half loaded.
    """
    record, *notes = text.split() or [""]
    counts = {_PRACTICE: 0, _SEEN: 0}
    for note in notes:
        word, _, count = note.partition(":")
        if word not in counts or not re.fullmatch(r"[0-9]{1,4}", count):
            msg = f"after the record stands {note!r}, which is neither {_PRACTICE} nor {_SEEN} with a number"
            raise InvalidRecord(msg)
        counts[word] = int(count)
    played = read_record(record)
    if played.id.players != 1:
        msg = f"it is a game of {played.id.players} players, and this page plays alone"
        raise InvalidRecord(msg)
    before = moment_of(played.states[-2]) if played.plies else _blank(played.id)
    game = Game(played.id, played.plies, played.states[-1], counts[_PRACTICE])
    return Saved(game, scenes(before, game.state), counts[_SEEN])


def _blank(game_id: GameId) -> Moment:
    """Return what lies on the table before a game begins."""
    return Moment(blank_sheet(game_id.side), SEASONS[0])


def update(model: Model, message: Message) -> Model:
    """Return the model after a message; one that makes no sense now changes nothing."""
    match message:
        case Home(seed):
            return start(seed, save_text(model), model.side)
        case TypeSeed(text):
            return replace(model, seed=text, seed_error="")
        case ChooseSide(side):
            return replace(model, side=side)
        case Begin(sure):
            return _begin(model, sure=sure)
        case Again():
            return _new(model.game.id) if model.game else model
        case Continue():
            return _continue(model)
        case Open(name):
            return replace(model, dialog=Dialog(name))
        case Light(what):
            return replace(model, lit="" if model.lit == what else what)
        case Step():
            return replace(model, step=model.step + 1) if model.walking else model
        case Proceed():
            return _proceed(model)
        case Undo():
            return _undo(model)
        case _:
            return _place(model, message)


def _place(model: Model, message: Message) -> Model:
    """Return the model after a message that is about the ghost."""
    game, ghost = model.game, model.ghost
    if game is None or ghost is None or model.scene or game.state.task is None:
        return model
    task = game.state.task
    match message:
        case Hover(space):
            return model if model.pinned else replace(model, ghost=_pivot_on(ghost, task, space))
        case Tap(space, mouse):
            if mouse and model.pinned and ghost_region(ghost, task) >> space & 1:
                return _confirm(model, game, ghost_ply(ghost, task))
            return replace(model, ghost=_pivot_on(ghost, task, space), pinned=True)
        case Move(rows, columns):
            return replace(model, ghost=inside(ghost.moved(rows, columns), task), pinned=True)
        case Where():
            return replace(model, ghost=next_fit(game.state, ghost), pinned=True)
        case Turn(quarters):
            return replace(model, ghost=inside(ghost.turned(quarters), task))
        case Flip():
            return replace(model, ghost=inside(ghost.flipped(), task))
        case ChooseTerrain(terrain):
            return _choose(model, game, ghost, terrain, _shape_number(task, ghost.option))
        case ChooseShape(number):
            return _choose(model, game, ghost, task.options[ghost.option].terrain.value, number)
        case NextTerrain():
            terrains = terrains_of(task.options)
            after = terrains.index(task.options[ghost.option].terrain) + 1
            next_one = terrains[after % len(terrains)].value
            return _choose(model, game, ghost, next_one, _shape_number(task, ghost.option))
        case NextShape():
            number = (_shape_number(task, ghost.option) + 1) % len(shapes_of(task))
            return _choose(model, game, ghost, task.options[ghost.option].terrain.value, number)
        case Confirm():
            return _confirm(model, game, ghost_ply(ghost, task))
        case _:
            return model


def shapes_of(task: Task) -> list[Option]:
    """Return one option for each of the task's different shapes."""
    return list({option.shape: option for option in reversed(task.options)}.values())[::-1]


def _shape_number(task: Task, option: int) -> int:
    return [other.shape for other in shapes_of(task)].index(task.options[option].shape)


def _choose(model: Model, game: Game, ghost: Ghost, terrain: str, shape_number: int) -> Model:
    """Return the model with the option of that terrain and shape; it stays where it is if it fits there."""
    task = game.state.task
    if task is None or not 0 <= shape_number < len(shapes_of(task)):
        return model
    shape = shapes_of(task)[shape_number].shape
    wanted = [n for n, option in enumerate(task.options) if option.terrain.value == terrain and option.shape == shape]
    if not wanted or wanted[0] == ghost.option:
        return model
    same_shape = task.options[ghost.option].shape == shape
    chosen = replace(ghost, option=wanted[0])
    return replace(model, ghost=inside(chosen, task) if same_shape else nearest_fit(game.state, chosen))


def _pivot_on(ghost: Ghost, task: Task, space: int) -> Ghost:
    row, column = position(space)
    return inside(replace(ghost, row=row, column=column), task)


def _confirm(model: Model, game: Game, ply: Ply) -> Model:
    """Return the model after a ply; one that the rules do not allow changes nothing."""
    try:
        state = apply(game.state, ply)
    except IllegalMove:
        return model
    after = replace(game, plies=(*game.plies, ply), state=state)
    return _show(replace(model, game=after, pending=scenes(moment_of(game.state), state), seen=0))


def _show(model: Model) -> Model:
    """Return the model with what belongs to the scene on the page, or with the ghost when a choice is to be made."""
    scene = model.scene
    lit = ""
    if isinstance(scene, SeasonScene):
        lit = next((letter for letter, awards in scene.score.edicts.items() if awards), "")
    ghost = model.ghost if scene or model.game is None else first_ghost(model.game.state, model.ghost)
    return replace(model, lit=lit, step=0, pinned=False, ghost=ghost)


def _proceed(model: Model) -> Model:
    scene = model.scene
    if scene is None or isinstance(scene, EndScene):
        return model
    if isinstance(scene, AmbushScene) and model.walking:
        return replace(model, step=len(scene.event.trail))
    return _show(replace(model, pending=model.pending[1:], seen=model.seen + 1))


def _begin(model: Model, *, sure: bool) -> Model:
    try:
        game_id = GameId(model.seed.strip().lower(), model.side)
    except InvalidRecord as error:
        return replace(model, seed_error=str(error))
    if _worth_asking(model) and not sure:
        return replace(model, dialog=Dialog.REPLACE)
    return _new(game_id)


def _new(game_id: GameId) -> Model:
    """Return the model at the beginning of a game."""
    state = new_game(game_id)
    fresh = Model(seed=game_id.seed, side=game_id.side, game=Game(game_id, (), state))
    return _show(replace(fresh, pending=scenes(_blank(game_id), state)))


def _worth_asking(model: Model) -> bool:
    """Say whether a save would be lost by a new game: an unfinished game, or a text that cannot be read."""
    return bool(model.save) and not model.save_over


def _continue(model: Model) -> Model:
    """Return the model with the saved game, at the first scene that has not been seen; its end is always shown."""
    try:
        saved = read_save(model.save)
    except InvalidRecord as error:
        return replace(model, save_error=str(error))
    seen = min(saved.seen, len(saved.scenes) - saved.game.state.over)
    continued = Model(seed=model.seed, side=saved.game.id.side, game=saved.game, seen=seen)
    return _show(replace(continued, pending=saved.scenes[seen:]))


def _undo(model: Model) -> Model:
    """Return the model without the last ply; going back past a reveal makes it a practice game."""
    game = model.game
    if game is None or not game.plies:
        return model
    revealed = any(isinstance(event, Reveal) for event in game.state.events)
    saved = read_save(write_record(game.id, game.plies[:-1]))
    earlier = replace(saved.game, takebacks=game.takebacks + revealed)
    return _show(replace(model, game=earlier, pending=(), seen=len(saved.scenes)))
