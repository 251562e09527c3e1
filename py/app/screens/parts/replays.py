"""The replay of a kept game, which several screens offer."""

from __future__ import annotations

from app.game.shelf import read_save
from app.screens.watch.screen import Watching
from app.visit import Visit
from cartographers.errors import InvalidRecord


def watched(visit: Visit, name: str) -> Visit:
    """Return the visit with a kept game as it ended, from where it can be watched."""
    text = dict(visit.memory.library or ()).get(name)
    if text is None:
        return visit
    try:
        game = read_save(text).game
    except InvalidRecord:  # another version's, which offers no replay
        return visit
    return visit.over_this(Watching(game.to_replay, place=len(game.plies)))
