"""What a message makes of the model: a pure function, and the only place where the page's state changes."""

from __future__ import annotations

import re
from dataclasses import replace

from app.ghost import Ghost, first_ghost, ghost_ply, ghost_region, inside, kind, nearest_fit, next_fit
from app.link import NO_LINK, Link
from app.model import (
    Again,
    Begin,
    Choose,
    ChooseShape,
    ChooseTerrain,
    Confirm,
    Continue,
    CurtainScene,
    Dialog,
    EndScene,
    Flip,
    Game,
    Home,
    Hover,
    Leave,
    Light,
    Look,
    Message,
    Model,
    Moment,
    Move,
    Newer,
    NextShape,
    NextTerrain,
    Open,
    Play,
    PlayEmbedded,
    PlayOn,
    Prefer,
    Proceed,
    Replay,
    Saved,
    Scene,
    SeasonScene,
    Seek,
    SetUp,
    Skip,
    Step,
    Tap,
    Turn,
    Type,
    Undo,
    Watch,
    Where,
    moment_of,
    scenes,
)
from app.preferences import AS_DELIVERED, Preferences, preferred
from app.replay import halted, left, played_or_halted, sought, stepped, watch
from app.setup import Cartographer, Setup, beginners_setup, chosen, read_cartographer, setup_of, typed
from cartographers.boxes import BOX_NAMED
from cartographers.cards import Option, terrains_of
from cartographers.errors import IllegalMove, InvalidRecord
from cartographers.events import Reveal
from cartographers.game import apply, new_game
from cartographers.game_id import GameId
from cartographers.maps import blank_sheet
from cartographers.record import read_record, write_record
from cartographers.region import position
from cartographers.seasons import SEASONS
from cartographers.state import Ply, Task

_PRACTICE = "practice"
_SEEN = "seen"
_BY = "by"
_BEFORE = "before"
_LINK = "link"


def start(seed: str, save: str = "", preferences: Preferences = AS_DELIVERED, link: Link = NO_LINK) -> Model:
    """Return the model of the start screen, with a seed for the next game and the saved game, if there is one.

    The next game is set up as the saved one was.
    """
    blank = Model(Setup(seed), save=save, preferences=preferences, link=link)
    if not save:
        return blank
    try:
        saved = read_save(save)
    except InvalidRecord as error:
        return replace(blank, save_error=str(error))
    return replace(blank, saved=saved, setup=setup_of(seed, saved.game.id, saved.game.cartographers))


def save_text(model: Model) -> str:
    """Return what to keep for the next visit: the record, and what a record does not say.

    That is who plays, how often undo has gone back past a reveal, and how many of the last ply's scenes have been seen.
    """
    if model.replay:
        return save_text(model.replay.back)
    game = model.game
    if game is None:
        return model.save
    notes = {_PRACTICE: game.takebacks, _SEEN: model.seen}
    counts = [f"{word}:{count}" for word, count in notes.items() if count]
    return " ".join([game.record, *(f"{_BY}:{cartographer}" for cartographer in game.cartographers), *counts])


def read_save(text: str) -> Saved:
    """Return the game of a saved text.

    Raises :class:`InvalidRecord` when it is not one; nothing is half loaded.
    """
    record, *notes = text.split() or [""]
    counts = {_PRACTICE: 0, _SEEN: 0}
    cartographers: list[Cartographer] = []
    for note in notes:
        word, _, value = note.partition(":")
        if word == _BY:
            cartographers.append(read_cartographer(value))
        elif word in counts and re.fullmatch(r"[0-9]{1,4}", value):
            counts[word] = int(value)
        else:
            msg = f"after the record stands {note!r}, which is not {_BY}, {_PRACTICE} or {_SEEN} with its value"
            raise InvalidRecord(msg)
    played = read_record(record)
    players = played.id.players
    if len(cartographers) not in {0, players}:
        msg = f"it names {len(cartographers)} cartographers for {players} players"
        raise InvalidRecord(msg)
    before = moment_of(played.states[-2]) if played.plies else _blank(played.id)
    by = tuple(cartographers) or (Cartographer(),) * players
    game = Game(played.id, by, played.plies, played.states[-1], counts[_PRACTICE])
    return Saved(game, scenes(before, game.state), counts[_SEEN])


def _blank(game_id: GameId) -> Moment:
    """Return what lies on the table before a game begins."""
    return Moment((blank_sheet(game_id.side),) * game_id.players, SEASONS[game_id.seasons][0])


