"""Watching a game: another page for each place of it. What is kept, and the page behind, stay as they are."""

from __future__ import annotations

from dataclasses import replace

from app.model import Dialog, Model, Replay, Seek, Skip
from app.setup import Cartographer
from cartographers.record import Played


def watch(model: Model, played: Played, cartographers: tuple[Cartographer, ...] = ()) -> Model:
    """Return the page on which a game is watched from its beginning; it need not have come to its end.

    Leaving leads back to the model.
    """
    who = cartographers or (Cartographer(),) * played.id.players
    page = replace(model, ghost=None, pinned=False, step=0, lit="", looking=None, dialog=Dialog.NONE)
    return _showing(page, Replay(played, who, back=model))


def sought(model: Model, replay: Replay, message: Seek | Skip) -> Model:
    """Return the page at another place of the replay, which halts there."""
    place = message.place if isinstance(message, Seek) else replay.place + message.plies
    return _showing(model, replace(replay, place=min(max(place, 0), replay.last), playing=False))


def played_or_halted(model: Model, replay: Replay) -> Model:
    """Return the page with the replay going on by itself if it did not, from the beginning if it is over."""
    if replay.playing:
        return halted(model)
    place = 0 if replay.place == replay.last else replay.place
    return _showing(model, replace(replay, place=place, playing=replay.last > 0))


def halted(model: Model) -> Model:
    """Return the page with nothing that is played by itself."""
    replay = model.replay
    return _showing(model, replace(replay, playing=False)) if replay and replay.playing else model


def stepped(model: Model, replay: Replay) -> Model:
    """Return the page after the next ply of a replay that is playing; at the last one it halts."""
    place = replay.place + 1
    return _showing(model, replace(replay, place=place, playing=place < replay.last))


def left(model: Model, replay: Replay) -> Model:
    """Return the page from which one had come; what outlives a game outlives a replay, too."""
    return replace(replay.back, preferences=model.preferences, newer=model.newer)


def _showing(model: Model, replay: Replay) -> Model:
    return replace(model, game=replay.game, pending=(replay,))
