"""Statements and greetings as text: they survive the round trip, and any other text is refused."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartographers.errors import InvalidRecord
from cartographers.game_id import MAX_PLAYERS, GameId, read_game_id
from cartographers.record import read_ply
from protocol.devices import beginning, device, signed, verify
from rooms.log import read_signed
from rooms.peer import MAX_LENGTH as LONGEST_MESSAGE
from rooms.peer import (
    Peer,
    digest,
    farewell,
    greeting,
    greeting_in_crowd,
    merge_statements,
    news,
    next_message,
    read_greeting,
    receive,
    with_handovers,
    with_plies,
    with_statement,
)
from rooms.statement import (
    FORMER_PROTOCOL,
    MAX_CARDS,
    MAX_DEVICES,
    MAX_EPOCHS,
    MAX_GAMES,
    MAX_LENGTH,
    PROTOCOL,
    Beginning,
    CardPlies,
    Chair,
    Handover,
    SeatedPlayer,
    Statement,
    read_statement,
    write_statement,
)
from support.refusals import refused

DEVICES = st.integers(0, 30).map(device)
CHAIRS = st.builds(Chair, st.sampled_from(["here", "bot.master"]), st.from_regex(r"[!-9;-~]{0,40}", fullmatch=True))
PLIES = st.lists(st.sampled_from(["fA1A2", "wC3", "xK11", "hC4xC5C6"]).map(read_ply), min_size=1, max_size=4)
SEATS, CARDS = st.integers(0, MAX_PLAYERS - 1), st.integers(0, MAX_CARDS)


@st.composite
def statements(draw: st.DrawFn) -> Statement:
    """Return any statement."""
    sitting = draw(st.lists(st.builds(SeatedPlayer, DEVICES, CHAIRS), max_size=MAX_PLAYERS))
    handovers = st.builds(Handover, SEATS, st.integers(0, MAX_EPOCHS), CARDS, DEVICES, st.just("bot.legend"))
    drawn = draw(st.dictionaries(st.tuples(SEATS, CARDS), PLIES.map(tuple), max_size=5))
    return Statement(
        draw(DEVICES),
        draw(st.integers(0, 10**9)),
        tuple(draw(st.lists(CHAIRS, max_size=MAX_PLAYERS))),
        draw(st.booleans()),
        draw(st.sampled_from([None, GameId("x", players=3)])),
        tuple(draw(st.lists(DEVICES, max_size=3))),
        Beginning(GameId("x", players=len(sitting)), tuple(sitting)) if sitting else None,
        tuple(draw(st.lists(handovers, max_size=4))),
        tuple(CardPlies(*place, drawn[place]) for place in sorted(drawn)),
        draw(st.sampled_from([0, 1, MAX_GAMES])),
        draw(st.booleans()),
        draw(st.sampled_from([PROTOCOL, FORMER_PROTOCOL])),
    )


@given(statements())
def test_a_statement_survives_the_round_trip(statement: Statement) -> None:
    """Every statement, with or without its signature, survives the round trip."""
    assert read_statement(write_statement(statement)) == statement
    line = str(signed(statement))
    assert read_signed(line, verify) == signed(statement)
    with refused(InvalidRecord, "changed in transit"):
        read_signed(line.replace(" end", " ready:1 end"), verify)


@given(st.text(max_size=60), statements(), st.integers(0, 30))
def test_damaged_text_is_refused_or_still_valid(garbage: str, statement: Statement, place: int) -> None:
    """Damaged text is either refused with an explanation or still a valid statement."""
    text = write_statement(statement)
    words = text.split(" ")
    for wrong in (garbage, text + garbage, " ".join([*words[:place], garbage, *words[place:]])):
        with suppress(InvalidRecord):
            read = read_statement(wrong)
            assert read_statement(write_statement(read)) == read


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("room2 x 1 end", "begin with .room2., so it comes from another version"),
        (f"{PROTOCOL} {device(1)} 1", "the end of the message is missing"),
        (f"{PROTOCOL} {device(1)} 1 begin:c1-a-2p-x end", "doesn't say who has each seat"),
        (f"{PROTOCOL} {device(1)} 1 drew:12:0:fA1 end", ".12. in the message isn.t valid"),
        (f"{PROTOCOL} {device(1)} 1 " + "x" * MAX_LENGTH, f"at most {MAX_LENGTH} characters"),
        (f"{PROTOCOL} me 1 end", ".me. in the message isn.t valid"),
    ],
)
def test_the_error_names_the_fault(text: str, why: str) -> None:
    """The error names the fault, because a player reads it after pasting a message."""
    with refused(InvalidRecord, why):
        read_statement(text)


def test_a_greeting_has_the_numbers_of_statements() -> None:
    """A greeting has the numbers of the statements that a peer has, and survives the round trip."""
    peer = with_statement(Peer(device(1), device(1), "v1"), signed(Statement(device(1), 3)))
    hello = read_greeting(greeting(peer))
    assert (hello.device, hello.version, hello.cards, hello.numbers) == (device(1), "v1", 0, {device(1): 3})
    with refused(InvalidRecord, "hello3 me"):
        read_greeting("hello3 me")


def test_a_message_with_a_wrong_part_is_ignored() -> None:
    """A message is ignored as a whole if a part is forged, too long or nonsense."""
    peer, other = (
        Peer(device(1), device(1), "v1"),
        with_statement(Peer(device(2), device(1), "v1"), signed(Statement(device(2), 1))),
    )
    good = "\n".join([greeting(other), str(signed(Statement(device(2), 1)))])
    assert set(receive(peer, good, verify).log) == {device(2)}
    forged = str(signed(Statement(device(3), 1))).replace(" 1 end", " 2 end")
    for wrong in (f"{good}\n{forged}", f"{good}\nnonsense", good + "\n" * (MAX_DEVICES + 1), good + " " * 70_000):
        with pytest.raises(InvalidRecord):
            receive(peer, wrong, verify)


def test_host_can_enter_a_room_full_of_strangers() -> None:
    """The host can enter even when strangers have filled the room."""
    peer = Peer(device(1), device(0), "v1")
    for number in range(2, 60):
        stranger = with_statement(Peer(device(number), device(0), "v1"), signed(Statement(device(number), 1)))
        peer = receive(peer, "\n".join([greeting(stranger), *map(str, stranger.log.values())]), verify)
    assert len(peer.log) == MAX_DEVICES == len(peer.greetings)
    opener = with_statement(Peer(device(0), device(0), "v1"), signed(Statement(device(0), 1)))
    assert device(0) in receive(peer, "\n".join([greeting(opener), *map(str, opener.log.values())]), verify).log


def test_one_message_does_not_overfill_a_room() -> None:
    """A newcomer who hears of 24 devices at once keeps 24 devices, including itself and the host."""
    crowd = [signed(Statement(device(number), 1)) for number in range(MAX_DEVICES)]
    host = Peer(device(0), device(0), "v1").with_log({one.statement.device: one for one in crowd})
    newcomer = with_statement(Peer(device(99), device(0), "v1"), signed(Statement(device(99), 1)))
    newcomer = receive(newcomer, news(host), verify)
    assert len(newcomer.log) == MAX_DEVICES
    assert {device(0), device(99)} < set(newcomer.log)
    assert newcomer.is_excluded
    assert next_message(newcomer) == (newcomer, "")


def test_only_the_host_sends_its_statement_to_a_full_room() -> None:
    """The host sends its statement to a device whose room is full; other devices send it only a greeting."""
    crowd = {device(number): signed(Statement(device(number), 1)) for number in range(1, MAX_DEVICES + 1)}
    full = Peer(device(1), device(0), "v1").with_log(crowd)
    other = with_statement(Peer(device(99), device(0), "v1"), signed(Statement(device(99), 1)))
    other, message = next_message(receive(other, greeting(full), verify))
    assert len(message.split("\n")) == 1  # only a greeting, which asks for statements
    host = with_statement(Peer(device(0), device(0), "v1"), signed(Statement(device(0), 1)))
    assert device(0) in receive(full, next_message(receive(host, greeting(full), verify))[1], verify).log


def test_newcomer_replaces_a_replaceable_device() -> None:
    """A newcomer's statement replaces one of the devices that are named as replaceable."""
    crowd = {device(number): signed(Statement(device(number), 1)) for number in range(MAX_DEVICES)}
    full = Peer(device(0), device(0), "v1").with_log(crowd)
    newcomer = with_statement(Peer(device(99), device(0), "v1"), signed(Statement(device(99), 1)))
    message = greeting_in_crowd(receive(newcomer, greeting(full), verify), asks=False)
    assert device(99) not in receive(full, message, verify).log
    after = receive(full, message, verify, [device(50), device(7), device(8)])
    assert set(after.log) == {*crowd, device(99)} - {device(7)}