def update(model: Model, message: Message) -> Model:
    """Return the model after a message; one that makes no sense now changes nothing."""
    match message:
        case Type(field, text):
            return replace(model, setup=typed(model.setup, field, text))
        case Choose(what, value):
            return replace(model, setup=chosen(model.setup, what, value), dialog=Dialog.NONE)
        case Open(name, about):
            return replace(halted(model), dialog=Dialog(name), about=about, looking=None)
        case Light(what):
            return replace(_counted(model), lit="" if model.lit == what else what)
        case Look(sheet):
            return replace(_counted(model), looking=None if model.looking == sheet else sheet)
        case Step():
            return _step(model)
        case Proceed():
            return _proceed(model)
        case Undo():
            return _undo(model)
        case Watch() | Seek() | Skip() | Play() | PlayOn() | Leave():
            return _watch(model, message)
        case Prefer(what, value):
            return replace(model, preferences=preferred(model.preferences, what, value))
        case Home() | SetUp() | Begin() | Again() | PlayEmbedded() | Continue():
            return replace(_go(model, message), link=model.link, newer=model.newer)
        case Newer():
            return replace(model, newer=True)
        case _:
            return _place(model, message)


def _go(model: Model, message: Home | SetUp | Begin | Again | PlayEmbedded | Continue) -> Model:
    """Return the model after a message that changes the screen."""
    match message:
        case Home(seed):
            if model.game is None:
                return replace(model, setup=replace(model.setup, seed=seed, seed_error=""), setting_up=False)
            return start(seed, save_text(model), model.preferences, model.link)
        case SetUp():
            return replace(model, setting_up=True)
        case Begin():
            return _begin(model, message)
        case Again():
            if model.game is None or model.replay:
                return model
            return _new(model.game.id, model.game.cartographers, model.preferences)
        case PlayEmbedded():
            return _play(model)
        case Continue():
            return _continue(model)


def _watch(model: Model, message: Watch | Seek | Skip | Play | PlayOn | Leave) -> Model:
    """Return the model after a message that is about a replay."""
    replay = model.replay
    if replay is None:
        over = model.game if isinstance(message, Watch) and isinstance(model.scene, EndScene) else None
        return watch(model, read_record(over.record), over.cartographers) if over else model
    match message:
        case Seek() | Skip():
            return sought(model, replay, message)
        case Play():
            return played_or_halted(model, replay)
        case Leave():
            return left(model, replay)
        case PlayOn(sure):
            return _play_on(model, replay, sure=sure)
        case Watch():
            return model


def _play_on(model: Model, replay: Replay, *, sure: bool) -> Model:
    """Return the model at the choice that comes after all that has been watched."""
    if replay.place < replay.last or not replay.goes_on:
        return model
    if _worth_asking(replay.back) and not sure:
        return replace(model, dialog=Dialog.REPLACE)
    saved = read_save(replay.game.record)
    setup = setup_of(saved.game.id.seed, saved.game.id, replay.cartographers)
    fresh = Model(
        setup,
        game=replay.game,
        seen=len(saved.scenes),
        preferences=model.preferences,
        link=model.link,
        newer=model.newer,
    )
    return _show(fresh, ())


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
            confirms = mouse and model.pinned and model.preferences.click == "confirms"
            if confirms and ghost_region(ghost, task) >> space & 1:
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
            return _choose(model, game, ghost, kind(task.options[ghost.option].terrain), number)
        case NextTerrain():
            terrains = terrains_of(task.options)
            after = terrains.index(task.options[ghost.option].terrain) + 1
            next_one = kind(terrains[after % len(terrains)])
            return _choose(model, game, ghost, next_one, _shape_number(task, ghost.option))
        case NextShape():
            number = (_shape_number(task, ghost.option) + 1) % len(shapes_of(task.options))
            return _choose(model, game, ghost, kind(task.options[ghost.option].terrain), number)
        case Confirm():
            return _confirm(model, game, ghost_ply(ghost, task))
        case _:
            return model


def shapes_of(options: tuple[Option, ...]) -> list[Option]:
    """Return one option for each of the different shapes."""
    return list({option.shape: option for option in reversed(options)}.values())[::-1]


def _shape_number(task: Task, option: int) -> int:
    return [other.shape for other in shapes_of(task.options)].index(task.options[option].shape)


def _choose(model: Model, game: Game, ghost: Ghost, terrain: str, shape_number: int) -> Model:
    """Return the model with the option of that terrain and shape; it stays where it is if it fits there."""
    task = game.state.task
    if task is None or not 0 <= shape_number < len(shapes_of(task.options)):
        return model
    shape = shapes_of(task.options)[shape_number].shape
    wanted = [n for n, option in enumerate(task.options) if kind(option.terrain) == terrain and option.shape == shape]
    if not wanted or wanted[0] == ghost.option:
        return model
    same_shape = task.options[ghost.option].shape == shape
    other = replace(ghost, option=wanted[0])
    return replace(model, ghost=inside(other, task) if same_shape else nearest_fit(game.state, other))


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
    return _show(replace(model, game=after, seen=0), scenes(moment_of(game.state), state))


