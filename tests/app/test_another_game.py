"""Tests of another game in the same room: the host begins it with one tap, and the others follow without a new link."""

from collections.abc import Sequence

import pytest

from app import messages as m
from app.game.shelf import read_save
from app.room.saved_room import key_of
from cartographers import read_game_id, read_record
from rooms.presence import Obstacle
from support import together
from support.playing import WORDS, at_rest
from support.together import Device, at_end, begun_together, ended_together, exchange, publish

GAME = read_game_id("c1-a-1p-again")


def play(devices: Sequence[Device]) -> None:
    """Play on all devices until they show the end of their game."""
    together.play(devices, lambda: all(map(at_end, devices)))


def again(devices: Sequence[Device]) -> None:
    """Make the host begin another game, and all players join it."""
    publish(devices, devices[0], m.AnotherGame())
    for device in devices[1:]:
        device.send(m.EnterRoom(device.room.word))
    exchange(devices)


def at_last_card() -> list[Device]:
    """Return two devices at the last card of their game."""
    ended, devices = (start(GAME, ("Ada",), ("Ben",)) for start in (ended_together, begun_together))
    last = len([*ended[0].table.rounds])
    together.play(devices, lambda: devices[0].table.card == last - 1)
    return devices


def finished(device: Device) -> dict[str, str]:
    """Return the records of the finished games that a device has saved, by their keys."""
    games = [read_save(text).game for text in device.finished]
    return {game.key: game.record for game in games}


def test_another_game_keeps_seats_and_deals_different_cards() -> None:
    """Another game keeps the people in their seats, deals different cards, and ends in each device's history."""
    ada, ben = devices = ended_together(GAME, ("Ada", "Al"), ("Ben",))
    assert "another-game" in ada.commands
    assert WORDS("room.another.with", name="Ben") in ada.page_text
    first = ada.playing.game.id
    publish(devices, ada, m.AnotherGame())
    assert ada.game.id.seed != first.seed
    assert ada.game.id.options == first.options
    assert [who.name for who in ada.playing.game.cartographers] == ["Ada", "Al", "Ben"]
    publish(devices, ben, m.EnterRoom(ben.room.word))
    play(devices)
    for device in devices:
        assert finished(device).keys() == {key_of(device.room.word), key_of(device.room.word, 1)}
        assert len(device.finished) == 2
        assert all(read_record(record).states[-1].is_over for record in finished(device).values())
    assert finished(ada) == finished(ben)


def test_statements_and_greetings_of_former_games() -> None:
    """A device keeps only the latest games' statements, and answers another build in a former game only on request."""
    ada, ben = devices = ended_together(GAME, ("Ada",), ("Ben",))
    for number in (1, 2, 3):
        again(devices)
        assert [device.room.peer.game for device in devices] == [number, number]
        play(devices)
    assert finished(ada) == finished(ben)
    assert len(finished(ada)) == 4
    assert [peer.game for peer in ada.room.talk.games.past] == [1, 2]
    assert "game:0" not in ada.kept[ada.room.word]
    old = ada.room.talk.games.past[0].greeting().replace(ada.device, ben.device, 1).replace(" test ", " older ")
    ada.send(m.MessageReceived(old), m.ClockTick(ada.seconds))
    assert ada.room.talk.obstacle is Obstacle.VERSION
    assert not ada.sent  # the other build may stay in its game
    ada.hear(old.replace("hello4 ", "hello4? "))
    ada.tick(0)
    assert ada.sent


def test_guests_find_the_new_game() -> None:
    """Guests learn that the host can start another game, and find it by a button, the room, and the start screen."""
    ada, ben, cleo = devices = ended_together(GAME, ("Ada",), ("Ben",), ("Cleo",))
    assert WORDS("room.another.host", name="Ada") in ben.page_text
    assert "another-game" not in ben.commands
    ben.send(m.AnotherGame())
    assert ben.room.peer.game == 0
    # Enter, pressed once too often, must not begin a game for everyone.
    assert at_rest(ada.visit).message_of("Enter") == m.Go("sheet")
    publish(devices, ada, m.AnotherGame())
    assert at_end(ben)
    assert WORDS("room.another.begun", name="Ada") in ben.page_text
    assert m.command(m.EnterRoom(ben.room.word)) in ben.commands
    assert at_rest(ben.visit).message_of("Enter") == m.Go("sheet")
    ben.send(m.Go("sheet"))
    assert ben.room.peer.game == 1
    ben.send(m.EnterRoom(ben.room.word))
    assert not ben.is_over
    assert ben.playing.game.key == ben.room.game_key == key_of(ben.room.word, 1)
    cleo.send(m.Go("room", cleo.room.word))
    assert f"enter-room {cleo.room.word}" in cleo.commands
    cleo.send(m.Go("start"))
    assert WORDS("room.back.begun") in cleo.page_text
    cleo.send(m.Go("room", cleo.room.word))
    assert cleo.playing.game.key == key_of(cleo.room.word, 1)


