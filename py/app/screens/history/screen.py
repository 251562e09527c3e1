"""The history: all games saved on the device, to view, continue, play again, delete, export, and import."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from app.announcements import Announcement
from app.board.event_texts import describe_winners, ranking
from app.board.map_view import small_map
from app.board.names import map_name
from app.drawing.controls import back_header, button, file_field, icon
from app.drawing.element import Element, h
from app.effects import DeleteGame, SaveImported, SaveOtherGame
from app.game.custom_maps import MAX_MAPS, with_maps, with_names
from app.game.library import Entry, Texts, export_lines, readable_entries, verify
from app.game.printed_maps import final_map, scored_game
from app.game.puzzle_progress import read_progress
from app.game.shelf import FINISHED, MAP_NAMES, MAPS, PUZZLES, merged_notes
from app.jobs import Job
from app.messages import (
    Back,
    Begin,
    Choose,
    Delete,
    Go,
    ImportChecked,
    ImportGames,
    ImportRejected,
    Message,
    Replay,
    Restore,
    Resume,
    Share,
    Shared,
    ShowDetails,
    ShowMore,
    StopImport,
)
from app.outgoing import SENT_OUTCOMES, File
from app.screens.history.importing import FILE_HEADER, MAX_ANSWERS, PAGE, Import, fault_in, is_ours
from app.screens.history.other_lines import OtherLine, other_lines, write_other
from app.screens.parts.filters import NO_FILTERS, VALUES, Filters
from app.screens.parts.honors import search, standings
from app.screens.parts.printed_game import PastGame, name_of, past_games, saved_printed_game
from app.screens.parts.recorded import (
    describe_day,
    describe_unplayable,
    mark_of,
    picture_of,
    sheet_of,
    sources,
    title_of,
)
from app.screens.parts.replays import show_replay
from app.screens.parts.share_controls import copy_button, outcome, text_by_hand
from app.visit import Next, Screen, Visit
from cartographers.errors import Sentence
from words import Words, isolated, number, signed


class ImportOutcome(NamedTuple):
    """The outcome of an import."""

    #: The key of its sentence.
    key: str
    #: The number of imported games, or of the bad line.
    number: int = 0
    #: The number of games that were on the device already.
    known: int = 0
    #: The error in the bad line.
    error: Sentence | None = None
    #: The numbers of imported printed games, custom maps, and answers to puzzles.
    others: tuple[int, int, int] = (0, 0, 0)
    #: The number of maps for which there was no room.
    left_out: int = 0
    #: True if lines from a newer version of the page were left out.
    has_newer: bool = False


@dataclass(frozen=True, slots=True)
class History(Screen):
    """The list of saved games."""

    #: True if the player came to export the games. The buttons for files are then at the top.
    saving: bool = False
    filters: Filters = NO_FILTERS
    #: The maximum number of games in the list.
    shown_count: int = PAGE
    #: The name of the game whose details are shown.
    open_name: str = ""
    #: The game deleted last, which can be restored.
    deleted: Texts = ()
    #: The outcome of the last export.
    handed: str = ""
    #: The text of the file being imported.
    import_text: str = ""
    #: The outcome of the last import.
    outcome: ImportOutcome | None = None

    @property
    def needs_library(self) -> bool:
        """True, because the screen lists the saved games."""
        return True

    def job(self, visit: Visit) -> Job | None:
        """Return the import of a file, or else the search for honors. A change of the library restarts them."""
        if visit.memory.library is None:
            return None
        if not self.import_text:
            return search(visit)
        saved = visit.memory.shelf.saved
        playing = saved.game.key if saved else ""
        return Import(self.import_text, visit.memory.library, playing, visit.memory.printed.text)

    def left(self) -> History:
        """Return the screen with its import stopped."""
        return (
            replace(self, import_text="", outcome=ImportOutcome("history.import.stopped")) if self.import_text else self
        )

    def outgoing(self, words: Words, visit: Visit, what: str) -> File | None:
        """Return a file with all readable games, printed games, custom maps, and answers to puzzles."""
        if what != "games":
            return None
        text = "\n".join(
            [FILE_HEADER, *export_lines(visit.memory.library or ()), *map(write_other, _others(visit)), ""]
        )
        return File(f"cartographers-{visit.page.clock.day.isoformat()}.txt", text)

    # ------------------------------------------------------------------- messages

    def update(self, visit: Visit, message: Message) -> Visit | Next:
        """Return the visit after a message about the list, one of its games, or a file."""
        library = visit.memory.library or ()
        match message:
            case Choose(what) if what in VALUES:
                return replace(
                    visit,
                    screen=replace(self, filters=self.filters.with_choice(message), shown_count=PAGE, open_name=""),
                )
            case ShowMore():
                return replace(visit, screen=replace(self, shown_count=self.shown_count + PAGE))
            case ShowDetails(name):
                return replace(visit, screen=replace(self, open_name="" if self.open_name == name else name))
            case Delete(name):
                deleted = tuple(pair for pair in library if pair[0] == name)
                others = tuple(pair for pair in library if pair[0] != name)
                visit = _with(visit, others, replace(self, open_name="", deleted=deleted, outcome=None))
                return Next(visit, tuple(DeleteGame(name) for name, _ in deleted))
            case Restore() if self.deleted:
                restored = self.deleted
                visit = _with(visit, (*library, *restored), replace(self, deleted=()))
                return Next(visit, tuple(SaveOtherGame(name, text) for name, text in restored))
            case Replay(name):
                return show_replay(visit, name)
            case Shared("games", how):
                visit = replace(visit, screen=replace(self, handed=how))
                if how not in SENT_OUTCOMES:
                    return visit
                return visit.with_reminder(sum(name.startswith(FINISHED) for name, _ in library))
            case ImportGames(text) if is_ours(text):
                return replace(visit, screen=replace(self, import_text=text, outcome=None, deleted=()))
            case ImportGames():
                told = ImportOutcome("history.import.foreign")
                return replace(visit, screen=replace(self, import_text="", outcome=told, deleted=()))
            case StopImport():
                return replace(visit, screen=self.left())
            case ImportRejected(0) if self.import_text:
                return replace(visit, screen=replace(self, import_text="", outcome=ImportOutcome(_TOO_MANY)))
            case ImportRejected(line, text) if self.import_text:
                told = ImportOutcome("history.import.wrong", line, error=fault_in(text))
                return replace(visit, screen=replace(self, import_text="", outcome=told))
            case ImportChecked() if self.import_text:
                return self._imported(visit, message)
            case _:
                return visit

    def _imported(self, visit: Visit, found: ImportChecked) -> Next:
        """Return the visit with the content of a file, which the device saves."""
        games, printed = ([_pair(line) for line in lines.splitlines()] for lines in (found.games, found.printed))
        # A printed game can replace its earlier state.
        library = {**dict(visit.memory.library or ()), **dict(games), **dict(printed)}
        former = visit.memory
        maps, puzzles = with_maps(former.maps, found.maps), merged_notes(former.puzzles, found.puzzles)
        map_names = with_names(former.map_names, found.map_names, maps)
        new_maps = len(maps.split()) - len(former.maps.split())
        left_out = len({*found.maps.split()} - {*maps.split()})
        answers = len(read_progress(puzzles).answers) - len(read_progress(former.puzzles).answers)
        has_any = games or found.known or printed or found.has_notes or found.has_newer
        others = (len(printed), new_maps, answers)
        told = ImportOutcome(
            "history.import.done" if has_any else "history.import.none",
            len(games),
            found.known,
            others=others,
            left_out=left_out,
            has_newer=found.has_newer,
        )
        memory = replace(former, library=tuple(library.items()), maps=maps, map_names=map_names, puzzles=puzzles)
        after = replace(visit, screen=replace(self, import_text="", outcome=told), memory=memory)
        notes = (SaveImported(found.maps, found.map_names, found.puzzles),) if found.has_notes else ()
        return Next(after, (*notes, *(SaveOtherGame(name, text) for name, text in (*games, *printed))))

    def keys(self, visit: Visit) -> Mapping[str, Message]:
        """Return the shortcuts: U undoes a deletion; Escape stops the import, closes a game, or goes back."""
        return {
            "u": Restore(),
            "Escape": StopImport() if self.import_text else ShowDetails(self.open_name) if self.open_name else Back(),
        }

    def announcements(self, words: Words, visit: Visit) -> Iterator[Announcement]:
        """Yield the news of a deletion."""
        if self.deleted:
            yield Announcement("news", words("history.deleted"), self.deleted)

    @property
    def heading_selector(self) -> str:
        """The selector of the heading, or of the button that restores a game after its deletion."""
        return ".deleted .choice" if self.deleted else "h1"

    # ------------------------------------------------------------------- view

    def title(self, words: Words) -> str:
        """Return the title of the history."""
        return words("history.title")

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the list with its filters, and the buttons for files.

        A wide window always shows the details of a game beside the list.
        """
        library = visit.memory.library
        games = readable_entries(library) if library is not None else ()
        printed = past_games(library or ())
        # A deleted game keeps its place, so the buttons below it don't move.
        found = self.filters.select(readable_entries((*(library or ()), *self.deleted)) if self.deleted else games)
        open_name = self.open_name or (self._first_of(found) if visit.page.display.is_wide else "")
        return h(
            "main",
            back_header(
                words,
                self.title(words),
                button(Go("statistics"), icon("icon-statistics"), words("statistics"), class_="quiet")
                if any(entry.finished for entry in games)
                else None,
            ),
            h(
                "div",
                self._files(words, visit) if self.saving else None,
                _honors(words, visit) if any(entry.finished for entry in games) else None,
                self.filters.view(words, games, *VALUES),
                h("p", words("history.none" if games else "history.empty"), class_="note")
                if library is not None and not found and (games or not printed)
                else None,
                h(
                    "ol",
                    [self._entry(words, entry, is_open=entry.name == open_name) for entry in found[: self.shown_count]],
                    class_="games",
                    key="games",
                ),
                button(ShowMore(), words("history.more"), class_="wide") if len(found) > self.shown_count else None,
                _printed_games(words, printed),
                None if self.saving else self._files(words, visit),
                class_="form",
            ),
            class_="setup history",
            key="history",
        )

    def _first_of(self, found: Sequence[Entry]) -> str:
        """Return the name of the first game of a list that wasn't just deleted; empty if there is none."""
        return next((entry.name for entry in found if not self._has_deleted(entry)), "")

    def _has_deleted(self, entry: Entry) -> bool:
        """Return whether a game was just deleted, and can be restored in its place."""
        return any(entry.name == name for name, _ in self.deleted)

    def _files(self, words: Words, visit: Visit) -> Element:
        """Return the section that exports all games and everything else, or imports some of it."""
        has_any = bool(readable_entries(visit.memory.library or ())) or any(True for _ in _others(visit))
        out = self.outgoing(words, visit, "games") if self.handed == "shown" else None
        return h(
            "section",
            h("h2", words("history.files")),
            h("p", words("history.files.text"), class_="note"),
            h(
                "div",
                button(Share("games", "save"), words("history.export"), class_="wide"),
                copy_button(words, "games"),
                class_="way",
            )
            if has_any
            else None,
            outcome(words, "games", self.handed),
            text_by_hand(words, out.text) if out else None,
            file_field(words("history.import"), "games"),
            *self._import_notes(words),
            class_="part",
            key="files",
        )

    def _import_notes(self, words: Words) -> list[Element | None]:
        """Return the outcome of the last import, or the progress of this one."""
        return [
            h(
                "div",
                h("p", _said(words, self.outcome), class_="note told", key="told") if self.outcome else None,
                class_="status",
                role="status",
                key="imported",
            ),
            h(
                "div",
                h("p", words("history.import.reading"), role="status"),
                button(StopImport(), icon("icon-cross"), words("history.import.stop"), class_="choice"),
                h("div", class_="thought", aria_hidden="true"),
                class_="note told working",
                key="reading",
            )
            if self.import_text
            else None,
        ]

    def _entry(self, words: Words, entry: Entry, *, is_open: bool) -> Element:
        """Return a game of the list, with its details if it is open, or the way to restore it if it was deleted."""
        if self._has_deleted(entry):
            return _deleted(words, entry)
        return h(
            "li",
            _line(words, entry, is_open=is_open),
            _closer(words, entry) if is_open else None,
            class_="game-entry open" if is_open else "game-entry",
            key=entry.name,
        )


