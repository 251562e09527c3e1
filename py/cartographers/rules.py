"""The rules for plies: the tasks of players, the legal plies, and the reasons why others are illegal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from cartographers.attack import Strike
from cartographers.beast import Beast
from cartographers.boxes import Box
from cartographers.cards import DESTROY, AmbushCard, ExploreCard, Option, terrains_of
from cartographers.errors import IllegalMove, Sentence
from cartographers.events import ForcedReason
from cartographers.game_id import GameOptions
from cartographers.polyomino import MONOMINO, Orientation, erosions, fits, has_shape
from cartographers.region import Region, names, spaces
from cartographers.sheet import Sheet
from cartographers.state import Duty, HasTask, Ply, State, Task
from cartographers.terrain import ANY_TERRAIN, Terrain

#: An option, one of its orientations, all anchors where that fits, and one orientation of a hero's attack, if any. It
#: is a plain tuple for speed, because a random game spends most of its time creating these.
PlyBundle: TypeAlias = tuple[Option, Orientation, Region, Strike | None]


class Reason(Enum):
    """A reason why a ply is illegal."""

    OVER = "over"
    DONE = "done"
    TERRAIN = "terrain"
    SHAPE = "shape"
    OFF_MAP = "off-map"
    MOUNTAIN = "mountain"
    WASTELAND = "wasteland"
    FILLED = "filled"
    RUINS = "ruins"
    ATTACK = "attack"
    PICK = "pick"


@dataclass(frozen=True, slots=True)
class Objection:
    """An objection to an illegal ply."""

    reason: Reason
    #: The spaces that cause the objection, such as those that are already filled.
    spaces: Region = 0


def task_of(duty: Duty, options: GameOptions, sheet: Sheet, *, ruins_due: bool) -> Task | None:
    """Return the task that a duty gives its player, or ``None`` if the player has no choice.

    The player has no choice if the map is full, if zombies spread, or if a beast has no spaces within reach.
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
    # Nothing fits, so the player draws a single space of one of the card's terrains, or of any terrain if ruins are due
    # or the explore cards are those of Heroes (English rulebook pp. 6-7; Heroes rulebook, "Reglas de dibujo").
    terrains = terrains_of(card.options)
    if isinstance(card, ExploreCard) and (ruins_due or options.explore is Box.HEROES):
        terrains = (*ANY_TERRAIN, Terrain.HERO) if options.heroes else ANY_TERRAIN
    single = tuple(Option(terrain, MONOMINO) for terrain in terrains)
    return Task(player, index, card, single, empty, ForcedReason.RUINS if ruins_due else ForcedReason.NO_FIT)


def next_task(state: State, player: int) -> Task | None:
    """Return a player's next task for the current card, or ``None`` if the player has no more tasks.

    The task doesn't depend on the other players' progress, because no two players draw on the same sheet.
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
    """Return the distinct legal plies, sorted by option, then by orientation, then by anchor."""
    return [bundled_ply(bundle, 1 << anchor) for bundle in ply_bundles(state) for anchor in spaces(bundle[2])]


def ply_bundles(state: HasTask) -> Iterator[PlyBundle]:
    """Yield the legal plies in bundles, each with all anchors of one orientation.

    :func:`bundled_ply` returns the ply at one of these anchors.
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


def bundled_ply(bundle: PlyBundle, anchor: Region) -> Ply:
    """Return the ply of a bundle at an anchor, which is a region of one space."""
    option, orientation, _, strike = bundle
    attack = strike.struck_from(anchor) if strike else 0
    return Ply(option.terrain, orientation.region * anchor, attack)  # the product shifts the region to the anchor


def count_plies(bundles: Iterable[PlyBundle]) -> int:
    """Return the number of plies in the bundles. This is faster than listing the plies."""
    return sum([anchors.bit_count() for _, _, anchors, _ in bundles])


def nth_ply(bundles: Iterable[PlyBundle], number: int) -> Ply:
    """Return a ply in the bundles by its number, counted from 0 in the order of :func:`legal_moves`."""
    for bundle in bundles:
        anchors = bundle[2]
        if number < anchors.bit_count():
            for _ in range(number):
                anchors &= anchors - 1
            return bundled_ply(bundle, anchors & -anchors)
        number -= anchors.bit_count()
    msg = "the bundles have fewer plies"
    raise IndexError(msg)


