"""Rooms on the page: friends on several phones play one game simultaneously."""

from __future__ import annotations

import json
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from datetime import date
from functools import partial

import pytest

from app import messages as m
from app.board.names import player_name
from app.drawing.element import Element, text_of, walk
from app.effects import QuitRoom, ReadUnfinishedGame, ShowCode
from app.game.seating import LOCAL_PERSON, Bot, RemotePlayer
from app.game.shelf import read_save
from app.invitation import Invitation, read_damaged_invitation, read_invitation, word_of
from app.link import Link, link_of
from app.notice import Notice
from app.outgoing import File, Text
from app.page_load import Edition, Parts
from app.room.effects import ReadClipboard
from app.room.saved_room import key_in
from app.room.shared import SharedGame
from app.screens.play.scenes.curtain import CurtainScene
from app.screens.play.scenes.edicts import EdictsScene
from app.screens.play.scenes.end import EndScene
from app.screens.play.scenes.season import SeasonScene
from app.screens.play.screen import Playing
from app.screens.room.chairs import name_of_chair
from app.screens.room.screen import Lobby
from app.screens.start.screen import Start
from cartographers.errors import InvalidRecord
from cartographers.game_id import GameId, read_game_id
from cartographers.packed import Packer
from cartographers.record import read_record
from cartographers.rules import legal_moves
from rooms.peer import greeting
from rooms.statement import MAX_DEVICES, Beginning, Handover, read_statement
from rooms.table import Table
from rooms.talk import Obstacle
from support.playing import WORDS, buttons, heard, labels, part, scene_of, shown, with_class
from support.refusals import refused
from support.together import (
    RELAYS,
    WORD,
    Device,
    begun_together,
    exchange,
    greeting_of,
    joined,
    messages,
    play,
    records,
)
from support.visits import arrive, changed, effects_of, updated
from words import number

GAME = read_game_id("c1-a-1p-room1")
TODAY = date(2026, 11, 24)
MONSTROUS = read_game_id("c1-c-hhhyh-1p-room2")


def game_of(device: Device) -> SharedGame:
    """Return the game that a device shows."""
    game = device.playing.game
    assert isinstance(game, SharedGame)
    return game


def has_drawn(device: Device) -> bool:
    """Return whether no player on a device has anything to draw."""
    return device.playing.task is None and not scene_of(device.visit)


def page_of(device: Device) -> str:
    """Return the text on a device's page."""
    return text_of(shown(device.visit))


# ------------------------------------------------------------------- before the game


def test_invitation_link_round_trip() -> None:
    """An invitation is a link that can be read back with its message, and any damage is refused with a sentence."""
    packer = Packer()
    packer.add(9**9, 10**9)
    word = packer.word()
    older, newer = ("~abc-_9", f".{word}"), ("-4.any~thing",)
    for invitation in (Invitation(WORD), *(Invitation(WORD, handed) for handed in (*older, *newer, f"-3.{word}"))):
        assert (invitation.is_older, invitation.is_newer) == (
            invitation.packed_message in older,
            invitation.packed_message in newer,
        )
        assert read_invitation(str(invitation).removeprefix("#room=")) == invitation
        assert link_of(f" https://example.org/game/?lang=es{invitation}\n", TODAY).room == invitation
    for wrong in ("", WORD[:-1], f"{WORD}~a b", f"{WORD}~{'a' * 200_000}", "me", f"{WORD}.", f"{WORD}-3.{word[:-1]}"):
        with refused(InvalidRecord, "isn't a link to a room"):
            read_invitation(wrong)
    assert read_damaged_invitation(f"{WORD}-3.{word[:-1]}") == Invitation(WORD, "-3.")
    with refused(InvalidRecord, "isn't a link to a room"):
        read_damaged_invitation(WORD[:-1])


def test_players_are_informed_before_entering() -> None:
    """Before a player enters a room, the page says what others will see, and the player can type a name."""
    visit = updated(arrive("any"), m.FragmentChanged(str(Invitation(WORD))))
    assert isinstance(visit.screen, Lobby)
    assert visit.room is None
    assert not visit.room_transition.entering
    page = shown(visit)
    assert "relays see IP addresses" in text_of(page)
    assert f"enter-room {WORD}" in buttons(page)
    named = updated(visit, m.TypeText("name 0", "Ada"))
    assert named.setup.cartographers[0].name == "Ada"
    entering = updated(named, m.EnterRoom(WORD))
    assert entering.room_transition.entering == WORD


def test_lobby_shows_arrived_and_ready_players() -> None:
    """A lobby shows the players who have come and those who are ready, and only the host can begin."""
    ada, ben = joined(GAME, ("Ada",), ("Ben", "Cleo"))
    for device in (ada, ben):
        for name in ("Ada", "Ben", "Cleo"):
            assert name in page_of(device)
    assert "choose begin now" in buttons(shown(ada.visit))
    assert "choose begin now" not in buttons(shown(ben.visit))
    ben.send(m.Choose("begin", "now"))
    exchange([ada, ben])
    assert not ada.is_playing
    ben.send(m.Choose("get-up", "1"))
    exchange([ada, ben])
    assert "Cleo" not in page_of(ada)


def test_there_are_at_most_twelve_seats() -> None:
    """Nobody can sit down after the twelfth player."""
    ada, ben = joined(GAME, ("Ada",), ("Ben",))
    for _ in range(14):
        ben.send(m.Choose("sit", "bot.apprentice"))
    exchange([ada, ben])
    assert len(ben.room.talk.statement.chairs) == 11
    ada.send(m.Choose("sit", "here"))
    assert len(ada.room.talk.statement.chairs) == 1
    ada.send(m.Choose("begin", "now"))
    exchange([ada, ben])
    assert game_of(ben).id.players == 12


def test_game_follows_the_setup() -> None:
    """The game follows the setup, with all players who have come and their names."""
    ada, ben = begun_together(MONSTROUS, ("Ada", "Al"), ("Ben",))
    for device in (ada, ben):
        game = game_of(device)
        assert str(game.id) == "c1-c-hhhyh-3p-room2"
        assert [who.name for who in game.cartographers] == ["Ada", "Al", "Ben"]
    assert game_of(ada).seats == (LOCAL_PERSON, LOCAL_PERSON, RemotePlayer(ben.device))
    assert game_of(ben).seats == (RemotePlayer(ada.device), RemotePlayer(ada.device), LOCAL_PERSON)


# ------------------------------------------------------------------- the game


@pytest.mark.parametrize("game", [GAME, MONSTROUS], ids=str)
def test_two_phones_play_a_game_to_the_end(game: GameId) -> None:
    """Three people and a bot on two phones draw at once to the end of a game, with the same record on both."""
    ada, ben = joined(game, ("Ada",), ("Ben", "Cleo"))
    ada.send(m.Choose("sit", "bot.apprentice"))
    ada.send(m.Choose("begin", "now"))
    exchange([ada, ben])
    play([ada, ben])
    [record] = records([ada, ben])
    assert read_record(record).states[-1].is_over
    for device in (ada, ben):
        [text] = device.finished
        kept = read_save(text).game
        assert kept.record == record
        assert kept.key == device.room.game_key
        assert word_of(kept) == device.room.word
        while device.act():
            pass
        assert isinstance(scene_of(device.visit), EndScene)
        device.send(m.Watch())
        shown(device.visit)


def test_last_seat_may_draw_first() -> None:
    """The last seat may draw first, and a player sees the others' draws after confirming."""
    ada, ben = begun_together(GAME, ("Ada",), ("Ben",))
    ben.draw()
    exchange([ada, ben])
    assert not game_of(ada).state.sheets[1].filled & ~game_of(ada).state.sheets[1].mountain
    assert ben.playing.task is None
    assert "Waiting for Ada" in page_of(ben)
    assert ben.playing.moment.shown_sheet == 1
    ada.draw()
    exchange([ada, ben])
    assert game_of(ada).complete_count == game_of(ben).complete_count == 1
    assert game_of(ada).state.sheets == game_of(ben).state.sheets


