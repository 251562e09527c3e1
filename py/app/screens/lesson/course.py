"""The steps of the lesson as data: each step's place in the game, its targets, and its goal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Literal, TypeAlias

from app import messages as m
from app.board.board import worth
from app.game.game import Game
from app.game.ghost import Ghost, first_ghost, fitting_ghosts, ghost_ply, moved_onto_map
from app.screens.play.screen import Playing
from cartographers.game_id import GameId
from cartographers.region import SIZE, Region, position, region_of, space_named, spaces
from cartographers.rules import is_legal, legal_moves, preview
from cartographers.seasons import EDICTS
from cartographers.sheet import Sheet
from cartographers.state import Ply, State, Task

#: The game of the lesson. Its spring deals everything that the steps need, as tests/app/test_lesson.py checks.
GAME = GameId("lesson1070207")
#: The number of shapes in its spring.
SPRING = 5


def _region(names: str) -> Region:
    return region_of(map(space_named, names.split()))


#: The mountain that the first two shapes surround, and the places of these shapes.
MOUNTAIN = _region("B4")
PLACES = (_region("A3 A4 A5 B5"), _region("B3 C4"))

#: A function that decides whether a step is complete, from the game's screens before and after a message.
Done: TypeAlias = Callable[[Playing, Playing], bool]


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step of the lesson."""

    #: The last word of the key of its text.
    name: str
    #: The number of shapes drawn before the step.
    plies: int
    #: The kind of step: a text to read, a task to do, or a scene of the game to watch.
    kind: Literal["read", "do", "scene"]
    #: The coach's place: above or below the map, or a slim line at the top. It never covers the targets.
    stands: Literal["above", "below", "slim"]
    #: The step's targets: the parts of the page that it points at.
    at: tuple[str, ...] = ()
    #: The goal of the step. Drawing a shape also completes it.
    done: Done = lambda _before, _after: False
    #: The message by which the coach demonstrates the step. If None, the coach places and confirms the ghost.
    shows: m.Message | None = None
    #: True if the step needs the goal of the previous step, and returns to that step when the goal is undone.
    rests: bool = False


def _put(_before: Playing, after: Playing) -> bool:
    """Return whether the ghost was placed where the lesson wants it."""
    ply = after.board.ply
    return after.placement.pinned and ply is not None and after.board.against is None and not objection(after.game, ply)


def _lit(_before: Playing, after: Playing) -> bool:
    """Return whether the first edict was highlighted."""
    return after.looking.lit is m.Topic.EDICT_A


def _turned(before: Playing, after: Playing) -> bool:
    """Return whether the ghost was rotated or flipped."""
    old, new = before.ghost, after.ghost
    return old is not None and new is not None and (old.turns, old.mirrored) != (new.turns, new.mirrored)


def _seen(before: Playing, after: Playing) -> bool:
    """Return whether the player has seen a scene."""
    return len(after.stage.pending) < len(before.stage.pending)


STEPS = (
    LessonStep("goal", 0, "read", "below", ("seasons", "stars")),
    LessonStep("move", 0, "do", "above", ("card",), _put),
    LessonStep("draw", 0, "do", "below", ("edict-a", "confirm"), rests=True),
    LessonStep("edict", 1, "do", "below", ("edict-a",), _lit, m.HighlightTopic(m.Topic.EDICT_A)),
    LessonStep("lit", 1, "read", "above", rests=True),
    LessonStep("coin", 1, "do", "above", ("coin-shape",), _put),
    LessonStep("pay", 1, "do", "above", ("coins", "confirm"), rests=True),
    LessonStep("turn", 2, "do", "above", ("turn",), _turned, m.Rotate(1)),
    LessonStep("ruins", 2, "do", "above", ("terrains",)),
    LessonStep("ambush", 3, "scene", "above", ("proceed",), _seen, m.Proceed()),
    LessonStep("wall", 3, "do", "above", ("lost",)),
    LessonStep("time", 4, "read", "below", ("time",)),
    LessonStep("last", 4, "do", "slim"),
    LessonStep("count", 5, "scene", "above", ("proceed",), _seen, m.Proceed()),
    LessonStep("end", 5, "read", "below", ("seasons",)),
)


