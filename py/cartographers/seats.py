"""Simultaneous play: find each player's task for a card, and sort the players' plies into the order of a record.

The plies of a *card* are all plies that follow from it: each player's drawing and, for a gorgon, the space to destroy.
The trolls' picks after a season's scoring count as another card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cartographers.errors import IllegalMove
from cartographers.game import apply
from cartographers.rules import Reason, next_task, refusal
from cartographers.state import Ply, State, Task


def tasks(state: State) -> tuple[Task | None, ...]:
    """Return each player's next task for the current card, regardless of the other players' progress."""
    return tuple(next_task(state, player) for player in range(len(state.sheets)))


class GatheredPlies(NamedTuple):
    """The plies that have arrived for a card, and the state after them."""

    #: The plies in the order of a record. They may be added to the record only when the card is complete.
    plies: tuple[Ply, ...]
    #: The state with all plies that have arrived. It moves past the card when the card is complete.
    state: State
    #: The players who still have tasks for the card.
    waits_for: tuple[int, ...]

    @property
    def complete(self) -> bool:
        """Whether all players have completed their tasks for the card."""
        return not self.waits_for


def gather(state: State, plies: Mapping[int, Sequence[Ply]]) -> GatheredPlies:
    """Apply the plies that have arrived for the current card. The players may have drawn in any order.

    ``plies`` has each player's plies that aren't in the state yet, in the order in which the player chose them: a
    gorgon, then the space that it destroys. Raises :class:`IllegalMove` with the player and the reason.
    """
    unknown_players = plies.keys() - range(len(state.sheets))
    if unknown_players:
        raise IllegalMove("error.player", number=min(unknown_players))
    now = state
    in_order = [(player, ply) for player in sorted(plies) for ply in plies[player]]
    for player, ply in in_order:
        try:
            if card_key(now) != card_key(state):
                raise refusal(ply, Reason.DONE)
            now = apply(now, ply, player)
        except IllegalMove as error:
            raise IllegalMove("error.player.ply", number=player, why=error.sentence) from error
    missing = tasks(now) if card_key(now) == card_key(state) else ()
    return GatheredPlies(
        plies=tuple(ply for _, ply in in_order),
        state=now,
        waits_for=tuple(player for player, task in enumerate(missing) if task),
    )


def card_key(state: State) -> tuple[int, int, int]:
    """Return a key of the current card in its game. The trolls' picks after a season have their own key."""
    return state.season, state.revealed, len(state.scores)
