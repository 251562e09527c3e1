"""What a player hears and feels when a screen has changed."""

from __future__ import annotations

from enum import Enum

from app.game.game import AmbushScene, EndScene, Game, SeasonScene, SpreadScene
from app.game.ghost import Ghost, ghost_ply
from app.screens.base import Screen
from app.screens.play.screen import Playing, in_play
from app.screens.watch.screen import Watching
from cartographers.cards import AmbushCard
from cartographers.events import Draw, Pick
from cartographers.rules import is_legal


class Feedback(Enum):
    """Things that ears and fingers can tell apart.

    ``CHANGED`` is another terrain or shape, ``BLOCKED`` a ghost that cannot be drawn where it lies now; ``STRUCK`` is a
    draw that has destroyed something, ``COIN`` one that has gained something. ``CALLED`` is a card that
    waits in a room.
    """

    MOVED = "moved"
    TURNED = "turned"
    CHANGED = "changed"
    BLOCKED = "blocked"
    DRAWN = "drawn"
    COIN = "coin"
    STRUCK = "struck"
    UNDONE = "undone"
    AMBUSH = "ambush"
    SPREAD = "spread"
    SEASON = "season"
    CALLED = "called"
    END = "end"


def feedback(before: Screen, after: Screen) -> Feedback | None:
    """Return what one message has brought about; of several things, the one that matters most."""
    before, after = in_play(before) or before, in_play(after) or after
    match before, after:
        case Watching(), Watching() if after.place == before.place + 1:
            return _drawn(before.game, after.game)
        case (Watching(), _) | (_, Watching()):
            return None
        case Playing(), Playing():
            return _played(before, after)
        case _, Playing():
            return _appeared(after)
    return None


def _played(before: Playing, after: Playing) -> Feedback | None:
    """Return what has happened in a game, or on the way from one game into another."""
    old, new = before.game, after.game
    if new is not old:
        if len(new.plies) < len(old.plies) and new.played.states[-1] is old.played.states[len(new.plies)]:
            return Feedback.UNDONE
        return _appeared(after) or (_drawn(old, new) if len(new.plies) == len(old.plies) + 1 else None)
    if after.scene is not before.scene:
        return _appeared(after)
    if after.scene or not before.ghost or not after.ghost:
        return None
    return _handled(before, before.ghost, after, after.ghost)


def _appeared(screen: Playing) -> Feedback | None:
    """Return the sound for what has just appeared; with several players an ambush is one's task."""
    task = screen.game.state.task
    match screen.scene:
        case AmbushScene():
            return Feedback.AMBUSH
        case SpreadScene():
            return Feedback.SPREAD
        case SeasonScene():
            return Feedback.SEASON
        case EndScene():
            return Feedback.END
        case None if task and isinstance(task.card, AmbushCard) and not task.is_pick:
            return Feedback.AMBUSH
    return None


def _drawn(old: Game, new: Game) -> Feedback:
    """Return the sound for the last ply of a game."""
    event = new.state.events[0]
    if isinstance(event, Draw | Pick):
        if event.after.destroyed != old.state.sheets[event.sheet].destroyed:
            return Feedback.STRUCK
        if event.coins_gained:
            return Feedback.COIN
    return Feedback.DRAWN


def _handled(before: Playing, old: Ghost, after: Playing, new: Ghost) -> Feedback | None:
    """Return the sound for what was done to the ghost; one that follows the mouse is silent."""
    put_down = after.pinned and not before.pinned
    if new.option != old.option:
        done = Feedback.CHANGED
    elif (new.turns, new.mirrored) != (old.turns, old.mirrored):
        done = Feedback.TURNED
    elif put_down or (after.pinned and new != old):
        done = Feedback.MOVED
    else:
        return None
    if not _fits(after.game, new) and (put_down or _fits(after.game, old)):
        return Feedback.BLOCKED
    return done


def _fits(game: Game, ghost: Ghost) -> bool:
    """Say whether a ghost may be drawn where it lies."""
    task = game.state.task
    return task is not None and is_legal(game.state, ghost_ply(ghost, task))
