"""Games: a room plays one game after another, with the same link.

Each game has its own log, and each statement names the game in which it counts. So a statement about one game never
affects another, however late it arrives. Only the host begins a game. The next one begins with the host's first
statement about it, and a device that hears this statement moves on.

A device keeps the last games. If another device greets from an earlier game, it answers with the end of that game,
which may not have arrived there, and with the current game. A game that is over doesn't change.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import NamedTuple

from rooms import peer as peers
from rooms.log import SignedStatement, merge
from rooms.message import MESSAGE_SEPARATOR, Mark, Message
from rooms.peer import Peer, news, with_lagging_sender
from rooms.statement import BEGINNING_NUMBER_STEP, Beginning, SeatedPlayer, Statement

#: Maximum number of earlier games that a device keeps.
MAX_PAST_GAMES = 2


class Games(NamedTuple):
    """The games of a room, as one device knows them."""

    #: The device in the current game, which may not have begun.
    current: Peer
    #: The device in the games before the current one, the oldest first; all of them have begun.
    past: tuple[Peer, ...] = ()
    #: The numbers of the earlier games whose end another device lacks.
    owed_games: tuple[int, ...] = ()

    def of(self, number: int) -> Peer | None:
        """Return the device in the game with this number; None if the device doesn't know that game."""
        return next((peer for peer in (*self.past, self.current) if peer.game == number), None)


def is_over(peer: Peer | None) -> bool:
    """Return whether the game of a peer has begun and ended."""
    return peer is not None and peer.table is not None and peer.table.state.is_over


def with_next_game(games: Games, now: Peer) -> Games:
    """Return the games of a device that moves on to another game, without games that never began."""
    return _with_past_limited(
        games._replace(current=now, past=tuple(peer for peer in (*games.past, games.current) if peer.table))
    )


def _with_past_limited(games: Games) -> Games:
    """Return at most :data:`MAX_PAST_GAMES` earlier games, and note those whose end this device lacks."""
    past = games.past[-MAX_PAST_GAMES:]
    lacks = tuple(peer.game for peer in past if not is_over(peer) and peer.device in peer.members)
    now = games.current if lacks == games.current.unfinished_games else replace(games.current, unfinished_games=lacks)
    return Games(now, past, tuple(game for game in games.owed_games if any(peer.game == game for peer in past)))


def receive(games: Games, message: Message, absent: Sequence[str] = ()) -> Games:
    """Return the games of a device after a message about one of them.

    A message about an earlier game that the device no longer has only shows that its sender lags behind. ``absent`` is
    as in :func:`rooms.peer.receive`. Raises :class:`InvalidRecord` if any statement in any other message is unreadable;
    the whole message is then ignored.
    """
    hello, now = message.greeting, games.current
    if hello.game < now.game:
        return _heard_of_past(games, message)
    if hello.game > now.game:
        found = peers.receive(_peer_in_new_game(now, hello.game), message)
        return with_next_game(games, found) if found.table else games
    return _with_debts(games._replace(current=peers.receive(now, message, absent)), *hello.unfinished_games)


def _peer_in_new_game(peer: Peer, game: int) -> Peer:
    """Return a device at the beginning of a game, before it has heard anything."""
    return Peer(peer.device, peer.opener, peer.version, game=game)


def _heard_of_past(games: Games, message: Message) -> Games:
    """Return the games after a message about an earlier one.

    Its sender lags behind, or reports the end of that game.
    """
    hello = message.greeting
    found = games.of(hello.game)
    if found and not is_over(found):
        later = peers.receive(found, message)
        games = _with_past_limited(games._replace(past=tuple(later if peer is found else peer for peer in games.past)))
    if hello.mark is Mark.ANSWERS:
        return games._replace(owed_games=tuple(game for game in games.owed_games if game != hello.game))
    # A page of another version may never move on: we answer when it asks, instead of repeating ourselves.
    owes = hello.mark is not Mark.LEAVES and (hello.version == games.current.version or hello.mark is Mark.ASKS)
    # A newcomer doesn't need a game that is over.
    took_part = owes and hello.numbers.get(games.current.opener, 0) >= BEGINNING_NUMBER_STEP
    return _with_debts(
        games._replace(current=with_lagging_sender(games.current, hello, owes=owes)),
        *([hello.game] if took_part else ()),
    )


