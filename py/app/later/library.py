"""The library: the games that the device keeps besides the one in play, read without playing them again.

Of each game it keeps a text under a name: ``cartographers.finished.TIME.KEY`` for one that is over, and
``cartographers.open.TIME.KEY`` for one that has given way to another. The time is in milliseconds since 1970.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from app.daily import EPOCH, day_of
from app.screens.watch import Watching
from app.setup import Cartographer, read_cartographer, setup_of
from app.shelf import FINISHED, OPEN, SUMMARY, read_save
from app.summary import Summary, read_summary, summary_of
from app.visit import Visit
from cartographers.deal import deal
from cartographers.errors import InvalidRecord, quoted
from cartographers.game_id import GameId, read_game_id
from cartographers.scoring import ScoringCard

#: The names and texts of all kept games.
Texts: TypeAlias = tuple[tuple[str, str], ...]

_KIND = f"{re.escape(FINISHED)}|{re.escape(OPEN)}"
_NAME = re.compile(rf"(?P<kind>{_KIND})(?P<time>[0-9]{{1,15}})(?:\.(?P<key>[0-9a-z]{{0,32}}))?")


class Entry(NamedTuple):
    """A kept game, as lists show it: ``finished`` at a ``time``, or left then. An open one has no summary."""

    name: str
    text: str
    time: int
    key: str
    id: GameId
    record: str
    cartographers: tuple[Cartographer, ...]
    practice: bool
    summary: Summary | None

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.summary is not None

    @property
    def day(self) -> date:
        """The day (UTC) on which it was finished or left."""
        return EPOCH + timedelta(milliseconds=self.time)

    @property
    def of_day(self) -> date | None:
        """The day whose game it is, if it is one."""
        return day_of(self.id)

    @property
    def is_solo(self) -> bool:
        """Whether one player played alone."""
        return self.id.players == 1

    @property
    def stars(self) -> int:
        """The most stars of a finished game."""
        return max(self.summary.totals) if self.summary else 0

    @property
    def rating(self) -> int | None:
        """The rating of a finished game alone."""
        if self.summary is None or not self.is_solo:
            return None
        return self.summary.totals[0] - sum(card.solo for card in deal(self.id).edicts)

    @property
    def by_edict(self) -> list[tuple[ScoringCard, int]]:
        """The edicts of a finished game, each with the stars that it has brought."""
        return [*zip(deal(self.id).edicts, self.summary.edicts, strict=True)] if self.summary else []

    @property
    def cards(self) -> str:
        """Which cards are played with: ``base``, ``heroes`` or ``mixed``."""
        return setup_of("", self.id, ()).cards


@lru_cache(maxsize=2)
def entries(texts: Texts) -> tuple[Entry, ...]:
    """Return the games that can be read, the latest first. An open one that is over by now is there only once."""
    found = [entry for name, text in texts if (entry := _readable(name, text))]
    over = {entry.key for entry in found if entry.finished and entry.key}
    return tuple(
        sorted((one for one in found if one.finished or one.key not in over), key=lambda one: one.time, reverse=True)
    )


def finished(texts: Texts) -> tuple[Entry, ...]:
    """Return the games that are over, the latest first."""
    return tuple(entry for entry in entries(texts) if entry.finished)


def _readable(name: str, text: str) -> Entry | None:
    try:
        return read_entry(name, text)
    except InvalidRecord:
        return None


@lru_cache(maxsize=4096)
def read_entry(name: str, text: str) -> Entry:
    """Return the game of a kept text, as far as lists need it; without a summary, it is played again for that.

    Raises :class:`InvalidRecord` when it cannot be read.
    """
    kind, time, key = _parts(name)
    _, _, rest = text.partition(" ") if text.startswith("v") else ("", "", text)
    record, *notes = rest.split()
    values: dict[str, list[str]] = {}
    for note in notes:
        word, _, value = note.partition(":")
        values.setdefault(word, []).append(value)
    summary = None
    if kind == FINISHED:
        summary = read_summary(values[SUMMARY][0]) if SUMMARY in values else summary_of(read_save(text).game)
    game_id = read_game_id(record.partition(".")[0])
    return Entry(
        name,
        text,
        time,
        key,
        game_id,
        record,
        tuple(map(read_cartographer, values.get("by", ()))) or (Cartographer(),) * game_id.players,
        "practice" in values or "uncounted" in values,
        summary,
    )


def watched(visit: Visit, name: str) -> Visit:
    """Return the visit with a kept game as it ended, from where it can be watched."""
    text = dict(visit.library or ()).get(name)
    if text is None:
        return visit
    game = read_save(text).game
    return visit.over_this(Watching(replace(game, takebacks=0), place=len(game.plies)))


def _parts(name: str) -> tuple[str, int, str]:
    """Return what a name says: finished or open, the time, and the key."""
    found = _NAME.fullmatch(name)
    if not found:
        raise InvalidRecord("error.kept.name", text=quoted(name))
    return found["kind"], int(found["time"]), found["key"] or ""


def checked(name: str, text: str) -> Entry:
    """Return the game of a text from elsewhere, which is played again: nothing in it is taken on trust.

    Raises :class:`InvalidRecord` when it cannot be read, is not over though it says so, or came to something else.
    """
    game = read_save(text).game
    entry = read_entry(name, text)
    if entry.finished and not game.state.over:
        raise InvalidRecord("error.kept.unfinished")
    if entry.summary and entry.summary != summary_of(game):
        raise InvalidRecord("error.kept.summary")
    return entry


def merged(texts: Texts, others: Iterable[tuple[str, str]]) -> Texts:
    """Return the games of both, each once. A name that another game has is changed; no game is lost."""
    games = dict(texts)
    known = {_identity(name, text) for name, text in texts}
    for name, text in others:
        if _identity(name, text) in known:
            continue
        known.add(_identity(name, text))
        free = name
        while free in games:
            kind, time, key = _parts(free)
            free = f"{kind}{time + 1}.{key}"
        games[free] = text
    return tuple(games.items())


def _identity(name: str, text: str) -> object:
    """Return what two copies of the same game have in common."""
    entry = _readable(name, text)
    return (entry.key, entry.record, entry.cartographers, entry.finished) if entry else text
