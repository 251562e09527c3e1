"""The browser's storage: localStorage, which other tabs also read and write.

Why not IndexedDB? A saved game is a line of at most 3 KB. Writing it to ``localStorage`` with its previous state takes
0.1 ms (median of 200 in Chromium); a transaction of IndexedDB that reads, compares, and writes takes 0.9 ms, at most 7.
The text is on its way out of the tab when the call returns, so a phone can kill the tab a moment after Confirm. Also,
the prerendered first screen must know before its first paint whether there is a saved game.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, TypeAlias

from js import window

from app import effects as e
from app import messages as m
from app.game.daily import read_runs
from app.game.shelf import (
    ASIDE,
    BEFORE,
    DAYS,
    ERASED,
    FINISHED,
    OPEN,
    OWNER,
    PRINTED,
    PRINTED_BEFORE,
    RESUME,
    STALE,
    Shelf,
    in_a_line,
    read_count,
    shelf_of,
)
from app.game.summary import results_of
from app.invitation import LAST_ROOM, is_word
from app.invitation import ROOM_PLACE as ROOM
from app.link import Link
from app.memory import SavedText
from app.notice import Notice
from app.saves.former import FORMER_NAMES, FORMER_SITE, adoptions, is_former
from browser.clock import now
from browser.scripts import cartographers

#: Milliseconds after which the page stops returning to a room whose game hasn't begun here: two weeks.
_LATE = 14 * 24 * 3_600_000
#: The device's answer to an effect that saves or reads games.
Answer: TypeAlias = (
    m.GameSaved | m.SaveFailed | m.OtherSaveFailed | m.GameReplaced | m.UnfinishedGameRead | m.LibraryRead
)


class Storage:
    """The saved texts of one site, and the place of one visit's game.

    Only this class and the page's scripts add the site's prefix to the names in the browser (web/first.js).
    """

    def __init__(self, place: str) -> None:
        """Use a place for the current game, and give this tab a unique name."""
        self.place = place
        self._site = str(cartographers.place)
        self.tab = str(window.crypto.getRandomValues(window.Uint32Array.new(2)))
        self._failed = False
        self._erased = self.read(ERASED)

    def read(self, name: str) -> str:
        """Return the text saved under the given name; an empty string if it's missing or the browser denies storage."""
        try:
            return window.localStorage.getItem(self._site + name) or ""
        except Exception:  # noqa: BLE001 - the browser's SecurityError has no class in Python
            return ""

    def adopt_former_saves(self) -> bool:
        """Adopt the texts that an earlier version of this site has saved, and return whether any have moved.

        Each of them stays until the text that replaces it is written.
        """
        has_moved = False
        try:
            device = window.localStorage
            former = {name: device.getItem(name) for name in window.Object.keys(device) if is_former(name)}
            if not former or (device.getItem(FORMER_SITE) or self._site[:-1]) != self._site[:-1]:
                return False
            ours = {name: self.read(name) for name in self._names("", "")}
            for name, texts in adoptions(former, ours, now()):
                for new_name, text in texts.items():
                    self._set(new_name, text)
                device.removeItem(name)
                has_moved = True
            if not any(map(is_former, window.Object.keys(device))):
                device.removeItem(FORMER_SITE)
        except Exception as error:  # noqa: BLE001 - denied or full: the texts stay where they are
            print(f"An earlier version's saves could not be adopted: {error}")  # noqa: T201 - the browser's console
        return has_moved

    def shelf(self) -> Shelf:
        """Return the saved game of this visit's place, with its previous state."""
        stale = bool(self.read(self.place + STALE))
        shelf = shelf_of(self.read(self.place), self.read(self.place + BEFORE), stale=stale)
        is_over = shelf.foreign and self.names(FINISHED, f".{shelf.foreign}")
        return shelf.without_foreign if is_over else shelf

    def save_game(self, effect: e.SaveGame) -> Answer:
        """Save a game, and return the outcome. Text saved by another tab is never overwritten."""
        try:
            there = window.localStorage.getItem(self._site + self.place) or ""
            if there not in {effect.known, effect.text}:
                return m.GameReplaced(there)
            if effect.is_unreadable:
                self._set(self.place + ASIDE, effect.known)
            if effect.set_aside:
                self._put_beside(OPEN, *effect.set_aside)
            self._write(effect)
        except Exception as error:  # noqa: BLE001 - denied or full; only the error's text shows which
            self._failed = True
            why = _why(error)
            if why is Notice.FULL:  # tell the next visit that the saved state of the game is older
                self.save_note(self.place + STALE, "1")
            return m.SaveFailed(why)
        return m.GameSaved(effect.text)

    def _write(self, effect: e.SaveGame) -> None:
        """Write the text, and keep the previous text beside it unless the device is full."""
        try:
            if effect.known:
                self._set(self.place + BEFORE, effect.known)
            self._set(self.place, effect.text)
        except Exception:  # noqa: BLE001
            self._remove(self.place + BEFORE)
            self._set(self.place, effect.text)
        if self._failed:
            self._remove(self.place + STALE)
            self._failed = False

    def _set(self, name: str, text: str) -> None:
        """Save a text, unless the player has deleted everything since this tab was loaded."""
        if not self.is_erased:
            window.localStorage.setItem(self._site + name, text)

    def _remove(self, name: str) -> None:
        window.localStorage.removeItem(self._site + name)

    @property
    def is_erased(self) -> bool:
        """Whether the player has deleted everything since this tab was loaded. The tab then saves nothing anymore."""
        return self.read(ERASED) != self._erased

    def _delete_everything(self) -> m.OtherSaveFailed | None:
        """Delete all texts of this site, and leave a mark for its other tabs. Return the reason if that fails."""
        try:
            device = window.localStorage
            mark = self._site + ERASED, str(max(now(), read_count(self._erased) + 1))
            with suppress(Exception):  # if there is no room before the deletion, there is afterwards
                device.setItem(*mark)  # first, or another tab could save its game again meanwhile
            has_former = (device.getItem(FORMER_SITE) or self._site[:-1]) == self._site[:-1]
            for name in window.Object.keys(device):
                if (name.startswith(self._site) and name != mark[0]) or (has_former and name.startswith(FORMER_NAMES)):
                    device.removeItem(name)
            window.sessionStorage.removeItem(self._site + RESUME)
            device.setItem(*mark)
        except Exception as error:  # noqa: BLE001
            return _not_saved(error)
        return None

    def save_note(self, name: str, text: str) -> None:
        """Save a text that the game can do without; report a failure only in the console."""
        try:
            self._set(name, text)
        except Exception as error:  # noqa: BLE001
            print(f"{name} could not be saved: {error}")  # noqa: T201 - the browser's console

    def leave_commands(self, commands: tuple[str, ...]) -> None:
        """Leave commands in this tab for the next version of the page."""
        try:
            window.sessionStorage.setItem(self._site + RESUME, "\n".join(commands))
        except Exception as error:  # noqa: BLE001 - denied or full: the next version begins at its first screen
            print(f"The next version will not continue here: {error}")  # noqa: T201 - the browser's console

    def claim_game(self) -> None:
        """Tell other tabs that the game is played in this tab."""
        self.save_note(self.place + OWNER, self.tab)

    def save_finished_game(self, text: str, key: str) -> m.OtherSaveFailed | None:
        """Save a finished game, and remove it from the unfinished ones. Return the reason if the storage is full."""
        try:
            self._put_beside(FINISHED, text, key)
            self._drop(OPEN, key)
        except Exception as error:  # noqa: BLE001
            # The player knows already if storage is denied, because the game in play couldn't be saved.
            return _not_saved(error) if _is_full(error) else None
        return None

    def save_other_game(self, name: str, text: str) -> m.OtherSaveFailed | None:
        """Save a game under its own name. Return the reason if that fails."""
        try:
            self._set(name, text)
        except Exception as error:  # noqa: BLE001
            return _not_saved(error)
        return None

    def printed_game(self) -> SavedText:
        """Return the printed game that the device has saved."""
        text = self.read(PRINTED)
        return SavedText(text, text)

    def _save_printed_game(
        self, effect: e.SavePrintedGame
    ) -> m.PrintedGameReported | m.PrintedGameStays | m.SaveFailed:
        """Save the printed game, and return the text that the device then holds, or the reason if that fails.

        Text saved by another tab is never overwritten, and a game that should move to the history isn't lost. A game
        leaves the history only once it is on the table.
        """
        try:
            there = window.localStorage.getItem(self._site + PRINTED) or ""
            is_gone = effect.resumed and in_a_line(self.read(effect.resumed)) != effect.text  # another tab was faster
            # Another tab has deleted the game that goes on here. A new deal loses nothing, so it takes the empty place.
            was_deleted = not there and effect.known.split()[1:2] == effect.text.split()[1:2] != []
            if is_gone or was_deleted or there not in {effect.known, effect.text, ""}:
                return m.PrintedGameReported(there)
            if effect.past and there == effect.known:  # otherwise another tab has moved it already
                self._set(effect.past, effect.former)
            if effect.text:
                self._set(PRINTED, effect.text)
            else:
                self._remove(PRINTED)
            if effect.resumed:
                self._remove(effect.resumed)
        except Exception as error:  # noqa: BLE001 - denied or full
            # If storage is denied, a new game replaces the former one, which couldn't be saved anyway.
            if effect.resumed or (effect.past and (_is_full(error) or not effect.text)):
                if effect.past:
                    self.delete(effect.past)  # saved already if only the new game didn't fit
                return m.PrintedGameStays(effect.former, effect.known, _not_saved(error).reason)
            return m.SaveFailed(_why(error))
        return m.PrintedGameReported(effect.text)

    def save_room(self, name: str, text: str) -> m.SaveFailed | None:
        """Save a room. Return the reason if that fails."""
        try:
            self._set(name, text)
        except Exception as error:  # noqa: BLE001
            return m.SaveFailed(_why(error))
        return None

    def last_room(self) -> str:
        """Return the word of the last room if it is recent and its game isn't saved; otherwise an empty string."""
        word, _, key = self.read(LAST_ROOM).partition(" ")
        if not word or not is_word(word):
            return ""
        kept = self.read(ROOM + word)
        is_late = now() - read_count(kept.partition(" ")[0]) > _LATE
        return "" if is_late or self.names(OPEN, f".{key}") or self.names(FINISHED, f".{key}") else word

    def with_results(self, link: Link) -> Link:
        """Return a link with the results of its game on this device."""
        if link.id is None or link.embedded:
            return link
        for stars, text in results_of(link.id, map(self.read, self.names(FINISHED))):
            link = link.with_result(link.id, stars, text)
        return link

    def is_open(self, key: str) -> bool:
        """Return whether a game, by the start of its key, is the current one or an unfinished one in the history."""
        return f" game:{key}" in self.read(self.place) or any(f".{key}" in name for name in self.names(OPEN))

    def _put_beside(self, kind: str, text: str, key: str) -> None:
        """Save a game other than the current one, and drop its earlier state."""
        self._set(new := f"{kind}{now()}.{key}", text)
        self._drop(kind, key, but=new)

    def _drop(self, kind: str, key: str, but: str = "") -> None:
        """Delete the saved texts of a game, except one; do nothing without a key, because it could be any game."""
        for name in self._names(kind, f".{key}") if key else ():
            if name != but:
                self._remove(name)

    def names(self, start: str, end: str = "") -> list[str]:
        """Return the names with a prefix and a suffix; an empty list if storage is denied."""
        try:
            return self._names(start, end)
        except Exception:  # noqa: BLE001
            return []

    def _names(self, start: str, end: str) -> list[str]:
        site, names = self._site, window.Object.keys(window.localStorage)
        return [name.removeprefix(site) for name in names if name.startswith(site + start) and name.endswith(end)]

    def open_game(self, key: str) -> str:
        """Return the text of an unfinished game other than the current one; an empty string if it is gone."""
        return next(map(self.read, self.names(OPEN, f".{key}")), "")

    def library(self) -> str:
        """Return a line for each game other than the current one, with its name and text."""
        kinds = (OPEN, FINISHED, PRINTED_BEFORE)
        names = (name for kind in kinds for name in self.names(kind) if name.split() == [name])
        return "\n".join(f"{name} {in_a_line(self.read(name))}" for name in names)

    def delete(self, name: str) -> None:
        """Delete a text; report a failure only in the console."""
        try:
            self._remove(name)
        except Exception as error:  # noqa: BLE001
            print(f"{name} could not be deleted: {error}")  # noqa: T201 - the browser's console

    def merge(
        self, effect: e.SavePrintedGame | e.SaveDailyRun | e.MergeNotes | e.DeleteEverything
    ) -> m.PrintedGameReported | m.PrintedGameStays | m.SaveFailed | m.OtherSaveFailed | m.NotesRead | None:
        """Save something that other tabs may have saved, too, without a loss, and return what is saved then."""
        if isinstance(effect, e.SavePrintedGame):
            return self._save_printed_game(effect)
        if isinstance(effect, e.DeleteEverything):
            return self._delete_everything()
        if isinstance(effect, e.MergeNotes):
            return self._merge_notes(effect)
        self._save_run(effect)
        return None

    def _merge_notes(self, effect: e.MergeNotes) -> m.NotesRead | m.OtherSaveFailed:
        """Save notes together with the device's, and return the results; return the reason if that fails."""
        merged = tuple((name, merge(self.read(name), text)) for name, text, merge in effect.notes)
        try:
            for name, text in merged:
                self._set(name, text)
        except Exception as error:  # noqa: BLE001
            return _not_saved(error)
        return m.NotesRead(merged)

    def _save_run(self, effect: e.SaveDailyRun) -> None:
        """Save the first run of a daily game, unless another tab has begun one."""
        days, run = read_runs(self.read(DAYS)), effect.run
        if run.day not in days.runs or days.runs[run.day].game == run.game:
            self.save_note(DAYS, str(days.with_run(run)))

    def has_changed(self, event: Any, *names: str) -> bool:
        """Return whether another tab has written one of the names, or deleted everything."""
        return not event.key or event.key in {self._site + name for name in names}

    @property
    def claimed_elsewhere(self) -> bool:
        """True if another tab has claimed the game."""
        return self.read(self.place + OWNER) not in {self.tab, ""}


def _is_full(error: Exception) -> bool:
    """Return whether a storage error means that the storage is full. Only the error's text shows this."""
    return "quota" in str(error).lower()


def _why(error: Exception) -> Notice:
    """Return the reason why a text wasn't saved."""
    return Notice.FULL if _is_full(error) else Notice.DENIED


def _not_saved(error: Exception) -> m.OtherSaveFailed:
    """Return the reason why something other than the current game wasn't saved."""
    return m.OtherSaveFailed(Notice.CROWDED if _is_full(error) else Notice.DENIED)
