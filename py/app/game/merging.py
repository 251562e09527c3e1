"""Checking and merging notes of two devices, or of two tabs, for the table of :mod:`app.saves.notes`.

Each merge is a join: the order of the notes doesn't matter, nor the order of several merges, nor a repetition.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from cartographers.errors import InvalidRecord

#: A function that merges two notes of the same kind.
Merge: TypeAlias = Callable[[str, str], str]


def reads(read: Callable[[str], object]) -> Callable[[str], bool]:
    """Return a function that returns whether another one accepts a text."""

    def is_valid(text: str) -> bool:
        try:
            read(text)
        except InvalidRecord:
            return False
        return True

    return is_valid


def words_of(note: str) -> Mapping[str, str]:
    """Return the words of a note by their keys: the part before the first colon. The first word of a key counts."""
    words: dict[str, str] = {}
    for word in note.split():
        words.setdefault(word.partition(":")[0], word)
    return words


def joined(records: Callable[[str], Mapping[str, str]] = words_of, rank: Callable[[str], Any] = len) -> Merge:
    """Return the function that merges two notes of records, such as words.

    ``records`` returns the records of a note by their keys, in their order. If two records have the same key, the
    record with the lower ``rank`` stays; if their ranks are equal, the lesser text stays. If one note has all records,
    they stay in its order. Otherwise, they are in the order of their keys.
    """

    def merge(note: str, other: str) -> str:
        mine, theirs = records(note), records(other)
        both = {key: _first(rank, mine.get(key), theirs.get(key)) for key in sorted({*mine, *theirs})}
        # The order of the keys is the least of all orders. So the greatest order is the same after any merges.
        return " ".join(max((both, *(one for one in (mine, theirs) if one == both)), key=tuple).values())

    return merge


def _first(rank: Callable[[str], Any], *records: str | None) -> str:
    found = {record for record in records if record is not None}
    return min(found, key=lambda record: (rank(record), record)) if len(found) > 1 else found.pop()


def greatest(rank: Callable[[str], Any]) -> Merge:
    """Return the function that keeps the note with the higher rank; if both ranks are equal, the greater text."""
    return lambda note, other: max(note, other, key=lambda text: (rank(text), text))
