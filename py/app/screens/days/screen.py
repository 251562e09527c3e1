"""The calendar of daily games, month by month, with ratings and streaks."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import ClassVar

from app import messages as m
from app.board.map_view import blank_map, map_picture
from app.board.names import map_name
from app.drawing.controls import back_header, button, icon
from app.drawing.element import Element, h
from app.game.daily import EPOCH, daily, longest_streak
from app.game.library import Entry, finished_entries, verify
from app.game.setup import setup_of
from app.game.weekly import theme_of, week_of_day
from app.screens.parts import strengths
from app.screens.parts.replays import Replay, show_replay
from app.screens.parts.runs import unfinished_run, weekly_result
from app.screens.parts.turning import TurnCalendar, turning
from app.visit import Controls, Needs, Next, Screen, Traits, Visit
from cartographers.deal import deal
from cartographers.game_id import GameId
from words import Words, capital, number, signed

_WEEK = 7
_MONTHS = 12


class Calendar(Screen):
    """A month of daily games, with the details of one day."""

    traits: ClassVar[Traits] = Traits("days.title")

    #: The number of months before the current one.
    back: int = 0
    #: The day whose details are shown. None shows today's in the current month.
    day: date | None = None

    def needs(self, visit: Visit) -> Needs:
        """Ask for the saved games: the details of a day show one."""
        return Needs(library=True)

    def controls(self, visit: Visit) -> Controls:
        """Return the shortcuts: Page Up and Page Down turn the months, and Escape closes the day or goes back."""
        escape = m.ShowDetails(self.day.isoformat()) if self.day else m.Back()
        return Controls({"Escape": escape, "PageUp": TurnCalendar(-1), "PageDown": TurnCalendar(1)})

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit with another month, the details of a day, or the replay of its game."""
        match message:
            case TurnCalendar(later):
                return replace(visit, screen=Calendar(min(max(0, self.back - later), _months(visit.page.clock.day))))
            case m.ShowDetails(text) if text in _days_of_month(visit.page.clock.day, self.back):
                day = date.fromisoformat(text)
                return replace(visit, screen=replace(self, day=None if self.day == day else day))
            case Replay(name):
                return show_replay(visit, name)
            case _:
                return super().update(visit, message)

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the streaks, the month, and the details of a day."""
        days, today = visit.memory.days, visit.page.clock.day
        return h(
            "main",
            back_header(words, self.title(words)),
            h(
                "div",
                h(
                    "dl",
                    [
                        h("div", h("dt", words(f"days.{what}")), h("dd", number(count)), key=what)
                        for what, count in (
                            ("streak", days.streak(today)),
                            ("longest", longest_streak(days.ratings().keys())),
                            ("played", len(days.ratings())),
                        )
                    ],
                    class_="part numbers",
                ),
                _week_button(words, visit),
                button(
                    m.Go("puzzles"),
                    icon("icon-puzzles"),
                    h("span", words("puzzles"), " ", h("small", words("days.puzzles.text"))),
                    class_="wide",
                    key="puzzles",
                ),
                self._month(words, visit),
                self._closer(words, visit, self.day or today) if self.day or not self.back else None,
                class_="form",
            ),
            class_="setup days",
            key="days",
        )

    def _month(self, words: Words, visit: Visit) -> Element:
        first = _first_of_month(visit.page.clock.day, self.back)
        following = (first + timedelta(31)).replace(day=1)
        title = capital(words.month(first))
        blanks = [h("span", key=f"blank-{place}") for place in range((first.weekday() - words.first_weekday) % _WEEK)]
        return h(
            "section",
            turning(
                words,
                "days",
                h("h2", title, aria_live="polite"),
                is_first=self.back == _months(visit.page.clock.day),
                is_last=not self.back,
            ),
            h(
                "div",
                [
                    h("span", words(f"cldr.weekday.{weekday}"), class_="weekday", key=f"weekday-{weekday}")
                    for weekday in [(words.first_weekday + place) % _WEEK for place in range(_WEEK)]
                ],
                blanks,
                [self._cell(words, visit, first + timedelta(place)) for place in range((following - first).days)],
                class_="month",
            ),
            class_="part",
            aria_label=title,
            key="month",
        )

    def _cell(self, words: Words, visit: Visit, day: date) -> Element:
        """Return a day of the month, with its rating if it has one."""
        if day > visit.page.clock.day:
            return h("span", str(day.day), class_="day to-come", key=day.isoformat())
        rating, run = visit.memory.days.rating(day), visit.memory.days.runs.get(day)
        looks = ["day", *(["counted"] if rating is not None else ["begun"] if run else [])]
        said = signed(rating) if rating is not None else words("days.begun" if run else "days.none")
        return button(
            m.ShowDetails(day.isoformat()),
            h("b", str(day.day)),
            " ",
            h("span", signed(rating) if rating is not None else ""),
            class_=" ".join([*looks, *(["today"] if day == visit.page.clock.day else [])]),
            aria_label=words("days.cell", day=day.day, said=said, month=words.month(day)),
            aria_pressed="true" if day == (self.day or visit.page.clock.day) else "false",
            key=day.isoformat(),
        )

    def _closer(self, words: Words, visit: Visit, day: date) -> Element:
        """Return the details of a daily game: its result here, and buttons to play, share, or watch it."""
        game_id, run = daily(day), visit.memory.days.runs.get(day)
        entry = _entry(visit, run.game) if run else None
        rating = visit.memory.days.rating(day)
        kind = words(f"cards.{setup_of('', game_id, ()).cards}")
        is_open = day == visit.page.clock.day and not visit.memory.days.is_over(day)
        is_past = day != visit.page.clock.day
        unfinished = unfinished_run(visit, lambda _, key: key == run.game) if run and is_past else None
        if entry and entry.summary:
            picture = map_picture("winter", entry.summary.sheet, words("map"))
        else:
            picture = blank_map(game_id.side, words("map"))
        return h(
            "section",
            h("h2", words("daily", day=words.day(day))),
            h("p", words("days.game", cards=kind, map=map_name(words, game_id.side)), class_="note"),
            h("div", picture, class_="last-map" if entry and entry.summary else "blank-map"),
            h("p", h("b", words("days.rating", rating=signed(rating)))) if rating is not None else None,
            _strengths(words, visit, game_id, rating)
            if rating is not None
            and (entry is None or entry.unplayable is None)  # under other rules, it was a different deal
            else None,
            button(m.Begin("daily"), h("b", words("days.go-on" if run else "days.play")), class_="confirm")
            if is_open
            else None,
            [
                h("p", words("days.counts"), class_="note") if unfinished.counts else None,
                button(unfinished.message, h("b", words("days.go-on")), class_="confirm"),
            ]
            if unfinished
            else None,
            button(m.Go("sheet", entry.name), icon("icon-share"), words("history.sheet"), class_="wide")
            if entry
            else None,
            button(Replay(entry.name), icon("icon-watch"), words("watch"), class_="wide")
            if entry and entry.unplayable is None
            else None,
            button(m.Begin(str(game_id)), icon("icon-turn"), words("days.practice"), class_="wide")
            if not is_open and not unfinished
            else None,
            h("p", words("days.rule"), class_="note") if day == visit.page.clock.day else None,
            class_="part closer",
            key="closer",
        )


def screen(_: Visit, __: str) -> Screen:
    """Return the calendar at the current month."""
    return Calendar()


def _week_button(words: Words, visit: Visit) -> Element:
    """Return the button that leads to this week's challenge, with the rating of the run that counts."""
    today = visit.page.clock.day
    result = weekly_result(visit, week_of_day(today))
    return button(
        m.Go("week"),
        icon("icon-trophy"),
        h("span", words("week.title"), " ", h("small", words(f"week.name.{theme_of(today).name}"))),
        [" ", h("b", signed(result.rating or 0), class_="weekly-rating")] if result else None,
        class_="wide",
        key="week",
    )


