"""The browser's storage: localStorage, which other tabs also read and write.

Why not IndexedDB? A saved game is a line of at most 3 KB. Writing it to ``localStorage`` with its previous state takes
0.1 ms (median of 200 in Chromium); a transaction of IndexedDB that reads, compares, and writes takes 0.9 ms, at most 7.
The text is on its way out of the tab when the call returns, so a phone can kill the tab a moment after Confirm. Also,
the prerendered first screen must know before its first paint whether there is a saved game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping
from typing import TypeVar

from js import window

from app.saved_names import GAME_PLACE, RESUME
from app.saves.device import SavedTexts, StorageError
from browser.clock import now
from browser.scripts import cartographers

_Answer = TypeVar("_Answer")


class Storage(MutableMapping[str, str]):
    """The browser's storage: texts by their names. Its methods raise :class:`StorageError` if it is full or denied."""

    def __getitem__(self, name: str) -> str:
        """Return the text with a name."""
        text = _tried(lambda: window.localStorage.getItem(name))
        if isinstance(text, str):
            return text
        raise KeyError(name)

    def __setitem__(self, name: str, text: str) -> None:
        """Save a text under a name."""
        _tried(lambda: window.localStorage.setItem(name, text))

    def __delitem__(self, name: str) -> None:
        """Delete the text with a name."""
        _tried(lambda: window.localStorage.removeItem(name))

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of all texts."""
        return _tried(lambda: iter(list(window.Object.keys(window.localStorage))))

    def __len__(self) -> int:
        """Return the number of texts."""
        return _tried(lambda: int(window.localStorage.length))


def _tried(work: Callable[[], _Answer]) -> _Answer:
    """Return the result of a function, or raise :class:`StorageError` in place of the browser's exceptions."""
    try:
        return work()
    except Exception as error:  # the browser's exceptions have no classes in Python; only their texts tell
        raise StorageError(str(error), is_full="quota" in str(error).lower()) from error


def saved_texts(suffix: str) -> SavedTexts:
    """Return the saved texts for a new tab, whose game has a suffix of its own in an embed."""
    tab = str(window.crypto.getRandomValues(window.Uint32Array.new(2)))
    return SavedTexts(Storage(), now, str(cartographers.place), GAME_PLACE + suffix, tab)


def leave_commands(commands: tuple[str, ...]) -> None:
    """Leave commands in this tab for the next version of the page."""
    try:
        window.sessionStorage.setItem(f"{cartographers.place}{RESUME}", "\n".join(commands))
    except Exception as error:  # noqa: BLE001 - denied or full: the next version begins at its first screen
        print(f"The next version will not continue here: {error}")  # noqa: T201 - the browser's console
