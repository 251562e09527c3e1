"""Rooms on the page: friends on several phones play one game simultaneously."""

from copy import deepcopy
from dataclasses import replace
from datetime import date

import pytest

from app import messages as m
from app.arrival.invitation import Invitation, read_damaged_invitation, read_invitation, word_of
from app.arrival.link import Link, link_of
from app.arrival.page_load import Edition, Parts
from app.board.names import player_name
from app.drawing.element import Element, text_of, walk
from app.effects import QuitRoom, ShowCode
from app.game.game import Game
from app.game.seating import LOCAL_PERSON, Bot, RemotePlayer
from app.game.shelf import read_save
from app.page.notice import Notice
from app.page.outgoing import File, Text
from app.room.chairs import name_of_chair
from app.room.effects import ReadClipboard
from app.room.saved_room import key_in
from app.room.screen import Lobby
from app.room.shared import SharedGame
from app.saves.games import ReadUnfinishedGame
from app.screens.play.scenes.curtain import CurtainScene
from app.screens.play.scenes.edicts import EdictsScene
from app.screens.play.scenes.season import SeasonScene
from app.screens.play.screen import Playing
from app.screens.start.screen import Start
from cartographers import GameId, InvalidRecord, legal_moves, read_game_id, read_record
from cartographers.game_id import MAX_PLAYERS
from cartographers.packed import Packer
from rooms.presence import Obstacle
from rooms.statement import MAX_DEVICES, Beginning, Chair, Handover, read_statement
from support import playing as p
from support import together as t
from support.refusals import refused
from support.visits import arrive, changed, effects_of, is_late, updated
from words import isolated, number

GAME = read_game_id("c1-a-1p-room1")
TODAY = date(2026, 11, 24)
MONSTROUS = read_game_id("c1-c-hhhyh-1p-room2")
SIT_BOT = "sit bot.apprentice"


def played_on(*devices: t.Device, cards: int) -> list[t.Device]:
    """Play on these devices until a number of cards is complete."""
    t.play(devices, lambda: devices[0].game.complete_count == cards)
    return [*devices]


def play_to_the_end(*devices: t.Device) -> None:
    """Play to the end of the game, which has the same record on all devices."""
    t.play(devices)
    assert len(t.records(devices)) == 1


def draw_all(*devices: t.Device) -> None:
    """Play on these devices until nobody there has anything to draw or to see."""
    t.play(devices, lambda: all(device.has_drawn for device in devices))


def test_invitation_link_round_trip() -> None:
    """An invitation is a link that can be read back with its message, and any damage is refused with a sentence."""
    packer = Packer()
    packer.add(9**9, 10**9)
    word = packer.word()
    older, newer = ("~abc-_9", f".{word}", f"-3.{word}"), ("-5.any~thing",)
    for handed in ("", *older, *newer, f"-4.{word}"):
        invitation = Invitation(t.WORD, handed)
        assert (invitation.is_older, invitation.is_newer) == (handed in older, handed in newer)
        assert read_invitation(str(invitation).removeprefix("#room=")) == invitation
        assert link_of(f" https://example.org/game/?lang=es{invitation}\n", TODAY).room == invitation
    ends = ("~a b", f"~{'a' * 200_000}", ".", f"-4.{word[:-1]}")
    for wrong in ("", t.WORD[:-1], "me", *(f"{t.WORD}{end}" for end in ends)):
        with refused(InvalidRecord, "isn't a link to a room"):
            read_invitation(wrong)
    assert read_damaged_invitation(f"{t.WORD}-4.{word[:-1]}") == Invitation(t.WORD, "-4.")
    with refused(InvalidRecord, "isn't a link to a room"):
        read_damaged_invitation(t.WORD[:-1])


def test_players_are_informed_before_entering() -> None:
    """Before entering a room, a player reads about the data that others see, and can type a name or go back."""
    visit = updated(arrive("any"), m.FragmentChanged(str(Invitation(t.WORD))))
    assert isinstance(visit.screen, Lobby)
    assert (visit.room, visit.room_transition.entering) == (None, "")
    page = p.shown(visit)
    assert "relays see IP addresses" in text_of(page)
    assert f"enter-room {t.WORD}" in p.buttons(page)
    entering = p.after(visit, m.TypeText("name 0", "Ada"), m.EnterRoom(t.WORD))
    assert entering.setup.cartographers[0].name == "Ada"
    assert entering.room_transition.entering == t.WORD
    back = p.after(arrive("any"), m.EnterRoom(t.WORD), m.Back())
    assert isinstance(back.screen, Start)
    assert not back.room_transition.entering
    opening = updated(arrive("any"), m.EnterRoom())
    for visit, device in ((back, "d"), (opening, "9" * 64)):
        assert updated(visit, m.RoomPrepared(t.WORD, "k", device, "", "wss://x.example")).room is None


def test_closed_room_can_be_entered_again() -> None:
    """A closed room can be entered again, even if its game hasn't begun and only the room was saved."""
    home = arrive("any", left=t.WORD)
    assert f"enter-room {t.WORD}" in p.buttons(p.shown(home))
    for visit in (arrive("any", link=Link(room=Invitation(t.WORD)), left=t.WORD), arrive("any")):
        assert p.WORDS("start.room.back") not in text_of(p.shown(visit))
    ada, _ = t.joined(GAME, ("Ada",), ("Ben",))
    assert not ada.visit.room_transition.left


def test_lobby_shows_arrived_and_ready_players() -> None:
    """A lobby shows the players who have come and those who are ready, and only the host can begin."""
    ada, ben = devices = t.joined(GAME, ("Ada",), ("Ben", "Cleo"))
    for device in devices:
        assert all(name in device.page_text for name in ("Ada", "Ben", "Cleo"))
        assert ("begin-together" in device.commands) == (device is ada)
    assert is_late(ben.visit, "begin-together")
    t.publish(devices, ben, "get-up 1")
    assert "Cleo" not in ada.page_text


def test_there_are_at_most_twelve_seats() -> None:
    """People and bots on several devices fill twelve seats and play; later players get no seat, as the page says."""
    devices = t.joined(GAME, ("Ada",), ("Ben", "Cleo"), ("Dan",), ("Eve", "Fay"))
    t.publish(devices, devices[2], SIT_BOT)
    t.publish(devices, devices[1], *[SIT_BOT] * 5)
    assert [len(device.room.talk.statement.chairs) for device in devices] == [1, 7, 2, 2]
    assert is_late(devices[0].visit, "sit")
    everyone = [*devices, late := devices[0].guest(9, "Late")]
    t.exchange(everyone)
    assert all("no seat" in device.page_text for device in everyone)
    t.begin(everyone)
    assert devices[1].game.id.players == 12
    assert "You don't have a seat here" in late.page_text
    play_to_the_end(*devices)


