"""The state of one load of the page: its address, the parts that have arrived, its random numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from app import messages as m
from app.arrival.link import NO_LINK, Link
from app.game.daily import EPOCH
from app.page.parts import LATER, PUZZLES, ROOMS
from words import LANGUAGES

#: The windows with room for a map beside the start screen's doors, as the build writes it from web/looks/media.css.
WIDE_WINDOW = "(min-width: 56.25rem) and (min-height: 35.0625rem)"


class Edition(NamedTuple):
    """The version of the page, and the browser that runs it."""

    #: The page's version.
    version: str = ""
    #: The version of Python.
    python: str = ""
    #: The browser's user agent string.
    browser: str = ""
    #: The address of the source code; empty if unknown.
    source: str = ""
    #: True if the browser has a menu that shares texts with other apps.
    shares: bool = True
    #: The page's address without query and fragment.
    address: str = ""
    #: True if the browser can print, make the device vibrate, and read the clipboard. Apps that show pages often can't.
    prints: bool = True
    vibrates: bool = True
    pastes: bool = True


class Clock(NamedTuple):
    """The date and time that daily games need."""

    #: The day (UTC).
    day: date = EPOCH
    #: The minutes until its end.
    minutes: int = 0


class Parts(NamedTuple):
    """The parts of the page that have arrived after the start."""

    #: The names of the parts, from :mod:`app.page.parts`.
    arrived: frozenset[str] = frozenset({LATER, ROOMS, PUZZLES})
    #: True if a bot or a hint needs the later part, and the page couldn't fetch it.
    job_failed: bool = False

    def with_part(self, part: str) -> Parts:
        """Return the parts after another one has arrived."""
        return Parts(self.arrived | {part}, self.job_failed and part != LATER)


class Display(NamedTuple):
    """The device's wish for motion, and the width of the page's window."""

    #: True if the device asks for reduced motion.
    reduced_motion: bool = False
    #: True once the page has had time to notice that its window has room for a map beside the start screen's doors.
    is_wide: bool = False


@dataclass(frozen=True, slots=True)
class PageLoad:
    """The state that lasts as long as this load of the page."""

    #: The source of all random seeds and keys; each use replaces it.
    random_source: str
    #: The game or the room that the page's address asks for.
    link: Link = NO_LINK
    edition: Edition = field(default_factory=Edition)
    #: The code of the page's language.
    language: str = LANGUAGES[0]
    display: Display = field(default_factory=Display)
    clock: Clock = field(default_factory=Clock)
    parts: Parts = field(default_factory=Parts)
    #: True if a newer version of the page is ready.
    newer_version: bool = False
    #: Whether the page starts without a network.
    offline: m.Offline = m.Offline.SAVING
    #: The names of the explanations that screen readers have announced.
    announced: tuple[str, ...] = ()
    #: The label of the review (its player and record), and the judgments of its plies.
    judgments: tuple[str, tuple[m.PlyJudged, ...]] = ("", ())
    #: The result of the last search for honors; None before it.
    honors: m.HonorsFound | None = None

    @property
    def reduced_motion(self) -> bool:
        """Whether the device asks for reduced motion."""
        return self.display.reduced_motion

    @property
    def can_draw_scenery(self) -> bool:
        """Whether there is room for a map that is only scenery, and the part that draws it has arrived."""
        return self.display.is_wide and LATER in self.parts.arrived
