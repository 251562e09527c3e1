"""What the rules allow: what a card makes a player draw, which plies do it, and why another does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from cartographers.attack import Strike
from cartographers.beast import Beast
from cartographers.boxes import Box
from cartographers.cards import DESTROY, AmbushCard, ExploreCard, Option, terrains_of
from cartographers.errors import IllegalMove
from cartographers.events import Forced
from cartographers.game_id import GameOptions
from cartographers.polyomino import MONOMINO, Orientation, erosions, fits, is_shape
from cartographers.region import Region, names, spaces
from cartographers.sheet import Sheet
from cartographers.state import Duty, HasTask, Ply, State, Task
from cartographers.terrain import ANY_TERRAIN, Terrain

#: Plain, because most of a random game's time goes into making these.
Opening: TypeAlias = tuple[Option, Orientation, Region, Strike | None]


class Reason(Enum):
    """Why a ply is not legal."""

    OVER = "the game is over"
    DONE = "there is nothing left to draw for this card"
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


def task_of(duty: Duty, options: GameOptions, sheet: Sheet, *, ruins_due: bool) -> Task | None:
    """Return what a player must draw or pick to do a duty, or ``None`` when that leaves nothing to choose.

    Nothing can be drawn on a full map, zombies spread by themselves, and other beasts may have nothing within reach.
    """
    card, player, index, effect = duty
    if effect and isinstance(card, AmbushCard):
        reach = sheet.within_reach(card.beast) if card.beast and card.beast is not Beast.ZOMBIE else 0
        return Task(player, index, card, (DESTROY,), reach) if reach else None
    empty = sheet.empty
    if not empty:
        return None
    ruins_due = ruins_due and isinstance(card, ExploreCard)
    must_cover = sheet.open_ruins if ruins_due else None
    for option in card.options:
        if fits(option.shape, empty, must_cover):
            return Task(player, index, card, card.options, empty, must_cover=must_cover)
    # A single space instead (English rulebook p. 6 and 7; Heroes rulebook, "Reglas de dibujo"): of the card's terrains;
    # or of any for want of ruins, and for an explore card of Heroes.
    terrains = terrains_of(card.options)
    if isinstance(card, ExploreCard) and (ruins_due or options.explore is Box.HEROES):
        terrains = (*ANY_TERRAIN, Terrain.HERO) if options.heroes else ANY_TERRAIN
    single = tuple(Option(terrain, MONOMINO) for terrain in terrains)
    return Task(player, index, card, single, empty, Forced.RUINS if ruins_due else Forced.NO_FIT)


def next_task(state: State, player: int) -> Task | None:
    """Return what a player has to do next for the card in play, whoever else has yet to draw; ``None`` for nothing.

    Nobody draws on the sheet of another player's task, so what the others draw makes no difference to it.
    """
    if state.task and state.task.player == player:
        return state.task
    for duty in state.duties:
        if duty.player == player:
            task = task_of(duty, state.deal.id.options, state.sheets[duty.sheet], ruins_due=state.ruins_due)
            if task:
                return task
    return None


def legal_moves(state: HasTask) -> list[Ply]:
    """Return every legal ply, each once: option by option, orientation by orientation, anchor by anchor."""
    return [ply_at(opening, 1 << anchor) for opening in openings(state) for anchor in spaces(opening[2])]


def openings(state: HasTask) -> Iterator[Opening]:
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


def objection(state: HasTask, ply: Ply) -> Objection | None:
    """Return what the rules have against a ply, or ``None`` when it is legal."""
    if state.task is None:
        return Objection(_nothing_to_draw(state))
    judgement = _judge(state.task, state.sheets[state.task.sheet], ply)
    return judgement if isinstance(judgement, Objection) else None


def _nothing_to_draw(state: HasTask) -> Reason:
    return Reason.OVER if state.over else Reason.DONE


def _judge(task: Task, sheet: Sheet, ply: Ply) -> Option | Objection:
    """Return the option that a legal ply takes, or what is against the ply."""
    if ply.region & ~task.free:
        return _obstacle(task, sheet, ply.region)
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


def is_legal(state: HasTask, ply: Ply) -> bool:
    """Say whether a ply is legal."""
    return objection(state, ply) is None


def preview(state: HasTask, ply: Ply) -> Sheet:
    """Return the sheet of the task with a ply drawn on it.

    Raises :class:`IllegalMove`, with the reason, when the rules do not allow it.
    """
    if state.task is None:
        raise refusal(ply, _nothing_to_draw(state))
    return outcome(state.task, state.sheets[state.task.sheet], ply)[1]


def outcome(task: Task, sheet: Sheet, ply: Ply) -> tuple[Option, Sheet]:
    """Return which of a task's options a ply takes, and the task's sheet with the ply drawn on it.

    Raises :class:`IllegalMove`, with the reason, when the rules do not allow it.
    """
    option = _judge(task, sheet, ply)
    if isinstance(option, Objection):
        raise refusal(ply, option.reason)
    return option, sheet.drawn(ply.terrain, ply.region, coin=option.coin, attack=ply.attack, beast=option.beast)


def refusal(ply: Ply, reason: Reason) -> IllegalMove:
    """Return the error that says why a ply is not legal."""
    what = ply.terrain.value if ply.terrain else "a pick"
    return IllegalMove(f"{what} on {', '.join(names(ply.region)) or 'no space'}: {reason.value}")
