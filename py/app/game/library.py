"""The library: the games that the device keeps besides the one in play, read without playing them again.

Of each game it keeps a text under a name: ``cartographers.finished.TIME.KEY`` for one that is over, and
``cartographers.open.TIME.KEY`` for one that has given way to another. The time is in milliseconds since 1970.
It is 0 if the clock was at no day that the page knows; older versions noted another number then.

Lists read no more of a text than they show. A property of an :class:`Entry` never raises, whatever the text is.
"""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date, timedelta
from enum import Enum
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from app.game.daily import EPOCH, LAST_TIME, day_named, day_of
from app.game.game import Game
from app.game.setup import Cartographer, setup_of
from app.game.shelf import DEALT, FINISHED, OPEN, SUMMARY, VERSION, NewerSave, Notes, read_notes, read_save
from app.game.summary import Dealt, Summary, dealt_to, read_dealt, read_summary, summary_of
from cartographers.errors import InvalidRecord, quoted
from cartographers.game_id import GameId, GameOptions, OtherRules, read_as_ours, read_game_id
from cartographers.scoring import CARD_NAMED, ScoringCard
from cartographers.seasons import EDICTS

#: The names and texts of all kept games.
Texts: TypeAlias = tuple[tuple[str, str], ...]

_NAME = re.compile(r"(?P<time>-?[0-9]{1,17})(?:\.(?P<key>[0-9a-z]{0,32}))?")
#: The number of entries that are remembered: the storage of a browser has no room for more games.
_MOST = 8192


class Bar(Enum):
    """Why a kept game can only be looked at: not continued, replayed or played again."""

    #: Its rules are older than ours.
    OLDER = "older"
    #: Its rules, or the page that saved it, are newer than ours.
    NEWER = "newer"
    #: Its text is damaged.
    DAMAGED = "damaged"


class Entry(NamedTuple):
    """A kept game, as lists show it: ``finished`` at a ``time``, or left then; 0 is no known time.

    With a ``bar``, it shows only what is recorded. Then ``id`` is None, and what its text does not tell is empty.
    """

    name: str
    text: str
    time: int
    key: str
    finished: bool
    #: The rules version: ``c1``.
    rules: str = ""
    bar: Bar | None = None
    id: GameId | None = None
    #: The day whose game it is, if it is a daily game.
    of_day: date | None = None
    side: str = ""
    #: The cards that it is played with: ``base``, ``heroes`` or ``mixed``.
    cards: str = ""
    record: str = ""
    cartographers: tuple[Cartographer, ...] = (Cartographer(),)
    practice: bool = False
    summary: Summary | None = None
    #: Note on the deal; older versions wrote none.
    noted: Dealt | None = None

    @property
    def dealt(self) -> Dealt | None:
        """The edicts and the rating of a finished game, if known."""
        return self.noted or (dealt_to(self.id, self.summary) if self.id and self.summary else None)

    @property
    def day(self) -> date | None:
        """The day (UTC) on which it was finished or left, if it is known."""
        return EPOCH + timedelta(milliseconds=self.time) if self.time else None

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.cartographers)

    @property
    def is_solo(self) -> bool:
        """Whether one player played alone."""
        return self.players == 1

    @property
    def stars(self) -> int:
        """The most stars of a finished game."""
        return max(self.summary.totals) if self.summary else 0

    @property
    def rating(self) -> int | None:
        """The rating of a finished game alone, if it is known."""
        dealt = self.dealt
        return dealt.rating if dealt and self.is_solo else None

    @property
    def counts(self) -> bool:
        """Whether it enters the statistics: a finished game alone, with a known rating, and no practice."""
        return self.is_solo and not self.practice and self.rating is not None

    @property
    def by_edict(self) -> list[tuple[ScoringCard | None, int]]:
        """The edicts of a finished game, each with the stars that it has brought; None for an unknown card."""
        if self.summary is None:
            return []
        dealt = self.dealt
        ids = dealt.edicts if dealt else ("",) * len(EDICTS)
        return [(CARD_NAMED.get(card), stars) for card, stars in zip(ids, self.summary.edicts, strict=False)]


@lru_cache(maxsize=2)
def entries(texts: Texts) -> tuple[Entry, ...]:
    """Return the games that can be read, the latest first. An open one that is over by now is there only once."""
    found = [entry for name, text in texts if (entry := _readable(name, text))]
    over = {entry.key for entry in found if entry.finished and entry.key and entry.bar is not Bar.DAMAGED}
    return tuple(
        sorted((one for one in found if one.finished or one.key not in over), key=lambda one: one.time, reverse=True)
    )


def finished(texts: Texts) -> tuple[Entry, ...]:
    """Return the games that are over, the latest first."""
    return tuple(entry for entry in entries(texts) if entry.finished)


def _readable(name: str, text: str) -> Entry | None:
    """Return the entry of a kept text, or None for a name that is none of ours; a damaged text has an entry, too."""
    try:
        return read_entry(name, text)
    except InvalidRecord:
        pass
    kind = _kind(name)
    if not kind:
        return None
    try:
        time, key = when_and_key(name)
    except InvalidRecord:
        time, key = 0, ""
    return Entry(name, text, time, key, kind == FINISHED, bar=Bar.DAMAGED)


