"""What the page's scripts must know before Python runs; the build prints it into ``index.html``."""

from __future__ import annotations

from app.link import EMBED, GAMES
from app.messages import Begin, Go, command
from app.shelf import LESSON, LESSON_OVER, PLACE, PREFERENCES
from cartographers.boxes import Box
from cartographers.maps import SIDES, SIDES_OF


def facts(source: str = "") -> dict[str, object]:
    """Return the facts, as web/first.js documents them; the build fills in the version.

    ``source`` is the address of the source code, where it is known.
    """
    return {
        "version": "VERSION",
        "source": source,
        "keys": {"game": PLACE, "preferences": PREFERENCES, "lesson": LESSON},
        "lessonOver": LESSON_OVER,
        "links": GAMES,
        "embed": EMBED,
        "doors": {"link": command(Begin("link")), "before": command(Begin("before")), "lesson": command(Go("lesson"))},
        "sides": {side.lower(): f"embed-{side.lower()}.html" for side in SIDES},
        "firstSide": SIDES_OF[Box.BASE][0].lower(),
    }
