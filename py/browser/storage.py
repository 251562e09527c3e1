"""What the browser keeps: localStorage, which other tabs read and write as well.

``localStorage``, and not IndexedDB: a kept game is a line of 3 KB at most. Writing it with the copy before it takes
0.1 ms (median of 200 in Chromium; a transaction of IndexedDB that reads, compares and writes 0.9 ms, and up to 7), and
it is on its way out of the tab when the call returns, so that a phone may kill the tab a moment after Confirm. And the
printed first screen has to know before it is painted whether there is a kept game.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from js import window

from app.effects import Keep, KeepRun
from app.game.daily import read_days
from app.game.shelf import (
    ASIDE,
    BEFORE,
    DAYS,
    FINISHED,
    OPEN,
    OWNER,
    PLACE,
    RESUME,
    STALE,
    Shelf,
    count_in,
    in_a_line,
    shelf_of,
)
from app.game.summary import results_of
from app.invitation import FORMER_ROOM_PLACE, LAST, is_word
from app.invitation import ROOM_PLACE as ROOM
from app.link import Link
from app.messages import Found, Kept, Library, NoRoom, NotKept, Opened
from app.notice import Notice
from browser.clock import now
from browser.scripts import cartographers

#: Milliseconds after which nobody goes back to a room whose game has not begun here: two weeks.
_LATE = 14 * 24 * 3_600_000
#: The name that says which site goes on using names without a path (web/first.js).
_OWNER = "cartographers.site"
#: What the device says of a game that it is to keep.
Answer: TypeAlias = Kept | NotKept | NoRoom | Found | Opened | Library


class Storage:
    """The places of one visit's game, and what belongs to them.

    Only this class and the page's scripts know that a name in the browser begins with the site's (web/first.js).
    """

    def __init__(self, place: str) -> None:
        """Know the place, and give this tab a name of its own."""
        self.place = place
        self._site = str(cartographers.place)
        self.tab = str(window.crypto.getRandomValues(window.Uint32Array.new(2)))
        self._failed = False

    def read(self, name: str) -> str:
        """Return what is kept under a name; nothing where the browser denies storage."""
        try:
            return window.localStorage.getItem(self._site + name) or ""
        except Exception:  # noqa: BLE001 - the browser's SecurityError has no class of its own in Python
            return ""

    def adopt(self) -> None:
        """Take over what an older version of this site has saved since this one was first here.

        That version may be in another tab, or have come back for a while. Its names have no path and belong to no site:
        one that goes on using such names has put its path under :data:`_OWNER`.
        """
        try:
            if self._site and not window.localStorage.getItem(_OWNER):
                for name in filter(_is_without_path, window.Object.keys(window.localStorage)):
                    self._adopt(name, window.localStorage.getItem(name))
        except Exception as error:  # noqa: BLE001 - denied or full: it stays where it is
            print(f"An older version's saves could not be taken over: {error}")  # noqa: T201 - the browser's console

    def _adopt(self, name: str, text: str) -> None:
        """Take over a text under a name without a path; it stays there if it has no place here."""
        if not self.read(name):
            self._set(name, text)
        elif name == PLACE:
            ours, theirs = (shelf_of(one).saved for one in (self.read(PLACE), text))
            if not theirs or (ours and ours.game.key == theirs.game.key):
                return
            self._put_beside(FINISHED if theirs.game.state.over else OPEN, text, theirs.game.key)
        elif name == DAYS:
            self._set(DAYS, str(read_days(text).with_kept(read_days(self.read(DAYS)))))
        else:
            return
        window.localStorage.removeItem(name)

    def shelf(self) -> Shelf:
        """Return what the device keeps for this visit."""
        stale = bool(self.read(self.place + STALE))
        shelf = shelf_of(self.read(self.place), self.read(self.place + BEFORE), stale=stale)
        is_over = shelf.foreign and self.names(FINISHED, f".{shelf.foreign}")
        return shelf.without_foreign if is_over else shelf

    def keep(self, effect: Keep) -> Answer:
        """Keep a game, and return how that went; what another tab has written is never overwritten."""
        try:
            there = window.localStorage.getItem(self._site + self.place) or ""
            if there not in {effect.known, effect.text}:
                return Found(there)
            if effect.aside:
                self._set(self.place + ASIDE, effect.known)
            if effect.giving_way:
                self._put_beside(OPEN, *effect.giving_way)
            self._write(effect)
        except Exception as error:  # noqa: BLE001 - denied or full, which only the error's text tells
            self._failed = True
            why = _why(error)
            if why is Notice.FULL:  # the next visit finds an older state of the game, and is to know that
                self.put(self.place + STALE, "1")
            return NotKept(why)
        return Kept(effect.text)

    def _write(self, effect: Keep) -> None:
        """Write the text, and beside it the one before; a full device does without the one before."""
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
        window.localStorage.setItem(self._site + name, text)

    def _remove(self, name: str) -> None:
        window.localStorage.removeItem(self._site + name)

    def put(self, name: str, text: str) -> None:
        """Keep something that can be done without."""
        try:
            self._set(name, text)
        except Exception as error:  # noqa: BLE001
            print(f"{name} could not be kept: {error}")  # noqa: T201 - the browser's console

    def leave(self, commands: tuple[str, ...]) -> None:
        """Leave commands for the next version of the page in this tab."""
        try:
            window.sessionStorage.setItem(self._site + RESUME, "\n".join(commands))
        except Exception as error:  # noqa: BLE001 - denied or full: the page begins at its first screen
            print(f"The next version will not continue here: {error}")  # noqa: T201 - the browser's console

    def claim(self) -> None:
        """Tell other tabs that the game is played in this one."""
        self.put(self.place + OWNER, self.tab)

    def keep_finished(self, text: str, key: str) -> NoRoom | None:
        """Keep a game that is over; it is no longer one that has given way to another. Say if there is no room."""
        try:
            self._put_beside(FINISHED, text, key)
            self._drop(OPEN, key)
        except Exception as error:  # noqa: BLE001
            return _no_room(error)
        return None

    def keep_beside(self, name: str, text: str) -> NoRoom | None:
        """Keep a game under a name of its own. Say if there is no room."""
        try:
            self._set(name, text)
        except Exception as error:  # noqa: BLE001
            return _no_room(error)
        return None

    def keep_room(self, name: str, text: str) -> NotKept | None:
        """Keep what is known of a room. Say if that is not possible, and why."""
        try:
            self._set(name, text)
        except Exception as error:  # noqa: BLE001
            return NotKept(_why(error))
        return None

    def room_left(self) -> str:
        """Return the word of the room that the page was in not long ago, unless its game is kept; none without one."""
        word, _, key = self.read(LAST).partition(" ")
        if not word or not is_word(word):
            return ""
        kept = self.read(ROOM + word) or self.read(FORMER_ROOM_PLACE + word)
        is_late = now() - count_in(kept.partition(" ")[0]) > _LATE
        return "" if is_late or self.names(OPEN, f".{key}") or self.names(FINISHED, f".{key}") else word

    def tried(self, link: Link) -> Link:
        """Return a link with what its game has come to here."""
        if link.id is None or link.embedded:
            return link
        for stars in results_of(link.id, map(self.read, self.names(FINISHED))):
            link = link.played(link.id, stars)
        return link

    def is_open(self, key: str) -> bool:
        """Say whether a game whose key begins so is the one in play, or was set aside for another one."""
        return f" game:{key}" in self.read(self.place) or any(f".{key}" in name for name in self.names(OPEN))

    def _put_beside(self, kind: str, text: str, key: str) -> None:
        """Keep a game besides the one in play, in place of an earlier state of it."""
        self._set(new := f"{kind}{now()}.{key}", text)
        self._drop(kind, key, but=new)

    def _drop(self, kind: str, key: str, but: str = "") -> None:
        """Forget what is kept of a game; without a key, it cannot be told from others."""
        for name in self._names(kind, f".{key}") if key else ():
            if name != but:
                self._remove(name)

    def names(self, start: str, end: str = "") -> list[str]:
        """Return the names that begin and end so; none where storage is denied."""
        try:
            return self._names(start, end)
        except Exception:  # noqa: BLE001
            return []

    def _names(self, start: str, end: str) -> list[str]:
        site, names = self._site, window.Object.keys(window.localStorage)
        return [name.removeprefix(site) for name in names if name.startswith(site + start) and name.endswith(end)]

    def open_game(self, key: str) -> str:
        """Return the text of a game that has given way to another one; nothing if it is gone."""
        return next(map(self.read, self.names(OPEN, f".{key}")), "")

    def library(self) -> str:
        """Return a line for each game besides the one in play: name and text; none where storage is denied."""
        names = (name for name in (*self.names(OPEN), *self.names(FINISHED)) if name.split() == [name])
        return "\n".join(f"{name} {in_a_line(self.read(name))}" for name in names)

    def forget(self, name: str) -> None:
        """Forget a game besides the one in play."""
        try:
            self._remove(name)
        except Exception as error:  # noqa: BLE001
            print(f"{name} could not be forgotten: {error}")  # noqa: T201 - the browser's console

    def keep_run(self, effect: KeepRun) -> None:
        """Keep the first run of a day's game, unless another tab has begun one."""
        days, run = read_days(self.read(DAYS)), effect.run
        if run.day not in days.runs or days.runs[run.day].game in {run.game, effect.instead_of}:
            self.put(DAYS, str(days.with_run(run)))

    def has_told(self, event: Any, *names: str) -> bool:
        """Say whether another tab has written something under one of the names, or deleted everything."""
        return not event.key or event.key in {self._site + name for name in names}

    @property
    def claimed_elsewhere(self) -> bool:
        """Whether another tab has told that it plays the game."""
        return self.read(self.place + OWNER) not in {self.tab, ""}


def _is_without_path(name: str) -> bool:
    return name.startswith("cartographers.")


def _is_full(error: Exception) -> bool:
    """Say whether an error of the storage tells that there is no room left, which only its text does."""
    return "quota" in str(error).lower()


def _why(error: Exception) -> Notice:
    """Return why nothing is kept."""
    return Notice.FULL if _is_full(error) else Notice.DENIED


def _no_room(error: Exception) -> NoRoom | None:
    """Return what there is to say when a game could not be kept beside others; who denies storage knows it already."""
    return NoRoom() if _is_full(error) else None
