"""The deletion of everything that this site has saved on a device."""

from __future__ import annotations

from contextlib import suppress

from app import messages as m
from app.game.shelf import read_count
from app.saved_names import ERASED
from app.saves.device import DeviceEffect, SavedTexts, StorageError
from app.saves.former import FORMER_NAMES, owns_former_texts


class DeleteEverything(DeviceEffect):
    """Delete everything that this site has saved on the device. Its other tabs then load the page again."""

    def _apply_to(self, texts: SavedTexts) -> None:
        device = texts.device
        mark, time = texts.site + ERASED, str(max(texts.now(), read_count(texts.read(ERASED)) + 1))
        with suppress(StorageError):  # if there is no room before the deletion, there is afterwards
            device[mark] = time  # first, or another tab could save its game again meanwhile
        beginnings = (texts.site, FORMER_NAMES) if owns_former_texts(texts) else (texts.site,)
        for name in [*device]:
            if name.startswith(beginnings) and name != mark:
                del device[name]
        device[mark] = time

    def _failed(self, texts: SavedTexts, error: StorageError) -> m.OtherSaveFailed:
        return m.OtherSaveFailed(error.of_others)
