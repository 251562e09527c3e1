"""Rooms for tests: devices that run the whole app without a browser, and pass messages to each other."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from random import Random

from app import messages as m
from app.arrival.invitation import MESSAGE_PREFIX, NEW_ROOM, Invitation
from app.arrival.link import Link
from app.arrival.page_load import Edition, Parts
from app.drawing.element import Element, text_of
from app.effects import Effect, FindRoom, QuitRoom
from app.game.setup import Cartographer, setup_of
from app.game.shelf import Shelf, shelf_of
from app.page.outgoing import Text
from app.room import effects as room_effects
from app.room.room import Room
from app.room.shared import SharedGame
from app.room.together import PlayingTogether
from app.saves.games import SaveFinishedGame, SaveGame
from app.screens.play.scenes.edicts import EdictsScene
from app.screens.play.scenes.end import EndScene
from app.shell.wanted import changes, wanted
from app.visit import Visit
from cartographers.bots.random_player import random_player
from cartographers.game_id import GameId
from cartographers.player_view import view_of
from rooms.by_hand import pack
from rooms.message import MESSAGE_SEPARATOR
from rooms.peer import Peer
from rooms.statement import MAX_DEVICES
from rooms.table import Table
from rooms.talk import Talk
from support.playing import WORDS, after, buttons, shown
from support.visits import NO_PARTS, Sent, arrive, both_of, changed, effects_of, updated

#: The explanations that each device has already shown.
TOLD = ("any", "arrow", "beast", "curtain", "hero")
#: The source of random seeds.
CHANCE = "any"
EDITION = Edition("test")
#: The word of an empty room.
WORD = f"{'w' * 22}.{'0' * 64}"
#: The length from which a text doesn't fit into a QR code.
_LONG = 200
RELAYS = ("wss://one.example", "wss://two.example")


def relays(state: str, why: str = "", urls: Sequence[str] = RELAYS) -> m.RelaysChanged:
    """Return the news that relays are in a state, and its reason."""
    return m.RelaysChanged(json.dumps([{"url": url, "state": state, "why": why} for url in urls]))


def signature(device: str, word: str, text: str) -> str:
    """Return a fake signature in a room."""
    return sha256(f"{device} {word} {text}".encode()).hexdigest()


def is_signed(word: str, text: str) -> bool:
    """Return whether all statements in messages are signed by their devices for the room with the given word."""
    lines = [line.split(" ", 1) for message in text.split(MESSAGE_SEPARATOR) for line in message.split("\n")[1:]]
    return all(found == signature(said.split(" ")[1], word, said) for found, said in lines)


class Device:
    """A phone with its visit, its saved data, and the messages that it has sent."""

    def __init__(self, number: int, game: GameId, *names: str) -> None:
        """Open the page, for players with these names."""
        self.number = number
        self.device = f"{number:064x}"
        setup = setup_of(game.seed, replace(game, players=len(names) or 1), tuple(map(Cartographer, names or ("",))))
        self.visit = replace(arrive(f"{CHANCE} {number}", edition=EDITION, explained=TOLD), setup=setup)
        self.sent: list[str] = []
        self.letter = "s"
        self.kept: dict[str, str] = {}
        self.text = self.known = ""
        self.finished: list[str] = []
        self.called: list[bool] = []
        self.notified: list[room_effects.NotifyPlayer] = []
        self.owes = False
        self.seconds = 0
        self.hidden = False

    def send(self, *messages: Sent) -> None:
        """Send messages to the visit, and carry out their effects."""
        for message in messages:
            self.visit, found = both_of(self.visit, message)
            self._follow(found)

    def _follow(self, found: Iterable[Effect]) -> None:
        """Carry out effects, and send their immediate answers to the visit."""
        for effect in found:
            if answer := self._carry_out(effect):
                self.send(answer)

    def _carry_out(self, effect: Effect) -> m.Message | None:
        """Carry out an effect, and return its immediate answer, if any."""
        match effect:
            case FindRoom(word):
                word = f"{self.letter * 22}.{self.device}" if word == NEW_ROOM else word
                kept = self.known = self.kept.get(word, "")
                return m.RoomPrepared(word, f"k{self.number}", self.device, kept, " ".join(RELAYS), self.hidden)
            case room_effects.SaveRoom(word):
                there, known, text = self.kept.get(word, ""), self.known, effect.text
                self.kept[word] = self.known = text
                return m.RoomSavedElsewhere(there) if there not in {"", known, text} else None
            case room_effects.SignStatement(_, word, text):
                return m.StatementSigned(text, signature(self.device, word, text))
            case room_effects.ConnectRoom():
                return relays("open", urls=RELAYS[:1])
            case room_effects.AskBrowser(what, about, word):
                code = "101\n010\n101" if len(about) < _LONG else ""
                return m.QuestionAnswered(what, about, code if what == "code" else about * is_signed(word, about))
        self._remember(effect)
        return None

    def _remember(self, effect: Effect) -> None:
        """Record an effect that has no answer."""
        match effect:
            case room_effects.SendMessage(_, message):
                self.sent.append(message)
            case room_effects.ScheduleAnswer():
                self.owes = True
            case room_effects.CallPlayer(on) if on or self.called:
                self.called.append(on)
            case room_effects.NotifyPlayer():
                self.notified.append(effect)
            case SaveGame(text):
                self.text = text
            case SaveFinishedGame(text):
                self.finished.append(text)

    def hear(self, text: str) -> None:
        """Receive a message from another device."""
        self.send(m.MessageReceived(text))

    def say(self, talk: Talk) -> None:
        """Replace the device's talk, and sign and send its statement, even one that the page would never make."""
        before, self.visit = self.visit, replace(self.visit, room=self.room.with_talk(talk))
        self._follow(changes(wanted(before), wanted(self.visit)))

    def open(self) -> str:
        """Open a room, and return its word."""
        self.send(m.EnterRoom())
        return self.room.word

    def reload(self) -> None:
        """Reload the page, which leaves only the saved data."""
        [word] = self.kept
        shelf = shelf_of(self.text)
        reloaded = arrive(f"{CHANCE} {self.number} again", shelf, edition=EDITION, explained=TOLD)
        self.visit = replace(reloaded, setup=self.visit.setup)
        self.send(m.EnterRoom(word))

    @property
    def room(self) -> Room:
        """The device's room."""
        assert self.visit.room
        return self.visit.room

    @property
    def page(self) -> Element:
        """The device's page."""
        return shown(self.visit)

    @property
    def page_text(self) -> str:
        """The text on the device's page."""
        return text_of(self.page)

    @property
    def commands(self) -> set[str]:
        """The commands of the buttons on the device's page."""
        return {*buttons(self.page)}

    @property
    def game(self) -> SharedGame:
        """The game on the device's page."""
        assert isinstance(self.playing.game, SharedGame)
        return self.playing.game

    @property
    def table(self) -> Table:
        """The table of the game that the device knows."""
        assert self.room.peer.table
        return self.room.peer.table

    @property
    def has_drawn(self) -> bool:
        """Whether no player on this device has anything to draw or to see."""
        return not self.playing.task and not self.playing.stage.scene

    @property
    def playing(self) -> PlayingTogether:
        """The game's screen."""
        assert isinstance(self.visit.screen, PlayingTogether)
        return self.visit.screen

    @property
    def is_playing(self) -> bool:
        """Whether the game has begun on this device."""
        return isinstance(self.visit.screen, PlayingTogether)

    @property
    def is_over(self) -> bool:
        """Whether the game is over on this device."""
        return self.is_playing and self.playing.game.state.is_over

    def act(self) -> bool:
        """Take the next step of the game automatically, and return whether there was one."""
        if not self.is_playing:
            return False
        if self.playing.stage.scene:
            before = self.visit
            self.send(m.Proceed())
            return self.visit != before and not isinstance(self.playing.scene, EndScene)
        if job := self.visit.screen.needs(self.visit).job:
            self.send(*(step for step in job.work() if step and not isinstance(step, int)))
            return True
        if self.playing.task:
            self.draw()
            return True
        return False

    def look(self) -> None:
        """Load the room's data if another tab has saved it."""
        there = self.kept.get(self.visit.room.word, "") if self.visit.room else ""
        if there != self.known:
            self.known = there
            self.send(m.RoomSavedElsewhere(there))

    def guest(self, number: int, *names: str) -> Device:
        """Return another device that has entered this device's room."""
        guest = Device(number, self.visit.setup.game_id(), *names)
        guest.send(m.EnterRoom(self.room.word))
        return guest

    def clone(self) -> Device:
        """Return a copy of this device in the same room, with its own storage."""
        clone = Device(self.number, self.visit.setup.game_id(), self.visit.setup.cartographers[0].name)
        clone.kept = dict(self.kept)
        clone.send(m.EnterRoom(self.room.word))
        return clone

    def another_tab(self, word: str, *, hidden: bool) -> Device:
        """Return another tab of this device in the same room."""
        tab = Device(self.number, self.visit.setup.game_id())
        tab.kept, tab.hidden = self.kept, hidden
        tab.send(m.EnterRoom(word))
        return tab

    def see_edicts(self) -> None:
        """Continue past the edicts of a new game."""
        if self.is_playing and isinstance(self.playing.scene, EdictsScene):
            self.send(m.Proceed())

    def draw(self) -> None:
        """Draw a ply that depends only on the game, the seat, and the card."""
        self.see_edicts()
        task, game = self.playing.task, self.game
        assert task
        place = f"{game.id}/{task.player}/{game.table.card}/{task.is_pick}"
        ply = random_player(view_of(game.state, task.player), Random(place))  # noqa: S311 - must be repeatable
        self.visit = replace(self.visit, screen=self.playing.confirmed(ply))
        self.send(m.ClockTick(self.seconds, hidden=self.hidden))

    def finish_card(self) -> None:
        """Draw until no player on this device has anything to draw or to see."""
        while not self.has_drawn:
            self.act()

    def news_link(self) -> str:
        """Make a link with this device's news in the room, and return it."""
        self.send(m.Go("room", self.room.word), m.Share("news"))
        out = self.visit.screen.outgoing(WORDS, self.visit, "news")
        assert isinstance(out, Text)
        return out.text

    def hand_in(self, text: str) -> None:
        """Read a link in the room."""
        self.send(m.Go("room", self.room.word), m.TypeText("handed", text), m.HandInMessage())

    def leave(self) -> str:
        """Leave the room, and return the message with which the device says goodbye."""
        effects = effects_of(self.visit, m.LeaveRoom())
        self.send(m.LeaveRoom())
        [farewell] = [effect.farewell for effect in effects if isinstance(effect, QuitRoom)]
        return farewell

    def tick(self, seconds: int = 1) -> None:
        """Advance the time by some seconds."""
        self.seconds += seconds
        self.owes = False
        self.look()
        self.send(m.ClockTick(self.seconds, hidden=self.hidden))


