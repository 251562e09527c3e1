"""Simulated networks: devices play whole games while messages get lost, repeated, and delayed, and the network splits.

Devices lose their memory, as after a reload, and some die for good. Seats change hands, sometimes on two sides at the
same time. Guests arrive late and are given seats. The host begins another game as soon as one is over on its own
device, whatever the others have heard. Plies depend only on the seat and the card, and not on the device that draws
them. So each game must end like one on a single device that is passed around, on every device that took part.

``python -m support.network --games 1000`` plays 1,000 games on all processors.
"""

import argparse
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from random import Random
from unittest.mock import patch

from tqdm import tqdm

from cartographers.game_id import GameId, read_game_id
from cartographers.record import read_record
from protocol.devices import beginning, checked, device, drawn_for, passed_around, peer, signed
from rooms.games import Games, beginning_statement, next_players
from rooms.log import Log, SignedStatement, read_signed
from rooms.peer import Peer
from rooms.restoring import reclaiming_handovers
from rooms.statement import MAX_EPOCHS, Beginning, CardPlies, Chair, Handover
from rooms.table import Table, table_of

#: Games of all mixes, for any number of players.
MIXES = ("c1-a-{}p-{}", "c1-d-hhhyh-{}p-{}", "c1-b-bhmym-{}p-{}")
MOST_PLAYERS = 12
#: The mean number of a device's steps between two greetings.
SLOWLY = 40
MOST_STEPS = 100_000


@contextmanager
def remembered() -> Iterator[None]:
    """Cache statements by line and tables by statements, so all devices of a process parse them only once."""
    known: dict[tuple[str, frozenset[tuple[str, str]]], Table | None] = {}

    def table(log: Log, opener: str, before: Table | None = None) -> Table | None:
        key = (opener, frozenset((name, one.text) for name, one in log.items()))  # a text names its game
        if key not in known:
            known[key] = table_of(log, opener, before)
        return known[key]

    with patch("rooms.peer.table_of", table), patch("rooms.peer.read_signed", lru_cache(maxsize=None)(read_signed)):
        yield


