"""Tests of rooms that were opened under the former protocol, whose signatures didn't name the room."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from app import messages as m
from app.invitation import MESSAGE_PREFIX
from cartographers.game_id import read_game_id
from cartographers.record import read_record
from rooms.peer import greeting, protocol_of
from rooms.statement import FORMER_PROTOCOL, PROTOCOL
from support.playing import WORDS
from support.together import (
    Device,
    begin,
    begun_together,
    ended_together,
    exchange,
    joined,
    play,
    publish,
    records,
    signature,
)

GAME = read_game_id("c1-a-1p-room1")
#: The pattern by which a page of the former protocol recognizes messages of other versions.
OTHER_TO_FORMER = re.compile(r"hello(?![12]\b)[0-9]+\b")


def as_kept_before(kept: str) -> str:
    """Return the saved text of a room as a page of the former protocol would have written it."""
    first, *lines = kept.split("\n")
    found = [first]
    for line in lines:
        text = line.partition(" ")[2].replace(PROTOCOL, FORMER_PROTOCOL, 1)
        found.append(f"{signature(text.split(' ')[1], '', text)} {text}")
    return "\n".join(found)


def updated(devices: Sequence[Device]) -> None:
    """Make devices reload into this version, with texts saved by the former one."""
    for device in devices:
        device.kept = {word: as_kept_before(kept) for word, kept in device.kept.items()}
        device.sent.clear()
        device.reload()


def protocols(device: Device) -> dict[str, str]:
    """Return the protocols of the statements that a device has, by their authors."""
    return {name: signed.text.partition(" ")[0] for name, signed in device.room.peer.log.items()}


def test_game_continues_after_all_devices_update() -> None:
    """A game continues without loss once all devices have updated and signed their statements again."""
    ada, ben = devices = begun_together(GAME, ("Ada",), ("Ben", "Cleo"))
    play(devices, lambda: ada.table.card == 5)
    while not ben.room.talk.statement.plies or ben.playing.stage.scene:
        ben.act()
    before = ada.table.record
    drawn = ben.room.talk.statement.plies
    updated(devices)
    assert protocols(ada) == {ada.device: PROTOCOL, ben.device: FORMER_PROTOCOL}
    assert ben.room.talk.statement.plies == drawn
    exchange(devices)
    assert set(protocols(ada).values()) == set(protocols(ben).values()) == {PROTOCOL}
    play(devices)
    [record] = records(devices)
    assert record.startswith(before)
    assert read_record(record).states[-1].is_over


def test_lobby_is_unchanged_after_an_update() -> None:
    """A lobby has the same plan, players, and left-out devices after an update."""
    ada, ben, eve = devices = joined(GAME, ("Ada",), ("Ben",), ("Eve",))
    publish(devices, ada, m.Choose("leave-out", eve.device))
    updated(devices)
    exchange(devices)
    assert ben.room.talk.left_out == (eve.device,)
    begin(devices)
    assert [len(device.table.handovers) for device in (ada, ben)] == [2, 2]


def test_another_player_takes_over_an_absent_friends_seat() -> None:
    """An absent friend's statements of the former protocol are passed on, and another player takes over the seat."""
    ada, ben, cleo = devices = begun_together(GAME, ("Ada",), ("Ben",), ("Cleo",))
    play(devices, lambda: ada.table.card == 3)
    exchange(devices)
    ben.finish_card()
    for text in ben.sent:
        ada.hear(text)  # Cleo doesn't receive this message
    ben.sent.clear()
    devices = [ada, cleo]
    updated(devices)
    assert ada.room.peer.log[ben.device] != cleo.room.peer.log[ben.device]
    exchange(devices)
    assert ada.room.peer.log[ben.device] == cleo.room.peer.log[ben.device]
    assert protocols(cleo)[ben.device] == FORMER_PROTOCOL
    guest = ada.guest(9, "Gus")
    exchange([*devices, guest])
    assert protocols(guest) == protocols(ada) | {guest.device: PROTOCOL}
    ada.send(m.TakeSeat(1, "bot.apprentice"))
    play(devices)
    assert len(records(devices)) == 1


