"""Tests of another game in the same room: the host begins it with one tap, and the others follow without a new link."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from app import messages as m
from app.drawing.element import text_of
from app.game.shelf import read_save
from app.outgoing import Text
from app.room.saved_room import key_of
from app.room.shared import SharedGame
from cartographers.game_id import read_game_id
from cartographers.record import read_record
from rooms.peer import greeting, own_statement_message
from rooms.talk import Obstacle
from support.playing import WORDS, at_rest, buttons, shown
from support.together import Device, at_end, begun_together, ended_together, exchange, joined, messages

GAME = read_game_id("c1-a-1p-again")


def play(devices: Sequence[Device], until: Callable[[], bool] | None = None) -> None:
    """Make all devices act and exchange messages step by step, until the end or until a condition holds."""
    until = until or (lambda: all(at_end(device) for device in devices))
    for _ in range(4000):
        if until():
            return
        moved = [device.act() for device in devices if not at_end(device)]
        exchange(devices)
        assert any(moved) or until()
    raise AssertionError(until)


def again(devices: Sequence[Device]) -> None:
    """Make the host begin another game, and all players join it."""
    devices[0].send(m.AnotherGame())
    exchange(devices)
    for device in devices[1:]:
        device.send(m.EnterRoom(device.room.word))
    exchange(devices)


def page_of(device: Device) -> str:
    """Return the text on a device's page."""
    return text_of(shown(device.visit))


def table_game(device: Device) -> int:
    """Return the number of the game that a device is in."""
    return device.room.peer.game


def finished(device: Device) -> dict[str, str]:
    """Return the records of the finished games that a device has saved, by their keys."""
    return {read_save(text).game.key: read_save(text).game.record for text in device.finished}


def test_another_game_keeps_seats_and_deals_different_cards() -> None:
    """Another game keeps the people in their seats, deals different cards, and ends in each device's history."""
    ada, ben = devices = ended_together(GAME, ("Ada", "Al"), ("Ben",))
    assert "another-game" in buttons(shown(ada.visit))
    assert WORDS("room.another.with", name="Ben") in page_of(ada)
    first = ada.playing.game
    ada.send(m.AnotherGame())
    assert isinstance(ada.playing.game, SharedGame)
    second = ada.playing.game
    assert second.id.seed != first.id.seed
    assert second.id.options == first.id.options
    assert [who.name for who in second.cartographers] == ["Ada", "Al", "Ben"]
    exchange(devices)
    ben.send(m.EnterRoom(ben.room.word))
    exchange(devices)
    play(devices)
    for device in devices:
        word = device.room.word
        assert finished(device).keys() == {key_of(word), key_of(word, 1)}
        assert len(device.finished) == 2
        assert all(read_record(record).states[-1].is_over for record in finished(device).values())
    assert finished(ada) == finished(ben)


def test_device_keeps_only_statements_of_the_latest_games() -> None:
    """In a series of games, a device keeps only the statements of the latest ones."""
    ada, ben = devices = ended_together(GAME, ("Ada",), ("Ben",))
    for number in (1, 2, 3):
        again(devices)
        assert [table_game(device) for device in devices] == [number, number]
        play(devices)
    assert finished(ada) == finished(ben)
    assert len(finished(ada)) == 4
    assert [peer.game for peer in ada.room.talk.games.past] == [1, 2]
    assert "game:0" not in ada.kept[ada.room.word]


def test_button_leads_guests_to_the_new_game() -> None:
    """Guests learn that the host can begin; once it has begun, the large button leads to the new game."""
    ada, ben = devices = ended_together(GAME, ("Ada",), ("Ben",))
    assert WORDS("room.another.host", name="Ada") in page_of(ben)
    assert "another-game" not in buttons(shown(ben.visit))
    ben.send(m.AnotherGame())
    assert table_game(ben) == 0
    assert at_rest(ada.visit).message_of("Enter") == m.Go(
        "sheet"
    )  # pressed once too often, it must not begin a game for everyone
    ada.send(m.AnotherGame())
    exchange(devices)
    assert at_end(ben)
    assert WORDS("room.another.begun", name="Ada") in page_of(ben)
    assert m.command(m.EnterRoom(ben.room.word)) in buttons(shown(ben.visit))
    assert at_rest(ben.visit).message_of("Enter") == m.Go("sheet")
    ben.send(m.Go("sheet"))
    assert table_game(ben) == 1
    ben.send(m.EnterRoom(ben.room.word))
    assert not ben.is_over
    assert ben.playing.game.key == ben.room.game_key == key_of(ben.room.word, 1)


