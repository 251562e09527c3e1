"""Puzzles: positions of solo games in which one idea is clearly better than all others.

Placements of the same terrain are the same *idea* if they share more than half of their spaces. In a puzzle, the best
placement and every compared placement of another idea were played out on the same decks by Legend's search. The best
one earned at least two stars more on average, which is at least three standard errors of that difference.

The level of a puzzle follows from the loss of Journeyman's ply. ``tools/puzzles.py`` makes the puzzles. A puzzle is one
line, such as ``3.17 b1Qx 212 14 102 45=0,47=35,102=212``: its id, its packed record, the smallest lead with the largest
standard error of a lead, the number of Journeyman's ply, and each compared ply with its loss. A ply is its number among
the legal plies.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice
from random import Random
from typing import NamedTuple

from cartographers.bots.candidates import Candidate, effect_key
from cartographers.bots.one_ply import Ranking, rank_candidates
from cartographers.bots.rollouts import LEGEND, Rollouts
from cartographers.bots.thinking import Steps
from cartographers.bots.value import HUNDREDTH
from cartographers.packed import unpack
from cartographers.player_view import PlayerView
from cartographers.record import PlayedGame
from cartographers.rules import nth_ply, ply_bundles
from cartographers.state import Ply, State

#: Legend's search, without its special case for the end of the game: all comparisons use shuffled decks.
COMPARING = LEGEND._replace(max_orders=0)
#: The lead of the best placement over every placement of another idea: hundredths of a star, and standard errors.
LEAST_LEAD, LEAST_ERRORS = 200, 3
#: The levels, from the easiest to the hardest. Journeyman's ply has the best idea at levels 1 and 2.
LEVELS = (1, 2, 3, 4)
#: The smallest lead at level 1, and the smallest loss of Journeyman's ply at level 4, in hundredths of a star.
CLEAR_LEAD, GREAT_LOSS = 300, 350
#: The number of decks on which the page compares an answer that isn't in the puzzle.
JUDGING_DECKS = 100

_LINE = re.compile(r"([0-9]+\.[0-9]+) ([0-9A-Za-z]+) ([0-9]+) ([0-9]+) ([0-9]+) ((?:[0-9]+=[0-9]+,)*[0-9]+=[0-9]+)")


class Puzzle(NamedTuple):
    """A puzzle. Plies are given as their numbers among the legal plies, and losses in hundredths of a star."""

    #: The number of its game and the number of plies before the position, joined by a dot.
    id: str
    #: The packed record of the game up to the position. Its id names the edicts, so new scoring cards change nothing.
    record: str
    #: The smallest lead of the best ply over a placement of another idea, in hundredths of a star.
    lead: int
    #: The largest standard error of the lead over a placement of another idea, in hundredths of a star.
    error: int
    #: The ply that Journeyman would choose.
    journeyman: int
    #: Each compared ply with its loss, in ascending order.
    losses: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        """Return the puzzle as a line."""
        losses = ",".join(f"{number}={loss}" for number, loss in self.losses)
        return f"{self.id} {self.record} {self.lead} {self.error} {self.journeyman} {losses}"

    @property
    def game(self) -> int:
        """The number of the game."""
        return int(self.id.partition(".")[0])

    @property
    def plies(self) -> int:
        """The number of plies before the position."""
        return int(self.id.partition(".")[2])

    @property
    def level(self) -> int:
        """The level, from 1 to 4."""
        loss = dict(self.losses)[self.journeyman]
        if loss < LEAST_LEAD:  # every other idea loses more
            return 1 if self.lead >= CLEAR_LEAD else 2
        return 3 if loss < GREAT_LOSS else 4


class Answer(NamedTuple):
    """A compared ply, with its loss in hundredths of a star."""

    ply: Ply
    loss: int


class Position(NamedTuple):
    """The position of a puzzle, with the compared plies."""

    played: PlayedGame
    #: The answers, the best first.
    answers: tuple[Answer, ...]

    @property
    def state(self) -> State:
        """The state in which the player answers."""
        return self.played.states[-1]

    @property
    def best(self) -> Ply:
        """The best ply."""
        return self.answers[0].ply

    @property
    def runner_up(self) -> Answer:
        """The best answer with another idea."""
        return next(answer for answer in self.answers if not is_same_idea(answer.ply, self.best))

    def loss(self, ply: Ply) -> int | None:
        """Return the loss of a ply in hundredths of a star; None if it isn't among the answers."""
        return next((answer.loss for answer in self.answers if answer.ply == ply), None)


