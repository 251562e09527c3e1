"""The memory of a visit: all that the device keeps from one visit to the next, as far as this one has read it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from app.game.daily import NO_DAYS, DailyRuns
from app.game.shelf import EMPTY, Shelf
from app.notice import Notice
from app.preferences import AS_DELIVERED, Preferences

#: The number of new games after which a reminder to save them comes.
REMINDER = 10


class Backup(NamedTuple):
    """The finished games that only this device keeps."""

    #: The number of games that the browser may delete; 0 if it promises to keep them, or while that is unknown.
    at_risk: int = 0
    #: Their number when the player last saved them as a file, or last dismissed the reminder.
    reminded: int = 0

    @property
    def due(self) -> int:
        """The number of games to be saved as a file; 0 if there are too few new ones for a reminder."""
        return self.at_risk if self.at_risk - self.reminded >= REMINDER else 0


@dataclass(frozen=True, slots=True)
class Memory:
    """All that the device keeps."""

    #: The device's copy of the game in play.
    shelf: Shelf = EMPTY
    #: The daily games that were played on this device.
    days: DailyRuns = NO_DAYS
    #: The names and texts of all other games on the device; ``None`` before they have been read.
    library: tuple[tuple[str, str], ...] | None = None
    #: The note on the results of bots in some deals; ``None`` before it has been read.
    bot_results: str | None = None
    preferences: Preferences = AS_DELIVERED
    #: The note on the progress of the lesson.
    lesson: str = ""
    #: The names of the explanations that were shown on this device.
    told: tuple[str, ...] = ()
    backup: Backup = field(default_factory=Backup)
    #: The reason why the device does not save the game: ``DENIED`` or ``FULL``.
    trouble: Notice | None = None


#: The memory of a device on which nobody has played.
NO_MEMORY = Memory()