def test_waiting_player_can_look_at_drawn_maps() -> None:
    """A waiting player can look at the map of a player who has drawn, and keep looking while the next one draws."""
    ada, ben, cleo = begun_together(GAME, ("Ada",), ("Ben",), ("Cleo",))
    ada.draw()
    exchange([ada, ben, cleo])
    ada.send(m.LookAtSheet(1))
    assert ada.playing.moment.shown_sheet == 1
    blank = game_of(ada).state.sheets[1]
    ben.draw()
    exchange([ada, ben, cleo])
    assert ada.playing.moment.shown_sheet == 1
    assert game_of(ada).state.sheets[1] != blank
    tabs = with_class(shown(ada.visit), "tab")
    assert ["has drawn" in tab.attributes["aria-label"] for tab in tabs] == [True, True, False]


def test_two_people_on_one_phone_have_a_curtain() -> None:
    """Two people on one phone have a curtain between them, and the others may draw in the meantime."""
    ada, ben = begun_together(GAME, ("Ada",), ("Ben", "Cleo"))
    play([ben], lambda: not isinstance(scene_of(ben.visit), CurtainScene))
    ben.draw()
    assert isinstance(scene_of(ben.visit), CurtainScene)
    assert game_of(ben).drawing_seat == LOCAL_PERSON
    ada.draw()
    exchange([ada, ben])
    assert isinstance(scene_of(ben.visit), CurtainScene)


def test_season_count_begins_with_a_local_map() -> None:
    """Each device counts a season on all maps at the same time, beginning with the map of a player on that device."""
    ada, ben = begun_together(GAME, ("Ada",), ("Ben",))
    play([ada, ben], lambda: isinstance(scene_of(ben.visit), SeasonScene))
    assert isinstance(scene_of(ada.visit), SeasonScene)
    assert (ada.playing.moment.shown_sheet, ben.playing.moment.shown_sheet) == (0, 1)


def test_room_has_no_undo_hints_or_early_cards() -> None:
    """A room has no undo, no hints, and no next card before all others have drawn."""
    ada, ben = begun_together(GAME, ("Ada",), ("Ben",))
    assert not ada.playing.can_give_hint
    ada.draw()
    exchange([ada, ben])
    before = ada.visit
    ada.send(m.Undo(sure=True))
    assert ada.visit == before
    assert "undo" not in [
        name for name, button in buttons(shown(ben.visit)).items() if not button.attributes.get("aria-disabled")
    ]


def test_deal_played_again_after_the_room_is_local() -> None:
    """Playing the same deal again after the room is over is a game on this device, with all players here."""
    ada, ben = begun_together(GAME, ("Ada",), ("Ben",))
    play([ada, ben])
    ada.send(m.PlayAgain())
    assert type(ada.visit.screen) is Playing
    assert ada.visit.room is None
    assert set(ada.visit.screen.game.seats) == {LOCAL_PERSON}


# ------------------------------------------------------------------- nothing is lost


def test_reload_continues_in_each_phase() -> None:
    """A reload continues in the lobby, while a player draws or waits, during a count, and at the end."""
    devices = joined(MONSTROUS, ("Ada",), ("Ben", "Cleo"))
    ada, ben = devices

    def reloaded() -> None:
        for device in devices:
            device.reload()
            exchange(devices)

    reloaded()
    assert all(isinstance(device.visit.screen, Lobby) for device in devices)
    ada.send(m.Choose("begin", "now"))
    exchange(devices)
    steps = 0
    while not (ada.is_over and ben.is_over):
        steps += 1
        moved = [device.act() for device in devices]
        exchange(devices)
        assert any(moved)
        if steps % 7 == 0:
            reloaded()
    assert len(records(devices)) == 1
    reloaded()
    assert ada.is_over
    assert ben.is_over


def test_reload_shows_the_same_map_and_task() -> None:
    """A reload shows the same map and task, and still counts the players who had already drawn."""
    devices = begun_together(GAME, ("Ada",), ("Ben",))
    ada, _ben = devices
    play(devices, lambda: game_of(ada).complete_count == 3)
    ada.draw()
    exchange(devices)
    for device in devices:
        before = game_of(device)
        device.reload()
        after = game_of(device)
        assert (after.state.sheets, after.drawing_seat, after.drawn) == (
            before.state.sheets,
            before.drawing_seat,
            before.drawn,
        )


def test_shelf_leads_back_to_the_room_a_week_later() -> None:
    """A week later, the shelf still has the game, and its door leads back to the room."""
    devices = begun_together(GAME, ("Ada",), ("Ben",))
    ada, ben = devices
    play(devices, lambda: game_of(ada).complete_count == 2)
    ben.send(m.Go("start"))
    assert ben.visit.room
    ada.draw()
    exchange(devices)
    ben.send(m.Continue())
    assert ben.is_playing
    ben.send(m.LeaveRoom())
    assert isinstance(ben.visit.screen, Start)
    assert ben.visit.room is None
    ada.tick(99)
    ben.send(m.Continue())
    exchange(devices)
    play(devices)
    assert len(records(devices)) == 1


def test_another_game_closes_the_room() -> None:
    """Another game closes the room, and sets its game aside for later."""
    devices = begun_together(GAME, ("Ada",), ("Ben",))
    ada, _ = devices
    play(devices, lambda: game_of(ada).complete_count == 2)
    word, key = ada.room.word, ada.room.game_key
    ada.send(m.Begin("first", sure=True))
    assert ada.visit.room is None
    assert ReadUnfinishedGame(key) in effects_of(ada.visit, m.Resume(key, sure=True))
    ada.send(m.EnterRoom(word))
    assert ada.is_playing


def test_room_closes_when_another_tab_takes_the_game() -> None:
    """The room closes when another tab takes the game, and reopens when this tab takes it back."""
    devices = begun_together(GAME, ("Ada",), ("Ben",))
    ada, _ben = devices
    play(devices, lambda: game_of(ada).complete_count == 2)
    ada.send(m.ContinuedElsewhere())
    assert ada.visit.is_continued_elsewhere
    assert ada.visit.room is None
    ada.send(m.Continue())
    assert ada.is_playing
    assert not ada.visit.is_continued_elsewhere
    play(devices)


def test_device_without_its_key_can_be_given_its_seat() -> None:
    """A device that has lost its key returns as a new guest, and another player can give it its seat."""
    devices = begun_together(GAME, ("Ada",), ("Ben",))
    ada, _ben = devices
    play(devices, lambda: game_of(ada).complete_count == 2)
    lost = Device(9, GAME, "Ben again")
    lost.send(m.EnterRoom(ada.room.word))
    devices = [ada, lost]
    exchange(devices)
    assert lost.is_playing
    assert "Waiting for Ada and Ben" in page_of(lost)
    play([ada], partial(has_drawn, ada))
    ada.tick(200)
    lost.tick(200)
    exchange(devices)
    ada.send(m.Open("seat"))
    assert f"give-seat 1 {lost.device}" in buttons(shown(ada.visit))
    ada.send(m.GiveSeat(1, lost.device))
    exchange(devices)
    assert ada.visit.dialog is None
    play(devices)
    assert len(records(devices)) == 1


@pytest.mark.parametrize("kind", ["here", "bot.apprentice"])
def test_a_seat_is_taken_over_and_taken_back(kind: str) -> None:
    """A seat is taken over starting with the card in play; its owner sees that, and may take it back."""
    devices = begun_together(GAME, ("Ada",), ("Ben",))
    ada, ben = devices
    play(devices, lambda: game_of(ada).complete_count == 2)
    play([ada], partial(has_drawn, ada))
    exchange(devices)
    assert "open seat" not in buttons(shown(ada.visit))
    ada.tick(30)
    assert "open seat" not in buttons(shown(ada.visit))
    ada.tick(200)
    assert "open seat" in buttons(shown(ada.visit))
    ada.send(m.TakeSeat(1, kind))
    ben.reload()
    play([ada], lambda: game_of(ada).complete_count == 4)
    exchange(devices)
    assert "Waiting" in page_of(ben)
    assert "take-seat 1" in buttons(shown(ben.visit))
    ben.send(m.TakeSeat(1))
    exchange(devices)
    assert game_of(ben).seats[1] == LOCAL_PERSON
    assert game_of(ada).seats == (LOCAL_PERSON, RemotePlayer(ben.device))
    assert [ada.visit.notice, ben.visit.notice] == [None, None]
    assert not any(button.startswith("take-seat") for button in buttons(shown(ada.visit)))
    play(devices)
    assert len(records(devices)) == 1


