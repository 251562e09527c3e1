"""The screens, one folder each, with a screen's state, messages, view, and keys.

For each name in :data:`app.page.parts.PART_OF`, the module ``screen`` in its package defines a function
``screen(visit, about)``, which returns the screen as it is when the player enters it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

from app.page.parts import PART_OF, package_of
from app.screens.set_up.screen import SetupScreen
from app.visit import Screen, Visit

#: The screens that load with the page and take no argument.
_AT_ONCE: Mapping[str, Callable[[], Screen]] = {"set-up": SetupScreen}


def screen_named(name: str, visit: Visit, about: str) -> Screen:
    """Return the screen with the given name; ``about`` selects its subject if it has several.

    The part of the page with the screen must be loaded. Raises :class:`ValueError` if there is no such screen.
    """
    if name in _AT_ONCE:
        return _AT_ONCE[name]()
    if name not in PART_OF:
        msg = f"there is no screen {name!r} to go to"
        raise ValueError(msg)
    screen: Callable[[Visit, str], Screen] = import_module(f"{package_of(name)}.screen").screen
    return screen(visit, about)
