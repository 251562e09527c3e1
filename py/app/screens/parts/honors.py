"""The player's honors: their rules, and the saved games that earned them.

An honor needs a number of *marks*. Each finished game adds some, and the honor is earned by the game that completes the
number. All of it follows from the saved games alone, so games from before there were honors also count; with a deleted
game, its marks are gone.

Practice earns nothing. Among several players, only the winner's map and stars are known without replaying the game, and
only these count, if the winner is a person at this device. For maps, stars, and ratings, only printed maps count,
because people can draw a map on which they are easy.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from app import messages as m
from app.game.daily import longest_streak
from app.game.game import Game, event_moments, moment_of
from app.game.jobs import Work
from app.game.library import Entry, Texts, finished_entries, parse_save_name
from app.game.seating import LOCAL_PERSON, Bot, RemotePlayer
from app.game.summary import Summary
from app.game.weekly import theme_of, weekly
from app.visit import Visit
from cartographers.bots import STRENGTHS
from cartographers.errors import InvalidRecord
from cartographers.events import Score
from cartographers.record import replay_in_steps
from cartographers.region import clusters
from cartographers.scoring import CARD_BY_ID
from cartographers.sides import SIDES


class CountedGame(NamedTuple):
    """A finished game that counts."""

    entry: Entry
    #: The results of the only player or of the winner.
    summary: Summary

    @property
    def here(self) -> int | None:
        """The player of the summary, if that is a person at this device and no other player has as many stars."""
        totals = self.summary.totals
        best = totals.index(max(totals))
        is_tied = totals.count(totals[best]) > 1
        return best if self.entry.seats[best : best + 1] == (LOCAL_PERSON,) and not is_tied else None

    @property
    def own(self) -> Summary | None:
        """The results of the person at this device; None on a custom map, or if they aren't known."""
        return None if self.here is None or self.entry.deal.side not in SIDES else self.summary

    @property
    def rating(self) -> int | None:
        """The rating of a solo game, if known."""
        return self.entry.rating if self.own else None

    @property
    def people(self) -> int:
        """The number of people among the players."""
        seats = self.entry.seats
        return sum((seat.player if isinstance(seat, RemotePlayer) else seat) == LOCAL_PERSON for seat in seats)


def counted_games(texts: Texts) -> list[CountedGame]:
    """Return the finished games that count, the earliest first."""
    return [
        CountedGame(entry, entry.summary)
        for entry in reversed(finished_entries(texts))
        if entry.summary and not entry.notes.practice and LOCAL_PERSON in entry.seats
    ]


# ------------------------------------------------------------------- the honors

#: A function that yields the marks of a game, and None wherever it may be interrupted. It also gets the honor's number.
Marks: TypeAlias = Callable[[CountedGame, int], Iterator[Hashable]]


@dataclass(frozen=True, slots=True)
class Honor:
    """An honor, as a rule about marks."""

    #: The name, which is the last part of its texts' keys.
    name: str
    #: The function that yields the marks of a game.
    marks: Marks
    #: The number in its text, such as a rating or a number of stars; None if there is none.
    number: int | None = None
    #: The number of marks that earn the honor.
    goal: int = 1
    #: The function that counts marks.
    count: Callable[[AbstractSet[Any]], int] = len


def _if(test: Callable[[CountedGame, int], bool]) -> Marks:
    """Return a function that yields a mark for a game that passes a test."""

    def marks(game: CountedGame, number: int) -> Iterator[Hashable]:
        if test(game, number):
            yield True

    return marks


def _if_own(test: Callable[[Summary, int], bool]) -> Marks:
    """Return a function that yields a mark for a game whose own results pass a test."""
    return _if(lambda game, number: game.own is not None and test(game.own, number))


def _has_rating(game: CountedGame, least: int) -> bool:
    """Return whether a game has at least the given rating."""
    return game.rating is not None and game.rating >= least


def _beats(strength: str) -> Marks:
    """Return a function that yields a mark for a victory over a bot."""
    return _if(lambda game, _: game.here is not None and Bot(strength) in game.entry.seats)


def _has_studied_ruins(own: Summary, _: int) -> bool:
    """Return whether all ruins are covered, by each terrain and no monster."""
    sheet = own.sheet
    terrains = (sheet.forest, sheet.village, sheet.farm, sheet.water)
    return sheet.open_ruins == 0 == sheet.ruins & sheet.monster and all(sheet.ruins & drawn for drawn in terrains)


def _has_town(own: Summary, least: int) -> bool:
    """Return whether a map has a village cluster with at least the given number of spaces."""
    return any(cluster.bit_count() >= least for cluster in clusters(own.sheet.village))


def _quiet_season(game: CountedGame, _: int) -> Iterator[Hashable]:
    """Yield a mark for a game with a season in which monsters on the map cost no star."""
    player = game.here
    if player is None or game.own is None or game.entry.unplayable:
        return
    try:
        played = yield from replay_in_steps(game.entry.notes.record)
    except InvalidRecord:  # only a changed text has the results of a game that can't be replayed
        return
    for before, after in pairwise(played.states):
        for event, _earlier, now in event_moments(moment_of(before), after):
            if isinstance(event, Score) and event.score.player == player and event.score.monsters == 0:
                yield True if now.sheets[player].monster else None