def _with(visit: Visit, library: tuple[tuple[str, str], ...], screen: History) -> Visit:
    """Return the visit with another library and screen."""
    return replace(visit, screen=screen, memory=replace(visit.memory, library=library))


def _honors(words: Words, visit: Visit) -> Element:
    """Return the button that opens the honors, with the number of earned ones once it is known."""
    found = standings(visit)
    earned = sum(each.game is not None for each in found or ())
    progress = words("honors.progress", marks=earned, goal=len(found)) if found else ""
    return button(
        Go("honors"),
        icon("icon-honors"),
        h("span", words("honors"), " ", h("small", progress) if progress else None),
        class_="wide",
        key="honors",
    )


def _printed_games(words: Words, found: Sequence[PastGame]) -> Element | None:
    """Return the section with the printed games, which don't count in the statistics; None without such games."""
    if not found:
        return None
    return h(
        "section",
        h("h2", words("scores.history")),
        h(
            "ol",
            [h("li", _printed_game(words, past), class_="game-entry", key=past.name) for past in found],
            class_="printed-list",
        ),
        class_="printed-games",
        key="printed",
    )


def _printed_game(words: Words, past: PastGame) -> Element:
    """Return the button of a printed game: its players with their stars, best first, date, map, winner, and stars."""
    day = words.day(past.day) if past.day else words("history.undated")
    if past.game is None:
        return button(
            Go("scores", past.name),
            h("b", words("history.unknown"), class_="what"),
            h("span", day, class_="when"),
            h("span", words("history.mark.damaged"), class_="practice"),
            class_="kept-entry",
        )
    game, scored = past.game, scored_game(past.game)
    names = [name_of(words, game, player) for player in range(game.id.players)]
    if scored and not game.is_solo:
        names = [f"{names[player]} {number(scored[1].totals[player])}" for player in ranking(scored[1])]
    more = len(names[_MAX_NAMES:])
    best = max(scored[1].totals) if scored else None
    winner = scored[1].winners[0] if scored else 0
    paper = final_map(game, winner) if scored else None
    picture = small_map(paper.sheet, words("map")) if paper else None
    return button(
        Go("scores", past.name),
        h("span", picture, class_="entry-map", aria_hidden="true"),
        h("b", ", ".join(names[:_MAX_NAMES]) + (f" +{more}" if more else ""), class_="what"),
        h("span", words("history.when", day=day, map=map_name(words, game.id.side)), class_="when"),
        h("span", describe_winners(words, *scored), class_="who") if scored and not game.is_solo else None,
        h("b", words("history.open"), class_="worth open-game")
        if best is None
        else h("b", number(best), class_="worth"),
        class_="kept-entry",
    )


