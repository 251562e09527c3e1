"""The player's runs of challenges on the device: the run that counts, and the one that can be continued."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from app import messages as m
from app.game.library import Entry, finished_entries, readable_entries, verify
from app.game.weekly import weekly
from app.visit import Visit
from cartographers.game_id import GameId


class UnfinishedRun(NamedTuple):
    """A run that isn't over and can be continued."""

    #: The message that continues the game.
    message: m.Message
    #: True if the game isn't practice.
    counts: bool


def unfinished_run(visit: Visit, is_run: Callable[[GameId | None, str], bool]) -> UnfinishedRun | None:
    """Return an unfinished game, the current one or one that was set aside, by a test of its id and key; or None."""
    saved = visit.memory.shelf.saved
    if saved and is_run(saved.game.id, saved.game.key) and not saved.game.state.is_over:
        return UnfinishedRun(m.Continue(), not saved.game.is_practice)
    for entry in readable_entries(visit.memory.library or ()):
        if entry.key and is_run(entry.deal.id, entry.key) and not entry.finished and entry.unplayable is None:
            return UnfinishedRun(m.Resume(entry.key), not entry.notes.practice)
    return None


def weekly_result(visit: Visit, monday: date) -> Entry | None:
    """Return the player's first finished game of a week's challenge that isn't practice, or None.

    The search for the week's deal takes a moment, so it only begins if a game of the week was found.
    """
    finished = reversed(finished_entries(visit.memory.library or ()))
    of_week = (entry for entry in finished if entry.deal.week == monday and entry.counts_in_statistics)
    return next((verify(entry) for entry in of_week if entry.deal.id == weekly(monday)), None)
