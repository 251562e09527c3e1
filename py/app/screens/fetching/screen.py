"""The screen while a later part of the page is on its way, or could not be fetched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.drawing.controls import back_header, not_fetched
from app.drawing.element import Element, h
from app.messages import Back, EnterRoom, Go, Message
from app.said import Said
from app.visit import Screen, Visit
from words import Words


@dataclass(frozen=True, slots=True)
class Fetching(Screen):
    """The screen while a later part of the page is fetched that another screen needs."""

    #: The message that leads to that screen.
    then: Go | EnterRoom
    part: str
    failed: bool = False

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the screen."""
        text, way_on = self._state(words, visit)
        return h(
            "main",
            back_header(words, words("app.name")),
            h("div", h("p", text), way_on, class_="form"),
            class_="setup fetching",
            key="fetching",
        )

    def said(self, words: Words, visit: Visit) -> Iterator[Said]:
        """Yield the state of the fetching."""
        yield Said("news", self._state(words, visit)[0])

    def _state(self, words: Words, visit: Visit) -> tuple[str, Element | None]:
        """Return the state of the fetching as a sentence, and a button after a failure."""
        return (
            not_fetched(words, self.then, newer=visit.page.newer_version) if self.failed else (words("fetching"), None)
        )

    def keys(self, visit: Visit) -> Mapping[str, Message]:
        """Return what each key sends."""
        return {"Escape": Back()}
