"""The screen shown while a part of the page loads, or after it failed to load."""

from __future__ import annotations

from collections.abc import Iterator

from app import messages as m
from app.drawing.announcements import Announcement
from app.drawing.controls import back_header, fetch_failure
from app.drawing.element import Element, h
from app.visit import Screen, Visit
from words import Words


class Fetching(Screen):
    """The screen shown while the part of the page with another screen loads."""

    #: The message that opens that screen.
    then: m.Go | m.EnterRoom
    #: The name of the part.
    part: str
    #: True if the part failed to load.
    failed: bool = False

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the loading status, with a button to try again after a failure."""
        text, way_on = self._state(words, visit)
        return h(
            "main",
            back_header(words, words("app.name")),
            h("div", h("p", text), way_on, class_="form"),
            class_="setup fetching",
            key="fetching",
        )

    def announcements(self, words: Words, visit: Visit) -> Iterator[Announcement]:
        """Yield the loading status."""
        yield Announcement("news", self._state(words, visit)[0])

    def _state(self, words: Words, visit: Visit) -> tuple[str, Element | None]:
        """Return the loading status as a sentence, and a button to try again after a failure."""
        return (
            fetch_failure(words, self.then, newer=visit.page.newer_version)
            if self.failed
            else (words("fetching"), None)
        )