def _with_debts(games: Games, *lacking: int) -> Games:
    """Return the games with a note of the ``lacking`` ones whose end this device knows and owes to others."""
    owed = {*games.owed_games, *(game for game in lacking if game != games.current.game and is_over(games.of(game)))}
    return games._replace(owed_games=tuple(sorted(owed))) if owed != {*games.owed_games} else games


def next_message(games: Games, *, answers: bool = True) -> tuple[Games, str]:
    """Return the games after the device's next message to the others, and that message, which may be empty."""
    for game in games.owed_games:
        found = games.of(game)
        if found:
            return games._replace(owed_games=games.owed_games[1:]), news(found, Mark.ANSWERS)
    now, message = peers.next_message(games.current, answers=answers)
    return (games if now is games.current else games._replace(current=now)), message


def owes_message(games: Games) -> bool:
    """Return whether the device owes the others a message, without composing it."""
    return any(map(games.of, games.owed_games)) or peers.owes_message(games.current)


def next_players(peer: Peer, here: AbstractSet[str]) -> tuple[SeatedPlayer, ...]:
    """Return the seats of the game after a peer's: the same seats, except those of devices that are gone.

    A guest who was given an absent player's seat keeps it. A bot that replaced an absent player doesn't.
    """
    table = peer.table
    if not table:
        return ()
    found = {seat: sitting for seat, sitting in enumerate(table.beginning.players) if sitting.device in here}
    for seat, handovers in enumerate(table.handovers):
        guest, kind = handovers[-1].device, handovers[-1].kind
        is_new = guest in here and guest not in {sitting.device for sitting in found.values()}
        chairs = peer.log[guest].statement.chairs if guest in peer.log else ()
        if seat not in found and kind == "here" and is_new and chairs:
            found[seat] = SeatedPlayer(guest, chairs[0])
    return tuple(found[seat] for seat in sorted(found))


def beginning_statement(peer: Peer, begin: Beginning) -> Statement:
    """Return the host's statement that begins the game after a peer's."""
    mine = peer.statement
    said = Statement(peer.device, chairs=mine.chairs, ready=True, left_out=mine.left_out, game=peer.game + 1)
    return said.with_beginning(begin)


def all_news(games: Games) -> str:
    """Return everything that the device knows, as a string that can be passed on by hand.

    It contains the current game and, while other devices need it, the end of the last game.
    :func:`rooms.message.split_messages` splits it.
    """
    now, last = games.current, games.past[-1:]
    needed = any(device != now.device and device not in now.greetings for device in now.members)
    return MESSAGE_SEPARATOR.join(
        [*(news(peer, Mark.ANSWERS) for peer in last if needed and peer.device in peer.log), news(now)]
    )


def with_statements(games: Games, statements: Iterable[SignedStatement]) -> Games:
    """Return the games of a device with its saved statements; those of a newer game move it on."""
    found: dict[int, list[SignedStatement]] = defaultdict(list)
    for signed in statements:
        found[signed.statement.game].append(signed)
    for number, its in sorted(found.items()):
        peer = games.of(number)
        if number > games.current.game:
            later = _peer_in_new_game(games.current, number)
            later = later.with_log(merge(later.log, its))
            games = with_next_game(games, later) if later.table else games
        elif peer is games.current:
            games = games._replace(current=peer.with_log(merge(peer.log, its)))
        elif peer and not is_over(peer):
            later = peer.with_log(merge(peer.log, its))
            games = _with_past_limited(games._replace(past=tuple(later if one is peer else one for one in games.past)))
    return games
