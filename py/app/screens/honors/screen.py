"""The player's honors: the earned ones, each with the game that earned it, and those still to earn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from app import messages as m
from app.drawing.controls import back_header, button, icon
from app.drawing.element import Element, h
from app.game.library import Entry
from app.screens.parts.honors import Honor, Standing, search, standings
from app.screens.parts.recorded import describe_day
from app.screens.parts.seals import seal
from app.visit import Needs, Screen, Traits, Visit
from words import Words


class Honors(Screen):
    """The list of honors."""

    traits: ClassVar[Traits] = Traits("honors")

    def needs(self, visit: Visit) -> Needs:
        """Return the search for honors in the saved games, unless it is over."""
        return Needs(search(visit), library=True)

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the earned honors, the latest first, and the others in their order."""
        found = standings(visit)
        return h(
            "main",
            back_header(words, self.title(words)),
            h(
                "div",
                h("p", words("honors.searching"), class_="note", role="status") if found is None else None,
                _lists(words, found) if found else None,
                class_="form",
                role="region",
                aria_label=self.title(words),
                tabindex="0",  # for scrolling by keyboard
            ),
            class_="setup honors",
            key="honors",
        )


def screen(_: Visit, __: str) -> Screen:
    """Return the honors."""
    return Honors()


def _lists(words: Words, found: Sequence[Standing]) -> list[Element | None]:
    """Return the number of earned honors, and a list each for the earned and for the other honors."""
    earned = sorted(((each, each.game) for each in found if each.game), key=lambda pair: pair[1].time, reverse=True)
    return [
        h("p", words("honors.which"), class_="note"),
        _section(
            words("honors.earned", count=len(earned), all=len(found)),
            [_earned(words, each, game) for each, game in earned],
        ),
        _section(words("honors.open"), [_open(words, each) for each in found if each.game is None]),
    ]


def _section(heading: str, honors: Sequence[Element]) -> Element | None:
    """Return a list of honors with its heading; None if the list is empty."""
    if not honors:
        return None
    return h("section", h("h2", heading), h("ol", honors, class_="honor-list"), key=heading)


def _earned(words: Words, standing: Standing, game: Entry) -> Element:
    """Return an earned honor as a button that opens the game that earned it."""
    content = (*_described(words, standing, describe_day(words, game)), icon("icon-next"))
    return h("li", button(m.Go("sheet", game.name), *content, class_="honor"), key=standing.honor.name)


def _open(words: Words, standing: Standing) -> Element:
    """Return an honor still to earn, with the progress if it takes several games."""
    honor = standing.honor
    key = "honors.progress" if honor.count is len else "honors.progress.streak"
    progress = words(key, marks=standing.marks, goal=honor.goal) if honor.goal > 1 else ""
    return h("li", h("div", *_described(words, standing, progress), class_="honor"), key=honor.name)


def _described(words: Words, standing: Standing, note: str) -> tuple[Element, Element]:
    """Return an honor's seal, and its name, request, and a note."""
    honor = standing.honor
    name = h("b", words(f"honors.name.{honor.name}"))
    small = h("small", note) if note else None
    return (
        seal(honor.name, earned=standing.game is not None),
        h("span", name, " ", h("span", _request(words, honor)), " ", small),
    )


def _request(words: Words, honor: Honor) -> str:
    """Return the sentence that asks for an honor."""
    key = f"honors.ask.{honor.name}"
    return words(key) if honor.number is None else words(key, number=honor.number)