@pytest.mark.parametrize("game", [GAME, MONSTROUS], ids=str)
def test_two_phones_play_a_game_to_the_end(game: GameId) -> None:
    """Three people and a bot on two phones play a game to its end, save it once, and can play the deal again."""
    ada, ben = devices = t.joined(game, ("Ada",), ("Ben", "Cleo"))
    ada.send(SIT_BOT)
    t.begin(devices)
    bot = Bot("apprentice")
    seats = {
        ada.device: (LOCAL_PERSON, bot, RemotePlayer(ben.device), RemotePlayer(ben.device)),
        ben.device: (RemotePlayer(ada.device), RemotePlayer(ada.device, bot), LOCAL_PERSON, LOCAL_PERSON),
    }

    def check_players(found: Game, device: t.Device) -> None:
        assert found.id == replace(game, players=4)
        assert [player_name(p.WORDS, found, seat) for seat in range(4)] == ["Ada", "Apprentice", "Ben", "Cleo"]
        assert found.seats == seats[device.device]

    for device in devices:
        check_players(device.game, device)
    t.play(devices)
    for device in devices:  # more messages follow
        device.tick(60)
    t.exchange(devices)
    [record] = t.records(devices)
    assert read_record(record).states[-1].is_over
    for device in devices:
        [text] = device.finished
        kept = read_save(text).game
        assert (kept.record, kept.key, word_of(kept)) == (record, device.room.game_key, device.room.word)
        check_players(kept, device)
        while device.act():
            pass
        assert t.at_end(device)
        assert p.shown(updated(device.visit, m.Watch()))
        device.send(m.PlayAgain())
        assert type(device.visit.screen) is Playing
        assert device.visit.room is None
        assert device.visit.screen.game.seats == (LOCAL_PERSON, bot, LOCAL_PERSON, LOCAL_PERSON)


def test_last_seat_may_draw_first() -> None:
    """The last seat may draw first, then waits without undo or hints, and sees the others' draws after confirming."""
    ada, ben = devices = t.begun_together(GAME, ("Ada",), ("Ben",))
    assert not ben.playing.can_give_hint
    ben.draw()
    t.exchange(devices)
    before = ben.visit
    ben.send(m.Undo(sure=True))
    assert ben.visit == before
    for device in devices:
        enabled = [name for name, key in p.buttons(device.page).items() if not key.attributes.get("aria-disabled")]
        assert "undo" not in enabled
    assert not ada.game.state.sheets[1].filled & ~ada.game.state.sheets[1].mountain
    assert ben.playing.task is None
    assert "Waiting for Ada" in ben.page_text
    assert ben.playing.moment.shown_sheet == 1
    ada.draw()
    t.exchange(devices)
    assert ada.game.complete_count == ben.game.complete_count == 1
    assert ada.game.state.sheets == ben.game.state.sheets


def test_waiting_player_can_look_at_drawn_maps() -> None:
    """A waiting player can look at the map of a player who has drawn, and keep looking while the next one draws."""
    ada, ben, _ = devices = t.begun_together(GAME, ("Ada",), ("Ben",), ("Cleo",))
    ada.draw()
    t.exchange(devices)
    ada.send(m.LookAtSheet(1))
    assert ada.playing.moment.shown_sheet == 1
    blank = ada.game.state.sheets[1]
    ben.draw()
    t.exchange(devices)
    assert ada.playing.moment.shown_sheet == 1
    assert ada.game.state.sheets[1] != blank
    tabs = p.with_class(ada.page, "tab")
    assert ["has drawn" in tab.attributes["aria-label"] for tab in tabs] == [True, True, False]


def test_two_people_on_one_phone_have_a_curtain() -> None:
    """Two people on one phone have a curtain between them, and the others may draw in the meantime."""
    ada, ben = t.begun_together(GAME, ("Ada",), ("Ben", "Cleo"))
    t.play([ben], lambda: not isinstance(p.scene_of(ben.visit), CurtainScene))
    ben.draw()
    assert isinstance(p.scene_of(ben.visit), CurtainScene)
    assert ben.game.drawing_seat == LOCAL_PERSON
    ada.draw()
    t.exchange([ada, ben])
    assert isinstance(p.scene_of(ben.visit), CurtainScene)


def test_edicts_and_season_counts_begin_with_a_local_map() -> None:
    """A room's game begins with the edicts, even a device's first game.

    On each device, the edicts and the count of a season on all maps begin with the map of a player on that device.
    """
    devices = t.joined(GameId("edicts", players=2), ("Ada",), ("Ben",))
    t.begin(devices)
    for seat, device in enumerate(devices):
        scene = device.playing.scene
        assert isinstance(scene, EdictsScene)
        assert device.playing.board.player == device.playing.moment.shown_sheet == seat
        assert scene.is_first
        assert not device.visit.is_first_game
        device.send(m.Proceed())
        assert device.playing.task
    t.play(devices, lambda: isinstance(p.scene_of(devices[1].visit), SeasonScene))
    assert all(isinstance(p.scene_of(device.visit), SeasonScene) for device in devices)
    assert [device.playing.moment.shown_sheet for device in devices] == [0, 1]


def test_reload_continues_in_each_phase() -> None:
    """A reload continues in each phase from the lobby to the end, with the same maps, task, and drawn cards."""
    devices = t.joined(MONSTROUS, ("Ada",), ("Ben", "Cleo"))

    def shown(device: t.Device) -> object:
        game = device.playing.game if device.is_playing else None
        return isinstance(game, SharedGame) and (game.state.sheets, game.drawing_seat, game.drawn)

    def reload_all() -> None:
        for device in devices:
            before = shown(device)
            device.reload()
            assert shown(device) == before
            t.exchange(devices)

    reload_all()
    assert all(isinstance(device.visit.screen, Lobby) for device in devices)
    t.begin(devices)
    steps = 0
    while not all(device.is_over for device in devices):
        steps += 1
        moved = [device.act() for device in devices]
        t.exchange(devices)
        assert any(moved)
        if steps % 7 == 0:
            reload_all()
    assert len(t.records(devices)) == 1
    reload_all()
    assert all(device.is_over for device in devices)


