"""Tabs of the page on one device, without a browser: each has a visit, and carries out its effects on the storage."""

from __future__ import annotations

import re
from collections import UserDict
from collections.abc import Iterator, Mapping
from contextlib import suppress

from app import messages as m
from app import update
from app.arrival.link import NO_LINK, Link
from app.arrival.page_load import PageLoad
from app.memory import memory_on
from app.page.notice import Notice
from app.saved_names import GAME_PLACE
from app.saves.device import DeviceEffect, SavedTexts, StorageError
from app.saves.games import last_room
from support.visits import Sent, both_of

#: The beginning of the names of the site's texts, and the time on its device.
SITE, TIME = "/page/ ", 1_795_600_900_000


class Storage(UserDict[str, str]):
    """The storage of a browser."""

    #: The reason why it saves nothing, or None.
    failure: Notice | None = None
    #: A full storage has no room for the names that match this regular expression.
    full_for = ""

    def __init__(self, texts: Mapping[str, str] | None = None, failure: Notice | None = None) -> None:
        """Begin with texts of the site."""
        super().__init__({SITE + name: text for name, text in (texts or {}).items()})
        self.failure = failure

    @property
    def texts(self) -> dict[str, str]:
        """The texts of the site."""
        return {name.removeprefix(SITE): text for name, text in self.data.items() if name.startswith(SITE)}

    def __getitem__(self, name: str) -> str:
        """Return a text, unless the storage is denied."""
        self._check(is_full=False)
        return super().__getitem__(name)

    def __setitem__(self, name: str, text: str) -> None:
        """Save a text, unless the storage is full or denied."""
        self._check(is_full=self.failure is Notice.FULL and bool(re.search(self.full_for, name)))
        super().__setitem__(name, text)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names, unless the storage is denied."""
        self._check(is_full=False)
        return super().__iter__()

    def _check(self, *, is_full: bool) -> None:
        if is_full or self.failure is Notice.DENIED:
            raise StorageError("failed", is_full=is_full)


def texts_on(storage: Storage, tab: str = "tab", suffix: str = "") -> SavedTexts:
    """Return the texts on a storage as a tab sees them."""
    return SavedTexts(storage, lambda: TIME, SITE, GAME_PLACE + suffix, tab)


class Tab:
    """A tab with its visit."""

    def __init__(self, storage: Storage, name: str = "tab", link: Link = NO_LINK) -> None:
        """Open the page."""
        self.texts = texts_on(storage, name, link.save_suffix)
        self.visit = update.arrive(PageLoad(name, link), memory_on(self.texts), last_room(self.texts))

    def send(self, *messages: Sent) -> None:
        """Send messages to the visit, carry out the effects on the device, and send its answers."""
        for message in messages:
            self.visit, effects = both_of(self.visit, message)
            for effect in effects:
                if isinstance(effect, DeviceEffect) and (answer := self.carry_out(effect)):
                    self.send(answer)

    def carry_out(self, effect: DeviceEffect) -> m.Message | None:
        """Carry out an effect, and return the device's answer."""
        with suppress(StorageError):
            return effect.carry_out(self.texts)
        return None
