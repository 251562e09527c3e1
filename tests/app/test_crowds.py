"""Tests of crowds in a lobby: strangers have the link, and the host wants to play with friends."""

import pytest

from app import messages as m
from app.room.screen import Lobby
from cartographers.game_id import read_game_id
from rooms.statement import MAX_DEVICES
from support.crowd import Crowd, open_to
from support.playing import WORDS
from support.together import Device, begin, begun_together, exchange, joined, publish
from support.visits import is_late, updated

GAME = read_game_id("c1-a-1p-room1")
#: The sentences for players who wait for the host.
HOST = ("room.wait-for-opener", "room.host-unheard", "room.host-silent", "room.host-left")
#: The maximum seconds until a device hears the host, long before devices send unrequested greetings.
SOON = 10


def said_of_host(device: Device) -> list[str]:
    """Return the keys of the sentences about the host on a device."""
    page = device.page_text
    return [key for key in HOST if WORDS(key) in page]


@pytest.mark.thorough
@pytest.mark.parametrize("number", [25, 40])
def test_every_device_in_a_crowd_hears_the_host_soon(number: int) -> None:
    """In a crowd, every device hears the host within 10 seconds, and never says that the host is away.

    In the full room, devices without a place send few messages.
    """
    crowd = Crowd(GAME, f"crowd {number}")
    host, *guests = open_to(crowd, "Ada", [f"Guest {guest}" for guest in range(1, number)])
    for guest in guests:
        guest.send(m.EnterRoom(host.room.word), "be-ready on")
        assert said_of_host(guest) == ["room.host-unheard"]
        assert crowd.pass_by(SOON, lambda: guest.room.talk.was_heard(host.device)) < SOON  # noqa: B023 - called at once
        assert set(said_of_host(guest)) <= {"room.wait-for-opener"}
    crowd.pass_by(40)
    places = [guest for guest in guests if not guest.room.peer.is_excluded]
    assert len(places) == MAX_DEVICES - 1
    for guest in guests:
        assert (WORDS("room.wrong.full") in guest.page_text) == (guest not in places)
        has_seat = guest.device in host.room.talk.statement.seats
        assert said_of_host(guest) == (["room.wait-for-opener"] if has_seat else [])
        assert (WORDS("room.seatless") in guest.page_text) == (guest in places and not has_seat)
    before = crowd.sent
    crowd.pass_by(60)
    assert crowd.sent - before < 4 * 60


def test_one_tap_leaves_out_all_unready_guests() -> None:
    """With one tap, the host leaves out all guests who aren't ready, which makes room for later friends."""
    crowd = Crowd(GAME, "friends")
    names = ["Ben", *(f"Guest {guest}" for guest in range(1, MAX_DEVICES - 1))]
    host, ben, *strangers = open_to(crowd, "Ada", names, pause=1)
    ben.send("be-ready on")
    crowd.pass_by(2)
    assert WORDS("room.leave-out-all", count=MAX_DEVICES - 2) in host.page_text
    host.send("leave-out-unready")
    crowd.pass_by(2)
    assert set(host.room.talk.left_out) == {stranger.device for stranger in strangers}
    assert WORDS("room.left-out") in strangers[0].page_text
    for name in ("Cleo", "Dan"):
        late = crowd.come(name)
        late.send(m.EnterRoom(host.room.word))
        assert crowd.pass_by(SOON, lambda: late.room.talk.was_heard(host.device)) < SOON  # noqa: B023 - called at once
        crowd.pass_by(60)
        assert late.device in host.room.peer.log
        assert WORDS("room.wrong.full") not in late.page_text
    host.send("begin-together")
    assert len(host.table.handovers) == 4


def test_a_host_lets_everyone_back_in() -> None:
    """The host lets everyone back in with one tap; the buttons for all need at least two guests."""
    ada, ben, cleo, dan = devices = joined(GAME, ("Ada",), ("Ben",), ("Cleo",), ("Dan",))
    assert "leave-out-unready" not in ada.commands
    for device in (cleo, dan):
        publish(devices, device, "be-ready")
    assert ["leave-out-unready" in device.commands for device in (ada, ben)] == [True, False]
    assert is_late(ben.visit, "leave-out-unready")
    publish(devices, ada, "leave-out-unready")
    assert set(ada.room.talk.left_out) == {cleo.device, dan.device}
    assert "leave-out-unready" not in ada.commands
    assert is_late(ben.visit, "let-in-all")
    publish(devices, ada, "let-in-all")
    assert not ada.room.talk.left_out
    assert "let-in-all" not in ada.commands


