"""The program of a game.

This is the only module that decides which scenes are shown, and in which order.
"""

from __future__ import annotations

from dataclasses import replace

from app.game.game import Game, Moment, blank_moment, event_moments, moment_of
from app.game.ghost import Ghost, ghost_of_ply
from app.game.seating import LOCAL_PERSON
from app.screens.play.scenes.ambush import AmbushScene
from app.screens.play.scenes.choice import ChoiceScene
from app.screens.play.scenes.curtain import CurtainScene
from app.screens.play.scenes.draw import DrawScene
from app.screens.play.scenes.edicts import EdictsScene
from app.screens.play.scenes.end import EndScene
from app.screens.play.scenes.scene import Scene
from app.screens.play.scenes.season import SeasonScene
from app.screens.play.scenes.spread import SpreadScene
from app.screens.play.scenes.waiting import WaitingScene
from cartographers.events import Ambush, Draw, GameEnd, Pick, Score, Spread
from cartographers.state import Ply, State


def opening_scenes(game: Game, *, is_first: bool) -> tuple[Scene, ...]:
    """Return the opening scenes of a new game, which wait for the player if it is the first game of a device."""
    return (EdictsScene(blank_moment(game.id), is_first),)


def last_scenes(game: Game) -> tuple[Scene, ...]:
    """Return the scenes of the last ply of a game, or of its beginning, in order."""
    before = moment_of(game.played.states[-2]) if game.plies else blank_moment(game.id)
    return scenes_between(before, game.state)


def scenes_between(before: Moment, state: State) -> tuple[Scene, ...]:
    """Return the scenes between a moment and the next choice, in order."""
    found: list[Scene] = []
    for event, earlier, now in event_moments(before, state):
        last = found[-1] if found else None
        match event:
            case Ambush():
                found.append(AmbushScene(earlier, event))
            case Spread() if isinstance(last, SpreadScene) and last.card is event.card:
                found[-1] = SpreadScene(now, last.card, {**last.reached, event.sheet: event.region})
            case Spread():
                found.append(SpreadScene(now, event.card, {event.sheet: event.region}))
            case Score(score) if isinstance(last, SeasonScene) and score.player:
                found[-1] = replace(last, scores=(*last.scores, score))
            case Score(score):
                found.append(SeasonScene(now, (score,)))
            case GameEnd():
                found.append(EndScene(now, event))
    return tuple(found)


def curtain(game: Game, holder: int | None, ghost: Ghost | None) -> tuple[Scene, ...]:
    """Return the curtain before the next task, if its player must take the device from its holder."""
    task = game.state.task
    if task is None or not game.is_shared_device or game.drawing_seat != LOCAL_PERSON or task.player == holder:
        return ()
    return (CurtainScene(game.moment, task, ghost),)


def bot_scenes(before: State, ply: Ply, after: State) -> tuple[Scene, ...]:
    """Return the scene of a bot's ply."""
    task, event, ghost = before.task, after.events[0], ghost_of_ply(before, ply)
    if task is None or ghost is None or not isinstance(event, Draw | Pick):
        return ()
    return (DrawScene(moment_of(before), event, ply, ghost, task.player),)


def drawing_scene(game: Game, *, pinned: bool) -> Scene:
    """Return the scene of the player who draws next, which follows all others."""
    task = game.state.task
    if task and game.drawing_seat == LOCAL_PERSON:
        return ChoiceScene(game.moment, task, pinned)
    return WaitingScene(game.moment, task)
