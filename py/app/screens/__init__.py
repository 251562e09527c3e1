"""The screens to which a name leads: each has its state, its messages, its looks and its keys in one place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

from app.screens.plain import Screen
from app.screens.set_up import SetUp

#: The screens that are there from the start, and need nothing to be shown.
_AT_ONCE: Mapping[str, Callable[[], Screen]] = {"set-up": SetUp}
#: The modules of ``app.later`` that have a screen; it is what their ``screen`` returns.
LATER_SCREENS = frozenset(
    {"about", "days", "follow", "history", "lesson", "review", "room", "rules", "sheet", "statistics"}
)


def screen_named(name: str, about: str) -> Screen:
    """Return the screen with a name, about something where it can be about several things.

    Raises :class:`ValueError` when there is no such screen. One in :data:`LATER_SCREENS` must be here.
    """
    if name in _AT_ONCE:
        return _AT_ONCE[name]()
    if name not in LATER_SCREENS:
        msg = f"there is no screen {name!r} to go to"
        raise ValueError(msg)
    screen: Callable[[str], Screen] = import_module(f"app.later.{name}").screen
    return screen(about)