def test_room_closes_when_its_game_is_left() -> None:
    """The room closes when its game is left or taken by another tab, and the shelf leads back to it a week later."""
    ada, ben = devices = played_on(*t.begun_together(GAME, ("Ada",), ("Ben",)), cards=2)
    word, key = ada.room.word, ada.room.game_key
    ben.send(m.Go("start"))
    assert ben.visit.room
    ada.draw()
    t.exchange(devices)
    ben.send(m.Continue())
    assert ben.is_playing
    ben.send(m.LeaveRoom())
    assert isinstance(ben.visit.screen, Start)
    assert ben.visit.room is None
    ada.tick(99)
    t.publish(devices, ben, m.Continue())
    closing = [one for one in effects_of(ada.visit, m.ContinuedElsewhere()) if isinstance(one, QuitRoom)]
    assert closing == [QuitRoom(word, "")]
    ada.send(m.ContinuedElsewhere())
    assert (ada.visit.is_continued_elsewhere, ada.visit.room) == (True, None)
    ada.send(m.Continue())
    assert (ada.visit.is_continued_elsewhere, ada.is_playing) == (False, True)
    ada.send(m.Begin("first", sure=True))
    assert ada.visit.room is None
    assert ReadUnfinishedGame(key) in effects_of(ada.visit, m.Resume(key, sure=True))
    ada.send(m.EnterRoom(word))
    assert ada.is_playing
    play_to_the_end(*devices)


def test_device_without_its_key_can_be_given_its_seat() -> None:
    """A device that has lost its key returns as a new guest, and another player can give it its seat for good."""
    texts = ("", "x", "kept1", "kept1 abc", "kept1 abc wss://x\n...")
    assert [key_in(kept) for kept in texts] == ["", "", "", "abc", "abc"]
    ada, _ben = played_on(*t.begun_together(GAME, ("Ada",), ("Ben",)), cards=2)
    devices = [ada, lost := ada.guest(9, "Ben again")]
    t.exchange(devices)
    assert lost.is_playing
    assert "Waiting for Ada and Ben" in lost.page_text
    draw_all(ada)
    ada.tick(200)
    lost.tick(200)
    t.exchange(devices)
    assert "open seat" in ada.commands
    ada.send(m.Open("seat"))
    assert f"give-seat 1 {lost.device}" in ada.commands
    t.publish(devices, ada, m.GiveSeat(1, lost.device))
    assert ada.visit.dialog is None
    assert "open seat" not in ada.commands
    ada.send(m.Go("room", ada.room.word))
    assert "(Ben again)" in ada.page_text
    ada.send(m.Back())
    play_to_the_end(*devices)


@pytest.mark.parametrize("kind", ["here", "bot.apprentice"])
def test_a_seat_is_taken_over_and_taken_back(kind: str) -> None:
    """A seat is taken over starting with the card in play; its owner sees that, and may take it back."""
    ada, ben = devices = played_on(*t.begun_together(GAME, ("Ada",), ("Ben",)), cards=2)
    draw_all(ada)
    t.exchange(devices)
    for seconds, is_offered in ((0, False), (30, False), (200, True)):
        if seconds:
            ada.tick(seconds)
        assert ("open seat" in ada.commands) == is_offered
    ada.send(m.TakeSeat(1, kind))
    ben.reload()
    played_on(ada, cards=4)
    t.exchange(devices)
    assert "Waiting" in ben.page_text
    assert "take-seat 1" in ben.commands
    t.publish(devices, ben, m.TakeSeat(1))
    assert ben.game.seats[1] == LOCAL_PERSON
    assert ada.game.seats == (LOCAL_PERSON, RemotePlayer(ben.device))
    assert [ada.visit.notice, ben.visit.notice] == [None, None]
    assert not any(command.startswith("take-seat") for command in ada.commands)
    play_to_the_end(*devices)


def test_player_returning_to_a_lost_seat_sees_own_map() -> None:
    """A player who returns to a lost seat sees their own map, and the name of the owner on any other map."""
    ada, ben, cleo = devices = t.begun_together(GAME, ("Ada",), ("Ben",), ("Cleo",))
    draw_all(ada, cleo)
    ada.tick(200)
    ada.send(m.TakeSeat(1, "bot.apprentice"))
    ben.reload()
    t.exchange(devices)
    assert ben.game.home_seat == ben.playing.moment.shown_sheet == 1
    assert not p.with_class(ben.page, "whose-map")
    ben.send(m.LookAtSheet(2))
    assert p.with_class(ben.page, "whose-map")
    ben.send(m.LeaveRoom())
    assert ben.visit.notice is None


def test_a_failure_to_load_bots_in_a_room() -> None:
    """If the bots' part can't be fetched in a room, the panel offers to try again, or to load a newer version."""
    _, ben = t.begun_together(GAME, ("Ada",), ("Ben",))
    ben.draw()
    failed = changed(ben.visit, parts=Parts(job_failed=True))
    assert "couldn't be loaded" in p.part(p.shown(failed), "waiting")
    assert "couldn't be loaded" in p.heard(failed, "failure")
    assert "fetch-again" in p.buttons(p.shown(failed))
    assert p.with_class(ben.page, "thought")
    assert not p.with_class(p.shown(failed), "thought")
    replaced = p.shown(changed(failed, newer_version=True))
    assert p.WORDS("updated") in p.part(replaced, "waiting")
    assert "reload" in p.buttons(replaced)


def test_game_continues_by_hand() -> None:
    """A game continues by hand: each device makes a link with its news, reads the other's, and sends nothing more."""
    ada, ben = devices = t.begun_together(GAME, ("Ada",), ("Ben",))
    for _ in range(3):
        for device in devices:
            draw_all(device)
            device.sent.clear()
        for giver, taker in ((ada, ben), (ben, ada)):
            taker.hand_in(giver.news_link())
            for device in devices:
                device.sent.clear()
                device.send(m.Back())
    assert ada.game.complete_count == ben.game.complete_count >= 3


def test_due_step_is_open() -> None:
    """The step that sends a link is due after each change here, then the one that reads a link, and then neither."""
    ada, ben = t.begun_together(GAME, ("Ada",), ("Ben",))
    send, read = "1 Send a link with your moves", "2 Open your friends' links"

    def due(device: t.Device) -> list[str]:
        return [text_of(step.children[0]) for step in p.with_class(device.page, "due-step")]

    for device in (ada, ben):
        draw_all(device)
        device.send(m.Go("room", device.room.word))
        assert due(device) == [send]
    for how, is_sent in (("shown", False), ("late", False), ("copied", True)):
        ada.send(m.Share("news", "copy"), m.Shared("news", how))
        assert bool(p.with_class(ada.page, "by-hand")) == (not is_sent)
        assert due(ada) == [read if is_sent else send]
    out = ada.visit.screen.outgoing(p.WORDS, ada.visit, "news")
    assert isinstance(out, Text)
    assert ReadClipboard() in effects_of(ben.visit, "paste")
    ben.send(m.Shared("paste", "refused"))
    assert p.WORDS("room.told.refused") in ben.page_text
    ben.send(m.HandInMessage(out.text))
    assert "Done. You now have the latest from Ada." in ben.page_text
    assert due(ben) == [send]
    ben.send(m.Share("news"), m.Shared("news", "sent"))
    assert due(ben) == [read]
    ben.send(m.HandInMessage(out.text))
    assert p.WORDS("room.handed.known") in ben.page_text
    assert due(ben) == []