def ply_number(bundles: Iterable[PlyBundle], ply: Ply) -> int:
    """Return the number of a ply in the bundles. This is the inverse of :func:`nth_ply`.

    Raises :class:`ValueError` if the ply isn't in the bundles.
    """
    number = 0
    for bundle in bundles:
        option, orientation, anchors, _ = bundle
        anchor = _lowest(ply.region) // _lowest(orientation.region)
        if option.terrain is ply.terrain and anchors & anchor and bundled_ply(bundle, anchor) == ply:
            return number + (anchors & (anchor - 1)).bit_count()
        number += anchors.bit_count()
    msg = "the bundles do not have this ply"
    raise ValueError(msg)


def _lowest(region: Region) -> Region:
    return region & -region


def objection(state: HasTask, ply: Ply) -> Objection | None:
    """Return the objection to a ply, or ``None`` if the ply is legal."""
    if state.task is None:
        return Objection(why_no_task(state))
    result = _judge(state.task, state.sheets[state.task.sheet], ply)
    return result if isinstance(result, Objection) else None


def why_no_task(state: HasTask) -> Reason:
    """Return the reason why there is no task: the game is over, or the player has already drawn for the card."""
    return Reason.OVER if state.is_over else Reason.DONE


def _judge(task: Task, sheet: Sheet, ply: Ply) -> Option | Objection:
    """Return the option that a legal ply uses, or the objection to an illegal one."""
    if ply.region & ~task.free:
        return _obstacle(task, sheet, ply.region)
    reason = Reason.TERRAIN
    for option in task.options:
        if option.terrain is ply.terrain:
            reason = Reason.SHAPE
            if has_shape(ply.region, option.shape):
                if task.must_cover is not None and not ply.region & task.must_cover:
                    return Objection(Reason.RUINS, task.must_cover)
                return option if _attacks(option, ply) else Objection(Reason.ATTACK)
    return Objection(reason)


def _obstacle(task: Task, sheet: Sheet, region: Region) -> Objection:
    """Return the objection to a region that isn't free, with the first obstacle found."""
    on_the_map = [(Reason.MOUNTAIN, sheet.mountain), (Reason.WASTELAND, sheet.wasteland), (Reason.FILLED, sheet.filled)]
    obstacles = [(Reason.OFF_MAP, ~sheet.land), *([(Reason.PICK, ~task.free)] if task.is_pick else on_the_map)]
    return next(Objection(reason, region & obstacle) for reason, obstacle in obstacles if region & obstacle)


def _attacks(option: Option, ply: Ply) -> bool:
    """Return whether a ply's attack is one of the orientations of the option's pattern."""
    if option.attack is None:
        return not ply.attack
    return any(strike.struck_from(ply.region) == ply.attack for strike in option.attack.orientations)


def is_legal(state: HasTask, ply: Ply) -> bool:
    """Return whether a ply is legal."""
    return objection(state, ply) is None


def preview(state: HasTask, ply: Ply) -> Sheet:
    """Return the task's sheet after a ply.

    Raises :class:`IllegalMove` with the reason if the rules don't allow the ply.
    """
    if state.task is None:
        raise refusal(ply, why_no_task(state))
    return outcome(state.task, state.sheets[state.task.sheet], ply)[1]


def outcome(task: Task, sheet: Sheet, ply: Ply) -> tuple[Option, Sheet]:
    """Return the option that a ply uses, and the task's sheet after the ply.

    Raises :class:`IllegalMove` with the reason if the rules don't allow the ply.
    """
    option = _judge(task, sheet, ply)
    if isinstance(option, Objection):
        raise refusal(ply, option.reason)
    return option, sheet.drawn(ply.terrain, ply.region, coin=option.coin, attack=ply.attack, beast=option.beast)


def refusal(ply: Ply, reason: Reason) -> IllegalMove:
    """Return the error for an illegal ply."""
    what = Sentence(f"error.ply.{ply.terrain.value if ply.terrain else 'pick'}", {})
    why = Sentence(f"error.reason.{reason.value}", {})
    if not ply.region:
        return IllegalMove("error.illegal.nowhere", what=what, why=why)
    return IllegalMove("error.illegal", what=what, spaces=names(ply.region), why=why)
