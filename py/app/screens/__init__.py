"""The screens: each is a folder with its state, its messages, its view and its keys.

The module ``screen`` in the folder of a screen of :data:`app.parts.PART_OF` has a function ``screen(about)``, which
returns the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

from app.parts import PART_OF
from app.screens.set_up.screen import SetUp
from app.visit import Screen

#: The screens that are there from the start, and need nothing to be shown.
_AT_ONCE: Mapping[str, Callable[[], Screen]] = {"set-up": SetUp}


def screen_named(name: str, about: str) -> Screen:
    """Return the screen with a name, about something where it can be about several things.

    Raises :class:`ValueError` when there is no such screen. Its part of the page must be here.
    """
    if name in _AT_ONCE:
        return _AT_ONCE[name]()
    if name not in PART_OF:
        msg = f"there is no screen {name!r} to go to"
        raise ValueError(msg)
    screen: Callable[[str], Screen] = import_module(f"app.screens.{name}.screen").screen
    return screen(about)