def _day(game: CountedGame, _: int) -> Iterator[Hashable]:
    """Yield the day of a daily game."""
    yield game.entry.deal.daily_date


def _week(game: CountedGame, _: int = 0) -> Iterator[date]:
    """Yield the Monday of the week of a weekly challenge; other deals may fit the week's theme, too."""
    week, game_id = game.entry.deal.week, game.entry.deal.id
    if week and game_id in {None, weekly(week)}:  # a game of other rules has no id that could be compared
        yield week


def _theme(game: CountedGame, _: int) -> Iterator[Hashable]:
    """Yield the theme of a weekly challenge."""
    yield from (theme_of(week).name for week in _week(game))


def _side(game: CountedGame, least: int) -> Iterator[Hashable]:
    """Yield the map side of a game, unless it is a custom map; with a ``least`` rating, only if the game has it."""
    if game.entry.deal.side in SIDES and (not least or _has_rating(game, least)):
        yield game.entry.deal.side


def _edicts(game: CountedGame, least: int) -> Iterator[Hashable]:
    """Yield the edicts that earned at least the given stars."""
    if game.own:
        yield from (card.id for card, stars in game.entry.by_edict if card and stars >= least)


def _name(game: CountedGame, _: int) -> Iterator[Hashable]:
    """Yield the name of the game."""
    yield game.entry.name


#: All honors. Journeyman reaches the numbers for maps and stars in at most one game out of five.
HONORS = (
    Honor("first", _name),
    Honor("company", _if(lambda game, _: game.people > 1)),
    Honor("table", _if(lambda game, least: game.here is not None and game.entry.players >= least), 4),
    Honor("streak", _day, 7, goal=7, count=longest_streak),
    Honor("weeks", _week, 4, goal=4, count=partial(longest_streak, step=timedelta(7))),
    *(Honor(f"rating-{least}", _if(_has_rating), least) for least in (0, 10, 20, 30)),
    Honor("peaks", _if_own(lambda own, _: own.sheet.mountain == own.sheet.surrounded_mountains)),
    Honor("ruins", _if_own(_has_studied_ruins)),
    Honor("gaps", _if_own(lambda own, most: own.sheet.empty.bit_count() <= most), 25),
    Honor("town", _if_own(_has_town), 15),
    Honor("coins", _if_own(lambda own, least: own.coins >= least), 30),
    Honor("edict", _if_own(lambda own, least: max(own.edicts) >= least), 50),
    Honor("season", _quiet_season),  # the only one for which games are replayed
    Honor("peace", _if_own(lambda own, _: own.monsters == 0 and own.sheet.monster != 0)),
    *(Honor(strength, _beats(strength)) for strength in STRENGTHS),
    Honor("maps", _side, goal=len(SIDES)),
    Honor("themes", _theme, 8, goal=8),
    Honor("edicts", _edicts, 10, goal=len(CARD_BY_ID)),
    Honor("everywhere", _side, 30, goal=len(SIDES)),
    Honor("hundred", _name, 100, goal=100),
)


# ------------------------------------------------------------------- the search


@dataclass(frozen=True, slots=True)
class HonorSearch:
    """The job that finds the honors of the saved games."""

    games: Texts

    def work(self) -> Work:
        """Search the games for each honor, and report the standings."""
        games = counted_games(self.games)
        found: dict[str, tuple[int, str]] = {}
        for honor in HONORS:
            found[honor.name] = yield from _standing(honor, games)
        yield m.HonorsFound(self.games, tuple(found.values()))


def _standing(honor: Honor, games: Sequence[CountedGame]) -> Generator[None, None, tuple[int, str]]:
    """Return the number of an honor's marks, and the name of the game that earned it; empty if none has.

    Games after that one aren't searched.
    """
    marks: set[Hashable] = set()
    for game in games:
        yield
        known = len(marks)
        for mark in honor.marks(game, honor.number or 0):
            if mark is None:
                yield
            else:
                marks.add(mark)
        if len(marks) > known and honor.count(marks) >= honor.goal:
            return honor.goal, game.entry.name
    return honor.count(marks), ""


def search(visit: Visit) -> HonorSearch | None:
    """Return the search for honors; None if the saved games are unknown or have been searched."""
    library, found = visit.memory.library, visit.page.honors
    if library is None or (found and found.games == library):
        return None
    return HonorSearch(library)


# ------------------------------------------------------------------- the standings


class Standing(NamedTuple):
    """An honor with the player's progress."""

    honor: Honor
    #: The number of its marks.
    marks: int
    #: The game that earned it; None if it isn't earned.
    game: Entry | None


def standings(visit: Visit) -> list[Standing] | None:
    """Return the standing of each honor; None before the first search is over."""
    found = visit.page.honors
    if found is None:
        return None
    games = {entry.name: entry for entry in finished_entries(found.games)}
    return [
        Standing(honor, count, games.get(name)) for honor, (count, name) in zip(HONORS, found.standings, strict=True)
    ]


def honors_of(visit: Visit, game: Game) -> list[Honor]:
    """Return the honors that a saved game has earned, as far as they are known."""
    found = visit.page.honors
    if found is None or not game.key:
        return []
    return [
        honor
        for honor, (_, name) in zip(HONORS, found.standings, strict=True)
        if name and parse_save_name(name)[1] == game.key
    ]
