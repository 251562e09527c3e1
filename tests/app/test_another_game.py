"""Another game in the same room: the host begins it with one tap, and the others come along without a new link."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from app.drawing.element import text_of
from app.game.shelf import read_save
from app.messages import (
    AnotherGame,
    Beat,
    Choose,
    EnterRoom,
    GiveSeat,
    Go,
    HandIn,
    HandOn,
    Heard,
    LeaveRoom,
    Relayed,
    Type,
)
from app.outgoing import Text
from app.playing import WORDS, buttons, shown
from app.room.kept_room import key_of
from app.room.shared import SharedGame
from cartographers.game_id import read_game_id
from cartographers.record import read_record
from rooms.peer import greeting, repeated
from rooms.talk import Obstacle
from together import Device, at_end, begun_together, ended_together, exchange, joined, messages

GAME = read_game_id("c1-a-1p-again")


def play(devices: Sequence[Device], until: Callable[[], bool] | None = None) -> None:
    """Let everybody continue by single steps, and hand on all messages, until the end or until something is so."""
    until = until or (lambda: all(at_end(device) for device in devices))
    for _ in range(4000):
        if until():
            return
        moved = [device.act() for device in devices if not at_end(device)]
        exchange(devices)
        assert any(moved) or until()
    raise AssertionError(until)


def again(devices: Sequence[Device]) -> None:
    """Let the host begin another game, and everybody go there."""
    devices[0].send(AnotherGame())
    exchange(devices)
    for device in devices[1:]:
        device.send(EnterRoom(device.room.word))
    exchange(devices)


def page_of(device: Device) -> str:
    """Return what is read on a device."""
    return text_of(shown(device.visit))


def table_game(device: Device) -> int:
    """Return the number of the game that a device is in."""
    return device.room.peer.game


def finished(device: Device) -> dict[str, str]:
    """Return the records of the finished games that a device keeps, by their keys."""
    return {read_save(text).game.key: read_save(text).game.record for text in device.finished}


def test_the_host_begins_another_game_with_one_tap() -> None:
    """It has the same people in the same seats, another deal, and ends in each device's history like the first one."""
    ada, ben = devices = ended_together(GAME, ("Ada", "Al"), ("Ben",))
    assert "another-game" in buttons(shown(ada.visit))
    assert WORDS("room.another.with", name="Ben") in page_of(ada)
    first = ada.playing.game
    ada.send(AnotherGame())
    assert isinstance(ada.playing.game, SharedGame)
    second = ada.playing.game
    assert second.id.seed != first.id.seed
    assert second.id.options == first.id.options
    assert [who.name for who in second.cartographers] == ["Ada", "Al", "Ben"]
    exchange(devices)
    ben.send(EnterRoom(ben.room.word))
    exchange(devices)
    play(devices)
    for device in devices:
        word = device.room.word
        assert finished(device).keys() == {key_of(word), key_of(word, 1)}
        assert len(device.finished) == 2
        assert all(read_record(record).states[-1].over for record in finished(device).values())
    assert finished(ada) == finished(ben)


def test_a_third_game() -> None:
    """Games follow one another, and a device keeps the statements of the last ones only."""
    ada, ben = devices = ended_together(GAME, ("Ada",), ("Ben",))
    for number in (1, 2, 3):
        again(devices)
        assert [table_game(device) for device in devices] == [number, number]
        play(devices)
    assert finished(ada) == finished(ben)
    assert len(finished(ada)) == 4
    assert [peer.game for peer in ada.room.talk.games.past] == [1, 2]
    assert "game:0" not in ada.kept[ada.room.word]


def test_guests_stay_at_the_end_until_they_tap() -> None:
    """First they are told that the host can begin; then the large button and Enter lead to the new game."""
    ada, ben = devices = ended_together(GAME, ("Ada",), ("Ben",))
    assert WORDS("room.another.host", name="Ada") in page_of(ben)
    assert "another-game" not in buttons(shown(ben.visit))
    ben.send(AnotherGame())
    assert table_game(ben) == 0
    ada.send(AnotherGame())
    exchange(devices)
    assert at_end(ben)
    assert WORDS("room.another.begun", name="Ada") in page_of(ben)
    assert ben.visit.message_of("Enter") == EnterRoom(ben.room.word)
    ben.send(Go("sheet"))
    assert table_game(ben) == 1
    ben.send(EnterRoom(ben.room.word))
    assert not ben.over
    assert ben.playing.game.key == ben.room.game_key == key_of(ben.room.word, 1)