def _show(model: Model, coming: tuple[Scene, ...]) -> Model:
    """Return the model with those scenes still to be shown, a curtain after them when the page has to be passed."""
    task = model.game.state.task if model.game else None
    if task and model.game and not model.game.is_solo and task.player != model.holder:
        coming = (*coming, CurtainScene(moment_of(model.game.state), task))
    return _enter(replace(model, pending=coming))


def _enter(model: Model) -> Model:
    """Return the model with what belongs to the scene on the page, or with the ghost when a choice is to be made."""
    scene = model.scene
    lit = scene.counted[0] if isinstance(scene, SeasonScene) else ""
    ghost = model.ghost if scene or model.game is None else first_ghost(model.game.state, model.ghost)
    return replace(model, lit=lit, step=0, pinned=False, ghost=ghost, looking=None)


def _step(model: Model) -> Model:
    """Return the model after a step of the scene on the page; what a season counts lights up, then the first that paid.

    Coins do not, for they are not on the map.
    """
    if not model.moving:
        return model
    if model.replay:
        return stepped(model, model.replay)
    after = replace(model, step=model.step + 1)
    if not isinstance(after.scene, SeasonScene):
        return after
    coming = after.scene.counted[after.step :]
    paid = (letter for letter, awards in after.scene.scores[0].edicts.items() if awards)
    lit = coming[0] if coming else next(paid, "")
    return replace(after, lit="" if lit == "coins" else lit)


def _counted(model: Model) -> Model:
    """Return the model with the season on the page counted, for somebody looks at what it has counted."""
    return replace(model, step=model.steps) if isinstance(model.scene, SeasonScene) else model


def _proceed(model: Model) -> Model:
    """Return the model after the scene on the page; a curtain that is lifted is no scene to be remembered."""
    scene = model.scene
    if scene is None or isinstance(scene, EndScene | Replay):
        return model
    if model.walking:
        return replace(model, step=model.steps)
    after = replace(model, pending=model.pending[1:])
    if isinstance(scene, CurtainScene):
        return _enter(replace(after, holder=scene.task.player))
    return _enter(replace(after, seen=model.seen + 1))


def _play(model: Model) -> Model:
    """Return the model with the game that is kept for an embed, else its link's; a bad link leads nowhere.

    What is kept and cannot be read is not replaced without asking.
    """
    if model.link.error:
        return model
    return _continue(model) if model.saved else _begin(model, Begin(model.link.begins))


def _begin(model: Model, message: Begin) -> Model:
    setup = model.setup
    if message.which == _LINK:
        link = model.link
        if link.id is None:
            return model
        if link.record != str(link.id):
            return watch(model, read_record(link.record))
        setup = setup_of(link.id.seed, link.id, (Cartographer(),) * link.id.players)
    elif message.which in BOX_NAMED:
        setup = beginners_setup(setup, BOX_NAMED[message.which])
    elif message.which == _BEFORE and model.saved:
        setup = setup_of(setup.seed, model.saved.game.id, model.saved.game.cartographers)
    try:
        game_id = setup.game_id()
    except InvalidRecord as error:
        return replace(model, setup=replace(model.setup, seed_error=str(error)))
    if _worth_asking(model) and not message.sure:
        return replace(model, dialog=Dialog.REPLACE, about=message.which)
    return _new(game_id, setup.playing, model.preferences)


def _new(game_id: GameId, cartographers: tuple[Cartographer, ...], preferences: Preferences) -> Model:
    """Return the model at the beginning of a game."""
    state = new_game(game_id)
    setup = setup_of(game_id.seed, game_id, cartographers)
    fresh = Model(setup, game=Game(game_id, cartographers, (), state), preferences=preferences)
    return _show(fresh, scenes(_blank(game_id), state))


def _worth_asking(model: Model) -> bool:
    """Say whether a save would be lost by a new game: an unfinished game, or a text that cannot be read."""
    kept = model.game or (model.saved.game if model.saved else None)
    return not kept.state.over if kept else bool(model.save)


def _continue(model: Model) -> Model:
    """Return the model with the saved game, at the first scene that has not been seen; its end is always shown."""
    if model.saved is None:
        return model
    game, found, seen = model.saved
    seen = min(seen, len(found) - game.state.over)
    return _show(Model(model.setup, game=game, seen=seen, preferences=model.preferences), found[seen:])


def _undo(model: Model) -> Model:
    """Return the model without the last ply; going back past a reveal makes it a practice game.

    When another player drew it, the page has to be passed back.
    """
    game = model.game
    if game is None or not game.plies or model.replay:
        return model
    revealed = any(isinstance(event, Reveal) for event in game.state.events)
    earlier = read_save(write_record(game.id, game.plies[:-1]))
    back = replace(earlier.game, cartographers=game.cartographers, takebacks=game.takebacks + revealed)
    return _show(replace(model, game=back, seen=len(earlier.scenes)), ())
