"""Jobs: long computations, such as a bot's turn, in small steps between which the page answers the player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Protocol, TypeAlias

from app import messages as m
from cartographers.bots import STRENGTHS, hint, rng_seed
from cartographers.player_view import PlayerView, view_of
from cartographers.record import PlayedGame
from cartographers.state import State

#: Work in steps. A step may yield a message to the visit, or the progress in percent.
Work: TypeAlias = Iterator[m.Message | int | None]


class Job(Protocol):
    """A job that a screen needs while it is shown. Equal jobs are done only once."""

    def work(self) -> Work:
        """Do the job. It may need modules in the later part of the page."""


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A bot's choice of a ply, from the state as its player sees it.

    The other players don't draw on the same map for the same card, so the bot may think before it is its turn.
    """

    #: The bot's player number.
    player: int
    #: The bot's strength, a key of :data:`cartographers.bots.STRENGTHS`.
    bot: str
    #: The state as the bot's player sees it.
    view: PlayerView
    #: The seed of the bot's random numbers, so that it makes the same choice every time.
    rng_seed: str

    def work(self) -> Work:
        """Choose the ply and report it."""
        rng = Random(self.rng_seed)  # noqa: S311 - a repeatable choice, no secret
        ply = yield from STRENGTHS[self.bot](self.view, rng)
        yield m.BotPlyChosen(self.player, ply)


def bot_turn(state: State, player: int, bot: str, plies: int) -> BotTurn | None:
    """Return a bot's turn for the card in play, or None if it has drawn for that card.

    ``plies`` is the number of plies that the bot has drawn so far. The bot sees only the map that it draws on, because
    the others change while it thinks.
    """
    view = view_of(state, player)
    if view.task is None:
        return None
    only = view._replace(sheets=(view.sheets[view.task.sheet],) * view.players)
    return BotTurn(player, bot, only, rng_seed(state.deal.id, bot, player, plies))


def seed_at(played: PlayedGame, place: int, bot: str) -> str:
    """Return the seed of a bot's random numbers at a ply, as if it had also chosen the player's earlier plies.

    ``place`` is the number of plies before it. So hints, reviews, and the bot itself agree.
    """
    *earlier, drawer = [state.task.player for state in played.states[: place + 1] if state.task]
    return rng_seed(played.id, bot, drawer, earlier.count(drawer))


@dataclass(frozen=True, slots=True)
class HintJob:
    """Master's search for a good ply, as a hint for the player."""

    #: The state as the player sees it.
    view: PlayerView
    #: The seed of Master's random numbers.
    rng_seed: str

    def work(self) -> Work:
        """Choose the ply and find its gains."""
        rng = Random(self.rng_seed)  # noqa: S311 - a repeatable choice, no secret
        ply, gains = yield from hint.find_hint(self.view, rng)
        yield m.HintFound(ply, gains)