def screen(about: str) -> Screen:
    """Return the history, with the buttons for files on top if ``about`` is ``saving``."""
    return History(saving=about == "saving")


#: The key of the sentence about a file with more answers to puzzles than anyone can have given.
_TOO_MANY = "history.import.answers"
#: The keys of the numbers of imported printed games, maps, and answers.
_OTHERS = ("history.import.printed", "history.import.maps", "history.import.puzzles")


def _pair(line: str) -> tuple[str, str]:
    """Return the name and the text in a line."""
    name, _, text = line.partition(" ")
    return name, text


def _others(visit: Visit) -> Iterator[OtherLine]:
    """Yield everything that a file has in addition to the games."""
    memory = visit.memory
    game = saved_printed_game(visit)
    notes = {MAPS: memory.maps, MAP_NAMES: memory.map_names, PUZZLES: memory.puzzles}
    return other_lines(memory.library or (), game, visit.page.clock.day, notes)


def _said(words: Words, told: ImportOutcome) -> str:
    """Return the sentences about the outcome of an import."""
    if told.error:
        return words(told.key, line=told.number, error=words.say(told.error))
    if told.key == _TOO_MANY:
        return words(told.key, most=number(MAX_ANSWERS))
    if told.key != "history.import.done":
        return words(told.key)
    found = [words.plural(key, count) for key, count in zip(_OTHERS, told.others, strict=True) if count]
    sentences = [
        words.plural(told.key, told.number, known=told.known),
        words("history.import.also", list=words.list(found)) if found else "",
        words.plural("history.import.full", told.left_out, most=MAX_MAPS) if told.left_out else "",
        words("history.import.newer") if told.has_newer else "",
    ]
    return " ".join(filter(None, sentences))


