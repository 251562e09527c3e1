"""The saved games: the current one, those that were set aside for another game, and the finished ones.

The current game has one place, which all tabs share. A tab replaces its text only if it knows that text. Each other
game has a name with its key.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from app import messages as m
from app.arrival.invitation import is_word
from app.game.shelf import GameSetAside, Shelf, in_a_line, read_count, shelf_of
from app.saved_names import (
    ASIDE,
    BEFORE,
    FINISHED,
    LAST_ROOM,
    MEASURED_STRENGTHS,
    OPEN,
    OWNER,
    PRINTED_BEFORE,
    ROOM_PLACE,
    STALE,
)
from app.saves.device import DeviceEffect, HistoryEffect, SavedTexts, StorageError

#: Milliseconds after which the page stops returning to a room whose game hasn't begun here: two weeks.
_LATE = 14 * 24 * 3_600_000


class SaveGame(DeviceEffect):
    """Save the current game, unless another tab has saved a different text in the meantime.

    In that case, report that text and save nothing.
    """

    #: The text of the game.
    text: str
    #: The text that the device should still hold.
    known: str
    #: True to set the known text aside first, because it can't be read.
    is_unreadable: bool = False
    #: An unfinished game to set aside first.
    set_aside: GameSetAside | None = None

    def _apply_to(self, texts: SavedTexts) -> m.GameSaved | m.GameReplaced:
        there = texts.get(texts.place)
        if there not in {self.known, self.text}:
            return m.GameReplaced(there)
        if self.is_unreadable:
            texts.set(texts.place + ASIDE, self.known)
        if self.set_aside:
            _put_beside(texts, OPEN, *self.set_aside)
        self._write(texts)
        return m.GameSaved(self.text)

    def _write(self, texts: SavedTexts) -> None:
        """Write the text, and keep the previous text beside it unless the device is full."""
        try:
            if self.known:
                texts.set(texts.place + BEFORE, self.known)
            texts.set(texts.place, self.text)
        except StorageError:
            texts.remove(texts.place + BEFORE)
            texts.set(texts.place, self.text)
        if texts.has_failed:
            texts.remove(texts.place + STALE)
            texts.has_failed = False

    def _failed(self, texts: SavedTexts, error: StorageError) -> m.SaveFailed:
        texts.has_failed = True
        if error.is_full:
            with suppress(StorageError):  # tell the next visit that the saved state of the game is older
                texts.set(texts.place + STALE, "1")
        return m.SaveFailed(error.of_game)


class ClaimGame(DeviceEffect):
    """Tell other tabs that the game is now played in this one."""

    def _apply_to(self, texts: SavedTexts) -> None:
        texts.set(texts.place + OWNER, texts.tab)


class SaveFinishedGame(HistoryEffect):
    """Save a game that has just ended among the finished games.

    It replaces an earlier ending of the same game.
    """

    #: The text of the game.
    text: str
    #: The game's key.
    key: str

    def _apply_to(self, texts: SavedTexts) -> None:
        _put_beside(texts, FINISHED, self.text, self.key)
        _drop(texts, OPEN, self.key)

    def _failed(self, texts: SavedTexts, error: StorageError) -> m.OtherSaveFailed | None:
        # The player knows already if storage is denied, because the game in play couldn't be saved.
        return m.OtherSaveFailed(error.of_others) if error.is_full else None


class SaveOtherGame(HistoryEffect):
    """Save a game under its own name, next to the current one."""

    #: The game's name.
    name: str
    #: The text of the game.
    text: str

    def _apply_to(self, texts: SavedTexts) -> None:
        texts.set(self.name, self.text)

    def _failed(self, texts: SavedTexts, error: StorageError) -> m.OtherSaveFailed:
        return m.OtherSaveFailed(error.of_others)


class DeleteGame(HistoryEffect):
    """Delete a saved game that isn't the current one."""

    #: The game's name.
    name: str

    def _apply_to(self, texts: SavedTexts) -> None:
        texts.remove(self.name)


class ReadUnfinishedGame(HistoryEffect):
    """Look up a game that was set aside, and report it."""

    #: The game's key.
    key: str

    def _apply_to(self, texts: SavedTexts) -> m.UnfinishedGameRead:
        return m.UnfinishedGameRead(self.key, next(map(texts.read, texts.names(OPEN, f".{self.key}")), ""))


class ReadLibrary(HistoryEffect):
    """Read the note on the bots' results and all saved games except the current one, and report them."""

    #: The name of the screen that needs them. A different screen triggers a new read.
    screen: str

    def _apply_to(self, texts: SavedTexts) -> m.LibraryRead:
        kinds = (OPEN, FINISHED, PRINTED_BEFORE)
        names = (name for kind in kinds for name in texts.names(kind) if name.split() == [name])
        games = tuple((name, in_a_line(texts.read(name))) for name in names)
        return m.LibraryRead(games, texts.read(MEASURED_STRENGTHS))


def saved_shelf(texts: SavedTexts) -> Shelf:
    """Return the current game, with its previous state."""
    place = texts.place
    shelf = shelf_of(texts.read(place), texts.read(place + BEFORE), stale=bool(texts.read(place + STALE)))
    if shelf.foreign and texts.names(FINISHED, f".{shelf.foreign}"):  # another version's game that is over
        return Shelf(shelf.text, shelf.text)
    return shelf


def finished_games(texts: SavedTexts) -> Iterator[str]:
    """Yield the text of each finished game."""
    yield from map(texts.read, texts.names(FINISHED))


def is_open(texts: SavedTexts, key: str) -> bool:
    """Return whether a game, by the start of its key, is the current one or an unfinished one in the history."""
    return f" game:{key}" in texts.read(texts.place) or any(f".{key}" in name for name in texts.names(OPEN))


def last_room(texts: SavedTexts) -> str:
    """Return the word of the last room if it is recent and its game isn't saved; otherwise an empty string."""
    word, _, key = texts.read(LAST_ROOM).partition(" ")
    if not word or not is_word(word) or texts.now() - last_visit(texts, word) > _LATE:
        return ""
    return "" if texts.names(OPEN, f".{key}") or texts.names(FINISHED, f".{key}") else word


def last_visit(texts: SavedTexts, word: str) -> int:
    """Return the time of the last visit to a room, in milliseconds since 1970; 0 if its text is unreadable."""
    return read_count(texts.read(ROOM_PLACE + word).partition(" ")[0])


def _put_beside(texts: SavedTexts, kind: str, text: str, key: str) -> None:
    """Save a game other than the current one, and drop its earlier state."""
    new = f"{kind}{texts.now()}.{key}"
    texts.set(new, text)
    _drop(texts, kind, key, but=new)


def _drop(texts: SavedTexts, kind: str, key: str, but: str = "") -> None:
    """Delete the saved texts of a game, except one; do nothing without a key, because it could be any game."""
    for name in texts.names(kind, f".{key}") if key else ():
        if name != but:
            texts.remove(name)
