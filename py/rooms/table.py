"""The table: what follows from the statements of a room. The same statements make the same table on every device.

Whoever opened the room begins the game, once. From then on, each card is complete when every seat has drawn that has
something to draw; only then comes what follows. What was drawn counts for a seat if the device that has the seat says
so, and the rules allow it; what they forbid is as if nobody had said it. If a seat has changed hands, and two devices
have drawn the same card for it, the later hand counts.
"""

from __future__ import annotations

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
from rooms.statement import Begin, Hand

#: How often in a row a device may say for a card who draws for a seat.
_AGAIN = 3

Plies: TypeAlias = tuple[Ply, ...]
#: What was said to be drawn for each seat because of a card, the latest hand's first.
Said: TypeAlias = tuple[tuple[Plies, ...], ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """A card: the state before it, what was said, and what counts of that; ``after`` has what counts on the maps."""

    before: State
    said: Said
    plies: tuple[Plies, ...]
    after: State
    waits_for: tuple[int, ...]


@dataclass(frozen=True)  # without slots, so that it can remember its record
class Table:
    """A game as the statements of a room tell it.

    ``hands`` are those of each seat, the first one first. ``turns`` are the cards so far; the last is the card in play,
    or the last of a game that is over.
    """

    begin: Begin
    hands: tuple[tuple[Hand, ...], ...]
    turns: tuple[Turn, ...]

    @property
    def state(self) -> State:
        """The state with everything on the maps that counts."""
        return self.turns[-1].after

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The seats that still have something to draw for the card in play."""
        return self.turns[-1].waits_for

    @property
    def card(self) -> int:
        """The number of the card in play."""
        return len(self.turns) - 1

    @cached_property
    def record(self) -> str:
        """The record of the cards that are complete: a record like any other."""
        return self.record_until(len(self.turns) - bool(self.waits_for))

    def record_until(self, card: int) -> str:
        """Return the record of the cards before one."""
        plies = [ply for turn in self.turns[:card] for seat in turn.plies for ply in seat]
        return write_record(self.begin.game, plies)

    def hand(self, seat: int) -> Hand:
        """Return who draws the card in play for a seat."""
        return next(hand for hand in reversed(self.hands[seat]) if hand.card <= self.card)


def begun(log: Log, opener: str) -> Begin | None:
    """Return how the game began, if it has: whoever opened the room says so."""
    return log[opener].statement.begin if opener in log else None


def table_of(log: Log, opener: str, known: Table | None = None) -> Table | None:
    """Return what the statements of a room tell of its game; ``None`` before it begins.

    A table that was ``known`` before spares what is the same; a game that has begun does not begin as another one.
    """
    begin = known.begin if known else begun(log, opener)
    if not begin:
        return None
    hands = hands_of(log, begin)
    drawn = {
        (device, seat, card): plies
        for device, signed in log.items()
        for seat, card, plies in signed.statement.drawn
        if seat < begin.game.players
    }
    old = known.turns if known else ()
    turns: list[Turn] = []
    state = old[0].before if old else new_game(begin.game)
    while True:
        card = len(turns)
        said = tuple(tuple(_said(seat, card, drawn)) for seat in hands)
        turn = old[card] if card < len(old) and (old[card].before, old[card].said) == (state, said) else None
        turns.append(turn or _turn(state, said))
        if turns[-1].waits_for or turns[-1].after.over:
            return Table(begin, hands, tuple(turns))
        state = turns[-1].after


def hands_of(log: Log, begin: Begin) -> tuple[tuple[Hand, ...], ...]:
    """Return through whose hands each seat has gone.

    Only a device that has had a seat can give one away, and each hand follows the one before: nobody else can come in.
    Of two that give the same seat away at once, the smaller text counts. A hand reaches back no further than the one
    before it, and for one card a device can say only a few in a row.
    """
    found = [[Hand(seat, 0, 0, device, chair.kind)] for seat, (device, chair) in enumerate(begin.sitting)]
    givers = [("", 0)] * len(found)
    devices = {seats[0].device for seats in found}
    while True:
        given: dict[int, tuple[Hand, str]] = {}
        for device in sorted(devices & log.keys()):
            for hand in log[device].statement.hands:
                if hand.seat < len(found) and hand.epoch == len(found[hand.seat]):
                    last = found[hand.seat][-1]
                    giver, times = givers[hand.seat]
                    if device != giver or hand.card > last.card or times < _AGAIN:
                        later = hand._replace(card=max(hand.card, last.card))
                        given[hand.seat] = min((later, device), given.get(hand.seat, (later, device)))
        if not given:
            return tuple(map(tuple, found))
        for seat, (hand, device) in given.items():
            giver, times = givers[seat]
            again = device == giver and hand.card == found[seat][-1].card
            givers[seat] = device, times + 1 if again else 1
            found[seat].append(hand)
            devices.add(hand.device)


def _said(hands: Sequence[Hand], card: int, drawn: Mapping[tuple[str, int, int], Plies]) -> Iterator[Plies]:
    """Yield what the devices that have had a seat have drawn for a card, the latest hand's first."""
    devices = dict.fromkeys(hand.device for hand in reversed(hands) if hand.card <= card)
    return (drawn[place] for device in devices if (place := (device, hands[0].seat, card)) in drawn)


def _turn(state: State, said: Said) -> Turn:
    """Return a card after what was said: of each seat, the first that the rules allow."""
    counts: dict[int, Plies] = {}
    for seat, sayings in enumerate(said):
        allowed = next((plies for plies in sayings if _is_legal(state, seat, plies)), None)
        if allowed:
            counts[seat] = allowed
    gathered = gather(state, counts)
    drawn = tuple(counts.get(seat, ()) for seat in range(len(said)))
    return Turn(state, said, drawn, gathered.state, gathered.waits_for)


def _is_legal(state: State, seat: int, plies: Plies) -> bool:
    """Say whether the rules allow what was drawn for a seat; what others draw for the same card makes no difference."""
    try:
        gather(state, {seat: plies})
    except IllegalMove:
        return False
    return True
