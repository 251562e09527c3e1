"""The screen with a sheet to print: any printed map or custom map, in black and white."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from app import messages as m
from app.board.map_view import SetSide, side_choices
from app.board.names import side_name
from app.drawing.controls import back_header
from app.drawing.element import Element, h
from app.game.custom_maps import maps_in
from app.screens.parts.printing import print_button
from app.screens.printout.drawing import printed_sheet
from app.visit import Next, Screen, Traits, Visit
from cartographers.errors import InvalidRecord
from cartographers.maps import blank_sheet
from cartographers.sides import SIDES, is_custom
from words import Words, isolated


class Printout(Screen):
    """The sheet of a map side."""

    traits: ClassVar[Traits] = Traits("printout.title")

    side: str

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit with another map's sheet."""
        match message:
            case SetSide(side) if side in maps_in(visit.memory.notes).sides_with(self.side):
                return replace(visit, screen=Printout(side))
            case _:
                return super().update(visit, message)

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the sheet, the choice of a map, and the button that prints; the printout has only the sheet."""
        maps = maps_in(visit.memory.notes)
        name = isolated(maps.names.get(self.side, ""))
        choices = side_choices(words, maps.sides_with(self.side), self.side, maps.names)
        sheet = printed_sheet(words, blank_sheet(self.side), name or side_name(words, self.side), name)
        return h(
            "main",
            back_header(words, self.title(words)),
            h(
                "div",
                h("section", h("p", words("printout.text"), class_="note"), choices, class_="part"),
                h("section", sheet, class_="part sheet", key="sheet"),
                class_="form",
            ),
            h("div", print_button(words, visit, class_="confirm"), class_="thumb"),
            class_="setup printout",
            key="printout",
        )


def screen(_: Visit, about: str) -> Printout:
    """Return the screen with the sheet of a side; without a readable one, of the first side."""
    try:
        return Printout(about if about in SIDES or (is_custom(about) and blank_sheet(about)) else next(iter(SIDES)))
    except InvalidRecord:
        return Printout(next(iter(SIDES)))