def test_player_returning_to_a_lost_seat_sees_own_map() -> None:
    """A player who returns to a lost seat sees their own map, and the name of the owner on any other map."""
    devices = begun_together(GAME, ("Ada",), ("Ben",), ("Cleo",))
    ada, ben, cleo = devices
    play([ada, cleo], lambda: has_drawn(ada) and has_drawn(cleo))
    ada.tick(200)
    ada.send(m.TakeSeat(1, "bot.apprentice"))
    ben.reload()
    exchange(devices)
    assert game_of(ben).home_seat == 1
    assert ben.playing.moment.shown_sheet == 1
    assert not with_class(shown(ben.visit), "whose-map")
    ben.send(m.LookAtSheet(2))
    assert with_class(shown(ben.visit), "whose-map")
    ben.send(m.LeaveRoom())
    assert ben.visit.notice is None


def test_newly_given_seat_is_not_offered_again_at_once() -> None:
    """A seat that was just given to a player isn't immediately offered to others again."""
    devices = begun_together(GAME, ("Ada",), ("Ben",))
    ada, _ = devices
    late = Device(9, GAME, "Late")
    late.send(m.EnterRoom(ada.room.word))
    exchange([ada, late])
    play([ada], partial(has_drawn, ada))
    ada.tick(200)
    late.tick(200)
    exchange([ada, late])
    assert "open seat" in buttons(shown(ada.visit))
    ada.send(m.GiveSeat(1, late.device))
    exchange([ada, late])
    assert "open seat" not in buttons(shown(ada.visit))
    ada.send(m.Go("room", ada.room.word))
    assert "(Late)" in page_of(ada)


def test_bots_have_the_same_names_on_each_device() -> None:
    """Bots of other devices have the same names on each device, also in the saved game."""
    ada, ben = joined(GAME, ("Ada",), ("Ben",))
    ben.send(m.Choose("sit", "bot.apprentice"))
    exchange([ada, ben])
    ada.send(m.Choose("begin", "now"))
    exchange([ada, ben])
    for device in (ada, ben):
        assert [player_name(WORDS, game_of(device), seat) for seat in range(3)] == ["Ada", "Ben", "Apprentice"]
    play([ada, ben])
    [text] = ada.finished
    kept = read_save(text).game
    assert kept.seats == (LOCAL_PERSON, RemotePlayer(ben.device), RemotePlayer(ben.device, Bot("apprentice")))
    assert player_name(WORDS, kept, 2) == "Apprentice"


def test_a_failure_to_load_bots_in_a_room() -> None:
    """If the bots' part can't be fetched in a room, the panel offers to try again, or to load a newer version."""
    devices = begun_together(GAME, ("Ada",), ("Ben",))
    _, ben = devices
    ben.draw()
    failed = changed(ben.visit, parts=Parts(job_failed=True))
    assert "couldn't be loaded" in part(shown(failed), "waiting")
    assert "couldn't be loaded" in heard(failed, "failure")
    assert "fetch-again" in buttons(shown(failed))
    assert with_class(shown(ben.visit), "thought")
    assert not with_class(shown(failed), "thought")
    replaced = changed(failed, newer_version=True)
    assert WORDS("updated") in part(shown(replaced), "waiting")
    assert "reload" in buttons(shown(replaced))


def test_two_copies_of_a_device_agree_on_draws() -> None:
    """Both copies of a device, such as two tabs, may draw, and they agree on what both have drawn."""
    devices = begun_together(GAME, ("Ada",), ("Ben",))
    ada, ben = devices
    copy = Device(2, GAME, "Ben")
    copy.kept = dict(ben.kept)
    copy.send(m.EnterRoom(ada.room.word))
    ben.draw()
    copy.draw()
    exchange([ada, ben, copy])
    ada.draw()
    exchange([ada, ben, copy])
    play([ada, ben, copy])
    assert len(records([ada, ben, copy])) == 1


def test_four_devices_with_twelve_seats() -> None:
    """Four devices with people and bots fill twelve seats."""
    devices = joined(GAME, ("Ada",), ("Ben", "Cleo"), ("Dan",), ("Eve", "Fay"))
    for device in devices:
        device.send(m.Choose("sit", "bot.apprentice"))
    exchange(devices)
    for device in devices[:2]:
        device.send(m.Choose("sit", "bot.apprentice"))
    exchange(devices)
    devices[0].send(m.Choose("begin", "now"))
    exchange(devices)
    assert game_of(devices[0]).id.players == 12
    play(devices)
    assert len(records(devices)) == 1


# ------------------------------------------------------------------- by hand, and relays


def test_game_continues_by_hand() -> None:
    """A game continues by hand: each device makes a link with its news, reads the other's, and sends nothing more."""
    devices = begun_together(GAME, ("Ada",), ("Ben",))
    ada, ben = devices

    def hand_over(giver: Device, taker: Device) -> None:
        giver.send(m.Go("room", giver.room.word))
        giver.send(m.Share("news"))
        out = giver.visit.screen.outgoing(WORDS, giver.visit, "news")
        assert isinstance(out, Text)
        taker.send(m.Go("room", taker.room.word))
        taker.send(m.TypeText("handed", out.text))
        taker.send(m.HandInMessage())
        for device in (giver, taker):
            device.sent.clear()
            device.send(m.Back())

    for _ in range(3):
        for device in devices:
            play([device], partial(has_drawn, device))
            device.sent.clear()
        hand_over(ada, ben)
        hand_over(ben, ada)
    assert game_of(ada).complete_count == game_of(ben).complete_count >= 3


def test_due_step_is_open() -> None:
    """The step that sends a link is due after each change here, then the one that reads a link, and then neither."""
    ada, ben = begun_together(GAME, ("Ada",), ("Ben",))

    def due(device: Device) -> list[str]:
        return [text_of(step.children[0]) for step in with_class(shown(device.visit), "due-step")]

    for device in (ada, ben):
        play([device], partial(has_drawn, device))
        device.send(m.Go("room", device.room.word))
        assert due(device) == ["1 Send a link with your moves"]
    for how, is_sent in (("shown", False), ("late", False), ("copied", True)):
        ada.send(m.Share("news", "copy"))
        ada.send(m.Shared("news", how))
        assert bool(with_class(shown(ada.visit), "by-hand")) == (not is_sent)
        assert due(ada) == [("2 Open your friends' links" if is_sent else "1 Send a link with your moves")]
    out = ada.visit.screen.outgoing(WORDS, ada.visit, "news")
    assert isinstance(out, Text)
    assert ReadClipboard() in effects_of(ben.visit, m.Choose("paste", "now"))
    ben.send(m.Shared("paste", "refused"))
    assert WORDS("room.told.refused") in page_of(ben)
    ben.send(m.HandInMessage(out.text))
    assert "Done. You now have the latest from Ada." in page_of(ben)
    assert due(ben) == ["1 Send a link with your moves"]
    ben.send(m.Share("news"))
    ben.send(m.Shared("news", "sent"))
    assert due(ben) == ["2 Open your friends' links"]
    ben.send(m.HandInMessage(out.text))
    assert WORDS("room.handed.known") in page_of(ben)
    assert due(ben) == []


def test_cut_off_or_foreign_link_is_refused() -> None:
    """A link that is cut off or leads elsewhere is refused, and the room stays as it was."""
    ada, ben = joined(GAME, ("Ada",), ("Ben",))
    for wrong in ("", "nonsense", str(Invitation(ada.room.word)), str(Invitation(WORD, "abc"))):
        ben.send(m.TypeText("handed", wrong))
        ben.send(m.HandInMessage())
        assert "isn't for this room" in page_of(ben)
    ben.send(m.TypeText("handed", ""))
    assert "isn't for this room" not in page_of(ben)
    ben.send(m.QuestionAnswered("check", "abc", ""))
    assert "isn't for this room" in page_of(ben)


@pytest.mark.parametrize(
    ("handed", "said"),
    [
        ("~abc", "older version of the page. Your friend"),
        (".0", "older version"),
        ("-4.x", "newer version of the page"),
    ],
)
def test_reload_notice_after_link_of_another_version(handed: str, said: str) -> None:
    """The lobby and the game say who must reload after a link of another version, which stays in the field."""
    ada, ben = joined(GAME, ("Ada",), ("Ben",))
    link = str(Invitation(ada.room.word, handed))
    before = ben.room.peer
    ben.send(m.TypeText("handed", link))
    ben.send(m.HandInMessage())
    assert said in page_of(ben)
    assert isinstance(ben.visit.screen, Lobby)
    assert ben.visit.screen.message == link
    assert ben.room.peer is before
    ada.send(m.Choose("begin", "now"))
    exchange([ada, ben])
    play([ben], partial(has_drawn, ben))
    ben.send(m.FragmentChanged(link))
    assert said in page_of(ben)


