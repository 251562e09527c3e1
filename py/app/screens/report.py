"""The report of a fault: everything that a developer needs to reproduce it."""

from __future__ import annotations

from app.game.game import Game
from app.visit import Visit


def report(visit: Visit) -> str:
    """Return the lines of a report: versions, browser, screen, and the game with all plies.

    It contains no player names. The page sends it nowhere; the player may copy it.
    """
    edition = visit.page.edition
    game = game_of(visit)
    lines = {
        "version": edition.version,
        "Python": edition.python,
        "browser": edition.browser,
        "screen": " over ".join(type(screen).__name__ for screen in (visit.screen, *reversed(visit.screens_below))),
        "preferences": str(visit.memory.preferences),
        "storage": visit.memory.save_notice or "works",
        "game": game.record if game else "none",
    }
    return "\n".join(f"{what}: {value}" for what, value in lines.items())


def game_of(visit: Visit) -> Game | None:
    """Return the game of the screen, or of the nearest screen under it that has one."""
    screens = (visit.screen, *reversed(visit.screens_below))
    return next((screen.game for screen in screens if hasattr(screen, "game")), None)
