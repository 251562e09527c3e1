"""The delivery: the modules, texts, and looks of each part of the page, in the order of the cascade.

:mod:`app.parts` assigns each screen to a part. A screen's modules, texts, and looks have its name; all others are
listed here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from app.parts import LATER, PART_OF, PUZZLES, ROOMS
from runtime import pack


class Delivery(NamedTuple):
    """The content of a part."""

    #: Prefixes of the modules' names.
    modules: tuple[str, ...]
    #: Prefixes of the texts' keys.
    words: tuple[str, ...]
    #: The names of styles, of files with drawings, or of both in ``web/looks``.
    looks: tuple[str, ...]


def _with_screens(part: str, delivery: Delivery) -> Delivery:
    """Return a delivery with a part's screens added."""
    screens = [screen for screen, its_part in PART_OF.items() if its_part == part]
    return Delivery(
        (*(f"app.screens.{screen}" for screen in screens), *delivery.modules),
        (*(f"{screen}." for screen in screens), *delivery.words),
        (*screens, *delivery.looks),
    )


#: The looks in the page itself, and those that are fetched along with Python, by the names of their files.
FIRST_LOOKS = ("base", "boot", "colors", "forced", "start")
NEXT_LOOKS = {
    "map": ("embed", "map"),
    "game": (
        *("crest", "dialogs", "fault", "forced-game", "letters", "notice"),
        *("play", "players", "print", "scenes", "set_up", "watch", "windows", "beasts", "cards", "icons"),
    ),
}
#: The parts after the start. Modules and texts in none of them are loaded at the start.
PARTS: Mapping[str, Delivery] = {
    LATER: _with_screens(
        LATER,
        Delivery(
            modules=(
                *("app.game.library", "app.game.paper", "app.game.printed", "app.screens.parts"),
                *("app.game.glicko", "app.game.puzzle_progress", "app.saves.notes"),
                *("app.screens.play.scenes.ranking", "app.screens.play.scenes.solo_result"),
                *("browser.job_runner", "browser.swipes", "browser.wake_lock", "cartographers.bots."),
            ),
            words=("ending.", "error.paper", "filter.", "review", "share.", "strengths."),
            looks=("end", "scenery", "forced-later"),
        ),
    ),
    ROOMS: _with_screens(
        ROOMS,
        Delivery(
            modules=("app.room", "app.screens.together", "browser.rooms", "rooms"),
            words=("error.room.", "room"),
            looks=(),
        ),
    ),
    PUZZLES: _with_screens(PUZZLES, Delivery(modules=("cartographers.bots.puzzles",), words=(), looks=())),
}
#: Prefixes of the modules in each part; the longest match decides. All others are loaded at the start, and so are two
#: modules of bots that tell the page the bots' names.
MODULES_OF: Mapping[str, tuple[str, ...]] = {
    "": ("cartographers.bots.random_player", "cartographers.bots.thinking"),
    **{part: delivery.modules for part, delivery in PARTS.items()},
}


def part_of(module: str) -> str:
    """Return the part of a module; empty for the start."""
    return pack.part_of(module, MODULES_OF)