def by_hand(device: Device) -> Lobby:
    """Return the screen of the room on a device that has just made a link with its news."""
    device.send(m.Go("room", device.room.word))
    device.send(m.Share("news"))
    assert isinstance(device.visit.screen, Lobby)
    return device.visit.screen


def test_page_suggests_a_file_for_long_links() -> None:
    """Beyond 2,000 characters the page suggests a file, which a friend opens in the room or on the start screen."""
    ada, ben = joined(GAME, ("Ada",), ("Ben",))
    ada.send(m.Choose("begin", "now"))
    ada.sent.clear()
    out = by_hand(ada).outgoing(WORDS, ada.visit, "file")
    assert isinstance(out, File)
    assert out.text == f"{by_hand(ada).link(ada.visit, ada.room, 'news')}\n"
    assert "Discord" not in page_of(ada)
    ben.send(m.Go("room", ben.room.word))
    ben.send(m.HandInMessage(f"\ufeffBen, this is for you:\r\n{out.text}"))
    assert ben.is_playing


def test_links_of_twelve_devices_exceed_discord_limit() -> None:
    """The links of twelve devices are longer than Discord allows, especially with Korean names."""
    ada, *_ = begun_together(GameId("any", players=12), *((f"{name} {'가' * 9}",) for name in "ABCDEFGHIJKL"))
    link = by_hand(ada).link(ada.visit, ada.room, "news")
    assert len(link) > 2_000
    assert f"This link has {number(len(link))} characters. Discord" in page_of(ada)
    ada.send(m.Shared("file", "asked"))
    assert "Your browser should save the file now. If it" in page_of(ada)


def test_damaged_link_still_leads_to_the_room() -> None:
    """A damaged link still leads to the room, and the page says that the rest of the link is damaged."""
    ada, ben = joined(GAME, ("Ada",), ("Ben",))
    ada.send(m.Choose("begin", "now"))
    link = by_hand(ada).link(ada.visit, ada.room, "news")
    for damaged in (link[:-9], f"{link[:-5]}Z{link[-4:]}"):
        ben.send(m.FragmentChanged(damaged))
        assert ben.room.message_result == "room.handed.wrong"
        assert updated(arrive("any"), m.FragmentChanged(damaged)).page.link.room == Invitation(ada.room.word, "-3.")
    ben.send(m.Go("room", ben.room.word))
    assert "or its end is missing" in page_of(ben)


def test_link_with_news_delivers_the_news() -> None:
    """A link with news delivers the news to a device in the room, or to one that enters by it."""
    ada, ben = joined(GAME, ("Ada",), ("Ben",))
    ada.send(m.Choose("begin", "now"))
    ada.sent.clear()
    ada.send(m.Go("room", ada.room.word))
    ada.send(m.Share("news"))
    assert isinstance(ada.visit.screen, Lobby)
    link = ada.visit.screen.link(ada.visit, ada.room, "news")
    ben.send(m.FragmentChanged(link))
    assert ben.is_playing
    ben.send(m.LeaveRoom())
    ben.kept = {ada.room.word: "\n".join(ben.kept[ada.room.word].split("\n")[:1])}
    ben.send(m.FragmentChanged(link, known=True))
    assert ben.is_playing


def test_room_link_and_qr_code_can_be_shared() -> None:
    """The room's link and its QR code can be shared, copied, or scanned."""
    [ada] = joined(GAME, ("Ada",))
    out = ada.visit.screen.outgoing(WORDS, ada.visit, "invite")
    assert out == Text(str(Invitation(ada.room.word)))
    assert not with_class(shown(ada.visit), "code")
    ada.send(m.Choose("code", "invite"))
    assert with_class(shown(ada.visit), "code")
    hidden, drawing = updated(ada.visit, m.Choose("code", "hidden")), ada.room.answers["code", out.text]
    assert effects_of(hidden, m.Choose("code", "invite")) == [ShowCode(drawing)]
    assert effects_of(ada.visit, m.ClockTick(ada.seconds + 1)) == []
    assert {"share invite", "share invite copy"} <= set(buttons(shown(ada.visit)))
    ada.send(m.Share("invite"))
    for how, is_whole in (("sent", False), ("late", True), ("shown", True)):
        ada.send(m.Shared("invite", how))
        assert bool(with_class(shown(ada.visit), "by-hand")) == is_whole
    ada.visit = changed(ada.visit, edition=Edition(shares=False))
    assert "share invite" not in buttons(shown(ada.visit))
    ada.send(m.Choose("code", "hidden"))
    assert not with_class(shown(ada.visit), "code")


def test_all_but_the_last_relay_can_be_switched_off() -> None:
    """A relay can be switched off, but not the last one, because the players need one in common."""
    [ada] = joined(GAME, ("Ada",))
    ada.send(m.SwitchRelay(RELAYS[0]))
    assert ada.room.relays.off == RELAYS[:1]
    ada.send(m.SwitchRelay(RELAYS[1]))
    assert ada.room.relays.off == RELAYS[:1]
    [relays] = with_class(shown(ada.visit), "relays")
    keys = [key.attributes.get("aria-disabled") for key in with_class(relays, "choice")]
    assert keys == [None, "true"]
    ada.reload()
    assert ada.room.relays.off == RELAYS[:1]
    ada.send(m.SwitchRelay(RELAYS[0]))
    assert not ada.room.relays.off
    ada.send(m.SwitchRelay("wss://foreign.example"))
    assert not ada.room.relays.off


def test_missing_relay_is_reported() -> None:
    """The lobby and the game say if no relay works, but not while the first one is still connecting."""

    def relayed(state: str) -> m.RelaysChanged:
        return m.RelaysChanged(f'[{{"url": "wss://one.example", "state": "{state}", "why": "<b>"}}]')

    [alone] = joined(GAME, ("Ada",))
    ada, _ = begun_together(GAME, ("Ada",), ("Ben",))
    play([ada], partial(has_drawn, ada))
    for device, said in ((alone, "Please check your connection."), (ada, "will continue as soon as one works")):
        for state, is_told in (("connecting", False), ("closed", True), ("connecting", True), ("open", False)):
            device.send(relayed(state))
            assert (said in page_of(device)) == is_told, state
            assert ("No relay is working" in page_of(device)) == is_told
            assert bool(with_class(shown(device.visit), "thought")) == (device is ada and not is_told), state


@pytest.mark.parametrize(("state", "key"), [("connecting", "room.relay.connecting"), ("closed", "room.unknown")])
def test_nobody_is_here_without_a_relay(state: str, key: str) -> None:
    """While no relay is connected, the page doesn't say who is here or draws, but still who has drawn."""

    def relays(state: str) -> m.RelaysChanged:
        return m.RelaysChanged(json.dumps([{"url": url, "state": state, "why": ""} for url in RELAYS]))

    def seats() -> list[str]:
        [chairs] = with_class(shown(updated(ada.visit, m.Go("room", ada.room.word))), "chairs")
        lines = sorted((one for one in walk(chairs) if one.tag == "li"), key=text_of)  # by name
        return [text_of(state) for line in lines for state in with_class(line, "state")]

    def tabs() -> list[str]:
        return sorted(label for label in labels(shown(ada.visit)) if label.startswith(("Ben: ", "Cleo: ")))

    ada, ben, _ = begun_together(GAME, ("Ada",), ("Ben",), ("Cleo",))
    play([ada, ben], lambda: has_drawn(ada) and has_drawn(ben))
    assert seats() == ["on this device, has drawn", "here, has drawn", "here, is drawing"]
    assert tabs() == ["Ben: has drawn", "Cleo: is drawing"]
    ada.send(relays(state))
    unknown = WORDS(key)
    assert seats() == ["on this device, has drawn", f"{unknown}, has drawn", unknown]
    assert tabs() == ["Ben: has drawn", f"Cleo: {unknown}"]
    ada.send(relays("trying"))
    assert tabs() == ["Ben: has drawn", f"Cleo: {unknown if state == 'closed' else 'is drawing'}"]
    ada.send(relays("open"))
    assert seats()[2] == "here, is drawing"
    ada.tick(100)
    assert seats()[2] == "away, hasn't drawn yet"
    assert tabs()[1] == "Cleo: away"


