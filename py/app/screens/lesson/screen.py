"""The lesson: a guided first spring in a real game, which the player can continue afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from app import messages as m
from app.board.map_view import costs_mark, rings
from app.drawing.announcements import Announcement
from app.drawing.controls import button
from app.drawing.element import Element, h
from app.drawing.land import crisp
from app.game.game import Game, begin_game
from app.game.ghost import ghost_region, nearest_fit
from app.game.setup import Cartographer
from app.game.shelf import LESSON_OVER, read_count
from app.screens.lesson.course import GAME, MOUNTAIN, PLACES, STEPS, LessonStep, best, ghost_to_begin_with, objection
from app.screens.play.progress import LOOKING_AT_NOTHING
from app.screens.play.screen import Playing, PlayingWrapper, answered, resume_playing
from app.visit import Continuable, Controls, Dialog, Needs, Traits, Visit
from cartographers.errors import InvalidRecord
from cartographers.record import read_record
from cartographers.region import Region, adjacent_to, position, spaces
from words import Words

#: The first word of a progress note. It changes when older notes would be misread.
VERSION = "v1"
#: The value of ``about`` that restarts the lesson.
FROM_BEGINNING = "anew"


class AnswerCoach(m.Message):
    """The player answers the coach of the lesson."""

    #: ``next`` to continue, ``show`` for a demonstration, ``skip`` to end the lesson.
    what: str


class Lesson(PlayingWrapper, Continuable):
    """The lesson at one of its steps."""

    traits: ClassVar[Traits] = Traits("lesson.title", back_steps=2)

    #: The number of the step.
    number: int
    #: The coach's objection to the last move, as the end of a key.
    wrong: str = ""

    @property
    def step(self) -> LessonStep:
        """The current step."""
        return STEPS[self.number]

    @property
    def game(self) -> Game:
        """The lesson's game so far."""
        return self.playing.game

    @property
    def continuable_game(self) -> Game | None:
        """The lesson's game once the lesson is over, when it becomes an ordinary game."""
        return self.game if self.step is STEPS[-1] else None

    @property
    def note(self) -> str:
        """The progress note that :meth:`opened` reads: version, step, number of scenes seen, and record."""
        return f"{VERSION} {self.step.name} {self.playing.stage.scenes_seen} {self.game.record}"

    def needs(self, visit: Visit) -> Needs:
        """Return the next step of the game's scene."""
        return Needs(pause=self.playing.pause, paused_at=self.playing.paused_at)

    def controls(self, visit: Visit) -> Controls:
        """Return those of the game. If the step is a text, Enter continues the lesson."""
        controls = self.playing.controls(visit)
        if self.step.kind != "read":
            return controls
        enter = m.TakeOver() if self.continuable_game else AnswerCoach("next")
        return controls._replace(keys={**controls.keys, "Enter": enter})

    # ------------------------------------------------------------------- messages

    def update(self, visit: Visit, message: m.Message) -> Visit:
        """Return the visit after a message to the coach or to the game."""
        if message == AnswerCoach("skip"):
            return replace(visit, memory=replace(visit.memory, lesson=LESSON_OVER)).back()
        after = self.after(visit, message)
        memory = replace(visit.memory, lesson=after.note)
        return visit if after is self else replace(visit, screen=_still(visit, after), memory=memory)

    def after(self, visit: Visit, message: m.Message) -> Lesson:
        """Return the lesson after a message."""
        match message:
            case AnswerCoach("next") if self.step.kind == "read" and not self.continuable_game:
                return _at(self.number + 1, replace(self.playing, looking=LOOKING_AT_NOTHING))
            case AnswerCoach("show"):
                return self._shown(visit)
            case m.Undo() if self.game.plies:
                return _undone(answered(visit, self.playing, m.Undo(sure=True)))
            case m.Tap(space):  # a second click doesn't confirm: the lesson teaches the button for that
                return self._advanced(self._snapped(answered(visit, self.playing, m.Tap(space)), space))
            case _:
                return self._advanced(answered(visit, self.playing, message))

    @property
    def _target(self) -> Region:
        """The dotted spaces, or an empty region."""
        plies, is_there = self.step.plies, self.step.kind == "do" and self.step.name != "edict"
        return PLACES[plies] if is_there and plies < len(PLACES) else 0

    def _snapped(self, table: Playing, space: int) -> Playing:
        """Return the game's screen with the ghost on the dotted spaces, or on the ringed ruins, that were tapped.

        For the dotted spaces, the ghost must already be rotated correctly. To cover ruins, it moves to the nearest
        place where it fits.
        """
        ghost, task, target = table.ghost, table.task, self._target
        if ghost is None or task is None:
            return table
        if (task.must_cover or 0) >> space & 1:
            return table.with_ghost(nearest_fit(table.game.state, ghost, 1 << space), pinned=True)
        if not target >> space & 1:
            return table
        there, wanted = _corner(ghost_region(ghost, task)), _corner(target)
        if not self._is_alike(table):
            return table
        return table.with_ghost(ghost.moved(wanted[0] - there[0], wanted[1] - there[1]), pinned=True)

    def _is_alike(self, table: Playing) -> bool:
        """Return whether the ghost has the shape and the rotation of the dotted spaces."""
        ghost, task = table.ghost, table.task
        return ghost is not None and task is not None and _outline(ghost_region(ghost, task)) == _outline(self._target)

    def _advanced(self, table: Playing) -> Lesson:
        """Return the lesson after a move.

        An unwanted move is rejected, and the coach says why.
        """
        if table is self.playing:
            return self
        wanted = self.step.shows
        if isinstance(wanted, m.HighlightTopic) and table.looking.lit not in {None, wanted.topic}:
            return replace(self, wrong="tile")
        if len(table.game.plies) > len(self.game.plies):
            why = objection(self.game, table.game.plies[-1])
            if why and isinstance(wanted, m.HighlightTopic):
                why = "tile"
            elif why and self.step.kind == "read" and not self.continuable_game:
                why = "next"
            if why:
                return replace(self, wrong=why)
        if table.task and (self.playing.stage.scene or table.game is not self.game):
            table = _prepared(table)
        table = table.without_space_note()  # only the coach speaks
        return _at(self.number + self.step.done(self.playing, table), table)

    def _shown(self, visit: Visit) -> Lesson:
        """Return the lesson after the coach has shown the step.

        The coach first places the ghost, then confirms it.
        """
        if self.step.kind == "read":
            return self
        if self.step.shows:
            return self._advanced(answered(visit, self.playing, self.step.shows))
        there = self.playing.with_ghost(best(self.game), pinned=True)
        if there.board.ply == self.playing.board.ply and self.playing.placement.pinned:
            return self._advanced(answered(visit, self.playing, m.Confirm()))
        return self._advanced(there)

    def covered(self) -> Lesson:
        """Return the lesson after a panel has opened or closed over it."""
        return replace(self, playing=self.playing.covered())

    # ------------------------------------------------------------------- view

    def view(self, words: Words, visit: Visit) -> Element:
        """Return the screen of the game with the coach, and with classes that mark the step's targets."""
        page = self.playing.picture(words, visit, self._marks())
        at = " ".join(["lesson", self.step.kind, *(f"at-{what}" for what in self.step.at)])
        attributes = page.attributes | {"class": f"{page.attributes['class']} {at}"}
        return replace(page, attributes=attributes, children=(self._coach(words), *page.children))

    def _marks(self) -> Iterator[Element]:
        """Yield marks for the dotted spaces, for the mountain, and for the spaces that cost a star."""
        plies, sheet = self.step.plies, self.game.state.sheets[0]
        if self.step.kind != "do":
            return
        if self._target:
            yield h("g", h("path", d=crisp(self._target, 3)), class_="wanted", key="wanted")
        if plies == 1 and self.step.name != "edict":
            yield rings("ringed", MOUNTAIN)
        if self.step.name == "wall":
            yield costs_mark(adjacent_to(sheet.monster) & sheet.empty)

    @property
    def _instruction(self) -> str:
        """The key of the coach's text: the step's, or praise for a shape that saves stars."""
        step, ply, pinned = self.step, self.playing.board.ply, self.playing.placement.pinned
        if step.name == "wall" and pinned and ply and not self._refusal and not objection(self.game, ply):
            return "lesson.saved"
        return f"lesson.{step.name}"

    @property
    def _refusal(self) -> str:
        """The key of the coach's objection to the last move or to the ghost's place; empty if there is none."""
        board, step, pinned = self.playing.board, self.step, self.playing.placement.pinned
        if self.wrong:
            return f"lesson.wrong.{self.wrong}"
        if self._target and pinned and board.ply and not self._is_alike(self.playing):
            cells = board.ply.region.bit_count()
            if cells == self._target.bit_count():
                return "lesson.wrong.turned"
        if board.against and (pinned or step.name == "ruins") and step.kind == "do":
            return f"lesson.wrong.{board.against.reason.name.lower()}"
        return ""

    def _coach(self, words: Words) -> Element:
        """Return the coach, who moves above the map while an explanation is below it.

        An objection is added below the instruction. It replaces the instruction if there is only a slim line.
        """
        step, key, refusal = self.step, self._instruction, self._refusal
        stands = "above" if self.playing.looking.lit and step.stands == "below" else step.stands
        over = self.continuable_game is not None
        added = h("b", words(refusal), key=refusal) if refusal else None
        instruction = None if refusal and stands == "slim" else h("span", words(key), key=key)
        if over:
            main = button(m.TakeOver(), words("lesson.play-on"), class_="go")
        elif step.kind == "read":
            main = button(AnswerCoach("next"), words("lesson.next"), class_="go")
        else:
            main = button(AnswerCoach("show"), words("lesson.show"), class_="show")
        return h(
            "section",
            _progress(self.number),
            h("p", instruction, " " if instruction and added else None, added, key="text"),
            button(AnswerCoach("skip"), words("lesson.leave" if over else "lesson.skip"), class_="skip"),
            main if step.kind != "scene" else None,
            class_=f"coach {stands}",
            aria_label=words("lesson.title"),
            key="coach",
        )

    def panel(self, words: Words, visit: Visit, dialog: Dialog) -> tuple[str, list[Element]] | None:
        """Return the title and content of a panel about the game."""
        return self.playing.panel(words, visit, dialog)

    def announcements(self, words: Words, visit: Visit) -> Iterator[Announcement]:
        """Yield the announcements of the game, then the coach's words."""
        yield from self.playing.announcements(words, visit)
        yield Announcement("coach", words(self._instruction), self.number)
        yield Announcement("refusal", words(self._refusal) if self._refusal else "")


