"""Visits for tests, on the first screen and with any facts about the page or the device's memory."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import app.update
from app.game.shelf import EMPTY, Shelf
from app.memory import Memory
from app.page_load import PageLoad, Parts
from app.visit import Visit

#: The state in which no later part of the page has loaded.
NO_PARTS = Parts(frozenset())
_OF_PAGE, _OF_MEMORY = ({field.name for field in fields(kind)} for kind in (PageLoad, Memory))
_OF_CLOCK, _OF_DISPLAY = {"day", "minutes"}, {"reduced_motion", "is_wide"}


def arrive(chance: str, shelf: Shelf = EMPTY, *, left: str = "", **facts: Any) -> Visit:  # noqa: ANN401 - many fields
    """Return a visit on its first screen. The facts are the same as for :func:`changed`."""
    blank = changed(app.update.arrive(PageLoad(chance), Memory(shelf)), **facts)
    return app.update.arrive(replace(blank.page, random_source=chance), blank.memory, left)


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
