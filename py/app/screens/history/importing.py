"""The import of a file with games and everything else. Every line is checked; none is trusted.

A record is whole or refused, but a file isn't: the import takes each good line, and lists the others. So a file may be
cut off, joined from several files, quoted, or wrapped by a mail program, and text may surround it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from app import messages as m
from app.board.map_view import small_map
from app.game.jobs import Work
from app.game.library import Texts, finished_game, parse_save_name, read_entry, save_name
from app.game.setup import Cartographer
from app.game.shelf import DEALT, END, SUMMARY, NewerSave, read_notes, saved_game, write_save
from app.game.summary import deal_summary, read_deal_summary, read_summary, summary_of, with_summary_notes
from app.saved_names import FINISHED, OPEN, PRINTED_BEFORE
from app.saves.former import FORMER_NAMES, current_line
from app.saves.notes import MAX_WORDS, NOTES
from app.screens.history.other_lines import OtherLine, PrintedGames, is_other, merged, read_other
from app.screens.parts.recorded import sheet_of
from cartographers.errors import InvalidRecord, Sentence
from cartographers.game_id import UnsupportedRules, read_game_id
from cartographers.record import replay_in_steps

#: The first line of an exported file, which names the version of its format.
FILE_HEADER = "cartographers-games 1"
#: The number of games that the history shows at first, and adds with each press of a button.
PAGE = 12
#: Maximum number of characters of a game's line: twice the length for twelve players with the longest names.
MAX_LINE_LENGTH = 32_000
#: Number of characters of a note in a file after which the import leaves out the rest: no device has such a long note.
_MOST_OF_NOTE = 40 * MAX_WORDS
#: The number of joined files whose notes are merged one after the other. Those of more files count as one.
_MOST_FILES = 50
#: The first line of a file of any version.
_HEADER = re.compile("cartographers-games [0-9]+")
#: The beginnings of lines.
_BEGINNINGS = (FINISHED, OPEN, PRINTED_BEFORE, *(f"{name}=" for name in NOTES))
#: The name of a note of any version.
_NAME = re.compile(rf"{re.escape(FORMER_NAMES)}[a-z-]+(?:\.[0-9a-z.-]+)?")
#: A tag of a page into which a program has put a file.
_TAG = re.compile("</?[a-z][^<>\\n]*>", re.IGNORECASE)
#: The marks of a mail program before each line of a quoted text, perhaps after the mark of an encoding.
_QUOTE_MARKS = re.compile(r"\ufeff?(?:(?:[ \t]*>)+ ?)?")
#: The marks of spreadsheets and lists around lines.
_AROUND = re.compile(
    rf"^ *(?:[*\u2022-] |[0-9]+[.)] )?\"?(?={FORMER_NAMES}|{FILE_HEADER})"
    rf"|(?:(?<={END})|(?<={FILE_HEADER}))[\",; ]+$"
)
#: The characters that programs put into lines, or in the place of ours.
_CHANGED = str.maketrans(
    {**dict.fromkeys("\u200b\u200c\u200d\u2060\xad"), **dict.fromkeys("\xa0\t", " "), "\u2013": "-"}
)


class _Identity(NamedTuple):
    """The parts that all copies of a game share, even under different names."""

    key: str
    record: str
    cartographers: tuple[Cartographer, ...] = ()


class _Block(NamedTuple):
    """A line of a file with the lines after it that may be its rest, because a mail program has wrapped it."""

    #: The number of the first line, from 1.
    number: int
    #: The lines as they are in the file, and without the marks around them.
    lines: list[str]
    pieces: list[str]

    def candidates(self) -> Iterator[tuple[str, int]]:
        """Yield each text that the block can mean, with the number of lines that it takes.

        The lines were wrapped at spaces, or anywhere, or at spaces except in words that are too long for a line.
        """
        pieces = self.pieces
        width = max(map(len, pieces))
        broken = [piece if len(piece) == width else f"{piece.rstrip()} " for piece in pieces]
        for count in range(1, len(pieces) + 1):
            if pieces[count - 1].rstrip().endswith(END[-1]):
                texts = (
                    " ".join(map(str.strip, pieces[:count])),
                    "".join(pieces[:count]).strip(),
                    "".join(broken[:count]).strip(),
                )
                for text in dict.fromkeys(texts):
                    if text.endswith(END):
                        yield text, count
        if not pieces[0].rstrip().endswith(END):
            yield pieces[0].strip(), 1


class ImportChecked(m.Message):
    """The file has been checked and can be imported."""

    #: The name and the text of each new game.
    games: tuple[tuple[str, str], ...]
    #: The number of games that this device already has.
    known: int = 0
    #: The name and the text of each printed game that is new, or ahead of this device's copy.
    printed: tuple[tuple[str, str], ...] = ()
    #: The name and the text of each note in the file (see :mod:`app.saves.notes`).
    notes: tuple[tuple[str, str], ...] = ()
    #: The number and the text of each line, or lines, that can't be imported completely.
    unread: tuple[tuple[int, str], ...] = ()
    #: The number of lines that were left out because a note in the file is too long.
    left_out: int = 0
    #: True if a newer version of the page has written lines of another kind.
    has_newer: bool = False


@dataclass(frozen=True, slots=True)
class Import:
    """The import of a file. It ends with :class:`ImportChecked`."""

    #: The text of the file.
    text: str
    #: The games saved on the device.
    library: Texts
    #: The text of the game in play, which is also on the device.
    playing: str = ""
    #: The text of the printed game on the table.
    on_table: str = ""

    def work(self) -> Work:
        """Compare each line with the known games, and replay the new ones."""
        known, over, new = set[_Identity](), set[str](), list[_Game]()
        open_games = dict[str, tuple[str, str]]()
        for name, text in self.library:
            game = _identity(text)
            known.add(game)
            if name.startswith(FINISHED):
                over.add(game.key)
            else:
                open_games[game.key] = game.record, name
            yield None
        playing = _identity(self.playing)
        open_games[playing.key] = playing.record, ""
        lines, seen, unread = 0, set[str](), list[tuple[int, str]]()
        others = _Others(self.library, self.on_table)
        for block, percent in _blocks(_with_lines(self.text)):
            yield percent
            if block is None:
                continue
            plain = block.pieces[0].strip()
            if _HEADER.fullmatch(plain):
                others.begin_file()
                others.has_newer |= plain != FILE_HEADER
                continue
            whole = "\n".join(block.lines)
            if whole in seen:
                continue
            seen.add(whole)
            found, count = yield from _read(block, known)
            lines += isinstance(found, _Game)
            if isinstance(found, _Game) and found.name:
                known.add(found.identity)
                over.update([found.identity.key] if found.name.startswith(FINISHED) else [])
                new.append(found)
            elif isinstance(found, OtherLine):
                others.add(found)
                unread += [(block.number, "\n".join(block.lines[:count]))] if found.error else []
            rest = block.lines[count:] if count else [whole]
            unread += [(block.number + count + place, line) for place, line in enumerate(rest)]
        # Checked last, because a file lists unfinished games before finished copies of them.
        games = [*_newest(new, over - {""}, open_games)]
        for name, text in sorted(games, key=lambda game: parse_save_name(game[0]), reverse=True)[:PAGE]:
            sheet = sheet_of(read_entry(name, text))
            if sheet:
                small_map(sheet, "")  # cached for the list, which shows these games next
            yield None
        yield ImportChecked(
            tuple(_with_free_names(games, self.library)),
            lines - len(games) + others.known,
            tuple(others.printed.new.items()),
            tuple(merged(others.files).items()),
            tuple(unread),
            others.left_out,
            has_newer=others.has_newer,
        )


class _Game(NamedTuple):
    """A game in a file."""

    identity: _Identity
    #: The name and the text under which the device can save it; empty if the device has it already.
    name: str = ""
    text: str = ""


def _read(block: _Block, known: set[_Identity]) -> Generator[None, None, tuple[_Game | OtherLine | None, int]]:
    """Read a block in small steps, and return its content with the number of its lines.

    The content is None if no line can be read. It has an error if only some records of a note can be read.
    """
    best: tuple[OtherLine | None, int] = None, 0
    for line, count in block.candidates():
        plain = current_line(line)
        try:
            _check_length(line)
            if not is_other(plain):
                game = _identity(plain.partition(" ")[2])
                return _Game(game, *(() if game in known else (yield from check_line(plain)))), count
            other = read_other(plain)
        except InvalidRecord:
            continue
        if other.error is None:
            return other, count
        best = best if best[0] else (other, count)
    return best


def _newest(new: list[_Game], over: set[str], open_games: Mapping[str, tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield the names and the texts of new games.

    If a game has several unfinished states, the state with the most plies counts, and gets the name of the device's
    state. If the game is over, no unfinished state counts.
    """
    furthest = {key: (record.count("."), record) for key, (record, _) in open_games.items()}
    latest = dict[str, _Game]()
    for game in new:
        key, state = game.identity.key, (game.identity.record.count("."), game.identity.record)
        if not game.name.startswith(FINISHED) and state > furthest.get(key, (-1, "")):
            furthest[key], latest[key] = state, game
    for game in new:
        key = game.identity.key
        if game.name.startswith(FINISHED) or not key:
            yield game.name, game.text
        elif key not in over and latest.get(key) is game:
            yield open_games.get(key, ("", ""))[1] or game.name, game.text


