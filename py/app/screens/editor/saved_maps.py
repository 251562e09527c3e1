"""The maps that are saved on this device: in the editor, one can be loaded, named, or deleted."""

from __future__ import annotations

from app import messages as m
from app.board.map_view import blank_map, caption
from app.board.names import custom_map_names
from app.drawing.controls import button, icon
from app.drawing.element import Element, h
from app.game.custom_maps import CustomMaps, map_named, with_map, with_named, without_map
from app.game.setup import MAX_NAME_LENGTH
from app.saved_names import MAP_NAMES, MAPS
from app.saves.noting import MergeNotes, NoteToMerge
from words import Words

#: The name of the field for the map's name.
NAME = "map-name"


class LoadMap(m.Message):
    """The player loads one of their maps."""

    side: str


class DeleteMap(m.Message):
    """The player deletes the map, and its name, from the device."""


def saved_maps(words: Words, maps: CustomMaps, side: str, typed: str | None) -> Element | None:
    """Return the maps that are saved on this device, with the name and the deletion of the one in the editor."""
    own = maps.names
    if not maps.sides:
        return None
    return h(
        "section",
        h("h2", words("editor.yours")),
        h(
            "div",
            [
                button(
                    LoadMap(each),
                    blank_map(each, name),
                    caption(each, own) if each in own else None,
                    class_="choice",
                    aria_pressed="true" if each == side else "false",
                    aria_label=name,
                    key=each,
                )
                for each, name in custom_map_names(words, maps.sides, own).items()
            ],
            class_="sides",
        ),
        (
            _name_field(words, side, own.get(side, "") if typed is None else typed),
            button(DeleteMap(), icon("icon-cross"), h("span", words("editor.delete")), class_="wide", key="delete"),
        )
        if side in maps.sides
        else None,
        class_="part",
        key="yours",
    )


def _name_field(words: Words, side: str, text: str) -> Element:
    """Return the field for the name of a saved map."""
    field = h("input", name=NAME, value=text, maxlength=MAX_NAME_LENGTH, dir="auto", autocomplete="off")
    return h("label", h("span", words("editor.name")), field, class_="map-name", key=f"name {side}")


def saving_map(side: str) -> MergeNotes:
    """Return the effect that saves a map; the device then reports its maps, or the reason of a failure."""
    return MergeNotes((NoteToMerge(MAPS, side, with_map),))


def deleting_map(side: str) -> MergeNotes:
    """Return the effect that deletes a map and its name."""
    return MergeNotes((NoteToMerge(MAPS, side, without_map), NoteToMerge(MAP_NAMES, map_named(side, ""), with_named)))


def naming_map(side: str, name: str, note: str) -> tuple[MergeNotes, ...]:
    """Return the effect that saves the name of a map, unless the note with the names of maps has it."""
    word = map_named(side, name)
    return () if with_named(note, word) == note else (MergeNotes((NoteToMerge(MAP_NAMES, word, with_named),)),)