def test_new_game_opens_from_room_and_start_screen() -> None:
    """The new game opens from the room's screen at the end of the first one, and from a door on the start screen."""
    ada, ben = devices = ended_together(GAME, ("Ada",), ("Ben",))
    ada.send(m.AnotherGame())
    exchange(devices)
    ben.send(m.Go("room", ben.room.word))
    assert f"enter-room {ben.room.word}" in buttons(shown(ben.visit))
    ben.send(m.Go("start"))
    assert WORDS("room.back.begun") in page_of(ben)
    ben.send(m.Go("room", ben.room.word))
    assert ben.playing.game.key == key_of(ben.room.word, 1)


def test_absences_replace_the_button_with_a_sentence() -> None:
    """The host sees the names of the players; when players or the host are away, a sentence replaces the button."""
    ada, ben, cleo = ended_together(GAME, ("Ada",), ("Ben",), ("Cleo",))
    ada.tick(100)
    assert WORDS("room.another.nobody") in page_of(ada)
    ada.send(m.AnotherGame())
    assert table_game(ada) == 0
    ben.tick(100)
    exchange([ada, ben])
    assert WORDS("room.another.with", name="Ben") in page_of(ada)
    cleo.tick(100)
    assert WORDS("room.another.away") in page_of(cleo)
    ada.send(m.AnotherGame())
    exchange([ada, ben])
    assert [who.name for who in ada.playing.game.cartographers] == ["Ada", "Ben"]
    cleo.tick(40)
    exchange([ada, ben, cleo])
    cleo.send(m.EnterRoom(cleo.room.word))
    assert "You don't have a seat here" in page_of(cleo)


@pytest.mark.parametrize("how", ["greets", "reloads"])
def test_returning_device_receives_missed_end_and_beginning(how: str) -> None:
    """A device that missed the end of a game and the next beginning receives both, and saves the first game."""
    ada, ben = devices = begun_together(GAME, ("Ada",), ("Ben",))
    last = len(passed(devices))
    ada, ben = devices = begun_together(GAME, ("Ada",), ("Ben",))
    play(devices, lambda: ada.room.peer.table is not None and ada.room.peer.table.card == last - 1)
    while not (ben.playing.task is None and not ben.playing.stage.scene):
        ben.act()
    for _, text in messages([ben]):
        ada.send(m.MessageReceived(text))
    play([ada])
    ada.send(m.AnotherGame())
    ada.sent.clear()
    assert not ben.finished
    if how == "reloads":
        ben.reload()
    else:
        ben.tick(100)
    exchange(devices)
    assert table_game(ben) == 1
    assert finished(ben) == finished(ada)
    ben.send(m.EnterRoom(ben.room.word))
    play(devices)
    assert len(finished(ben)) == 2


def passed(devices: Sequence[Device]) -> list[object]:
    """Play a game to its end, and return its turns."""
    play(devices)
    table = devices[0].room.peer.table
    assert table
    return [*table.rounds]


