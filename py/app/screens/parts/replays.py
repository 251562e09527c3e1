"""The replay of a saved game, offered by several screens."""

from __future__ import annotations

from app import messages as m
from app.game.shelf import read_save
from app.screens.watch.screen import Watching
from app.visit import Visit
from cartographers.errors import InvalidRecord


class Replay(m.Message):
    """The player opens a finished game on a screen that can replay it."""

    #: The game's name.
    name: str


def show_replay(visit: Visit, name: str) -> Visit:
    """Return the visit with the replay of a saved game, opened at the game's end."""
    text = dict(visit.memory.library or ()).get(name)
    if text is None:
        return visit
    try:
        game = read_save(text).game
    except InvalidRecord:  # a game of another version can't be replayed
        return visit
    return visit.opening_screen(Watching(game.for_replay, place=len(game.plies)))