class _Others:
    """Everything in a file except its games."""

    def __init__(self, library: Texts, on_table: str) -> None:
        """Begin with the printed games of the device."""
        self.printed = PrintedGames(library, on_table)
        #: The number of printed games that the device already has.
        self.known = 0
        #: The texts of the lines of each note, by its name: of lines that were read in part, and of each joined file.
        self.files: list[dict[str, list[str]]] = [{}, {}]
        self._lengths = Counter[str]()
        self.has_newer = False
        #: The number of lines that were left out because no device has such a long note.
        self.left_out = 0

    def begin_file(self) -> None:
        """Begin with the next of several files that were joined."""
        if len(self.files) < _MOST_FILES:
            self.files.append({})

    def add(self, found: OtherLine) -> None:
        """Add the content of a line."""
        if found.is_printed_game:
            self.known += not self.printed.add(found.name, found.text)
        elif not found.is_known:
            self.has_newer |= _NAME.fullmatch(found.name) is not None
        elif self._lengths[found.name] > _MOST_OF_NOTE:
            self.left_out += 1
        elif found.text:
            self._lengths[found.name] += len(found.text)
            self.files[0 if found.error else -1].setdefault(found.name, []).append(found.text)


def _identity(text: str) -> _Identity:
    """Return the identity of a game. An unreadable text is identical only to itself."""
    try:
        notes = read_notes(text)
    except InvalidRecord:
        return _Identity("", text)
    return _Identity(notes.key, notes.record, notes.cartographers)


