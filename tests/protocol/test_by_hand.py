"""Messages as words for links: they survive the round trip, and damaged words are refused with an explanation."""

from dataclasses import replace
from hashlib import sha512
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartographers import GameId, InvalidRecord
from cartographers.packed import Packer
from cartographers.record import read_ply
from protocol.devices import beginning, device, drawn_for, log_of, signed
from protocol.test_statement import statements
from rooms import statement as s
from rooms.by_hand import MAX_WORD_LENGTH, pack, unpack
from rooms.log import Log, SignedStatement
from rooms.message import MESSAGE_SEPARATOR, Greeting, Mark, write_greeting
from rooms.peer import Peer
from rooms.table import table_of
from support.network import Network, game_number, remembered
from support.refusals import refused

OPENER = device(0)
NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo", "Ida", "Jan", "Kim", "Leo"]
HELLO = write_greeting(Greeting(OPENER, "v1", 0, "0" * 8, {}))


def room(players: int) -> Peer:
    """Return a peer of a room in which all players, each on their own phone, have finished a game."""
    rng = Random(players)  # noqa: S311 - repeatable
    devices = [f"{rng.getrandbits(256):064x}" for _ in range(players)]
    chairs = [s.Chair("here", f"{name},,") for name in NAMES[:players]]
    game = GameId("k3x9q2ab", players=players)
    said = [s.Statement(name, 3, (chair,), ready=True) for name, chair in zip(devices, chairs, strict=True)]
    said[0] = replace(said[0], plan=game).with_beginning(s.Beginning(game, tuple(map(s.SeatedPlayer, devices, chairs))))
    while True:
        texts = map(s.write_statement, said)  # with signatures of real length:
        signatures = [
            SignedStatement(one, text, sha512(text.encode()).hexdigest()) for one, text in zip(said, texts, strict=True)
        ]
        log: Log = {one.statement.device: one for one in signatures}
        table = table_of(log, devices[0])
        assert table
        if not table.waits_for:
            return Peer(devices[0], devices[0], "0a1b2c3d").with_log(log)
        for seat in table.waits_for:
            plies = drawn_for(game, table.rounds[-1].before, seat, table.card)
            said[seat] = said[seat].with_plies(s.CardPlies(seat, table.card, plies))


FOUR = room(4)


@pytest.mark.parametrize(("peer", "most"), [(room(2), 500), (FOUR, 850), (room(12), 2_210)], ids=["2", "4", "12"])
def test_a_finished_game_fits_into_a_short_link(peer: Peer, most: int) -> None:
    """A finished game fits into a short link; as deflated text, these took 1,197, 2,061 and 5,369 characters."""
    word = pack(peer.news(), peer.opener)
    assert len(word) + 135 <= most
    assert word.isalnum()
    assert unpack(word, peer.opener) == peer.news()


@given(st.lists(statements(), max_size=5, unique_by=lambda one: one.device), st.booleans(), st.data())
def test_messages_survive_the_round_trip(said: list[s.Statement], knows: bool, data: st.DataObject) -> None:  # noqa: FBT001
    """Any message survives the round trip, no matter what its statements and its greeting contain."""
    have = {one.device: one.number for one in said} if knows else {OPENER: 7}
    game, lacks = data.draw(st.sampled_from([(0, ()), (1, ()), (12, (10, 11))]))
    said = [s.Statement(OPENER), *(one for one in said if one.device != OPENER)]
    mark, sender = data.draw(st.sampled_from([Mark.NONE, Mark.ANSWERS])), data.draw(st.sampled_from(said)).device
    hello = Greeting(sender, "v1", 3, "01234567", have, mark, game, lacks)
    message = "\n".join([write_greeting(hello), *map(str, map(signed, said))])
    for text in (message, MESSAGE_SEPARATOR.join([f"{HELLO}\n{signed(s.Statement(OPENER))}", message])):
        assert unpack(pack(text, OPENER), OPENER) == text


