"""The facts that the page's scripts need before Python runs; the build writes them into ``index.html``."""

from __future__ import annotations

from datetime import timedelta

from app import messages as m
from app.arrival.link import EMBED, GAMES, PARAMETER
from app.game.daily import EPOCH, LAST_TIME, daily
from app.game.shelf import LESSON_OVER
from app.saved_names import DAYS, DOORS, GAME_PLACE, LESSON, PREFERENCES, RESUME
from cartographers.boxes import Box
from cartographers.sides import SIDES_OF

#: The oldest versions of browsers that have the features that web/able.js looks for.
OLDEST = {"chrome": 111, "firefox": 121, "safari": "16.4", "samsung": 22}
#: Number of days after which the map sides of daily games repeat: the order of a week's games repeats after 7 weeks,
#: its sides after 4.
_CYCLE = 7 * 7 * 4


def facts() -> dict[str, object]:
    """Return the facts that the first paint needs, as documented in web/first.js."""
    return {
        "keys": {
            "game": GAME_PLACE,
            "preferences": PREFERENCES,
            "lesson": LESSON,
            "days": DAYS,
            "doors": DOORS,
            "resume": RESUME,
        },
        "lessonOver": LESSON_OVER,
        "asked": PARAMETER,
        "links": GAMES,
        "embed": EMBED,
        "doors": {
            "link": m.command(m.Begin("link")),
            "kept": m.command(m.Continue()),
            "first": m.command(m.Begin("first")),
            "day": m.command(m.Begin("daily")),
            "lesson": m.command(m.Go("lesson")),
        },
        "lastTime": LAST_TIME,
    }


def more_facts(source: str = "") -> dict[str, object]:
    """Return the other facts that the scripts need before Python runs; the build fills in the version.

    ``source`` is the address of the source code, if known.
    """
    return {
        "version": "VERSION",
        "source": source,
        "oldest": OLDEST,
        "daySides": "".join(daily(EPOCH + timedelta(day)).side.lower() for day in range(_CYCLE)),
        "firstSide": SIDES_OF[Box.BASE][0].lower(),
    }
