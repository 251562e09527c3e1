"""Seats: all players draw a card at the same time. Say what each has to do, and put their plies in a record's order.

The plies of a *card* are everything that players choose because of it: what each of them draws and, after a gorgon,
what it destroys. The trolls' picks after a season's scoring count as one more card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cartographers.errors import IllegalMove
from cartographers.game import apply
from cartographers.rules import Reason, next_task, refusal
from cartographers.state import Ply, State, Task


def tasks(state: State) -> tuple[Task | None, ...]:
    """Return what each player has to do now for the card in play, no matter who else has drawn it already."""
    return tuple(next_task(state, player) for player in range(len(state.sheets)))


class Gathered(NamedTuple):
    """The plies that have arrived for a card, and where they lead.

    ``plies`` are in the order of a record. ``waits_for`` are the players who still have something to do for the card.
    ``state`` has everything on the maps that has arrived. Once the card is complete, it is the state after the card,
    and ``plies`` continue the record; before that, they do not belong there yet.
    """

    plies: tuple[Ply, ...]
    state: State
    waits_for: tuple[int, ...]

    @property
    def complete(self) -> bool:
        """Whether everyone has done what the card asks for."""
        return not self.waits_for


def gather(state: State, plies: Mapping[int, Sequence[Ply]]) -> Gathered:
    """Add the plies that have arrived for the card in play, in whatever order the players have drawn.

    ``plies`` are those that are not in the state yet. Each player's are in the order in which they were chosen: a
    gorgon, then what it destroys. Raises :class:`IllegalMove`, with the player and the reason.
    """
    strangers = plies.keys() - range(len(state.sheets))
    if strangers:
        raise IllegalMove("error.player", number=min(strangers))
    now = state
    in_order = [(player, ply) for player in sorted(plies) for ply in plies[player]]
    for player, ply in in_order:
        try:
            if card_of(now) != card_of(state):
                raise refusal(ply, Reason.DONE)
            now = apply(now, ply, player)
        except IllegalMove as error:
            raise IllegalMove("error.player.ply", number=player, why=error.sentence) from error
    missing = tasks(now) if card_of(now) == card_of(state) else ()
    return Gathered(
        plies=tuple(ply for _, ply in in_order),
        state=now,
        waits_for=tuple(player for player, task in enumerate(missing) if task),
    )


def card_of(state: State) -> tuple[int, int, int]:
    """Return what is different for each card of a game, and for the trolls' picks after a season."""
    return state.season, state.revealed, len(state.scores)
