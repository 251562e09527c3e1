"""The delivery: the modules, texts, and looks of each part of the page, in the order of the cascade.

:mod:`app.page.parts` assigns each screen to a part. A screen's modules, texts, and looks have its name; all others are
listed here.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import NamedTuple

from app.page.parts import LATER, PART_OF, PUZZLES, ROOMS, package_of
from runtime import pack
from words import files


class Delivery(NamedTuple):
    """The content of a part."""

    #: Prefixes of the modules' names.
    modules: tuple[str, ...] = ()
    #: Prefixes of the texts' keys.
    words: tuple[str, ...] = ()
    #: The names of styles, of files with drawings, or of both in ``web/looks``.
    looks: tuple[str, ...] = ()


#: The looks in the page itself, and those that are fetched along with Python, by the names of their files.
FIRST_LOOKS = ("base", "boot", "colors", "forced", "start")
NEXT_LOOKS = {
    "map": ("embed", "map"),
    "game": (
        *("crest", "dialogs", "fault", "forced-game", "letters", "notice"),
        *("play", "players", "print", "scenes", "set_up", "watch", "windows", "beasts", "cards", "icons"),
    ),
}
#: The content of each part after the start, except its screens.
_OTHERS = {
    LATER: Delivery(
        modules=(
            *("app.game.library", "app.game.paper", "app.game.printed", "app.screens.parts"),
            *("app.game.glicko", "app.game.puzzle_progress"),
            *("app.saves.erasing", "app.saves.notes", "app.saves.printed_game"),
            *("app.screens.play.scenes.ranking", "app.screens.play.scenes.solo_result"),
            *("browser.job_runner", "browser.swipes", "browser.wake_lock", "cartographers.bots."),
        ),
        words=("ending.", "error.paper", "filter.", "review", "share.", "strengths."),
        looks=("end", "scenery", "forced-later"),
    ),
    ROOMS: Delivery(modules=("app.saves.rooms", "browser.rooms", "rooms"), words=("error.room.", "room")),
    PUZZLES: Delivery(modules=("cartographers.bots.puzzles",)),
}


def _with_screens(part: str, others: Delivery) -> Delivery:
    screens = [screen for screen, its_part in PART_OF.items() if its_part == part]
    return Delivery(
        (*map(package_of, screens), *others.modules),
        (*(f"{screen}." for screen in screens), *others.words),
        (*screens, *others.looks),
    )


#: The parts after the start. Modules and texts in none of them are loaded at the start.
PARTS: Mapping[str, Delivery] = {part: _with_screens(part, others) for part, others in _OTHERS.items()}
#: Prefixes of the modules in each part; the longest match decides. All others are loaded at the start, and so are two
#: modules of bots that tell the page the bots' names.
MODULES_OF: Mapping[str, tuple[str, ...]] = {
    "": ("cartographers.bots.random_player", "cartographers.bots.thinking"),
    **{part: delivery.modules for part, delivery in PARTS.items()},
}


def part_of(module: str) -> str:
    """Return the part of a module; empty for the start."""
    return pack.part_of(module, MODULES_OF)


def said_by_python(language: str, part: str = "") -> dict[str, str]:
    """Return Python's texts in the given language: those of a later part of the page, or those at the start."""
    later = tuple(chain.from_iterable(delivery.words for delivery in PARTS.values()))
    texts = files.said_by_python(language).items()
    return {key: text for key, text in texts if key.startswith(PARTS[part].words if part else later) == bool(part)}
