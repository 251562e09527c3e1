"""The parts of the page that arrive after its start: in the background, or when a screen needs them."""

from __future__ import annotations

from collections.abc import Mapping

#: The part that arrives in the background, the part that rooms need, and the part with the puzzles.
LATER, ROOMS, PUZZLES = "later", "rooms", "puzzles"
#: The part that another part needs.
NEEDED_PART: Mapping[str, str] = {PUZZLES: LATER}
#: The part with each screen that doesn't load at the start, by the screen's name.
PART_OF: Mapping[str, str] = {
    "about": LATER,
    "companion": LATER,
    "days": LATER,
    "editor": LATER,
    "follow": LATER,
    "history": LATER,
    "honors": LATER,
    "lesson": LATER,
    "paper": LATER,
    "printout": LATER,
    "review": LATER,
    "rules": LATER,
    "scores": LATER,
    "sheet": LATER,
    "statistics": LATER,
    "week": LATER,
    "room": ROOMS,
    "answers": PUZZLES,
    "puzzle": PUZZLES,
    "puzzles": PUZZLES,
}


def package_of(screen: str) -> str:
    """Return the package with a screen of :data:`PART_OF`: a folder of its name, except for the screen of a room."""
    return "app.room" if screen == "room" else f"app.screens.{screen}"
