"""The notes of a device: everything that it saves, other than games, and that doesn't follow from something else.

:data:`NOTES` is the one table of them. A file has a line for each (:mod:`app.screens.history.other_lines`), an import
takes what the table calls valid, and the browser saves what its merge returns. A merge is a join: two devices that
exchange their files have the same notes afterwards, in whatever order, and however often. Nobody's clock matters:

- the lesson is where it was furthest, and the explanations are those that either device has shown;
- of the runs of a daily game, one counts (:func:`app.game.daily.rank_of_run`), and so does one answer to each puzzle
  (:func:`app.game.puzzle_progress.rank_of_answer`);
- maps are united, and of two names of a map, the first in the order of letters stays;
- preferences are those that were changed more often, on devices that have exchanged files: those changed last;
- of two maps that are being drawn or painted, the one with more drawn spaces stays.

These texts are in no file: a room with its keys and seats, because a seat belongs to one device; the mark of the tab
that plays; the previous or unreadable text of a game; the bots' results, which can be measured again; the doors for the
next start, which follow from the rest; and the marks of a question to the browser and of a reminder to the player.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from app.game.custom_maps import MAX_MAPS, is_draft, is_map, is_named_map
from app.game.daily import is_run, merge_runs
from app.game.merging import Merge, greatest, joined
from app.game.paper import read_paper
from app.game.printed import read_printed
from app.game.puzzle_progress import is_progress, merge_progress
from app.game.shelf import (
    DAYS,
    DRAFT,
    EXPLAINED,
    LAST_PRINTED,
    LESSON,
    LESSON_OVER,
    MAP_NAMES,
    MAPS,
    PAPER,
    PREFERENCES,
    PUZZLES,
    read_count,
)
from app.preferences import DEFAULTS, read_preferences
from cartographers.errors import InvalidRecord
from cartographers.record import read_record

_EXPLANATION = re.compile(r"[a-z][a-z-]{0,39}", re.ASCII)
#: The maximum number of words of a note on a device: ten years of daily puzzles.
MAX_WORDS = 12_000


class Note(NamedTuple):
    """A kind of note."""

    #: Return whether a record has a meaning for this version of the page: a word of the note, or the whole note.
    is_valid: Callable[[str], object]
    merge: Merge
    #: The maximum number of words in a line of a file; 0 if the whole note is one record.
    words_in_line: int = 0
    #: The maximum number of words on a device.
    most: int = MAX_WORDS
    #: The key of the error in a record that isn't valid.
    error: str = "history.error.note"

    def records(self, note: str) -> list[str]:
        """Return the records of a note, each once."""
        return [*dict.fromkeys(note.split())] if self.words_in_line else [note] * bool(note)

    def fitting(self, ours: str, theirs: str) -> str:
        """Return the records of another device's note for which this device has room: the latest of them."""
        if not self.words_in_line:
            return theirs
        known = {*ours.split()}
        new = [word for word in self.records(theirs) if word not in known]
        left_out = {*new[: max(len(new) - max(self.most - len(known), 0), 0)]}
        return " ".join(word for word in theirs.split() if word not in left_out)


def _reads(read: Callable[[str], object]) -> Callable[[str], bool]:
    """Return a function that returns whether another one accepts a text."""

    def is_valid(text: str) -> bool:
        try:
            read(text)
        except InvalidRecord:
            return False
        return True

    return is_valid


_is_printed = _reads(read_printed)


def _read_lesson(text: str) -> None:
    _, _, scenes, record = [*text.split(), "", "", "", ""][:4]
    if text != LESSON_OVER and not (scenes.isdecimal() and read_record(record)):
        raise InvalidRecord("error.save.end")


def _progress_of_lesson(text: str) -> tuple[bool, int, int]:
    """Return how far a lesson is: whether it is over, its plies, and the scenes that the player has seen."""
    _, _, scenes, record = [*text.split(), "", "", "", ""][:4]
    return text == LESSON_OVER, record.count("."), read_count(scenes)


def _merge_preferences(text: str, other: str) -> str:
    """Return the preferences that were changed more often."""
    found = [read_preferences(text), read_preferences(other)]
    return str(max(found, key=lambda one: (one.changes, one != DEFAULTS, str(one))))


def _spaces_painted(text: str) -> int:
    """Return the number of filled spaces of a paper map; 0 if it can't be read."""
    try:
        return -read_paper(text.partition(" ")[0]).sheet.empty.bit_count()
    except InvalidRecord:
        return -1000


#: The notes by the names under which a device saves them. A later form of a note needs a new name: a version of the
#: page leaves out lines with names that it doesn't know.
NOTES: Mapping[str, Note] = {
    DAYS: Note(is_run, merge_runs, 100),
    PUZZLES: Note(is_progress, merge_progress, 100, error="history.error.answer"),
    MAPS: Note(is_map, joined(), 100, MAX_MAPS, "error.map.code"),
    MAP_NAMES: Note(is_named_map, joined(), 10, MAX_MAPS, "history.error.name"),
    EXPLAINED: Note(_EXPLANATION.fullmatch, joined(), 100, 200),
    LESSON: Note(_reads(_read_lesson), greatest(_progress_of_lesson)),
    PREFERENCES: Note(lambda text: read_preferences(text) != DEFAULTS, _merge_preferences),
    DRAFT: Note(lambda text: is_draft(text) and text.strip("."), greatest(lambda text: len(text) - text.count("."))),
    PAPER: Note(_reads(lambda text: read_paper(text.partition(" ")[0])), greatest(_spaces_painted)),
    LAST_PRINTED: Note(_is_printed, greatest(lambda text: (_is_printed(text), len(text)))),
}