def _corner(region: Region) -> tuple[int, int]:
    """Return the first row and the first column of a region."""
    rows, columns = zip(*map(position, spaces(region)), strict=True)
    return min(rows), min(columns)


def _outline(region: Region) -> list[tuple[int, int]]:
    """Return a region's spaces relative to its corner.

    They are the same for an equally rotated shape anywhere on the map.
    """
    if not region:
        return []
    top, left = _corner(region)
    return [(row - top, column - left) for row, column in map(position, spaces(region))]


def screen(visit: Visit, about: str) -> Lesson:
    """Return the lesson where the player left it, or from the beginning if ``about`` is ``anew``.

    An unreadable note restarts it.
    """
    found = None if about == FROM_BEGINNING else _read(visit, visit.memory.lesson)
    return _still(visit, found or Lesson(resume_playing(_beginning(), 0), 0))


def _beginning() -> Game:
    return begin_game(GAME, (Cartographer(),))


def _still(visit: Visit, lesson: Lesson) -> Lesson:
    """Return the lesson without automatic motion, if the device prefers reduced motion."""
    return replace(lesson, playing=lesson.playing.without_motion()) if visit.page.reduced_motion else lesson


def _at(number: int, table: Playing) -> Lesson:
    """Return the lesson at the given step, or at the next step that isn't complete yet.

    A step that needs the goal of the previous step returns to that step when the goal is undone.
    """
    while STEPS[number].plies < len(table.game.plies) or STEPS[number].done(table, table):
        number += 1
    if STEPS[number].rests and not STEPS[number - 1].done(table, table):
        number -= 1
    return Lesson(table, number)


