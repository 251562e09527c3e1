"""The parts of the page that come after its start, when there is time or when a screen in them is wanted."""

from __future__ import annotations

from collections.abc import Mapping

#: The part that comes when there is time, and the one that comes with a room.
LATER, ROOMS = "later", "rooms"
#: The part of each screen that the start does without, by the screen's name, which is also that of its folder.
PART_OF: Mapping[str, str] = {
    "about": LATER,
    "days": LATER,
    "follow": LATER,
    "history": LATER,
    "lesson": LATER,
    "review": LATER,
    "rules": LATER,
    "sheet": LATER,
    "statistics": LATER,
    "room": ROOMS,
}
