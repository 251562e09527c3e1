"""A puzzle: the player draws one shape, and the page shows its loss, the best move, and the reasons.

The screen also shows an earlier answer again. Neither that nor another try changes anything that is saved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import ClassVar

from app import messages as m
from app.board.board_view import board_view
from app.drawing.announcements import Announcement
from app.drawing.controls import back_header, button
from app.drawing.element import Element, h
from app.game.game import Game
from app.game.puzzle_progress import PROVISIONAL_BELOW, progress_in
from app.game.seating import LOCAL_PERSON
from app.game.setup import Cartographer
from app.screens.parts.turning import turning
from app.screens.play.choice_view import choice_panel
from app.screens.play.screen import PlayingWrapper, answered, resume_playing
from app.screens.puzzles import answering
from app.screens.puzzles.choosing import level_of, next_puzzle, puzzle_of_day, puzzles_by_id, puzzles_of
from app.screens.puzzles.screen import TODAY, shown_rating
from app.screens.review.reasons import ComparingScreen, Comparison, describe_gains, gains_view, lit_note, pattern
from app.screens.review.screen import figure, task_of
from app.visit import ESCAPE, Controls, Dialog, Next, Screen, Traits, Visit
from cartographers.bots.hint import Gain, gains_beyond
from cartographers.bots.puzzles import SOURCES, Answer, Position, Puzzle, closed_cards, position_of
from cartographers.player_view import view_of
from cartographers.rules import outcome
from cartographers.state import Ply
from words import Words, number, signed

#: The number of tenths in a star.
_TENTHS = 10


class PuzzleScreen(PlayingWrapper, ComparingScreen):
    """A puzzle before or after the player's answer."""

    traits: ClassVar[Traits] = Traits(back_steps=1)

    puzzle: Puzzle
    #: The level or theme that the player has chosen, or the id of an answered puzzle; empty for today's puzzle.
    about: str = TODAY
    #: The day whose puzzle this is; None if the player has chosen another puzzle.
    day: date | None = None
    #: True if the player has moved, rotated, flipped, or chosen the ghost. Before, a careless tap would answer.
    touched: bool = False
    #: True if the player sees the first answer again.
    is_seen_again: bool = False
    #: The player's answer; None before it, or if it's seen again but damaged.
    answer: Ply | None = None
    #: The change of the player's rating; None if the answer doesn't count.
    rating_change: int | None = None
    #: The number of the ply that is shown of the line that follows, from 0.
    place: int = 0

    def controls(self, visit: Visit) -> Controls:
        """Return those of the game without undo and hints; after the answer, Enter presses the large button."""
        controls, hidden = self.playing.controls(visit), {"u", "y", "h"}
        listed = tuple(name for name in controls.listed if name not in {"undo", "redo", "hint"})
        if self._is_over:
            return Controls({"Enter": m.Proceed(), **ESCAPE}, listed, rest=".thumb .confirm")
        keys = {key: message for key, message in controls.keys.items() if key not in hidden}
        if keys["Escape"] == m.Open("menu"):
            keys |= ESCAPE
        return controls._replace(keys=keys, listed=listed)

    @property
    def game(self) -> Game:
        """The game up to the position."""
        return self.playing.game

    @property
    def position(self) -> Position:
        """The position, with the plies that the puzzle names."""
        return position_of(self.puzzle)

    @property
    def _is_over(self) -> bool:
        """Whether the player has answered, so that the verdict is shown."""
        return self.answer is not None or self.is_seen_again

    # ------------------------------------------------------------------- messages

    def update(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit after a message to the position, or about the verdict on the answer."""
        if not self._is_over:
            return self._before_answer(visit, message)
        match message:
            case m.SkipPlies(count) if 0 <= self.place + count < len(self.position.line):
                return replace(visit, screen=replace(self, place=self.place + count))
            case m.Proceed() if self.is_seen_again:
                return replace(visit, screen=_at(self.puzzle, self.about))
            case m.Proceed():
                kind = self.about if puzzles_of(self.about) else str(level_of(self.puzzle))
                progress = progress_in(visit.memory.notes)
                return replace(
                    visit, screen=_at(next_puzzle(progress, kind, visit.page.clock.day, self.puzzle.id), kind)
                )
            case _:
                return super().update(visit, message)

    def _before_answer(self, visit: Visit, message: m.Message) -> Visit | Next:
        """Return the visit after a message to the position. A puzzle has no undo and no hints."""
        if isinstance(message, m.Undo | m.AskForHint) or (isinstance(message, m.Confirm) and not self._can_confirm):
            return visit
        after = answered(visit, self.playing, message)
        if len(after.game.plies) == len(self.playing.game.plies):
            if after is self.playing:
                return visit
            place = after.placement
            touched = self.touched or place.pinned or place.ghost != self.playing.placement.ghost
            return replace(visit, screen=replace(self, playing=after, touched=touched))
        ply = after.game.plies[-1]
        saved, change = answering.answered(visit, self.puzzle, ply, self.day)
        return answering.saving(replace(saved, screen=replace(self, answer=ply, rating_change=change)))

    @property
    def _can_confirm(self) -> bool:
        """Whether the player has chosen the ghost's place. A place that isn't legal has reasons of its own."""
        return self.touched or self.playing.placement.pinned or self.playing.board.against is not None

    # ------------------------------------------------------------------- the verdict

    @property
    def _first_ply(self) -> Ply | None:
        """The ply on the first map: the answer, or the best ply if the answer is damaged. None before the answer."""
        return self.position.best if self.is_seen_again and self.answer is None else self.answer

    def _first_name(self, words: Words) -> str:
        """Return the name of the ply on the first map."""
        return words("review.you" if self.answer else "puzzle.best-move")

    @property
    def _is_right(self) -> bool:
        """Whether the ply on the first map is right."""
        return self._first_ply in self.position.right

    @property
    def _other(self) -> Answer | None:
        """The compared ply that isn't right, with its gains; None if the puzzle doesn't name the player's answer."""
        return self.position.wrong[0] if self._is_right else self.position.answer(self._first_ply or self.position.best)

    @cached_property
    def comparison(self) -> Comparison | None:
        """The comparison of two plies: the answer and the best one; None before the answer.

        If the answer is right, it's compared with the best ply that isn't.
        """
        mine = self._first_ply
        if mine is None:
            return None
        position, other = self.position, self._other
        state, task = position.state, task_of(position.state)
        better, worse = (mine, position.wrong[0].ply) if self._is_right else (position.best, mine)
        gains = gains_beyond(view_of(state, 0), better, worse)
        if other:
            gains = _gains_of(other, gains)
        judgment = m.PlyJudged(len(position.played.plies) + 1, better, 0, gains)
        worse_map, better_map = (outcome(task, state.sheets[0], ply)[1] for ply in (worse, better))
        return Comparison(self.playing.game, judgment, task, worse_map, better_map, is_measured=other is not None)

    def _verdict(self, words: Words) -> str:
        """Return the verdict on the answer, as a sentence."""
        if self.answer is None:
            return words("puzzle.unsaved")
        if self._is_right:
            return words("puzzle.best", stars=number(round(self.position.wrong[0].loss / _TENTHS)))
        if self._other:
            return words.plural("puzzle.more", round(self._other.loss / _TENTHS))
        return words("puzzle.least", stars=number(self.puzzle.rest // _TENTHS))

    def _result(self, words: Words, visit: Visit) -> str:
        """Return the new rating, the reason why the answer doesn't count, or the result of an earlier answer."""
        progress = progress_in(visit.memory.notes)
        if self.is_seen_again:
            return words("puzzle.was.solved" if progress.has_solved(self.puzzle.id) else "puzzle.was.failed")
        if self.rating_change is None:
            return words("puzzle.not-first")
        said = words("puzzle.rating", rating=shown_rating(progress), change=signed(self.rating_change))
        return f"{said} {words('puzzles.provisional', count=PROVISIONAL_BELOW)}" if progress.is_provisional else said

    # ------------------------------------------------------------------- view

    def title(self, words: Words) -> str:
        """Return the level of the puzzle."""
        return words("puzzle.title", level=level_of(self.puzzle))

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the position, or the verdict on the answer."""
        return self._verdict_view(words, visit) if self._is_over else self._position_view(words, visit)

    def _position_view(self, words: Words, visit: Visit) -> Element:
        """Return the map with the panel to draw on it, and a ribbon with the question until the ghost is placed."""
        board = self.playing.board
        ribbon = h("p", words("puzzle.question"), class_="ribbon question", key="question")
        missing = "" if self._can_confirm else words("puzzle.place")
        panel = choice_panel(words, board, None, leaves=True, missing=missing)
        over = None if self.playing.placement.pinned else ribbon
        return board_view(words, board, visit.memory.preferences, (), panel, over)

    def _verdict_view(self, words: Words, visit: Visit) -> Element:
        """Return the verdict, both maps, the reasons, and the button for the next puzzle or for another try."""
        task = task_of(self.position.state)
        return h(
            "main",
            back_header(words, self.title(words)),
            h(
                "div",
                h(
                    "section",
                    h("h2", words(f"name.{task.card.id}")),
                    h("p", self._verdict(words), class_="verdict", key="verdict"),
                    h("div", *self._maps(words), class_="two-maps"),
                    lit_note(words, self.comparison, self.lit_source),
                    class_="part closer-look",
                    key="closer",
                ),
                self._why(words, visit),
                self._line(words),
                class_="form",
            ),
            h(
                "div",
                button(
                    m.Proceed(),
                    h("b", words("puzzles.retry" if self.is_seen_again else "puzzle.next")),
                    class_="confirm",
                ),
                class_="thumb",
            ),
            class_="setup puzzle",
            key="puzzle",
        )

    def _maps(self, words: Words) -> Iterator[Element]:
        """Yield the map with the answer, and the one with the ply that it is compared with."""
        state, first = self.position.state, self._first_ply
        task, season = task_of(state), state.season_deal.season.name
        if first:
            sheet = outcome(task, state.sheets[0], first)[1]
            slot = self.slot(0, self._first_name(words))
            yield figure(words, season, sheet, first, slot, self.light_of(sheet))
        if self.comparison:
            ply = self.position.wrong[0].ply if self._is_right else self.position.best
            sheet = outcome(task, state.sheets[0], ply)[1]
            slot = self.slot(1, self._other_name(words))
            yield figure(words, season, sheet, ply, slot, self.light_of(sheet))

    def _other_name(self, words: Words) -> str:
        """Return the name of the ply that the answer is compared with."""
        return words("puzzle.next-idea" if self._is_right else "puzzle.best-move")

    def _why(self, words: Words, visit: Visit) -> Element | None:
        """Return the gains of the better ply, the pattern that explains it, and the player's rating."""
        found = self.comparison
        if found is None:
            return None
        said = self._pattern(words)
        return h(
            "section",
            h("h2", words("puzzle.why.best" if self._is_right and self.answer else "puzzle.why")),
            h(
                "div",
                gains_view(words, found, self.lit_source, words("puzzle.gains")) if any(found.rows) else None,
                h("p", said) if said else None,
                class_="reasons",
            ),
            h("p", words("review.later-stars"), class_="note", key="later") if found.says_later else None,
            h("p", self._result(words, visit), class_="note"),
            class_="part",
            key="why",
        )

    def _pattern(self, words: Words) -> str:
        """Return the pattern that speaks for the better ply: a card that still fits, or that of a review."""
        found = self.comparison
        if found is None:
            return ""
        state, better = self.position.state, found.judgment.ply
        worse = self.position.wrong[0].ply if self._is_right else self.answer
        closed = closed_cards(state, worse, better) if worse else []
        if closed:
            key = "puzzle.why.closed.best" if self._is_right else "puzzle.why.closed"
            return words(key, cards=words.list([words(f"name.{card}") for card in closed]))
        return "" if self._is_right else pattern(words, found, "puzzle")

    def _line(self, words: Words) -> Element | None:
        """Return the map after a ply of Legend's line, with buttons for the other plies; None without a line."""
        line = self.position.line
        if not line:
            return None
        state, ply = line[self.place]
        task = task_of(state)
        season, sheet = state.season_deal.season.name, outcome(task, state.sheets[0], ply)[1]
        card = words(f"name.{task.card.id}")
        slot = self.slot(2, words("puzzle.line.ply", number=self.place + 1, all=len(line), card=card))
        return h(
            "section",
            turning(
                words,
                "review",
                h("div", h("h2", words("puzzle.line")), class_="titled"),
                m.SkipPlies,
                "turn-ply",
                is_first=self.place == 0,
                is_last=self.place == len(line) - 1,
            ),
            h("p", words("puzzle.line.how", name=words("bot.legend")), class_="note"),
            h("div", figure(words, season, sheet, ply, slot, None), class_="two-maps"),
            class_="part",
            key="line",
        )

    def panel(self, words: Words, visit: Visit, dialog: Dialog) -> tuple[str, list[Element]] | None:
        """Return the title and content of a panel about the game."""
        return self.playing.panel(words, visit, dialog)

    def announcements(self, words: Words, visit: Visit) -> Iterator[Announcement]:
        """Yield the question with the announcements of the game, or the verdict with its reasons."""
        if not self._is_over:
            yield Announcement("puzzle", words("puzzle.question"))
            yield Announcement("first", "" if self._can_confirm else words("puzzle.place.said"))
            yield from self.playing.announcements(words, visit)
            return
        yield Announcement("news", self._verdict(words))
        if self.comparison:
            said = (describe_gains(words, self.comparison), self._pattern(words), self._result(words, visit))
            yield Announcement("more", " ".join(filter(None, said)))
            names = self._first_name(words), self._other_name(words)
            yield Announcement("lit", self.describe_light(words, *(reversed(names) if self._is_right else names)))

    def covered(self) -> PuzzleScreen:
        """Return the screen after a panel has opened or closed over it."""
        return replace(self, playing=self.playing.covered())


def _gains_of(other: Answer, gains: Iterable[Gain]) -> tuple[Gain, ...]:
    """Return a compared answer's gains: those of now, as in other gains, and the rest later."""
    now = {gain.source: gain.now for gain in gains}
    return tuple(
        Gain(source, now.get(source, 0), _TENTHS * (stars - now.get(source, 0)))
        for source, stars in zip(SOURCES, _whole(other.gains), strict=True)
    )


def screen(visit: Visit, about: str) -> Screen:
    """Return the puzzle with an id and the answer to it, the next one of a level or theme, or today's.

    An unknown text opens today's puzzle.
    """
    progress, day, found = progress_in(visit.memory.notes), visit.page.clock.day, puzzles_by_id().get(about)
    if found:
        seen = _at(found, about)
        return replace(seen, is_seen_again=found.id in progress.answers, answer=answering.first_answer(progress, found))
    if puzzles_of(about):
        return _at(next_puzzle(progress, about, day), about)
    return replace(_at(puzzle_of_day(day), TODAY), day=day)


def _at(puzzle: Puzzle, about: str) -> PuzzleScreen:
    """Return the screen of a puzzle before the answer."""
    game = Game(position_of(puzzle).played, (Cartographer(),), (LOCAL_PERSON,))
    return PuzzleScreen(resume_playing(game, None), puzzle, about)


def _whole(gains: tuple[int, ...]) -> list[int]:
    """Return tenths of stars by source as whole stars whose sum is that of the tenths, rounded."""
    whole = [round(tenths / _TENTHS) for tenths in gains]
    for _ in range(abs(missing := round(sum(gains) / _TENTHS) - sum(whole))):
        sign = 1 if missing > 0 else -1
        place = max(range(len(gains)), key=lambda one: sign * (gains[one] - _TENTHS * whole[one]))
        whole[place] += sign
    return whole