def test_departed_strangers_are_forgotten_first() -> None:
    """When more strangers are left out than a room can list, departed ones are forgotten first."""
    [ada] = joined(GAME, ("Ada",))
    for first in range(100, 200, 20):
        strangers = [ada.guest(number) for number in range(first, first + 20)]
        for _ in range(2):
            exchange([ada, *strangers])
            for stranger in strangers:
                stranger.tick(30)
        ada.tick(60)
        exchange([ada, *strangers])
        ada.send("leave-out-unready")
        assert {stranger.device for stranger in strangers} <= {*ada.room.talk.left_out}
        for stranger in strangers:
            stranger.send(m.LeaveRoom())
        ada.tick(100)


def test_host_sentences_distinguish_kinds_of_absence() -> None:
    """The page distinguishes a host who was never heard, a silent one, and one who has left."""
    ada, ben = joined(GAME, ("Ada",), ("Ben",))
    assert said_of_host(ben) == ["room.wait-for-opener"]
    ben.tick(100)
    assert said_of_host(ben) == ["room.host-silent"]
    ada.tick(100)
    exchange([ada, ben])
    assert said_of_host(ben) == ["room.wait-for-opener"]
    ben.hear(ada.leave())
    for ready in ("be-ready", "be-ready on"):
        ben.send(ready)
        assert said_of_host(ben) == ["room.host-left"]
    ben.reload()
    assert said_of_host(ben) == ["room.host-unheard"]


def test_new_link_leaves_strangers_in_the_closed_room() -> None:
    """A host's new link leaves strangers in the closed room, and friends with the link enter the new one."""
    ada, ben, eve, out = devices = joined(GAME, ("Ada", "Al"), ("Ben",), ("Eve",), ("Oz",))
    publish(devices, ada, f"leave-out {out.device}")
    old, plan, chairs = ada.room.word, ada.room.talk.statement.plan, ada.room.talk.statement.chairs
    assert ["open room" in device.commands for device in (ada, ben)] == [True, False]
    ada.send(m.Open("room"))
    assert WORDS("room.renew.text") in ada.page_text
    ada.letter = "n"
    ada.send("renew-link")
    assert ada.room.word != old
    assert ada.visit.screen == Lobby(ada.room.word)
    statement = ada.room.talk.statement
    assert (statement.plan, statement.chairs, statement.ready) == (plan, chairs, True)
    assert not ada.room.talk.is_closed
    exchange(devices)
    for device in (ben, eve, out):
        assert WORDS("room.closed") in device.page_text
        assert not {"be-ready on", "be-ready"} & device.commands
    publish([ada, ben], ben, m.EnterRoom(ada.room.word), "be-ready on")
    begin([ada, ben])
    assert ben.is_playing
    assert eve.room.word == old
    assert not eve.is_playing


def test_returning_host_finds_the_old_room_open() -> None:
    """A host who returns to the old link, or cancels the new one, finds the room open; a game keeps its room open."""
    ada, ben = devices = joined(GAME, ("Ada",), ("Ben",))
    old = ada.room.word
    ada.letter = "n"
    publish(devices, ada, "renew-link")
    assert WORDS("room.closed") in ben.page_text
    publish(devices, ada, m.EnterRoom(old))
    assert WORDS("room.closed") not in ben.page_text
    closing = updated(ada.visit, "renew-link")
    assert closing.room_transition.entering == "new"
    for after in (updated(closing, m.Back()), updated(closing, m.RoomPrepared())):
        assert after.room
        assert after.room.word == old
        assert not after.room_transition.entering
    for device in begun_together(GAME, ("Ada",), ("Ben",)):
        assert is_late(device.visit, "renew-link")
