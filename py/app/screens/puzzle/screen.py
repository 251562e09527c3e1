"""A puzzle: the player draws one shape, and the page shows its loss, the best move, and the reasons.

The screen also shows an earlier answer again. Neither that nor another try changes anything that is saved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from app.announcements import Announcement
from app.board.board_view import board_view
from app.drawing.controls import back_header, button
from app.drawing.element import Element, h
from app.game.game import Game
from app.game.puzzle_progress import FAILED, NEARLY, SOLVED, Progress, score_of
from app.game.seating import LOCAL_PERSON
from app.game.setup import Cartographer
from app.jobs import Job
from app.messages import (
    AnswerJudged,
    AskForHint,
    Back,
    Confirm,
    HighlightTopic,
    LookAtSheet,
    Message,
    Open,
    PlayMessage,
    PlyJudged,
    Proceed,
    Undo,
)
from app.screens.play.choice_view import choice_panel
from app.screens.play.screen import Playing, PlayingWrapper, answered, resume_playing
from app.screens.puzzles.choosing import all_puzzles, next_puzzle, puzzle_of_day, puzzles_by_id
from app.screens.puzzles.judging import AnswerJob, confirmed, judged, pending_ply, progress_of, saved_ply, saving
from app.screens.puzzles.screen import TODAY, shown_rating
from app.screens.review.reasons import (
    ComparingScreen,
    Comparison,
    describe_gains,
    gains_view,
    lit_note,
    pattern,
    whole_stars,
)
from app.screens.review.screen import figure, task_of
from app.visit import Dialog, Next, Screen, Visit
from cartographers.bots.hint import gains_beyond
from cartographers.bots.puzzles import LEVELS, Position, Puzzle, is_same_idea, position_of
from cartographers.player_view import view_of
from cartographers.rules import outcome
from cartographers.state import Ply
from words import Words, number, signed

#: The sentence about an earlier answer, by its score.
_SCORE_KEYS = {SOLVED: "puzzle.was.solved", NEARLY: "puzzle.was.nearly", FAILED: "puzzle.was.failed"}


@dataclass(frozen=True)  # no slots, because it caches properties
class PuzzleScreen(PlayingWrapper, ComparingScreen):
    """A puzzle before or after the player's answer."""

    puzzle: Puzzle
    #: The screen of the game at the position.
    playing: Playing
    #: The number of the level that the player has chosen, or the id of an answered puzzle; empty for today's puzzle.
    about: str = TODAY
    #: The day whose puzzle this is; None if the player has chosen a level or an answered puzzle.
    day: date | None = None
    #: True if the player has moved, rotated, flipped, or chosen the ghost. Before, a careless tap would answer.
    touched: bool = False
    #: True if the player sees the first answer again. It is then None if its ply wasn't saved.
    is_seen_again: bool = False
    #: The player's answer; None before it.
    answer: Ply | None = None
    #: The loss of the answer in hundredths of a star; None until it is known.
    loss: int | None = None
    #: The change of the player's rating; None if the answer doesn't count.
    rating_change: int | None = None

    def opened(self, visit: Visit) -> PuzzleScreen:
        """Return the screen with today's puzzle, the next one of the level, or the answer to a puzzle."""
        progress = progress_of(visit.memory.puzzles)
        if self.about == TODAY:
            day = visit.page.clock.day
            return replace(_with_pending(_at(puzzle_of_day(day), TODAY), progress), day=day)
        if self.about == self.puzzle.id:
            return _with_answer(_at(self.puzzle, self.about), progress)
        found = next_puzzle(progress, int(self.about), visit.page.clock.day)
        return _with_pending(_at(found, self.about), progress)

    @property
    def back_steps(self) -> int:
        """1, because nothing is lost if the player goes back."""
        return 1

    @property
    def game(self) -> Game:
        """The game up to the position."""
        return self.playing.game

    @property
    def position(self) -> Position:
        """The position, with the answers whose losses are known."""
        return position_of(self.puzzle)

    @property
    def _is_over(self) -> bool:
        """Whether the player has answered, so that the verdict is shown."""
        return self.answer is not None or self.is_seen_again

    # ------------------------------------------------------------------- messages

    def update(self, visit: Visit, message: Message) -> Visit | Next:
        """Return the visit after a message.

        A message that doesn't apply now changes nothing.
        """
        if not self._is_over:
            return self._before_answer(visit, message)
        match message:
            case AnswerJudged(self.puzzle.id, ply, loss) if ply == self.answer and self.loss is None:
                if self.is_seen_again:
                    return replace(visit, screen=replace(self, loss=max(loss, 0)))
                return self._judged(visit, ply, max(loss, 0))
            case HighlightTopic(topic):
                return replace(visit, screen=self.with_light(topic))
            case LookAtSheet(place):
                return replace(visit, screen=self.with_enlarged(place))
            case Proceed() if self.is_seen_again:
                return replace(visit, screen=_at(self.puzzle, self.about))
            case Proceed() if self.loss is not None:
                level, progress = self.puzzle.level, progress_of(visit.memory.puzzles)
                found = next_puzzle(progress, level, visit.page.clock.day, self.puzzle.id)
                return replace(visit, screen=_with_pending(_at(found, str(level)), progress))
            case _:
                return visit

    def _before_answer(self, visit: Visit, message: Message) -> Visit | Next:
        """Return the visit after a message to the position."""
        if not isinstance(message, PlayMessage) or isinstance(message, Undo | AskForHint):
            return visit
        if isinstance(message, Confirm) and not self._can_confirm:
            return visit
        after = answered(visit, self.playing, message)
        if len(after.game.plies) == len(self.playing.game.plies):
            if after is self.playing:
                return visit
            place = after.placement
            touched = self.touched or place.pinned or place.ghost != self.playing.placement.ghost
            return replace(visit, screen=replace(self, playing=after, touched=touched))
        ply = after.game.plies[-1]
        loss = self.position.loss(ply)
        if loss is not None:
            return self._judged(visit, ply, loss)
        saved = confirmed(visit, self.puzzle, ply, self.day)
        return Next(replace(saved, screen=replace(self, answer=ply)), (saving(saved),))

    def _judged(self, visit: Visit, ply: Ply, loss: int) -> Next:
        """Return the visit with the verdict on the answer, which the device saves if it is the first one."""
        after, change = judged(visit, self.puzzle, ply, loss, self.day)
        verdict = replace(self, answer=ply, loss=loss, rating_change=change)
        return Next(replace(after, screen=verdict), (saving(after),))

    @property
    def _can_confirm(self) -> bool:
        """Whether the player has chosen the ghost's place. A place that isn't legal has reasons of its own."""
        return self.touched or self.playing.placement.pinned or self.playing.board.against is not None

    @property
    def _has_idea(self) -> bool:
        """Whether the answer has the best idea, and its loss is too small to fail the puzzle."""
        if self.answer is None or self.loss is None or not is_same_idea(self.answer, self.position.best):
            return False
        return score_of(self.loss, same_idea=True) != FAILED

    def job(self, visit: Visit) -> Job | None:
        """Return the work on an answer whose loss isn't known."""
        return AnswerJob(self.puzzle, self.answer) if self.answer and self.loss is None else None

    # ------------------------------------------------------------------- the verdict

    @property
    def _first_ply(self) -> Ply | None:
        """The ply on the first map: the answer, or the best ply if the answer wasn't saved. None before the answer."""
        return self.position.best if self.is_seen_again and self.answer is None else self.answer

    def _first_name(self, words: Words) -> str:
        """Return the name of the ply on the first map."""
        return words("review.you" if self.answer else "puzzle.best-move")

    @property
    def _is_best(self) -> bool:
        """Whether no compared move was better than the answer, as far as whole stars tell."""
        return self.loss is not None and not whole_stars(self.loss)

    @cached_property
    def comparison(self) -> Comparison | None:
        """The comparison of two plies: the answer and the best one.

        If the answer is the best one, or wasn't saved, the best one is compared with the best ply of another idea. None
        before the verdict.
        """
        mine = self._first_ply
        if mine is None or self.loss is None:
            return None
        position = self.position
        state, task = position.state, task_of(position.state)
        if self._is_best:
            best, (other, loss) = mine, position.runner_up
        else:
            best, other, loss = position.best, mine, self.loss
        gains = gains_beyond(view_of(state, 0), best, other)
        judgment = PlyJudged(len(position.played.plies) + 1, best, loss, gains)
        other_map, best_map = (outcome(task, state.sheets[0], ply)[1] for ply in (other, best))
        return Comparison(self.playing.game, judgment, task, other_map, best_map)

    def _verdict(self, words: Words) -> str:
        """Return the verdict on the answer, as a sentence."""
        if self.loss is None:
            return words("puzzle.judging")
        if self.answer is None:
            return words("puzzle.unsaved")
        if self._is_best:
            return words("puzzle.best", stars=number(whole_stars(self.position.runner_up.loss)))
        return words.plural("puzzle.idea" if self._has_idea else "puzzle.more", whole_stars(self.loss))

    def _result(self, words: Words, visit: Visit) -> str:
        """Return the new rating, the reason why the answer doesn't count, or the score of an earlier answer."""
        if self.loss is None:
            return ""
        progress = progress_of(visit.memory.puzzles)
        if self.is_seen_again:
            first = progress.answers.get(self.puzzle.id)
            return words(_SCORE_KEYS[first.score]) if first else ""
        if self.rating_change is None:
            return words("puzzle.not-first")
        said = words("puzzle.rating", rating=shown_rating(progress.rating), change=signed(self.rating_change))
        return f"{said} {words('puzzles.provisional')}" if progress.rating.is_provisional else said

    # ------------------------------------------------------------------- view

    def title(self, words: Words) -> str:
        """Return the level of the puzzle."""
        return words("puzzle.title", level=self.puzzle.level)

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
        is_judging = self.loss is None
        return h(
            "main",
            back_header(words, self.title(words)),
            h(
                "div",
                h(
                    "section",
                    h("h2", words(f"name.{task.card.id}")),
                    h("p", self._verdict(words), class_="verdict", key="verdict"),
                    h("div", class_="thought", aria_hidden="true", key="thought") if is_judging else None,
                    h("div", *self._maps(words), class_="two-maps"),
                    lit_note(words, self.comparison, self.lit_source),
                    class_="part closer-look",
                    key="closer",
                ),
                self._why(words, visit),
                class_="form",
            ),
            h(
                "div",
                button(
                    Proceed(),
                    h("b", words("puzzles.retry" if self.is_seen_again else "puzzle.next")),
                    class_="confirm",
                    aria_disabled="true" if is_judging and not self.is_seen_again else None,
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
            ply = self.position.runner_up.ply if self._is_best else self.position.best
            sheet = outcome(task, state.sheets[0], ply)[1]
            slot = self.slot(1, self._other_name(words))
            yield figure(words, season, sheet, ply, slot, self.light_of(sheet))

    def _other_name(self, words: Words) -> str:
        """Return the name of the ply that the answer is compared with."""
        return words("puzzle.next-idea" if self._is_best else "puzzle.best-move")

    def _why(self, words: Words, visit: Visit) -> Element | None:
        """Return the gains of the better ply, the pattern that explains it, and the player's rating."""
        found = self.comparison
        if found is None:
            return None
        said = self._pattern(words)
        return h(
            "section",
            h("h2", words("puzzle.why.best" if self._is_best and self.answer else "puzzle.why")),
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
        """Return the pattern that speaks against the answer, or a general sentence if there are no gains either."""
        found = self.comparison
        if found is None:
            return ""
        said = "" if self._is_best else pattern(words, found, "puzzle")
        return said or ("" if found.gains else words("puzzle.why.room"))

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
            yield Announcement("lit", self.describe_light(words, *(reversed(names) if self._is_best else names)))

    # ------------------------------------------------------------------- keys and focus

    def covered(self) -> PuzzleScreen:
        """Return the screen after a panel has opened or closed over it."""
        return replace(self, playing=self.playing.covered())

    def keys(self, visit: Visit) -> Mapping[str, Message]:
        """Return the game's shortcuts without undo and hints; after the answer, Enter presses the large button."""
        if self._is_over:
            return {"Enter": Proceed(), "Escape": Back()}
        keys = dict(self.playing.keys(visit))
        del keys["u"], keys["y"], keys["h"]
        return keys | {"Escape": Back()} if keys["Escape"] == Open("menu") else keys

    @property
    def listed_keys(self) -> tuple[str, ...]:
        """The catalog's names of the game's shortcuts, without undo, redo, and hints."""
        return tuple(name for name in self.playing.listed_keys if name not in {"undo", "redo", "hint"})

    @property
    def resting_selector(self) -> str:
        """The selector of the map; of the large button after the answer."""
        return ".thumb .confirm" if self._is_over else self.playing.resting_selector


def screen(about: str) -> Screen:
    """Return the puzzle with an id, or one that is chosen when the screen is opened: of a level, or else today's."""
    puzzles = puzzles_by_id()
    if about in puzzles:
        return _at(puzzles[about], about)
    return _at(all_puzzles()[0], about if about in map(str, LEVELS) else TODAY)


def _at(puzzle: Puzzle, about: str) -> PuzzleScreen:
    """Return the screen of a puzzle before the answer."""
    game = Game(position_of(puzzle).played, (Cartographer(),), (LOCAL_PERSON,))
    return PuzzleScreen(puzzle, resume_playing(game, None), about)


def _with_pending(screen: PuzzleScreen, progress: Progress) -> PuzzleScreen:
    """Return the screen of a puzzle with the player's answer, if it must still be judged."""
    return replace(screen, answer=pending_ply(progress, screen.puzzle))


def _with_answer(screen: PuzzleScreen, progress: Progress) -> PuzzleScreen:
    """Return the screen of a puzzle with the verdict on the first answer; before that verdict, as for a new answer."""
    if screen.puzzle.id not in progress.answers:
        return _with_pending(screen, progress)
    ply = saved_ply(progress, screen.puzzle)
    loss = screen.position.loss(ply) if ply else 0  # the best ply, which is then shown instead, loses nothing
    return replace(screen, is_seen_again=True, answer=ply, loss=loss)
