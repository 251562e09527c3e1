"""The custom map from a link, which the player can keep among their own maps."""

from __future__ import annotations

from app import messages as m
from app.drawing.controls import button, icon
from app.drawing.element import Element, h
from app.game.custom_maps import MAX_MAPS, map_named, maps_in, with_map, with_missing_name
from app.saved_names import MAP_NAMES, MAPS
from app.saves.noting import MergeNotes, NoteToMerge
from app.visit import Next, Visit
from words import Words, isolated


class KeepMap(m.Message):
    """The player keeps the map from the link."""


def keep_map(visit: Visit) -> Next:
    """Return the visit while the device saves the link's map; it then reports its maps, or the reason of a failure."""
    link = visit.page.link
    if _is_kept(visit) or _has_no_room(visit):
        return Next(visit)
    name = NoteToMerge(MAP_NAMES, map_named(link.side, link.map_name), with_missing_name)
    # The name is first, because a map without its name would count as kept.
    return Next(visit, (MergeNotes((name, NoteToMerge(MAPS, link.side, with_map))),))


def map_to_keep(words: Words, visit: Visit) -> Element:
    """Return the name of the link's map, and the button that keeps it; a note says if the player has it already."""
    link = visit.page.link
    is_kept = _is_kept(visit)
    name = maps_in(visit.memory.notes).names.get(link.side, "") if is_kept else ""
    if is_kept:
        said = words("editor.keep.done")
    elif _has_no_room(visit):
        said = words("editor.keep.full", most=MAX_MAPS)
    else:
        said = words("editor.keep.text")
    shown = isolated(name or link.map_name) or words("start.link.map")
    return h(
        "section",
        h("p", h("b", shown), " ", said, id="keep-note", role="status"),
        button(
            KeepMap(),
            icon("icon-check" if is_kept else "icon-plus"),
            words("editor.kept" if is_kept else "editor.keep"),
            class_="quiet",
            aria_disabled="true" if is_kept or _has_no_room(visit) else None,
            aria_describedby="keep-note",
            key="keep",
        ),
        class_="reminder map-to-keep",
        key="map-to-keep",
    )


def _is_kept(visit: Visit) -> bool:
    """Return whether the link's map is one of the player's own maps."""
    return visit.page.link.side in maps_in(visit.memory.notes).sides


def _has_no_room(visit: Visit) -> bool:
    """Return whether the player has the maximum number of maps."""
    return not maps_in(visit.memory.notes).has_room_for(visit.page.link.side)