@pytest.mark.parametrize("moved", [False, True])
def test_a_reload_between_two_games(moved: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """Between two games, a reload returns to the current one, with the first one in the history."""
    ada, ben = devices = ended_together(GAME, ("Ada",), ("Ben",))
    if moved:
        ada.send(m.AnotherGame())
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


def test_another_tab_finds_the_new_game() -> None:
    """Another tab of a device finds the new game in the text that the first tab has saved."""
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


def test_newcomer_uses_the_same_link() -> None:
    """A newcomer uses the same link, learns that all seats are taken, and can get a seat, even for the next game."""
    ada, ben = devices = ended_together(GAME, ("Ada",), ("Ben",))
    again(devices)
    newcomer = Device(9, GAME, "Late")
    newcomer.send(m.EnterRoom(ada.room.word))
    exchange([ada, ben, newcomer])
    assert table_game(newcomer) == 1
    assert "You don't have a seat here" in page_of(newcomer)
    ben.send(m.LeaveRoom())
    while ada.playing.task or ada.playing.stage.scene:
        ada.act()
    for device in (ada, newcomer):
        device.tick(100)
    exchange([ada, newcomer])
    ada.send(m.GiveSeat(1, newcomer.device))
    exchange([ada, newcomer])
    play([ada, newcomer])
    again([ada, newcomer])
    assert [who.name for who in ada.playing.game.cartographers] == ["Ada", "Late"]


def test_messages_of_other_games_are_ignored() -> None:
    """Late messages of an earlier game, and messages of a game that never began, change nothing."""
    ada, ben = devices = ended_together(GAME, ("Ada",), ("Ben",))
    old_message = own_statement_message(ben.room.peer)
    again(devices)
    before = ada.room.peer.log
    ada.send(m.MessageReceived(old_message))
    assert ada.room.peer.log == before
    assert table_game(ada) == 1
    ahead = greeting(ben.room.peer).replace(" 1.", " 7.", 1)
    ada.send(m.MessageReceived(ahead))
    assert table_game(ada) == 1


def test_other_build_in_an_earlier_game_is_answered_on_request() -> None:
    """A device with another build in an earlier game is answered only when it asks, because it may stay in it."""
    ada, _ = devices = ended_together(GAME, ("Ada",), ("Ben",))
    again(devices)
    old = greeting(ada.room.talk.games.past[0]).replace(ada.device, devices[1].device, 1).replace(" test ", " older ")
    ada.send(m.MessageReceived(old))
    ada.send(m.ClockTick(ada.seconds))
    assert ada.room.talk.obstacle is Obstacle.VERSION
    assert not ada.sent
    ada.send(m.MessageReceived(old.replace("hello3 ", "hello3? ")))
    ada.tick(0)
    assert ada.sent


def hand_over(giver: Device, taker: Device) -> None:
    """Make a device pass everything that it knows to another one by hand."""
    giver.send(m.Go("room", giver.room.word))
    giver.send(m.Share("news"))
    out = giver.visit.screen.outgoing(WORDS, giver.visit, "news")
    assert isinstance(out, Text)
    hand_in(taker, out.text)
    for device in (giver, taker):
        device.sent.clear()
        device.send(m.EnterRoom(device.room.word))


def hand_in(device: Device, link: str) -> None:
    """Make a device read a link on the room's screen."""
    device.send(m.Go("room", device.room.word))
    device.send(m.TypeText("handed", link))
    device.send(m.HandInMessage())


def test_another_game_without_a_relay() -> None:
    """Without a relay, the host's link also contains the end of the last game for devices that missed it."""
    ada, ben = devices = joined(GAME, ("Ada",), ("Ben",))
    for device in devices:
        device.send(m.RelaysChanged('[{"url": "wss://one.example", "state": "closed", "why": ""}]'))
        device.tick(600)
        device.sent.clear()
    ada.send(m.Choose("begin", "now"))
    assert ada.room.peer.table
    assert len(ada.room.peer.table.handovers) == 2
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

    by_turns(lambda: ada.is_over)
    ada.send(m.EnterRoom(ada.room.word))
    old_link = link_of(ben)
    ada.send(m.AnotherGame())
    assert table_game(ada) == 1
    hand_over(ada, ben)
    assert finished(ben) == finished(ada)
    assert table_game(ben) == 1
    hand_in(ada, old_link)
    assert WORDS("room.handed.former") in page_of(ada)
    for device in devices:
        device.send(m.EnterRoom(device.room.word))
    by_turns(lambda: ada.is_over)


def link_of(device: Device) -> str:
    """Return a link with everything that a device knows."""
    device.send(m.Go("room", device.room.word))
    device.send(m.Share("news"))
    out = device.visit.screen.outgoing(WORDS, device.visit, "news")
    assert isinstance(out, Text)
    return out.text


def test_game_is_saved_even_while_rules_are_open() -> None:
    """A game is saved at its end even while a player reads the rules."""
    ada, ben = devices = begun_together(GAME, ("Ada",), ("Ben",))
    last = len(passed(devices))
    ada, ben = devices = begun_together(GAME, ("Ada",), ("Ben",))
    play(devices, lambda: ada.room.peer.table is not None and ada.room.peer.table.card == last - 1)
    while ada.playing.task or ada.playing.stage.scene:
        ada.act()
    exchange(devices)
    ada.send(m.Go("rules"))
    while not at_end(ben):
        ben.act()
        exchange(devices)
    assert finished(ada) == finished(ben) != {}
