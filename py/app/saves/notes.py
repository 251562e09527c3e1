"""The notes of a device: all texts that it saves except games and texts that follow from others.

:data:`NOTES` is the only table of notes. Files have a line for each note (:mod:`app.screens.history.other_lines`).
Imports accept only records that the table calls valid, and the browser saves the result of the note's merge. A merge is
a join: two devices that exchange their files have the same notes afterwards, in any order, and after any repetition. No
clock decides anything:

- The furthest step of the lesson counts, and an explanation that one device has shown is known on both.
- One run of each daily game counts (:func:`app.game.daily.rank_of_run`), and one answer to each puzzle
  (:func:`app.game.puzzle_progress.merge_progress`).
- Maps are united. If a map has two names, the first name in the order of letters stays.
- The preferences with more changes count. If a device changes preferences that it has imported, its own are ahead.
- If both devices have an unfinished map or a paper map, the map with more drawn spaces stays.

No file has these texts: rooms with their keys and seats, because a seat belongs to one device; the mark of the tab that
plays; the previous text of a game, and an unreadable one; the bots' results, which can be measured again; the doors for
the next start, which follow from the rest; and the marks that the page has asked the browser or reminded the player.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from app.game.custom_maps import MAX_MAPS, is_draft, is_map, is_named_map
from app.game.daily import is_run, merge_runs
from app.game.merging import Merge, greatest, joined, reads
from app.game.paper import read_paper
from app.game.printed import read_printed
from app.game.puzzle_progress import is_progress, merge_progress
from app.game.shelf import LESSON_OVER, read_count
from app.page.preferences import DEFAULTS, read_preferences
from app.saved_names import DAYS, DRAFT, EXPLAINED, LAST_PRINTED, LESSON, MAP_NAMES, MAPS, PAPER, PREFERENCES, PUZZLES
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


_is_printed = reads(read_printed)


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
    LESSON: Note(reads(_read_lesson), greatest(_progress_of_lesson)),
    PREFERENCES: Note(lambda text: read_preferences(text) != DEFAULTS, _merge_preferences),
    DRAFT: Note(lambda text: is_draft(text) and text.strip("."), greatest(lambda text: len(text) - text.count("."))),
    PAPER: Note(reads(lambda text: read_paper(text.partition(" ")[0])), greatest(_spaces_painted)),
    LAST_PRINTED: Note(_is_printed, greatest(lambda text: (_is_printed(text), len(text)))),
}
