"""The end of the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.board.board import Board
from app.board.board_view import describe_practice
from app.board.event_texts import describe_end, describe_margin, describe_winners, ranking
from app.board.panels import tabs
from app.drawing import map_art
from app.drawing.controls import button, icon
from app.drawing.element import Element, h
from app.effects import Feedback
from app.game.game import Game
from app.messages import Begin, Go, Message, PlayAgain, Proceed, Watch
from app.screens.play.scenes.scene import NextGame, Scene, Setting, proceed_button, tray
from app.visit import Visit
from cartographers.events import GameEnd
from words import Words, number, signed

#: Milliseconds before the seasons are added up, and for each season.
_BEFORE, _SEASON = 350, 480
#: The lowest rating that counts as far above the edicts' expectation.
_MUCH = 30


@dataclass(frozen=True)
class EndScene(Scene):
    """The end of the game, with its result. No scene follows it."""

    blocks_continuing = True

    #: The result.
    event: GameEnd

    @property
    def pauses(self) -> tuple[int, ...]:
        """Milliseconds for each season of a solo game, where they are added up one by one."""
        return (_BEFORE, *(_SEASON,) * self.moment.scored_seasons) if self._is_solo else ()

    @property
    def _is_solo(self) -> bool:
        return len(self.event.totals) == 1

    @property
    def result(self) -> GameEnd:
        """The result."""
        return self.event

    def marks(self, board: Board, step: int) -> Iterator[Element]:
        """Yield the frame of a finished map."""
        yield map_art.flourish()

    def panel(self, words: Words, board: Board, setting: Setting) -> Element:
        """Return the result, with buttons to the sheet, a replay, and another game."""
        following = setting.next_game
        new = None if following else _new_game(setting.visit)
        if not self._is_solo:
            return self._standings(words, board, following, new)
        if self.is_moving(setting.step):
            return self._result(words, board.game, following, proceed_button(words("skip")), seasons=setting.step)
        return self._result(words, board.game, following, _end_buttons(words, new, following))

    def _result(
        self, words: Words, game: Game, following: NextGame | None, buttons: Element, *, seasons: int | None = None
    ) -> Element:
        """Return the result of a solo game: the stars, the edicts' expectation, the rating, and the title.

        With a rival, a comparison replaces the verdict on the rating. While the seasons are added up, the stars are
        those of the first ``seasons``.
        """
        rating, total = self.event.rating or 0, self.event.totals[0]
        verdict = describe_margin(words, total, game.rival) if game.rival else words(_verdict_on(rating))
        counted = total if seasons is None else game.state.total(0, seasons)
        last = game.state.scores[seasons - 1][0].season if seasons else None
        return tray(
            "end" if seasons is None else "end adding",
            h(
                "div",
                h(
                    "p",
                    icon("icon-star"),
                    h("b", words.plural("reckoning.total", counted), key=f"{counted}"),
                    h("small", words(f"season.{last.name}")) if last else None,
                    class_="total",
                ),
                h("p", words("end.expected", numbers=total - rating), class_="sum"),
                h("h2", words(f"title.{self.event.title}")),
                h("p", words("end.rating", rating=signed(rating)), " ", verdict, class_="sum"),
                _practice(words, game),
                _said(following),
                class_="card",
            ),
            buttons,
        )

    def _standings(self, words: Words, board: Board, following: NextGame | None, new: Message | None) -> Element:
        """Return the winners and all players' stars, best first, with a tab for each player's map."""
        event, game = self.event, board.game
        return tray(
            "end many",
            h(
                "div",
                h("h2", describe_winners(words, game, event)),
                h("p", words("standings.tie"), class_="sum") if _broken_tie(event) else None,
                _practice(words, game),
                _said(following),
                class_="card",
            ),
            tabs(words, game, {player: number(event.totals[player]) for player in ranking(event)}, board.owner),
            _end_buttons(words, new, following),
        )

    @property
    def sound(self) -> Feedback:
        """The sound of the end."""
        return Feedback.END

    def news(self, words: Words, board: Board) -> str:
        """Return the result."""
        return describe_end(words, board.game, self.event)

    def on_enter(self, step: int) -> Message:
        """Return the message that skips the adding up, or the message that opens the sheet."""
        return Proceed() if self.is_moving(step) else Go("sheet")


def _verdict_on(rating: int) -> str:
    """Return the key of the verdict on a rating."""
    return "end.below" if rating < 0 else "end.above" if rating < _MUCH else "end.far-above"


def _broken_tie(event: GameEnd) -> bool:
    """Return whether monsters decided between players with the same number of stars."""
    return event.totals.count(max(event.totals)) > len(event.winners)


def _practice(words: Words, game: Game) -> Element | None:
    said = describe_practice(words, game)
    return h("p", said, class_="sum practice") if said else None


def _said(following: NextGame | None) -> Element | None:
    return h("p", following.sentence, class_="sum", role="status", key="following") if following else None


def _new_game(visit: Visit) -> Message | None:
    """Return the message that starts another game, or None in an embed of one particular game."""
    if not visit.page.link.embedded:
        return Go("set-up")
    return Begin("set-up") if visit.page.link.id is None else None


def _end_buttons(words: Words, new: Message | None, following: NextGame | None) -> Element:
    """Return the buttons at the end of a game.

    The large one opens the next game of the room, if there is one.
    """
    large = following.button if following else None
    return h(
        "div",
        button(Go("sheet"), icon("icon-quill"), h("span", words("end.sheet")), class_="key")
        if large
        else button(PlayAgain(), icon("icon-turn"), h("span", words("end.again")), class_="key"),
        button(Watch(), icon("icon-watch"), h("span", words("watch")), class_="key", aria_label=words("watch.label")),
        button(new, icon("icon-plus"), h("span", words("end.new")), class_="key") if new else None,
        large or button(Go("sheet"), h("b", words("end.sheet")), class_="confirm"),
        class_="thumb",
    )
