"""The results of a message, for tests: the next visit, and the browser's tasks."""

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
    """Return the browser's tasks after the last message: changed lasting effects first, then the one-time tasks."""
    *earlier, last = messages
    before = reduce(updated, earlier, visit)
    after, once, _ = update(before, last)
    return [*changes(wanted(before), wanted(after)), *once]