def joined(game: GameId, *names: tuple[str, ...]) -> list[Device]:
    """Return devices in one room before the game begins. Each argument has the names of a device's players."""
    devices = [Device(number, game, *people) for number, people in enumerate(names, start=1)]
    word = devices[0].open()
    for device in devices[1:]:
        device.send(m.EnterRoom(word))
    exchange(devices)
    for device, people in zip(devices, names, strict=True):
        for name in people[1:]:
            device.send(m.TypeText("name", name), "sit")
        device.send("be-ready on")
    exchange(devices)
    return devices


def begun_together(game: GameId, *names: tuple[str, ...]) -> list[Device]:
    """Return devices in one room after the beginning of their game."""
    devices = joined(game, *names)
    begin(devices)
    for device in devices:
        device.see_edicts()
    return devices


def begin(devices: Sequence[Device]) -> None:
    """Make the first device, which is the host's, begin the game for all devices."""
    publish(devices, devices[0], "begin-together")


def publish(devices: Sequence[Device], sender: Device, *messages: Sent) -> None:
    """Send messages to one device's visit, and pass everything that it says to all devices."""
    sender.send(*messages)
    exchange(devices)


def at_end(device: Device) -> bool:
    """Return whether a device shows the end of a game."""
    return device.is_over and isinstance(device.playing.scene, EndScene)


