"""What comes after the start, in parts that are fetched when there is time or need: screens, their words and looks.

Nothing else imports these modules: ``app.screens`` finds them by name when they are here.
"""

from __future__ import annotations

from collections.abc import Mapping

#: The part that comes when there is time, and the one that comes with a room.
LATER, ROOMS = "later", "rooms"
#: The keys of words that only a part uses begin so; all others are there from the start.
WORDS: Mapping[str, tuple[str, ...]] = {
    LATER: (
        "about.",
        "days.",
        "filter.",
        "follow.",
        "history.",
        "lesson.",
        "review",
        "rules.",
        "share.",
        "sheet.",
        "statistics.",
        "strengths.",
    ),
    ROOMS: ("error.room.", "room"),
}
