"""The table depends only on the statements, and not on how they arrived."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartographers.game_id import GameId, read_game_id
from cartographers.record import read_ply, read_record
from protocol.devices import beginning, device, drawn_for, log_of, passed_around, signed
from rooms.log import Log, SignedStatement, merge
from rooms.statement import CardPlies, Handover, Statement
from rooms.table import Table, table_of

GAME = read_game_id("c1-a-3p-table")
OWNERS = (0, 1, 1)
GAMES = ["c1-a-2p-room", "c1-c-hhhyh-3p-room", "c1-d-bhmym-4p-room", "c1-b-1p-room", "c1-c-hhhyh-12p-room"]


def table(log: Log, known: Table | None = None) -> Table:
    """Return the table of a log whose game has begun."""
    found = table_of(log, device(0), known)
    assert found
    return found


def table_after(*statements: Statement, known: Table | None = None) -> Table:
    """Return the table after these statements of different devices."""
    return table(log_of(*statements), known)


def all_said(game: GameId, owners: tuple[int, ...], cards: int = 99) -> list[SignedStatement]:
    """Return all statements made in a game, each device's newest last."""
    newest = {owner: Statement(device(owner)) for owner in owners} | {owners[0]: beginning(game, owners)}
    found = [signed(statement) for statement in newest.values()]
    now = table(merge({}, found))
    while now.waits_for and now.card < cards:
        for seat in now.waits_for:
            drawn = CardPlies(seat, now.card, drawn_for(game, now.rounds[-1].before, seat, now.card))
            newest[owners[seat]] = newest[owners[seat]].with_plies(drawn)
            found.append(signed(newest[owners[seat]]))
        now = table(merge({}, found), now)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_room_game_matches_the_record_of_one_device(game: str) -> None:
    """A game in a room has the record of the same game on one device that is passed around."""
    game_id = read_game_id(game)
    owners = tuple(seat // 2 for seat in range(game_id.players))
    end = table(merge({}, all_said(game_id, owners)))
    assert (end.state.is_over, end.waits_for) == (True, ())
    assert end.record == passed_around(game_id)
    assert read_record(end.record).states[-1] == end.state


@given(order=st.randoms(use_true_random=False), parts=st.integers(1, 5))
def test_order_loss_and_repetition_make_no_difference(order: Random, parts: int) -> None:
    """The final table is the same for any order, loss, and repetition of statements."""
    heard = [*SAID, *order.sample(SAID, 5)]
    order.shuffle(heard)
    heard = [one for one in heard if order.random() < 0.7]  # each device's newest is repeated below
    heard += merge({}, SAID).values()
    log: Log = {}
    known = None
    for part in range(parts):
        log = merge(log, heard[part::parts])
        known = table_of(log, device(0), known)
    assert log == merge({}, SAID)
    assert known == table(log)
    assert known.record == WHOLE.record


def test_merging_is_a_join() -> None:
    """Merging logs is commutative, associative, and idempotent."""
    one, other, third = (merge({}, SAID[start::3]) for start in range(3))
    assert merge(one, other.values()) == merge(other, one.values())
    left = merge(merge(one, other.values()), third.values())
    assert left == merge(one, merge(other, third.values()).values())
    assert merge(left, left.values()) is left


def test_plies_of_others_and_illegal_ones_are_ignored() -> None:
    """A seat with illegal plies still has to draw, and neither a guest nor another member can draw for it."""
    drawn = CardPlies(1, 0, drawn_for(GAME, table_after(BEGIN).state, 1, 0))
    for said in ([BEGIN.with_plies(drawn)], [BEGIN, Statement(device(7)).with_plies(drawn)]):
        assert table_after(*said).waits_for == (0, 1, 2)
    wrong = Statement(device(1)).with_plies(CardPlies(1, 0, (read_ply("fA1"),)))
    now = table_after(BEGIN, wrong)
    assert now.waits_for == (0, 1, 2)
    right = wrong.with_plies(CardPlies(1, 0, drawn_for(GAME, now.state, 1, 0)))
    assert table_after(BEGIN, right, known=now).waits_for == (0, 2)


def test_a_seat_changes_hands() -> None:
    """A later handover counts from its card on, unless a guest made it or it skips an epoch."""
    log = merge({}, all_said(GAME, OWNERS, cards=4))
    now = table(log)
    assert now.card == 4
    owner, other = (log[device(number)].statement for number in (0, 1))
    handover, drawn = Handover(2, 1, 4, device(0), "here"), drawn_for(GAME, now.state, 2, 4)
    taken = owner.with_handovers(handover).with_plies(CardPlies(2, 4, drawn))
    after = table(merge(log, [signed(taken)]), now)
    assert after.current_handover(2) == handover
    assert after.current_handover(1).device == device(1)
    assert after.rounds[:4] == now.rounds[:4]
    assert after.waits_for == (0, 1)
    late = other.with_plies(CardPlies(2, 4, (read_ply("fA1A2"),)))
    assert table(merge(log, [signed(taken), signed(late)])).rounds[4].plies[2] == drawn
    to_guest, to_member = (Handover(0, 1, 0, device(number), "here") for number in (7, 1))
    guest = Statement(device(7), 1, handovers=(to_guest,))
    leap = Statement(device(1), 1, handovers=(to_member._replace(epoch=5),))
    assert [len(handovers) for handovers in table_after(BEGIN, guest, leap).handovers] == [1, 1, 1]
    both = Statement(device(1), 2, handovers=(to_guest, to_member))
    handovers = table_after(BEGIN, guest, both).handovers[0]
    assert [handover.device for handover in handovers] == [device(0), device(1)]


BEGIN = beginning(GAME, OWNERS)
SAID = all_said(GAME, OWNERS)
WHOLE = table(merge({}, SAID))
