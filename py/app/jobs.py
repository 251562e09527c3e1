"""What takes long, such as what a bot draws: work in small steps, between which the page answers the player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Protocol, TypeAlias

from app.messages import Advised, DrawFor, Message
from cartographers.bots import STRENGTHS, label
from cartographers.seen import Seen, seen
from cartographers.state import State

#: Work in steps. Each may bring a message to the visit, or tell how many percent of the work are done.
Work: TypeAlias = Iterator[Message | int | None]


class Job(Protocol):
    """Work that a screen wants to be done while it is shown. Two equal ones are the same, and done once."""

    def work(self) -> Work:
        """Do it. The modules that it needs may be in the later part of the page."""


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A bot chooses a ply from what its player may know; the label decides its chance, so that it does so again.

    Nobody else draws on the same map for the same card, so it may think before it is its turn: it makes no difference.
    """

    player: int
    bot: str
    seen: Seen
    label: str

    def work(self) -> Work:
        """Find the ply, and draw it."""
        rng = Random(self.label)  # noqa: S311 - a repeatable choice, no secret
        ply = yield from STRENGTHS[self.bot](self.seen, rng)
        yield DrawFor(self.player, ply)


def turn_of(state: State, player: int, bot: str, plies: int) -> BotTurn | None:
    """Return what a bot has to choose for the card in play, after so many plies of its own; none when it has drawn.

    Of the maps, it sees the one that it draws on: the others change while it thinks.
    """
    view = seen(state, player)
    if view.task is None:
        return None
    only = view._replace(sheets=(view.sheets[view.task.sheet],) * view.players)
    return BotTurn(player, bot, only, label(state.deal.id, bot, player, plies))


@dataclass(frozen=True, slots=True)
class Advising:
    """A master looks for a good ply, for somebody who asks for a hint."""

    seen: Seen
    label: str

    def work(self) -> Work:
        """Find the ply, and say what it gains."""
        from cartographers.bots.advice import advice  # noqa: PLC0415 - it is in the later part of the page

        rng = Random(self.label)  # noqa: S311 - a repeatable choice, no secret
        ply, gains = yield from advice(self.seen, rng)
        yield Advised(ply, gains)
