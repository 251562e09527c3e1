"""The screen while the later part of the page is on its way, or could not be fetched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.drawing.element import Element, h
from app.drawing.parts import back_header, button
from app.messages import Back, EnterRoom, Go, Message
from app.said import Said
from app.screens.plain import Screen
from app.visit import Visit
from words import Words


@dataclass(frozen=True, slots=True)
class Fetching(Screen):
    """A later ``part`` of the page is fetched, to go where somebody wants to; or that has ``failed``."""

    then: Go | EnterRoom
    part: str
    failed: bool = False

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the screen."""
        return h(
            "main",
            back_header(words, words("app.name")),
            h(
                "div",
                h("p", self._text(words)),
                button(self.then, h("b", words("fetching.again")), class_="confirm") if self.failed else None,
                class_="form",
            ),
            class_="setup fetching",
            key="fetching",
        )

    def said(self, words: Words, visit: Visit) -> Iterator[Said]:
        """Yield how the fetching goes."""
        yield Said("news", self._text(words))

    def _text(self, words: Words) -> str:
        return words("fetching.failed" if self.failed else "fetching")

    def keys(self, visit: Visit) -> Mapping[str, Message]:
        """Return what each key sends."""
        return {"Escape": Back()}
