"""What a message makes of a visit, for tests: the next visit, or all that the browser is to do."""

from __future__ import annotations

from app.effects import Effect
from app.messages import Message
from app.update import update
from app.visit import Visit
from app.wanted import changes, wanted


def updated(visit: Visit, message: Message) -> Visit:
    """Return the visit after a message."""
    return update(visit, message).visit


def effects_of(visit: Visit, message: Message) -> list[Effect]:
    """Return what the browser is to do after a message, in order: what has come to hold, and what happens once."""
    after, once, _ = update(visit, message)
    return [*changes(wanted(visit), wanted(after)), *once]
