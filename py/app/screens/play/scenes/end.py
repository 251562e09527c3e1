"""The end of the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from app import effects as e
from app import messages as m
from app.board.board import Board
from app.board.board_view import describe_practice
from app.board.event_texts import describe_result, describe_totals, describe_winners, has_broken_tie, ranking
from app.drawing import map_art
from app.drawing.announcements import Announcement
from app.drawing.controls import button, icon
from app.drawing.element import Element, h
from app.game import weekly
from app.game.daily import day_of
from app.game.game import Game
from app.game.seating import LOCAL_PERSON
from app.page.parts import LATER
from app.screens.parts import honors, new_honors
from app.screens.play.scenes import ranking as ranked
from app.screens.play.scenes import solo_result
from app.screens.play.scenes.scene import Facts, Frame, Over, Scene, Setting, Traits, proceed_button, tray
from app.visit import Needs, Visit
from cartographers.events import GameEnd
from words import Words, signed

#: Milliseconds before the best moment, before the stars are added up, for each part of a season's stars but the last,
#: and for the last part.
_BEFORE, _MOMENT, _TICK, _SEASON = 200, 1700, 90, 330
#: Milliseconds before the buttons of a game with several players can be pressed: the large one lies where Confirm was.
_RANKED = 900
#: The number of parts in which a season's stars are added.
_TICKS = 4


@dataclass(frozen=True)
class EndScene(Scene):
    """The end of the game, with its result. No scene follows it.

    After a solo game, its steps show the best moment, then add up the stars, and then show the rating. After other
    games, the buttons can be pressed a moment after the ranking has appeared.
    """

    traits: ClassVar[Traits] = Traits(blocks_continuing=True)

    #: The result.
    event: GameEnd

    @property
    def pauses(self) -> tuple[int, ...]:
        """Milliseconds before each step; the last one leads to the buttons."""
        if not self._is_solo:
            return (_RANKED,)
        season = (*(_TICK,) * (_TICKS - 1), _SEASON)
        return (_BEFORE, _MOMENT, *season * self.moment.scored_seasons)

    @property
    def _is_solo(self) -> bool:
        return len(self.event.totals) == 1

    @property
    def facts(self) -> Facts:
        """The sound of the end, and the result."""
        return Facts(e.Feedback.END, result=self.event)

    def needs(self, game: Game, visit: Visit, step: int) -> Needs:
        """Return the search for new honors, or the trial of a bot on the deal of a solo game, once nothing moves.

        Honors and comparisons depend on the saved games.
        """
        if self.is_moving(step) or LATER not in visit.page.parts.arrived:
            return Needs(library=True)
        job = honors.search(visit) or (solo_result.next_trial(visit, game) if self._is_solo else None)
        return Needs(job, library=True)

    def frame(self, game: Game, step: int) -> Frame:
        """Let Enter skip the motion, and then open the sheet.

        It isn't the large button's: Enter continues past every scene, so a player who presses it once too often would
        begin another game. In a room, the host would even begin it for everyone.
        """
        return super().frame(game, step)._replace(enter=m.Proceed() if self.is_moving(step) else m.Go("sheet"))

    def over(self, words: Words, board: Board, setting: Setting) -> Over:
        """Return the frame of a finished map, and the seals of new honors, once nothing moves."""
        marks = (map_art.flourish(),)
        if self.is_moving(setting.step) or LATER not in setting.visit.page.parts.arrived:
            return Over(marks)
        return Over(marks, new_honors.new_seals(words, setting.visit, board.game))

    def panel(self, words: Words, board: Board, setting: Setting) -> Element:
        """Return the result, and buttons that share it, review it, and begin another game.

        Until the later part of the page has arrived, the result is a few sentences.
        """
        buttons = _buttons(words, board.game, setting, pressable=self._is_solo or not self.is_moving(setting.step))
        if LATER not in setting.visit.page.parts.arrived:
            return tray(self._kind, self._in_words(words, board.game, setting), buttons)
        if not self._is_solo:
            following = setting.next_game.sentence if setting.next_game else ""
            return tray(f"{self._kind} ranked", ranked.ranking_card(words, board, self.event, following), buttons)
        step, game = setting.step, board.game
        if not self.is_moving(step):
            return tray(f"{self._kind} rated", solo_result.solo_card(words, setting.visit, game, self.event), buttons)
        match step:
            case 0:
                beat = solo_result.silent_beat()
            case 1:
                beat = solo_result.moment_beat(words, game)
            case _:
                beat = solo_result.stars_beat(words, game, (step - 1) / _TICKS)
        card = solo_result.solo_card(words, setting.visit, game, self.event, beat)
        return tray(f"{self._kind} rated adding", card, proceed_button(words("skip")))

    @property
    def _kind(self) -> str:
        """The classes of the panel."""
        return "end" if self._is_solo else "end many"

    def _in_words(self, words: Words, game: Game, setting: Setting) -> Element:
        """Return the result as a heading and sentences."""
        event = self.event
        if self._is_solo:
            rating, total = event.rating or 0, event.totals[0]
            head = words.plural("reckoning.total", total)
            said = [words("end.expected", numbers=total - rating), words("end.rating", rating=signed(rating))]
        else:
            head = describe_winners(words, game, event)
            totals = dict(enumerate(event.totals))
            said = [describe_totals(words, game, totals, [player]) for player in ranking(event)]
        if setting.next_game:
            said.append(setting.next_game.sentence)
        return h("div", h("h2", head), [h("p", sentence, class_="sum") for sentence in said], class_="card")

    def news(self, words: Words, board: Board, step: int) -> tuple[str, ...]:
        """Return the result, how a tie was broken, and why the game is practice."""
        tie = f"{words('standings.tie')}." if has_broken_tie(self.event) else ""
        more = " ".join(filter(None, (tie, describe_practice(words, board.game))))
        return describe_result(words, board.game, self.event), more

    def announcements(self, words: Words, board: Board, setting: Setting) -> Iterator[Announcement]:
        """Yield the result and new honors.

        After a solo game, the best moment comes before the result, and the next title after it.
        """
        yield Announcement("over", words("end.over"))
        if LATER not in setting.visit.page.parts.arrived:
            yield from super().announcements(words, board, setting)
            return
        if self._is_solo:
            yield solo_result.announce_moment(words, board.game)
        yield from super().announcements(words, board, setting)
        if self._is_solo:
            yield from solo_result.announce_comparison(words, setting.visit, board.game, self.event)
        yield new_honors.announce_honors(words, setting.visit, board.game)


def _new_game(visit: Visit) -> m.Message | None:
    """Return the message that begins another game of the same kind, or None in an embed of one particular game."""
    link = visit.page.link
    return None if link.embedded and link.id is not None else m.Begin("set-up")


def _buttons(words: Words, game: Game, setting: Setting, *, pressable: bool) -> Element:
    """Return the buttons at the end of a game; they can't be pressed before they are ``pressable``.

    The large one begins another game: the next game of the room, if there is one, or else one with the same players.
    """
    is_complete = LATER in setting.visit.page.parts.arrived
    sheet = button(m.Go("sheet"), icon("icon-quill"), h("span", words("end.sheet")), class_="key", key="sheet")
    large = _large_button(words, game, setting)
    return h(
        "div",
        sheet if large else None,
        _share_button(words, setting) if is_complete else None,
        button(m.Go("review"), icon("icon-hint"), h("span", words("review")), class_="key", key="review")
        if game.is_solo and is_complete and LOCAL_PERSON in game.seats
        else button(
            m.Watch(),
            icon("icon-watch"),
            h("span", words("watch")),
            class_="key",
            aria_label=words("watch.label"),
            key="watch",
        ),
        _other_game_button(words, game, setting),
        large or button(m.Go("sheet"), h("b", words("end.sheet")), class_="confirm", key="large"),
        class_="thumb" if pressable else "thumb coming",
        inert=not pressable,
    )


def _other_game_button(words: Words, game: Game, setting: Setting) -> Element | None:
    """Return the small button beside the large one.

    It begins the same cards again, or leads to the setup if several people played. After a daily game or this week's
    challenge, which count only once, it leads to the results. Neither is in a room, whose next game needs its host. An
    embed has no setup, and its one game is the large button's.
    """
    if setting.next_game or not _new_game(setting.visit):
        return None
    if LATER in setting.visit.page.parts.arrived and not setting.visit.page.link.embedded:
        if day_of(game.id):
            return button(m.Go("days"), icon("icon-days"), h("span", words("days")), class_="key", key="days")
        if weekly.week_of(game.id) == weekly.week_of_day(setting.visit.page.clock.day):
            return button(m.Go("week"), icon("icon-trophy"), h("span", words("end.week")), class_="key", key="week")
    if game.is_solo:
        return button(m.PlayAgain(), icon("icon-turn"), h("span", words("end.again")), class_="key", key="again")
    if setting.visit.page.link.embedded:
        return None
    return button(m.Go("set-up"), icon("icon-plus"), h("span", words("end.new")), class_="key", key="new")


def _large_button(words: Words, game: Game, setting: Setting) -> Element | None:
    """Return the button that begins another game, or None while a room has no next game."""
    if setting.next_game:
        return setting.next_game.button
    new = _new_game(setting.visit)
    if new and not game.is_solo:
        return button(new, h("b", words("end.people")), class_="confirm", key="large")
    cards = words("end.repeat.new" if new else "end.repeat.same")
    return button(
        new or m.PlayAgain(), h("b", words("end.repeat")), " ", h("span", cards), class_="confirm", key="large"
    )


def _share_button(words: Words, setting: Setting) -> Element:
    """Return the button that shares the result as text, with the outcome as its label after it was pressed."""
    way = "share" if setting.visit.page.edition.shares else "copy"
    symbol, label = ("icon-check", f"ending.{setting.shared}") if setting.shared else ("icon-share", "share.way.share")
    return button(m.Share("text", way), icon(symbol), h("span", words(label)), class_="key", key="share")
