"""Helpers for tests that return the results of a message: the next visit, and the browser's effects."""

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
    """Return the effects of the last message."""
    *earlier, last = messages
    return both_of(reduce(updated, earlier, visit), last)[1]


def both_of(visit: Visit, message: Message) -> tuple[Visit, list[Effect]]:
    """Return the visit after a message, and its effects: changes of lasting effects, then one-time effects."""
    after, once, _ = update(visit, message)
    return after, [*changes(wanted(visit), wanted(after)), *once]
