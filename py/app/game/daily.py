"""The daily game, which follows from the date (UTC), and the runs of daily games on this device.

Of the runs of two devices, one of each day counts (:func:`rank_of_run`), so their streaks are the same after they have
exchanged files.

A week begins on Monday and has seven kinds of games: the base game on map sides A, B, and A or B; Heroes on C, D, and C
or D; and a mix of both on a side that changes every week. Base game and Heroes alternate, and each week begins one kind
later. No edict appears twice in a week. For each family, the week's shuffle deals the four cards of the base game:
three to its three days, the last one to the mix. The same happens with the four cards of Heroes. The mix has two
families from each box. The day's seed, such as ``daily20261123``, decides everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from typing import NamedTuple

from app.game.merging import joined
from cartographers.boxes import Box
from cartographers.deal import shuffled
from cartographers.game_id import GameId, pure_game
from cartographers.scoring import Family, ScoringCard, cards_of
from cartographers.sides import SIDES, SIDES_OF

#: The first and the last supported day, and the last millisecond of the last day, counted from the start of the first.
#: A device's clock can be wrong by millennia (``now()`` in web/first.js). The days and the month after the last day are
#: still valid dates.
EPOCH, LAST_DAY = date(1970, 1, 1), date(9998, 12, 31)
_DAY_LENGTH = 86_400_000
LAST_TIME = ((LAST_DAY - EPOCH).days + 1) * _DAY_LENGTH - 1
#: The part of a daily game's seed before its date.
_DAILY = "daily"
#: The part of a weekly challenge's seed before its year. It is here because a start needs nothing else of challenges.
WEEKLY = "weekly"
#: The word in place of a finished practice run's rating.
_PRACTICE = "practice"
#: Maximum number of digits of a rating.
_MOST_DIGITS = 4
_WEEK = 7
#: The boxes of a week's games, before the week is rotated; the last game is the mix.
_BOXES = (Box.BASE, Box.HEROES, Box.BASE, Box.HEROES, Box.BASE, Box.HEROES, Box.BOTH)


@lru_cache(maxsize=64)
def daily(day: date) -> GameId:
    """Return the given day's daily game."""
    week, weekday = divmod(day.toordinal() - 1, _WEEK)  # January 1 of year 1 was a Monday
    kind_of_day = (weekday + week) % _WEEK
    box, nth = _BOXES[kind_of_day], kind_of_day // 2
    seed = _DAILY + day.isoformat().replace("-", "")
    if box is Box.BOTH:
        side = tuple(SIDES)[week % len(SIDES)]
        own_box = next(box for box, sides in SIDES_OF.items() if side in sides)
        mixed = GameId(seed, side, explore=own_box, seasons=own_box, ambush=Box.BOTH, heroes=True, scoring=Box.BOTH)
        return replace(mixed, edicts=_edicts(seed, week, dict(zip(_families(week), _MIX, strict=True)), -1))
    sides = SIDES_OF[box]
    side = sides[nth] if nth < len(sides) else sides[week % len(sides)]
    return replace(pure_game(seed, box), side=side, edicts=_edicts(seed, week, dict.fromkeys(Family, box), nth))


#: The boxes of a mix's edicts; a shuffle deals them to the families.
_MIX = (Box.BASE, Box.BASE, Box.HEROES, Box.HEROES)


def time_of(day: date) -> int:
    """Return the beginning of a day (UTC) in milliseconds since 1970."""
    return (day - EPOCH).days * _DAY_LENGTH


def _families(week: int) -> list[Family]:
    return shuffled(f"{_DAILY}/{week}", "mix", Family)


def _edicts(seed: str, week: int, boxes: Mapping[Family, Box], nth: int) -> tuple[ScoringCard, ...]:
    """Return the day's four edicts in order.

    Each is its family's card number ``nth`` in the week's shuffle.
    """
    return tuple(
        shuffled(f"{_DAILY}/{week}", f"{boxes[family].word}/{family.value}", cards_of(family, boxes[family]))[nth]
        for family in shuffled(seed, "families", Family)
    )


def day_of(game_id: GameId) -> date | None:
    """Return the day if this is its daily game; None otherwise."""
    day = day_named(game_id.seed)
    return day if day and daily(day) == game_id else None


def day_named(seed: str) -> date | None:
    """Return the day whose daily game has the given seed; None if the seed has another form.

    Games with other cards can have the same seed.
    """
    digits = seed.removeprefix(_DAILY)
    if digits == seed or len(digits) != len("20261123") or not digits.isdecimal():
        return None
    try:
        return date.fromisoformat(f"{digits[:4]}-{digits[4:6]}-{digits[6:]}")
    except ValueError:
        return None