def test_former_statement_counts_for_known_devices() -> None:
    """A former statement counts if its device is known from the room or the host's beginning in the message."""
    game = read_game_id("c1-a-2p-any")
    begun = signed(beginning(game, [0, 1]))
    member, stranger = (signed(Statement(device(number), 3, protocol=FORMER_PROTOCOL)) for number in (1, 7))
    host = Peer(device(0), device(0), "v1").with_log({device(0): begun})
    message = "\n".join([greeting(host), str(stranger), str(member), str(begun)])
    assert set(receive(Peer(device(5), device(0), "v1"), message, verify).log) == {device(0), device(1)}
    old_host = replace(begun.statement, protocol=FORMER_PROTOCOL)
    message = "\n".join([greeting(host), str(signed(old_host)), str(member)])
    assert not receive(Peer(device(5), device(0), "v1"), message, verify).log
    knows = Peer(device(5), device(0), "v1").with_log(
        {device(0): signed(Statement(device(0), 1, protocol=FORMER_PROTOCOL))}
    )
    assert set(receive(knows, message, verify).log) == {device(0), device(1)}


def test_a_farewell_includes_the_last_statement() -> None:
    """A farewell includes the device's last statement, because relays get only the last of several messages."""
    ada = with_statement(Peer(device(1), device(0), "v1"), signed(Statement(device(1), 4)))
    after = receive(Peer(device(0), device(0), "v1"), farewell(ada), verify)
    assert after.log == ada.log
    assert after.greetings[device(1)].leaves


