"""The table: what follows from the statements of a room. The same statements make the same table on every device.

Whoever opened the room begins the game, once. From then on, each card is complete when every seat has drawn that has
something to draw; only then comes what follows. What was drawn counts for a seat if the device that has the seat says
so, and the rules allow it; what they forbid is as if nobody had said it. If a seat has changed hands, and two devices
have drawn the same card for it, the later hand counts.
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
from rooms.statement import Beginning, Hand

#: How often a device may come in for a card to say who draws for a seat; whoever had the seat first always may.
_AGAIN = 3

Plies: TypeAlias = tuple[Ply, ...]
#: What was said to be drawn for each seat because of a card, the latest hand's first.
SaidBySeat: TypeAlias = tuple[tuple[Plies, ...], ...]


@dataclass(frozen=True, slots=True)
class Round:
    """A card: the state before it, what was said, and what counts of that; ``after`` has what counts on the maps."""

    before: State
    said: SaidBySeat
    plies: tuple[Plies, ...]
    after: State
    waits_for: tuple[int, ...]


@dataclass(frozen=True)  # without slots, so that it can remember its record
class Table:
    """A game as the statements of a room tell it.

    ``hands`` are those of each seat, the first one first. ``turns`` are the cards so far; the last is the card in play,
    or the last of a game that is over.
    """

    begin: Beginning
    hands: tuple[tuple[Hand, ...], ...]
    turns: tuple[Round, ...]

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
        return self.hands[seat][-1]


def begun(log: Log, opener: str) -> Beginning | None:
    """Return how the game began, if it has: whoever opened the room says so."""
    return log[opener].statement.begin if opener in log else None


def table_of(log: Log, opener: str, known: Table | None = None) -> Table | None:
    """Return what the statements of a room tell of its game; ``None`` before it begins.

    A table that was ``known`` before spares what is the same; a game that has begun does not begin as another one.
    """
    begin = known.begin if known else begun(log, opener)
    if not begin:
        return None
    hands = _Hands(log, begin)
    drawn = {
        (device, seat, card): plies
        for device, signed in log.items()
        for seat, card, plies in signed.statement.drawn
        if seat < begin.game.players
    }
    old = known.turns if known else ()
    turns: list[Round] = []
    state = old[0].before if old else new_game(begin.game)
    while True:
        card = len(turns)
        said = tuple(tuple(_said(seat, card, drawn)) for seat in hands.until(card))
        turn = old[card] if card < len(old) and (old[card].before, old[card].said) == (state, said) else None
        turns.append(turn or _turn(state, said))
        if turns[-1].waits_for or turns[-1].after.over:
            return Table(begin, tuple(map(tuple, hands.found)), tuple(turns))
        state = turns[-1].after


class _Hands:
    """Through whose hands each seat has gone: ``found``, for each seat the first one first.

    Only a device that has had a seat can give one away, and each hand follows the one before: nobody else can come in.
    Of two that give the same seat away at once, the smaller text counts. A hand reaches back no further than the one
    before it, and counts for nothing before its card: nobody can take seats ahead.

    A device can come in a few times for a card; several of its hands in a row are once. So others cannot use up the
    hands that a seat may go through. Whoever had the seat first can always come back.
    """

    def __init__(self, log: Log, begin: Beginning) -> None:
        """Let each seat be in its first hands."""
        self.found = [[Hand(seat, 0, 0, device, chair.kind)] for seat, (device, chair) in enumerate(begin.sitting)]
        self._given: dict[tuple[int, int], list[tuple[Hand, str]]] = defaultdict(list)
        for device, signed in log.items():
            for hand in signed.statement.hands:
                self._given[hand.seat, hand.epoch].append((hand, device))
        self._devices = {seats[0].device for seats in self.found}
        self._givers = [""] * len(self.found)
        self._times: Counter[tuple[int, int, str]] = Counter()

    def until(self, card: int) -> list[list[Hand]]:
        """Return the hands as they are when a card is drawn; ask for each card after the one before it."""
        while following := [next_one for hands in self.found for next_one in self._following(hands, card)]:
            for hand, device in following:
                self._times[hand.seat, hand.card, device] += device != self._givers[hand.seat]
                self._givers[hand.seat] = device
                self.found[hand.seat].append(hand)
                self._devices.add(hand.device)
        return self.found

    def _following(self, hands: list[Hand], card: int) -> list[tuple[Hand, str]]:
        """Return the next hand of a seat, if it changes hands until a card, and who gives it away."""
        last = hands[-1]
        given = self._given.get((last.seat, len(hands)), ())
        later = [(hand._replace(card=max(hand.card, last.card)), device) for hand, device in given if hand.card <= card]
        return sorted((hand, device) for hand, device in later if self._may(device, hand))[:1]

    def _may(self, device: str, hand: Hand) -> bool:
        """Say whether a device may give a seat away once more."""
        always = device in {self.found[hand.seat][0].device, self._givers[hand.seat]}
        return device in self._devices and (always or self._times[hand.seat, hand.card, device] < _AGAIN)


def _said(hands: Sequence[Hand], card: int, drawn: Mapping[tuple[str, int, int], Plies]) -> Iterator[Plies]:
    """Yield what the devices that have had a seat have drawn for a card, the latest hand's first."""
    devices = dict.fromkeys(hand.device for hand in reversed(hands) if hand.card <= card)
    return (drawn[place] for device in devices if (place := (device, hands[0].seat, card)) in drawn)


def _turn(state: State, said: SaidBySeat) -> Round:
    """Return a card after what was said: of each seat, the first that the rules allow."""
    counts: dict[int, Plies] = {}
    for seat, sayings in enumerate(said):
        allowed = next((plies for plies in sayings if _is_legal(state, seat, plies)), None)
        if allowed:
            counts[seat] = allowed
    gathered = gather(state, counts)
    drawn = tuple(counts.get(seat, ()) for seat in range(len(said)))
    return Round(state, said, drawn, gathered.state, gathered.waits_for)


def _is_legal(state: State, seat: int, plies: Plies) -> bool:
    """Say whether the rules allow what was drawn for a seat; what others draw for the same card makes no difference."""
    try:
        gather(state, {seat: plies})
    except IllegalMove:
        return False
    return True
