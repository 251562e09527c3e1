"""The results of a finished game, as notes after its record, so that lists and statistics need no replay.

Once the rules have changed, the game can't be replayed; these notes are all that remains of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from app.game.game import Game
from app.game.shelf import DEALT, SUMMARY, read_notes, write_save
from app.saved_names import FINISHED
from cartographers.deal import deal
from cartographers.diagram import FILL_MARKS, diagram, read_diagram
from cartographers.errors import InvalidRecord
from cartographers.game_id import MAX_PLAYERS, GameId
from cartographers.region import SIZE
from cartographers.scoring import stars
from cartographers.seasons import EDICTS
from cartographers.sheet import Sheet

_NOTES = (f"{SUMMARY}:", f"{DEALT}:")
#: Number of characters at the start of a saved text that include the game id.
_HEAD = 160
_NUMBER = r"-?[0-9]{1,4}"
_TOTALS = rf"{_NUMBER}(?:,{_NUMBER}){{0,{MAX_PLAYERS - 1}}}"
_EDICTS = rf"{_NUMBER}(?:,{_NUMBER}){{{len(EDICTS) - 1}}}"
#: The view parses the map only later, in a list of possibly thousands of games, so the pattern must reject anything
#: that isn't a map.
_MAP = f"[.^#@{FILL_MARKS}{FILL_MARKS.upper()}]{{{SIZE * SIZE}}}"
_SUMMARY = re.compile(rf"({_TOTALS});({_EDICTS});({_NUMBER});({_NUMBER});({_MAP})")
_CARDS = re.compile(rf"[a-z0-9-]{{1,40}}(?:,[a-z0-9-]{{1,40}}){{{len(EDICTS) - 1}}}")


@dataclass(frozen=True)  # no slots, because of the cached property
class Summary:
    """The stars of all players, and one player's stars by source.

    That player is the winner, or the only player.
    """

    #: The total of each player.
    totals: tuple[int, ...]
    #: The player's stars from edicts A to D.
    edicts: tuple[int, ...]
    #: The player's stars from coins.
    coins: int
    #: The player's stars lost to monsters.
    monsters: int
    #: The player's map, one character per space; a capital for a filled ruins space.
    map: str

    def __str__(self) -> str:
        """Return the summary as one word, the inverse of :func:`read_summary`."""
        return ";".join([_listed(self.totals), _listed(self.edicts), f"{self.coins};{self.monsters}", self.map])

    @cached_property
    def sheet(self) -> Sheet:
        """The final map."""
        spaces = [f"{space.lower()}@" if space.isupper() else space for space in self.map]
        return read_diagram([" ".join(spaces[SIZE * row : SIZE * (row + 1)]) for row in range(SIZE)])


class DealSummary(NamedTuple):
    """The deal of a finished game. Our version may not know its cards."""

    #: The ids of edicts A to D.
    edicts: tuple[str, ...]
    #: The rating of a solo game; None for other games.
    rating: int | None = None

    def __str__(self) -> str:
        """Return the deal as one word, the inverse of :func:`read_deal_summary`."""
        return f"{','.join(self.edicts)};{'' if self.rating is None else self.rating}"


def _listed(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers))


def summary_of(game: Game) -> Summary:
    """Return the summary of a finished game."""
    state = game.state
    players = range(game.id.players)
    totals = tuple(state.total(player, len(state.scores)) for player in players)
    best = state.events[-1].winners[0]  # type: ignore[union-attr] # a finished game's last event is a GameEnd
    spaces = " ".join(diagram(state.sheets[best])).split()
    seasons = [season[best] for season in state.scores]
    return Summary(
        totals,
        tuple(sum(stars(season.edicts.get(letter, ())) for season in seasons) for letter in EDICTS),
        sum(season.coins for season in seasons),
        sum(season.monsters for season in seasons),
        "".join(space[0].upper() if space.endswith("@") and space != "@" else space for space in spaces),
    )


def read_summary(text: str) -> Summary:
    """Return the summary that a word describes.

    Raises :class:`InvalidRecord` for any other word.
    """
    found = _SUMMARY.fullmatch(text)
    if not found:
        raise InvalidRecord("error.summary")
    totals, edicts = (tuple(map(int, found[part].split(","))) for part in (1, 2))
    return Summary(totals, edicts, int(found[3]), int(found[4]), found[5])


def deal_summary(game_id: GameId, summary: Summary) -> DealSummary:
    """Return the edicts and the rating of a finished game."""
    edicts = deal(game_id).edicts
    rating = summary.totals[0] - sum(card.solo for card in edicts) if game_id.players == 1 else None
    return DealSummary(tuple(card.id for card in edicts), rating)


def read_deal_summary(text: str) -> DealSummary:
    """Return the deal that a word describes.

    Raises :class:`InvalidRecord` for any other word.
    """
    edicts, _, rating = text.partition(";")
    if not _CARDS.fullmatch(edicts) or (rating and not re.fullmatch(_NUMBER, rating)):
        raise InvalidRecord("error.dealt")
    return DealSummary(tuple(edicts.split(",")), int(rating) if rating else None)


def with_summary_notes(game: Game) -> Game:
    """Return a finished game with the notes on its results."""
    summary = summary_of(game)
    notes = (note for note in game.notes if not note.startswith(_NOTES))
    return replace(game, notes=(*notes, f"{SUMMARY}:{summary}", f"{DEALT}:{deal_summary(game.id, summary)}"))


def write_finished(game: Game) -> str:
    """Return the text of a finished game for the history."""
    return write_save(with_summary_notes(game), 0)


def finished_text(game: Game, names: Iterable[str], time: int) -> dict[str, str]:
    """Return the text of a finished game by its name in the history; empty if one of the given names is the game's.

    ``time`` is the end of the game in milliseconds since 1970.
    """
    if any(name.startswith(FINISHED) and name.endswith(f".{game.key}") for name in names):
        return {}
    return {f"{FINISHED}{time}.{game.key}": write_finished(game)}


def results_of(game_id: GameId, texts: Iterable[str]) -> Iterator[tuple[int | None, str]]:
    """Yield the highest total of each finished game with an id, or None for practice, and the game's saved text."""
    for text in texts:
        if f" {game_id}." not in text[:_HEAD]:
            continue
        try:
            notes = read_notes(text)
            stars = max(read_summary(notes.other(SUMMARY)).totals)
        except InvalidRecord:
            continue
        yield None if notes.practice else stars, text
