"""The place of the ghost, and the messages that change it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app import messages as m
from app.game.ghost import (
    Ghost,
    ghost_ply,
    ghost_region,
    moved_onto_map,
    nearest_fit,
    next_fit,
    shapes_of,
    terrain_word,
)
from cartographers.cards import terrains_of
from cartographers.region import position
from cartographers.rules import is_legal
from cartographers.state import State, Task


@dataclass(frozen=True, slots=True)
class Placement:
    """The place of the ghost."""

    #: The ghost. It stays where it is until a player here draws again.
    ghost: Ghost | None = None
    #: The ghost as it was before the player chose another shape.
    aim: Ghost | None = None
    #: True if the ghost no longer follows the mouse.
    pinned: bool = False
    #: The space that the player has just tapped.
    noted_space: int | None = None
    #: The reason why the last key did nothing: an edge of the map (``top``), no other place (``only``, ``nowhere``), or
    #: an illegal place (``refused``). Empty if it did something.
    key_refusal: str = ""

    def confirms(self, message: m.GhostMessage, task: Task) -> bool:
        """Return whether a message confirms the ghost; a click on a pinned ghost does."""
        match message:
            case m.Tap(space, mouse=True):
                return self.pinned and self.ghost is not None and bool(ghost_region(self.ghost, task) >> space & 1)
            case _:
                return isinstance(message, m.Confirm)

    def after(self, message: m.GhostMessage, state: State) -> Placement:
        """Return the placement after a message.

        A confirmation only gets here if it was refused.
        """
        task, ghost = state.task, self.ghost
        if task is None or ghost is None:
            return self
        match message:
            case m.Hover(space):
                return self if self.pinned else placement_of(_pivot_on(ghost, task, space))
            case m.Tap(space):
                return replace(placement_of(_pivot_on(ghost, task, space), pinned=True), noted_space=space)
            case m.Move(rows, columns):
                there = moved_onto_map(ghost.moved(rows, columns), task)
                edge = ("top" if rows < 0 else "bottom") if rows else "left" if columns < 0 else "right"
                return replace(placement_of(there, pinned=True), key_refusal=edge if there == ghost else "")
            case m.NextPlace():
                there, ply = next_fit(state, ghost), ghost_ply(ghost, task)
                stays = ghost_ply(there, task) == ply
                bump = ("only" if is_legal(state, ply) else "nowhere") if stays else ""
                return replace(placement_of(there, pinned=True), key_refusal=bump)
            case m.Rotate(quarters):
                return placement_of(moved_onto_map(ghost.turned(quarters), task), pinned=self.pinned)
            case m.Flip():
                return placement_of(moved_onto_map(ghost.flipped(), task), pinned=self.pinned)
            case m.Confirm():
                return replace(self, key_refusal="refused")
            case m.ChooseTerrain() | m.ChooseShape() | m.NextTerrain() | m.NextShape():
                return self._chosen(state, ghost, _option(message, task, ghost.option))
        raise NotImplementedError(message)

    def _chosen(self, state: State, ghost: Ghost, option: int) -> Placement:
        """Return the placement with another option of the task.

        A shape that the player has placed stays there. Another shape moves to the nearest place where it fits.
        """
        task = state.task
        if task is None or option == ghost.option:
            return self
        aim = self.aim or ghost
        other = replace(aim, option=option)
        same_shape = task.options[aim.option].shape == task.options[option].shape
        there = moved_onto_map(other, task) if same_shape else nearest_fit(state, other)
        return replace(self, ghost=there, noted_space=None, key_refusal="")


#: The placement before there is a ghost.
NOWHERE = Placement()


def placement_of(ghost: Ghost | None, *, pinned: bool = False) -> Placement:
    """Return the placement of a ghost in a new place."""
    return Placement(ghost, ghost, pinned)


def _option(message: m.ChooseTerrain | m.ChooseShape | m.NextTerrain | m.NextShape, task: Task, now: int) -> int:
    """Return the number of the option that a message chooses.

    If there is no such option, returns the current one.
    """
    shapes = [option.shape for option in shapes_of(task.options)]
    terrain, number = terrain_word(task.options[now].terrain), shapes.index(task.options[now].shape)
    match message:
        case m.ChooseTerrain(wanted):
            terrain = wanted
        case m.ChooseShape(wanted_number):
            number = wanted_number
        case m.NextTerrain():
            terrains = [terrain_word(one) for one in terrains_of(task.options)]
            terrain = terrains[(terrains.index(terrain) + 1) % len(terrains)]
        case m.NextShape():
            number = (number + 1) % len(shapes)
    if not 0 <= number < len(shapes):
        return now
    found = (
        place
        for place, option in enumerate(task.options)
        if terrain_word(option.terrain) == terrain and option.shape == shapes[number]
    )
    return next(found, now)


def _pivot_on(ghost: Ghost, task: Task, space: int) -> Ghost:
    row, column = position(space)
    return moved_onto_map(replace(ghost, row=row, column=column), task)
