"""Flights, sounds and vibrations when a screen has changed."""

from __future__ import annotations

from collections.abc import Iterator

from app.board.board import worth
from app.effects import Effect, Feedback, Fly, Sound, Swing
from app.game.game import Game
from app.game.ghost import Ghost, ghost_ply
from app.messages import Back, Flip, Light, Message, Topic, Turn, command
from app.screens.play.screen import Playing, in_play
from app.screens.watch.screen import Watching
from app.visit import Screen, Visit
from cartographers.events import Draw, Pick
from cartographers.region import space_name, spaces
from cartographers.rules import is_legal
from cartographers.seasons import EDICTS
from words import signed


def noticed(before: Visit, message: Message, after: Visit) -> Iterator[Effect]:
    """Yield the sound, the swing of the ghost and the flight of gains after a message."""
    sound = _sound(before, message, after)
    if sound:
        yield sound
    if after.page.reduced_motion:
        return
    if isinstance(message, Turn | Flip) and _ghost(after) != _ghost(before):
        yield Swing(message.quarters if isinstance(message, Turn) else 0)
    flight = _flight(before, after)
    if flight:
        yield flight


def _sound(before: Visit, message: Message, after: Visit) -> Sound | None:
    """Return what the player hears or feels, if they prefer to; a new preference is tried at once.

    Coming back to a screen is silent: what is on it has been heard.
    """
    preferences = after.memory.preferences
    heard, felt = preferences.sound == "on", preferences.vibration == "on"
    if (not heard and not felt) or isinstance(message, Back):
        return None
    tried = preferences != before.memory.preferences
    happened = Feedback.TURNED if tried else feedback(before.screen, after.screen)
    return Sound(happened, heard, felt) if happened else None


def _flight(before: Visit, after: Visit) -> Fly | None:
    """Return what flies when somebody here has drawn on the map on the page: stars to edicts, coins to the track."""
    old, new = in_play(before.screen), in_play(after.screen)
    if not old or not new or len(new.game.plies) != len(old.game.plies) + 1:
        return None
    if new.scene.hides or new.board.owner != old.board.owner:
        return None  # another map, or none, is on the page by then
    event = new.game.state.events[0] if old.task else None
    if not isinstance(event, Draw) or not event.region:
        return None
    sheet, coins = old.board.sheet, event.after.coins
    risen = {letter: worth(card := old.board.edict(letter), event.after) - worth(card, sheet) for letter in EDICTS}
    stars = [
        (signed(more), f'[data-do="{command(Light(Topic(letter)))}"]') for letter, more in risen.items() if more > 0
    ]
    found = [("", f".coins use:nth-child({place})") for place in range(coins - event.coins_gained + 1, coins + 1)]
    middle = list(spaces(event.region))[event.region.bit_count() // 2]
    return Fly(space_name(middle), (*stars, *found)) if stars or found else None


def _ghost(visit: Visit) -> Ghost | None:
    screen = in_play(visit.screen)
    return screen.ghost if screen else None


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
            return after.scene.sound
    return None


def _played(before: Playing, after: Playing) -> Feedback | None:
    """Return what has happened in a game, or on the way from one game into another."""
    old, new = before.game, after.game
    if new is not old:
        if len(new.plies) < len(old.plies) and new.played.states[-1] is old.played.states[len(new.plies)]:
            return Feedback.UNDONE
        return after.scene.sound or (_drawn(old, new) if len(new.plies) == len(old.plies) + 1 else None)
    if after.stage.scene is not before.stage.scene:
        return after.scene.sound
    if after.stage.scene or not before.ghost or not after.ghost:
        return None
    return _handled(before, before.ghost, after, after.ghost)


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
    pinned = after.placement.pinned
    put_down = pinned and not before.placement.pinned
    if new.option != old.option:
        done = Feedback.CHANGED
    elif (new.turns, new.mirrored) != (old.turns, old.mirrored):
        done = Feedback.TURNED
    elif put_down or (pinned and new != old):
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
