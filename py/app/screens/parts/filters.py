"""Filters for lists of saved games: by cards, by map, and by solo or multiplayer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from app import messages as m
from app.drawing.controls import choice
from app.drawing.element import Element, h
from app.game.library import Entry
from cartographers.sides import CUSTOM, SIDES, is_custom
from words import Words

_ALL = "all"
#: The maximum number of games that a player can survey without filters.
_FEW = 6
#: The values of each filter.
VALUES = {
    "cards": (_ALL, "base", "heroes", "mixed"),
    "side": (_ALL, *SIDES, CUSTOM),
    "players": (_ALL, "alone", "together"),
}


class SetFilter(m.Message):
    """The player filters a list of games."""

    #: A key of :data:`VALUES`.
    name: str
    #: One of its values.
    value: str


class Filters(NamedTuple):
    """The chosen value of each filter. The defaults show all games."""

    cards: str = _ALL
    side: str = _ALL
    players: str = _ALL

    def with_value(self, name: str, value: str) -> Filters:
        """Return the filters with another value for one of them."""
        return self._replace(**{name: value})

    def select(self, games: Sequence[Entry]) -> Sequence[Entry]:
        """Return the games that pass all filters."""
        # Without filters, the list isn't copied: it can hold thousands of games.
        return games if self == NO_FILTERS else [entry for entry in games if self._lets_pass(entry)]

    def _lets_pass(self, entry: Entry) -> bool:
        return all(wanted in {_ALL, value} for wanted, value in zip(self, _values_of(entry), strict=True))

    def view(self, words: Words, games: Sequence[Entry], *which: str) -> Element | None:
        """Return the buttons for the named filters, or None if no filter would help to find a game.

        A filter offers only the values that the games have, and is left out if all of them have the same one.
        """
        if len(games) <= _FEW and self == NO_FILTERS:
            return None
        rows = []
        for place, what in enumerate(self._fields):
            now = self[place]
            found = {_values_of(entry)[place] for entry in games}
            if what in which and (len(found) > 1 or now != _ALL):
                values = tuple(value for value in VALUES[what] if value in {_ALL, now, *found})
                rows.append(_row(words, what, values, now))
        return h("div", rows, class_="part filters", key="filters") if rows else None


def _values_of(entry: Entry) -> tuple[str, str, str]:
    """Return the value that a game has for each filter."""
    side = CUSTOM if is_custom(entry.deal.side) else entry.deal.side
    return entry.deal.cards, side, "alone" if entry.is_solo else "together"


def _row(words: Words, what: str, values: tuple[str, ...], now: str) -> Element:
    """Return the name and the buttons of a filter."""
    name = words(f"filter.{what}")
    return h(
        "div",
        h("span", name, aria_hidden="true"),  # the group has this name too
        choice(words, f"filter.{what}", values, now, name, partial(SetFilter, what)),
        class_="filter",
        key=what,
    )


#: Filters that let all games pass.
NO_FILTERS = Filters()