def test_unusable_link_is_refused() -> None:
    """A link that is cut off, leads elsewhere, or is of another version is refused with a sentence that says why."""
    devices = ada, ben = t.joined(GAME, ("Ada",), ("Ben",))
    before = ben.room.peer
    for wrong in ("", "nonsense", str(Invitation(ada.room.word)), str(Invitation(t.WORD, "abc"))):
        ben.send(m.TypeText("handed", wrong), m.HandInMessage())
        assert "isn't for this room" in ben.page_text
    for message, is_refused in ((m.TypeText("handed", ""), False), (m.QuestionAnswered("check", "abc", ""), True)):
        ben.send(message)
        assert ("isn't for this room" in ben.page_text) == is_refused
    notices = {
        "~abc": "older version of the page. Your friend",
        "-5.x": "newer version of the page",
        ".0": "older version",
    }
    links = {str(Invitation(ada.room.word, handed)): said for handed, said in notices.items()}
    for link, said in links.items():
        ben.send(m.TypeText("handed", link), m.HandInMessage())
        assert said in ben.page_text
        assert isinstance(ben.visit.screen, Lobby)
        assert ben.visit.screen.message == link
        assert ben.room.peer is before
    t.begin(devices)
    draw_all(ben)
    for link, said in links.items():
        ben.send(m.FragmentChanged(link))
        assert said in ben.page_text


def test_page_suggests_a_file_for_long_links() -> None:
    """The page suggests a file if a link is longer than Discord allows."""
    many, *_ = t.begun_together(GameId("any", players=12), *((f"{name} {'가' * 9}",) for name in "ABCDEFGHIJKL"))
    length = len(many.news_link())
    assert length > 2_000
    assert f"This link has {number(length)} characters. Discord" in many.page_text
    many.send(m.Shared("file", "asked"))
    assert "Your browser should save the file now. If it" in many.page_text


def test_link_with_news_delivers_the_news() -> None:
    """A link with news, or a file with it, delivers them to any device, and even a damaged one leads to the room."""
    ada, ben = t.joined(GAME, ("Ada",), ("Ben",))
    ada.send("begin-together")
    ada.sent.clear()
    link = ada.news_link()
    assert "Discord" not in ada.page_text
    out = ada.visit.screen.outgoing(p.WORDS, ada.visit, "file")
    assert isinstance(out, File)
    assert out.text == f"{link}\n"
    reader = deepcopy(ben)
    reader.send(m.Go("room", ben.room.word), m.HandInMessage(f"\ufeffBen, this is for you:\r\n{out.text}"))
    assert reader.is_playing
    for damaged in (link[:-9], f"{link[:-5]}Z{link[-4:]}"):
        ben.send(m.FragmentChanged(damaged))
        assert ben.room.message_result == "room.handed.wrong"
        assert updated(arrive("any"), m.FragmentChanged(damaged)).page.link.room == Invitation(ada.room.word, "-4.")
    ben.send(m.Go("room", ben.room.word))
    assert "or its end is missing" in ben.page_text
    ben.send(m.FragmentChanged(link))
    assert ben.is_playing
    ben.send(m.LeaveRoom())
    ben.kept = {ada.room.word: ben.kept[ada.room.word].partition("\n")[0]}
    ben.send(m.FragmentChanged(link, known=True))
    assert ben.is_playing


def test_room_link_and_qr_code_can_be_shared() -> None:
    """The room's link and its QR code can be shared, copied, or scanned."""
    [ada] = t.joined(GAME, ("Ada",))
    out = ada.visit.screen.outgoing(p.WORDS, ada.visit, "invite")
    assert out == Text(str(Invitation(ada.room.word)))
    assert not p.with_class(ada.page, "code")
    ada.send("show-room-code invite")
    assert p.with_class(ada.page, "code")
    hidden, drawing = updated(ada.visit, "hide-room-code"), ada.room.answers["code", out.text]
    assert effects_of(hidden, "show-room-code invite") == [ShowCode(drawing)]
    assert effects_of(ada.visit, m.ClockTick(ada.seconds + 1)) == []
    assert {"share invite", "share invite copy"} <= ada.commands
    ada.send(m.Share("invite"))
    for how, is_whole in (("sent", False), ("late", True), ("shown", True)):
        ada.send(m.Shared("invite", how))
        assert bool(p.with_class(ada.page, "by-hand")) == is_whole
    ada.visit = changed(ada.visit, edition=Edition(shares=False))
    assert "share invite" not in ada.commands
    ada.send("hide-room-code")
    assert not p.with_class(ada.page, "code")


def test_all_but_the_last_relay_can_be_switched_off() -> None:
    """A relay can be switched off, but not the last one, because the players need one in common."""
    [ada] = t.joined(GAME, ("Ada",))
    for relay in t.RELAYS:
        ada.send(m.SwitchRelay(relay))
        assert ada.room.relays.off == t.RELAYS[:1]
    [found] = p.with_class(ada.page, "relays")
    assert [key.attributes.get("aria-disabled") for key in p.with_class(found, "choice")] == [None, "true"]
    ada.reload()
    assert ada.room.relays.off == t.RELAYS[:1]
    for relay in (t.RELAYS[0], "wss://foreign.example"):
        ada.send(m.SwitchRelay(relay))
        assert not ada.room.relays.off


def test_missing_relay_is_reported() -> None:
    """The lobby, without moving its buttons, and the game say if no relay works, or if the cause is an http address."""
    [alone] = t.joined(GAME, ("Ada",))
    ada, _ = t.begun_together(GAME, ("Ada",), ("Ben",))
    draw_all(ada)

    def parts() -> list[str]:
        [form] = p.with_class(alone.page, "form")
        return sorted(part.key for part in form.children if isinstance(part, Element))

    before = parts()
    for device, said in ((alone, "Please check your connection."), (ada, "will continue as soon as one works")):
        for state, is_told in (("connecting", False), ("closed", True), ("connecting", True), ("open", False)):
            device.send(t.relays(state, "<b>", t.RELAYS[:1]))
            assert (said in device.page_text) == is_told, state
            assert ("No relay is working" in device.page_text) == is_told
            assert bool(p.with_class(device.page, "thought")) == (device is ada and not is_told), state
        device.send(t.relays("insecure"))
        assert "This page was opened at an http address" in device.page_text
        assert "No relay can be reached" not in device.page_text
    assert "needs https" in alone.page_text
    [foot] = p.with_class(alone.page, "thumb")
    assert "This page was opened at an http address" in text_of(foot)
    assert "begin" in " ".join(p.buttons(foot))
    assert parts() == before