def _deleted(words: Words, entry: Entry) -> Element:
    """Return the place of a game that was just deleted, with a button that restores it."""
    return h(
        "li",
        h("p", words("history.deleted")),
        button(Restore(), icon("icon-undo"), words("history.restore"), class_="choice"),
        class_="game-entry deleted",
        key=f"deleted {entry.name}",
    )


@lru_cache(maxsize=256)
def _line(words: Words, entry: Entry, *, is_open: bool) -> Element:
    """Return the button of a game: its map, title, date, players, and result."""
    if not entry.finished:
        entry = verify(entry)  # the text doesn't contain its map
    summary = entry.summary
    result: Element | None
    if entry.rating is not None:
        result = h(
            "span",
            h("b", number(entry.stars)),
            h("small", words("end.rating", rating=signed(entry.rating))),
            class_="worth",
        )
    elif summary:
        totals = summary.totals if len(summary.totals) <= _MAX_NAMES else (max(summary.totals),)
        result = h("b", " : ".join(map(number, totals)), class_="worth")
    else:
        result = None if entry.finished else h("b", words("history.open"), class_="worth open-game")
    names = [isolated(who.name) for who in entry.cartographers if who.name][:_MAX_NAMES]
    more = entry.players - len(names)
    who = ", ".join(names) + (f" +{more}" if names and more else "")
    day = describe_day(words, entry)
    when = words("history.when", day=day, map=map_name(words, entry.side)) if entry.side else day
    sheet, marks = sheet_of(entry), [words("practice")] if entry.practice else []
    marks += [mark_of(words, entry)] if entry.unplayable else []
    return button(
        ShowDetails(entry.name),
        h("span", small_map(sheet, words("map")) if sheet else None, class_="entry-map", aria_hidden="true"),
        h("b", title_of(words, entry), class_="what long" if entry.week else "what"),
        h("span", when, class_="when"),
        h("span", who, class_="who") if who else None,
        h("span", ", ".join(marks), class_="practice") if marks else None,
        result,
        class_="kept-entry",
        aria_expanded="true" if is_open else "false",
    )


#: The maximum number of players named in a line.
_MAX_NAMES = 3


def _closer(words: Words, entry: Entry) -> Element:
    """Return the details of a game: its map, its stars by source, and buttons."""
    entry = verify(entry)
    plays = entry.unplayable is None
    return h(
        "div",
        picture_of(words, entry),
        h("p", describe_unplayable(words, entry), class_="note") if not plays else None,
        sources(words, entry, entry.summary) if entry.summary else None,
        h(
            "div",
            button(Resume(entry.key), h("b", words("start.continue")), class_="confirm")
            if plays and not entry.finished and entry.key
            else None,
            button(
                Go("sheet", entry.name),
                icon("icon-share"),
                words("history.sheet" if plays else "sheet.title"),
                class_="wide",
            )
            if entry.summary
            else None,
            button(Replay(entry.name), icon("icon-watch"), words("watch"), class_="wide")
            if plays and entry.finished
            else None,
            button(Begin(str(entry.id), again=entry.name), icon("icon-turn"), words("history.again"), class_="wide")
            if plays
            else None,
            button(Delete(entry.name), icon("icon-cross"), words("history.delete"), class_="wide"),
            class_="ways",
        ),
        class_="closer",
        key="closer",
    )
