"""The table: the game that follows from the statements of a room. The same statements give the same table everywhere.

The host begins the game, once. A card is complete when every seat that has something to draw has drawn it; the next
card follows only then. Plies count if the device that has the seat says so and the rules allow them; illegal plies are
ignored. If a seat has changed hands and two devices have drawn for it for the same card, the later handover counts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from cartographers.errors import IllegalMove
from cartographers.game import new_game
from cartographers.record import write_record
from cartographers.seats import gather
from cartographers.state import Ply, State
from rooms.log import Log
from rooms.statement import Beginning, Handover

#: Maximum number of times that a device may reassign a seat for one card. The seat's first device has no limit.
_MAX_CHANGES = 3

Plies: TypeAlias = tuple[Ply, ...]
#: For each seat, the plies that devices state for one card, the latest handover's first.
StatedPlies: TypeAlias = tuple[tuple[Plies, ...], ...]


@dataclass(frozen=True, slots=True)
class Round:
    """One card of the game."""

    #: The state before the card.
    before: State
    #: The plies that devices state for each seat.
    stated: StatedPlies
    #: The plies of each seat that count.
    plies: tuple[Plies, ...]
    #: The state after these plies.
    after: State
    #: The seats that still have to draw.
    waits_for: tuple[int, ...]


@dataclass(frozen=True)  # without slots, because a cached property needs a __dict__
class Table:
    """A game, derived from the statements of a room."""

    beginning: Beginning
    #: The handovers of each seat (who draws for it, each from a given card on), from the first to the latest.
    handovers: tuple[tuple[Handover, ...], ...]
    #: The cards so far. The last one is the current card, or the last card of a game that is over.
    rounds: tuple[Round, ...]

    @property
    def state(self) -> State:
        """The state after all plies that count."""
        return self.rounds[-1].after

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The seats that still have to draw for the current card."""
        return self.rounds[-1].waits_for

    @property
    def card(self) -> int:
        """The number of the current card."""
        return len(self.rounds) - 1

    @property
    def complete_cards(self) -> int:
        """The number of complete cards."""
        return len(self.rounds) - bool(self.waits_for)

    @cached_property
    def record(self) -> str:
        """The record of the complete cards."""
        return self.record_until(self.complete_cards)

    def record_until(self, card: int) -> str:
        """Return the record of the cards before the card with this number."""
        plies = [ply for turn in self.rounds[:card] for seat in turn.plies for ply in seat]
        return write_record(self.beginning.game, plies)

    def current_handover(self, seat: int) -> Handover:
        """Return the handover that holds the given seat for the current card."""
        return self.handovers[seat][-1]


def beginning_of(log: Log, opener: str) -> Beginning | None:
    """Return the beginning of the game from the host's statement; None before it begins."""
    return log[opener].statement.beginning if opener in log else None


def table_of(log: Log, opener: str, known: Table | None = None) -> Table | None:
    """Return the table that follows from the statements of a room; None before the game begins.

    A ``known`` table saves computing the same cards again. A game that has begun never begins as another game.
    """
    begin = known.beginning if known else beginning_of(log, opener)
    if not begin:
        return None
    handovers = _Handovers(log, begin)
    drawn = {
        (device, seat, card): plies
        for device, signed in log.items()
        for seat, card, plies in signed.statement.plies
        if seat < begin.game.players
    }
    old = known.rounds if known else ()
    turns: list[Round] = []
    state = old[0].before if old else new_game(begin.game)
    while True:
        card = len(turns)
        said = tuple(tuple(_stated(seat, card, drawn)) for seat in handovers.until(card))
        turn = old[card] if card < len(old) and (old[card].before, old[card].stated) == (state, said) else None
        turns.append(turn or _round(state, said))
        if turns[-1].waits_for or turns[-1].after.is_over:
            return Table(begin, tuple(map(tuple, handovers.found)), tuple(turns))
        state = turns[-1].after


class _Handovers:
    """The handovers that each seat goes through; ``found`` lists each seat's, from the first to the latest.

    Only a device that has had a seat can give it away, and each handover follows the one before, so no outsider can get
    in. If two devices give the same seat away at the same time, the smaller text counts. A handover reaches back no
    further than the handover before it, and has no effect before its card, so no device can take seats in advance.

    The number of times that a device can hand over a seat for one card is limited, so it can't use up the handovers
    that the seat may go through. Several of its handovers in a row count once. The seat's first device has no limit.
    """

    def __init__(self, log: Log, begin: Beginning) -> None:
        """Begin with the first handover of each seat."""
        self.found = [[Handover(seat, 0, 0, device, chair.kind)] for seat, (device, chair) in enumerate(begin.players)]
        self._given: dict[tuple[int, int], list[tuple[Handover, str]]] = defaultdict(list)
        for device, signed in log.items():
            for handover in signed.statement.handovers:
                self._given[handover.seat, handover.epoch].append((handover, device))
        self._devices = {seats[0].device for seats in self.found}
        self._givers = [""] * len(self.found)
        self._times: Counter[tuple[int, int, str]] = Counter()

    def until(self, card: int) -> list[list[Handover]]:
        """Return each seat's handovers as of the given card. Callers must ask for the cards in order."""
        while following := [next_one for handovers in self.found for next_one in self._following(handovers, card)]:
            for handover, device in following:
                self._times[handover.seat, handover.card, device] += device != self._givers[handover.seat]
                self._givers[handover.seat] = device
                self.found[handover.seat].append(handover)
                self._devices.add(handover.device)
        return self.found

    def _following(self, handovers: list[Handover], card: int) -> list[tuple[Handover, str]]:
        """Return a seat's next handover and its giver, if the seat changes hands by the given card."""
        last = handovers[-1]
        given = self._given.get((last.seat, len(handovers)))
        if not given:
            return []
        later = [
            (handover._replace(card=max(handover.card, last.card)), device)
            for handover, device in given
            if handover.card <= card
        ]
        return sorted((handover, device) for handover, device in later if self._may(device, handover))[:1]

    def _may(self, device: str, handover: Handover) -> bool:
        """Return whether a device may hand a seat over again."""
        always = device in {self.found[handover.seat][0].device, self._givers[handover.seat]}
        return device in self._devices and (always or self._times[handover.seat, handover.card, device] < _MAX_CHANGES)


def _stated(handovers: Sequence[Handover], card: int, drawn: Mapping[tuple[str, int, int], Plies]) -> Iterator[Plies]:
    """Yield the plies for a card by each device that has had the seat, the latest handover's first."""
    devices = dict.fromkeys(handover.device for handover in reversed(handovers) if handover.card <= card)
    return (drawn[place] for device in devices if (place := (device, handovers[0].seat, card)) in drawn)


def _round(state: State, said: StatedPlies) -> Round:
    """Return a card with the first legal plies of each seat."""
    counts: dict[int, Plies] = {}
    for seat, stated in enumerate(said):
        allowed = next((plies for plies in stated if _is_legal(state, seat, plies)), None)
        if allowed:
            counts[seat] = allowed
    gathered = gather(state, counts)
    drawn = tuple(counts.get(seat, ()) for seat in range(len(said)))
    return Round(state, said, drawn, gathered.state, gathered.waits_for)


def _is_legal(state: State, seat: int, plies: Plies) -> bool:
    """Return whether a seat's plies are legal; other seats' plies for the same card make no difference."""
    try:
        gather(state, {seat: plies})
    except IllegalMove:
        return False
    return True
