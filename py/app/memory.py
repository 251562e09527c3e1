"""The memory of a visit: the data saved on the device that the visit has read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from app.game.daily import NO_RUNS, DailyRuns, read_runs
from app.game.shelf import (
    DAYS,
    DRAFT,
    EMPTY,
    EXPLAINED,
    LAST_PRINTED,
    LESSON,
    MAP_NAMES,
    MAPS,
    PAPER,
    PREFERENCES,
    PUZZLES,
    Shelf,
)
from app.notice import Notice
from app.preferences import DEFAULTS, Preferences, read_preferences

#: Number of new finished games after which the page reminds the player to save them to a file.
REMINDER = 10


class Backup(NamedTuple):
    """The finished games that exist only on this device."""

    #: The number of games that the browser may delete; 0 if it promises to keep them, or if that is unknown.
    at_risk: int = 0
    #: Their number when the player last saved them to a file or dismissed the reminder.
    reminded: int = 0

    @property
    def games_to_save(self) -> int:
        """The number of games to save to a file; 0 if there are too few new ones for a reminder."""
        return self.at_risk if self.at_risk - self.reminded >= REMINDER else 0


class SavedText(NamedTuple):
    """A text that several tabs can change."""

    #: The text that should be saved; empty for none.
    text: str = ""
    #: The text that the device had when this tab last looked.
    device_text: str = ""


#: A text that no tab has saved.
NOT_SAVED = SavedText()
#: The name of the first opening: the edicts of the first game that a device opens wait for the player to read them.
OPENING = "opening"


@dataclass(frozen=True, slots=True)
class Memory:
    """Everything that the device remembers."""

    #: The current game, and the device's copy of it.
    shelf: Shelf = EMPTY
    #: The runs of daily games on this device.
    days: DailyRuns = NO_RUNS
    #: The names and texts of all other games; None until they have been read.
    library: tuple[tuple[str, str], ...] | None = None
    #: The note on the bots' results in some deals; None until it has been read.
    bot_results: str | None = None
    preferences: Preferences = DEFAULTS
    #: The note on the player's progress in the lesson.
    lesson: str = ""
    #: The names of the explanations that this device has shown.
    explained: tuple[str, ...] = ()
    #: The note on the custom maps, and the one on their names (see :mod:`app.game.custom_maps`).
    maps: str = ""
    map_names: str = ""
    #: The note on the map that is being drawn.
    draft: str = ""
    #: The note on the paper map that is scored without a game (see :mod:`app.screens.paper.tally`).
    paper: str = ""
    #: The printed game (see :mod:`app.game.printed`).
    printed: SavedText = NOT_SAVED
    #: The text of the printed game that was dealt last, as it was dealt. The next one is set up like it.
    last_printed: str = ""
    #: The note on the progress in puzzles (see :mod:`app.game.puzzle_progress`).
    puzzles: str = ""
    backup: Backup = field(default_factory=Backup)
    #: The reason why the device can't save the game: ``DENIED`` or ``FULL``; None if it can.
    save_notice: Notice | None = None


#: The memory of a device on which nobody has played yet.
NO_MEMORY = Memory()


class _Field(NamedTuple):
    """The field of :class:`Memory` with a note."""

    name: str
    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str


#: The field with each note of :mod:`app.saves.notes`, by the name under which the device saves the note.
_FIELDS: Mapping[str, _Field] = {
    DAYS: _Field("days", read_runs),
    PUZZLES: _Field("puzzles"),
    MAPS: _Field("maps"),
    MAP_NAMES: _Field("map_names"),
    EXPLAINED: _Field("explained", lambda text: tuple(text.split()), " ".join),
    LESSON: _Field("lesson"),
    PREFERENCES: _Field("preferences", read_preferences),
    DRAFT: _Field("draft"),
    PAPER: _Field("paper"),
    LAST_PRINTED: _Field("last_printed"),
}


def notes_of(memory: Memory) -> dict[str, str]:
    """Return the notes of a device by the names under which it saves them."""
    return {name: field.write(getattr(memory, field.name)) for name, field in _FIELDS.items()}


def with_notes(memory: Memory, read: Callable[[str], str | None]) -> Memory:
    """Return the memory with other notes. ``read`` returns the note with a name, or None if it hasn't changed."""
    found = ((field, read(name)) for name, field in _FIELDS.items())
    return replace(memory, **{field.name: field.read(text) for field, text in found if text is not None})
