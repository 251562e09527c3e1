"""Puzzles: positions of solo games in which one idea is clearly better than all others.

Placements of the same terrain are the same *idea* if they share more than half of their spaces. In a puzzle, each legal
ply either has the idea of the best one and loses at most half a star, so that it is right, or loses at least two stars.

``tools/puzzles.py`` makes the puzzles. A puzzle is one line, such as ``17 1534 lines b1Qx 212,213
14=12.0.0.0.5.-3,90=0.0.31.0.0.0 29 7,40``: the number of its game, its rating, its theme, its packed record, the right
plies, the best ones of the others with the best ply's gains over each, the least loss of all plies that aren't named,
and Legend's next plies. A ply is its number among the legal plies, and all gains are tenths of a star.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from cartographers.cards import ExploreCard
from cartographers.game import apply
from cartographers.packed import unpack
from cartographers.player_view import view_of
from cartographers.polyomino import placements
from cartographers.record import PlayedGame
from cartographers.rules import nth_ply, ply_bundles, preview
from cartographers.seasons import EDICTS
from cartographers.state import Ply, State

#: The sources of stars, in the order of a puzzle's gains.
SOURCES = (*EDICTS, "coins", "monsters")
#: The themes. The first ones are kinds of edicts; ``room`` is for a card that fits only if its place stays open.
THEMES = ("clusters", "lines", "neighbors", "gaps", "coins", "monsters", "room")
#: The theme of each edict.
THEME_OF_CARD = {
    card: theme
    for theme, cards in {
        "clusters": "stoneside-forest deepwood heart-of-the-forest wildholds great-city greengold-plains shieldgate "
        "gnomish-colony traylo-monastery craylund shoreside-expanse lost-barony",
        "lines": "borderlands broken-road dwarvenholds silos banded-hills greenbough faunlost-thicket sleepy-valley "
        "jorekburg caravansary",
        "neighbors": "sentinel-wood treetower canal-lake mages-valley golden-granary ulems-wallow clawsgrave-peaks",
        "gaps": "cauldrons starlit-sigil outer-enclave",
    }.items()
    for card in cards.split()
}
#: A right ply loses at most the first number of tenths of a star, and every other ply at least the second one.
MOST_LOST, LEAST_LOST = 5, 20
#: The levels, from the easiest to the hardest, and the number of puzzles in each.
LEVELS, IN_LEVEL = (1, 2, 3, 4), 100

_GAINS = r"-?[0-9]+(?:\.-?[0-9]+){5}"
_LINE = re.compile(
    rf"([0-9]+) ([0-9]+) ({'|'.join(THEMES)}) ([0-9A-Za-z]+) ([0-9]+(?:,[0-9]+)*) "
    rf"([0-9]+={_GAINS}(?:,[0-9]+={_GAINS})*) ([0-9]+)(?: ([0-9]+(?:,[0-9]+)*))?"
)


class Puzzle(NamedTuple):
    """A puzzle. Plies are given as their numbers among the legal plies, and gains in tenths of a star."""

    #: The number of its game.
    id: str
    #: The Glicko-2 rating, which follows from the bots' tries.
    rating: int
    #: The theme: the kind of the best ply's main reason.
    theme: str
    #: The packed record of the game up to the position. Its id names the edicts, so new scoring cards change nothing.
    record: str
    #: The right plies, the best first.
    right: tuple[int, ...]
    #: The best of all other plies, each with the best ply's gains over it by source. The smallest loss comes first.
    wrong: tuple[tuple[int, tuple[int, ...]], ...]
    #: The least loss of all plies that aren't named.
    rest: int
    #: Legend's plies for the next cards of the deal, each as its number in its own state.
    line: tuple[int, ...] = ()

    def __str__(self) -> str:
        """Return the puzzle as a line."""
        right, line = (",".join(map(str, plies)) for plies in (self.right, self.line))
        wrong = ",".join(f"{ply}={'.'.join(map(str, gains))}" for ply, gains in self.wrong)
        return f"{self.id} {self.rating} {self.theme} {self.record} {right} {wrong} {self.rest} {line}".rstrip()

    @property
    def lead(self) -> int:
        """The best ply's lead over the best ply that isn't right, in tenths of a star."""
        return sum(self.wrong[0][1])


class Answer(NamedTuple):
    """A ply that isn't right, with the best ply's gains over it by source, in tenths of a star."""

    ply: Ply
    gains: tuple[int, ...]

    @property
    def loss(self) -> int:
        """The stars that the ply loses by the end of the game, in tenths."""
        return sum(self.gains)


class Position(NamedTuple):
    """The position of a puzzle."""

    played: PlayedGame
    #: The right plies, the best first.
    right: tuple[Ply, ...]
    #: The best of all other plies, the smallest loss first.
    wrong: tuple[Answer, ...]
    #: Legend's plies for the next cards of the deal after the best ply, each with the state before it.
    line: tuple[tuple[State, Ply], ...]

    @property
    def state(self) -> State:
        """The state in which the player answers."""
        return self.played.states[-1]

    @property
    def best(self) -> Ply:
        """The best ply."""
        return self.right[0]

    def answer(self, ply: Ply) -> Answer | None:
        """Return a ply that isn't right with its gains; None if the puzzle doesn't name them."""
        return next((answer for answer in self.wrong if answer.ply == ply), None)


def parse_puzzle(line: str) -> Puzzle:
    """Return the puzzle in a line. Raises :class:`ValueError` if the line has another form."""
    found = _LINE.fullmatch(line)
    if not found:
        raise ValueError(line)
    name, rating, theme, record, right, wrong, rest, line = found.groups()
    pairs = (pair.split("=") for pair in wrong.split(","))
    gains = tuple((int(ply), tuple(map(int, text.split(".")))) for ply, text in pairs)
    plies = [tuple(map(int, numbers.split(","))) if numbers else () for numbers in (right, line)]
    return Puzzle(name, int(rating), theme, record, plies[0], gains, int(rest), plies[1])


@lru_cache(maxsize=2)
def position_of(puzzle: Puzzle) -> Position:
    """Return the position of a puzzle.

    Raises :class:`InvalidRecord` for a damaged record, and :class:`IndexError` for a number without a ply.
    """
    played = unpack(puzzle.record, any_rules=True)
    bundles = tuple(ply_bundles(played.states[-1]))
    right = tuple(nth_ply(bundles, number) for number in puzzle.right)
    state, line = apply(played.states[-1], right[0]), list[tuple[State, Ply]]()
    for number in puzzle.line:
        ply = nth_ply(ply_bundles(state), number)
        line.append((state, ply))
        state = apply(state, ply)
    wrong = tuple(Answer(nth_ply(bundles, number), gains) for number, gains in puzzle.wrong)
    return Position(played, right, wrong, tuple(line))


def is_same_idea(one: Ply, other: Ply) -> bool:
    """Return whether two plies draw the same terrain and share more than half of the spaces of each."""
    shared = (one.region & other.region).bit_count()
    return one.terrain is other.terrain and 2 * shared > max(one.region.bit_count(), other.region.bit_count())


def closed_cards(state: State, ply: Ply, other: Ply) -> list[str]:
    """Return the ids of the cards in the season's deck of which no shape fits after a ply, but one after another."""
    found = [card for card in view_of(state, 0).undealt if isinstance(card, ExploreCard)]
    return [card.id for card in found if not _fits(card, state, ply) and _fits(card, state, other)]


def _fits(card: ExploreCard, state: State, ply: Ply) -> bool:
    """Return whether a shape of a card fits on the map after a ply."""
    empty = preview(state, ply).empty
    return any(any(placements(option.shape, empty)) for option in card.options)
