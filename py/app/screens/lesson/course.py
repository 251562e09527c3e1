"""The steps of the lesson, as data: what each speaks of, what it points at, and what completes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from app.board.board import worth
from app.game.game import Game
from app.game.ghost import Ghost, fitting_ghosts, ghost_ply
from app.messages import Light, Message, Proceed, Topic, Turn
from app.screens.play.screen import Playing
from cartographers.game_id import GameId
from cartographers.region import Region, region_of, space_named
from cartographers.rules import legal_moves, preview
from cartographers.seasons import EDICTS
from cartographers.sheet import Sheet
from cartographers.state import Ply

#: The game of the lesson. Its spring has what the steps speak of, as tests/app/test_lesson.py sees to.
GAME = GameId("lesson1070207")
#: How many shapes its spring has.
SPRING = 5


def _region(names: str) -> Region:
    return region_of(map(space_named, names.split()))


#: The mountain whose four sides are filled by the first two shapes, and where these lie; each has some of the sides.
MOUNTAIN = _region("B4")
PLACES = (_region("A3 A4 A5 B5"), _region("B3 C4"))

#: What completes a step: whether it is done when one screen of the game becomes another.
Done: TypeAlias = Callable[[Playing, Playing], bool]


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step of the lesson; its words have the key ``lesson.`` and its name.

    ``plies`` shapes are drawn before it. Its ``kind`` is a text to ``read``, a ``scene`` of the game that it lasts as
    long as, or something to ``do``, until that is ``done`` or a shape is drawn. ``at`` names what it points at. The
    coach stands ``above`` the map, ``below`` it, or ``slim`` at the top: never over what it speaks of. ``shows`` is
    what the player would do; without it, the ghost is put where it is wanted, and then confirmed. One that ``rests`` on
    what the step before asked for goes back to that when it is no longer so.
    """

    name: str
    plies: int
    kind: Literal["read", "do", "scene"]
    stands: Literal["above", "below", "slim"]
    at: tuple[str, ...] = ()
    done: Done = lambda _before, _after: False
    shows: Message | None = None
    rests: bool = False


def _put(_before: Playing, after: Playing) -> bool:
    """Say whether the ghost was put down where it is wanted."""
    ply = after.board.ply
    return after.placement.pinned and ply is not None and after.board.against is None and not objection(after.game, ply)


def _lit(_before: Playing, after: Playing) -> bool:
    """Say whether the first edict was lit up."""
    return after.looking.lit is Topic.EDICT_A


def _turned(before: Playing, after: Playing) -> bool:
    """Say whether the ghost was turned or flipped."""
    old, new = before.ghost, after.ghost
    return old is not None and new is not None and (old.turns, old.mirrored) != (new.turns, new.mirrored)


def _seen(before: Playing, after: Playing) -> bool:
    """Say whether the player has seen a scene."""
    return len(after.stage.pending) < len(before.stage.pending)


STEPS = (
    LessonStep("goal", 0, "read", "below", ("seasons", "stars")),
    LessonStep("move", 0, "do", "above", ("card",), _put),
    LessonStep("draw", 0, "do", "below", ("edict-a", "confirm"), rests=True),
    LessonStep("edict", 1, "do", "below", ("edict-a",), _lit, Light(Topic.EDICT_A)),
    LessonStep("lit", 1, "read", "above", rests=True),
    LessonStep("coin", 1, "do", "above", ("coin-shape",), _put),
    LessonStep("pay", 1, "do", "above", ("coins", "confirm"), rests=True),
    LessonStep("turn", 2, "do", "above", ("turn",), _turned, Turn(1)),
    LessonStep("ruins", 2, "do", "above", ("terrains",)),
    LessonStep("ambush", 3, "scene", "above", ("proceed",), _seen, Proceed()),
    LessonStep("wall", 3, "do", "above", ("lost",)),
    LessonStep("time", 4, "read", "below", ("time",)),
    LessonStep("last", 4, "do", "slim"),
    LessonStep("count", 5, "scene", "above", ("proceed",), _seen, Proceed()),
    LessonStep("end", 5, "read", "below", ("seasons",)),
)


# ------------------------------------------------------------------- what is wanted


def _as_marked(before: Sheet, after: Sheet) -> str:
    """Say why the first shape is not forest on the marked spaces."""
    if after.filled & ~before.filled != PLACES[0]:
        return "marked"
    return "" if after.forest else "forest"


def _into_the_gaps(before: Sheet, after: Sheet) -> str:
    """Say why the second shape is not the small one on the marked spaces; the large one fits there, too."""
    drawn = after.filled & ~before.filled
    if drawn == PLACES[1]:
        return ""
    return "gaps" if drawn.bit_count() == PLACES[1].bit_count() else "coin"


def _against_the_monsters(before: Sheet, after: Sheet) -> str:
    """Say that a shape saves no star from the monsters."""
    return "" if worth(None, after) > worth(None, before) else "wall"


#: What is wanted of the shape before which so many are drawn. All others may lie where the rules let them.
WANTED = {0: _as_marked, 1: _into_the_gaps, 3: _against_the_monsters}


def objection(game: Game, ply: Ply) -> str:
    """Return why a legal ply is not what the lesson wants, as the end of a key; nothing if it is.

    When spring is over, nothing is drawn in the lesson. Where no legal ply is what the lesson wants, it takes any.
    """
    plies = len(game.plies)
    if plies == SPRING:
        return "over"
    why = _objection(game, ply)
    return why if why and any(not _objection(game, other) for other in legal_moves(game.state)) else ""


def _objection(game: Game, ply: Ply) -> str:
    wanted = WANTED.get(len(game.plies))
    return wanted(game.state.sheets[0], preview(game.state, ply)) if wanted else ""


@lru_cache(maxsize=4)
def best(game: Game) -> Ghost | None:
    """Return the ghost that the coach shows: of those that are wanted, the one that saves most, then pays most now."""
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