def ended_together(game: GameId, *names: tuple[str, ...]) -> list[Device]:
    """Return devices in one room that show the end of their game."""
    devices = begun_together(game, *names)
    while not all(map(at_end, devices)):
        for device in devices:
            device.act()
        exchange(devices)
    return devices


def messages(devices: Sequence[Device]) -> Iterator[tuple[Device, str]]:
    """Yield the messages that devices have sent with their senders, and remove them."""
    for device in devices:
        sent, device.sent = device.sent, []
        for text in sent:
            yield device, text


def play(devices: Sequence[Device], until: Callable[[], bool] | None = None, most: int = 4000) -> None:
    """Make all players take single steps and exchange all messages, until the game ends or a condition is true."""
    until = until or (lambda: all(device.is_over for device in devices))
    for _ in range(most):
        if until():
            return
        moved = [device.act() for device in devices]
        exchange(devices)
        assert any(moved) or until()
    raise AssertionError(until)


def records(devices: Sequence[Device]) -> set[str]:
    """Return the distinct records of the game on the devices."""
    return {device.playing.game.record for device in devices}


def exchange(devices: Sequence[Device], rounds: int = 20) -> None:
    """Pass all messages to all other devices until there are no more messages."""
    for _ in range(rounds):
        found = list(messages(devices))
        for sender, text in found:
            for other in devices:
                if other is not sender and other.visit.room:
                    other.send(m.MessageReceived(text))
        for device in devices:
            if device.owes:
                device.tick(0)
        if not found and not any(device.sent for device in devices):
            return
    raise AssertionError([device.sent for device in devices])


