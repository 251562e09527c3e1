"""Helpers for tests that return one of the results of a message: the next visit, or the browser's effects."""

from __future__ import annotations

from functools import reduce

from app.effects import Effect
from app.messages import Message
from app.update import update
from app.visit import Visit
from app.wanted import changes, wanted


def updated(visit: Visit, message: Message) -> Visit:
    """Return the visit after a message."""
    return update(visit, message).visit


def effects_of(visit: Visit, *messages: Message) -> list[Effect]:
    """Return the effects of the last message: changes of lasting effects, then one-time effects."""
    *earlier, last = messages
    before = reduce(updated, earlier, visit)
    after, once, _ = update(before, last)
    return [*changes(wanted(before), wanted(after)), *once]
