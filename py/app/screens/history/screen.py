"""The history: all games saved on the device, to view, continue, play again, delete, export, and import."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import lru_cache
from typing import ClassVar

from app import effects as e
from app import messages as m
from app.arrival.invitation import word_of
from app.board.event_texts import describe_winners, ranking
from app.board.map_view import small_map
from app.board.names import map_name
from app.drawing.announcements import Announcement
from app.drawing.controls import back_header, button, file_field, icon
from app.drawing.element import Element, h
from app.game.daily import time_of
from app.game.jobs import Job
from app.game.library import Entry, Texts, export_lines, parse_save_name, readable_entries, save_name, verify
from app.game.printed_maps import final_map, scored_game
from app.game.shelf import read_notes
from app.game.summary import finished_text
from app.memory import Memory, notes_of
from app.page.notice import Notice
from app.page.outgoing import SENT_OUTCOMES, File
from app.saved_names import FINISHED
from app.saves.erasing import DeleteEverything
from app.saves.games import DeleteGame, SaveOtherGame
from app.saves.notes import NOTES
from app.screens.history.imported import ImportOutcome, describe_import, imported
from app.screens.history.importing import FILE_HEADER, PAGE, Import, ImportChecked, is_ours
from app.screens.history.other_lines import OtherLine, other_lines, write_other
from app.screens.history.table import table
from app.screens.parts.filters import NO_FILTERS, VALUES, Filters, SetFilter
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
from app.screens.parts.replays import Replay, show_replay
from app.screens.parts.share_controls import copy_button, outcome, text_by_hand
from app.visit import Controls, Dialog, Needs, Next, Screen, Traits, Visit
from cartographers.errors import InvalidRecord
from words import Words, isolated, number, signed


class ShowMore(m.Message):
    """The player asks for more of the list."""


class SelectGames(m.Message):
    """The player begins to select games, or stops."""

    on: bool


class SelectGame(m.Message):
    """The player selects a game, or no longer selects it."""

    #: The game's name.
    name: str


class SelectAllGames(m.Message):
    """The player selects all games of the list, or none if all are selected."""


class DeleteSelected(m.Message):
    """The player deletes the selected games."""


class EraseEverything(m.Message):
    """The player deletes everything that this site has saved on the device."""


class StopImport(m.Message):
    """The player stops an import before it has changed anything."""


class History(Screen):
    """The list of saved games."""

    traits: ClassVar[Traits] = Traits("history.title")

    #: True if the player came to export the games. The buttons for files are then at the top.
    saving: bool = False
    filters: Filters = NO_FILTERS
    #: The maximum number of games in the list.
    shown_count: int = PAGE
    #: The name of the game whose details are shown.
    open_name: str = ""
    #: The names of the games that the player has selected; None if the player isn't selecting any.
    selected: frozenset[str] | None = None
    #: The games deleted last, which can be restored.
    deleted: Texts = ()
    #: The outcome of the last export, and its subject.
    handed: str = ""
    handed_what: str = "games"
    #: The text of the file being imported.
    import_text: str = ""
    #: The outcome of the last import.
    outcome: ImportOutcome | None = None

    def needs(self, visit: Visit) -> Needs:
        """Return the import of a file, or else the search for honors. A change of the library restarts them."""
        memory = visit.memory
        if memory.library is None:
            return Needs(library=True)
        job: Job | None = search(visit)
        if self.import_text:
            job = Import(self.import_text, memory.library, memory.shelf.text, memory.printed.text)
        return Needs(job, library=True)

    def controls(self, visit: Visit) -> Controls:
        """Return the shortcuts: U undoes a deletion; Escape stops the import, closes a game, or goes back."""
        heading = ".deleted .choice" if self.deleted else "h1"
        return Controls({"u": m.Restore(), "Escape": self._escape}, heading=heading)

    @property
    def _escape(self) -> m.Message:
        """The message of Escape."""
        if self.import_text:
            return StopImport()
        if self.selected is not None:
            return SelectGames(on=False)
        return m.ShowDetails(self.open_name) if self.open_name else m.Back()

    def left(self) -> History:
        """Return the screen with its import stopped."""
        if not self.import_text:
            return self
        return replace(self, import_text="", outcome=ImportOutcome("history.import.stopped"))

    def outgoing(self, words: Words, visit: Visit, what: str) -> File | None:
        """Return a file with everything that the device can give to another one, a table, or the unread lines."""
        name = f"cartographers-{visit.page.clock.day.isoformat()}"
        match what:
            case "games":
                others = sorted(_others(visit), key=lambda line: line.name)
                lines = [*sorted(export_lines(_games(visit))), *map(write_other, others)]
                return File(f"{name}.txt", "\n".join([FILE_HEADER, *lines, ""]))
            case "table":
                return File(f"{name}.csv", table(words, readable_entries(visit.memory.library or ())))
            case "unread" if self.outcome:
                return File(
                    f"{name}-unread.txt", "\n".join([FILE_HEADER, *(line for _, line in self.outcome.unread), ""])
                )
        return None

    # ------------------------------------------------------------------- messages

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit after a message about the list, one of its games, or a file."""
        library = visit.memory.library or ()
        match message:
            case SetFilter(name, value):
                selected = None if self.selected is None else frozenset[str]()
                filters = self.filters.with_value(name, value)
                filtered = replace(self, filters=filters, shown_count=PAGE, open_name="", selected=selected)
                return replace(visit, screen=filtered)
            case SelectGames(True):
                return replace(visit, screen=replace(self, selected=frozenset(), open_name="", deleted=()))
            case SelectGames(False):
                return replace(visit, screen=replace(self, selected=None))
            case SelectAllGames():
                names = frozenset(entry.name for entry in self.filters.select(readable_entries(library)))
                selected = frozenset() if self.selected == names else names
                return replace(visit, screen=replace(self, selected=selected))
            case SelectGame(name) if self.selected is not None:
                return replace(visit, screen=replace(self, selected=self.selected ^ {name}))
            case EraseEverything():
                # The panel stays open, because going back in the browser's history would cancel the reload.
                return Next(replace(visit, room=None), (DeleteEverything(), e.ReloadPage(())))
            case DeleteSelected() if self.selected:
                return self._deleting(visit, self.selected)
            case ShowMore():
                return replace(visit, screen=replace(self, shown_count=self.shown_count + PAGE))
            case m.ShowDetails(name):
                return replace(visit, screen=replace(self, open_name="" if self.open_name == name else name))
            case m.Delete(name):
                return self._deleting(visit, {name})
            case m.Restore() if self.deleted:
                restored = self.deleted
                visit = replace(visit, screen=replace(self, deleted=())).with_library((*library, *restored))
                return Next(visit, tuple(SaveOtherGame(name, text) for name, text in restored))
            case Replay(name):
                return show_replay(visit, name)
            case m.Shared("games" | "table" | "unread" as what, how):
                visit = replace(visit, screen=replace(self, handed=how, handed_what=what))
                if what != "games" or how not in SENT_OUTCOMES:
                    return visit
                return visit.with_reminder(sum(name.startswith(FINISHED) for name, _ in library))
            case m.ImportGames(text):
                is_file = is_ours(text)
                reading = replace(
                    self,
                    import_text=text if is_file else "",
                    outcome=None if is_file else ImportOutcome("history.import.foreign"),
                    deleted=(),
                    selected=None,
                    handed="",
                )
                return replace(visit, screen=reading)
            case StopImport():
                return replace(visit, screen=self.left())
            case ImportChecked() if self.import_text:
                after, told, effects = imported(visit, message)
                return Next(replace(after, screen=replace(self, import_text="", outcome=told)), effects)
            case _:
                return super().update(visit, message)

    def _deleting(self, visit: Visit, names: AbstractSet[str]) -> Next:
        """Return the visit without some games, which the device deletes, and which can be restored."""
        library = visit.memory.library or ()
        deleted = tuple(pair for pair in library if pair[0] in names)
        others = tuple(pair for pair in library if pair[0] not in names)
        screen = replace(self, open_name="", selected=None, deleted=deleted, outcome=None)
        return Next(replace(visit, screen=screen).with_library(others), tuple(DeleteGame(name) for name, _ in deleted))

    def announcements(self, words: Words, visit: Visit) -> Iterator[Announcement]:
        """Yield the news of a deletion."""
        if self.deleted:
            yield Announcement("news", _describe_deletion(words, self.deleted), self.deleted)

    # ------------------------------------------------------------------- view

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the list with its filters, and the buttons for files.

        A wide window always shows the details of a game beside the list.
        """
        library = visit.memory.library
        games = readable_entries(library) if library is not None else ()
        printed = past_games(library or ())
        # A deleted game keeps its place, so the buttons below it don't move.
        found = self.filters.select(readable_entries((*(library or ()), *self.deleted)) if self.deleted else games)
        is_wide = visit.page.display.is_wide and self.selected is None
        open_name = self.open_name or (self._first_of(found) if is_wide else "")
        # Of several deleted games, the first place shows the button that restores them.
        hidden = {*[entry.name for entry in found if self._has_deleted(entry)][1:]}
        found = [entry for entry in found if entry.name not in hidden] if hidden else found
        return h(
            "main",
            back_header(
                words,
                self.title(words),
                button(m.Go("statistics"), icon("icon-statistics"), words("statistics"), class_="quiet")
                if any(entry.finished for entry in games)
                else None,
            ),
            h(
                "div",
                self._files(words, visit) if self.saving else None,
                _honors(words, visit) if any(entry.finished for entry in games) else None,
                self.filters.view(words, games, *VALUES),
                _selection(words, found, self.selected) if len(games) > 1 else None,
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

    def panel(self, words: Words, visit: Visit, dialog: Dialog) -> tuple[str, list[Element]] | None:
        """Return the question before everything is deleted, with a last chance to save it to a file."""
        if dialog.panel is not m.Panel.ERASE:
            return None
        return words("history.erase"), [
            h("p", words("history.erase.text")),
            button(m.Close(), h("b", words("history.erase.no")), class_="confirm"),
            button(m.Share("games", "save"), words("history.export"), class_="wide"),
            button(EraseEverything(), words("history.erase.sure"), class_="wide"),
        ]

    def _first_of(self, found: Sequence[Entry]) -> str:
        """Return the name of the first game of a list that wasn't just deleted; empty if there is none."""
        return next((entry.name for entry in found if not self._has_deleted(entry)), "")

    def _has_deleted(self, entry: Entry) -> bool:
        """Return whether a game was just deleted, and can be restored in its place."""
        return any(entry.name == name for name, _ in self.deleted)

    def _files(self, words: Words, visit: Visit) -> Element:
        """Return the section that exports all games and everything else, imports some of it, or deletes it."""
        has_any = _has_any(visit.memory)
        what = self.handed_what
        out = self.outgoing(words, visit, what) if self.handed == "shown" else None
        return h(
            "section",
            h("h2", words("history.files")),
            h("p", words("history.files.text"), class_="note"),
            h(
                "div",
                button(m.Share("games", "save"), words("history.export"), class_="wide"),
                copy_button(words, "games"),
                class_="way",
            )
            if has_any
            else None,
            outcome(words, what, self.handed),
            text_by_hand(words, out.text) if out else None,
            file_field(words("history.import"), "games"),
            *self._import_notes(words, visit),
            h(
                "div",
                button(m.Share("table", "save"), words("history.table"), class_="wide"),
                copy_button(words, "table"),
                class_="way",
                key="table",
            )
            if readable_entries(visit.memory.library or ())
            else None,
            button(m.Open(m.Panel.ERASE.value), icon("icon-cross"), words("history.erase"), class_="wide", key="erase"),
            class_="part",
            key="files",
        )

    def _import_notes(self, words: Words, visit: Visit) -> list[Element | None]:
        """Return the outcome of the last import, or the progress of this one.

        A notice about another file replaces an earlier outcome.
        """
        told = None if visit.notice in {Notice.LARGE_FILE, Notice.UNREADABLE_FILE} else self.outcome
        return [
            h(
                "div",
                h("div", *describe_import(words, told, visit.memory), class_="note told", key="told") if told else None,
                class_="status",
                role="status",
                key="imported",
            ),
            h(
                "div",
                button(m.Share("unread", "save"), words("history.import.rest"), class_="wide"),
                copy_button(words, "unread"),
                class_="way",
                key="rest",
            )
            if told and told.unread
            else None,
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
            return _deleted(words, entry, self.deleted)
        is_selected = None if self.selected is None else entry.name in self.selected
        return h(
            "li",
            _line(words, entry, is_open=is_open, is_selected=is_selected),
            _closer(words, entry) if is_open else None,
            class_="game-entry open" if is_open else "game-entry",
            key=entry.name,
        )


def _selection(words: Words, found: Sequence[Entry], selected: AbstractSet[str] | None) -> Element:
    """Return the button with which the player begins to select games, or those for all games and the selection."""
    if selected is None:
        begin = button(SelectGames(on=True), icon("icon-check"), words("history.select"), class_="quiet")
        return h("div", begin, class_="selection", key="selection")
    count = len(selected)
    return h(
        "div",
        button(
            DeleteSelected(),
            icon("icon-cross"),
            words.plural("history.select.delete", count),
            class_="quiet",
            aria_disabled=None if count else "true",
            key="delete",
        ),
        button(SelectAllGames(), words("history.select.all", count=len(found)), class_="quiet", key="all"),
        button(SelectGames(on=False), words("history.select.stop"), class_="quiet", key="stop"),
        class_="selection",
        role="group",
        aria_label=words("history.select"),
        key="selection",
    )


def _honors(words: Words, visit: Visit) -> Element:
    """Return the button that opens the honors, with the number of earned ones once it is known."""
    found = standings(visit)
    earned = sum(each.game is not None for each in found or ())
    progress = words("honors.progress", marks=earned, goal=len(found)) if found else ""
    return button(
        m.Go("honors"),
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
            m.Go("scores", past.name),
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
        m.Go("scores", past.name),
        h("span", picture, class_="entry-map", aria_hidden="true"),
        h("b", ", ".join(names[:_MAX_NAMES]) + (f" +{more}" if more else ""), class_="what"),
        h("span", words("history.when", day=day, map=map_name(words, game.id.side)), class_="when"),
        h("span", describe_winners(words, *scored), class_="who") if scored and not game.is_solo else None,
        h("b", words("history.open"), class_="worth open-game")
        if best is None
        else h("b", number(best), class_="worth"),
        class_="kept-entry",
    )


def screen(_: Visit, about: str) -> Screen:
    """Return the history, with the buttons for files on top if ``about`` is ``saving``."""
    return History(saving=about == "saving")


def _others(visit: Visit) -> Iterator[OtherLine]:
    """Yield everything that a file has in addition to the games."""
    memory = visit.memory
    return other_lines(memory.library or (), saved_printed_game(visit), visit.page.clock.day, notes_of(memory))


def _has_any(memory: Memory) -> bool:
    """Return whether a device has anything to save to a file, without reading all of it."""
    library = memory.library or ()
    if readable_entries(library) or past_games(library) or memory.printed.text or memory.shelf.text:
        return True
    notes = ((NOTES[name], text) for name, text in notes_of(memory).items() if text)
    return any(note.words_in_line or note.is_valid(text) for note, text in notes)


def _games(visit: Visit) -> Texts:
    """Return all games of a device: those in the history, and the current one if the history hasn't its latest state.

    A daily game without a ply is one of them, because it counts from its beginning; a game in a room isn't.
    """
    shelf, library = visit.memory.shelf, visit.memory.library or ()
    game = shelf.saved.game if shelf.saved and not shelf.error else None
    key = game.key if game else shelf.foreign
    is_begun = game is None or game.plies or any(run.game == key for run in visit.memory.days.runs.values())
    same = {name: text for name, text in library if key and name.endswith(f".{key}")}
    is_of_room = game is not None and word_of(game)
    if not key or not is_begun or is_of_room or any(name.startswith(FINISHED) for name in same):
        return library
    times = [parse_save_name(entry.name)[0] for entry in readable_entries(library) if not entry.finished]
    time = max([time_of(visit.page.clock.day), *(time + 1 for time in times)])
    if game and game.state.is_over:  # the device had no room for it in the history
        others = {name: text for name, text in library if name not in same}
        return tuple({**others, **finished_text(game, others, time)}.items())
    name = next(iter(same), save_name(time, key, is_finished=False))
    if game and name in same and _plies_in(same[name]) >= len(game.plies):
        return library
    return tuple({**dict(library), name: shelf.text}.items())


def _plies_in(text: str) -> int:
    try:
        return read_notes(text).record.count(".")
    except InvalidRecord:
        return 0


def _describe_deletion(words: Words, deleted: Texts) -> str:
    return words.plural("history.deleted", len(deleted))


def _deleted(words: Words, entry: Entry, deleted: Texts) -> Element:
    """Return the place of games that were just deleted, with a button that restores them."""
    return h(
        "li",
        h("p", _describe_deletion(words, deleted)),
        button(m.Restore(), icon("icon-undo"), words("history.restore"), class_="choice"),
        class_="game-entry deleted",
        key=f"deleted {entry.name}",
    )


@lru_cache(maxsize=256)
def _line(words: Words, entry: Entry, *, is_open: bool, is_selected: bool | None) -> Element:
    """Return the button of a game: its map, title, date, players, and result.

    ``is_selected`` is None if the player isn't selecting games.
    """
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
    when = words("history.when", day=day, map=map_name(words, entry.deal.side)) if entry.deal.side else day
    sheet, marks = sheet_of(entry), [words("practice")] if entry.notes.practice else []
    marks += [mark_of(words, entry)] if entry.unplayable else []
    state = {"aria_expanded": "true" if is_open else "false"}
    if is_selected is not None:
        state = {"role": "checkbox", "aria_checked": "true" if is_selected else "false"}
    return button(
        m.ShowDetails(entry.name) if is_selected is None else SelectGame(entry.name),
        h(
            "span",
            small_map(sheet, words("map")) if sheet else None,
            icon("icon-check") if is_selected else None,
            class_="entry-map",
            aria_hidden="true",
        ),
        h("b", title_of(words, entry), class_="what long" if entry.deal.week else "what"),
        h("span", when, class_="when"),
        h("span", who, class_="who") if who else None,
        h("span", ", ".join(marks), class_="practice") if marks else None,
        result,
        class_="kept-entry",
        **state,
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
            button(m.Resume(entry.key), h("b", words("start.continue")), class_="confirm")
            if plays and not entry.finished and entry.key
            else None,
            button(
                m.Go("sheet", entry.name),
                icon("icon-share"),
                words("history.sheet" if plays else "sheet.title"),
                class_="wide",
            )
            if entry.summary
            else None,
            button(Replay(entry.name), icon("icon-watch"), words("watch"), class_="wide")
            if plays and entry.finished
            else None,
            button(
                m.Begin(str(entry.deal.id), again=entry.name), icon("icon-turn"), words("history.again"), class_="wide"
            )
            if plays
            else None,
            button(m.Delete(entry.name), icon("icon-cross"), words("history.delete"), class_="wide"),
            class_="ways",
        ),
        class_="closer",
        key="closer",
    )
