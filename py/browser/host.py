"""The loop as effects, history, rooms, and thinking see it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from app import messages as m
from app.saves.device import SavedTexts
from app.visit import Visit
from words import Words


class Host(Protocol):
    """The loop of the page (:class:`browser.loop.Loop`)."""

    #: The visit that is shown or about to be shown.
    visit: Visit
    words: Words
    texts: SavedTexts
    #: The element that holds the page.
    root: Any

    def send(self, message: m.Message) -> None:
        """Update the visit with a message."""

    def proxy(self, work: Callable[..., object]) -> Any:
        """Return a function as a proxy for the browser; its exceptions open the fault panel."""

    def missing_file(self, message: Callable[[], m.Message]) -> Any:
        """Return a proxy for a missing file: it reports a newer version, if any, and sends a message."""

    def step(self) -> None:
        """Advance the screen by one step."""

    def animate_ghost(self, keyframes: Any, milliseconds: int) -> None:
        """Animate a rotation or a flip of the ghost."""

    def switch_language(self, text: str, *parts: str) -> None:
        """Switch to another language, given its texts for the start and for later parts."""

    def alert_player(self, text: str) -> None:
        """Replace the title to alert a player in another tab; an empty string restores it."""

    def show_fragment(self, fragment: str) -> None:
        """Set the fragment of the page's address."""
