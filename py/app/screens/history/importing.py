"""The import of a file with games and everything else. Every line is checked; none is trusted."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from app.board.map_view import small_map
from app.game.library import Texts, finished_game, parse_save_name, read_entry, save_name
from app.game.setup import Cartographer
from app.game.shelf import (
    DEALT,
    FINISHED,
    MAP_NAMES,
    MAPS,
    PUZZLES,
    SUMMARY,
    NewerSave,
    read_notes,
    saved_game,
    write_save,
)
from app.game.summary import deal_summary, read_deal_summary, read_summary, summary_of, with_summary_notes
from app.jobs import Work
from app.messages import ImportChecked, ImportRejected
from app.saves.former import current_line
from app.screens.history.other_lines import PrintedGames, is_other, read_other
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
#: Maximum number of plies, scores, and days of answers to puzzles in a file: ten years of daily puzzles.
MAX_ANSWERS = 12_000


class _Identity(NamedTuple):
    """The parts that all copies of a game share, even under different names."""

    key: str
    record: str
    cartographers: tuple[Cartographer, ...] = ()


@dataclass(frozen=True, slots=True)
class Import:
    """The import of a file.

    It ends with :class:`ImportChecked`, or with :class:`ImportRejected` at the first bad line.
    """

    #: The text of the file.
    text: str
    #: The games saved on the device.
    library: Texts
    #: The key of the game in play, which is also on the device.
    playing: str = ""
    #: The text of the printed game on the table.
    on_table: str = ""

    def work(self) -> Work:
        """Compare each line with the known games, and replay the new ones."""
        known, over, new = set[_Identity](), {self.playing}, list[tuple[_Identity, str, str]]()
        for name, text in self.library:
            game = _identity(text)
            known.add(game)
            over.update([game.key] if name.startswith(FINISHED) else [])
            yield None
        lines, seen, others = 0, set[str](), _Others(self.library, self.on_table)
        for number, line, percent in _lines(self.text):
            yield percent
            plain = current_line(line)
            lines += bool(line) and not is_other(plain)
            if not line or line in seen:
                continue
            seen.add(line)
            try:
                _check_length(line)
                if is_other(plain):
                    others.add(plain)
                    if len(others.puzzles) > MAX_ANSWERS:
                        yield ImportRejected(0, "")
                        return
                    continue
                game = _identity(plain.partition(" ")[2])
                if game in known:
                    continue
                name, text = yield from check_line(plain)
            except InvalidRecord:
                yield ImportRejected(number, line)
                return
            known.add(game)
            over.update([game.key] if name.startswith(FINISHED) else [])
            new.append((game, name, text))
        # Checked last, because a file lists unfinished games before finished copies of them.
        games = [(name, text) for game, name, text in new if name.startswith(FINISHED) or game.key not in over - {""}]
        for name, text in sorted(games, key=lambda game: parse_save_name(game[0]), reverse=True)[:PAGE]:
            sheet = sheet_of(read_entry(name, text))
            if sheet:
                small_map(sheet, "")  # cached for the list, which shows these games next
            yield None
        yield ImportChecked(
            "\n".join(_with_free_names(games, self.library)),
            lines - len(games) + others.known,
            "\n".join(map(" ".join, others.printed.new.items())),
            " ".join(others.maps),
            " ".join(others.map_names),
            " ".join(others.puzzles),
            has_newer=others.has_newer,
        )


class _Others:
    """Everything in a file except its games."""

    def __init__(self, library: Texts, on_table: str) -> None:
        """Begin with the printed games of the device."""
        self.printed = PrintedGames(library, on_table)
        #: The number of printed games that the device already has.
        self.known = 0
        self.maps, self.map_names, self.puzzles = list[str](), list[str](), list[str]()
        self.has_newer = False

    def add(self, line: str) -> None:
        """Add the content of a line; raise :class:`InvalidRecord` if it is damaged."""
        found = read_other(line)
        if found.is_printed_game:
            self.known += not self.printed.add(*found)
        elif found.name == MAPS:
            self.maps += found.text.split()
        elif found.name == MAP_NAMES:
            self.map_names += found.text.split()
        elif found.name == PUZZLES:
            self.puzzles += found.text.split()
        else:
            self.has_newer = True


def _identity(text: str) -> _Identity:
    """Return the identity of a game. An unreadable text is identical only to itself."""
    try:
        notes = read_notes(text)
    except InvalidRecord:
        return _Identity("", text)
    return _Identity(notes.key, notes.record, notes.cartographers)


def is_ours(text: str) -> bool:
    """Return whether a text begins like an exported file of games."""
    return text[: 2 * len(FILE_HEADER)].strip().splitlines()[:1] == [FILE_HEADER]


def _lines(text: str) -> Iterator[tuple[int, str, int]]:
    """Yield each non-blank line after the first: its number, its text, and the percentage of the file before it.

    A line that is too long is cut off, and the rest of the file is ignored. An empty line comes after each
    block of lines, so that the work can pause even in a file with millions of blank lines.
    """
    number, start = 1, 0
    while start < len(text):
        percent, end = 100 * start // len(text), start + MAX_LINE_LENGTH + 1
        if end < len(text):
            end = text.rfind("\n", start, end) + 1
        if not end:
            yield number, text[start : start + MAX_LINE_LENGTH + 1], percent
            return
        for line in text[start:end].splitlines():
            if number > 1 and line and not line.isspace():
                yield number, line, percent
            number += 1
        yield number, "", percent
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
        read_game_id(notes.record.partition(".")[0])
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


def fault_in(line: str) -> Sentence | None:
    """Return the error in a line that can't be imported."""
    plain = current_line(line)
    try:
        _check_length(line)
        if is_other(plain):
            _Others((), "").add(plain)
        else:
            for _ in check_line(plain):
                pass
    except InvalidRecord as error:
        return error.sentence
    return None


def _with_free_names(games: list[tuple[str, str]], library: Texts) -> Iterator[str]:
    """Yield each game as a line, with a later time in its name if another game has that name."""
    names = {name for name, _ in library}
    for name, text in games:
        time, key = parse_save_name(name)
        while name in names:
            time += 1
            name = save_name(time, key, is_finished=name.startswith(FINISHED))  # noqa: PLW2901 - the free name
        names.add(name)
        yield f"{name} {text}"
