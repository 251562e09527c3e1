"""The game of a room as this device shows it: an ordinary game, in which people elsewhere draw at the same time.

Cards that are complete stand in the order of a record. Of the card in play, those who sit here draw first, whoever else
has drawn already; what the others drew comes after that. The order makes no difference to the maps (see
:func:`cartographers.seats.gather`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.game.game import Game, Moment, begun, moment_of
from app.game.seating import HERE, Away, Bot, Seat, read_seat
from app.game.setup import Cartographer, read_cartographer
from app.screens.play.scenes.program import last_scenes
from app.screens.play.scenes.scene import Scene
from cartographers.errors import InvalidRecord
from cartographers.game import apply
from cartographers.record import Played, read_record
from cartographers.rules import next_task
from cartographers.state import Ply, State
from rooms.peer import complete
from rooms.statement import Hand
from rooms.table import Table

#: What was drawn for each seat because of the card in play, as far as it is shown here.
DrawnBySeat = tuple[tuple[Ply, ...], ...]


@dataclass(frozen=True, kw_only=True)
class SharedGame(Game):
    """A game of a room, as far as its ``table`` tells and this device may show it.

    ``device`` is this one. ``whole`` has the ``cards`` that are complete, and ``drawn`` what is shown of the card in
    play, seat by seat.
    """

    table: Table
    device: str
    whole: Played
    cards: int
    drawn: DrawnBySeat

    @property
    def record(self) -> str:
        """The cards that are complete, as one line."""
        return self.table.record

    @property
    def drawn_here(self) -> None:
        """Nothing can be taken back: the others may have seen it."""

    @property
    def home(self) -> int:
        """The first seat of somebody here, or of a bot; else one that was taken over from here, or the first one."""
        lost = lost_seats(self.table, self.device)
        order = sorted(range(len(self.seats)), key=lambda seat: (_rank(self.seats[seat]), seat not in lost, seat))
        return order[0]

    @property
    def player(self) -> int:
        """The player who draws here, or waits here for others."""
        return super().player if self.drawer == HERE else self.home

    @property
    def moment(self) -> Moment:
        """What lies open while somebody draws, or waits: who waits, also for a bot here, looks at the own map."""
        moment = moment_of(self.state)
        return moment if self.drawer == HERE else replace(moment, shown=self.home)

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The players who still have something to draw for the card in play, as far as this device has heard."""
        return self.table.waits_for


def shared_game(table: Table, device: str, key: str, note: str) -> SharedGame:
    """Return the game of a table for a device, as it is after a reload; ``note`` is kept with it."""
    begin = table.begin
    who = tuple(_cartographer(sitting.chair.who) for sitting in begin.sitting)
    first = begun(begin.game, who).played
    seats = _seats(table, device)
    nothing = SharedGame(
        first, who, seats, key, notes=(note,), table=table, device=device, whole=first, cards=0, drawn=()
    )
    return with_table(nothing, table, device)[0]


def with_table(game: SharedGame, table: Table, device: str) -> tuple[SharedGame, tuple[Scene, ...] | None]:
    """Return a game when its table tells more, and what the page has to show of that, in order.

    If the table tells something else of a card that was complete already, the game is another one, without scenes.
    """
    old, cards = game.table, complete(table)
    known = [turn.plies for turn in old.turns[: game.cards]]
    is_other = table.begin != old.begin or [turn.plies for turn in table.turns[: game.cards]] != known
    if is_other or cards < game.cards:
        return shared_game(table, device, game.key, game.notes[0]), None
    whole, scenes = game.whole, list[Scene]()
    for turn in table.turns[game.cards : cards]:
        plies = [ply for seat in turn.plies for ply in seat]
        whole = _after(whole, plies)
        scenes += last_scenes(replace(game, played=whole)) if plies else ()
    after = replace(game, table=table, whole=whole, cards=cards, seats=_seats(table, device))
    drawn = _to_be_shown(after)
    if (cards, drawn, _of_here(after)) == (game.cards, game.drawn, _of_here(game)):
        return replace(after, played=game.played, drawn=game.drawn), ()
    after = replace(after, drawn=drawn, played=_in_local_order(after, drawn))
    return after, tuple(scene.at_home(after.home) for scene in scenes)


