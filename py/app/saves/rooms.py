"""The saved rooms: for each, the time of the last visit, and its text (see :mod:`app.room.saved_room`)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from app import messages as m
from app.saved_names import LAST_ROOM, ROOM_PLACE
from app.saves.device import SavedTexts, StorageError
from app.saves.games import is_open, last_visit

#: Maximum number of rooms that a device saves.
_MOST_ROOMS = 12


def room_text(texts: SavedTexts, word: str) -> str:
    """Return the text of the room with a word; an empty string if the device has none."""
    return texts.read(ROOM_PLACE + word).partition(" ")[2]


def save_room(texts: SavedTexts, word: str, text: str, known: str) -> m.SaveFailed | m.RoomSavedElsewhere | None:
    """Save a room. If another tab has saved it in the meantime, report that text, to be merged and saved.

    ``known`` is the text that this tab last read or saved.
    """
    there = room_text(texts, word)
    try:
        texts.set(ROOM_PLACE + word, f"{texts.now()} {text}")
    except StorageError as error:
        return m.SaveFailed(error.of_game)
    return m.RoomSavedElsewhere(there) if there not in {"", known, text} else None


def forget_rooms(texts: SavedTexts, word: str, key_of: Callable[[str], str]) -> None:
    """Delete the oldest rooms, except the current one, by its word, and those with a game that can continue.

    ``key_of`` returns the beginning of the keys of a room's games.
    """
    rooms = [name.removeprefix(ROOM_PLACE) for name in texts.names(ROOM_PLACE)]
    # The clock may be wrong, so the current room isn't always the newest.
    others = [other for other in rooms if other != word and not is_open(texts, key_of(other))]
    others.sort(key=lambda other: last_visit(texts, other))
    with suppress(StorageError):
        for other in others[: max(0, len(rooms) - _MOST_ROOMS)]:
            texts.remove(ROOM_PLACE + other)


def quit_room(texts: SavedTexts) -> None:
    """Forget which room was the last one, so that the page doesn't return to it."""
    with suppress(StorageError):
        texts.remove(LAST_ROOM)
