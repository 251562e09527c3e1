"""Which of the kept games are shown: by cards, map side, and whether one played alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from app.drawing.controls import choice
from app.drawing.element import Element, h
from app.game.library import Entry
from app.messages import Choose
from cartographers.maps import SIDES
from words import Words

_ALL = "all"
#: What can be chosen, by which values.
VALUES = {
    "cards": (_ALL, "base", "heroes", "mixed"),
    "side": (_ALL, *SIDES),
    "players": (_ALL, "alone", "together"),
}


class Filters(NamedTuple):
    """The chosen value of each filter; at first all games are shown."""

    cards: str = _ALL
    side: str = _ALL
    players: str = _ALL

    def chosen(self, message: Choose) -> Filters:
        """Return the filters after a choice."""
        return self._replace(**{message.what: message.value})

    def passing(self, games: Sequence[Entry]) -> Sequence[Entry]:
        """Return the games that are shown; all of them without another look, for there may be thousands."""
        return games if self == NO_FILTERS else [entry for entry in games if self._lets_pass(entry)]

    def _lets_pass(self, entry: Entry) -> bool:
        values = (entry.cards, entry.side, "alone" if entry.is_solo else "together")
        return all(wanted in {_ALL, value} for wanted, value in zip(self, values, strict=True))

    def view(self, words: Words, *which: str) -> Element:
        """Return the buttons of some of the filters."""
        now = self._asdict()
        return h(
            "div",
            [
                choice(words, f"filter.{what}", VALUES[what], now[what], words(f"filter.{what}"), partial(Choose, what))
                for what in which
            ],
            class_="part filters",
            key="filters",
        )


#: What lets all games pass.
NO_FILTERS = Filters()
