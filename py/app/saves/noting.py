"""The effects that save notes: all texts except games, rooms, and marks."""

from __future__ import annotations

from typing import NamedTuple

from app import messages as m
from app.game.daily import DailyRun, read_runs
from app.game.merging import Merge
from app.saved_names import DAYS
from app.saves.device import DeviceEffect, SavedTexts, StorageError


class SaveNote(DeviceEffect):
    """Save a text that the page can do without."""

    #: The name to save it under.
    name: str
    #: The text.
    text: str

    def _apply_to(self, texts: SavedTexts) -> None:
        texts.set(self.name, self.text)


class NoteToMerge(NamedTuple):
    """A note, or a word of it, to merge with the device's note of the same name."""

    #: The name of the note.
    name: str
    #: The note, or the word.
    text: str
    #: The function that merges the device's note with it.
    merge: Merge


class MergeNotes(DeviceEffect):
    """Save notes together with those of other tabs, and report the results."""

    notes: tuple[NoteToMerge, ...]

    def _apply_to(self, texts: SavedTexts) -> m.NotesRead:
        merged = tuple((name, merge(texts.read(name), text)) for name, text, merge in self.notes)
        for name, text in merged:
            texts.set(name, text)
        return m.NotesRead(merged)

    def _failed(self, texts: SavedTexts, error: StorageError) -> m.OtherSaveFailed:
        return m.OtherSaveFailed(error.of_others)


class SaveDailyRun(DeviceEffect):
    """Save the first run of a daily game, unless another tab has begun one."""

    #: The run.
    run: DailyRun

    def _apply_to(self, texts: SavedTexts) -> None:
        days, run = read_runs(texts.read(DAYS)), self.run
        if run.day not in days.runs or days.runs[run.day].game == run.game:
            texts.set(DAYS, str(days.with_run(run)))
