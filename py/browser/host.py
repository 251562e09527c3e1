"""The page as its parts see it: what effects, history, rooms and thinking may ask of the loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from app.messages import Message
from app.visit import Visit
from browser.storage import Storage
from words import Words


class Host(Protocol):
    """The loop of the page (:class:`browser.loop.Loop`)."""

    #: What is shown, or about to be.
    visit: Visit
    words: Words
    storage: Storage
    #: The element that holds the page.
    root: Any

    def send(self, message: Message) -> None:
        """Give the visit a message."""

    def proxy(self, work: Callable[..., object]) -> Any:
        """Return work as the browser can keep it; what it raises reaches the fault panel."""

    def without(self, message: Callable[[], Message]) -> Any:
        """Return a proxy for a missing file: it sends news of a newer version, then the message."""

    def step(self) -> None:
        """Let the screen move on by itself."""

    def swing(self, keyframes: Any, milliseconds: int) -> None:
        """Let the ghost be seen to turn or flip."""

    def speak(self, text: str, *parts: str) -> None:
        """Speak another language from now on, with the words of the start and of later parts."""

    def call(self, text: str) -> None:
        """Replace the title to call a player in another tab; an empty text restores it."""

    def show_fragment(self, fragment: str) -> None:
        """Let the page's address end with a fragment."""
