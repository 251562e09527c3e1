"""The delivery: the modules, texts and looks of each part of the page, in the order of the cascade.

The part of a screen is in :mod:`app.parts`. Its modules, texts and looks have the screen's name; the others are listed
here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from app.parts import LATER, PART_OF, ROOMS
from runtime import pack


class Delivery(NamedTuple):
    """The content of a part: the beginnings of its modules' names, the beginnings of its texts' keys, and its looks.

    A look is the name of a style, of a file with drawings, or of both in ``web/looks``.
    """

    modules: tuple[str, ...]
    words: tuple[str, ...]
    looks: tuple[str, ...]


def _with_screens(part: str, delivery: Delivery) -> Delivery:
    """Return a delivery with the screens of a part."""
    screens = [screen for screen, its_part in PART_OF.items() if its_part == part]
    return Delivery(
        (*(f"app.screens.{screen}" for screen in screens), *delivery.modules),
        (*(f"{screen}." for screen in screens), *delivery.words),
        (*screens, *delivery.looks),
    )


#: The looks that come with the page itself, and those that come beside Python, by the names of their files.
FIRST_LOOKS = ("base", "boot", "colours", "forced", "start")
NEXT_LOOKS = {
    "map": ("embed", "map"),
    "game": (
        *("crest", "dialogs", "fault", "forced-game", "letters", "notice"),
        *("play", "players", "scenes", "set_up", "watch", "windows", "cards", "icons"),
    ),
}
#: The parts after the start. All modules and texts that no part has come at the start.
PARTS: Mapping[str, Delivery] = {
    LATER: _with_screens(
        LATER,
        Delivery(
            modules=("app.game.library", "app.screens.parts", "browser.thinker", "cartographers.bots."),
            words=("filter.", "review", "share.", "strengths."),
            looks=("forced-later",),
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
}
#: The beginnings of the modules' names in each part; the longest one decides. All others come at the start, as do the
#: modules of bots from which the page knows their names.
MODULES_OF: Mapping[str, tuple[str, ...]] = {
    "": ("cartographers.bots.random_player", "cartographers.bots.thinking"),
    **{part: delivery.modules for part, delivery in PARTS.items()},
}


def part_of(module: str) -> str:
    """Return the part in which a module comes; an empty text for the start."""
    return pack.part_of(module, MODULES_OF)
