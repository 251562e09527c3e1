"""Several players draw one card at the same time: what each has to do, and their plies in the order of a record.

A *card* stands here for all that its reveal makes the players choose: what each draws, and what a gorgon that was drawn
then destroys. The picks for trolls after a season's scoring are like one more card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cartographers.errors import IllegalMove
from cartographers.game import apply
from cartographers.rules import Reason, next_task, refusal
from cartographers.state import Ply, State, Task


def tasks(state: State) -> tuple[Task | None, ...]:
    """Return what each player has to do now for the card in play, whoever else has yet to draw."""
    return tuple(next_task(state, player) for player in range(len(state.sheets)))


class Gathered(NamedTuple):
    """The plies that have arrived for a card, and what they lead to.

    ``plies`` are in the order of a record. ``waits_for`` are the players who still have something to do for the card,
    and ``state`` has what the others have drawn. As soon as nobody is waited for, ``state`` is the one that follows
    the card, and ``plies`` go on with the record.
    """

    plies: tuple[Ply, ...]
    state: State
    waits_for: tuple[int, ...]

    @property
    def complete(self) -> bool:
        """Whether everyone has drawn the card."""
        return not self.waits_for


def gather(state: State, plies: Mapping[int, Sequence[Ply]]) -> Gathered:
    """Return what the players' plies for the card in play lead to, in whatever order the players have drawn.

    ``plies`` are those that are not in the state yet: each player's in the order drawn, so that the space which a
    gorgon destroys comes second. Raises :class:`IllegalMove`, naming the player and the reason.
    """
    strangers = plies.keys() - range(len(state.sheets))
    if strangers:
        msg = f"there is no player {min(strangers)}"
        raise IllegalMove(msg)
    now = state
    in_order = [(player, ply) for player in sorted(plies) for ply in plies[player]]
    for player, ply in in_order:
        try:
            if _card(now) != _card(state):
                raise refusal(ply, Reason.DONE)
            now = apply(now, ply, player)
        except IllegalMove as error:
            msg = f"player {player}: {error}"
            raise IllegalMove(msg) from error
    missing = tasks(now) if _card(now) == _card(state) else ()
    return Gathered(
        plies=tuple(ply for _, ply in in_order),
        state=now,
        waits_for=tuple(player for player, task in enumerate(missing) if task),
    )


def _card(state: State) -> tuple[int, int, int]:
    """Return what tells the card in play from all others of the game, and from the picks for trolls after it."""
    return state.season, state.revealed, len(state.scores)
