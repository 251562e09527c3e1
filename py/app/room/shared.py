"""A room's game on this device: an ordinary game in which players on other devices draw at the same time.

The plies of complete cards are in the order of the record. For the card in play, the players on this device come first,
even if others have already drawn; the plies of other devices follow. The order makes no difference to the maps (see
:func:`cartographers.seats.gather`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.game.game import Game, Moment, begin_game, moment_of
from app.game.seating import LOCAL_PERSON, Bot, RemotePlayer, Seat, read_seat
from app.game.setup import Cartographer
from app.room.chairs import cartographer_of
from app.screens.play.scenes.program import last_scenes
from app.screens.play.scenes.scene import Scene, for_home_seat
from cartographers.errors import InvalidRecord
from cartographers.game import apply
from cartographers.record import PlayedGame, read_record
from cartographers.rules import next_task
from cartographers.state import Ply, State
from rooms.statement import Handover
from rooms.table import Table

#: The visible plies of each seat for the card in play.
PliesBySeat = tuple[tuple[Ply, ...], ...]


@dataclass(frozen=True, kw_only=True)
class SharedGame(Game):
    """The part of a room's game that this device knows and may show."""

    #: The table of the game.
    table: Table
    #: This device's name in the room.
    device: str
    #: The part of the game with complete cards only.
    complete_part: PlayedGame
    #: The visible plies of each seat for the card in play.
    drawn: PliesBySeat

    @property
    def complete_count(self) -> int:
        """The number of complete cards."""
        return self.table.complete_cards

    @property
    def record(self) -> str:
        """The game id and the plies of complete cards as one line."""
        return self.table.record

    @property
    def last_ply_here(self) -> None:
        """None: no ply can be undone, because others may have seen it."""

    @property
    def home_seat(self) -> int:
        """The seat whose map this device shows: a person's here, else a bot's here, else a lost one."""
        lost = lost_seats(self.table, self.device)
        order = sorted(range(len(self.seats)), key=lambda seat: (_rank(self.seats[seat]), seat not in lost, seat))
        return order[0]

    @property
    def player(self) -> int:
        """The player here who draws, or who waits for others."""
        return super().player if self.drawing_seat == LOCAL_PERSON else self.home_seat

    @property
    def moment(self) -> Moment:
        """The visible cards and sheets; while this device waits, it shows its own map."""
        moment = moment_of(self.state)
        return moment if self.drawing_seat == LOCAL_PERSON else replace(moment, shown_sheet=self.home_seat)

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The players whose plies for the card in play this device hasn't received yet."""
        return self.table.waits_for


def shared_game(table: Table, device: str, key: str, note: str) -> SharedGame:
    """Return the game of a table on a device after a reload; ``note`` is saved with the game."""
    cartographers, seats = _cartographers(table), _seats(table, device)
    first = begin_game(table.beginning.game, cartographers).played
    empty_game = SharedGame(
        first, cartographers, seats, key, notes=(note,), table=table, device=device, complete_part=first, drawn=()
    )
    return _with_later_cards(empty_game, 0, table)[0]


def with_table(game: SharedGame, table: Table) -> tuple[SharedGame, tuple[Scene, ...] | None]:
    """Return the game after news from its table, and the scenes that show the news, in order.

    If the news contradicts a complete card, the game starts again from the table, and the scenes are None.
    """
    count, (old, new) = game.complete_count, (game.table, table)
    known, plies = ([turn.plies for turn in one.rounds[:count]] for one in (old, new))
    if new.beginning != old.beginning or plies != known or new.complete_cards < count:
        return shared_game(table, game.device, game.key, game.notes[0]), None
    return _with_later_cards(game, count, table)


def _with_later_cards(game: SharedGame, count: int, table: Table) -> tuple[SharedGame, tuple[Scene, ...]]:
    """Return the game, of which ``count`` cards are known to be complete, after news about later cards."""
    whole, scenes = game.complete_part, list[Scene]()
    for turn in table.rounds[count : table.complete_cards]:
        plies = [ply for seat in turn.plies for ply in seat]
        whole = _after(whole, plies)
        scenes += last_scenes(replace(game, played=whole)) if plies else ()
    after = replace(game, table=table, complete_part=whole, seats=_seats(table, game.device))
    drawn = _visible_plies(after)
    if (table.complete_cards, drawn, _own_seats(after)) == (count, game.drawn, _own_seats(game)):
        return replace(after, played=game.played, drawn=game.drawn), ()
    after = replace(after, drawn=drawn, played=_in_local_order(after, drawn))
    return after, tuple(for_home_seat(scene, after.home_seat) for scene in scenes)


