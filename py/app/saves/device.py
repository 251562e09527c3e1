"""The texts that the page saves on a device, and the effects that save and read them.

All tabs of the page share these texts. Each kind of saved thing has a module in this package, and its names are in
:mod:`app.saved_names`.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import TypeAlias

from app import effects as e
from app import messages as m
from app.page.notice import Notice
from app.saved_names import ERASED, OWNER


class StorageError(Exception):
    """A failure of a device's storage: it is full, or the browser denies it."""

    def __init__(self, why: str, *, is_full: bool) -> None:
        """Describe the failure."""
        super().__init__(why)
        self.is_full = is_full

    @property
    def of_game(self) -> Notice:
        """The notice if the current game, or a room, can't be saved."""
        return Notice.FULL if self.is_full else Notice.DENIED

    @property
    def of_others(self) -> Notice:
        """The notice if anything else can't be saved."""
        return Notice.CROWDED if self.is_full else Notice.DENIED


#: The storage of a device: texts by their names. Its methods raise :class:`StorageError` if it fails.
Device: TypeAlias = MutableMapping[str, str]


class SavedTexts:
    """The texts of this site on a device, as one tab of the page reads and saves them.

    In the device, their names begin with the site's path. Only this package and the page's scripts know that
    (web/first.js).
    """

    def __init__(self, device: Device, now: Callable[[], int], site: str, place: str, tab: str) -> None:
        """Begin with a device and its clock, the site's path, the name of this visit's game, and that of this tab."""
        self.device, self.now, self.site, self.place, self.tab = device, now, site, place, tab
        self._erased = self.read(ERASED)
        #: Whether the current game couldn't be saved the last time.
        self.has_failed = False

    def get(self, name: str) -> str:
        """Return the text with a name; an empty string if there is none. Raises :class:`StorageError` if that fails."""
        return self.device.get(self.site + name, "")

    def read(self, name: str) -> str:
        """Return the text with a name; an empty string if there is none, or if the device fails."""
        try:
            return self.get(name)
        except StorageError:
            return ""

    def set(self, name: str, text: str) -> None:
        """Save a text, unless the player has deleted everything since this tab was loaded.

        Raises :class:`StorageError` if that fails.
        """
        if not self.is_erased:
            self.device[self.site + name] = text

    def remove(self, name: str) -> None:
        """Delete a text. Raises :class:`StorageError` if that fails."""
        self.device.pop(self.site + name, None)

    def names(self, start: str = "", end: str = "") -> list[str]:
        """Return the names with a beginning and an end; an empty list if the device fails."""
        try:
            names = [*self.device]
        except StorageError:
            return []
        site = self.site
        return [name.removeprefix(site) for name in names if name.startswith(site + start) and name.endswith(end)]

    @property
    def is_erased(self) -> bool:
        """Whether the player has deleted everything since this tab was loaded. The tab then saves nothing anymore."""
        return self.read(ERASED) != self._erased

    @property
    def is_claimed_elsewhere(self) -> bool:
        """Whether another tab has claimed the game."""
        return self.read(self.place + OWNER) not in {self.tab, ""}

    def is_news(self, key: str | None, *names: str) -> bool:
        """Return whether a change of a key in the device is about one of the names; without a key, all are deleted."""
        return not key or key in {self.site + name for name in names}


class DeviceEffect(e.Effect):
    """An effect on the texts that a device has saved."""

    def carry_out(self, texts: SavedTexts) -> m.Message | None:
        """Save or read, and return the device's answer, if any.

        Raises :class:`StorageError` after a failure that players needn't know.
        """
        try:
            return self._apply_to(texts)
        except StorageError as error:
            return self._failed(texts, error)

    def _apply_to(self, texts: SavedTexts) -> m.Message | None:
        raise NotImplementedError

    def _failed(self, texts: SavedTexts, error: StorageError) -> m.Message | None:
        """Return the answer if the device fails."""
        raise error


class HistoryEffect(DeviceEffect):
    """An effect on the games in the history. The games that still wait to be saved there are saved first."""
