"""The player's runs of challenges on the device: the run that counts, and the one that can be continued."""

from __future__ import annotations

from datetime import date

from app.game.library import Entry, finished_entries, verify
from app.game.weekly import weekly
from app.visit import Visit


def weekly_result(visit: Visit, monday: date) -> Entry | None:
    """Return the player's first finished game of a week's challenge that isn't practice; None if there is none.

    The search for the week's deal takes a moment, so it only begins if a game of the week was found.
    """
    finished = reversed(finished_entries(visit.memory.library or ()))
    of_week = (entry for entry in finished if entry.week == monday and entry.counts_in_statistics)
    return next((verify(entry) for entry in of_week if entry.id == weekly(monday)), None)
