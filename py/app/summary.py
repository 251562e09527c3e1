"""What a finished game came to, as one word beside its record: lists and statistics then need not play it again."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from app.board.game import Game
from cartographers.diagram import diagram, read_diagram
from cartographers.errors import InvalidRecord
from cartographers.region import SIZE
from cartographers.scoring import stars
from cartographers.seasons import EDICTS
from cartographers.sheet import Sheet

_NUMBER = r"-?[0-9]{1,4}"
_NUMBERS = rf"{_NUMBER}(?:,{_NUMBER})*"
_MAP = f"[A-Za-z.^#@]{{{SIZE * SIZE}}}"
_SUMMARY = re.compile(rf"({_NUMBERS});({_NUMBERS});({_NUMBER});({_NUMBER});({_MAP})")


@dataclass(frozen=True)  # without slots, so that it can remember its sheet
class Summary:
    """The stars of each player, and of one of them by source: edicts A to D, coins and monsters, which cost stars.

    That player is the one alone, or the winner, whose ``map`` it is: a sign for each space, a capital on filled ruins.
    """

    totals: tuple[int, ...]
    edicts: tuple[int, ...]
    coins: int
    monsters: int
    map: str

    def __str__(self) -> str:
        """Return the summary as a word, the inverse of :func:`read_summary`."""
        return ";".join([_listed(self.totals), _listed(self.edicts), f"{self.coins};{self.monsters}", self.map])

    @cached_property
    def sheet(self) -> Sheet:
        """The map at the end."""
        signs = [f"{sign.lower()}@" if sign.isupper() else sign for sign in self.map]
        return read_diagram([" ".join(signs[SIZE * row : SIZE * (row + 1)]) for row in range(SIZE)])


def _listed(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers))


def summary_of(game: Game) -> Summary:
    """Return the summary of a game that is over."""
    state = game.state
    players = range(game.id.players)
    totals = tuple(state.total(player, len(state.scores)) for player in players)
    best = state.events[-1].winners[0]  # type: ignore[union-attr] # a game that is over ends with its End
    signs = " ".join(diagram(state.sheets[best])).split()
    seasons = [season[best] for season in state.scores]
    return Summary(
        totals,
        tuple(sum(stars(season.edicts.get(letter, ())) for season in seasons) for letter in EDICTS),
        sum(season.coins for season in seasons),
        sum(season.monsters for season in seasons),
        "".join(sign[0].upper() if sign.endswith("@") and sign != "@" else sign for sign in signs),
    )


def read_summary(text: str) -> Summary:
    """Return the summary that a word describes.

    Raises :class:`InvalidRecord` when it describes none.
    """
    found = _SUMMARY.fullmatch(text)
    if not found:
        raise InvalidRecord("error.summary")
    totals, edicts = (tuple(map(int, found[part].split(","))) for part in (1, 2))
    return Summary(totals, edicts, int(found[3]), int(found[4]), found[5])