def test_a_message_of_a_full_room_begins_with_seated_devices() -> None:
    """A message of a full room stays within the limit, and begins with the statements of seated devices."""
    game = read_game_id("c1-a-2p-any")
    long = tuple(Chair("here", "x" * 700) for _ in range(7))
    members = [beginning(game, [90, 91]), Statement(device(91), 1, chairs=long)]
    strangers = [Statement(device(number), 1, chairs=long) for number in range(MAX_DEVICES - len(members))]
    log = {statement.device: signed(statement) for statement in (*strangers, *members)}
    peer = receive(
        Peer(device(90), device(90), "v1").with_log(log), greeting(Peer(device(91), device(90), "v1")), verify
    )
    assert sum(len(signed.text) for signed in log.values()) > LONGEST_MESSAGE
    for message in (news(peer), next_message(peer)[1]):
        _, *lines = message.split("\n")
        assert [read_signed(line, verify).statement for line in lines[:2]] == members
        assert 2 < len(lines) < MAX_DEVICES
        assert len(message) <= LONGEST_MESSAGE
        friend = receive(Peer(device(91), device(90), "v1"), message, verify)
        assert len(friend.log) == len(lines)


def test_missing_statement_is_sent_once() -> None:
    """A device sends a statement once to a device that lacks it, and asks for statements that it lacks itself."""
    ada = with_statement(Peer(device(1), device(1), "v1"), signed(Statement(device(1), 1)))
    ben = with_statement(Peer(device(2), device(1), "v1"), signed(Statement(device(2), 1)))
    ada = receive(ada, greeting(ben), verify)
    ada, message = next_message(ada)
    assert next_message(ada) == (ada, "")
    ben = receive(ben, message, verify)
    ben, answer = next_message(ben)
    ada = receive(ada, answer, verify)
    assert ada.log == ben.log
    assert next_message(ada)[1] == ""
    assert next_message(ben)[1] == ""


def test_everything_is_resent_only_once() -> None:
    """A device resends everything once, and not forever, to a device with different rules."""
    begun = signed(beginning(read_game_id("c1-a-1p-any"), [1]))
    ben = with_statement(Peer(device(2), device(1), "v1").with_log({device(1): begun}), signed(Statement(device(2), 1)))
    ada = Peer(device(1), device(1), "v1").with_log(ben.log)
    assert next_message(receive(ada, greeting(ben), verify))[1] == ""
    right = f" 0.0.{digest(ada.table, 0)} "
    ada, everything = next_message(receive(ada, greeting(ben).replace(right, " 0.0.00000000 "), verify))
    assert len(everything.split("\n")) == 1 + len(ada.log)
    ada = receive(ada, greeting(ben, answers=True).replace(right, " 0.0.00000000 "), verify)
    assert not ada.greetings[device(2)].agrees
    assert next_message(ada)[1] == ""


def test_cloned_device_merges_both_copies() -> None:
    """A cloned device merges both copies' plies and handovers, and prefers the newer statement's."""
    begun = Statement(device(1), 1)
    ours, theirs = (with_plies(begun, CardPlies(0, 0, (read_ply(ply),))) for ply in ("fA1", "fA2"))
    assert merge_statements(ours, theirs).plies == theirs.plies
    one, other = (with_plies(begun, CardPlies(0, card, (read_ply("fA1"),))) for card in (0, 1))
    assert [drawn.card for drawn in merge_statements(one, other).plies] == [0, 1]
    assert merge_statements(one, other).number == 3
    handovers = [Handover(seat, 1, 0, device(1), "here") for seat in (0, 1)]
    both = merge_statements(with_handovers(begun, handovers[0]), with_handovers(begun, handovers[1]))
    assert both.handovers == (handovers[1], handovers[0])