class Network:
    """Devices, the messages on the way between them, and a counter of ``events``."""

    def __init__(self, game: GameId, owners: tuple[int, ...], rng: Random, games: int = 1) -> None:
        """Make the first owner open a room and begin the first of ``games`` games; no other device knows of it yet."""
        self.rng, self.games, self.host = rng, games, owners[0]
        self.devices = {name: self.newcomer(name) for name in sorted(set(owners))}
        self.say(owners[0], signed(beginning(game, owners)))
        #: The record of each game that is over, and the devices that saw its end.
        self.records: dict[int, str] = {}
        self.saw: dict[int, set[int]] = {}
        self.on_the_way: list[tuple[int, str]] = []
        self.halves: set[int] = set()
        self.cut_for = 0
        self.events = Counter[str]()

    def newcomer(self, name: int) -> Games:
        """Return the games of a device that has opened the page without any memory."""
        return Games(peer(name, self.host))

    def say(self, name: int, statement: SignedStatement) -> None:
        """Make a statement as a device in its current game."""
        games = self.devices[name]
        self.devices[name] = games.with_peer(games.current.with_statements([statement]))

    def send(self, sender: int, message: str) -> None:
        """Make a relay forward a message; it loses and repeats some."""
        for receiver in self.devices.keys() - {sender}:
            is_cut = self.cut_for > 0 and (sender in self.halves) != (receiver in self.halves)
            for _ in range(0 if is_cut else self.rng.choice((0, 1, 1, 1, 2))):
                self.on_the_way.append((receiver, message))

    def step(self) -> None:
        """Simulate a random event at a random device."""
        name = self.rng.choice(list(self.devices))
        self.cut_for -= 1
        happens = self.rng.random()
        if happens < 0.6:
            self.deliver()
        elif happens < 0.61:
            self.halves, self.cut_for = {other for other in self.devices if self.rng.random() < 0.5}, 60
            self.events["cut"] += 1
        elif happens < 0.63:
            self.forget(name)
        elif happens < 0.63 + 1 / SLOWLY:
            self.send(name, self.devices[name].current.greeting())
        elif happens < 0.66:
            self.change(name)
        elif happens < 0.8:
            owes = self.devices[name].owes_message
            self.devices[name], message = self.devices[name].next_message()
            assert owes == bool(message)
            if message:
                self.send(name, message)
        else:
            self.draw(name)

    def deliver(self) -> None:
        """Deliver some messages in random order."""
        for _ in range(min(len(self.devices), len(self.on_the_way))):
            receiver, message = self.on_the_way.pop(self.rng.randrange(len(self.on_the_way)))
            if receiver in self.devices:
                self.hear(receiver, message)

    def hear(self, name: int, message: str) -> None:
        """Make a device hear a message and react at once."""
        before = self.devices[name]
        after = self.devices[name] = before.receive(checked(message))
        if after.current.game > before.current.game:
            self.events["moved"] += 1
            self.events["moved early"] += not before.current.is_over
            if not after.current.statement.number:
                self.say(name, signed(replace(after.current.statement, number=1, chairs=(Chair("here"),))))
        else:
            handovers = reclaiming_handovers(before.current, after.current)
            self.events["reclaimed"] += len(handovers)
            self.handing(name, *handovers)
        self.note(name)

    def note(self, name: int) -> None:
        """Note the games that have ended for a device, and check that they ended alike everywhere."""
        for one in (*self.devices[name].past, self.devices[name].current):
            if one.table and one.is_over and name not in self.saw.setdefault(one.game, set()):
                self.saw[one.game].add(name)
                assert self.records.setdefault(one.game, one.table.record) == one.table.record

    def forget(self, name: int) -> None:
        """Reload a device's page, which leaves only the saved statements of each game."""
        games = self.devices[name]
        kept = [signed for one in (*games.past, games.current) for signed in one.log.values()]
        self.devices[name] = self.newcomer(name).with_statements(kept)
        self.events["reload"] += 1

    def change(self, name: int) -> None:
        """Make a device die, a guest arrive, or a seat change hands."""
        table, chance = self.devices[name].current.table, self.rng.random()
        if chance < 0.06 and len(self.devices) > 1 and name != self.host:
            del self.devices[name]
            self.events["death"] += 1
        elif chance < 0.12 and len(self.devices) < MOST_PLAYERS:
            guest = max(self.devices) + 100
            self.devices[guest] = self.newcomer(guest)
            self.events["guest"] += 1
        elif table and table.waits_for and device(name) in self.devices[name].current.members:
            seat = self.rng.choice(table.waits_for)
            last = table.handovers[seat][-1]
            if last.epoch < MAX_EPOCHS:
                taker = device(self.rng.choice([name, self.rng.choice(list(self.devices))]))
                self.handing(name, Handover(seat, last.epoch + 1, table.card, taker, "here"))
                self.events["hand"] += 1

    def handing(self, name: int, *handovers: Handover) -> None:
        """Make a device give or take seats."""
        mine = self.devices[name].current.statement
        statement = mine.with_handovers(*handovers)
        if handovers and statement is not mine:
            self.say(name, signed(statement))

    def draw(self, name: int) -> None:
        """Make a device draw for one of its seats that has something to draw, and send its statement."""
        now = self.devices[name].current
        if not now.table:
            return
        for seat in now.table.waits_for:
            if now.table.current_handover(seat).device == now.device:
                turn, card = now.table.rounds[-1], now.table.card
                drawn = CardPlies(seat, card, drawn_for(now.table.beginning.game, turn.before, seat, card))
                self.say(name, signed(now.statement.with_plies(drawn)))
                self.send(name, self.devices[name].current.own_message())
                self.note(name)
                return
        if name == self.host and now.is_over and now.game < self.games - 1:
            self.begin_again(now, now.table.beginning.game)

    def begin_again(self, before: Peer, game: GameId) -> None:
        """Make the host begin another game with the devices that are alive."""
        sitting = next_players(before, {device(name) for name in self.devices})
        following = Beginning(replace(game, seed=f"{game.seed}x", players=len(sitting)), sitting)
        begun = signed(beginning_statement(before, following))
        now = replace(peer(self.host, self.host), game=before.game + 1)
        self.devices[self.host] = self.devices[self.host].with_peer(now.with_statements([begun]))
        self.send(self.host, self.devices[self.host].current.own_message())
        self.events["another"] += 1

    def lacks(self, name: int) -> bool:
        """Return whether a device is in an earlier game, or lacks the end of a game that it took part in."""
        games = self.devices[name]
        return games.current.game < self.games - 1 or not games.current.is_over or bool(games.current.unfinished_games)

    def is_over(self) -> bool:
        """Return whether all games are over on all devices."""
        return not any(map(self.lacks, self.devices))


def game_number(number: int) -> tuple[GameId, tuple[int, ...], Random]:
    """Return the game, each seat's device, and the random numbers of the simulation with the given number."""
    rng = Random(f"network {number}")  # noqa: S311 - repeatable
    devices = 2 + number % (MOST_PLAYERS - 1)
    seats = rng.randint(devices, MOST_PLAYERS)
    owners = (0, *(rng.randrange(devices) for _ in range(seats - devices)), *range(1, devices))
    return read_game_id(MIXES[number % len(MIXES)].format(seats, f"n{number}")), owners, rng


def progress(games: Games) -> tuple[int, int]:
    """Return the number of a device's current game, and the number of its complete cards."""
    return games.current.game, games.current.complete_cards


def play(number: int) -> Counter[str]:
    """Play a simulation to the end of its games, and return its events. A difference raises :class:`AssertionError`."""
    game, owners, rng = game_number(number)
    network = Network(game, owners, rng, 1 + number % 2)
    with remembered():
        while not network.is_over():
            network.events["step"] += 1
            assert network.events["step"] < MOST_STEPS, (number, [*map(progress, network.devices.values())])
            network.step()
    assert network.records.keys() == set(range(network.games)), number
    for record in network.records.values():
        assert record == passed_around(read_record(record).id), number
    for name, games in network.devices.items():
        played = {past.game for past in games.past if past.device in past.members}
        assert played <= {ended for ended, seen in network.saw.items() if name in seen}, (number, name)
    return network.events


def main() -> None:
    """Play simulations, and print their events."""
    parser = argparse.ArgumentParser(description="Play games in simulated networks.")
    parser.add_argument("--games", type=int, default=1000)
    games = parser.parse_args().games
    happened = Counter[str]()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for events in tqdm(pool.map(play, range(games)), total=games):
            happened += events
    print(f"{games} games, each like one device passed around: {dict(happened)}")  # noqa: T201 - a command's output


if __name__ == "__main__":
    main()