def test_one_player_takes_over_and_finishes_the_game() -> None:
    """If no other player returns, one player takes over the other's seat and finishes the game."""
    ada, ben = devices = begun_together(GAME, ("Ada",), ("Ben",))
    play(devices, lambda: ada.table.card == 2)
    updated([ada])
    ada.tick(200)
    ada.send(m.TakeSeat(1, "bot.apprentice"))
    play([ada])
    assert ben.device in protocols(ada)


def test_statements_of_both_protocols_fit_into_one_link() -> None:
    """Statements of both protocols fit into one short link."""
    ada, ben = devices = begun_together(GAME, ("Ada",), ("Ben",))
    play(devices, lambda: ada.table.card == 6)
    updated(devices)
    for giver, taker in ((ada, ben), (ben, ada)):
        giver.finish_card()
        link = giver.news_link()
        assert len(link.partition(MESSAGE_PREFIX)[2]) < 500
        taker.hand_in(link)
        for device in devices:
            device.sent.clear()
            device.send(m.EnterRoom(device.room.word))
    assert ada.table.card == 7
    assert set(protocols(ada).values()) == {PROTOCOL}


def test_updated_devices_send_the_second_game() -> None:
    """A device that missed the end of the first game receives the second game from updated devices."""
    ada, ben = devices = ended_together(GAME, ("Ada",), ("Ben",))
    before = dict(ben.kept)
    publish(devices, ada, m.AnotherGame())
    ben.kept = before
    updated(devices)
    ben.tick(30)
    exchange(devices)
    assert [device.room.peer.game for device in devices] == [1, 1]
    for device in devices:
        device.send(m.EnterRoom(device.room.word))
    play(devices)


def test_plies_of_the_former_protocol_count() -> None:
    """Plies that a page of the former protocol draws in another tab count, and this version signs them again."""
    _, ben = devices = begun_together(GAME, ("Ada",), ("Ben",))
    old = ben.clone()
    old.draw()
    exchange([old])
    [kept] = old.kept.values()
    updated(devices)
    ben.send(m.RoomSavedElsewhere(as_kept_before(kept)))
    assert ben.room.talk.statement.protocol == PROTOCOL
    assert [(drawn.seat, drawn.card) for drawn in ben.room.talk.statement.plies] == [(1, 0)]
    exchange(devices)
    play(devices)


@pytest.mark.parametrize("number", [1, 2])
def test_devices_of_other_versions_are_asked_to_reload(number: int) -> None:
    """Devices of other versions are asked to reload, and get a prompt greeting when they ask for one."""
    ada, ben, cleo = devices = joined(GAME, ("Ada",), ("Ben",), ("Cleo",))
    for device in devices:
        device.sent.clear()
    game = "1." if number == 2 else ""
    hello = f"hello{number}? {ben.device} old {game}0.00000000 {ben.device}.3"
    ada.hear(f"{hello}\n{'0' * 128} room1 {ben.device} 3 end")
    assert WORDS("room.wrong.older", name="Ben") in ada.page_text
    ada.tick(1)
    [hello] = ada.sent
    assert OTHER_TO_FORMER.match(hello)
    assert "\n" not in hello  # a page of the former protocol drops messages with signatures that it can't check
    assert protocol_of(hello)
    cleo.hear(f"hello4 {ben.device} new whatever comes")
    assert WORDS("room.wrong.newer", name="Ben") in cleo.page_text
    cleo.hear(greeting(ada.room.peer) + f"\n{'0' * 128} room4 {ada.device} 9 end")
    assert WORDS("room.wrong.newer", name="Ada") in cleo.page_text
    for device in (ada, cleo):
        device.tick(100)
        assert "version of the page" not in device.page_text


def test_page_names_the_outdated_player() -> None:
    """In a game, the page names the player who must reload, and ignores a guest who only watches."""
    ada, ben = begun_together(GAME, ("Ada",), ("Ben",))
    ada.finish_card()
    ada.hear(f"hello1 {9:064x} old 0.00000000")
    assert "version of the page" not in ada.page_text
    ada.hear(f"hello1 {ben.device} old 0.00000000")
    assert WORDS("room.wrong.older", name="Ben") in ada.page_text
    before = ada.room.peer
    ada.send(m.Open("menu"))
    assert ada.room.peer is before