def parse_puzzle(line: str) -> Puzzle:
    """Return the puzzle in a line. Raises :class:`ValueError` if the line has another form."""
    found = _LINE.fullmatch(line)
    if not found:
        raise ValueError(line)
    name, record, lead, error, journeyman, losses = found.groups()
    pairs = (pair.split("=") for pair in losses.split(","))
    losses_by_number = tuple((int(number), int(loss)) for number, loss in pairs)
    return Puzzle(name, record, int(lead), int(error), int(journeyman), losses_by_number)


@lru_cache(maxsize=2)
def position_of(puzzle: Puzzle) -> Position:
    """Return the position of a puzzle.

    Raises :class:`InvalidRecord` for a damaged record, and :class:`IndexError` for a number without a ply.
    """
    played = unpack(puzzle.record, any_rules=True)
    bundles = tuple(ply_bundles(played.states[-1]))
    answers = [Answer(nth_ply(bundles, number), loss) for number, loss in puzzle.losses]
    return Position(played, tuple(sorted(answers, key=lambda answer: answer.loss)))


def is_same_idea(one: Ply, other: Ply) -> bool:
    """Return whether two plies draw the same terrain and share more than half of the spaces of each."""
    shared = (one.region & other.region).bit_count()
    return one.terrain is other.terrain and 2 * shared > max(one.region.bit_count(), other.region.bit_count())


class Comparison:
    """A comparison of candidates on the same decks."""

    def __init__(self, view: PlayerView, ranking: Ranking, rng: Random) -> None:
        """Prepare to play out candidates of a one-ply search of the view."""
        self._playing = Rollouts(view, ranking, COMPARING, rng)
        #: A hundredth of a star in the unit of the values.
        self.unit = HUNDREDTH * self._playing.weight

    def values(self, field: Sequence[Candidate], decks: int) -> Steps[list[tuple[int, ...]]]:
        """Return the values of all candidates on each deck: one row for each deck."""
        rows = []
        for number, (_, deck) in enumerate(islice(self._playing.futures(), decks), start=1):
            row = []
            for candidate in field:
                row.append((yield from self._playing.play(candidate, deck)))
                yield 100 * (number - 1) // decks
            yield from self._playing.learn(number)
            rows.append(tuple(row))
        return rows

    def free_memory(self) -> Steps[None]:
        """Free the memory in small steps."""
        yield from self._playing.free_memory()


def measure_loss(view: PlayerView, best: Ply, ply: Ply, rng: Random) -> Steps[int]:
    """Return the loss of a legal ply compared with the best one, in hundredths of a star; negative for a gain."""
    ranking = yield from rank_candidates(view)
    field = candidates_of(view, ranking, (best, ply))
    comparison = Comparison(view, ranking, rng)
    rows = yield from comparison.values(field, JUDGING_DECKS)
    yield from comparison.free_memory()
    return round(sum(row[0] - row[1] for row in rows) / (len(rows) * comparison.unit))


def candidates_of(view: PlayerView, ranking: Ranking, plies: Iterable[Ply]) -> list[Candidate]:
    """Return the candidates of legal plies in a ranking."""
    known = {effect_key(view, candidate.ply): candidate for _, _, candidate in ranking.entries}
    return [known[effect_key(view, ply)] for ply in plies]
