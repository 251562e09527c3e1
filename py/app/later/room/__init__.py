"""Rooms on the page: a lobby, a game in which everybody draws at once, and what the browser has to do for it."""

from __future__ import annotations

from app.later.room.lobby import Lobby
from app.screens.plain import Screen


def screen(about: str) -> Screen:
    """Return the screen of the room with a word, or of a room that is to be opened."""
    return Lobby(about)
