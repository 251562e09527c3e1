"""The later part of the page: modules, words and looks that come when there is time, or when they are needed."""

from __future__ import annotations

import json
import marshal
import sys
from typing import TYPE_CHECKING, Any

from js import window

from app.messages import LaterPart
from browser.ahead import catalogue, use_generated_code

if TYPE_CHECKING:
    from browser.loop import Loop


class Later:
    """Fetches the later part once, and takes it in."""

    def __init__(self, loop: Loop) -> None:
        """Serve a loop."""
        self._loop = loop
        self._arrived = loop.proxy(self._take)
        self._failed = loop.proxy(lambda _: loop.send(LaterPart(here=False)))

    def fetch(self) -> None:
        """Fetch it, and send word."""
        window.cartographers.later(self._arrived, self._failed)

    def _take(self, part: Any) -> None:
        if not self._loop.visit.whole:
            modules, generated, words = marshal.loads(part.bytes.to_bytes())  # noqa: S302 - as .pyc files are read
            if modules:
                _bundle().update(modules)
            use_generated_code().update(generated)
            catalogue().update(words)
            # Who has chosen another language in the meantime has got all its words with that.
            if part.words and part.language == window.cartographers.language:
                self._loop.words.update(json.loads(part.words))
            self._loop.send(LaterPart(here=True))


def _bundle() -> dict[str, tuple[str, bytes]]:
    """Return the modules that Python finds by web/runtime/slim/sitecustomize.py; more may join them."""
    return next(finder.modules for finder in sys.meta_path if hasattr(finder, "modules"))