def test_absences_replace_the_button_with_a_sentence() -> None:
    """The host sees the names of the players; when players or the host are away, a sentence replaces the button."""
    ada, ben, cleo = ended_together(GAME, ("Ada",), ("Ben",), ("Cleo",))
    ada.tick(100)
    assert WORDS("room.another.nobody") in ada.page_text
    ada.send(m.AnotherGame())
    assert ada.room.peer.game == 0
    ben.tick(100)
    exchange([ada, ben])
    assert WORDS("room.another.with", name="Ben") in ada.page_text
    cleo.tick(100)
    assert WORDS("room.another.away") in cleo.page_text
    publish([ada, ben], ada, m.AnotherGame())
    assert [who.name for who in ada.playing.game.cartographers] == ["Ada", "Ben"]
    cleo.tick(40)
    exchange([ada, ben, cleo])
    cleo.send(m.EnterRoom(cleo.room.word))
    assert "You don't have a seat here" in cleo.page_text


@pytest.mark.parametrize("how", ["greets", "reloads"])
def test_returning_device_receives_missed_end_and_beginning(how: str) -> None:
    """A device that missed the end of a game and the next beginning receives both, and saves the first game."""
    ada, ben = devices = at_last_card()
    ben.finish_card()
    ada.send(*(m.MessageReceived(text) for _, text in together.messages([ben])))
    play([ada])
    ada.send(m.AnotherGame())
    ada.sent.clear()
    assert not ben.finished
    if how == "reloads":
        ben.reload()
    else:
        ben.tick(100)
    exchange(devices)
    assert ben.room.peer.game == 1
    assert finished(ben) == finished(ada)
    ben.send(m.EnterRoom(ben.room.word))
    play(devices)
    assert len(finished(ben)) == 2


@pytest.mark.parametrize("moved", [False, True])
def test_a_reload_between_two_games(*, moved: bool) -> None:
    """Between two games, a reload returns to the current one, with the first one in the history."""
    ada, ben = devices = ended_together(GAME, ("Ada",), ("Ben",))
    if moved:
        publish(devices, ada, m.AnotherGame())
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
    newcomer = ada.guest(9, "Late")
    exchange([ada, ben, newcomer])
    assert newcomer.room.peer.game == 1
    assert "You don't have a seat here" in newcomer.page_text
    ben.send(m.LeaveRoom())
    ada.finish_card()
    for device in (ada, newcomer):
        device.tick(100)
    exchange([ada, newcomer])
    publish([ada, newcomer], ada, m.GiveSeat(1, newcomer.device))
    play([ada, newcomer])
    again([ada, newcomer])
    assert [who.name for who in ada.playing.game.cartographers] == ["Ada", "Late"]


def hand_over(giver: Device, taker: Device) -> None:
    """Make a device pass everything that it knows to another one by hand."""
    taker.hand_in(giver.news_link())
    for device in (giver, taker):
        device.sent.clear()
        device.send(m.EnterRoom(device.room.word))


def test_another_game_without_a_relay() -> None:
    """Without a relay, the host's link also contains the end of the last game for devices that missed it."""
    ada, ben = devices = together.joined(GAME, ("Ada",), ("Ben",))
    for device in devices:
        device.send(together.relays("closed"))
        device.tick(600)
        device.sent.clear()
    ada.send("begin-together")
    assert len(ada.table.handovers) == 2
    hand_over(ada, ben)

    def by_turns() -> None:
        for number in range(200):
            for device in devices:
                while not at_end(device) and not device.has_drawn:
                    device.act()
            if ada.is_over:
                return
            hand_over(devices[number % 2], devices[1 - number % 2])
        raise AssertionError

    by_turns()
    ada.send(m.EnterRoom(ada.room.word))
    old_link = ben.news_link()
    ada.send(m.AnotherGame())
    assert ada.room.peer.game == 1
    hand_over(ada, ben)
    assert finished(ben) == finished(ada)
    assert ben.room.peer.game == 1
    ada.hand_in(old_link)
    assert WORDS("room.handed.former") in ada.page_text
    for device in devices:
        device.send(m.EnterRoom(device.room.word))
    by_turns()


def test_game_is_saved_even_while_rules_are_open() -> None:
    """A game is saved at its end even while a player reads the rules."""
    ada, ben = devices = at_last_card()
    ada.finish_card()
    exchange(devices)
    ada.send(m.Go("rules"))
    while not at_end(ben):
        ben.act()
        exchange(devices)
    assert finished(ada) == finished(ben) != {}
