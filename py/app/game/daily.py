"""The game of a day: one for everyone, which follows from the date (UTC) by a rule; and which of them somebody played.

The rule. A week begins on Monday and has seven kinds of games: the base game on A, on B, and on one of these once more;
Heroes on C, on D, and on one of these once more; and a mix of both on a side that changes from week to week. Base game
and Heroes alternate, and each week begins one kind further on. No edict comes twice in a week: for each family, the
week's shuffle deals the four cards of the base game to its three days, and the one that is left to the mix; so it does
with those of Heroes. The mix has two families from each box. The day's seed, ``daily20261123``, decides all else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from typing import NamedTuple

from cartographers.boxes import Box
from cartographers.deal import shuffled
from cartographers.game_id import GameId, pure_game
from cartographers.maps import SIDES, SIDES_OF
from cartographers.scoring import Family, ScoringCard, cards_of

#: The first and the last day that the page knows, and the last millisecond since the first one began. A device's clock
#: can be wrong by millennia (``now()`` in web/first.js). The days and the month after the last day are also dates.
EPOCH, LAST_DAY = date(1970, 1, 1), date(9998, 12, 31)
LAST_TIME = ((LAST_DAY - EPOCH).days + 1) * 86_400_000 - 1
#: What the seed of a day's game begins with, before the day.
_DAILY = "daily"
#: Note in place of the rating of a finished run that is practice.
_PRACTICE = "practice"
#: Maximum digits of a rating.
_MOST_DIGITS = 4
_WEEK = 7
#: The boxes of a week's days, before they are turned; both are the mix.
_BOXES = (Box.BASE, Box.HEROES, Box.BASE, Box.HEROES, Box.BASE, Box.HEROES, Box.BOTH)


@lru_cache(maxsize=64)
def daily(day: date) -> GameId:
    """Return the game of a day."""
    week, weekday = divmod(day.toordinal() - 1, _WEEK)  # the first of January in year 1 was a Monday
    turned = (weekday + week) % _WEEK
    box, nth = _BOXES[turned], turned // 2
    seed = _DAILY + day.isoformat().replace("-", "")
    if box is Box.BOTH:
        side = tuple(SIDES)[week % len(SIDES)]
        kind = next(box for box, sides in SIDES_OF.items() if side in sides)
        mixed = GameId(seed, side, explore=kind, seasons=kind, ambush=Box.BOTH, heroes=True, scoring=Box.BOTH)
        return replace(mixed, edicts=_edicts(seed, week, dict(zip(_families(week), _MIX, strict=True)), -1))
    sides = SIDES_OF[box]
    side = sides[nth] if nth < len(sides) else sides[week % len(sides)]
    return replace(pure_game(seed, box), side=side, edicts=_edicts(seed, week, dict.fromkeys(Family, box), nth))


#: The boxes of a mix's edicts, whatever family gets which.
_MIX = (Box.BASE, Box.BASE, Box.HEROES, Box.HEROES)


def _families(week: int) -> list[Family]:
    return shuffled(f"{_DAILY}/{week}", "mix", Family)


def _edicts(seed: str, week: int, boxes: Mapping[Family, Box], nth: int) -> tuple[ScoringCard, ...]:
    """Return four edicts in the order of the day: of each family the nth in the week's shuffle of its box."""
    return tuple(
        shuffled(f"{_DAILY}/{week}", f"{boxes[family].word}/{family.value}", cards_of(family, boxes[family]))[nth]
        for family in shuffled(seed, "families", Family)
    )


def day_of(game_id: GameId) -> date | None:
    """Return the day whose game this is; none if it is no day's."""
    day = day_named(game_id.seed)
    return day if day and daily(day) == game_id else None


def day_named(seed: str) -> date | None:
    """Return the day whose game has a seed. Games with other cards can have that seed, too."""
    digits = seed.removeprefix(_DAILY)
    if digits == seed or len(digits) != len("20261123") or not digits.isdecimal():
        return None
    try:
        return date.fromisoformat(f"{digits[:4]}-{digits[4:6]}-{digits[6:]}")
    except ValueError:
        return None


class DailyRun(NamedTuple):
    """The first run of a day's game, by the name of its game; only this one counts.

    It has a ``rating`` when it is over, unless it is ``practice`` by then.
    """

    day: date
    game: str
    rating: int | None = None
    practice: bool = False

    @property
    def over(self) -> bool:
        """Whether the run is over."""
        return self.practice or self.rating is not None

    def __str__(self) -> str:
        """Return the run as a word."""
        result = _PRACTICE if self.practice else "" if self.rating is None else str(self.rating)
        return f"{self.day.isoformat()}:{self.game}:{result}"


@dataclass(frozen=True, slots=True)
class DailyRuns:
    """The days that were played on this device, each by its first run.

    ``unknown`` are words of the kept text that this version does not know; they are written again as they were.
    """

    runs: Mapping[date, DailyRun]
    unknown: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the days as they are kept, the inverse of :func:`read_days`."""
        return " ".join([*map(str, self.runs.values()), *self.unknown])

    def with_run(self, run: DailyRun) -> DailyRuns:
        """Return the days with a run in its day's place."""
        return replace(self, runs={**self.runs, run.day: run})

    def is_over(self, day: date) -> bool:
        """Say whether the run of a day is over, also if it's practice."""
        run = self.runs.get(day)
        return run is not None and run.over

    def rating(self, day: date) -> int | None:
        """Return the rating of a day whose run is over and counts."""
        run = self.runs.get(day)
        return run.rating if run else None

    def with_kept(self, kept: DailyRuns) -> DailyRuns:
        """Return the days with those that the device keeps; one that cannot be kept stays known here."""
        return DailyRuns({**self.runs, **kept.runs}, kept.unknown)

    def ratings(self) -> dict[date, int]:
        """Return the days that have a rating, each with it, in their order."""
        return {day: run.rating for day, run in sorted(self.runs.items()) if run.rating is not None}

    def longest(self) -> int:
        """Return the most days in a row that have a rating."""
        longest = row = 0
        for day in self.ratings():
            row = row + 1 if self.rating(day - timedelta(1)) is not None else 1
            longest = max(longest, row)
        return longest

    def streak(self, today: date) -> int:
        """Return how many days in a row have a rating, up to today, or to yesterday while today has none."""
        day = today if self.rating(today) is not None else today - timedelta(1)
        return sum(1 for _ in self._row(day))

    def _row(self, day: date) -> Iterator[date]:
        while self.rating(day) is not None:
            yield day
            day -= timedelta(1)


NO_DAYS = DailyRuns({})


def read_days(text: str) -> DailyRuns:
    """Return the days of a kept text; what cannot be read is left as it is."""
    runs: dict[date, DailyRun] = {}
    unknown = []
    for word in text.split():
        try:
            run = _read_run(word)
        except ValueError:
            unknown.append(word)
        else:
            runs[run.day] = run
    return DailyRuns(runs, tuple(unknown))


def _read_run(word: str) -> DailyRun:
    """Return the run of a word; raise :class:`ValueError` if it's none, or of a day that the page doesn't know."""
    day_text, game, result = word.split(":")
    day, is_practice = date.fromisoformat(day_text), result == _PRACTICE
    rating = int(result[: _MOST_DIGITS + 2]) if result and not is_practice else None
    run = DailyRun(day, game, rating, is_practice)
    if str(run) != word or not EPOCH <= day <= LAST_DAY or abs(rating or 0) >= 10**_MOST_DIGITS:
        raise ValueError(word)
    return run
