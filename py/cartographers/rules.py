"""What the rules allow: what a card makes a player draw, which plies do it, and why another does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from cartographers.attack import Strike
from cartographers.boxes import Box
from cartographers.cards import ExploreCard, Option, terrains_of
from cartographers.errors import IllegalMove
from cartographers.events import Forced
from cartographers.game_id import GameId
from cartographers.polyomino import MONOMINO, Orientation, erosions, fits, is_shape
from cartographers.region import Region, names, spaces
from cartographers.sheet import Sheet
from cartographers.state import Duty, Ply, State, Task
from cartographers.terrain import ANY_TERRAIN, Terrain

#: Plain, because most of a random game's time goes into making these.
Opening: TypeAlias = tuple[Option, Orientation, Region, Strike | None]


class Reason(Enum):
    """Why a ply is not legal."""

    OVER = "the game is over"
    TERRAIN = "the card does not offer that terrain"
    SHAPE = "that is not a shape of the card"
    OFF_MAP = "it reaches over the edge of the map"
    MOUNTAIN = "it covers a mountain"
    WASTELAND = "it covers wasteland"
    FILLED = "it covers a filled space"
    RUINS = "it must cover ruins"
    ATTACK = "that is not what the card attacks"
    PICK = "the monster cannot destroy that space"


@dataclass(frozen=True, slots=True)
class Objection:
    """A reason against a ply, and the spaces that are in the way."""

    reason: Reason
    spaces: Region = 0


def task_of(duty: Duty, game_id: GameId, sheet: Sheet, *, ruins_due: bool) -> Task | None:
    """Return what must be drawn for a card, or ``None`` when the map is full."""
    card, player, index, _ = duty
    ruins_due = ruins_due and isinstance(card, ExploreCard)
    empty = sheet.empty
    if not empty:
        return None
    must_cover = sheet.open_ruins if ruins_due else None
    if any(fits(option.shape, empty, must_cover) for option in card.options):
        return Task(player, index, card, card.options, empty, must_cover=must_cover)
    # A single space instead (English rulebook p. 6 and 7; Heroes rulebook, "Reglas de dibujo"): of the card's terrains;
    # or of any for want of ruins, and for an explore card of Heroes.
    terrains = terrains_of(card.options)
    if isinstance(card, ExploreCard) and (ruins_due or game_id.explore is Box.HEROES):
        terrains = (*ANY_TERRAIN, Terrain.HERO) if game_id.heroes else ANY_TERRAIN
    single = tuple(Option(terrain, MONOMINO) for terrain in terrains)
    return Task(player, index, card, single, empty, Forced.RUINS if ruins_due else Forced.NO_FIT)


def legal_moves(state: State) -> list[Ply]:
    """Return every legal ply, each once: option by option, orientation by orientation, anchor by anchor."""
    return [ply_at(opening, 1 << anchor) for opening in openings(state) for anchor in spaces(opening[2])]


def openings(state: State) -> Iterator[Opening]:
    """Yield the legal plies unexpanded: an option in one orientation, all anchors at which it may be drawn, the attack.

    That is a hero's attack turned one way, and ``None`` for everything else.
    """
    task = state.task
    if task is None:
        return
    for option in task.options:
        for orientation, anchors in erosions(option.shape, task.free, task.must_cover):
            if option.attack is None:
                yield option, orientation, anchors, None
            else:
                for strike in option.attack.orientations:
                    if anchors & strike.room:
                        yield option, orientation, anchors & strike.room, strike


def ply_at(opening: Opening, anchor: Region) -> Ply:
    """Return an opening's ply at the one space of ``anchor``."""
    option, orientation, _, strike = opening
    attack = strike.struck_from(anchor) if strike else 0
    return Ply(option.terrain, orientation.region * anchor, attack)  # multiplying by one bit is shifting by its index


def objection(state: State, ply: Ply) -> Objection | None:
    """Return what the rules have against a ply, or ``None`` when it is legal."""
    judgement = _judge(state, ply)
    return judgement if isinstance(judgement, Objection) else None


def _judge(state: State, ply: Ply) -> Option | Objection:
    """Return the option that a legal ply takes, or what is against the ply."""
    task = state.task
    if task is None:
        return Objection(Reason.OVER)
    if ply.region & ~task.free:
        return _obstacle(task, state.sheets[task.sheet], ply.region)
    reason = Reason.TERRAIN
    for option in task.options:
        if option.terrain is ply.terrain:
            reason = Reason.SHAPE
            if is_shape(ply.region, option.shape):
                if task.must_cover is not None and not ply.region & task.must_cover:
                    return Objection(Reason.RUINS, task.must_cover)
                return option if _attacks(option, ply) else Objection(Reason.ATTACK)
    return Objection(reason)


def _obstacle(task: Task, sheet: Sheet, region: Region) -> Objection:
    """Return what keeps a region from lying on the task's free spaces alone."""
    drawn_or_printed = [
        (Reason.MOUNTAIN, sheet.mountain),
        (Reason.WASTELAND, sheet.wasteland),
        (Reason.FILLED, sheet.filled),
    ]
    obstacles = [(Reason.OFF_MAP, ~sheet.land), *([(Reason.PICK, ~task.free)] if task.is_pick else drawn_or_printed)]
    return next(Objection(reason, region & obstacle) for reason, obstacle in obstacles if region & obstacle)


def _attacks(option: Option, ply: Ply) -> bool:
    """Say whether the spaces that a ply attacks are those of the option's pattern, in one of its orientations."""
    if option.attack is None:
        return not ply.attack
    return any(strike.struck_from(ply.region) == ply.attack for strike in option.attack.orientations)


def is_legal(state: State, ply: Ply) -> bool:
    """Say whether a ply is legal."""
    return objection(state, ply) is None


def preview(state: State, ply: Ply) -> Sheet:
    """Return the sheet of a state's task with a ply drawn on it.

    Raises :class:`IllegalMove`, with the reason, when the rules do not allow it.
    """
    return outcome(state, ply)[2]


def outcome(state: State, ply: Ply) -> tuple[Option, Task, Sheet]:
    """Return the option that a ply takes, the task that it does, and the task's sheet with the ply drawn on it.

    Raises :class:`IllegalMove`, with the reason, when the rules do not allow it.
    """
    option, task = _judge(state, ply), state.task
    if isinstance(option, Objection) or task is None:
        reason = option.reason if isinstance(option, Objection) else Reason.OVER
        what = ply.terrain.value if ply.terrain else "a pick"
        msg = f"{what} on {', '.join(names(ply.region)) or 'no space'}: {reason.value}"
        raise IllegalMove(msg)
    sheet = state.sheets[task.sheet]
    return option, task, sheet.drawn(ply.terrain, ply.region, coin=option.coin, attack=ply.attack, beast=option.beast)
