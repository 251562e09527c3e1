"""What a player hears and feels when the model has changed."""

from __future__ import annotations

from enum import Enum

from app.ghost import Ghost, ghost_ply
from app.model import AmbushScene, EndScene, Game, Model, SeasonScene, SpreadScene
from cartographers.cards import AmbushCard
from cartographers.events import Draw, Pick
from cartographers.rules import is_legal


class Feedback(Enum):
    """Something that has happened, as far as ears and fingers tell it from others.

    ``CHANGED`` is another terrain or shape, ``BLOCKED`` a ghost that cannot be drawn where it lies now; ``STRUCK`` is a
    draw that has destroyed something, ``COIN`` one that has gained something.
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
    END = "end"


def feedback(before: Model, after: Model) -> Feedback | None:
    """Return what one message has brought about: of several things the one that matters most."""
    old, new = before.game, after.game
    if new is None:
        return None
    if before.replay or after.replay:
        return _watched(before, after)
    # A game just begun has a setup of its own; it may be the same deal again, which is no undo.
    if old is not None and new is not old and after.setup is before.setup:
        undone = len(new.plies) < len(old.plies)
        return Feedback.UNDONE if undone else _come_into_view(after, new) or _drawn(old, new)
    if new is not old or after.scene is not before.scene:
        return _come_into_view(after, new)
    if after.scene or not before.ghost:
        return None
    return _handled(before, before.ghost, after, after.ghost, new) if after.ghost else None


def _watched(before: Model, after: Model) -> Feedback | None:
    """Return what goes with a ply of a replay, when one goes on to it; all else about a replay is silent."""
    earlier, later = before.replay, after.replay
    if earlier and later and later.place == earlier.place + 1:
        return _drawn(earlier.game, later.game)
    return None


def _come_into_view(model: Model, game: Game) -> Feedback | None:
    """Return what goes with that which has just come into view; with several players an ambush is one's task."""
    task = game.state.task
    match model.scene:
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
    """Return what goes with the last ply of a game."""
    event = new.state.events[0]
    if isinstance(event, Draw | Pick):
        if event.after.destroyed != old.state.sheets[event.sheet].destroyed:
            return Feedback.STRUCK
        if event.coins_gained:
            return Feedback.COIN
    return Feedback.DRAWN


def _handled(before: Model, old: Ghost, after: Model, new: Ghost, game: Game) -> Feedback | None:
    """Return what goes with what was done to the ghost; while it follows the mouse, its place is not worth a sound."""
    put_down = after.pinned and not before.pinned
    if new.option != old.option:
        done = Feedback.CHANGED
    elif (new.turns, new.mirrored) != (old.turns, old.mirrored):
        done = Feedback.TURNED
    elif put_down or (after.pinned and new != old):
        done = Feedback.MOVED
    else:
        return None
    if not _fits(game, new) and (put_down or _fits(game, old)):
        return Feedback.BLOCKED
    return done


def _fits(game: Game, ghost: Ghost) -> bool:
    """Say whether a ghost may be drawn where it lies."""
    task = game.state.task
    return task is not None and is_legal(game.state, ghost_ply(ghost, task))
