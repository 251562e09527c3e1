"""Later parts of the page: modules, texts, and styles, fetched when there is time or when they are needed."""

from __future__ import annotations

import json
import marshal
import sys
from typing import TYPE_CHECKING, Any

from app import messages as m
from browser.before_start import english_catalog
from browser.scripts import cartographers

if TYPE_CHECKING:
    from browser.host import Host


class PartLoader:
    """Fetches each part, and adds it to the page once."""

    def __init__(self, loop: Host) -> None:
        """Add parts to the page of a loop."""
        self._loop = loop
        self._arrived = loop.proxy(self._take)
        self._here: set[str] = set()

    def fetch(self, part: str) -> None:
        """Fetch a part, and send a message about its arrival or failure."""
        failed = self._loop.missing_file(lambda: m.PartFetched(part, arrived=False))
        cartographers.later(part, self._arrived, failed)

    def _take(self, part: Any) -> None:
        """Add a part to the page, once."""
        if part.part not in self._here:
            added, words = marshal.loads(part.bytes.to_bytes())  # noqa: S302 - as .pyc files are read
            for bundle in _bundles():
                bundle.add(*added)
            english_catalog().update(words)
            # If the player has changed the language meanwhile, its texts came with it.
            if part.words and part.language == cartographers.language:
                self._loop.words.update(json.loads(part.words))
            self._here.add(part.part)
            self._loop.send(m.PartFetched(part.part, arrived=True))


def _bundles() -> list[Any]:
    """Return the importer of web/runtime/page/sitecustomize.py in a list, which is empty in builds without it."""
    return [finder for finder in sys.meta_path if hasattr(finder, "generated")]
