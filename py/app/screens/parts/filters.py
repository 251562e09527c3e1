"""Filters for lists of saved games: by cards, by map side, and by solo or multiplayer."""

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
#: The values of each filter.
VALUES = {
    "cards": (_ALL, "base", "heroes", "mixed"),
    "side": (_ALL, *SIDES),
    "players": (_ALL, "alone", "together"),
}


class Filters(NamedTuple):
    """The chosen value of each filter. The defaults show all games."""

    cards: str = _ALL
    side: str = _ALL
    players: str = _ALL

    def with_choice(self, message: Choose) -> Filters:
        """Return the filters with the player's choice applied."""
        return self._replace(**{message.what: message.value})

    def select(self, games: Sequence[Entry]) -> Sequence[Entry]:
        """Return the games that pass all filters."""
        # Without filters, the list isn't copied: it can hold thousands of games.
        return games if self == NO_FILTERS else [entry for entry in games if self._lets_pass(entry)]

    def _lets_pass(self, entry: Entry) -> bool:
        values = (entry.cards, entry.side, "alone" if entry.is_solo else "together")
        return all(wanted in {_ALL, value} for wanted, value in zip(self, values, strict=True))

    def view(self, words: Words, *which: str) -> Element:
        """Return the buttons for the named filters."""
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


#: Filters that let all games pass.
NO_FILTERS = Filters()
