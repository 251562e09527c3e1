"""Statements and greetings as text: they survive the round trip, and any other text is refused."""

from collections.abc import Iterable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartographers.errors import InvalidRecord
from cartographers.game_id import MAX_PLAYERS, GameId, read_game_id
from cartographers.record import read_ply
from protocol.devices import beginning, checked, device, log_of, peer, signed
from rooms import statement as s
from rooms.log import CheckedText, Log, read_signed
from rooms.message import MAX_LENGTH as LONGEST_MESSAGE
from rooms.message import Mark, read_greeting
from support.refusals import refused

GAME = read_game_id("c1-a-2p-any")
DEVICES = st.integers(0, 30).map(device)
WHO = st.text([chr(code) for code in range(33, 127) if chr(code) != ":"], max_size=40)
CHAIRS = st.builds(s.Chair, st.sampled_from(["here", "bot.master"]), WHO)
PLIES = st.lists(st.sampled_from(["fA1A2", "wC3", "xK11", "hC4xC5C6"]).map(read_ply), min_size=1, max_size=4)
SEATS, CARDS = st.integers(0, MAX_PLAYERS - 1), st.integers(0, s.MAX_CARDS)


@st.composite
def statements(draw: st.DrawFn) -> s.Statement:
    """Return any statement."""
    sitting = draw(st.lists(st.builds(s.SeatedPlayer, DEVICES, CHAIRS), max_size=MAX_PLAYERS))
    handovers = st.builds(s.Handover, SEATS, st.integers(0, s.MAX_EPOCHS), CARDS, DEVICES, st.just("bot.legend"))
    drawn = draw(st.dictionaries(st.tuples(SEATS, CARDS), PLIES.map(tuple), max_size=5))
    return s.Statement(
        draw(DEVICES),
        draw(st.integers(0, 10**9)),
        tuple(draw(st.lists(CHAIRS, max_size=MAX_PLAYERS))),
        draw(st.booleans()),
        draw(st.sampled_from([None, GameId("x", players=3)])),
        tuple(draw(st.lists(DEVICES, max_size=3))),
        s.Beginning(GameId("x", players=len(sitting)), tuple(sitting)) if sitting else None,
        tuple(draw(st.lists(handovers, max_size=4))),
        tuple(s.CardPlies(*place, drawn[place]) for place in sorted(drawn)),
        draw(st.sampled_from([0, 1, s.MAX_GAMES])),
        draw(st.booleans()),
        tuple(draw(st.lists(DEVICES, max_size=MAX_PLAYERS))),
    )


def crowd(numbers: Iterable[int]) -> Log:
    """Return a log with a statement of each device with these numbers."""
    return log_of(*(s.Statement(device(number), 1) for number in numbers))


@given(statements())
def test_a_statement_survives_the_round_trip(statement: s.Statement) -> None:
    """Every statement, with or without its signature, survives the round trip."""
    text = s.write_statement(statement)
    assert s.read_statement(text) == s.read_statement(text.replace(s.PROTOCOL, "room3", 1)) == statement
    assert read_signed(CheckedText(str(signed(statement)))) == signed(statement)


@given(st.text(max_size=60), statements(), st.integers(0, 30))
def test_damaged_text_is_refused_or_still_valid(garbage: str, statement: s.Statement, place: int) -> None:
    """Damaged text is either refused with an explanation or still a valid statement."""
    text = s.write_statement(statement)
    words = text.split(" ")
    for wrong in (garbage, text + garbage, " ".join([*words[:place], garbage, *words[place:]])):
        with suppress(InvalidRecord):
            read = s.read_statement(wrong)
            assert s.read_statement(s.write_statement(read)) == read


def test_the_error_names_the_fault() -> None:
    """The error names the fault, because a player reads it after pasting a message."""
    for text, why in (
        ("room1 x 1 end", "begin with .room1., so it comes from another version"),
        ("room5 x 1 end", "begin with .room5., so it comes from another version"),
        (f"{s.PROTOCOL} {device(1)} 1", "the end of the message is missing"),
        (f"{s.PROTOCOL} {device(1)} 1 begin:c1-a-2p-x end", "doesn't say who has each seat"),
        (f"{s.PROTOCOL} {device(1)} 1 drew:12:0:fA1 end", ".12. in the message isn.t valid"),
        (f"{s.PROTOCOL} {device(1)} 1 " + "x" * s.MAX_LENGTH, f"at most {s.MAX_LENGTH} characters"),
        (f"{s.PROTOCOL} me 1 end", ".me. in the message isn.t valid"),
    ):
        with refused(InvalidRecord, why):
            s.read_statement(text)


def test_greeting_and_farewell() -> None:
    """A greeting has the numbers of a peer's statements; a farewell has the last one, as relays get only that."""
    hello = read_greeting(peer(1, 1, said=3).greeting())
    assert (hello.device, hello.version, hello.cards, hello.numbers) == (device(1), "v1", 0, {device(1): 3})
    with refused(InvalidRecord, "hello4 me"):
        read_greeting("hello4 me")
    ada = peer(1, said=4)
    after = peer(0).receive(checked(ada.own_message(Mark.LEAVES)))
    assert after.log == ada.log
    assert after.greetings[device(1)].mark is Mark.LEAVES