@pytest.mark.parametrize(("state", "key"), [("connecting", "room.relay.connecting"), ("closed", "room.unknown")])
def test_nobody_is_here_without_a_relay(state: str, key: str) -> None:
    """While no relay is connected, the page doesn't say who is here or draws, but still who has drawn."""

    def seats() -> list[str]:
        [chairs] = p.with_class(p.shown(updated(ada.visit, m.Go("room", ada.room.word))), "chairs")
        lines = sorted((one for one in walk(chairs) if one.tag == "li"), key=text_of)  # by name
        return [text_of(state) for line in lines for state in p.with_class(line, "state")]

    def tabs() -> list[str]:
        return sorted(label for label in p.labels(ada.page) if label.startswith(("Ben: ", "Cleo: ")))

    ada, ben, _ = t.begun_together(GAME, ("Ada",), ("Ben",), ("Cleo",))
    draw_all(ada, ben)
    assert seats() == ["on this device, has drawn", "here, has drawn", "here, is drawing"]
    assert tabs() == ["Ben: has drawn", "Cleo: is drawing"]
    ada.send(t.relays(state))
    unknown = p.WORDS(key)
    assert seats() == ["on this device, has drawn", f"{unknown}, has drawn", unknown]
    assert tabs() == ["Ben: has drawn", f"Cleo: {unknown}"]
    ada.send(t.relays("trying"))
    assert tabs() == ["Ben: has drawn", f"Cleo: {unknown if state == 'closed' else 'is drawing'}"]
    ada.send(t.relays("open"))
    assert seats()[2] == "here, is drawing"
    ada.tick(100)
    assert seats()[2] == "away, hasn't drawn yet"
    assert tabs()[1] == "Cleo: away"


def test_enter_presses_the_button_beside_a_field() -> None:
    """Enter presses the button beside a field: for entering, for another player, and for a friend's link."""
    home = updated(arrive("any"), m.Go("room", t.WORD))
    assert home.screen.controls(home).fields.get("name 0") == m.EnterRoom(t.WORD)
    [ada] = t.joined(GAME, ("Ada",))
    ada.send(m.TypeText("name", "Bob"))
    message = ada.visit.screen.controls(ada.visit).fields.get("name")
    assert message
    ada.send(message)
    assert [name_of_chair(p.WORDS, chair, 0) for chair in ada.room.talk.statement.chairs] == ["Ada", "Bob"]
    assert ada.visit.screen.controls(ada.visit).fields.get("handed") == m.HandInMessage()
    assert Start().controls(home).fields == {}


def test_garbage_changes_nothing() -> None:
    """Garbage from the network changes nothing, nor does any message for a room outside one or in an embed."""
    ada, _ = t.begun_together(GAME, ("Ada",), ("Ben",))
    before = ada.visit
    hello = f"hello4 {'9' * 64} v 0.0.00000000 {'8' * 64}.99999999999"
    for text in ("", "hello4", "nonsense\n" * 30, "hello4 me v 0.0.0", hello):
        ada.hear(text)
        assert ada.visit == before, text
    visit = arrive("any")
    for message in (
        *(m.MessageReceived("x"), m.RelaysChanged("[]"), m.TakeSeat(0)),
        *(m.GiveSeat(0, "x"), m.Share("news"), m.SwitchRelay("x")),
    ):
        assert updated(visit, message) == visit
    embed = arrive("any", link=replace(visit.page.link, embedded=True, room=Invitation(t.WORD)))
    assert updated(embed, m.EnterRoom(t.WORD)) == embed
    assert embed.page.link.page == f"./#room={t.WORD}"


def test_seat_stays_after_too_many_changes_of_hands() -> None:
    """A seat that has changed hands too often for one statement stays, and an unknown bot counts as a person."""
    ada, ben = devices = t.begun_together(GAME, ("Ada",), ("Ben",))
    t.publish(devices, ben, m.TakeSeat(0, "bot.oracle"))
    assert ben.game.seats == (LOCAL_PERSON, LOCAL_PERSON)
    t.publish(devices, ada, *[m.TakeSeat(0)] * 120)
    assert read_statement(ada.room.peer.log[ada.device].text)
    t.play(devices)


def holders(device: t.Device, seat: int = 0) -> list[str]:
    """Return the devices that have held a seat, as one device knows them."""
    return [handover.device for handover in device.table.handovers[seat]]


def test_claim_to_earlier_cards_is_contested() -> None:
    """A seat can only be taken starting with the card in play; a claim to earlier cards is contested each time."""
    ada, ben = devices = t.begun_together(GAME, ("Ada",), ("Ben",))
    for times in (1, 2, 3):
        played_on(*devices, cards=3 * times)
        before = ada.game.record
        ben.say(ben.room.talk.with_handovers(Handover(0, 2 * times - 1, 3 * times - 1, ben.device, "here")))
        t.exchange(devices)
        assert holders(ben) == [*[ada.device, ben.device] * times, ada.device]
        assert ada.game.seats[0] == LOCAL_PERSON
        assert ada.game.record == ben.game.record == before
    play_to_the_end(*devices)


@pytest.mark.parametrize("last", [False, True])
def test_draw_on_its_way_counts_despite_a_bot_draw(*, last: bool) -> None:
    """A draw on its way counts even if an impatient friend has let a bot draw in the meantime."""
    ada, ben = devices = t.begun_together(GAME, ("Ada",), ("Ben",))
    for _ in range(4):
        card = ada.game.complete_count
        while last and not ben.has_drawn:
            ben.draw()
        t.exchange(devices)
        while ada.game.complete_count == card and not ada.has_drawn:
            ada.draw()
        on_its_way, ada.sent = ada.sent, []
        drawn = ada.table.rounds[card].plies[0]
        ben.send(m.TakeSeat(0, "bot.apprentice"))
        while ben.game.complete_count == card and ben.act():
            pass
        ada.sent = on_its_way
        t.exchange(devices)
        assert [device.table.rounds[card].plies[0] for device in devices] == [drawn] * 2
        assert ada.game.seats[0] == LOCAL_PERSON


