"""The effects that hold while a visit is shown, derived from the visit alone.

Each effect has a name. The browser carries out an effect when it differs from the previous one with the same name. When
the document is drawn again, for example after a fault, the page repeats the effects in :data:`RUNNING_EFFECTS`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from app import effects as e
from app.page.parts import LATER
from app.saved_names import EXPLAINED, LESSON, PREFERENCES
from app.saves.games import ClaimGame, ReadLibrary, SaveGame
from app.saves.noting import SaveNote
from app.screens.fetching.screen import Fetching
from app.visit import Visit, saved_game_of

#: Effects by name; saving comes first.
Wanted: TypeAlias = Mapping[str, e.Effect]
#: Names of the effects that a newly drawn document lacks.
RUNNING_EFFECTS = ("timer", "job")


def wanted(visit: Visit) -> Wanted:
    """Return the effects that hold while a visit is shown."""
    return dict(_wanted(visit))


def changes(before: Wanted, after: Wanted) -> Iterator[e.Effect]:
    """Yield the new effects.

    Those that are gone need nothing: even a stopped timer is an effect.
    """
    return (effect for name, effect in after.items() if before.get(name) != effect)


def _wanted(visit: Visit) -> Iterator[tuple[str, e.Effect]]:
    """Yield each effect with its name."""
    shelf, screen = visit.memory.shelf, visit.screen
    if shelf.text != shelf.device_text and not visit.is_continued_elsewhere:
        yield (
            "game",
            SaveGame(shelf.text, shelf.device_text, is_unreadable=shelf.is_unreadable, set_aside=shelf.set_aside),
        )
    needs = visit.needs
    if needs.library:
        yield "library", ReadLibrary(type(screen).__name__)
    if saved_game_of(screen) and not visit.is_continued_elsewhere:
        yield "claim", ClaimGame()
    yield "preferences", SaveNote(PREFERENCES, str(visit.memory.preferences))
    yield "lesson", SaveNote(LESSON, visit.memory.lesson)
    yield "told", SaveNote(EXPLAINED, " ".join(visit.memory.explained))
    yield "theme", e.ShowTheme(visit.memory.preferences.theme)
    if isinstance(screen, Fetching) and not screen.failed:
        yield "screen's part", e.FetchPart(screen.part)
    yield "awake", e.KeepAwake(needs.awake)
    yield "timer", e.ScheduleStep(needs.pause, needs.paused_at)
    if visit.dialog or visit.is_continued_elsewhere:
        yield "dialog", e.MoveFocus("dialog", (visit.dialog, visit.is_continued_elsewhere))
    if visit.setup.seed_error or (visit.printed_setup and visit.printed_setup.seed_error):
        yield "seed", e.MoveFocus("seed")
    if needs.code:
        yield "code", e.ShowCode(needs.code)
    if visit.room:
        yield from visit.room.wanted()
    if LATER in visit.page.parts.arrived:
        yield "job", e.RunJob(needs.job, needs.upcoming_jobs)
    elif (needs.job or needs.library) and not visit.page.parts.job_failed:
        yield "job's part", e.FetchPart(LATER)