class DailyRun(NamedTuple):
    """The first run of a daily game; only this run counts."""

    #: The day of the game.
    day: date
    #: The key of the game.
    game: str
    #: The rating after the end; None before it, and in practice.
    rating: int | None = None
    #: True if the game has ended as practice.
    practice: bool = False

    @property
    def is_over(self) -> bool:
        """Whether the run is over."""
        return self.practice or self.rating is not None

    def __str__(self) -> str:
        """Return the run as one word."""
        result = _PRACTICE if self.practice else "" if self.rating is None else str(self.rating)
        return f"{self.day.isoformat()}:{self.game}:{result}"


@dataclass(frozen=True, slots=True)
class DailyRuns:
    """The daily games on this device."""

    #: The first run of each day.
    runs: Mapping[date, DailyRun]
    #: Words of the saved text that this version doesn't know; they are saved again unchanged.
    unknown: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the runs as a text, the inverse of :func:`read_runs`."""
        return " ".join([*map(str, self.runs.values()), *self.unknown])

    def with_run(self, run: DailyRun) -> DailyRuns:
        """Return the runs with one added, or replaced on its day."""
        return replace(self, runs={**self.runs, run.day: run})

    def is_over(self, day: date) -> bool:
        """Return True if a day's run is over, even as practice."""
        run = self.runs.get(day)
        return run is not None and run.is_over

    def rating(self, day: date) -> int | None:
        """Return the given day's rating; None if its run isn't over or doesn't count."""
        run = self.runs.get(day)
        return run.rating if run else None

    def with_saved(self, kept: DailyRuns) -> DailyRuns:
        """Return these runs merged with the device's saved ones, which take precedence.

        A run that can't be saved stays.
        """
        return DailyRuns({**self.runs, **kept.runs}, kept.unknown)

    def ratings(self) -> dict[date, int]:
        """Return the rating of each day that has one, in the order of the days."""
        return {day: run.rating for day, run in sorted(self.runs.items()) if run.rating is not None}

    def streak(self, today: date) -> int:
        """Return the length of the current streak, up to today, or up to yesterday if today has no rating."""
        return streak_to(today, lambda day: self.rating(day) is not None)

    def streak_of(self, game: str, day: date) -> int:
        """Return the length of the streak that a day's game, given by its key, continues; 0 if it has no rating."""
        run = self.runs.get(day)
        return self.streak(day) if run and run.game == game and run.rating is not None else 0


def streak_to(today: date, counts: Callable[[date], bool]) -> int:
    """Return the length of a streak of days that count, up to today, or up to yesterday if today doesn't count."""
    first = last = today if counts(today) else today - timedelta(1)
    while counts(first):
        first -= timedelta(1)
    return (last - first).days


def longest_streak(days: AbstractSet[date], step: timedelta = timedelta(1)) -> int:
    """Return the largest number of days that follow each other in steps."""
    longest = 0
    for first in days:
        if first - step not in days:
            last = first
            while last in days:
                last += step
            longest = max(longest, (last - first) // step)
    return longest


NO_RUNS = DailyRuns({})


def read_runs(text: str) -> DailyRuns:
    """Return the runs of a saved text; words that can't be read are preserved."""
    runs: dict[date, DailyRun] = {}
    unknown: dict[str, None] = {}
    for word in text.split():
        try:
            run = _read_run(word)
        except ValueError:
            unknown[word] = None  # the dict serves as an ordered set
        else:
            runs[run.day] = run
    return DailyRuns(runs, tuple(unknown))


def is_run(word: str) -> bool:
    """Return whether a word of a saved text is a run."""
    return bool(read_runs(word).runs)


def _records(text: str) -> dict[str, str]:
    """Return the runs of a saved text by their days, and the other words."""
    found = read_runs(text)
    return {day.isoformat(): str(run) for day, run in found.runs.items()} | {f"?{word}": word for word in found.unknown}


def rank_of_run(word: str) -> tuple[bool, str, bool]:
    """Return the rank of a run among those of its day, of which the lowest counts.

    A run that is over counts before one that isn't, because nobody knows when they began; then, the key of the game
    decides. Of two ends of the same game, a rating counts before practice.
    """
    _, game, result = word.split(":")
    return not result, game, result == _PRACTICE


#: The function that merges the runs of two devices.
merge_runs = joined(_records, rank_of_run)


def _read_run(word: str) -> DailyRun:
    """Return the run that the word describes.

    Raises :class:`ValueError` if it's damaged or its day is outside the supported range of dates.
    """
    day_text, game, result = word.split(":")
    day, is_practice = date.fromisoformat(day_text), result == _PRACTICE
    rating = int(result[: _MOST_DIGITS + 2]) if result and not is_practice else None
    run = DailyRun(day, game, rating, is_practice)
    if str(run) != word or not EPOCH <= day <= LAST_DAY or abs(rating or 0) >= 10**_MOST_DIGITS:
        raise ValueError(word)
    return run