def test_friends_get_seats_of_departed_strangers() -> None:
    """Strangers can fill a lobby. Friends who come later see a message, and get the seats of strangers who leave."""
    [ada] = t.joined(GAME, ("Ada",))
    first, *others = strangers = [ada.guest(number) for number in range(100, 99 + MAX_DEVICES)]
    t.exchange([ada, *strangers])
    ben = ada.guest(2, "Ben")
    t.exchange([ada, *strangers, ben])
    assert p.WORDS("room.wrong.full") in ben.page_text
    assert "Ben" not in ada.page_text
    for has_place in (False, True):
        for device in (ada, *others, ben):
            device.tick(50)
        t.exchange([ada, *others, ben])
        assert ("Ben" in ada.page_text) == has_place
    assert p.WORDS("room.wrong.full") not in ben.page_text
    assert first.device not in ada.room.peer.log
    first.tick(200)
    t.exchange([ada, *strangers, ben])
    assert first.device not in ada.room.peer.log


def test_host_can_leave_out_strangers_and_abandoned_devices() -> None:
    """The host can leave out strangers and abandoned devices, whose pages say so, even after a reload."""
    ada, ben, eve = devices = t.joined(GAME, ("Ada",), ("Ben",), ("Eve",))
    ada.send(f"leave-out {eve.device}")
    assert is_late(ben.visit, f"leave-out {ada.device}")
    assert is_late(ada.visit, "leave-out nobody")
    ada.reload()
    t.exchange(devices)
    for device in devices:
        assert device.page_text.count(p.WORDS("room.no-seat")) == 1
        assert (p.WORDS("room.left-out") in device.page_text) == (device is eve)
    t.begin(devices)
    assert [who.name for who in ben.game.cartographers] == ["Ada", "Ben"]
    assert "open seat" not in eve.commands
    t.publish(devices, eve, m.TakeSeat(1))
    assert ben.game.seats[1] == LOCAL_PERSON


def test_leaving_device_announces_its_departure() -> None:
    """A device that leaves announces it, so it gets no seat in the lobby, and in a game the others know at once."""
    ada, ben, cleo = devices = t.joined(GAME, ("Ada",), ("Ben",), ("Cleo",))
    farewell = ben.leave()
    for device in (ada, cleo):
        device.hear(farewell)
    assert ada.page_text.count(p.WORDS("room.away")) == 1
    t.begin(devices)
    assert ada.game.id.players == 2
    draw_all(ada)
    assert "open seat" not in ada.commands
    ada.hear(cleo.leave())
    assert "open seat" in ada.commands
    t.publish([ada, cleo], cleo, m.EnterRoom(ada.room.word))
    assert "open seat" not in ada.commands


def test_player_finds_the_lobby_again_after_leaving() -> None:
    """A player who leaves the lobby finds it again, and may plan another game. A second room replaces it."""
    ada, ben = devices = t.joined(GAME, ("Ada",), ("Ben",))
    word = ada.room.word
    for device in devices:
        device.send(m.Back())
        assert isinstance(device.visit.screen, Start)
        assert {f"go room {word}", f"enter-room {word}"} & device.commands == {f"go room {word}"}
    ada.send(m.Go("set-up"))
    assert p.WORDS("start.room.back") in ada.page_text
    assert ada.visit.screen.controls(ada.visit).enter == m.Go("room")
    assert "begin set-up" in ada.commands
    t.publish(devices, ada, "set-side B", m.Go("room"))
    assert ada.visit.screen == Lobby(word)
    assert not any(isinstance(screen, Lobby) for screen in ada.visit.screens_below)
    plan = ben.room.peer.log[ada.device].statement.plan
    assert plan
    assert plan.side == "B"
    t.begin(devices)
    assert p.WORDS("room.back.begun") in ben.page_text
    ben.send(m.Go("room", word))
    assert ben.game.id.side == "B"
    ben.send(m.Go("start"), m.Go("set-up"), m.Go("room"))
    assert ben.visit.screen == Lobby("")
    assert p.WORDS("room.leaves") in ben.page_text
    ben.send(m.EnterRoom())
    assert ben.room.word != word
    assert ben.visit.screen == Lobby(ben.room.word)


def test_game_begins_only_once() -> None:
    """A game that has begun doesn't begin again, whatever the host says later."""
    ada, ben = devices = played_on(*t.begun_together(GAME, ("Ada",), ("Ben",)), cards=2)
    before = ben.game
    first = ada.room.talk.statement.beginning
    assert first
    longer = Beginning(replace(first.game, players=3), (*first.players, first.players[0]))
    for other in (None, first._replace(game=replace(first.game, seed="other")), longer):
        ada.say(ada.room.talk.with_changed_statement(beginning=other))
        t.exchange(devices)
        assert ben.room.peer.log[ada.device].statement.beginning == other
        assert ben.game.id == before.id
    t.play(devices)