def _of_here(game: SharedGame) -> list[Seat | None]:
    """Return who decides here for each seat; nobody for those elsewhere."""
    return [None if isinstance(seat, Away) else seat for seat in game.seats]


def lost_seats(table: Table | None, device: str) -> list[int]:
    """Return the seats that somebody else has taken over from people of a device.

    Whoever has drawn for somebody else has lost nothing when that one comes back.
    """
    if not table:
        return []
    return [seat for seat, hands in enumerate(table.hands) if _is_lost(hands, table.hand(seat).device, device)]


def _is_lost(hands: Sequence[Hand], now: str, device: str) -> bool:
    """Say whether a seat that a person of a device had is with another one now, who has come later."""
    place = next((place for place, hand in enumerate(hands) if (hand.device, hand.kind) == (device, "here")), None)
    return place is not None and now not in {device, *(hand.device for hand in hands[:place])}


def finished(game: SharedGame) -> Game:
    """Return a game that is over as one like any other."""
    return Game(game.whole, game.cartographers, game.seats, game.key, notes=game.notes)


def ended_game(table: Table, device: str, key: str, note: str) -> Game:
    """Return the game of a table that is over, as a device keeps it; ``note`` is kept with it."""
    who = tuple(_cartographer(sitting.chair.who) for sitting in table.begin.sitting)
    return Game(read_record(table.record), who, _seats(table, device), key, notes=(note,))


def _after(played: Played, plies: list[Ply]) -> Played:
    states = list(played.states)
    for ply in plies:
        states.append(apply(states[-1], ply))
    return Played(played.id, (*played.plies, *plies), tuple(states))


def _to_be_shown(game: SharedGame) -> DrawnBySeat:
    """Return what may be shown of the card in play: what others drew only when all people here have drawn."""
    turn = game.table.turns[-1]
    if not turn.waits_for:
        return ((),) * len(game.seats)
    busy = any(game.seats[seat] == HERE for seat in turn.waits_for)
    return tuple(() if busy and seat != HERE else plies for seat, plies in zip(game.seats, turn.plies, strict=True))


def _in_local_order(game: SharedGame, drawn: DrawnBySeat) -> Played:
    """Return the complete cards, then what was drawn for the card in play; who draws next here is first in line."""
    plies, states = list(game.whole.plies), list(game.whole.states)
    for seat in sorted(range(len(drawn)), key=lambda seat: _rank(game.seats[seat])):
        for ply in drawn[seat]:
            states[-1] = in_front(states[-1], seat)
            plies.append(ply)
            states.append(apply(states[-1], ply))
    ranked = sorted(game.table.waits_for, key=lambda seat: _rank(game.seats[seat]))
    if ranked:
        states[-1] = in_front(states[-1], ranked[0])
    return Played(game.id, tuple(plies), tuple(states))


def in_front(state: State, player: int) -> State:
    """Return a state with a player first in line, who still has something to draw for the card in play."""
    task, first = next_task(state, player), state.task
    if task is None or first is None or first.player == player:
        return state
    duties = [duty for duty in (first.duty, *state.duties) if duty != task.duty]
    return replace(state, task=task, duties=tuple(duties))


def _rank(seat: Seat) -> int:
    """Return in which order seats draw here: people, then bots, then everybody elsewhere."""
    return 0 if seat == HERE else 1 if isinstance(seat, Bot) else 2


def _seats(table: Table, device: str) -> tuple[Seat, ...]:
    return tuple(seat_of(table.hand(seat), device) for seat in range(table.begin.game.players))


def seat_of(hand: Hand, device: str) -> Seat:
    """Return who decides for a seat, as a device sees it."""
    try:
        who = read_seat(hand.kind)
    except InvalidRecord:  # a bot of a newer version
        who = HERE
    return who if hand.device == device or isinstance(who, Away) else Away(hand.device, who)


def _cartographer(who: str) -> Cartographer:
    try:
        return read_cartographer(who)
    except InvalidRecord:
        return Cartographer()
