"""The library: the device's saved games except the current one, read without replaying them.

Each game has a text under a name: ``cartographers.finished.TIME.KEY`` for a finished game, and
``cartographers.open.TIME.KEY`` for one that was set aside. TIME is in milliseconds since 1970. It is 0 if the clock was
outside the range of dates that the page supports.

Lists read only the parts of a text that they show. The properties of an :class:`Entry` never raise, whatever the text.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import asdict
from datetime import date, timedelta
from enum import Enum
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from app.game.daily import EPOCH, LAST_TIME, day_named, day_of
from app.game.game import Game
from app.game.seating import LOCAL_PERSON, Seat
from app.game.setup import Cartographer, setup_of
from app.game.shelf import DEALT, SUMMARY, VERSION, NewerSave, Notes, read_notes, read_save
from app.game.summary import DealSummary, Summary, deal_summary, read_deal_summary, read_summary, summary_of
from app.game.weekly import week_named, week_of
from app.saved_names import FINISHED, OPEN
from cartographers.errors import InvalidRecord, quoted
from cartographers.game_id import GameId, GameOptions, UnsupportedRules, read_game_id, read_with_our_rules
from cartographers.scoring import CARD_BY_ID, ScoringCard
from cartographers.seasons import EDICTS

#: The names and texts of all saved games.
Texts: TypeAlias = tuple[tuple[str, str], ...]

_NAME = re.compile(r"(?P<time>[0-9]{1,17})(?:\.(?P<key>[0-9a-z]{0,32}))?")
#: Maximum number of cached entries; browsers have no space for more games.
_MAX_CACHED = 8192


class UnplayableReason(Enum):
    """A reason why a saved game can't be continued, replayed, or played again."""

    #: The game has older rules than ours.
    OLDER = "older"
    #: The game or the page that saved it has newer rules than ours.
    NEWER = "newer"
    #: The text is damaged.
    DAMAGED = "damaged"


class SavedDeal(NamedTuple):
    """The deal of a saved game. The fields that this version can't read are empty."""

    #: The game id; None if it has other rules than ours.
    id: GameId | None = None
    #: The day of a daily game; None for other games.
    daily_date: date | None = None
    #: The Monday of the week of a weekly challenge; None for other games.
    week: date | None = None
    #: The map side.
    side: str = ""
    #: The game's cards: ``base``, ``heroes``, or ``mixed``.
    cards: str = ""
    players: int = 1


class Entry(NamedTuple):
    """A saved game in a list. Fields that are missing from the text are empty."""

    #: The name under which the game is saved.
    name: str
    #: The saved text.
    text: str
    #: The time at which the game was finished or left, in milliseconds since 1970; 0 if unknown.
    time: int
    #: The game's key.
    key: str
    #: True if the game is over.
    finished: bool
    #: The reason why the game can only be viewed; None if it can be played.
    unplayable: UnplayableReason | None = None
    #: The notes in the text.
    notes: Notes = Notes()
    deal: SavedDeal = SavedDeal()
    #: The results of a finished game.
    summary: Summary | None = None
    #: The edicts and the rating of a finished game, if known.
    deal_summary: DealSummary | None = None

    @property
    def day(self) -> date | None:
        """The day (UTC) on which the game was finished or left, if known."""
        return EPOCH + timedelta(milliseconds=self.time) if self.time else None

    @property
    def rules(self) -> str:
        """The rules version, such as ``c1``."""
        return self.notes.id.partition("-")[0].lower()

    @property
    def cartographers(self) -> tuple[Cartographer, ...]:
        """The cartographer of each player."""
        return self.notes.cartographers or (Cartographer(),) * self.deal.players

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seat of each player."""
        return self.notes.seats or (LOCAL_PERSON,) * self.deal.players

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.cartographers)

    @property
    def is_solo(self) -> bool:
        """Whether this is a solo game."""
        return self.players == 1

    @property
    def stars(self) -> int:
        """The highest total of a finished game, in stars."""
        return max(self.summary.totals) if self.summary else 0

    @property
    def rating(self) -> int | None:
        """The rating of a finished solo game, if known."""
        dealt = self.deal_summary
        return dealt.rating if dealt and self.is_solo else None

    @property
    def counts_in_statistics(self) -> bool:
        """Whether the game counts in the statistics.

        It must be a finished solo game with a known rating, and not practice.
        """
        return self.is_solo and not self.notes.practice and self.rating is not None

    @property
    def by_edict(self) -> list[tuple[ScoringCard | None, int]]:
        """The edicts of a finished game, each with its stars; None for a card that we don't know."""
        if self.summary is None:
            return []
        dealt = self.deal_summary
        ids = dealt.edicts if dealt else ("",) * len(EDICTS)
        return [(CARD_BY_ID.get(card), stars) for card, stars in zip(ids, self.summary.edicts, strict=False)]


@lru_cache(maxsize=2)
def readable_entries(texts: Texts) -> tuple[Entry, ...]:
    """Return the readable games, latest first.

    A finished game hides its own unfinished states.
    """
    found = [entry for name, text in texts if (entry := _readable(name, text))]
    finished = (entry for entry in found if entry.finished and entry.unplayable is not UnplayableReason.DAMAGED)
    over = {entry.key for entry in finished if entry.key}
    shown = (entry for entry in found if entry.finished or entry.key not in over)
    return tuple(sorted(shown, key=lambda entry: entry.time, reverse=True))


