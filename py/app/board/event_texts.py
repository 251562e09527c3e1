"""Sentences about the events of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.board.board import Board
from app.board.names import player_name
from app.game.game import Game
from app.game.rival import Rival
from cartographers.events import Ambush, GameEnd
from cartographers.region import names
from cartographers.state import Ply
from words import Words, number, signed

if TYPE_CHECKING:
    from cartographers.bots.hint import Gain


def describe_landing(words: Words, event: Ambush) -> str:
    """Return a sentence that says where a solo ambush landed."""
    if not event.region:
        return words("ambush.nowhere")
    return words("ambush.landed", spaces=", ".join(names(event.region)))


def describe_fit(words: Words, board: Board) -> str:
    """Return a few words on whether the ghost fits, or why it doesn't."""
    if board.against:
        return words(f"reason.{board.against.reason.name}")
    if board.ply and board.ply.attack & board.sheet.monster:
        return words.plural("fits.strikes", (board.ply.attack & board.sheet.monster).bit_count())
    if board.task and board.task.is_pick:
        return words("fits.pick")
    return words("fits.ruins" if board.task and board.task.must_cover is not None else "fits")


def describe_spaces(words: Words, ply: Ply) -> str:
    """Return the names of the spaces that a ply fills, and of those that its hero attacks."""
    spaces = ", ".join(names(ply.region))
    if not ply.attack:
        return spaces
    return words("said.attack", spaces=spaces, attacked=", ".join(names(ply.attack)))


def describe_hint(words: Words, gains: Sequence[Gain] | None) -> str:
    """Return the gains of a hint's ply, or a sentence about the search for them."""
    if gains is None:
        return words("hint.thinks")
    parts = []
    for gain in gains:
        name = gain.source if len(gain.source) == 1 else words(f"hint.{gain.source}")
        later = round(gain.later / _TENTHS)
        if gain.now and later:
            parts.append(words("hint.both", what=name, now=signed(gain.now), later=signed(later)))
        elif gain.now:
            parts.append(words("hint.now", what=name, now=signed(gain.now)))
        elif later:
            parts.append(words("hint.later", what=name, later=signed(later)))
    return words("hint.gains", gains=", ".join(parts)) if parts else words("hint.room")


#: Number of tenths in a star.
_TENTHS = 10


def describe_margin(words: Words, stars: int, rival: Rival) -> str:
    """Return a sentence that names the winner against a rival and the margin in stars."""
    name, ahead = rival.name or words("beat.them"), stars - rival.stars
    if not ahead:
        return words("beat.drawn", name=name)
    return words.plural("beat.won" if ahead > 0 else "beat.lost", abs(ahead), name=name)


def describe_end(words: Words, game: Game, event: GameEnd) -> str:
    """Return sentences about the end of the game and its result."""
    return f"{words('end.over')} {describe_result(words, game, event)}"


def describe_result(words: Words, game: Game, event: GameEnd) -> str:
    """Return sentences about the result: stars, rating, and title of a solo game, or winners and all totals."""
    if not game.is_solo:
        totals = describe_totals(words, game, dict(enumerate(event.totals)), ranking(event))
        return f"{describe_winners(words, game, event)}. {totals}"
    title, total = words(f"title.{event.title}"), event.totals[0]
    said = words.plural("end.said", total, title=title, rating=number(event.rating or 0))
    return f"{said} {describe_margin(words, total, game.rival)}" if game.rival else said


def describe_totals(words: Words, game: Game, totals: dict[int, int], order: list[int]) -> str:
    """Return the totals of all players in the given order."""
    return ", ".join(f"{player_name(words, game, player)} {number(totals[player])}" for player in order) + "."


def ranking(event: GameEnd) -> list[int]:
    """Return the players of a finished game, best first."""
    players = range(len(event.totals))
    return sorted(players, key=lambda player: (-event.totals[player], -event.monsters[player], player))


def has_broken_tie(event: GameEnd) -> bool:
    """Return whether monsters decided between players with the same number of stars."""
    return event.totals.count(max(event.totals)) > len(event.winners)


def describe_winners(words: Words, game: Game, event: GameEnd) -> str:
    """Return a sentence that names the winners."""
    names = words.list(player_name(words, game, player) for player in event.winners)
    return words("standings.won" if len(event.winners) == 1 else "standings.shared", names=names)