def visits_in_rooms(name: str = "Ada") -> Iterator[Visit]:
    """Yield visits in rooms: before the lobby, in the lobby, in the game, and with errors."""
    game = GameId("rooms", players=1)
    home = arrive(CHANCE)
    yield from (
        updated(home, message) for message in (m.Go("set-up"), m.Go("room"), m.Go("room", WORD), m.RoomPrepared())
    )
    yield after(home, m.EnterRoom(WORD), m.RoomPrepared())
    yield from (updated(changed(home, parts=parts), m.EnterRoom(WORD)) for parts in (Parts(), NO_PARTS))
    yield arrive(CHANCE, link=Link(room=Invitation(WORD)))
    yield arrive(CHANCE, left=WORD)
    ada, ben = devices = joined(game, (name,), ("Ben", "Cleo"))
    publish(devices, ada, "sit bot.apprentice")
    yield from _lobby(ada)
    yield from (after(ada.visit, m.Back(), *then) for then in ([m.Go("set-up")], [m.Go("about")], []))
    yield after(ben.visit, m.Back(), m.Go("set-up"), m.Go("room"))
    yield from (ben.visit, updated(ben.visit, "be-ready"), updated(ada.visit, m.Open("seat")))
    ada.hear(greeting_of(Device(9, game), "another"))
    yield ada.visit
    ada.hear(greeting_of(Device(8, game), "test"))
    others = " ".join(f"{number:064x}.1" for number in range(50, 50 + MAX_DEVICES))
    yield updated(ben.visit, m.MessageReceived(" ".join([*ada.room.peer.greeting().split(" ")[:4], others])))
    publish(devices, ben, "be-ready")
    yield ada.visit
    publish(devices, ada, f"leave-out {ben.device}")
    yield from (ada.visit, ben.visit)
    ada.send(f"leave-out {ben.device}")
    late = ada.guest(6, "Late")
    exchange([ada, late])
    late.send("be-ready on")
    late.tick(200)
    yield late.visit
    late.send(m.LeaveRoom())
    ada.send(f"leave-out {late.device}")
    yield from _game(game, ada, ben)
    yield from _crowd(game)


def _crowd(game: GameId) -> Iterator[Visit]:
    """Yield a lobby with guests who aren't ready, an older version of the page, no host, and no seat left."""
    ada, ben, cleo, dan = devices = joined(game, ("Ada",), ("Ben",), ("Cleo",), ("Dan",))
    for guest in (cleo, dan):
        guest.send("be-ready")
    exchange(devices)
    yield ada.visit
    ada.send("leave-out-unready")
    yield ada.visit
    yield updated(ada.visit, m.MessageReceived(f"hello1 {ben.device} old 0.00000000"))
    yield updated(ada.guest(9, "Late").visit, "be-ready on")
    yield updated(ben.visit, m.MessageReceived(ada.room.talk.farewell))
    ada.letter = "n"
    publish(devices, ada, "renew-link")
    yield ben.visit
    [host] = joined(game, tuple("abcdefghijkl"))
    exchange([host, late := host.guest(9, "Late")])
    yield late.visit


