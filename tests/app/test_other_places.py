"""Statements that were signed for one room or game don't count in another one, however they arrive."""

from collections.abc import Callable

import pytest

from app import messages as m
from app.arrival.invitation import MESSAGE_PREFIX, Invitation
from cartographers.game_id import read_game_id
from rooms.by_hand import pack, unpack
from rooms.message import MESSAGE_SEPARATOR
from rooms.statement import Handover
from support.playing import WORDS
from support.together import Device, begin, begun_together, ended_together, exchange, joined, publish

GAME = read_game_id("c1-a-1p-room1")


def opened(letter: str, number: int, *names: str) -> list[Device]:
    """Return one-player devices, numbered from ``number``, in a room whose word begins with the given letter."""
    host, *guests = devices = [Device(number + place, GAME, name) for place, name in enumerate(names)]
    host.letter = letter
    word = host.open()
    for guest in guests:
        guest.send(m.EnterRoom(word))
    for device in devices:
        device.send("be-ready on")
    exchange(devices)
    return devices


def begun(letter: str, number: int, *names: str) -> list[Device]:
    """Return such devices with a game in progress, in which one of them has drawn."""
    devices = opened(letter, number, *names)
    begin(devices)
    devices[0].draw()
    exchange(devices)
    return devices


def news_of(device: Device) -> str:
    """Return the packed messages with everything that a device knows."""
    return device.news_link().partition(MESSAGE_PREFIX)[2]


def link_to(device: Device, packed: str) -> str:
    """Return a link to a device's own room with packed messages."""
    return str(Invitation(device.room.word, f"{MESSAGE_PREFIX}{packed}"))


def pasted(device: Device, packed: str) -> None:
    """Paste a link with packed messages into a device's field."""
    device.hand_in(link_to(device, packed))


def as_file(device: Device, packed: str) -> None:
    """Open a file with such a link on a device."""
    device.send(m.Go("room", device.room.word), m.HandInMessage(f"{link_to(device, packed)}\n"))


def tapped(device: Device, packed: str) -> None:
    """Open such a link on a device."""
    device.send(m.FragmentChanged(link_to(device, packed)))


@pytest.mark.parametrize("way", [pasted, as_file, tapped])
@pytest.mark.parametrize("is_lobby", [True, False])
@pytest.mark.parametrize(
    "others",
    [
        pytest.param(("t", 1, "Ada", "Ben"), id="the same people"),
        pytest.param(("t", 11, "Eve", "Mallory"), id="strangers"),
        pytest.param(("t", 1, "Ada", "Mallory", "Eve"), id="the same host"),
    ],
)
def test_link_of_another_room_is_refused(
    way: Callable[[Device, str], None], *, is_lobby: bool, others: tuple[str, int, *tuple[str, ...]]
) -> None:
    """The page refuses a link of a room with another word, even for the same key, and uses nothing from it."""
    here = opened("s", 1, "Ada", "Ben") if is_lobby else begun("s", 1, "Ada", "Ben")
    there = begun(*others)[0]
    for device in here:
        for packed in (news_of(there), pack(there.room.talk.news, device.room.peer.opener)):
            before = device.room.peer
            way(device, packed)
            device.send(m.Go("room", device.room.word))
            assert WORDS("room.handed.wrong") in device.page_text
            assert device.room.peer is before
            device.send(m.TypeText("handed", ""))


def test_line_signed_elsewhere_voids_the_whole_message() -> None:
    """A whole message is ignored if one of its lines was signed elsewhere: a seat, a draw, or a change of hands."""
    here, (_, there) = begun("s", 1, "Ada", "Ben"), begun("t", 1, "Ada", "Ben")
    ada, ben = here
    there.draw()
    there.say(there.room.talk.with_handovers(Handover(0, 1, 0, there.device, "here")))
    first, *lines = unpack(news_of(ada), ada.device).split("\n")
    replayed = str(there.room.peer.log[ben.device])
    mixed = "\n".join([first, *(replayed if f" {ben.device} " in line else line for line in lines)])
    assert mixed.count(replayed) == 1
    for device in here:
        before = device.room.peer
        pasted(device, pack(mixed, ada.device))
        assert WORDS("room.handed.wrong") in device.page_text
        assert device.room.peer is before


def test_pasted_link_cannot_greet_or_report_a_departure() -> None:
    """A greeting isn't signed, so a pasted link can neither report a departure nor greet for a silent device."""
    ada, ben = joined(GAME, ("Ada",), ("Ben",))
    farewell = ada.room.talk.farewell
    packed = pack(farewell, ada.device)
    assert unpack(packed, ada.device) == farewell.replace("hello4- ", "hello4 ")
    pasted(ben, packed)
    assert ben.room.talk.is_here(ada.device)
    eve, _ = opened("t", 11, "Eve", "Mallory")
    for message in (eve.room.peer.greeting(), farewell.replace(ada.device, eve.device, 1)):
        before = ben.room
        pasted(ben, pack(message, ada.device))
        assert WORDS("room.handed.wrong") in ben.page_text
        assert (ben.room.peer, ben.room.talk.presence.last) == (before.peer, before.talk.presence.last)


def test_earlier_game_messages_do_not_affect_next_game() -> None:
    """Messages of earlier games and of games that never began, and a changed note of the room, change no game."""
    ada, ben = devices = ended_together(GAME, ("Ada",), ("Ben",))
    packed = news_of(ben)
    for device in devices:
        device.send(m.EnterRoom(device.room.word))
    publish(devices, ada, m.AnotherGame())
    assert [device.room.peer.game for device in devices] == [1, 1]
    before = ada.room.peer.log
    pasted(ada, packed)
    assert WORDS("room.handed.former") in ada.page_text
    for message in unpack(packed, ada.device).split(MESSAGE_SEPARATOR):
        ada.hear(message)
        ada.hear(message.replace("hello4 ", "hello4? ").replace(" 0.", " 1.", 1))
    ada.hear(ben.room.peer.greeting().replace(" 1.", " 7.", 1))
    assert (ada.room.peer.log, ada.room.peer.game) == (before, 1)
    ada, ben = begun_together(GAME, ("Ada",), ("Ben",))
    assert ada.room.game_key in ada.text
    ada.text = ada.text.replace(ada.room.word, f"{'o' * 22}.{ada.device}")
    peer, kept = ben.room.peer, dict(ada.kept)
    ada.reload()
    assert (ada.kept, ben.room.peer is peer) == (kept, True)