def finished_entries(texts: Texts) -> tuple[Entry, ...]:
    """Return the finished games, latest first."""
    return tuple(entry for entry in readable_entries(texts) if entry.finished)


def _readable(name: str, text: str) -> Entry | None:
    """Return the entry of a saved text, even of a damaged one; None if the name isn't a saved game's."""
    kind, (time, key) = _kind(name), (0, "")
    with suppress(InvalidRecord):
        time, key = parse_save_name(name)
        return read_entry(name, text)
    return Entry(name, text, time, key, kind == FINISHED, UnplayableReason.DAMAGED) if kind else None


def verify(entry: Entry) -> Entry:
    """Return the entry, marked as damaged if its game can't be replayed.

    Lists skip this check.
    """
    if entry.unplayable:
        return entry
    try:
        replayed(entry.text)
    except InvalidRecord:
        return entry._replace(unplayable=UnplayableReason.DAMAGED)
    return entry


#: The game of a saved text, for lists and screens that show the game itself.
replayed = lru_cache(maxsize=16)(read_save)


@lru_cache(maxsize=_MAX_CACHED)
def read_entry(name: str, text: str) -> Entry:
    """Return the entry of a saved text, with the fields that lists need.

    Replays the game only if the text has no summary. Raises :class:`InvalidRecord` if the text is
    damaged. Reads as much as possible of a game from another version.
    """
    time, key = parse_save_name(name)
    entry = Entry(name, text, time, key, _kind(name) == FINISHED)
    try:
        entry = entry._replace(notes=read_notes(text))
    except NewerSave:
        entry = entry._replace(unplayable=UnplayableReason.NEWER)
        with suppress(InvalidRecord):
            return _of_other_rules(entry._replace(notes=read_notes(f"v{VERSION} {text.partition(' ')[2]}")))
        return entry
    notes = entry.notes
    try:
        game_id = read_game_id(notes.id)
    except UnsupportedRules as other:
        bar = UnplayableReason.NEWER if other.newer else UnplayableReason.OLDER
        return _of_other_rules(entry._replace(unplayable=bar))
    notes.check_players(game_id.players)
    deal = _deal_of(game_id)._replace(id=game_id, daily_date=day_of(game_id), week=week_of(game_id))
    entry = entry._replace(deal=deal)
    if not entry.finished:
        return entry
    told, noted = notes.other(SUMMARY), notes.other(DEALT)
    summary = read_summary(told) if told else summary_of(finished_game(read_save(text).game))
    if len(summary.totals) != game_id.players:
        raise InvalidRecord("error.summary")
    dealt = read_deal_summary(noted) if noted else deal_summary(game_id, summary)
    return entry._replace(summary=summary, deal_summary=dealt)


def _deal_of(game_id: GameId) -> SavedDeal:
    """Return the deal of a game that may follow other rules."""
    day, week = day_named(game_id.seed), week_named(game_id.seed)
    return SavedDeal(None, day, week, game_id.side, _cards_of(game_id.options), game_id.players)


@lru_cache(maxsize=64)
def _cards_of(options: GameOptions) -> str:
    """Return the cards of a game: ``base``, ``heroes``, or ``mixed``."""
    return setup_of("", GameId("any", **asdict(options)), ()).cards


def _of_other_rules(entry: Entry) -> Entry:
    """Return an entry with the contents of its notes, whose game id is read as if it followed our rules."""
    as_ours, summary, noted, notes = None, None, None, entry.notes
    with suppress(InvalidRecord):
        as_ours = read_with_our_rules(notes.id)
    with suppress(InvalidRecord):
        summary = read_summary(notes.other(SUMMARY))
        if as_ours and as_ours.edicts:  # chosen edicts are in the id
            noted = deal_summary(as_ours, summary)
        noted = read_deal_summary(notes.other(DEALT))
    deal = _deal_of(as_ours) if as_ours else SavedDeal(players=len(summary.totals) if summary else 1)
    return entry._replace(deal=deal, summary=summary, deal_summary=noted)


def finished_game(game: Game) -> Game:
    """Return a finished game; raise :class:`InvalidRecord` for any other game."""
    if not game.state.is_over:
        raise InvalidRecord("error.kept.unfinished")
    return game


def _kind(name: str) -> str:
    """Return the beginning of a saved game's name.

    It is :data:`FINISHED` or :data:`OPEN`, and empty for other names.
    """
    return next((kind for kind in (FINISHED, OPEN) if name.startswith(kind)), "")


def parse_save_name(name: str) -> tuple[int, str]:
    """Return the time and the key in a saved game's name.

    Raises :class:`InvalidRecord` for other names.
    """
    kind = _kind(name)
    found = _NAME.fullmatch(name.removeprefix(kind))
    if not kind or not found:
        raise InvalidRecord("error.kept.name", text=quoted(name))
    time = int(found["time"])
    if time > LAST_TIME:
        raise InvalidRecord("error.kept.time", text=quoted(name))
    return time, found["key"] or ""


def save_name(time: int, key: str, *, is_finished: bool) -> str:
    """Return the name under which a game is saved."""
    return f"{FINISHED if is_finished else OPEN}{time}.{key}"


def export_lines(texts: Texts) -> list[str]:
    """Return a line for each readable game: its name and its text."""
    entries = (_readable(name, text) for name, text in texts)
    return [f"{one.name} {one.text}" for one in entries if one and one.unplayable is not UnplayableReason.DAMAGED]
