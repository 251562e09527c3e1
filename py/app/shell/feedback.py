"""Sounds, vibrations, and animations after a message."""

from __future__ import annotations

from collections.abc import Iterator

from app import effects as e
from app import messages as m
from app.board.board import worth
from app.game.game import Game
from app.game.ghost import Ghost, ghost_ply
from app.screens.play.screen import Playing, playing_in
from app.screens.watch.screen import Watching
from app.visit import Screen, Visit
from cartographers.events import Draw, Pick
from cartographers.region import space_name, spaces
from cartographers.rules import is_legal
from cartographers.seasons import EDICTS
from words import signed


def feedback_effects(before: Visit, message: m.Message, after: Visit) -> Iterator[e.Effect]:
    """Yield the sound, the ghost's swing, and the flights after a message."""
    sound = _sound(before, message, after)
    if sound:
        yield sound
    if after.page.reduced_motion:
        return
    if isinstance(message, m.Rotate | m.Flip) and _ghost(after) != _ghost(before):
        yield e.AnimateGhost(message.quarters if isinstance(message, m.Rotate) else 0)
    flight = _flight(before, after) or _arrival(before, after)
    if flight:
        yield flight


def _sound(before: Visit, message: m.Message, after: Visit) -> e.PlayFeedback | None:
    """Return the sound and vibration after a message, as the player prefers; a new preference is tried out at once.

    Returning to a screen is silent, because the player has already heard its sounds.
    """
    preferences = after.memory.preferences
    heard, felt = preferences.sound == "on", preferences.vibration == "on"
    if (not heard and not felt) or isinstance(message, m.Back):
        return None
    tried = preferences != before.memory.preferences
    happened = e.Feedback.TURNED if tried else feedback(before.screen, after.screen)
    return e.PlayFeedback(happened, heard, felt) if happened else None


def _flight(before: Visit, after: Visit) -> e.AnimateGains | None:
    """Return the flight of gains after a shape was drawn here.

    Stars fly to their edicts, and coins to the coin track.
    """
    old, new = playing_in(before.screen), playing_in(after.screen)
    if not old or not new or len(new.game.plies) != len(old.game.plies) + 1:
        return None
    if new.scene.traits.hides_screen or new.board.owner != old.board.owner:
        return None  # the page shows another map by then, or none
    event = new.game.state.events[0] if old.task else None
    if not isinstance(event, Draw) or not event.region:
        return None
    sheet, coins = old.board.sheet, event.after.coins
    stars_gained = {
        letter: worth(card := old.board.edict(letter), event.after) - worth(card, sheet)
        for letter in EDICTS
        if not old.board.is_done(letter)
    }
    stars = [
        (signed(more), f'[data-do="{m.command(m.HighlightTopic(m.Topic(letter)))}"]')
        for letter, more in stars_gained.items()
        if more > 0
    ]
    coins_flying = [
        ("", f".coins use:nth-child({place})") for place in range(coins - event.coins_gained + 1, coins + 1)
    ]
    middle = list(spaces(event.region))[event.region.bit_count() // 2]
    return e.AnimateGains(space_name(middle), (*stars, *coins_flying)) if stars or coins_flying else None


def _arrival(before: Visit, after: Visit) -> e.AnimateArrival | None:
    """Return the flight with which a new step of a scene begins, or None."""
    old, new = playing_in(before.screen), playing_in(after.screen)
    if not old or not new or new.paused_at == old.paused_at:
        return None
    return e.AnimateArrival(*new.frame.flight) if new.frame.flight else None


def _ghost(visit: Visit) -> Ghost | None:
    screen = playing_in(visit.screen)
    return screen.ghost if screen else None


def feedback(before: Screen, after: Screen) -> e.Feedback | None:
    """Return the most important event between two screens; None if nothing happened."""
    before, after = playing_in(before) or before, playing_in(after) or after
    match before, after:
        case Watching(), Watching() if after.place == before.place + 1:
            return _ply_sound(before.game, after.game)
        case (Watching(), _) | (_, Watching()):
            return None
        case Playing(), Playing():
            return _game_sound(before, after)
        case _, Playing():
            return after.scene.facts.sound
    return None


def _game_sound(before: Playing, after: Playing) -> e.Feedback | None:
    """Return the event between two states of a game, or between two games."""
    old, new = before.game, after.game
    if new is not old:
        if len(new.plies) < len(old.plies) and new.played.states[-1] is old.played.states[len(new.plies)]:
            return e.Feedback.UNDONE
        return after.scene.facts.sound or (_ply_sound(old, new) if len(new.plies) == len(old.plies) + 1 else None)
    if after.stage.scene is not before.stage.scene:
        return after.scene.facts.sound
    if after.stage.scene or not before.ghost or not after.ghost:
        return None
    return _ghost_sound(before, before.ghost, after, after.ghost)


def _ply_sound(old: Game, new: Game) -> e.Feedback:
    """Return the sound of a game's last ply."""
    event = new.state.events[0]
    if isinstance(event, Draw | Pick):
        if event.after.destroyed != old.state.sheets[event.sheet].destroyed:
            return e.Feedback.STRUCK
        if event.coins_gained:
            return e.Feedback.COIN
    return e.Feedback.DRAWN


def _ghost_sound(before: Playing, old: Ghost, after: Playing, new: Ghost) -> e.Feedback | None:
    """Return the sound of a change to the ghost; a ghost that follows the mouse is silent."""
    pinned = after.placement.pinned
    put_down = pinned and not before.placement.pinned
    if new.option != old.option:
        done = e.Feedback.CHANGED
    elif (new.turns, new.mirrored) != (old.turns, old.mirrored):
        done = e.Feedback.TURNED
    elif put_down or (pinned and new != old):
        done = e.Feedback.MOVED
    else:
        return None
    if not _fits_in_place(after.game, new) and (put_down or _fits_in_place(after.game, old)):
        return e.Feedback.BLOCKED
    return done


def _fits_in_place(game: Game, ghost: Ghost) -> bool:
    """Return True if the ghost may be drawn in its place."""
    task = game.state.task
    return task is not None and is_legal(game.state, ghost_ply(ghost, task))