def _strengths(words: Words, visit: Visit, game_id: GameId, rating: int) -> Element | None:
    """Return the bots' results on a daily deal, or None if the sheet hasn't computed any yet."""
    made = strengths.bot_results_of(visit, game_id)
    stars = rating + sum(card.solo for card in deal(game_id).edicts)
    return strengths.table(words, game_id, made, strengths.PlayerResult(words("review.you"), stars)) if made else None


def _days_of_month(today: date, back: int) -> list[str]:
    """Return the dates of a month up to today."""
    first = _first_of_month(today, back)
    days = (first + timedelta(place) for place in range(31))
    return [day.isoformat() for day in days if day.month == first.month and day <= today]


def _first_of_month(day: date, back: int) -> date:
    years, month = divmod(_months(day) - back, _MONTHS)
    return date(EPOCH.year + years, month + 1, 1)


def _months(day: date) -> int:
    """Return the number of months between January of the epoch's year and a day's month."""
    return (day.year - EPOCH.year) * _MONTHS + day.month - 1


def _entry(visit: Visit, key: str) -> Entry | None:
    """Return the finished game with the given key, or None if the device hasn't saved it."""
    found = (entry for entry in finished_entries(visit.memory.library or ()) if entry.key == key)
    return next(map(verify, found), None)
