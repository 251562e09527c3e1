"""Games: a room plays one game after another, with the same link.

Each game has its own log, and each statement names its game, so a statement about one game never affects another,
however late it arrives. A game that is over doesn't change.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import NamedTuple

from rooms.log import SignedStatement
from rooms.message import MESSAGE_SEPARATOR, Greeting, Mark, Message
from rooms.peer import Peer
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

    @property
    def greetings(self) -> Mapping[str, Greeting]:
        """The last greeting of each other device, in any of the games."""
        return {device: hello for peer in (*self.past, self.current) for device, hello in peer.greetings.items()}

    def with_peer(self, peer: Peer) -> Games:
        """Return the games with another state of one of them. The device moves on to a newer game once it has begun."""
        if peer.game == self.current.game:
            return self._replace(current=peer)
        if peer.game < self.current.game:
            past = tuple(peer if one.game == peer.game else one for one in self.past)
            return _with_past_limited(self._replace(past=past))
        begun = tuple(one for one in (*self.past, self.current) if one.table)
        return _with_past_limited(self._replace(current=peer, past=begun)) if peer.table else self

    def with_statements(self, statements: Iterable[SignedStatement]) -> Games:
        """Return the games with statements that this device has saved."""
        found: dict[int, list[SignedStatement]] = defaultdict(list)
        for signed in statements:
            found[signed.statement.game].append(signed)
        games = self
        for number, its in sorted(found.items()):
            peer = games._newcomer(number) if number > games.current.game else games.of(number)
            if peer and not (number < games.current.game and peer.is_over):
                games = games.with_peer(peer.with_statements(its))
        return games

    def _newcomer(self, game: int) -> Peer:
        """Return this device in a newer game, before it has heard anything."""
        return Peer(self.current.device, self.current.opener, self.current.version, game=game)

    # ------------------------------------------------------------------- messages

    def receive(self, message: Message, absent: Sequence[str] = ()) -> Games:
        """Return the games after a message about one of them.

        A message about an earlier game that the device no longer has only shows that its sender lags behind. ``absent``
        is as in :meth:`rooms.peer.Peer.receive`. Raises :class:`InvalidRecord` if any statement in any other message is
        unreadable; the whole message is then ignored.
        """
        hello = message.greeting
        if hello.game < self.current.game:
            return self._heard_of_past(message)
        if hello.game > self.current.game:
            return self.with_peer(self._newcomer(hello.game).receive(message))
        return _with_debts(self.with_peer(self.current.receive(message, absent)), *hello.unfinished_games)

    def _heard_of_past(self, message: Message) -> Games:
        """Return the games after a message about an earlier one: its sender lags behind, or reports its end."""
        hello, found = message.greeting, self.of(message.greeting.game)
        games = self.with_peer(found.receive(message)) if found and not found.is_over else self
        if hello.mark is Mark.ANSWERS:
            return games._replace(owed_games=tuple(game for game in games.owed_games if game != hello.game))
        # A page of another version may never move on: we answer when it asks, instead of repeating ourselves.
        is_same = hello.version == games.current.version
        owes = hello.mark is Mark.ASKS or (is_same and hello.mark is not Mark.LEAVES)
        # A newcomer doesn't need a game that is over.
        took_part = owes and hello.numbers.get(games.current.opener, 0) >= BEGINNING_NUMBER_STEP
        games = games.with_peer(games.current.with_lagging_sender(hello, owes=owes))
        return _with_debts(games, hello.game) if took_part else games

    def next_message(self, *, answers: bool = True) -> tuple[Games, str]:
        """Return the games after the device's next message to the others, and that message, which may be empty."""
        for peer in self.past:
            if peer.game in self.owed_games:
                owed = tuple(game for game in self.owed_games if game != peer.game)
                return self._replace(owed_games=owed), peer.news(Mark.ANSWERS)
        now, message = self.current.next_message(answers=answers)
        return (self if now is self.current else self.with_peer(now)), message

    @property
    def owes_message(self) -> bool:
        """Whether the device owes the others a message."""
        return bool(self.owed_games) or self.current.owes_message

    @property
    def news(self) -> str:
        """Everything that the device knows, as messages that can be passed on by hand together.

        It contains the current game and, while other devices need it, the end of the last game.
        """
        now, last = self.current, self.past[-1:]
        is_needed = any(device != now.device and device not in now.greetings for device in now.members)
        ended = [peer.news(Mark.ANSWERS) for peer in last if is_needed and peer.device in peer.log]
        return MESSAGE_SEPARATOR.join([*ended, now.news()])


def _with_past_limited(games: Games) -> Games:
    """Return at most :data:`MAX_PAST_GAMES` earlier games, and note those whose end this device lacks."""
    past = games.past[-MAX_PAST_GAMES:]
    lacks = tuple(peer.game for peer in past if not peer.is_over and peer.device in peer.members)
    now = games.current if lacks == games.current.unfinished_games else replace(games.current, unfinished_games=lacks)
    return Games(now, past, tuple(game for game in games.owed_games if any(peer.game == game for peer in past)))


def _with_debts(games: Games, *lacking: int) -> Games:
    """Return the games with a note of the ``lacking`` ones whose end this device knows and owes to others."""
    known = {peer.game for peer in games.past if peer.is_over}
    return games._replace(owed_games=tuple(sorted({*games.owed_games, *known.intersection(lacking)})))


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