@pytest.mark.parametrize("number", range(0, 30, 8))
def test_messages_of_troubled_games_survive_the_round_trip(number: int) -> None:
    """Messages survive the round trip in games with lost messages, changes of hands, deaths, and guests."""
    game, owners, rng = game_number(number)
    with remembered():
        network = Network(game, owners, rng)
        for step in range(400):
            network.step()
            peer = rng.choice(list(network.devices.values())).current
            if step % 80 == 0 and peer.device in peer.log:
                assert unpack(pack(peer.news(), peer.opener), peer.opener) == peer.news()


def test_word_can_hold_conflicting_and_illegal_plies() -> None:
    """A word can hold conflicting and illegal plies for one card, and statements with parts in another order."""
    game = GameId("x", players=2)
    begun = beginning(game, [0, 1])
    table = table_of(log_of(begun), OPENER)
    assert table
    first, second = (drawn_for(game, table.state, seat, 0) for seat in (0, 1))
    illegal = s.Statement(device(1), 5).with_plies(s.CardPlies(1, 0, (read_ply("fA1A2"), read_ply("xK11"))))
    said = [
        begun.with_plies(s.CardPlies(0, 0, first)),
        illegal.with_handovers(s.Handover(1, 1, 0, device(2), "here")),
        s.Statement(device(2), 9).with_plies(s.CardPlies(1, 0, second)),
    ]
    odd = f"no-hex {s.PROTOCOL} {device(3)} 4 ready:1 chair:here:Al end"
    message = "\n".join([HELLO, *map(str, map(signed, said)), odd])
    assert unpack(pack(message, OPENER), OPENER) == message


def test_overlong_message_loses_its_last_statements() -> None:
    """A message that is too long loses its last statements, so seated devices' statements are kept."""
    rng = Random(1)  # noqa: S311 - repeatable
    who = "".join(rng.choices("abcdefghij", k=698))
    chairs = [(s.Chair("here", f"{number}{who}"),) * 3 for number in range(s.MAX_DEVICES)]
    lines = [str(signed(s.Statement(device(number), 1, seats))) for number, seats in enumerate(chairs)]
    word = pack("\n".join([HELLO, *lines]), OPENER)
    assert len(word) <= MAX_WORD_LENGTH
    first, *found = unpack(word, OPENER).split("\n")
    assert first == HELLO
    assert 10 < len(found) < s.MAX_DEVICES
    assert found == lines[: len(found)]


WORD = pack(FOUR.news(), FOUR.opener)


@given(st.integers(0, len(WORD) - 1), st.sampled_from("09AZaz-_.~ "))
def test_a_cut_or_changed_word_is_refused(place: int, other: str) -> None:
    """A word that a messaging app has cut off or changed is refused as a whole."""
    for damaged in {WORD[:place], WORD[:place] + other + WORD[place + 1 :]} - {WORD}:
        with refused(InvalidRecord, match="damaged or incomplete"):
            unpack(damaged, FOUR.opener)


@given(st.lists(st.integers(0, 99), max_size=200), st.text(max_size=40))
def test_forged_text_raises_only_the_engines_errors(choices: list[int], text: str) -> None:
    """A forged text, even with a valid checksum, raises no errors other than the engine's own."""
    packer = Packer()
    for choice in choices:
        packer.add(choice, 100)
    for word in (packer.word(), text):
        try:
            unpack(word, OPENER)
        except InvalidRecord:
            continue


@given(st.lists(st.integers(0, 99), max_size=6), st.integers(0, 400))
def test_a_message_with_changed_choices_is_read_or_refused(changes: list[int], place: int) -> None:
    """A forger who knows the format gets a message or an explained refusal."""
    found: list[tuple[int, int]] = []

    class Noting(Packer):
        def add(self, choice: int, count: int) -> None:
            found.append((choice, count))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rooms.by_hand.Packer", Noting)
        pack("\n".join([HELLO, str(signed(beginning(GameId("x", players=2), [0, 1])))]), OPENER)
    packer = Packer()
    for number, (choice, count) in enumerate(found):
        at = number - place
        packer.add(changes[at] % count if 0 <= at < len(changes) else choice, count)
    try:
        unpack(packer.word(), OPENER)
    except InvalidRecord:
        return