def _game(game: GameId, ada: Device, ben: Device) -> Iterator[Visit]:
    """Yield the beginning of a game, a waiting player, guests, and seats that are taken over."""
    spectator = ada.guest(5)
    publish([ada, ben, spectator], spectator, "get-up 0")
    begin([ada, ben])
    yield from (ada.visit, ben.visit, updated(changed(ben.visit, shelf=Shelf()), m.Go("start")))
    while not ada.has_drawn or ada.playing.needs(ada.visit).job:
        ada.act()
        yield from (ada.visit, changed(ada.visit, parts=Parts(job_failed=True)))
    yield from (updated(ada.visit, m.Open("menu")), replace(updated(ada.visit, m.Go("start")), room=None))
    room = m.Go("room", ada.room.word)
    yield updated(ada.visit, room)
    guest = ada.guest(7)
    exchange([ada, guest, spectator])
    yield guest.visit
    ada.tick(100)
    yield from (
        ada.visit,
        *(updated(ada.visit, message) for message in (m.Open("seat"), room)),
        *(updated(ada.visit, relays("closed", why, RELAYS[:1])) for why in ("", "invalid: created_at too late")),
    )
    for watching in (guest, spectator):
        watching.tick(100)
    exchange([ada, guest, spectator])
    yield updated(ada.visit, m.Open("seat"))
    hello, have = ben.room.peer.greeting().split(" ", 4)[:3], ada.room.peer.greeting().split(" ", 4)[4]
    yield updated(ada.visit, m.MessageReceived(" ".join([*hello, "0.0.00000000", have])))
    publish([ada, ben], ada, m.TakeSeat(2), m.TakeSeat(3))
    yield from (ada.visit, ben.visit, updated(ben.visit, room))
    yield from _another_game()
    first, _ = begun_together(game, ("Ada",), ("Ben" * 8, "Cleo" * 6))
    first.draw()
    yield first.visit


def _another_game() -> Iterator[Visit]:
    """Yield the end of a game whose host is present, away, or starts another game, and an old link in the new game."""
    ada, ben, cleo = devices = ended_together(GameId("again", players=1), ("Ada",), ("Ben",), ("Cleo",))
    yield from (ada.visit, ben.visit)
    former = Invitation(ben.room.word, MESSAGE_PREFIX + pack(ben.room.talk.news, ben.room.peer.opener))
    for device in devices:
        device.tick(100)
        yield device.visit
    for device in (ben, cleo):
        device.tick(100)
    exchange(devices)
    publish(devices, ada, m.AnotherGame())
    yield ben.visit
    yield updated(ben.visit, m.Go("start"))
    ada.hand_in(str(former))
    yield ada.visit


def _lobby(device: Device) -> Iterator[Visit]:
    """Yield the lobby after all actions that are possible there."""
    yield device.visit
    yield from (updated(device.visit, m.Shared("invite", how)) for how in ("sent", "copied", "shown", "late"))
    device.send("show-room-code invite")
    yield device.visit
    yield updated(device.visit, m.QuestionAnswered("pack", device.room.talk.news, "x" * 2_000))
    yield from (after(device.visit, m.Share("news"), m.Shared("news", how)) for how in ("copied", "shown"))
    yield updated(device.visit, m.Shared("paste", "refused"))
    read = replace(device.room, message_result="room.handed.read", message_devices=tuple(device.room.peer.log))
    yield replace(device.visit, room=read)
    device.send("show-room-code news")
    yield device.visit
    yield updated(device.visit, m.Shared("file", "asked"))
    yield from (after(device.visit, m.TypeText("handed", text), m.HandInMessage()) for text in ("", "nonsense"))
    device.send("hide-room-code", m.QuestionAnswered("check", "x", ""))
    yield device.visit
    device.hear(greeting_of(device, "test"))
    states = ("connecting", "slow", "trying", "open", "deaf", "closed", "refused", "insecure")
    last: tuple[m.Message, ...] = (
        *map(m.PermissionReported, ("granted", "default", "denied", "")),
        *(relays(state, "why") for state in states),
        m.SwitchRelay(RELAYS[0]),
        m.QuestionAnswered("check", "x", device.room.talk.news),
        *(m.FragmentChanged(str(Invitation(device.room.word, handed))) for handed in (".0", "-5.x")),
        m.MessageReceived(f"hello5 {device.device} x"),
        m.Open("room"),
    )
    yield from (updated(device.visit, message) for message in last)


def greeting_of(device: Device, version: str) -> str:
    """Return the greeting of a device that has nothing to say."""
    return Peer(device.device, device.device, version).greeting()