# ------------------------------------------------------------------- requirements for shapes


def _as_marked(before: Sheet, after: Sheet) -> str:
    """Return the objection if the first shape isn't forest on the marked spaces."""
    if after.filled & ~before.filled != PLACES[0]:
        return "marked"
    return "" if after.forest else "forest"


def _into_the_gaps(before: Sheet, after: Sheet) -> str:
    """Return the objection if the second shape isn't the small one on the marked spaces.

    The large one also fits there.
    """
    drawn = after.filled & ~before.filled
    if drawn == PLACES[1]:
        return ""
    return "gaps" if drawn.bit_count() == PLACES[1].bit_count() else "coin"


def _against_the_monsters(before: Sheet, after: Sheet) -> str:
    """Return the objection if a shape saves no star from the monsters."""
    return "" if worth(None, after) > worth(None, before) else "wall"


#: The requirements for shapes, by the number of shapes drawn before. All other shapes only have to be legal.
WANTED = {0: _as_marked, 1: _into_the_gaps, 3: _against_the_monsters}


def objection(game: Game, ply: Ply) -> str:
    """Return the lesson's objection to a legal ply, as the end of a key, or an empty text if it has none.

    After spring, the lesson allows no ply. If no legal ply meets the lesson's requirement, it accepts any.
    """
    plies = len(game.plies)
    if plies == SPRING:
        return "over"
    why = _objection(game, ply)
    return why if why and any(not _objection(game, other) for other in legal_moves(game.state)) else ""


def _objection(game: Game, ply: Ply) -> str:
    wanted = WANTED.get(len(game.plies))
    return wanted(game.state.sheets[0], preview(game.state, ply)) if wanted else ""


def ghost_to_begin_with(state: State) -> Ghost | None:
    """Return the first ghost of a ply: in the middle of the map, so that the player has to move it.

    A shape that must cover ruins begins on ruins where it fits however the player rotates it, because the lesson then
    asks for a rotation.
    """
    task, ghost = state.task, first_ghost(state, None)
    if task is None or ghost is None or task.must_cover is None:
        return ghost
    middle = SIZE // 2
    there = (Ghost(ghost.option, *position(space)) for space in spaces(task.must_cover))
    roomy = (one for one in there if all(_fits(state, task, turned) for turned in _orientations(one)))
    return min(roomy, key=lambda one: abs(one.row - middle) + abs(one.column - middle), default=ghost)


def _orientations(ghost: Ghost) -> list[Ghost]:
    return [replace(ghost, turns=turns, mirrored=flipped) for turns, flipped in product(range(4), (False, True))]


def _fits(state: State, task: Task, ghost: Ghost) -> bool:
    return moved_onto_map(ghost, task) == ghost and is_legal(state, ghost_ply(ghost, task))


@lru_cache(maxsize=4)
def best(game: Game) -> Ghost | None:
    """Return the coach's ghost.

    Of those that the lesson wants, it loses the fewest stars to monsters, then gains the most now.
    """
    state, task = game.state, game.state.task
    if task is None:
        return None
    ghosts = [ghost for option in range(len(task.options)) for ghost in fitting_ghosts(state, option)]
    wanted = [ghost for ghost in ghosts if not _objection(game, ghost_ply(ghost, task))] or ghosts
    edicts = [state.deal.edicts[EDICTS.index(letter)] for letter in state.season_deal.season.edicts]

    def pays(ghost: Ghost) -> tuple[int, int]:
        sheet = preview(state, ghost_ply(ghost, task))
        return worth(None, sheet), sum(worth(card, sheet) for card in edicts) + sheet.coins

    return max(wanted, key=pays)
