"""Visits for tests, on the first screen and with any facts about the page or the device's memory."""

from dataclasses import fields, replace
from functools import partial, reduce
from typing import Any, TypeAlias
from unittest.mock import patch

from app import messages as m
from app import update
from app.arrival.page_load import PageLoad, Parts
from app.effects import Effect
from app.game.shelf import EMPTY, Shelf
from app.memory import Memory
from app.saved_names import DRAFT, LAST_PRINTED, MAP_NAMES, MAPS, MEASURED_STRENGTHS, PAPER, PUZZLES
from app.saves.noting import MergeNotes
from app.shell.wanted import changes, wanted
from app.visit import Next, Screen, Visit

#: The state in which no later part of the page has loaded.
NO_PARTS = Parts(frozenset())
#: A message, or the command of a button.
Sent: TypeAlias = m.Message | str
_OF_PAGE, _OF_MEMORY = ({field.name for field in fields(kind)} for kind in (PageLoad, Memory))
#: The notes that only some screens read.
_NOTES = {"maps": MAPS, "map_names": MAP_NAMES, "draft": DRAFT, "paper": PAPER, "puzzles": PUZZLES}
_NOTES |= {"last_printed": LAST_PRINTED, "bot_results": MEASURED_STRENGTHS}
_OF_CLOCK, _OF_DISPLAY = {"day", "minutes"}, {"reduced_motion", "is_wide"}


class LateMessageError(AssertionError):
    """A message that no screen answers."""


def _refuse(screen: Screen, visit: Visit, message: m.Message) -> Visit | Next:
    """Answer a message like :class:`Screen`, but refuse one that comes too late."""
    if (found := _ANSWER(screen, visit, message)) is visit:
        raise LateMessageError(message)
    return found


_ANSWER = Screen.update
Screen.update = _refuse  # type: ignore[assignment, method-assign] # in all tests
#: Lets messages come too late in a test that has this as a decorator, or in a part of a test.
late_messages = partial(patch.object, Screen, "update", _ANSWER)


def is_late(visit: Visit, message: Sent) -> bool:
    """Return whether a message comes too late for a visit, so that it changes nothing."""
    try:
        updated(visit, message)
    except LateMessageError:
        return True
    return False


def read(message: Sent) -> m.Message:
    """Return a message, which may be given as a command."""
    return m.read_command(message) if isinstance(message, str) else message


def arrive(chance: str, shelf: Shelf = EMPTY, *, left: str = "", **facts: Any) -> Visit:  # noqa: ANN401 - many fields
    """Return a visit on its first screen. The facts are the same as for :func:`changed`."""
    blank = changed(update.arrive(PageLoad(chance), Memory(shelf)), **facts)
    return update.arrive(replace(blank.page, random_source=chance), blank.memory, left)


def changed(visit: Visit, **facts: Any) -> Visit:  # noqa: ANN401 - many fields
    """Return a visit with changed fields, including those of its page, memory, clock, and display, and ``address``."""
    clock = {name: facts.pop(name) for name in _OF_CLOCK & facts.keys()}
    display = {name: facts.pop(name) for name in _OF_DISPLAY & facts.keys()}
    page = {name: facts.pop(name) for name in _OF_PAGE & facts.keys()}
    memory = {name: facts.pop(name) for name in _OF_MEMORY & facts.keys()}
    notes = {_NOTES[name]: facts.pop(name) for name in _NOTES.keys() & facts.keys()}
    if notes:
        memory["notes"] = {**visit.memory.notes, **notes}
    if clock:
        page["clock"] = visit.page.clock._replace(**clock)
    if display:
        page["display"] = visit.page.display._replace(**display)
    if "address" in facts:
        page["edition"] = page.get("edition", visit.page.edition)._replace(address=facts.pop("address"))
    return replace(visit, page=replace(visit.page, **page), memory=replace(visit.memory, **memory), **facts)


def updated(visit: Visit, message: Sent) -> Visit:
    """Return the visit after a message."""
    return update.update(visit, read(message)).visit


def effects_of(visit: Visit, *messages: Sent) -> list[Effect]:
    """Return the effects of the last message."""
    *earlier, last = messages
    return both_of(reduce(updated, earlier, visit), last)[1]


def after_merging(visit: Visit, message: Sent) -> Visit:
    """Return the visit after a message with which the device merges notes, and after its answer."""
    [merging] = [effect for effect in effects_of(visit, message) if isinstance(effect, MergeNotes)]
    notes = tuple((name, merge(visit.memory.notes[name], text)) for name, text, merge in merging.notes)
    return updated(updated(visit, message), m.NotesRead(notes))


def both_of(visit: Visit, message: Sent) -> tuple[Visit, list[Effect]]:
    """Return the visit after a message, and its effects: changes of lasting effects, then one-time effects."""
    after, once, _ = update.update(visit, read(message))
    return after, [*changes(wanted(visit), wanted(after)), *once]
