"""Simulated networks: devices play whole games while messages are lost, repeated and late, and the network falls apart.

Devices forget who is there, as after a reload; some die for good; seats change hands, also at the same time from two
sides; guests come late, and are given seats. What is drawn for a seat and a card does not depend on who draws it, so
every game must end like one device that is passed around.

``python -m protocol.network --games 1000`` plays so many games, on all processors.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from unittest.mock import patch

from tqdm import tqdm

from cartographers.game_id import GameId, read_game_id
from protocol.devices import beginning, device, drawn_for, passed_around, signed, verify
from rooms.log import Log
from rooms.peer import Peer, complete, due, greeting, hear, reclaimed, repeated, said, with_drawn, with_hands
from rooms.statement import MOST_EPOCHS, Drawn, Hand
from rooms.table import Table, table_of

#: Games of all mixes, for any number of players.
MIXES = ("c1-a-{}p-{}", "c1-d-hhhyh-{}p-{}", "c1-b-bhmym-{}p-{}")
MOST_PLAYERS = 12
#: A device greets again after so many of its steps.
SLOWLY = 40
MOST_STEPS = 100_000


@contextmanager
def shared_tables() -> Iterator[None]:
    """Let devices with the same statements share the table, which follows from these alone: it takes less time."""
    known: dict[tuple[str, frozenset[tuple[str, str]]], Table | None] = {}

    def table(log: Log, opener: str, before: Table | None = None) -> Table | None:
        key = (opener, frozenset((name, one.text) for name, one in log.items()))
        if key not in known:
            known[key] = table_of(log, opener, before)
        return known[key]

    with patch("rooms.peer.table_of", table):
        yield


class Network:
    """Devices, and the messages that are on their way between them. What has happened is counted in ``events``."""

    def __init__(self, game: GameId, owners: tuple[int, ...], rng: Random) -> None:
        """Let the first owner open a room and begin a game; the others have heard of nothing."""
        self.game, self.rng = game, rng
        self.opener = device(owners[0])
        self.peers = {name: Peer(device(name), self.opener, "v1") for name in sorted(set(owners))}
        self.peers[owners[0]] = said(self.peers[owners[0]], signed(beginning(game, owners)))
        self.on_the_way: list[tuple[int, str]] = []
        self.halves: set[int] = set()
        self.cut_for = 0
        self.events = Counter[str]()

    def send(self, sender: int, message: str) -> None:
        """Let a relay pass a message on: it loses some, and repeats some."""
        for receiver in self.peers.keys() - {sender}:
            is_cut = self.cut_for > 0 and (sender in self.halves) != (receiver in self.halves)
            for _ in range(0 if is_cut else self.rng.choice((0, 1, 1, 1, 2))):
                self.on_the_way.append((receiver, message))

    def step(self) -> None:
        """Let something happen somewhere."""
        rng = self.rng
        name = rng.choice(list(self.peers))
        self.cut_for -= 1
        happens = rng.random()
        if happens < 0.6:
            self.deliver()
        elif happens < 0.61:
            self.halves, self.cut_for = {other for other in self.peers if rng.random() < 0.5}, 60
            self.events["cut"] += 1
        elif happens < 0.63:
            self.forget(name)
        elif happens < 0.63 + 1 / SLOWLY:
            self.send(name, greeting(self.peers[name]))
        elif happens < 0.66:
            self.change(name)
        elif happens < 0.8:
            self.peers[name], message = due(self.peers[name])
            if message:
                self.send(name, message)
        else:
            self.draw(name)

    def deliver(self) -> None:
        """Let some messages arrive, in any order."""
        for _ in range(min(len(self.peers), len(self.on_the_way))):
            receiver, message = self.on_the_way.pop(self.rng.randrange(len(self.on_the_way)))
            if receiver in self.peers:
                before = self.peers[receiver]
                after = hear(before, message, verify)
                hands = reclaimed(before, after)
                self.events["reclaimed"] += len(hands)
                self.peers[receiver] = self.handing(after, *hands)

    def forget(self, name: int) -> None:
        """Let a page be reloaded: what it has heard of others, and its table, is gone."""
        self.peers[name] = replace(self.peers[name], heard={}, table=None).with_log(dict(self.peers[name].log))
        self.events["reload"] += 1

    def change(self, name: int) -> None:
        """Let a seat change hands, a guest come, or a device die."""
        peer, table = self.peers[name], self.peers[name].table
        chance = self.rng.random()
        if chance < 0.06 and len(self.peers) > 1 and peer.device != self.opener:
            del self.peers[name]
            self.events["death"] += 1
        elif chance < 0.12 and len(self.peers) < MOST_PLAYERS:
            guest = max(self.peers) + 100
            self.peers[guest] = Peer(device(guest), self.opener, "v1")
            self.events["guest"] += 1
        elif table and table.waits_for and peer.device in peer.members:
            seat = self.rng.choice(table.waits_for)
            last = table.hands[seat][-1]
            if last.epoch < MOST_EPOCHS:
                taker = device(self.rng.choice([name, self.rng.choice(list(self.peers))]))
                hand = Hand(seat, last.epoch + 1, table.card, taker, "here")
                self.peers[name] = self.handing(peer, hand)
                self.events["hand"] += 1

    def handing(self, peer: Peer, *hands: Hand) -> Peer:
        """Return a peer after it has given or taken seats."""
        statement = with_hands(peer.statement, *hands)
        return said(peer, signed(statement)) if hands and statement is not peer.statement else peer

    def draw(self, name: int) -> None:
        """Let a device draw for one of its seats, if it knows of something to draw, and say so."""
        peer = self.peers[name]
        if not peer.table:
            return
        for seat in peer.table.waits_for:
            if peer.table.hand(seat).device == peer.device:
                turn, card = peer.table.turns[-1], peer.table.card
                drawn = Drawn(seat, card, drawn_for(self.game, turn.before, seat, card))
                self.peers[name] = said(peer, signed(with_drawn(peer.statement, drawn)))
                self.send(name, repeated(self.peers[name]))
                return

    def over(self) -> bool:
        """Say whether the game is over everywhere."""
        return all(peer.table and peer.table.state.over for peer in self.peers.values())


def game_number(number: int) -> tuple[GameId, tuple[int, ...], Random]:
    """Return one of the games to play: the mix, who has which seat, and its chance."""
    rng = Random(f"network {number}")  # noqa: S311 - repeatable
    devices = 2 + number % (MOST_PLAYERS - 1)
    seats = rng.randint(devices, MOST_PLAYERS)
    owners = (0, *(rng.randrange(devices) for _ in range(seats - devices)), *range(1, devices))
    return read_game_id(MIXES[number % len(MIXES)].format(seats, f"n{number}")), owners, rng


def play(number: int) -> Counter[str]:
    """Play a game to its end everywhere, and return what has happened; raises :class:`AssertionError` if it differs."""
    game, owners, rng = game_number(number)
    network = Network(game, owners, rng)
    with shared_tables():
        while not network.over():
            network.events["step"] += 1
            progress = [complete(peer.table) for peer in network.peers.values()]
            assert network.events["step"] < MOST_STEPS, (number, progress)
            network.step()
        records = {peer.table.record for peer in network.peers.values() if peer.table}
    assert records == {passed_around(game)}, number
    return network.events


def main() -> None:
    """Play games, and print what has happened in them."""
    parser = argparse.ArgumentParser(description="Play games in simulated networks.")
    parser.add_argument("--games", type=int, default=1000)
    games = parser.parse_args().games
    happened = Counter[str]()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for events in tqdm(pool.map(play, range(games)), total=games):
            happened += events
    print(f"{games} games, each like one device passed around: {dict(happened)}")  # noqa: T201 - what it is for


if __name__ == "__main__":
    main()
