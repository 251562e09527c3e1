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

from cartographers.errors import InvalidRecord
from rooms import peer as peers
from rooms.log import Signed, Verify, merged
from rooms.peer import LONGEST, Greeting, Peer, lagging, news, read_greeting, with_begin
from rooms.statement import BEGUN, Beginning, Sitting, Statement

#: Maximum number of earlier games that a device keeps.
MOST_PAST = 2
#: The separator between messages about several games that are passed on by hand together.
BETWEEN = "\n\n"


class Games(NamedTuple):
    """The games of a room, as one device knows them."""

    #: The device in the current game, which may not have begun.
    now: Peer
    #: The device in the games before the current one, the oldest first; all of them have begun.
    past: tuple[Peer, ...] = ()
    #: The numbers of the earlier games whose end another device lacks.
    owed: tuple[int, ...] = ()

    def of(self, number: int) -> Peer | None:
        """Return the device in the game with this number; None if the device doesn't know that game."""
        return next((peer for peer in (*self.past, self.now) if peer.game == number), None)


def is_over(peer: Peer | None) -> bool:
    """Return whether the game of a peer has begun and ended."""
    return peer is not None and peer.table is not None and peer.table.state.over


def moved(games: Games, now: Peer) -> Games:
    """Return the games of a device that moves on to another game, without games that never began."""
    return _with_past_limited(
        games._replace(now=now, past=tuple(peer for peer in (*games.past, games.now) if peer.table))
    )


def _with_past_limited(games: Games) -> Games:
    """Return at most :data:`MOST_PAST` earlier games, and note those whose end this device lacks."""
    past = games.past[-MOST_PAST:]
    lacks = tuple(peer.game for peer in past if not is_over(peer) and peer.device in peer.members)
    now = games.now if lacks == games.now.lacks else replace(games.now, lacks=lacks)
    return Games(now, past, tuple(game for game in games.owed if any(peer.game == game for peer in past)))


def hear(games: Games, message: str, verify: Verify, absent: Sequence[str] = ()) -> Games:
    """Return the games of a device after a message about one of them.

    A message about an earlier game that the device no longer has only shows that its sender lags behind. ``absent`` is
    as in :func:`rooms.peer.hear`. Raises :class:`InvalidRecord` if any part of any other message is unreadable or
    forged; the whole message is then ignored.
    """
    if len(message) > LONGEST:
        raise InvalidRecord("error.room.long", most=LONGEST)
    hello = read_greeting(message.partition("\n")[0])
    now = games.now
    if hello.game < now.game:
        return _heard_of_past(games, hello, message, verify)
    if hello.game > now.game:
        found = peers.hear(_fresh(now, hello.game), message, verify, known={*now.log, *now.members})
        return moved(games, found) if found.table else games
    return _with_debts(games._replace(now=peers.hear(now, message, verify, absent)), *hello.lacks)


def _fresh(peer: Peer, game: int) -> Peer:
    """Return a device at the beginning of a game, before it has heard anything."""
    return Peer(peer.device, peer.opener, peer.version, game=game)


def _heard_of_past(games: Games, hello: Greeting, message: str, verify: Verify) -> Games:
    """Return the games after a message about an earlier one.

    Its sender lags behind, or reports the end of that game.
    """
    found = games.of(hello.game)
    if found and not is_over(found):
        later = peers.hear(found, message, verify)
        games = _with_past_limited(games._replace(past=tuple(later if peer is found else peer for peer in games.past)))
    if hello.answers:
        return games._replace(owed=tuple(game for game in games.owed if game != hello.game))
    # A page of another version may never move on: we answer when it asks, instead of repeating ourselves.
    owes = not hello.leaves and (hello.version == games.now.version or hello.asks)
    # A newcomer doesn't need a game that is over.
    took_part = owes and hello.have.get(games.now.opener, 0) >= BEGUN
    return _with_debts(games._replace(now=lagging(games.now, hello, owes=owes)), *([hello.game] if took_part else ()))


def _with_debts(games: Games, *lacking: int) -> Games:
    """Return the games with a note of the ``lacking`` ones whose end this device knows and owes to others."""
    owed = {*games.owed, *(game for game in lacking if game != games.now.game and is_over(games.of(game)))}
    return games._replace(owed=tuple(sorted(owed))) if owed != {*games.owed} else games


def due(games: Games, *, answers: bool = True) -> tuple[Games, str]:
    """Return the games after the device's next message to the others, and that message, which may be empty."""
    for game in games.owed:
        found = games.of(game)
        if found:
            return games._replace(owed=games.owed[1:]), news(found, answers=True)
    now, message = peers.due(games.now, answers=answers)
    return (games if now is games.now else games._replace(now=now)), message


def seated_again(peer: Peer, here: AbstractSet[str]) -> tuple[Sitting, ...]:
    """Return the seats of the game after a peer's: the same seats, except those of devices that are gone.

    A guest who was given an absent player's seat keeps it. A bot that replaced an absent player doesn't.
    """
    table = peer.table
    if not table:
        return ()
    found = {seat: sitting for seat, sitting in enumerate(table.begin.sitting) if sitting.device in here}
    for seat, hands in enumerate(table.hands):
        guest, kind = hands[-1].device, hands[-1].kind
        is_new = guest in here and guest not in {sitting.device for sitting in found.values()}
        chairs = peer.log[guest].statement.chairs if guest in peer.log else ()
        if seat not in found and kind == "here" and is_new and chairs:
            found[seat] = Sitting(guest, chairs[0])
    return tuple(found[seat] for seat in sorted(found))


def beginning_again(peer: Peer, begin: Beginning) -> Statement:
    """Return the host's statement that begins the game after a peer's."""
    mine = peer.statement
    return with_begin(Statement(peer.device, chairs=mine.chairs, ready=True, out=mine.out, game=peer.game + 1), begin)


def all_news(games: Games) -> str:
    """Return everything that the device knows, as a string that can be passed on by hand.

    It contains the current game and, while other devices need it, the end of the last game. :func:`each_message` splits
    it.
    """
    now, last = games.now, games.past[-1:]
    needed = any(device != now.device and device not in now.heard for device in now.members)
    return BETWEEN.join([*(news(peer, answers=True) for peer in last if needed and peer.device in peer.log), news(now)])


def each_message(text: str) -> list[str]:
    """Return the messages in a string that was passed on by hand."""
    return text.split(BETWEEN)


def with_statements(games: Games, statements: Iterable[Signed]) -> Games:
    """Return the games of a device with its saved statements; those of a newer game move it on."""
    found: dict[int, list[Signed]] = defaultdict(list)
    for signed in statements:
        found[signed.statement.game].append(signed)
    for number, its in sorted(found.items()):
        peer = games.of(number)
        if number > games.now.game:
            later = _fresh(games.now, number)
            later = later.with_log(merged(later.log, its))
            games = moved(games, later) if later.table else games
        elif peer is games.now:
            games = games._replace(now=peer.with_log(merged(peer.log, its)))
        elif peer and not is_over(peer):
            later = peer.with_log(merged(peer.log, its))
            games = _with_past_limited(games._replace(past=tuple(later if one is peer else one for one in games.past)))
    return games