def is_ours(text: str) -> bool:
    """Return whether a text contains an exported file of games, or lines of one."""
    return _HEADER.search(text) is not None or any(beginning in text for beginning in _BEGINNINGS)


def _with_lines(text: str) -> str:
    """Return a file with its lines, after a program has joined them, changed their ends, or put them into a page."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("&nbsp;", " ").translate(_CHANGED)
    text = _TAG.sub("\n", text) if "<" in text else text
    for last in (END, FILE_HEADER):
        for first in (FORMER_NAMES, FILE_HEADER):
            text = text.replace(f"{last} {first}", f"{last}\n{first}").replace(f"{last}{first}", f"{last}\n{first}")
    return text


def _unquoted(line: str) -> str:
    """Return a line without the marks of a quotation, a spreadsheet, or a list."""
    return _AROUND.sub("", _QUOTE_MARKS.sub("", line, count=1))


def _blocks(text: str) -> Iterator[tuple[_Block | None, int]]:
    """Yield the lines of a file, each with its rest, and the percentage of the file before it.

    A line of ours begins with a name. The lines after it, up to an empty line, may be its rest. Each other line yields
    None, so that the work can pause.
    """
    block: _Block | None = None
    length = 0
    for number, line, percent in _lines(text):
        piece = _unquoted(line)
        plain = piece.strip()
        is_rest = bool(block and plain and not _HEADER.fullmatch(plain) and not plain.startswith(FORMER_NAMES))
        length += len(line) + 1
        if block and is_rest and length <= MAX_LINE_LENGTH:
            block.lines.append(line)
            block.pieces.append(piece)
            yield None, percent
            continue
        yield block, percent
        block, length = _Block(number, [line], [piece]) if plain else None, len(line)
        if block and not plain.startswith(FORMER_NAMES):
            yield block, percent
            block = None
    if block:
        yield block, 100


def _lines(text: str) -> Iterator[tuple[int, str, int]]:
    """Yield each line: its number, its text, and the percentage of the file before it.

    A line that is too long is a single line, even if it contains unusual ends of lines. Several empty lines yield one.
    """
    number, start = 1, 0
    while start < len(text):
        percent, end = 100 * start // len(text), start + MAX_LINE_LENGTH + 1
        if end < len(text):
            end = text.rfind("\n", start, end) + 1
        if not end:
            end = text.find("\n", start) + 1 or len(text)
            yield number, text[start:end].rstrip("\n"), percent
            number, start = number + 1, end
            continue
        was_empty = False
        for line in text[start:end].splitlines():
            is_empty = not line or line.isspace()
            if not (is_empty and was_empty):
                yield number, "" if is_empty else line, percent
            was_empty = is_empty
            number += 1
        start = end


def check_line(line: str) -> Generator[None, None, tuple[str, str]]:
    """Check the game of a line in small steps, and return its name and text.

    A game with another version of the rules can't be replayed here, so its notes stay as they are.

    Raises :class:`InvalidRecord` if the game is unreadable, isn't finished although its name says so, or has a
    different result from the one in its notes.
    """
    name, _, text = line.partition(" ")
    time, key = parse_save_name(name)
    is_finished = name.startswith(FINISHED)
    try:
        notes = read_notes(text)
        key = notes.key or key
        read_game_id(notes.id)
    except (NewerSave, UnsupportedRules):
        pass
    else:
        saved = saved_game(notes, (yield from replay_in_steps(notes.record)))
        if is_finished:
            summary = summary_of(finished_game(saved.game))
            told, noted = notes.other(SUMMARY), notes.other(DEALT)
            if (told and read_summary(told) != summary) or (
                noted and read_deal_summary(noted) != deal_summary(saved.game.id, summary)
            ):
                raise InvalidRecord("error.kept.summary")
            if not told:
                text = write_save(with_summary_notes(saved.game), saved.scenes_seen)
    name = save_name(time, key, is_finished=is_finished)
    read_entry(name, text)  # raises if a list couldn't show it
    return name, text


def _check_length(line: str) -> None:
    if len(line) > MAX_LINE_LENGTH:
        raise InvalidRecord("error.kept.long", most=MAX_LINE_LENGTH)


def fault_in(text: str) -> Sentence | None:
    """Return the error in a line, or in the first of several lines, that can't be imported completely."""
    line = _unquoted(text.partition("\n")[0]).strip()
    plain = current_line(line)
    try:
        _check_length(line)
        if is_other(plain):
            return read_other(plain).error
        for _ in check_line(plain):
            pass
    except InvalidRecord as error:
        return error.sentence
    return None


def _with_free_names(games: list[tuple[str, str]], library: Texts) -> Iterator[tuple[str, str]]:
    """Yield each game, with a later time in its name if another game has that name."""
    names = {name: _identity(text).key for name, text in library}
    for name, text in games:
        time, key = parse_save_name(name)
        own = _identity(text).key
        is_finished = name.startswith(FINISHED)
        while name in names and (is_finished or names[name] != own):  # or else it is an earlier state of this game
            time += 1
            name = save_name(time, key, is_finished=is_finished)  # noqa: PLW2901 - the free name
        names[name] = own
        yield name, text