def test_lobby_names_nobody_absent_before_it_is_connected() -> None:
    """A device that enters a lobby again doesn't call others away before a relay is connected."""
    ada, _ = joined(GAME, ("Ada",), ("Ben",))
    ada.tick(100)
    assert page_of(ada).count(WORDS("room.away")) == 1
    ada.send(m.RelaysChanged(json.dumps([{"url": url, "state": "connecting", "why": ""} for url in RELAYS])))
    assert WORDS("room.away") not in page_of(ada)


def test_trouble_in_the_lobby_moves_no_button() -> None:
    """Trouble with the relays is reported at the bottom of the lobby, so the buttons above it don't move."""
    [alone] = joined(GAME, ("Ada",))
    [form] = with_class(shown(alone.visit), "form")
    before = [part.key for part in form.children if isinstance(part, Element)]
    alone.send(m.RelaysChanged('[{"url": "wss://one.example", "state": "insecure", "why": ""}]'))
    [form], [foot] = (with_class(shown(alone.visit), look) for look in ("form", "thumb"))
    assert "This page was opened at an http address" in text_of(foot)
    assert "begin" in " ".join(buttons(foot))
    after_it = [part.key for part in form.children if isinstance(part, Element)]
    assert sorted(after_it) == sorted(before)


def test_http_address_is_named_as_the_reason() -> None:
    """At an http address, the lobby and the game name this as the reason why the room reaches nobody."""
    [alone] = joined(GAME, ("Ada",))
    ada, _ = begun_together(GAME, ("Ada",), ("Ben",))
    play([ada], partial(has_drawn, ada))
    for device in (alone, ada):
        device.send(m.RelaysChanged(json.dumps([{"url": url, "state": "insecure", "why": ""} for url in RELAYS])))
        assert "This page was opened at an http address" in page_of(device)
        assert "No relay can be reached" not in page_of(device)
    assert "needs https" in page_of(alone)


def test_enter_presses_the_button_beside_a_field() -> None:
    """Enter presses the button beside a field: for entering, for another player, and for a friend's link."""
    home = updated(arrive("any"), m.Go("room", WORD))
    assert home.screen.on_enter_in("name 0") == m.EnterRoom(WORD)
    [ada] = joined(GAME, ("Ada",))
    ada.send(m.TypeText("name", "Bob"))
    message = ada.visit.screen.on_enter_in("name")
    assert message
    ada.send(message)
    assert [name_of_chair(WORDS, chair, 0) for chair in ada.room.talk.statement.chairs] == ["Ada", "Bob"]
    assert ada.visit.screen.on_enter_in("handed") == m.HandInMessage()
    assert Start().on_enter_in("name") is None


# ------------------------------------------------------------------- hostile guests


@pytest.mark.parametrize(
    "text",
    ["", "hello3", "nonsense\n" * 30, "hello3 me v 0.0.0", f"hello3 {'9' * 64} v 0.0.00000000 {'8' * 64}.99999999999"],
)
def test_garbage_changes_nothing(text: str) -> None:
    """Garbage from the network changes nothing."""
    ada, _ = begun_together(GAME, ("Ada",), ("Ben",))
    before = ada.visit
    ada.send(m.MessageReceived(text))
    assert ada.visit == before


def test_device_outside_a_room_ignores_messages() -> None:
    """A device outside a room ignores messages and draws nothing."""
    visit = arrive("any")
    for message in (
        m.MessageReceived("x"),
        m.RelaysChanged("[]"),
        m.TakeSeat(0),
        m.GiveSeat(0, "x"),
        m.Share("news"),
        m.SwitchRelay("x"),
    ):
        assert updated(visit, message) == visit


def test_unknown_bot_counts_as_a_person() -> None:
    """An unknown bot, as a newer version may have, counts as a person."""
    devices = begun_together(GAME, ("Ada",), ("Ben",))
    ada, ben = devices
    ben.send(m.TakeSeat(0, "bot.oracle"))
    exchange(devices)
    assert game_of(ben).seats == (LOCAL_PERSON, LOCAL_PERSON)
    assert Bot("oracle") not in game_of(ben).seats
    ada.send(m.TakeSeat(0))
    exchange(devices)
    play(devices)


def holders(device: Device, seat: int) -> list[str]:
    """Return the devices that have held a seat, as one device knows them."""
    table = device.room.peer.table
    return [handover.device for handover in table.handovers[seat]] if table else []


def test_claim_to_earlier_cards_is_contested() -> None:
    """A seat can only be taken starting with the card in play; a claim to earlier cards is contested each time."""
    devices = begun_together(GAME, ("Ada",), ("Ben",))
    ada, ben = devices
    for times in (1, 2, 3):
        play(devices, lambda: game_of(ada).complete_count == 3 * times)  # noqa: B023 - called at once
        before = game_of(ada).record
        ben.say(ben.room.talk.with_handovers(Handover(0, 2 * times - 1, 3 * times - 1, ben.device, "here")))
        exchange(devices)
        assert holders(ben, 0) == [*[ada.device, ben.device] * times, ada.device]
        assert game_of(ada).seats[0] == LOCAL_PERSON
        assert game_of(ada).record == game_of(ben).record == before
    play(devices)
    assert len(records(devices)) == 1


