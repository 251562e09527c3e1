"""Simulated networks: devices play whole games while messages are lost, repeated, late, and the network falls apart."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from cartographers.game_id import GameId, read_game_id
from protocol.devices import beginning, device, drawn_for, passed_around, signed, verify
from rooms.peer import Peer, complete, due, greeting, hear, said, with_drawn
from rooms.statement import Drawn

GAMES = ["c1-a-{}p-net", "c1-c-hhhyh-{}p-net", "c1-b-bhmym-{}p-net"]
#: A device greets again after so many steps.
SLOWLY = 40
MOST_STEPS = 60_000


class Network:
    """Devices, and the messages that are on their way between them."""

    def __init__(self, game: GameId, owners: tuple[int, ...], rng: Random) -> None:
        """Let the first owner open a room and begin a game; the others have heard of nothing."""
        self.game, self.owners, self.rng = game, owners, rng
        names = sorted(set(owners))
        self.peers = {name: Peer(device(name), device(owners[0]), "v1") for name in names}
        self.peers[owners[0]] = said(self.peers[owners[0]], signed(beginning(game, owners)))
        self.on_the_way: list[tuple[int, str]] = []
        self.halves: set[int] = set()
        self.cut_until = 0

    def send(self, sender: int, message: str, step: int) -> None:
        """Let a relay pass a message on: it loses some, and repeats some."""
        for receiver in self.peers.keys() - {sender}:
            is_cut = step < self.cut_until and (sender in self.halves) != (receiver in self.halves)
            for _ in range(0 if is_cut else self.rng.choice((0, 1, 1, 1, 2))):
                self.on_the_way.append((receiver, message))

    def step(self, step: int) -> None:
        """Let something happen somewhere."""
        rng = self.rng
        name = rng.choice(list(self.peers))
        happens = rng.random()
        if happens < 0.6:
            for _ in range(min(len(self.peers), len(self.on_the_way))):
                receiver, message = self.on_the_way.pop(rng.randrange(len(self.on_the_way)))
                self.peers[receiver] = hear(self.peers[receiver], message, verify)
        elif happens < 0.62:
            self.halves, self.cut_until = {other for other in self.peers if rng.random() < 0.5}, step + 60
        elif happens < 0.64:
            self.peers[name] = replace(self.peers[name], heard={}, table=None).with_log(dict(self.peers[name].log))
        elif happens < 0.64 + 1 / SLOWLY:
            self.send(name, greeting(self.peers[name]), step)
        elif happens < 0.8:
            self.peers[name], message = due(self.peers[name])
            if message:
                self.send(name, message, step)
        else:
            self.draw(name)

    def draw(self, name: int) -> None:
        """Let a device draw for one of its seats, if it knows of something to draw."""
        peer = self.peers[name]
        if not peer.table:
            return
        for seat in peer.table.waits_for:
            if self.owners[seat] == name:
                turn, card = peer.table.turns[-1], peer.table.card
                drawn = Drawn(seat, card, drawn_for(self.game, turn.before, seat, card))
                self.peers[name] = said(peer, signed(with_drawn(peer.statement, drawn)))
                return

    def over(self) -> bool:
        """Say whether the game is over everywhere."""
        return all(peer.table and peer.table.state.over for peer in self.peers.values())


@pytest.mark.parametrize("devices", [1, 2, 3, 4, 12])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_ends_like_one_device_passed_around(game: str, devices: int) -> None:
    """Whoever sits where, and whatever happens on the way."""
    rng = Random(f"{game} {devices}")  # noqa: S311 - repeatable
    seats = 12 if devices == 12 else rng.randint(devices, 6)
    game_id = read_game_id(game.format(seats))
    owners = (0, *(rng.randrange(devices) for _ in range(seats - devices)), *range(1, devices))
    network = Network(game_id, owners, rng)
    step = 0
    while not network.over():
        step += 1
        assert step < MOST_STEPS, [complete(peer.table) for peer in network.peers.values()]
        network.step(step)
    records = {peer.table.record for peer in network.peers.values() if peer.table}
    assert records == {passed_around(game_id)}