def test_the_room_leads_to_the_game_that_is_played() -> None:
    """From the end of the first game by the screen of the room, and from the start screen by a door of its own."""
    ada, ben = devices = ended_together(GAME, ("Ada",), ("Ben",))
    ada.send(AnotherGame())
    exchange(devices)
    ben.send(Go("room", ben.room.word))
    assert f"enter-room {ben.room.word}" in buttons(shown(ben.visit))
    ben.send(Go("start"))
    assert WORDS("room.back.begun") in page_of(ben)
    ben.send(Go("room", ben.room.word))
    assert ben.playing.game.key == key_of(ben.room.word, 1)


def test_who_is_away_does_not_play_again() -> None:
    """The host is told who plays; without anybody, and without the host, there is a sentence instead of a button."""
    ada, ben, cleo = ended_together(GAME, ("Ada",), ("Ben",), ("Cleo",))
    ada.tick(100)
    assert WORDS("room.another.nobody") in page_of(ada)
    ada.send(AnotherGame())
    assert table_game(ada) == 0
    ben.tick(100)
    exchange([ada, ben])
    assert WORDS("room.another.with", name="Ben") in page_of(ada)
    cleo.tick(100)
    assert WORDS("room.another.away") in page_of(cleo)
    ada.send(AnotherGame())
    exchange([ada, ben])
    assert [who.name for who in ada.playing.game.cartographers] == ["Ada", "Ben"]
    cleo.tick(40)
    exchange([ada, ben, cleo])
    cleo.send(EnterRoom(cleo.room.word))
    assert "You don't have a seat here" in page_of(cleo)


@pytest.mark.parametrize("how", ["greets", "reloads"])
def test_a_device_that_was_away_hears_how_the_game_ended(how: str) -> None:
    """It missed the last cards and the beginning of the next game. Both come, and the first game is in its history."""
    ada, ben = devices = begun_together(GAME, ("Ada",), ("Ben",))
    last = len(passed(devices))
    ada, ben = devices = begun_together(GAME, ("Ada",), ("Ben",))
    play(devices, lambda: ada.room.peer.table is not None and ada.room.peer.table.card == last - 1)
    while not (ben.playing.task is None and not ben.playing.stage.scene):
        ben.act()
    for _, text in messages([ben]):
        ada.send(Heard(text))
    play([ada])
    ada.send(AnotherGame())
    ada.sent.clear()
    assert not ben.finished
    if how == "reloads":
        ben.reload()
    else:
        ben.tick(100)
    exchange(devices)
    assert table_game(ben) == 1
    assert finished(ben) == finished(ada)
    ben.send(EnterRoom(ben.room.word))
    play(devices)
    assert len(finished(ben)) == 2


def passed(devices: Sequence[Device]) -> list[object]:
    """Play a game to its end, and return its cards."""
    play(devices)
    table = devices[0].room.peer.table
    assert table
    return [*table.turns]