@pytest.mark.parametrize("last", [False, True])
def test_draw_on_its_way_counts_despite_a_bot_draw(last: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """A draw on its way counts even if an impatient friend has let a bot draw in the meantime."""
    devices = begun_together(GAME, ("Ada",), ("Ben",))
    ada, ben = devices
    for _ in range(4):
        card = game_of(ada).complete_count
        while last and not has_drawn(ben):
            ben.draw()
        exchange(devices)
        while game_of(ada).complete_count == card and not has_drawn(ada):
            ada.draw()
        on_its_way, ada.sent = ada.sent, []
        drawn = ada.room.peer.table.rounds[card].plies[0]  # type: ignore[union-attr]
        ben.send(m.TakeSeat(0, "bot.apprentice"))
        while game_of(ben).complete_count == card and ben.act():
            pass
        ada.sent = on_its_way
        exchange(devices)
        for device in devices:
            assert device.room.peer.table.rounds[card].plies[0] == drawn  # type: ignore[union-attr]
        assert game_of(ada).seats[0] == LOCAL_PERSON


def test_an_embed_has_no_room() -> None:
    """An embed has no rooms, but its link to the full page does."""
    visit = arrive("any", link=replace(arrive("any").page.link, embedded=True, room=Invitation(WORD)))
    assert updated(visit, m.EnterRoom(WORD)) == visit
    assert visit.page.link.page == f"./#room={WORD}"


def test_thirteenth_player_gets_no_seat() -> None:
    """A player after the twelfth gets no seat, and the page says so."""
    ada, ben = joined(GAME, ("Ada",), ("Ben",))
    for _ in range(10):
        ada.send(m.Choose("sit", "bot.apprentice"))
    exchange([ada, ben])
    late = Device(9, GAME, "Late")
    late.send(m.EnterRoom(ada.room.word))
    exchange([ada, ben, late])
    for device in (ada, ben, late):
        assert "no seat" in page_of(device)
    ada.send(m.Choose("begin", "now"))
    exchange([ada, ben, late])
    assert game_of(ben).id.players == 12
    assert "You don't have a seat here" in page_of(late)


def test_friends_get_seats_of_departed_strangers() -> None:
    """Strangers can fill a lobby. Friends who come later see a message, and get the seats of strangers who leave."""
    [ada] = joined(GAME, ("Ada",))
    strangers = [Device(number, GAME) for number in range(100, 99 + MAX_DEVICES)]
    for stranger in strangers:
        stranger.send(m.EnterRoom(ada.room.word))
    exchange([ada, *strangers])
    ben = Device(2, GAME, "Ben")
    ben.send(m.EnterRoom(ada.room.word))
    exchange([ada, *strangers, ben])
    assert WORDS("room.wrong.full") in page_of(ben)
    assert "Ben" not in page_of(ada)
    for device in (ada, *strangers[1:], ben):
        device.tick(50)
    exchange([ada, *strangers[1:], ben])
    assert "Ben" not in page_of(ada)
    for device in (ada, *strangers[1:], ben):
        device.tick(50)
    exchange([ada, *strangers[1:], ben])
    assert "Ben" in page_of(ada)
    assert WORDS("room.wrong.full") not in page_of(ben)
    assert strangers[0].device not in ada.room.peer.log
    strangers[0].tick(200)
    exchange([ada, *strangers, ben])
    assert strangers[0].device not in ada.room.peer.log


def test_host_can_leave_out_strangers_and_abandoned_devices() -> None:
    """The host can leave out strangers and abandoned devices, whose pages say so, even after a reload."""
    ada, ben, eve = joined(GAME, ("Ada",), ("Ben",), ("Eve",))
    ada.send(m.Choose("leave-out", eve.device))
    ben.send(m.Choose("leave-out", ada.device))
    ada.send(m.Choose("leave-out", "nobody"))
    ada.reload()
    exchange([ada, ben, eve])
    for device in (ada, ben, eve):
        assert page_of(device).count(WORDS("room.no-seat")) == 1
        assert (WORDS("room.left-out") in page_of(device)) == (device is eve)
    ada.send(m.Choose("begin", "now"))
    exchange([ada, ben, eve])
    assert [who.name for who in game_of(ben).cartographers] == ["Ada", "Ben"]
    assert "open seat" not in buttons(shown(eve.visit))
    eve.send(m.TakeSeat(1))
    exchange([ada, ben, eve])
    assert game_of(ben).seats[1] == LOCAL_PERSON


def test_leaving_device_announces_its_departure() -> None:
    """A device that leaves announces it, so it gets no seat in the lobby, and in a game the others know at once."""
    ada, ben, cleo = devices = joined(GAME, ("Ada",), ("Ben",), ("Cleo",))
    _leave(ben, [ada, cleo])
    assert page_of(ada).count(WORDS("room.away")) == 1
    ada.send(m.Choose("begin", "now"))
    exchange(devices)
    assert game_of(ada).id.players == 2
    play([ada], partial(has_drawn, ada))
    assert "open seat" not in buttons(shown(ada.visit))
    word = cleo.room.word
    _leave(cleo, [ada])
    assert "open seat" in buttons(shown(ada.visit))
    cleo.send(m.EnterRoom(word))
    exchange([ada, cleo])
    assert "open seat" not in buttons(shown(ada.visit))


def _leave(device: Device, others: Sequence[Device]) -> None:
    """Make a device leave, and deliver its last statement."""
    before = device.visit
    device.send(m.LeaveRoom())
    [farewell] = [effect.farewell for effect in effects_of(before, m.LeaveRoom()) if isinstance(effect, QuitRoom)]
    for other in others:
        other.send(m.MessageReceived(farewell))


def test_no_farewell_when_another_tab_takes_the_game() -> None:
    """A device sends no farewell when another of its tabs takes the game, because the device is still there."""
    devices = begun_together(GAME, ("Ada",), ("Ben",))
    visit = devices[0].visit
    assert visit.room
    taken = updated(visit, m.ContinuedElsewhere())
    assert taken.room is None
    assert [effect for effect in effects_of(visit, m.ContinuedElsewhere()) if isinstance(effect, QuitRoom)] == [
        QuitRoom(visit.room.word, "")
    ]


def test_player_finds_the_lobby_again_after_leaving() -> None:
    """A player who leaves the lobby finds it again, and may plan another game. A second room replaces it."""
    ada, ben = joined(GAME, ("Ada",), ("Ben",))
    word = ada.room.word
    for device in (ada, ben):
        device.send(m.Back())
        assert isinstance(device.visit.screen, Start)
        assert f"go room {word}" in buttons(shown(device.visit))
        assert f"enter-room {word}" not in buttons(shown(device.visit))
    ada.send(m.Go("set-up"))
    assert WORDS("start.room.back") in page_of(ada)
    assert ada.visit.screen.on_enter(ada.visit) == m.Go("room")
    assert "begin set-up" in buttons(shown(ada.visit))
    ada.send(m.Choose("side", "B"))
    ada.send(m.Go("room"))
    exchange([ada, ben])
    assert ada.visit.screen == Lobby(word)
    assert [isinstance(screen, Lobby) for screen in ada.visit.screens_below] == [False] * len(ada.visit.screens_below)
    plan = ben.room.peer.log[ada.device].statement.plan
    assert plan
    assert plan.side == "B"
    ada.send(m.Choose("begin", "now"))
    exchange([ada, ben])
    assert WORDS("room.back.begun") in page_of(ben)
    ben.send(m.Go("room", word))
    assert game_of(ben).id.side == "B"
    ben.send(m.Go("start"))
    ben.send(m.Go("set-up"))
    ben.send(m.Go("room"))
    assert ben.visit.screen == Lobby("")
    assert WORDS("room.leaves") in page_of(ben)
    ben.send(m.EnterRoom())
    assert ben.room.word != word
    assert ben.visit.screen == Lobby(ben.room.word)


def test_game_begins_only_once() -> None:
    """A game that has begun doesn't begin again, whatever the host says later."""
    devices = begun_together(GAME, ("Ada",), ("Ben",))
    ada, ben = devices
    play(devices, lambda: game_of(ada).complete_count == 2)
    before = game_of(ben)
    begin = ada.room.talk.statement.beginning
    assert begin
    for other in (None, begin._replace(game=replace(begin.game, seed="other")), _with_one_more(begin)):
        ada.say(ada.room.talk.with_changed_statement(beginning=other))
        exchange(devices)
        assert ben.room.peer.log[ada.device].statement.beginning == other
        assert game_of(ben).id == before.id
    play(devices)


def _with_one_more(begin: Beginning) -> Beginning:
    return Beginning(replace(begin.game, players=len(begin.players) + 1), (*begin.players, begin.players[0]))


def test_many_claims_cannot_take_back_drawn_cards() -> None:
    """A member can't take back drawn cards by making many claims, whether at once, for each card, or in advance."""
    devices = begun_together(GAME, ("Ada",), ("Ben",))
    ada, ben = devices
    play(devices, lambda: game_of(ada).complete_count == 3)
    before = game_of(ada).record
    ben.say(
        ben.room.talk.with_handovers(*(Handover(0, epoch, epoch // 30, ben.device, "here") for epoch in range(1, 90)))
    )
    exchange(devices)
    assert holders(ada, 0).count(ben.device) > 1
    assert holders(ada, 0)[-1] == holders(ben, 0)[-1] == ada.device
    assert game_of(ada).record == game_of(ben).record == before
    ben.say(ben.room.talk.with_handovers(Handover(0, len(holders(ben, 0)), 9, ben.device, "here")))
    exchange(devices)
    assert holders(ada, 0)[-1] == ada.device
    ben.send(m.TakeSeat(0, "bot.apprentice"))
    exchange(devices)
    assert holders(ada, 0)[-1] == ben.device


def test_two_allied_members_cannot_keep_a_seat() -> None:
    """Two members who help each other can't keep a seat, because its first owner has one more claim for each card."""
    devices = begun_together(GAME, ("Ada",), ("Ben",), ("Cleo",))
    ada, ben, cleo = devices
    for taker in (ben, cleo) * 6:
        taker.send(m.TakeSeat(0))
        exchange(devices)
        ada.send(m.TakeSeat(0))
        exchange(devices)
        assert holders(ben, 0)[-1] == ada.device
    assert len(holders(ada, 0)) == 1 + 2 * 6
    play(devices)
    assert len(records(devices)) == 1


def test_seat_given_to_idle_guests_can_be_taken_back() -> None:
    """A seat given to guests who don't draw can be taken back, no matter how many guests, so the game doesn't stall."""
    devices = begun_together(GAME, ("Ada",), ("Ben",))
    ada, ben = devices
    guests = [Device(number, GAME, "Gus") for number in (5, 6, 7, 8)]
    for guest in guests:
        guest.send(m.EnterRoom(ada.room.word))
    exchange([*devices, *guests])
    ben.send(m.LeaveRoom())
    for guest in guests:
        ada.send(m.GiveSeat(1, guest.device))
        exchange([ada, *guests])
        assert game_of(guest).seats[1] == LOCAL_PERSON
    handovers = ada.room.talk.statement.handovers
    ada.send(m.TakeSeat(1))
    assert game_of(ada).seats == (LOCAL_PERSON, LOCAL_PERSON)
    assert len(ada.room.talk.statement.handovers) == len(handovers) + 1
    play([ada, *guests])


def test_beginning_stays_despite_another_tab() -> None:
    """The beginning of a game stays, even if another tab in the lobby doesn't know it yet and makes more statements."""
    devices = joined(GAME, ("Ada",), ("Ben",))
    ada, ben = devices
    tab = deepcopy(ada)
    ada.send(m.Choose("begin", "now"))
    for how in ("no", "yes", "no"):
        tab.send(m.Choose("ready", how))
    exchange([ada, ben, tab])
    assert {device.room.peer.table is not None for device in (ada, ben, tab)} == {True}
    ben.reload()
    exchange([ada, ben])
    assert game_of(ben).id == game_of(ada).id


def test_other_version_is_mentioned_only_while_present() -> None:
    """A device of another version is only mentioned while it is there, and in a game only if it plays."""
    devices = joined(GAME, ("Ada",), ("Ben",))
    ada, ben = devices
    other = f"hello4 {9:064x} x"
    ada.send(m.MessageReceived(other, 100))
    assert ada.room.talk.obstacle is Obstacle.NEWER
    ada.tick(1000)
    assert ada.room.talk.obstacle is None
    ben.tick(100)
    exchange(devices)
    ada.send(m.Choose("begin", "now"))
    exchange(devices)
    ada.send(m.MessageReceived(other, 2000))
    hello, have = greeting(ben.room.peer).split(" ", 4)[:4], greeting(ada.room.peer).split(" ", 4)[4]
    ada.send(m.MessageReceived(" ".join([hello[0], f"{9:064x}", hello[2], "0.0.00000000", have]), 2000))
    ada.send(m.Go("room", ada.room.word))
    assert WORDS("room.wrong.rules") not in page_of(ada)
    ada.send(m.Back())
    ada.send(m.MessageReceived(" ".join([*hello[:3], "0.0.00000000", have]), 2000))
    ada.send(m.Go("room", ada.room.word))
    assert WORDS("room.wrong.rules") in page_of(ada)


def test_stranger_fills_lobby_until_gone_or_left_out() -> None:
    """Twelve chairs of a stranger fill the lobby, but only until the stranger goes or is left out."""
    ada, eve = joined(GAME, ("Ada",), tuple("abcdefghijk"))
    ada.send(m.Choose("sit", "bot.apprentice"))
    assert len(ada.room.talk.statement.chairs) == 1
    ada.send(m.Choose("leave-out", eve.device))
    ada.send(m.Choose("sit", "bot.apprentice"))
    assert len(ada.room.talk.statement.chairs) == 2
    ada.send(m.Choose("leave-out", eve.device))
    eve.send(m.LeaveRoom())
    ada.tick(200)
    ada.send(m.Choose("sit", "bot.apprentice"))
    assert len(ada.room.talk.statement.chairs) == 3


def test_room_with_an_invalid_seed_is_not_opened() -> None:
    """A room with an invalid seed isn't opened. The setup says what is wrong, before and after the attempt."""
    home = updated(updated(arrive("any"), m.Go("set-up")), m.TypeText("seed", "not a seed!"))
    after = updated(home, m.Go("room"))
    assert after.setup.seed_error
    assert after.screen == home.screen
    ada, _ = joined(GAME, ("Ada",), ("Ben",))
    ada.send(m.Go("set-up"))
    ada.send(m.TypeText("seed", ""))
    ada.send(m.Go("room"))
    assert ada.visit.setup.seed_error
    assert not isinstance(ada.visit.screen, Lobby)
    ada.send(m.TypeText("seed", "good"))
    ada.send(m.Go("room"))
    assert isinstance(ada.visit.screen, Lobby)


def test_others_may_draw_after_a_long_wait_without_relay() -> None:
    """Without a relay, others may draw for an absent player after a long wait, so a broken phone can't stop a game."""
    ada, _ = begun_together(GAME, ("Ada",), ("Ben",))
    play([ada], partial(has_drawn, ada))
    ada.send(m.RelaysChanged(json.dumps([{"url": RELAYS[0], "state": "closed", "why": ""}])))
    ada.tick(200)
    assert "open seat" not in buttons(shown(ada.visit))
    ada.tick(200)
    assert "open seat" in buttons(shown(ada.visit))
    ada.send(m.TakeSeat(1))
    play([ada])


def test_closed_room_can_be_entered_again() -> None:
    """A closed room can be entered again, even if its game hasn't begun and only the room was saved."""
    home = arrive("any", left=WORD)
    assert f"enter-room {WORD}" in buttons(shown(home))
    for visit in (arrive("any", link=Link(room=Invitation(WORD)), left=WORD), arrive("any")):
        assert WORDS("start.room.back") not in text_of(shown(visit))
    ada, _ = joined(GAME, ("Ada",), ("Ben",))
    assert not ada.visit.room_transition.left


def test_seat_stays_after_too_many_changes_of_hands() -> None:
    """A seat that has changed hands too often stays, because others couldn't read any longer statement."""
    devices = begun_together(GAME, ("Ada",), ("Ben",))
    ada, _ = devices
    for _ in range(120):
        ada.send(m.TakeSeat(0))
    exchange(devices)
    assert read_statement(ada.room.peer.log[ada.device].text)
    play(devices)


def test_a_guest_with_a_seat_can_take_another_one() -> None:
    """A guest who was given a seat can take another one, like everyone at the table."""
    devices = begun_together(GAME, ("Ada",), ("Ben",), ("Cleo",))
    ada, ben, cleo = devices
    gus = Device(9, GAME, "Gus")
    gus.send(m.EnterRoom(ada.room.word))
    exchange([*devices, gus])
    ada.send(m.GiveSeat(1, gus.device))
    exchange([*devices, gus])
    gus.send(m.TakeSeat(2, "bot.apprentice"))
    exchange([*devices, gus])
    assert game_of(gus).seats == (RemotePlayer(ada.device), LOCAL_PERSON, Bot("apprentice"))
    assert ben.visit.notice == cleo.visit.notice is Notice.SEAT


def test_separated_devices_agree_after_they_meet() -> None:
    """Two devices that let bots play for each other while apart have the same game after they meet."""
    devices = begun_together(GAME, ("Ada",), ("Ben",))
    for device, other in zip(devices, (1, 0), strict=True):
        play([device], partial(has_drawn, device))
        device.send(m.TakeSeat(other, "bot.apprentice"))
        play([device])
        device.sent.clear()
    assert len(records(devices)) == 2
    for device in devices:
        device.reload()
    exchange(devices)
    for device in devices:
        device.tick(60)
    exchange(devices)
    play(devices)
    assert len(records(devices)) == 1


def test_two_tabs_do_not_answer_each_other_forever() -> None:
    """Two tabs of one device don't answer each other forever, in the lobby or in the game."""
    ada, ben = joined(GAME, ("Ada",), ("Ben",))
    copy = Device(2, GAME, "Ben")
    copy.kept = dict(ben.kept)
    copy.send(m.EnterRoom(ada.room.word))
    devices = [ada, ben, copy]
    exchange(devices)
    for ready in ("no", "yes"):
        ben.send(m.Choose("ready", ready))
        copy.send(m.Choose("ready", ready))
        exchange(devices)
    assert ben.room.talk.statement == copy.room.talk.statement


def test_ghost_stays_while_a_remote_seat_changes_hands() -> None:
    """The ghost stays where it is while a remote player's seat changes hands."""
    devices = begun_together(GAME, ("Ada",), ("Ben",), ("Cleo",))
    ada, ben, _ = devices
    ada.send(m.Tap(40))
    ghost = ada.playing.ghost
    ben.send(m.TakeSeat(2))
    exchange(devices)
    assert ada.playing.ghost == ghost


def test_back_leads_out_of_the_lobby() -> None:
    """Back leads out of the lobby, also while the device is entering."""
    entering = updated(arrive("any"), m.EnterRoom(WORD))
    assert entering.room_transition.entering == WORD
    back = updated(entering, m.Back())
    assert isinstance(back.screen, Start)
    assert not back.room_transition.entering
    assert updated(back, m.RoomPrepared(WORD, "k", "d", "", "wss://x.example")).room is None
    opening = updated(arrive("any"), m.EnterRoom())
    assert updated(opening, m.RoomPrepared(WORD, "k", "9" * 64, "", "wss://x.example")).room is None


def test_saved_text_without_valid_key_makes_new_device() -> None:
    """A saved text without a valid key makes the device a new one."""
    texts = ("", "x", "kept1", "kept1 abc", "kept1 abc wss://x\n...")
    assert [key_in(kept) for kept in texts] == ["", "", "", "abc", "abc"]


def test_end_is_saved_once() -> None:
    """The end is saved once, even if the last ply comes from another device and more messages follow."""
    devices = begun_together(GAME, ("Ada",), ("Ben",))
    play(devices)
    for device in devices:
        device.tick(60)
    exchange(devices)
    assert [len(device.finished) for device in devices] == [1, 1]


@pytest.mark.parametrize("kept", [5, 0])
def test_late_tab_draws_nothing_twice(kept: int) -> None:
    """A tab that arrives late draws nothing twice, whether it reads the saved room first or draws first."""
    ada, ben, tab = begun_beside_a_tab()
    play([ada, ben], lambda: table_of(ada).card == 5)
    before = table_of(ada)
    if not kept:
        tab.kept = {}
    tab.hidden = False
    tab.tick(600)
    assert game_of(tab).complete_count == kept
    other = legal_moves(game_of(tab).state)[-1]
    tab.visit = replace(tab.visit, screen=tab.playing.confirmed(other))
    tab.tick()
    ada.draw()
    exchange([ada, tab])
    assert table_of(ada).record.startswith(before.record)
    assert table_of(ada).rounds[5].plies[1] == ((other,) if kept else before.rounds[5].plies[1])


def begun_beside_a_tab() -> tuple[Device, Device, Device]:
    """Return two devices with a game in progress, and a tab of the second one that was last seen before it."""
    ada, ben = joined(GAME, ("Ada",), ("Ben",))
    tab = ben.another_tab(ada.room.word, hidden=True)
    exchange([ada, ben, tab])
    ada.send(m.Choose("begin", "now"))
    exchange([ada, ben, tab])
    return ada, ben, tab


def table_of(device: Device) -> Table:
    """Return the table that a device knows."""
    assert device.room.peer.table
    return device.room.peer.table


def test_unsent_draw_survives_a_save_by_another_tab() -> None:
    """A draw that one tab hasn't sent yet survives when the other tab saves a friend's message."""
    ada, ben, tab = begun_beside_a_tab()
    ben.draw()
    ben.sent.clear()
    ada.draw()
    for _, text in messages([ada]):
        tab.send(m.MessageReceived(text))
    assert "drew:1:0:" in ben.kept[ada.room.word]
    ben.reload()
    assert has_drawn(ben) or game_of(ben).complete_count == 1


def test_hidden_tab_does_not_take_game_from_visible_one() -> None:
    """A hidden tab that enters, as after a restart of the browser, doesn't take the game from the visible one."""
    devices = begun_together(GAME, ("Ada",), ("Ben",))
    _, ben = devices
    assert not ben.another_tab(ben.room.word, hidden=True).is_playing
    assert ben.another_tab(ben.room.word, hidden=False).is_playing


def test_device_treats_others_as_present_after_sleep() -> None:
    """A device that has slept treats all others as present, so a game begins with everyone and no seat is offered."""
    ada, ben = joined(GAME, ("Ada",), ("Ben",))
    ada.send(m.ClockTick(200, slept=180))
    assert ada.room.talk.is_here(ben.device)
    ada.send(m.Choose("begin", "now"))
    exchange([ada, ben])
    assert game_of(ada).id.players == 2
    ada.draw()
    exchange([ada, ben])
    ada.send(m.ClockTick(500, slept=280))
    assert "open seat" not in buttons(shown(ada.visit))
    ada.send(m.ClockTick(700))
    assert "open seat" in buttons(shown(ada.visit))


def test_lobby_mentions_guest_of_another_version() -> None:
    """A guest of another version is mentioned in the lobby until the game begins without it or it is left out."""
    devices = joined(GAME, ("Ada",), ("Ben",))
    ada, ben = devices
    for device in devices:
        device.send(m.MessageReceived(greeting_of(Device(9, GAME), "another")))
        assert device.room.talk.obstacle is Obstacle.VERSION
    guest = Device(9, GAME)
    guest.send(m.EnterRoom(ada.room.word))
    exchange([*devices, guest])
    for device in devices:
        device.send(m.MessageReceived(greeting_of(guest, "another")))
    assert ada.room.talk.obstacle is Obstacle.VERSION
    ada.send(m.Choose("leave-out", guest.device))
    assert ada.room.talk.obstacle is None
    ada.send(m.Choose("leave-out", guest.device))
    assert ada.room.talk.obstacle is Obstacle.VERSION
    ada.send(m.Choose("leave-out", guest.device))
    ada.send(m.Choose("begin", "now"))
    exchange(devices)
    for device in devices:
        device.send(m.MessageReceived(greeting_of(Device(9, GAME), "another")))
    assert ada.room.talk.obstacle is ben.room.talk.obstacle is None


def test_panel_closes_when_its_reason_is_gone() -> None:
    """A panel closes when its reason is gone: when the game has begun, or when the absent player has drawn."""
    devices = joined(GAME, ("Ada",), ("Ben",))
    ada, ben = devices
    ben.send(m.Open("seat"))
    ada.send(m.Choose("begin", "now"))
    exchange(devices)
    assert ben.visit.dialog is None
    ada.draw()
    exchange(devices)
    ada.tick(100)
    ada.send(m.Open("seat"))
    assert ada.visit.dialog
    ben.draw()
    exchange(devices)
    assert ada.visit.dialog is None


def test_page_asks_for_missed_news_after_sleep() -> None:
    """A page that has slept asks for what it has missed without waiting for a greeting."""
    devices = begun_together(GAME, ("Ada",), ("Ben",))
    ada, ben = devices
    ada.draw()
    ada.sent.clear()
    exchange(devices)
    assert game_of(ben).table.waits_for == (0, 1)
    ben.send(m.ClockTick(1))
    assert not ben.sent
    ben.send(m.ClockTick(90, slept=90))
    exchange(devices)
    ada.tick(0)
    exchange(devices)
    assert game_of(ben).table.waits_for == (1,)


def test_game_on_a_hidden_page_begins_only_when_seen() -> None:
    """A game with something to draw begins on a hidden page only when seen, because another tab may be in a game."""
    devices = joined(GAME, ("Ada",), ("Ben",), ("Cleo",))
    ada, ben, cleo = devices
    for device in (ben, cleo):
        device.hidden = True
        device.tick()
    cleo.send(m.Choose("get-up", "0"))
    cleo.send(m.Choose("sit", "bot.apprentice"))
    exchange(devices)
    ada.send(m.Choose("begin", "now"))
    exchange(devices)
    assert (ada.is_playing, ben.is_playing, cleo.is_playing) == (True, False, True)
    assert not ben.text
    ben.hidden = False
    ben.tick()
    assert ben.is_playing
    assert ben.text
    play(devices)


def test_hidden_page_calls_only_if_a_player_must_draw() -> None:
    """A hidden page calls in its title until it is seen, but only if a player on this device must draw."""
    devices = begun_together(GAME, ("Ada",), ("Ben",))
    ada, ben = devices
    ben.draw()
    for device in devices:
        device.hidden = True
        device.tick()
    exchange(devices)
    assert (ada.called, ben.called) == ([True], [])
    ada.hidden = False
    ada.tick()
    ada.draw()
    exchange(devices)
    assert (ada.called, ben.called) == ([True, False], [True])
    ada.send(m.TakeSeat(1, "bot.apprentice"))
    exchange(devices)
    assert ben.called == [True, False]


def test_passing_time_redraws_page_only_for_a_reason() -> None:
    """As time passes, the page is redrawn only if a device has gone or there is something to say."""
    ada, ben = joined(GAME, ("Ada",), ("Ben",))
    ada.tick(40)
    before = ada.visit
    for _ in range(4):
        ada.tick(4)
        assert ada.visit is before
    ada.tick(40)
    assert "away" in page_of(ada)
    assert not ada.room.talk.is_here(ben.device)


def test_edicts_are_dealt_on_each_device_with_a_person() -> None:
    """A room's game also begins with the edicts and the device's own map. In a device's first game, the edicts wait."""
    ada, ben = joined(GameId("edicts", players=2), ("Ada",), ("Ben",))
    ada.send(m.Choose("begin", "now"))
    exchange([ada, ben])
    for seat, device in enumerate((ada, ben)):
        scene = device.playing.scene
        assert isinstance(scene, EdictsScene)
        assert device.playing.board.player == device.playing.moment.shown_sheet == seat
        assert scene.is_first
        assert not device.visit.is_first_game
        device.send(m.Proceed())
        assert device.playing.task
