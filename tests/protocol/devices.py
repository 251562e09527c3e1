"""Devices for tests: they sign without keys, and draw at random."""

from collections.abc import Sequence
from hashlib import sha256
from random import Random

from cartographers import GameId, Ply, State, apply, new_game, view_of, write_record
from cartographers.bots.random_player import random_player
from cartographers.seats import gather
from rooms.log import CheckedText, SignedStatement
from rooms.message import Message, read_message
from rooms.peer import Peer
from rooms.statement import Beginning, Chair, SeatedPlayer, Statement, write_statement

HERE = Chair("here")


def device(number: int) -> str:
    """Return the name of the device with the given number."""
    return f"{number:064x}"


def checked(message: str) -> Message:
    """Return a message, as if its signatures had been checked."""
    return read_message(CheckedText(message))


def signed(statement: Statement) -> SignedStatement:
    """Return a statement signed by its device."""
    text = write_statement(statement)
    return SignedStatement(statement, text, sha256(f"{statement.device} {text}".encode()).hexdigest())


def peer(number: int, host: int = 0, *, said: int = 0) -> Peer:
    """Return a device in a room, after its own statement with the number ``said`` if that isn't 0."""
    silent = Peer(device(number), device(host), "v1")
    return silent.with_statements([signed(Statement(device(number), said))]) if said else silent


def log_of(*statements: Statement) -> dict[str, SignedStatement]:
    """Return a log with these statements of different devices."""
    return {statement.device: signed(statement) for statement in statements}


def beginning(game: GameId, owners: Sequence[int]) -> Statement:
    """Return the first owner's statement that begins a game; ``owners`` has the number of each seat's device."""
    sitting = tuple(SeatedPlayer(device(owner), HERE) for owner in owners)
    return Statement(device(owners[0])).with_beginning(Beginning(game, sitting))


def choice(game: GameId, state: State, seat: int, card: int, ply: int) -> Ply:
    """Return a seat's next ply for a card, which is the same at any time."""
    return random_player(view_of(state, seat), Random(f"{game}/{seat}/{card}/{ply}"))  # noqa: S311 - repeatable


def drawn_for(game: GameId, state: State, seat: int, card: int) -> tuple[Ply, ...]:
    """Return all plies of a seat for a card, from the state before anyone has drawn for it."""
    plies: list[Ply] = []
    while not plies or seat in gather(state, {seat: plies}).waits_for:
        now = gather(state, {seat: plies}).state if plies else state
        plies.append(choice(game, now, seat, card, len(plies)))
    return tuple(plies)


def passed_around(game: GameId) -> str:
    """Return the record of the same plies on one device that is passed around."""
    state, plies, card = new_game(game), list[Ply](), 0
    while state.task:
        drawn = {seat: drawn_for(game, state, seat, card) for seat in gather(state, {}).waits_for}
        for seat in sorted(drawn):
            for ply in drawn[seat]:
                assert state.task
                assert state.task.player == seat
                plies.append(ply)
                state = apply(state, ply)
        card += 1
    return write_record(game, plies)