def _own_seats(game: SharedGame) -> list[Seat | None]:
    """Return the seats of this device, with None for all others."""
    return [None if isinstance(seat, RemotePlayer) else seat for seat in game.seats]


def lost_seats(table: Table | None, device: str) -> list[int]:
    """Return the seats that other devices have taken over from people of a device.

    A substitute who returns a seat to its former player has lost nothing.
    """
    found = []
    for seat, handovers in enumerate(table.handovers if table else ()):
        holders = [(handover.device, handover.kind) for handover in handovers]
        first = holders.index((device, "here")) if (device, "here") in holders else len(holders)
        if holders[-1][0] not in {device, *(holder for holder, _ in holders[:first])}:
            found.append(seat)
    return found


def as_ordinary_game(game: SharedGame) -> Game:
    """Return a finished game of a room as an ordinary game."""
    return Game(game.complete_part, game.cartographers, game.seats, game.key, notes=game.notes)


def ended_game(table: Table, device: str, key: str, note: str) -> Game:
    """Return the game of a finished table, as a device saves it; ``note`` is saved with the game."""
    return Game(read_record(table.record), _cartographers(table), _seats(table, device), key, notes=(note,))


def _after(played: PlayedGame, plies: list[Ply]) -> PlayedGame:
    states = list(played.states)
    for ply in plies:
        states.append(apply(states[-1], ply))
    return PlayedGame(played.id, (*played.plies, *plies), tuple(states))


def _visible_plies(game: SharedGame) -> PliesBySeat:
    """Return the visible plies for the card in play. Other devices' are visible once all people here have drawn."""
    turn = game.table.rounds[-1]
    if not turn.waits_for:
        return ((),) * len(game.seats)
    people_draw = any(game.seats[seat] == LOCAL_PERSON for seat in turn.waits_for)
    return tuple(
        () if people_draw and seat != LOCAL_PERSON else plies
        for seat, plies in zip(game.seats, turn.plies, strict=True)
    )


def _in_local_order(game: SharedGame, drawn: PliesBySeat) -> PlayedGame:
    """Return the plies of complete cards, then those for the card in play. The next player here is first in line."""
    plies, states = list(game.complete_part.plies), list(game.complete_part.states)
    for seat in sorted(range(len(drawn)), key=lambda seat: _rank(game.seats[seat])):
        for ply in drawn[seat]:
            states[-1] = with_player_first(states[-1], seat)
            plies.append(ply)
            states.append(apply(states[-1], ply))
    ranked = sorted(game.table.waits_for, key=lambda seat: _rank(game.seats[seat]))
    if ranked:
        states[-1] = with_player_first(states[-1], ranked[0])
    return PlayedGame(game.id, tuple(plies), tuple(states))


def with_player_first(state: State, player: int) -> State:
    """Return the state with a player first in line, if that player must still draw for the card in play."""
    task, first = next_task(state, player), state.task
    if task is None or first is None or first.player == player:
        return state
    duties = [duty for duty in (first.duty, *state.duties) if duty != task.duty]
    return replace(state, task=task, duties=tuple(duties))


def _rank(seat: Seat) -> int:
    """Return a seat's rank in the drawing order here: people, then bots, then other devices."""
    return 0 if seat == LOCAL_PERSON else 1 if isinstance(seat, Bot) else 2


def _seats(table: Table, device: str) -> tuple[Seat, ...]:
    return tuple(seat_of(table.current_handover(seat), device) for seat in range(table.beginning.game.players))


def seat_of(handover: Handover, device: str) -> Seat:
    """Return the seat that a handover (who draws for a seat, from a given card on) describes, as seen from a device."""
    try:
        who = read_seat(handover.kind)
    except InvalidRecord:  # a bot of a newer version
        who = LOCAL_PERSON
    return who if handover.device == device or isinstance(who, RemotePlayer) else RemotePlayer(handover.device, who)


def _cartographers(table: Table) -> tuple[Cartographer, ...]:
    return tuple(cartographer_of(sitting.chair) for sitting in table.beginning.players)