def _first(plies: int) -> int:
    """Return the number of the first step after ``plies`` shapes, without scenes, which are over."""
    return next(number for number, step in enumerate(STEPS) if step.plies == plies and step.kind != "scene")


def _prepared(table: Playing) -> Playing:
    """Return the game's screen with the ghost where a shape begins in the lesson.

    On ruins it is pinned: otherwise, it would follow the mouse away from them on the way to the buttons.
    """
    state = table.game.state
    covering = state.task is not None and state.task.must_cover is not None
    return table.with_ghost(ghost_to_begin_with(state), pinned=covering)


def _undone(table: Playing) -> Lesson:
    """Return the lesson after the last shape was undone, which doesn't make its game practice."""
    table = replace(table, game=replace(table.game, takebacks=0))
    number = _first(len(table.game.plies))
    return _at(number, _prepared(table) if STEPS[number].name == "turn" else table)


def _read(visit: Visit, note: str) -> Lesson | None:
    """Return the lesson of a progress note, or None if the note is invalid.

    The coach repeats the steps between the last shape and the noted step.
    """
    match note.split():
        case [version, name, seen, record] if version == VERSION and seen == str(read_count(seen)):
            pass
        case _:
            return None
    wanted = next((number for number, step in enumerate(STEPS) if step.name == name), None)
    try:
        played = read_record(record)
    except InvalidRecord:
        return None
    if wanted is None or played.id != GAME or len(played.plies) != STEPS[wanted].plies:
        return None
    table = resume_playing(replace(_beginning(), played=played), read_count(seen))
    if (table.stage.scene is None) is (STEPS[wanted].kind == "scene"):
        return None
    table = _prepared(table) if table.task else table
    lesson = _at(wanted if table.stage.scene else _first(STEPS[wanted].plies), table)
    while lesson.number < wanted:
        lesson = lesson.after(visit, AnswerCoach("next" if lesson.step.kind == "read" else "show"))
    return lesson


def _progress(number: int) -> Element:
    """Return the progress bar of the lesson."""
    return h(
        "svg",
        h("rect", width=number + 1, height=1),
        class_="come",
        viewBox=f"0 0 {len(STEPS)} 1",
        preserveAspectRatio="none",
        aria_hidden="true",
    )
