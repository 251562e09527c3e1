"""Visits for tests, on the first screen and with any facts about the page or the device's memory."""

from dataclasses import fields, replace
from functools import reduce
from typing import Any

from app import messages as m
from app import update
from app.effects import Effect
from app.game.shelf import EMPTY, Shelf
from app.memory import Memory
from app.page_load import PageLoad, Parts
from app.visit import Visit
from app.wanted import changes, wanted

#: The state in which no later part of the page has loaded.
NO_PARTS = Parts(frozenset())
_OF_PAGE, _OF_MEMORY = ({field.name for field in fields(kind)} for kind in (PageLoad, Memory))
_OF_CLOCK, _OF_DISPLAY = {"day", "minutes"}, {"reduced_motion", "is_wide"}


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
    if clock:
        page["clock"] = visit.page.clock._replace(**clock)
    if display:
        page["display"] = visit.page.display._replace(**display)
    if "address" in facts:
        page["edition"] = page.get("edition", visit.page.edition)._replace(address=facts.pop("address"))
    return replace(visit, page=replace(visit.page, **page), memory=replace(visit.memory, **memory), **facts)


def updated(visit: Visit, message: m.Message) -> Visit:
    """Return the visit after a message."""
    return update.update(visit, message).visit


def effects_of(visit: Visit, *messages: m.Message) -> list[Effect]:
    """Return the effects of the last message."""
    *earlier, last = messages
    return both_of(reduce(updated, earlier, visit), last)[1]


def both_of(visit: Visit, message: m.Message) -> tuple[Visit, list[Effect]]:
    """Return the visit after a message, and its effects: changes of lasting effects, then one-time effects."""
    after, once, _ = update.update(visit, message)
    return after, [*changes(wanted(visit), wanted(after)), *once]
