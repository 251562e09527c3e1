"""The import of a checked file: the visit with the file's content, and the sentences about the outcome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from typing import NamedTuple

from app import effects as e
from app.arrival.invitation import word_of
from app.drawing.element import Element, h
from app.game.custom_maps import MAX_MAPS, with_map
from app.game.daily import read_runs
from app.game.library import readable_entries
from app.game.puzzle_progress import read_progress
from app.game.shelf import read_save
from app.memory import Memory, notes_of, with_notes
from app.saved_names import DAYS, DRAFT, FINISHED, MAP_NAMES, MAPS, PREFERENCES, PUZZLES
from app.saves.games import SaveOtherGame
from app.saves.notes import NOTES
from app.saves.noting import MergeNotes, NoteToMerge
from app.screens.editor.drawing import read_draft
from app.screens.history.importing import ImportChecked, fault_in
from app.screens.history.other_lines import is_from_table
from app.screens.parts.printed_game import with_printed_text
from app.visit import Visit, saved_game_of, setup_after
from cartographers.custom_map import custom_side
from cartographers.errors import InvalidRecord
from words import Words

#: The keys of the numbers of imported printed games, daily games, maps, and answers.
_OTHERS = ("history.import.printed", "history.import.days", "history.import.maps", "history.import.puzzles")
#: The number of unread lines that the page shows with their errors.
_MOST_ERRORS = 3
#: The number of characters of an unread line that the page shows if nothing is known about its error.
_SHORT = 40


class ImportOutcome(NamedTuple):
    """The outcome of an import."""

    #: The key of its sentence.
    key: str
    #: The names of the imported games.
    games: frozenset[str] = frozenset()
    #: The number of games that were on the device already.
    known: int = 0
    #: The numbers of imported printed games, daily games, custom maps, and answers to puzzles.
    others: tuple[int, int, int, int] = (0, 0, 0, 0)
    #: True if the import has also changed the lesson or something else, and if it has changed the preferences.
    has_more: bool = False
    has_preferences: bool = False
    #: The numbers of maps, and of words of other notes, for which there was no room.
    left_out: tuple[int, int] = (0, 0)
    #: The number and the text of each line that couldn't be read completely.
    unread: tuple[tuple[int, str], ...] = ()
    #: True if lines from a newer version of the page were left out.
    has_newer: bool = False
    #: True if the current game has got the moves of its state in the file.
    is_continued: bool = False


def imported(visit: Visit, found: ImportChecked) -> tuple[Visit, ImportOutcome, tuple[e.Effect, ...]]:
    """Return the visit with the content of a file, the outcome, and the effects that save the content."""
    former = visit.memory
    notes = _with_lesser_draft(dict(found.notes), former)
    memory, added = _with_notes(former, notes)
    left_out = {name: len(text.split()) - len(added[name].split()) for name, text in notes.items()}
    left_out.pop(MAP_NAMES, 0)  # those of maps that were left out
    ours, now = notes_of(former), notes_of(memory)
    counts = (
        len(found.printed),
        len(read_runs(now[DAYS]).runs) - len(read_runs(ours[DAYS]).runs),
        len(now[MAPS].split()) - len(ours[MAPS].split()),
        len(read_progress(now[PUZZLES]).answers) - len(read_progress(ours[PUZZLES]).answers),
    )
    has_any = found.games or found.known or found.printed or found.notes or found.has_newer
    after, games = _continuing(replace(visit, memory=memory), [*found.games])
    told = ImportOutcome(
        "history.import.done" if has_any else "history.import.none",
        frozenset(name for name, _ in games),
        found.known,
        counts,
        any(now[name] != ours[name] for name in {*NOTES} - {DAYS, MAPS, MAP_NAMES, PUZZLES, PREFERENCES}),
        now[PREFERENCES] != ours[PREFERENCES],
        (left_out.pop(MAPS, 0), sum(left_out.values()) + found.left_out),
        found.unread,
        has_newer=found.has_newer,
        is_continued=former.shelf.saved is not None and after.memory.shelf is not former.shelf,
    )
    after, printed, on_table = _with_table(after, [*found.printed])
    # A printed game can replace its earlier state.
    library = {**dict(former.library or ()), **dict(games), **dict(printed)}
    after = after.with_library(tuple(library.items()))
    merged = tuple(NoteToMerge(name, text, NOTES[name].merge) for name, text in added.items() if text)
    language = memory.preferences.language
    effects = (
        *([MergeNotes(merged)] if merged else []),
        *on_table,
        *(SaveOtherGame(name, text) for name, text in (*games, *printed)),
        *([e.SwitchLanguage(language)] if language != former.preferences.language else []),
    )
    return after, told, effects


def _with_lesser_draft(notes: Mapping[str, str], memory: Memory) -> Mapping[str, str]:
    """Return the notes of another device with the map that is lost if both devices have an unfinished map.

    It becomes one of the saved maps, if a game can be played on it.
    """
    drafts = {memory.notes[DRAFT], notes.get(DRAFT, "")} - {""}
    for draft in drafts - {reduce(NOTES[DRAFT].merge, drafts, "")}:
        with suppress(InvalidRecord):
            return {**notes, MAPS: with_map(notes.get(MAPS, ""), custom_side(read_draft(draft)))}
    return notes


def _with_notes(memory: Memory, notes: Mapping[str, str]) -> tuple[Memory, dict[str, str]]:
    """Return the memory with the notes of another device, and the parts of these notes for which there was room."""
    ours = notes_of(memory)
    added = {name: NOTES[name].fitting(ours[name], text) for name, text in notes.items()}
    sides = {*ours[MAPS].split(), *added.get(MAPS, "").split()}
    named = (word for word in added.get(MAP_NAMES, "").split() if word.partition(":")[0] in sides)
    added |= {MAP_NAMES: " ".join(named)} if MAP_NAMES in added else {}
    both = {name: NOTES[name].merge(ours[name], text) for name, text in added.items() if text}
    return with_notes(memory, both.get), added


def _continuing(visit: Visit, games: list[tuple[str, str]]) -> tuple[Visit, list[tuple[str, str]]]:
    """Return the visit with the current game from a file, and the games that belong in the history.

    If the file has a further state of the device's current game, the current game continues there. A device without
    games continues the latest unfinished game, or shows the latest game, so that the next game has the same players.
    """
    memory = visit.memory
    shelf = memory.shelf
    key = shelf.saved.game.key if shelf.saved else ""
    current = [text for name, text in games if key and not name.startswith(FINISHED) and name.endswith(f".{key}")]
    games = [(name, text) for name, text in games if text not in current]
    if not shelf.text and not readable_entries(memory.library or ()):
        entries = sorted(readable_entries(tuple(games)), key=lambda entry: entry.finished)
        current = [entry.text for entry in entries if entry.unplayable is None][:1]
    if not current or shelf.error or any(map(saved_game_of, visit.screens_below)):
        return visit, games
    saved = read_save(current[0])
    if word_of(saved.game):  # a seat in a room belongs to one device
        return visit, games
    after = replace(visit, memory=replace(memory, shelf=shelf.with_game(saved)))
    return replace(after, setup=setup_after(visit.setup, saved.game)), games


def _with_table(
    visit: Visit, printed: list[tuple[str, str]]
) -> tuple[Visit, list[tuple[str, str]], tuple[e.Effect, ...]]:
    """Return the visit with the printed game that was on the table, and the ones that belong in the history.

    It returns to the table of a device that has none there, which the effects save.
    """
    here = dict(visit.memory.library or ())
    on_table = [pair for pair in printed if pair[0] not in here and is_from_table(*pair)][:1]
    if visit.memory.printed.text or not on_table:
        return visit, printed, ()
    after, effects, _ = with_printed_text(visit, on_table[0][1])
    return after, [pair for pair in printed if pair not in on_table], effects


def describe_import(words: Words, told: ImportOutcome, memory: Memory) -> Iterator[Element]:
    """Yield the sentences about the outcome of an import, and the errors in the first unread lines."""
    if told.key != "history.import.done":
        yield h("p", words(told.key))
    else:
        found = [words.plural(key, count) for key, count in zip(_OTHERS, told.others, strict=True) if count]
        maps, words_left_out = told.left_out
        current = memory.shelf.saved.game.key if memory.shelf.saved else ""
        here = dict(memory.library or ())
        missing = sum(name not in here and not (current and name.endswith(f".{current}")) for name in told.games)
        sentences = [
            words.plural(told.key, len(told.games) - missing, known=told.known),
            words.plural("history.import.crowded", missing) if missing else "",
            words("history.import.continued") if told.is_continued else "",
            words("history.import.also", list=words.list(found)) if found else "",
            words("history.import.more") if told.has_more else "",
            words("history.import.preferences") if told.has_preferences else "",
            words.plural("history.import.full", maps, most=MAX_MAPS) if maps else "",
            words("history.import.long") if words_left_out else "",
            words("history.import.newer") if told.has_newer else "",
        ]
        yield h("p", " ".join(filter(None, sentences)))
    if told.unread:
        yield h("p", words.plural("history.import.unread", len(told.unread)))
        yield h("ul", [h("li", _describe_line(words, *line)) for line in told.unread[:_MOST_ERRORS]])
        more = len(told.unread) - _MOST_ERRORS
        if more > 0:
            yield h("p", words.plural("history.import.unread.more", more))


def _describe_line(words: Words, line: int, text: str) -> str:
    """Return the number of an unread line and its error."""
    error = fault_in(text)
    return words("history.import.wrong", line=line, error=words.say(error) if error else text[:_SHORT])