def verified(entry: Entry) -> Entry:
    """Return an entry as damaged if nobody can replay its game, which lists do not try."""
    if entry.bar:
        return entry
    try:
        replayed(entry.text)
    except InvalidRecord:
        return entry._replace(bar=Bar.DAMAGED)
    return entry


#: The game of a text, for the lists and screens that show it.
replayed = lru_cache(maxsize=16)(read_save)


@lru_cache(maxsize=_MOST)
def read_entry(name: str, text: str) -> Entry:
    """Return the game of a kept text, as far as lists need it; without a summary, it is played again for that.

    Raises :class:`InvalidRecord` when it cannot be read. Of another version's game, it reads what it can.
    """
    time, key = when_and_key(name)
    entry = Entry(name, text, time, key, _kind(name) == FINISHED)
    try:
        notes = read_notes(text)
    except NewerSave:
        return _of_newer(entry)
    record = notes.record
    id_text = record.partition(".")[0]
    entry = entry._replace(rules=id_text.partition("-")[0].lower(), record=record, practice=notes.practice)
    try:
        game_id = read_game_id(id_text)
    except OtherRules as other:
        bar = Bar.NEWER if other.newer else Bar.OLDER
        return _with_what_is_told(entry._replace(bar=bar), notes, id_text)
    notes.check_players(game_id.players)
    entry = _described(entry, game_id)._replace(
        id=game_id,
        of_day=day_of(game_id),
        cartographers=notes.cartographers or (Cartographer(),) * game_id.players,
    )
    if not entry.finished:
        return entry
    told = notes.other(SUMMARY)
    summary = read_summary(told) if told else summary_of(finished_game(read_save(text).game))
    if len(summary.totals) != game_id.players:
        raise InvalidRecord("error.summary")
    noted = notes.other(DEALT)
    return entry._replace(summary=summary, noted=read_dealt(noted) if noted else None)


def _described(entry: Entry, game_id: GameId) -> Entry:
    """Return an entry with what its id says of the map and the cards."""
    return entry._replace(side=game_id.side, cards=_cards_of(game_id.options))


@lru_cache(maxsize=64)
def _cards_of(options: GameOptions) -> str:
    """Return which cards a game is played with: ``base``, ``heroes`` or ``mixed``."""
    game_id = GameId(
        "any",
        options.side,
        explore=options.explore,
        seasons=options.seasons,
        ambush=options.ambush,
        heroes=options.heroes,
        scoring=options.scoring,
    )
    return setup_of("", game_id, ()).cards


def _of_newer(entry: Entry) -> Entry:
    """Return the entry of a text that a newer version of the page has written, with what can be understood of it."""
    entry = entry._replace(bar=Bar.NEWER)
    try:
        notes = read_notes(f"v{VERSION} {entry.text.partition(' ')[2]}")
    except InvalidRecord:
        return entry
    id_text = notes.record.partition(".")[0]
    entry = entry._replace(rules=id_text.partition("-")[0].lower(), record=notes.record, practice=notes.practice)
    return _with_what_is_told(entry, notes, id_text)


def _with_what_is_told(entry: Entry, notes: Notes, id_text: str) -> Entry:
    """Return an entry with what its notes tell of it, and what its id would say if our rules had made it."""
    like, summary, noted = None, None, None
    with suppress(InvalidRecord):
        like = read_as_ours(id_text)
        entry = _described(entry, like)._replace(of_day=day_named(like.seed))
    with suppress(InvalidRecord):
        summary = read_summary(notes.other(SUMMARY))
        if like and like.edicts:  # chosen ones are in the id
            noted = dealt_to(like, summary)
        noted = read_dealt(notes.other(DEALT))
    players = like.players if like else len(summary.totals) if summary else 1
    who = notes.cartographers or (Cartographer(),) * players
    return entry._replace(cartographers=who, summary=summary, noted=noted)


def finished_game(game: Game) -> Game:
    """Return a game that is over; raise :class:`InvalidRecord` for any other one."""
    if not game.state.over:
        raise InvalidRecord("error.kept.unfinished")
    return game


def _kind(name: str) -> str:
    """Return the beginning of a name: finished or open; an empty text for any other name."""
    return next((kind for kind in (FINISHED, OPEN) if name.startswith(kind)), "")


def when_and_key(name: str, *, strict: bool = False) -> tuple[int, str]:
    """Return the time and the key in a name; an impossible time is 0, or refused by a ``strict`` reader.

    Raises :class:`InvalidRecord` for any other name.
    """
    kind = _kind(name)
    found = _NAME.fullmatch(name.removeprefix(kind))
    if not kind or not found:
        raise InvalidRecord("error.kept.name", text=quoted(name))
    time = int(found["time"])
    if strict and not 0 <= time <= LAST_TIME:
        raise InvalidRecord("error.kept.time", text=quoted(name))
    return time if 0 <= time <= LAST_TIME else 0, found["key"] or ""


def named(time: int, key: str, *, is_finished: bool) -> str:
    """Return the name of a game."""
    return f"{FINISHED if is_finished else OPEN}{time}.{key}"


def exported(texts: Texts) -> list[str]:
    """Return a line for each game that can be read: its name, in which an impossible time is 0, and its text."""
    lines = []
    for name, text in texts:
        entry = _readable(name, text)
        if entry and entry.bar is not Bar.DAMAGED:
            dated = name if entry.time else named(0, entry.key, is_finished=entry.finished)
            lines.append(f"{dated} {text}")
    return lines