@pytest.mark.parametrize("moved", [False, True])
def test_a_reload_between_two_games(moved: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """Before or after the host begins: the device comes back to the game in play, with the first one in its history."""
    ada, ben = devices = ended_together(GAME, ("Ada",), ("Ben",))
    if moved:
        ada.send(AnotherGame())
        exchange(devices)
    ben.reload()
    exchange(devices)
    if not moved:
        assert at_end(ben)
        again(devices)
    for device in devices:
        device.reload()
        exchange(devices)
        assert device.playing.game.key == key_of(device.room.word, 1)
    play(devices)
    assert finished(ada) == finished(ben)
    assert [len(device.finished) for device in devices] == [2, 2]


def test_a_tab_that_comes_late() -> None:
    """Another tab of a device, which was never seen, finds the new game in what the first tab keeps."""
    ada, ben = devices = begun_together(GAME, ("Ada",), ("Ben",))
    tab = ben.another_tab(ben.room.word, hidden=True)
    play(devices)
    again(devices)
    tab.hidden = False
    tab.tick(600)
    assert tab.playing.game.key == key_of(ben.room.word, 1)
    assert tab.room.talk.statement == ben.room.talk.statement
    play([ada, tab])
    assert len(finished(ada)) == 2


def test_a_newcomer_joins_the_game_that_is_played() -> None:
    """The link is the same. Who has no seat is told so, and can be given one, which also counts in the next game."""
    ada, ben = devices = ended_together(GAME, ("Ada",), ("Ben",))
    again(devices)
    late = Device(9, GAME, "Late")
    late.send(EnterRoom(ada.room.word))
    exchange([ada, ben, late])
    assert table_game(late) == 1
    assert "You don't have a seat here" in page_of(late)
    ben.send(LeaveRoom())
    while ada.playing.task or ada.playing.stage.scene:
        ada.act()
    for device in (ada, late):
        device.tick(100)
    exchange([ada, late])
    ada.send(GiveSeat(1, late.device))
    exchange([ada, late])
    play([ada, late])
    again([ada, late])
    assert [who.name for who in ada.playing.game.cartographers] == ["Ada", "Late"]


def test_what_was_said_in_another_game_does_not_count() -> None:
    """A message of the first game that arrives late moves nothing, and neither does one of a game that never began."""
    ada, ben = devices = ended_together(GAME, ("Ada",), ("Ben",))
    late = repeated(ben.room.peer)
    again(devices)
    before = ada.room.peer.log
    ada.send(Heard(late))
    assert ada.room.peer.log == before
    assert table_game(ada) == 1
    ahead = greeting(ben.room.peer).replace(" 1.", " 7.", 1)
    ada.send(Heard(ahead))
    assert table_game(ada) == 1


def test_another_build_that_stays_in_an_earlier_game_is_answered_when_it_asks() -> None:
    """It may never move on, so it is not answered again and again."""
    ada, _ = devices = ended_together(GAME, ("Ada",), ("Ben",))
    again(devices)
    old = greeting(ada.room.talk.games.past[0]).replace(ada.device, devices[1].device, 1).replace(" test ", " older ")
    ada.send(Heard(old))
    ada.send(Beat(ada.seconds))
    assert ada.room.talk.obstacle is Obstacle.VERSION
    assert not ada.sent
    ada.send(Heard(old.replace("hello3 ", "hello3? ")))
    ada.tick(0)
    assert ada.sent


def hand_over(giver: Device, taker: Device) -> None:
    """Let a device pass all that it knows to another one by hand."""
    giver.send(Go("room", giver.room.word))
    giver.send(HandOn())
    out = giver.visit.screen.outgoing(WORDS, giver.visit, "news")
    assert isinstance(out, Text)
    hand_in(taker, out.text)
    for device in (giver, taker):
        device.sent.clear()
        device.send(EnterRoom(device.room.word))


def hand_in(device: Device, link: str) -> None:
    """Let a device read a link on the screen of the room."""
    device.send(Go("room", device.room.word))
    device.send(Type("handed", link))
    device.send(HandIn())


def test_another_game_by_hand() -> None:
    """Without any relay: the host's link also has the end of the last game, which the others may lack."""
    ada, ben = devices = joined(GAME, ("Ada",), ("Ben",))
    for device in devices:
        device.send(Relayed('[{"url": "wss://one.example", "state": "closed", "why": ""}]'))
        device.tick(600)
        device.sent.clear()
    ada.send(Choose("begin", "now"))
    assert ada.room.peer.table
    assert len(ada.room.peer.table.hands) == 2
    hand_over(ada, ben)

    def by_turns(until: Callable[[], bool]) -> None:
        for number in range(200):
            for device in devices:
                while not at_end(device) and (device.playing.task or device.playing.stage.scene):
                    device.act()
            if until():
                return
            hand_over(devices[number % 2], devices[1 - number % 2])
        raise AssertionError

    by_turns(lambda: ada.over)
    ada.send(EnterRoom(ada.room.word))
    former = link_of(ben)
    ada.send(AnotherGame())
    assert table_game(ada) == 1
    hand_over(ada, ben)
    assert finished(ben) == finished(ada)
    assert table_game(ben) == 1
    hand_in(ada, former)
    assert WORDS("room.handed.former") in page_of(ada)
    for device in devices:
        device.send(EnterRoom(device.room.word))
    by_turns(lambda: ada.over)


def link_of(device: Device) -> str:
    """Return the link with all that a device knows."""
    device.send(Go("room", device.room.word))
    device.send(HandOn())
    out = device.visit.screen.outgoing(WORDS, device.visit, "news")
    assert isinstance(out, Text)
    return out.text


def test_a_game_that_ends_behind_another_screen_is_kept() -> None:
    """Somebody reads the rules while the others draw the last card."""
    ada, ben = devices = begun_together(GAME, ("Ada",), ("Ben",))
    last = len(passed(devices))
    ada, ben = devices = begun_together(GAME, ("Ada",), ("Ben",))
    play(devices, lambda: ada.room.peer.table is not None and ada.room.peer.table.card == last - 1)
    while ada.playing.task or ada.playing.stage.scene:
        ada.act()
    exchange(devices)
    ada.send(Go("rules"))
    while not at_end(ben):
        ben.act()
        exchange(devices)
    assert finished(ada) == finished(ben) != {}
