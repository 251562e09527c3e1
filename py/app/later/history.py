"""The history: every game that the device keeps, to be looked at, gone on with, played again, deleted, taken along."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from app.board.map_view import small_map
from app.drawing.element import Element, h
from app.drawing.parts import back_header, button, file_field, icon, status
from app.later.filters import NO_FILTERS, VALUES, Filters
from app.later.handing import copy_button, outcome, text_by_hand
from app.later.library import Bar, Entry, Texts, checked, entries, merged, watched
from app.later.recorded import bar_said, mark_of, picture_of, sheet_of, sources, title_of
from app.messages import (
    Back,
    Begin,
    Choose,
    Delete,
    Go,
    ImportGames,
    Message,
    More,
    Replay,
    Restore,
    Resume,
    Share,
    Shared,
    Show,
    Step,
)
from app.outgoing import OUT, File
from app.screens.plain import Screen
from app.shelf import FINISHED
from app.visit import Visit
from cartographers.errors import InvalidRecord, Sentence
from words import Words, number, signed

#: So many games are shown at first, and more with each press.
_PAGE = 12
#: So many games are checked between two drawings of the page.
_SLICE = 10
#: The first line of a file of games, and the version of its form.
HEAD = "cartographers-games 1"


class Told(NamedTuple):
    """How reading a file has ended: the key of a text, with counts, or with a line and what is wrong there."""

    key: str
    number: int = 0
    known: int = 0
    error: Sentence | None = None


@dataclass(frozen=True, slots=True)
class Import:
    """A file that is read: the lines still to be checked, the games so far, and how many lines there are."""

    lines: tuple[str, ...]
    games: Texts = ()
    total: int = 0


@dataclass(frozen=True, slots=True)
class History(Screen):
    """The list of kept games.

    ``filters`` say which games are shown, ``shown`` how many of them there is room for, and ``open`` the name
    of the one that is shown closer. ``deleted`` is the one that was deleted last. ``handed`` says how handing out all
    games went. ``reading`` is a file that is being read, ``told`` how that ended: a key and its values.
    """

    #: True if the player came to save the games as a file: the files are then above the list.
    saving: bool = False
    filters: Filters = NO_FILTERS
    shown: int = _PAGE
    open: str = ""
    deleted: Texts = ()
    handed: str = ""
    reading: Import | None = None
    told: Told | None = None

    @property
    def needs_library(self) -> bool:
        """Whether the kept games must be read."""
        return True

    @property
    def pause(self) -> int:
        """Milliseconds until the next games of a file are checked."""
        return 1 if self.reading else 0

    def outgoing(self, words: Words, visit: Visit, what: str) -> File | None:
        """Return a file with all games that can be read."""
        damaged = {entry.name for entry in entries(visit.library or ()) if entry.bar is Bar.DAMAGED}
        lines = (f"{name} {text}" for name, text in visit.library or () if name not in damaged)
        games = "\n".join([HEAD, *lines, ""])
        return File(f"cartographers-{visit.today.isoformat()}.txt", games) if what == "games" else None

    # ------------------------------------------------------------------- messages

    def update(self, visit: Visit, message: Message) -> Visit:
        """Return the visit after a message."""
        library = visit.library or ()
        match message:
            case Choose(what) if what in VALUES:
                return replace(visit, screen=replace(self, filters=self.filters.chosen(message), shown=_PAGE, open=""))
            case More():
                return replace(visit, screen=replace(self, shown=self.shown + _PAGE))
            case Show(name):
                return replace(visit, screen=replace(self, open="" if self.open == name else name))
            case Delete(name):
                gone = tuple(pair for pair in library if pair[0] == name)
                left = tuple(pair for pair in library if pair[0] != name)
                return replace(visit, library=left, screen=replace(self, open="", deleted=gone, told=None))
            case Restore():
                return replace(visit, library=(*library, *self.deleted), screen=replace(self, deleted=()))
            case Replay(name):
                return watched(visit, name)
            case Shared("games", how):
                visit = replace(visit, screen=replace(self, handed=how))
                if how not in OUT:
                    return visit
                return replace(visit, reminded=sum(name.startswith(FINISHED) for name, _ in library))
            case ImportGames(text):
                found = _lines(text)
                reading, told = (found, None) if isinstance(found, Import) else (None, found)
                return replace(visit, screen=replace(self, reading=reading, told=told, deleted=()))
            case Step() if self.reading:
                return self._read_on(visit, self.reading, library)
            case _:
                return visit

    def _read_on(self, visit: Visit, reading: Import, library: Texts) -> Visit:
        """Return the visit after some more games of a file; only when all are right anything changes."""
        now, later = reading.lines[:_SLICE], reading.lines[_SLICE:]
        games = list(reading.games)
        for place, line in enumerate(now, start=reading.total - len(reading.lines) + 2):
            name, _, text = line.partition(" ")
            try:
                checked(name, text)
            except InvalidRecord as error:
                told = Told("history.import.wrong", place, error=error.sentence)
                return replace(visit, screen=replace(self, reading=None, told=told))
            games.append((name, text))
        if later:
            return replace(visit, screen=replace(self, reading=replace(reading, lines=later, games=tuple(games))))
        both = merged(library, games)
        new = len(both) - len(library)
        told = Told("history.import.done", new, len(games) - new)
        return replace(visit, library=both, screen=replace(self, reading=None, told=told))

    def keys(self, visit: Visit) -> Mapping[str, Message]:
        """Return what each key sends."""
        return {"Escape": Show(self.open) if self.open else Back()}

    # ------------------------------------------------------------------- how it looks

    def title(self, words: Words) -> str:
        """Return the screen's name."""
        return words("history.title")

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the screen."""
        games = entries(visit.library) if visit.library is not None else ()
        found = self.filters.passing(games)
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
                self._notes(words),
                self._files(words, visit, any_game=bool(games)) if self.saving else None,
                self.filters.view(words, *VALUES) if len(games) > 1 else None,
                h("p", words("history.none" if games else "history.empty"), class_="note")
                if visit.library is not None and not found
                else None,
                h("ol", [self._entry(words, entry) for entry in found[: self.shown]], class_="games", key="games"),
                button(More(), words("history.more"), class_="wide") if len(found) > self.shown else None,
                None if self.saving else self._files(words, visit, any_game=bool(games)),
                class_="form",
            ),
            class_="setup history",
            key="history",
        )

    def _notes(self, words: Words) -> list[Element | None]:
        """Return what has just happened to the list."""
        reading = self.reading
        done = reading.total - len(reading.lines) if reading else 0
        return [
            status(
                h(
                    "p",
                    words("history.deleted"),
                    " ",
                    button(Restore(), words("history.restore"), class_="quiet"),
                    class_="note told",
                    key="deleted",
                )
                if self.deleted
                else None,
                h("p", _said(words, self.told), class_="note told", key="told") if self.told else None,
            ),
            h(
                "div",
                h("p", words("history.import.reading", done=done, total=reading.total)),
                h("progress", max=str(reading.total), value=str(done), aria_label=words("history.import")),
                class_="note told",
                key="reading",
            )
            if reading
            else None,
        ]

    def _files(self, words: Words, visit: Visit, *, any_game: bool) -> Element:
        """Return how to export all games, and how to import some."""
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
            if any_game
            else None,
            outcome(words, "games", self.handed),
            text_by_hand(words, out.text) if out else None,
            file_field(words("history.import"), "games"),
            class_="part",
            key="files",
        )

    def _entry(self, words: Words, entry: Entry) -> Element:
        """Return a game: a press shows it closer."""
        is_open = entry.name == self.open
        return h(
            "li",
            _line(words, entry, is_open=is_open),
            _closer(words, entry) if is_open else None,
            class_="game-entry open" if is_open else "game-entry",
            key=entry.name,
        )


def screen(about: str) -> Screen:
    """Return the screen."""
    return History(saving=about == "saving")


def _lines(text: str) -> Import | Told:
    """Return the lines of a file, which are still to be checked; or why it is none of ours."""
    head, *lines = text.splitlines() or [""]
    lines = [line for line in lines if line.strip()]
    if head.strip() != HEAD:
        return Told("history.import.foreign")
    if not lines:
        return Told("history.import.none")
    return Import(tuple(lines), total=len(lines))


def _said(words: Words, told: Told) -> str:
    if told.error:
        return words(told.key, line=told.number, error=words.say(told.error))
    if told.key == "history.import.done":
        return words.plural(told.key, told.number, known=told.known)
    return words(told.key)


@lru_cache(maxsize=256)
def _line(words: Words, entry: Entry, *, is_open: bool) -> Element:
    """Return a game in a line, as a button: its map, when it was played, which cards, and what it came to."""
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
        totals = summary.totals if len(summary.totals) <= _MOST else (max(summary.totals),)
        result = h("b", " : ".join(map(number, totals)), class_="worth")
    else:
        result = None if entry.finished else h("b", words("history.open"), class_="worth")
    names = [who.name for who in entry.cartographers if who.name][:_MOST]
    more = entry.players - len(names)
    who = ", ".join(names) + (f" +{more}" if names and more else "")
    when = words("history.when", day=words.day(entry.day), side=entry.side) if entry.side else words.day(entry.day)
    sheet, marks = sheet_of(entry), [words("practice")] if entry.practice else []
    marks += [mark_of(words, entry)] if entry.bar else []
    return button(
        Show(entry.name),
        h("span", small_map(sheet, words("map")) if sheet else None, class_="entry-map", aria_hidden="true"),
        h("b", title_of(words, entry), class_="what"),
        h("span", when, class_="when"),
        h("span", who, class_="who") if who else None,
        h("span", ", ".join(marks), class_="practice") if marks else None,
        result,
        class_="kept-entry",
        aria_expanded="true" if is_open else "false",
    )


#: So many players' names and stars stand in a line.
_MOST = 3


def _closer(words: Words, entry: Entry) -> Element:
    """Return a game's map, its stars by source, and what can be done with it."""
    plays = entry.bar is None
    return h(
        "div",
        picture_of(words, entry),
        h("p", bar_said(words, entry), class_="note") if not plays else None,
        sources(words, entry, entry.summary) if entry.summary else None,
        h(
            "div",
            button(Resume(entry.key), h("b", words("start.continue")), class_="confirm")
            if plays and not entry.finished
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
