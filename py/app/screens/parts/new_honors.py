"""The honors that a game has earned, on the map at its end."""

from __future__ import annotations

from collections.abc import Sequence

from app import messages as m
from app.drawing.announcements import Announcement
from app.drawing.controls import button
from app.drawing.element import Element, h
from app.game.game import Game
from app.screens.parts.honors import Honor, honors_of
from app.screens.parts.seals import seal
from app.visit import Visit
from words import Words

#: The maximum number of seals on the map.
_MAX_SEALS = 3


def new_seals(words: Words, visit: Visit, game: Game) -> Element | None:
    """Return the seals of a game's honors, as a button that opens all honors; None if it has earned none."""
    new = honors_of(visit, game)
    if not new:
        return None
    names, heading = _names(words, new), _heading(words, new)
    return button(
        m.Go("honors"),
        h("span", [seal(honor.name, earned=True) for honor in new[:_MAX_SEALS]], class_="seals"),
        h(
            "span",
            h("small", heading) if len(new) == 1 else None,
            " ",
            h("b", names[0] if len(new) == 1 else heading),
            class_="inscription",
        ),
        class_="new-honors",
        key="new-honors",
    )


def announce_honors(words: Words, visit: Visit, game: Game) -> Announcement:
    """Return the names of a game's honors; empty if it has earned none."""
    new = honors_of(visit, game)
    said = f"{_heading(words, new)}: {words.list(_names(words, new))}." if new else ""
    return Announcement("honors", said)


def _names(words: Words, new: Sequence[Honor]) -> list[str]:
    return [words(f"honors.name.{honor.name}") for honor in new]


def _heading(words: Words, new: Sequence[Honor]) -> str:
    """Return the words "New honor", or the number of several new ones."""
    return words("honors.new") if len(new) == 1 else words("honors.news", count=len(new))