def test_many_claims_cannot_take_back_drawn_cards() -> None:
    """A member can't take back drawn cards by making many claims, whether at once, for each card, or in advance."""
    ada, ben = devices = played_on(*t.begun_together(GAME, ("Ada",), ("Ben",)), cards=3)
    before = ada.game.record
    claims = [Handover(0, epoch, epoch // 30, ben.device, "here") for epoch in range(1, 90)]
    ben.say(ben.room.talk.with_handovers(*claims))
    t.exchange(devices)
    assert holders(ada).count(ben.device) > 1
    assert holders(ada)[-1] == holders(ben)[-1] == ada.device
    assert ada.game.record == ben.game.record == before
    ben.say(ben.room.talk.with_handovers(Handover(0, len(holders(ben)), 9, ben.device, "here")))
    t.exchange(devices)
    assert holders(ada)[-1] == ada.device
    t.publish(devices, ben, m.TakeSeat(0, "bot.apprentice"))
    assert holders(ada)[-1] == ben.device


def test_two_allied_members_cannot_keep_a_seat() -> None:
    """Two members who help each other can't keep a seat, because its first owner has one more claim for each card."""
    ada, ben, cleo = devices = t.begun_together(GAME, ("Ada",), ("Ben",), ("Cleo",))
    for taker in (ben, cleo) * 6:
        for device in (taker, ada):
            t.publish(devices, device, m.TakeSeat(0))
        assert holders(ben)[-1] == ada.device
    assert len(holders(ada)) == 1 + 2 * 6
    play_to_the_end(*devices)


def test_seat_given_to_idle_guests_can_be_taken_back() -> None:
    """A seat given to guests who don't draw can be taken back, no matter how many guests, so the game doesn't stall."""
    ada, ben = t.begun_together(GAME, ("Ada",), ("Ben",))
    guests = [ada.guest(number, "Gus") for number in (5, 6, 7, 8)]
    t.exchange([ada, ben, *guests])
    ben.send(m.LeaveRoom())
    for guest in guests:
        t.publish([ada, *guests], ada, m.GiveSeat(1, guest.device))
        assert guest.game.seats[1] == LOCAL_PERSON
    handovers = ada.room.talk.statement.handovers
    ada.send(m.TakeSeat(1))
    assert ada.game.seats == (LOCAL_PERSON, LOCAL_PERSON)
    assert len(ada.room.talk.statement.handovers) == len(handovers) + 1
    t.play([ada, *guests])


def test_beginning_stays_despite_another_tab() -> None:
    """The beginning of a game stays, even if another tab in the lobby doesn't know it yet and makes more statements."""
    ada, ben = t.joined(GAME, ("Ada",), ("Ben",))
    tab = deepcopy(ada)
    ada.send("begin-together")
    tab.send("be-ready", "be-ready on", "be-ready")
    devices = [ada, ben, tab]
    t.exchange(devices)
    assert all(device.room.peer.table for device in devices)
    ben.reload()
    t.exchange([ada, ben])
    assert ben.game.id == ada.game.id


def test_other_version_is_mentioned_only_while_it_matters() -> None:
    """A device of another version is mentioned in the lobby until it goes or is left out, and in a game if it plays."""
    ada, ben = devices = t.joined(GAME, ("Ada",), ("Ben",))
    other = m.MessageReceived(t.greeting_of(t.Device(9, GAME), "another"))
    for device in devices:
        device.send(other)
        assert device.room.talk.obstacle is Obstacle.VERSION
    guest = ada.guest(9)
    t.exchange([*devices, guest])
    for device in devices:
        device.send(other)
        assert device.room.talk.obstacle is Obstacle.VERSION
    for obstacle in (None, Obstacle.VERSION, None):
        ada.send(f"leave-out {guest.device}")
        assert ada.room.talk.obstacle is obstacle
    newer = f"hello5 {8:064x} x"
    ada.send(m.MessageReceived(newer, 100))
    assert ada.room.talk.obstacle is Obstacle.NEWER
    ada.tick(1000)
    assert ada.room.talk.obstacle is None
    ben.tick(100)
    t.exchange(devices)
    t.begin(devices)
    for device in devices:
        device.send(replace(other, seconds=2000))
    assert ada.room.talk.obstacle is ben.room.talk.obstacle is None
    ada.send(m.MessageReceived(newer, 2000))
    hello, name, version, *_ = ben.room.peer.greeting().split(" ")
    have = ada.room.peer.greeting().split(" ", 4)[4]
    for device_name, is_told in ((f"{8:064x}", False), (name, True)):
        ada.send(m.MessageReceived(f"{hello} {device_name} {version} 0.0.00000000 {have}", 2000))
        ada.send(m.Go("room", ada.room.word))
        assert (p.WORDS("room.wrong.rules") in ada.page_text) == is_told
        ada.send(m.Back())


def test_stranger_fills_lobby_until_gone_or_left_out() -> None:
    """Twelve chairs of a stranger fill the lobby, but only until the stranger goes or is left out."""
    ada, eve = t.joined(GAME, ("Ada",), tuple("abcdefghijk"))
    assert is_late(ada.visit, SIT_BOT)
    ada.send(f"leave-out {eve.device}", SIT_BOT, f"leave-out {eve.device}")
    assert is_late(ada.visit, SIT_BOT)
    eve.send(m.LeaveRoom())
    ada.tick(200)
    ada.send(SIT_BOT)
    assert len(ada.room.talk.statement.chairs) == 3


def test_lobby_names_everyone_whom_a_button_affects() -> None:
    """The host's buttons name all players of a device; a guest who was left out can remove players, not let them in."""
    ada, ben = t.joined(GAME, ("Ada",), ("Kim", "Kid"))
    t.publish(devices := [ada, ben, ada.guest(7)], ben, "be-ready")

    def labels(device: t.Device) -> list[str]:
        found = [
            str(one.attributes.get("aria-label", "")) for one in walk(p.shown(device.visit)) if one.tag == "button"
        ]
        return [label for label in found if label.startswith(("Remove", "Let"))]

    both = f"{isolated('Kim')} and {isolated('Kid')}"
    assert "Remove all 3 who aren't ready" in ada.page_text
    assert f"Not ready yet: {isolated('Kim')}, {isolated('Kid')}, and " in ada.page_text
    assert labels(ada).count(f"Remove {both}") == 2
    t.publish(devices, ada, f"leave-out {ben.device}")
    assert labels(ada).count(f"Let {both} back in") == 2
    assert labels(ben) == [f"Remove {isolated(name)}" for name in ("Kim", "Kid")]


@pytest.mark.parametrize("number", [0, 9])
def test_latecomer_takes_no_earlier_seat(number: int) -> None:
    """A stranger with twelve players gets only the seats that are left, whatever key it has, as all pages say."""
    devices = ada, ben = t.joined(GAME, ("Ada",), ("Ben",))
    everyone = [*devices, eve := ada.guest(number), late := ada.guest(8, "Late")]
    t.exchange([*devices, eve])
    eve.say(eve.room.talk.with_changed_statement(chairs=(Chair("here"),) * MAX_PLAYERS))
    t.exchange(everyone)
    t.publish(everyone, ben, "be-ready", "be-ready on")
    for device in everyone:
        assert device.page_text.count(p.WORDS("room.no-seat")) == 3
        assert (p.WORDS("room.seatless") in device.page_text) == (device in {eve, late})
    ada.reload()
    t.exchange(everyone)
    t.begin(everyone)
    assert [one.device for one in ben.table.beginning.players] == [ada.device, ben.device, *[eve.device] * 10]


def test_room_with_an_invalid_seed_is_not_opened() -> None:
    """A room with an invalid seed isn't opened. The setup says what is wrong, before and after the attempt."""
    home = p.after(arrive("any"), m.Go("set-up"), m.TypeText("seed", "not a seed!"))
    refusing = updated(home, m.Go("room"))
    assert refusing.setup.seed_error
    assert refusing.screen == home.screen
    ada, _ = t.joined(GAME, ("Ada",), ("Ben",))
    ada.send(m.Go("set-up"), m.TypeText("seed", ""), m.Go("room"))
    assert ada.visit.setup.seed_error
    assert not isinstance(ada.visit.screen, Lobby)
    ada.send(m.TypeText("seed", "good"), m.Go("room"))
    assert isinstance(ada.visit.screen, Lobby)


def test_others_may_draw_after_a_long_wait_without_relay() -> None:
    """Without a relay, others may draw for an absent player after a long wait, so a broken phone can't stop a game."""
    ada, _ = t.begun_together(GAME, ("Ada",), ("Ben",))
    draw_all(ada)
    ada.send(t.relays("closed", urls=t.RELAYS[:1]))
    for is_offered in (False, True):
        ada.tick(200)
        assert ("open seat" in ada.commands) == is_offered
    ada.send(m.TakeSeat(1))
    t.play([ada])


def test_a_guest_with_a_seat_can_take_another_one() -> None:
    """A guest who was given a seat can take another one, like everyone, and the ghost of another player stays."""
    ada, ben, cleo = devices = t.begun_together(GAME, ("Ada",), ("Ben",), ("Cleo",))
    devices.append(gus := ada.guest(9, "Gus"))
    t.exchange(devices)
    ada.send(m.Tap(40))
    ghost = ada.playing.ghost
    t.publish(devices, ada, m.GiveSeat(1, gus.device))
    t.publish(devices, gus, m.TakeSeat(2, "bot.apprentice"))
    assert gus.game.seats == (RemotePlayer(ada.device), LOCAL_PERSON, Bot("apprentice"))
    assert ben.visit.notice == cleo.visit.notice is Notice.SEAT
    assert ada.playing.ghost == ghost


def test_separated_devices_agree_after_they_meet() -> None:
    """Two devices that let bots play for each other while apart have the same game after they meet."""
    devices = t.begun_together(GAME, ("Ada",), ("Ben",))
    for device, other in zip(devices, (1, 0), strict=True):
        draw_all(device)
        device.send(m.TakeSeat(other, "bot.apprentice"))
        t.play([device])
        device.sent.clear()
    assert len(t.records(devices)) == 2
    for device in devices:
        device.reload()
    t.exchange(devices)
    for device in devices:
        device.tick(60)
    t.exchange(devices)
    play_to_the_end(*devices)


def test_copies_of_a_device_agree() -> None:
    """Copies of a device, such as two tabs, agree on statements and draws, and don't answer each other forever."""
    ada, ben = t.joined(GAME, ("Ada",), ("Ben",))
    devices = [ada, ben, copy := ben.clone()]
    t.exchange(devices)
    for ready in ("be-ready", "be-ready on"):
        copy.send(ready)
        t.publish(devices, ben, ready)
    assert ben.room.talk.statement == copy.room.talk.statement
    t.begin(devices)
    devices.append(late := ben.clone())
    for drawing in ([ben, copy, late], [ada]):
        for device in drawing:
            device.draw()
        t.exchange(devices)
    play_to_the_end(*devices)


@pytest.mark.parametrize("kept", [5, 0])
def test_late_tab_draws_nothing_twice(kept: int) -> None:
    """A tab that arrives late draws nothing twice, whether it reads the saved room first or draws first."""
    ada, ben, tab = begun_beside_a_tab()
    t.play([ada, ben], lambda: ada.table.card == 5)
    before = ada.table
    if not kept:
        tab.kept = {}
    tab.hidden = False
    tab.tick(600)
    assert tab.game.complete_count == kept
    other = legal_moves(tab.game.state)[-1]
    tab.visit = replace(tab.visit, screen=tab.playing.confirmed(other))
    tab.tick()
    ada.draw()
    t.exchange([ada, tab])
    assert ada.table.record.startswith(before.record)
    assert ada.table.rounds[5].plies[1] == ((other,) if kept else before.rounds[5].plies[1])


def begun_beside_a_tab() -> list[t.Device]:
    """Return two devices with a game in progress, and a tab of the second one that was last seen before it."""
    ada, ben = t.joined(GAME, ("Ada",), ("Ben",))
    devices = [ada, ben, ben.another_tab(ada.room.word, hidden=True)]
    t.exchange(devices)
    t.begin(devices)
    return devices


def test_unsent_draw_survives_a_save_by_another_tab() -> None:
    """A draw that one tab hasn't sent yet survives when the other tab saves a friend's message."""
    ada, ben, tab = begun_beside_a_tab()
    ben.draw()
    ben.sent.clear()
    ada.draw()
    for _, text in t.messages([ada]):
        tab.hear(text)
    assert "drew:1:0:" in ben.kept[ada.room.word]
    ben.reload()
    assert ben.has_drawn or ben.game.complete_count == 1


def test_device_treats_others_as_present_after_sleep() -> None:
    """A device that has slept treats all others as present, and asks for the missed plies without a greeting."""
    ada, ben = devices = t.joined(GAME, ("Ada",), ("Ben",))
    ada.send(m.ClockTick(200, slept=180))
    assert ada.room.talk.is_here(ben.device)
    t.begin(devices)
    assert ada.game.id.players == 2
    ada.draw()
    ada.sent.clear()
    t.exchange(devices)
    assert [*ben.table.waits_for] == [0, 1]
    ben.send(m.ClockTick(1))
    assert not ben.sent
    t.publish(devices, ben, m.ClockTick(90, slept=90))
    ada.send(m.ClockTick(200))
    t.exchange(devices)
    assert [*ben.table.waits_for] == [1]
    for tick, is_offered in ((m.ClockTick(500, slept=280), False), (m.ClockTick(700), True)):
        ada.send(tick)
        assert ("open seat" in ada.commands) == is_offered


def test_panel_closes_when_its_reason_is_gone() -> None:
    """A panel closes when its reason is gone: when the game has begun, or when the absent player has drawn."""
    ada, ben = devices = t.joined(GAME, ("Ada",), ("Ben",))
    ben.send(m.Open("seat"))
    t.begin(devices)
    assert ben.visit.dialog is None
    ada.draw()
    t.exchange(devices)
    ada.tick(100)
    ada.send(m.Open("seat"))
    assert ada.visit.dialog
    ben.draw()
    t.exchange(devices)
    assert ada.visit.dialog is None


def test_game_on_a_hidden_page_begins_only_when_seen() -> None:
    """A game begins on a hidden page only when seen, and a hidden tab doesn't take it from the visible one."""
    devices = t.joined(GAME, ("Ada",), ("Ben",), ("Cleo",))
    _, ben, cleo = devices
    for device in (ben, cleo):
        device.hidden = True
        device.tick()
    t.publish(devices, cleo, "get-up 0", SIT_BOT)
    t.begin(devices)
    assert [device.is_playing for device in devices] == [True, False, True]
    assert not ben.text
    ben.hidden = False
    ben.tick()
    assert ben.is_playing
    assert ben.text
    t.play(devices)
    for hidden in (True, False):
        assert ben.another_tab(ben.room.word, hidden=hidden).is_playing != hidden


def test_passing_time_redraws_page_only_for_a_reason() -> None:
    """As time passes, the lobby changes only if a device has gone. It calls nobody away before a relay is connected."""
    ada, ben = t.joined(GAME, ("Ada",), ("Ben",))
    ada.tick(40)
    before = ada.visit
    for _ in range(4):
        ada.tick(4)
        assert ada.visit is before
    ada.tick(40)
    assert ada.page_text.count(p.WORDS("room.away")) == 1
    assert not ada.room.talk.is_here(ben.device)
    ada.send(t.relays("connecting"))
    assert p.WORDS("room.away") not in ada.page_text
