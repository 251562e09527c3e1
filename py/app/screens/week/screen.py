"""The weekly challenge: its theme, the player's result, and the bots' results."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import ClassVar

from app import messages as m
from app.board.map_view import blank_map, map_picture
from app.board.names import map_name
from app.drawing.controls import back_header, button, icon
from app.drawing.element import Element, h
from app.game.library import Entry
from app.game.setup import setup_of
from app.game.weekly import FIRST_WEEK, Theme, theme_of, week_of_day, weekly
from app.screens.parts import strengths
from app.screens.parts.replays import Replay, show_replay
from app.screens.parts.runs import unfinished_run, weekly_result
from app.screens.parts.turning import TurnCalendar, turning
from app.visit import ESCAPE, Controls, Needs, Next, Screen, Traits, Visit
from cartographers.game_id import GameId
from words import Words, signed

_WEEK = timedelta(7)


class WeeklyChallenge(Screen):
    """The challenge of this week or an earlier one."""

    traits: ClassVar[Traits] = Traits("week.title")

    #: The Monday of an earlier week; None for this week, also after the clock has reached the next one.
    earlier: date | None = None
    #: True if the player has stopped the bots that play the same deal.
    is_halted: bool = False

    def needs(self, visit: Visit) -> Needs:
        """Return the trial of the next bot, once the player has a result, which is in the saved games."""
        monday = self._monday(visit)
        is_idle = self.is_halted or weekly_result(visit, monday) is None
        return Needs(None if is_idle else strengths.trial(visit, weekly(monday)), library=True)

    def controls(self, visit: Visit) -> Controls:
        """Return the shortcuts: Page Up and Page Down turn the weeks."""
        return Controls({**ESCAPE, "PageUp": TurnCalendar(-1), "PageDown": TurnCalendar(1)})

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit after a message about the weeks, the bots, or the replay."""
        match message:
            case TurnCalendar(later):
                return replace(visit, screen=self._turned(visit, later))
            case m.PlayOrPause():
                return replace(visit, screen=replace(self, is_halted=not self.is_halted))
            case m.BotResult():
                return strengths.with_bot_result(visit, message)
            case Replay(name):
                return show_replay(visit, name)
            case _:
                return super().update(visit, message)

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the week, the theme, and the map with the button that begins the game, or with the results."""
        monday = self._monday(visit)
        theme, game_id = theme_of(monday), weekly(monday)
        result = weekly_result(visit, monday)
        cards = words(f"cards.{setup_of('', game_id, ()).cards}")
        drawn = words("week.map") if theme.side else map_name(words, game_id.side)
        return h(
            "main",
            back_header(words, self.title(words)),
            h(
                "div",
                h(
                    "section",
                    turning(
                        words,
                        "week",
                        h("p", words("week.since", day=words.day(monday)), aria_live="polite"),
                        is_first=monday == FIRST_WEEK,
                        is_last=monday == week_of_day(visit.page.clock.day),
                    ),
                    h("h2", words(f"week.name.{theme.name}"), aria_live="polite"),
                    h("p", _sentence(words, theme)),
                    h("p", words("days.game", cards=cards, map=drawn), class_="note"),
                    None if result else _play_button(words, visit, game_id),
                    _picture(words, game_id, result),
                    _result_buttons(words, game_id, result) if result else None,
                    h("p", words("week.rule"), class_="note"),
                    class_="part closer",
                    key="closer",
                ),
                self._strengths(words, visit, game_id, result) if result else None,
                class_="form",
            ),
            class_="setup week",
            key="week",
        )

    def _monday(self, visit: Visit) -> date:
        """Return the Monday of the week that is shown, which is never in the future, even if the clock was wrong."""
        this_week = week_of_day(visit.page.clock.day)
        return min(self.earlier, this_week) if self.earlier else this_week

    def _turned(self, visit: Visit, later: int) -> WeeklyChallenge:
        """Return the screen with another week, between the first one and this one."""
        monday, this_week = self._monday(visit), week_of_day(visit.page.clock.day)
        weeks = min(max(later, (FIRST_WEEK - monday) // _WEEK), (this_week - monday) // _WEEK)
        turned = monday + weeks * _WEEK
        return replace(self, earlier=None if turned == this_week else turned)

    def _strengths(self, words: Words, visit: Visit, game_id: GameId, result: Entry) -> Element:
        """Return the player's result beside the bots' results."""
        mine = strengths.PlayerResult(words("review.you"), result.stars)
        return strengths.section(words, visit, game_id, mine, busy=False, halted=self.is_halted)


def screen(_: Visit, __: str) -> Screen:
    """Return the challenge of this week."""
    return WeeklyChallenge()


def _sentence(words: Words, theme: Theme) -> str:
    """Return the sentence on a theme, which explains its difficulty."""
    key = f"week.text.{theme.name}"
    return words(key, number=theme.number) if theme.number else words(key)


def _picture(words: Words, game_id: GameId, result: Entry | None) -> Element:
    """Return the finished map, or the blank map before the player has a result."""
    if result and result.summary:
        return h("div", map_picture("winter", result.summary.sheet, words("map")), class_="last-map")
    return h("div", blank_map(game_id.side, words("map")), class_="blank-map")


def _result_buttons(words: Words, game_id: GameId, result: Entry) -> list[Element]:
    """Return the player's rating, and buttons to look at the game and to play it again."""
    return [
        h("p", h("b", words("days.rating", rating=signed(result.rating or 0)))),
        button(m.Go("sheet", result.name), icon("icon-share"), words("history.sheet"), class_="wide"),
        button(Replay(result.name), icon("icon-watch"), words("watch"), class_="wide"),
        button(m.Begin(str(game_id)), icon("icon-turn"), words("history.again"), class_="wide"),
    ]


def _play_button(words: Words, visit: Visit, game_id: GameId) -> Element:
    """Return the button that begins the challenge, or continues it if its game is unfinished."""
    unfinished = unfinished_run(visit, lambda other, _: other == game_id)
    message = unfinished.message if unfinished else m.Begin(str(game_id))
    return button(message, h("b", words("days.go-on" if unfinished else "days.play")), class_="confirm")
