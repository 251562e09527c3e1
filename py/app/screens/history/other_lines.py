"""The lines of an exported file for everything except games: printed games, and the notes of :mod:`app.saves.notes`.

Such a line begins with ``NAME=TEXT``: the name under which a device saves the text, and the text as one word with
percent-encoded spaces. Its last word is ``end``, which tells a complete text from a truncated one. A note with many
words takes several lines. Names that we don't know are left out. (Release 0.2.0 refuses a file with any such line.)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from functools import reduce
from random import Random
from typing import NamedTuple
from urllib.parse import quote, unquote

from app.game.daily import EPOCH, LAST_DAY
from app.game.library import Texts
from app.game.printed import PrintedGame, read_printed, write_printed
from app.game.shelf import END, NewerSave, in_a_line
from app.saved_names import PRINTED_BEFORE
from app.saves.notes import NOTES, Note
from app.screens.parts.printed_game import past_games
from cartographers.errors import InvalidRecord, Sentence, quoted
from cartographers.game_id import UnsupportedRules

#: The character between the name and the text. It is in no name of a game.
_BETWEEN = "="
#: The part of a printed game's name after its beginning: its day, or 0 if that is unknown, and a unique word.
_PLACE = re.compile(r"(0|[0-9]{4}-[0-9]{2}-[0-9]{2})\.[0-9a-z]{1,32}", re.ASCII)


class OtherLine(NamedTuple):
    """A line of something other than a game."""

    #: The name of a printed game, or of a note. Other names come from a newer version of the page.
    name: str
    #: The text of a printed game, or a part of a note.
    text: str
    #: The error in the first record of a note that isn't valid, or in the end of the line; the others are in the text.
    error: Sentence | None = None

    @property
    def is_printed_game(self) -> bool:
        """Whether this is a printed game."""
        return self.name.startswith(PRINTED_BEFORE)

    @property
    def is_known(self) -> bool:
        """Whether this version of the page knows such lines."""
        return self.is_printed_game or self.name in NOTES


def is_other(line: str) -> bool:
    """Return whether a line is about something other than a game."""
    return _BETWEEN in line.partition(" ")[0]


def other_lines(
    library: Texts, on_table: PrintedGame | None, day: date, notes: Mapping[str, str]
) -> Iterator[OtherLine]:
    """Yield the lines for the printed games and the notes of a device.

    A printed game that is still on the table has the name of a game of today, unless the history has it too. Records
    of notes that aren't valid, and damaged games, are left out.
    """
    texts, games = dict(library), PrintedGames((), "")
    for past in past_games(library):
        if past.game or _is_of_another_version(texts[past.name]):
            text = write_printed(past.game) if past.game else in_a_line(texts[past.name])
            games.add(past.name if _is_place(past.name) else f"{PRINTED_BEFORE}0.0", text)
    if on_table and on_table.is_begun:
        games.add(f"{PRINTED_BEFORE}{day.isoformat()}.{_word_of(on_table)}", write_printed(on_table))
    yield from (OtherLine(name, text) for name, text in games.new.items())
    for name, text in notes.items():
        kind = NOTES[name]
        records, count = [*filter(kind.is_valid, kind.records(kind.merge("", text)))], kind.words_in_line or 1
        for start in range(0, len(records), count):
            yield OtherLine(name, " ".join([*records[start : start + count], END]))


def _word_of(on_table: PrintedGame) -> str:
    """Return the unique word in the name of a printed game that is on a table: the same in each file."""
    return str(Random(f"{on_table.id} {on_table.names}").randrange(10**9))  # noqa: S311 - no secret


def is_from_table(name: str, text: str) -> bool:
    """Return whether a printed game in a file was on the table of a device, and can be continued."""
    game = _game_in(text)
    return game is not None and not game.is_over and name.endswith(f".{_word_of(game)}")


def write_other(line: OtherLine) -> str:
    """Return a line of a file, the inverse of :func:`read_other`."""
    return f"{line.name}{_BETWEEN}{quote(line.text, safe=':;,', errors='replace')}"


def read_other(line: str) -> OtherLine:
    """Return the content of a line; an unknown name has no text.

    Raises :class:`InvalidRecord` if the text of a printed game is damaged, or if its end is missing. A printed game of
    another version can't be checked. Of a note, the text contains all valid records.
    """
    name, _, value = line.partition(_BETWEEN)
    found = OtherLine(name, in_a_line(unquote(value)))
    if not found.is_known:
        return OtherLine(name, "")
    if found.is_printed_game and not _is_place(name):
        raise InvalidRecord("error.kept.time", text=quoted(name))
    if not found.is_printed_game:
        return _read_note(NOTES[name], found)
    if found.text.split()[-1:] != [END]:
        raise InvalidRecord("error.save.end")
    return OtherLine(
        name, found.text if _is_of_another_version(found.text) else write_printed(read_printed(found.text))
    )


def _read_note(kind: Note, line: OtherLine) -> OtherLine:
    """Return the valid records in the line of a note. Its last word is the end, or else it may be cut off."""
    *words, end = line.text.split() or [""]
    is_whole = end == END
    records = kind.records(" ".join(words)) if is_whole or kind.words_in_line else []
    valid = [record for record in records if kind.is_valid(record)]
    error = None if is_whole else Sentence("error.save.end", {})
    if is_whole and len(valid) < len(records):
        wrong = next(record for record in records if not kind.is_valid(record))
        error = Sentence(kind.error, {"text": quoted(wrong)})
    return OtherLine(line.name, " ".join(valid), error)


def merged(files: list[dict[str, list[str]]]) -> dict[str, str]:
    """Return the notes of several files by their names, given the texts of their lines."""
    notes: dict[str, str] = {}
    for file in files:
        for name, texts in file.items():
            kind = NOTES[name]
            note = " ".join(texts) if kind.words_in_line else reduce(kind.merge, texts)
            notes[name] = kind.merge(notes.get(name, ""), note)
    return notes


def _is_of_another_version(text: str) -> bool:
    """Return whether a printed game has other rules than ours, or was saved by a newer version of the page."""
    try:
        read_printed(text)
    except (NewerSave, UnsupportedRules):
        return True
    except InvalidRecord:
        pass
    return False


def _is_place(name: str) -> bool:
    """Return whether a printed game has a valid name."""
    found = _PLACE.fullmatch(name.removeprefix(PRINTED_BEFORE))
    if not found:
        return False
    try:
        return found[1] == "0" or EPOCH <= date.fromisoformat(found[1]) <= LAST_DAY
    except ValueError:
        return False


class PrintedGames:
    """The printed games of a device, to which an import adds those of a file."""

    def __init__(self, library: Texts, on_table: str) -> None:
        """Begin with the games in the history, and the text of the game on the table."""
        self._texts = {name: text for name, text in library if name.startswith(PRINTED_BEFORE)}
        self._by_deal: dict[object, list[tuple[str, str]]] = {}
        self._number = 0
        #: The names and the texts of games that are new, or ahead of this device's copies.
        self.new: dict[str, str] = {}
        for name, text in (*self._texts.items(), ("", on_table)):
            self._by_deal.setdefault(_deal_of(text), []).append((name, text))

    def add(self, name: str, text: str) -> bool:
        """Add a game, or replace its earlier state in the history; return False if the device already has it."""
        copies = self._by_deal.setdefault(_deal_of(text), [])
        if any(_contains(copy, text) for _, copy in copies):
            return False
        place = next((place for place, copy in copies if place and _contains(text, copy)), "")
        if place:
            copies.remove((place, self._texts[place]))
        else:
            place = self._free_name(name)
        copies.append((place, text))
        self._texts[place] = self.new[place] = text
        return True

    def _free_name(self, name: str) -> str:
        """Return the name, with a number as its last part if another game has that name."""
        day = name.rpartition(".")[0]
        while name in self._texts:
            name, self._number = f"{day}.{self._number}", self._number + 1
        return name


def _deal_of(text: str) -> object:
    """Return the parts that all states of a printed game share; an unreadable text shares none."""
    game = _game_in(text)
    return (game.id, game.names) if game else text


def _contains(text: str, other: str) -> bool:
    """Return whether a state of a printed game has all steps and all maps of another state of it."""
    game, earlier = _game_in(text), _game_in(other)
    if game is None or earlier is None:
        return text == other
    return game.steps >= earlier.steps and {*earlier.papers} <= {*game.papers}


def _game_in(text: str) -> PrintedGame | None:
    try:
        return read_printed(text)
    except InvalidRecord:
        return None
