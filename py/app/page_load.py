"""The state that lasts as long as this load of the page: its address, the parts that are here, its random numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from app.game.daily import EPOCH
from app.link import NO_LINK, Link
from app.messages import Judged
from app.parts import LATER, ROOMS
from words import LANGUAGES


class Edition(NamedTuple):
    """The page's version, its Python, the browser, and the address of the source, if known."""

    version: str = ""
    python: str = ""
    browser: str = ""
    source: str = ""
    #: True if the browser has a menu that shares texts with other apps.
    shares: bool = True
    #: The page's address without its search and its fragment.
    address: str = ""


class Clock(NamedTuple):
    """The day (UTC), and the minutes until its end."""

    day: date = EPOCH
    minutes: int = 0


class Parts(NamedTuple):
    """The later parts of the page that have arrived."""

    here: frozenset[str] = frozenset({LATER, ROOMS})
    #: True if a bot needs the later part, and the page could not fetch it.
    bots_failed: bool = False

    def with_part(self, part: str) -> Parts:
        """Return the parts after one more has arrived."""
        return Parts(self.here | {part}, self.bots_failed and part != LATER)


@dataclass(frozen=True, slots=True)
class PageLoad:
    """The state that lasts as long as this load of the page, whatever screen is shown."""

    #: The source of all random seeds and keys; each use replaces it.
    chance: str
    link: Link = NO_LINK
    edition: Edition = field(default_factory=Edition)
    #: The language of the page.
    language: str = LANGUAGES[0]
    #: True if the device asks for reduced motion.
    reduced_motion: bool = False
    clock: Clock = field(default_factory=Clock)
    parts: Parts = field(default_factory=Parts)
    #: True if a newer version of the page is ready.
    newer_version: bool = False
    #: The names of the explanations that screen readers have spoken.
    spoken: tuple[str, ...] = ()
    #: The id of the reviewed game, and the results of its review.
    judged: tuple[str, tuple[Judged, ...]] = ("", ())
