"""The memory of a visit: the data saved on the device that the visit has read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from app.game.daily import NO_RUNS, DailyRuns, read_runs
from app.game.shelf import EMPTY, Shelf
from app.page.notice import Notice
from app.page.preferences import DEFAULTS, Preferences, read_preferences
from app.saved_names import (
    DAYS,
    DRAFT,
    EXPLAINED,
    LAST_PRINTED,
    LESSON,
    MAP_NAMES,
    MAPS,
    PAPER,
    PREFERENCES,
    PRINTED,
    PUZZLES,
)
from app.saves.device import SavedTexts
from app.saves.games import saved_shelf

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


#: The names of the notes that only some screens read.
_OTHERS = (PUZZLES, MAPS, MAP_NAMES, DRAFT, PAPER, LAST_PRINTED)


@dataclass(frozen=True, slots=True)
class Memory:
    """Everything that the device remembers."""

    #: The current game, and the device's copy of it.
    shelf: Shelf = EMPTY
    #: The printed game (see :mod:`app.game.printed`).
    printed: SavedText = NOT_SAVED
    #: The names and texts of all other games; None until they have been read.
    library: tuple[tuple[str, str], ...] | None = None
    #: The runs of daily games on this device.
    days: DailyRuns = NO_RUNS
    preferences: Preferences = DEFAULTS
    #: The note on the player's progress in the lesson.
    lesson: str = ""
    #: The names of the explanations that this device has shown.
    explained: tuple[str, ...] = ()
    #: The other notes by their names; the note on the bots' results is missing until it has been read.
    notes: Mapping[str, str] = field(default_factory=lambda: dict.fromkeys(_OTHERS, ""))
    backup: Backup = field(default_factory=Backup)
    #: The reason why the device can't save the game: ``DENIED`` or ``FULL``; None if it can.
    save_notice: Notice | None = None

    def with_note(self, name: str, text: str) -> Memory:
        """Return the memory with another note."""
        return replace(self, notes={**self.notes, name: text})


#: The memory of a device on which nobody has played yet.
NO_MEMORY = Memory()


class _Field(NamedTuple):
    """The field of :class:`Memory` with a note that the start needs."""

    name: str
    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str


#: The fields with notes of :mod:`app.saves.notes`, by the names of these notes.
_FIELDS: Mapping[str, _Field] = {
    DAYS: _Field("days", read_runs),
    EXPLAINED: _Field("explained", lambda text: tuple(text.split()), " ".join),
    LESSON: _Field("lesson"),
    PREFERENCES: _Field("preferences", read_preferences),
}


def notes_of(memory: Memory) -> dict[str, str]:
    """Return the notes of a device by the names under which it saves them."""
    notes = {name: field.write(getattr(memory, field.name)) for name, field in _FIELDS.items()}
    return notes | {name: memory.notes[name] for name in _OTHERS}


def with_notes(memory: Memory, read: Callable[[str], str | None]) -> Memory:
    """Return the memory with other notes. ``read`` returns the note with a name, or None if it hasn't changed."""
    found = {name: text for name in (*_FIELDS, *_OTHERS) if (text := read(name)) is not None}
    fields = {field.name: field.read(found.pop(name)) for name, field in _FIELDS.items() if name in found}
    return replace(memory, **fields, notes={**memory.notes, **found})


def memory_on(texts: SavedTexts) -> Memory:
    """Return the memory of a device at the start of a visit: all that needs no other games."""
    printed = texts.read(PRINTED)
    return with_notes(Memory(saved_shelf(texts), SavedText(printed, printed)), texts.read)