def test_a_message_with_a_wrong_part_is_ignored() -> None:
    """A message is ignored as a whole if a part is too long or nonsense."""
    good = peer(2, 1, said=1).news()
    assert set(peer(1, 1).receive(checked(good)).log) == {device(2)}
    for wrong in (f"{good}\nnonsense", good + "\n" * (s.MAX_DEVICES + 1), good + " " * 70_000):
        with pytest.raises(InvalidRecord):
            peer(1, 1).receive(checked(wrong))


def test_only_the_host_enters_a_full_room() -> None:
    """The host can enter a room full of strangers; other devices send a full room only a greeting."""
    full = peer(1)
    for number in range(2, 60):
        full = full.receive(checked(peer(number, said=1).news()))
    assert len(full.log) == s.MAX_DEVICES == len(full.greetings)
    assert device(0) in full.receive(checked(peer(0, said=1).news())).log
    full = peer(1).with_log(crowd(range(1, s.MAX_DEVICES + 1)))
    message, of_host = (peer(who, said=1).receive(checked(full.greeting())).next_message()[1] for who in (99, 0))
    assert len(message.split("\n")) == 1  # only a greeting, which asks for statements
    assert device(0) in full.receive(checked(of_host)).log


def test_newcomers_do_not_overfill_a_room() -> None:
    """A newcomer that hears of 24 devices keeps 24, and its statement replaces only a replaceable device's."""
    host = peer(0).with_log(crowd(range(s.MAX_DEVICES)))
    newcomer = peer(99, said=1).receive(checked(host.news()))
    assert len(newcomer.log) == s.MAX_DEVICES
    assert {device(0), device(99)} < set(newcomer.log)
    assert newcomer.is_excluded
    assert newcomer.next_message() == (newcomer, "")
    full = peer(0).with_log(crowd(range(s.MAX_DEVICES)))
    message = peer(99, said=1).receive(checked(full.greeting())).greeting_in_crowd()
    assert device(99) not in full.receive(checked(message)).log
    after = full.receive(checked(message), [device(50), device(7), device(8)])
    assert set(after.log) == {*full.log, device(99)} - {device(7)}


def test_a_message_of_a_full_room_begins_with_seated_devices() -> None:
    """A message of a full room stays within the limit, and begins with the statements of seated devices."""
    long = (s.Chair("here", "x" * 700),) * 7
    members = [beginning(GAME, [90, 91]), s.Statement(device(91), 1, chairs=long)]
    log = log_of(*(s.Statement(device(number), 1, chairs=long) for number in range(s.MAX_DEVICES - 2)), *members)
    full = peer(90, 90).with_log(log).receive(checked(peer(91, 90).greeting()))
    assert sum(len(signed.text) for signed in log.values()) > LONGEST_MESSAGE
    for message in (full.news(), full.next_message()[1]):
        _, *lines = message.split("\n")
        assert [read_signed(CheckedText(line)).statement for line in lines[:2]] == members
        assert 2 < len(lines) < s.MAX_DEVICES
        assert len(message) <= LONGEST_MESSAGE
        assert len(peer(91, 90).receive(checked(message)).log) == len(lines)


def test_statements_are_sent_once() -> None:
    """A device sends a statement once to one that lacks it, and everything once to one with different rules."""
    log = log_of(beginning(read_game_id("c1-a-1p-any"), [1]), s.Statement(device(2), 1))
    ada, ben = (peer(number, 1).with_log(log) for number in (1, 2))
    assert ada.receive(checked(ben.greeting())).next_message()[1] == ""
    right = f" 0.0.{ada.digest(0)} "
    ada, everything = ada.receive(checked(ben.greeting().replace(right, " 0.0.00000000 "))).next_message()
    assert len(everything.split("\n")) == 1 + len(ada.log)
    ada = ada.receive(checked(ben.greeting(Mark.ANSWERS).replace(right, " 0.0.00000000 ")))
    assert not ada.greetings[device(2)].agrees
    assert ada.next_message()[1] == ""
    ada, ben = (peer(number, 1, said=1) for number in (1, 2))
    ada, message = ada.receive(checked(ben.greeting())).next_message()
    assert ada.next_message() == (ada, "")
    ben, answer = ben.receive(checked(message)).next_message()
    ada = ada.receive(checked(answer))
    assert ada.log == ben.log
    assert [one.next_message()[1] for one in (ada, ben)] == ["", ""]


def test_cloned_device_merges_both_copies() -> None:
    """A cloned device merges both copies' plies and handovers, and prefers the newer statement's."""
    begun = s.Statement(device(1), 1)
    ours, theirs = (begun.with_plies(s.CardPlies(0, 0, (read_ply(ply),))) for ply in ("fA1", "fA2"))
    assert ours.merged_with(theirs).plies == theirs.plies
    one, other = (begun.with_plies(s.CardPlies(0, card, (read_ply("fA1"),))) for card in (0, 1))
    assert [drawn.card for drawn in one.merged_with(other).plies] == [0, 1]
    assert one.merged_with(other).number == 3
    handovers = [s.Handover(seat, 1, 0, device(1), "here") for seat in (0, 1)]
    both = begun.with_handovers(handovers[0]).merged_with(begun.with_handovers(handovers[1]))
    assert both.handovers == (handovers[1], handovers[0])
