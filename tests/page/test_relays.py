"""Rooms on the network: the script for rooms alone, in several browser contexts, over simulated and real relays."""

from __future__ import annotations

import json
import re
import subprocess
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from hashlib import sha256
from itertools import chain
from random import Random
from secrets import token_hex
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import BrowserContext, Page

from rooms.message import MAX_LENGTH
from rooms.statement import MAX_DEVICES
from support.page.player import Player
from support.page.relays import NOW, RELAYS, Event, PlayedRelay, event, local_relay, site_with
from support.page.schnorr import is_signed, public_key, sign
from support.page.scripts import FOLDER, PATIENT, call, wait_until
from tasks.installed import NODE_ADVICE
from tasks.steps import tool

#: A page with all of the start's scripts on which nothing else happens.
STILL = "?embed"
#: The width of the quiet zone around a QR code, in modules.
QUIET = 4
ROOMS = re.compile(r"/rooms\.\w+\.js$")
URLS = RELAYS[:2]
HOUR = 3600
#: The events that wake a device.
WAKING = ("visibilitychange", "pageshow", "online")

Open: TypeAlias = Callable[..., "Device"]


class Device:
    """A device whose page has loaded the script for rooms."""

    def __init__(self, page: Page, site: str, urls: Sequence[str], clock: int) -> None:
        """Open the page. Its clock stands at a time in seconds until the test advances it; 0 is the real clock."""
        self.page, self.urls = page, urls
        self.faults: list[str] = []
        if clock:
            page.clock.install(time=clock - HOUR)
            page.clock.pause_at(clock)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.goto(site + STILL)
        self.does("load")
        self.secret, self.key, self.name = self.does("createRoom").values()

    def does(self, function: str, *given: object) -> Any:  # noqa: ANN401 - each returns another type
        """Call a function in the page."""
        return call(self.page, "rooms", function, *given)

    def rooms(self, function: str, *given: object) -> Any:  # noqa: ANN401 - each returns another type
        """Call a function of the script for rooms."""
        return self.does("call", function, *given)

    def enter(self, secret: str = "") -> Device:
        """Enter a room, and wait until all relays have confirmed the subscription."""
        self.secret = secret or self.secret
        self.does("enter", self.secret, self.key, self.urls)
        self.wait_until_subscribed()
        return self

    def message(self, text: str = "-", *statements: str) -> str:
        """Return a message: a greeting with a word, and signed statements."""
        lines = [f"{self.rooms('signature', self.key, self.secret, told)} {told}" for told in statements]
        return "\n".join([f"hello4 {self.name} {text}", *lines])

    def say(self, text: str = "-", *statements: str) -> str:
        """Send such a message, and return it."""
        message = self.message(text, *statements)
        self.does("send", message)
        return message

    @property
    def messages(self) -> list[str]:
        """The messages that were heard."""
        return list(self.does("getMessages"))

    @property
    def why(self) -> str:
        """The first relay's own words."""
        return str(self.does("getStates")[0]["why"])

    @property
    def past(self) -> list[str]:
        """All states of the relays so far."""
        return list(self.does("getStateHistory"))

    def wait(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds."""
        end = time.monotonic() + PATIENT / 1000
        while not condition():
            assert time.monotonic() < end
            self.page.wait_for_timeout(10)

    def wait_for(self, *messages: str) -> None:
        """Wait until exactly these messages have been heard, in any order."""
        self.wait(lambda: len(self.messages) >= len(messages))
        assert sorted(self.messages) == sorted(messages)

    def wait_to_hear(self, message: str) -> None:
        """Wait until a message has been heard, whatever else has."""
        self.wait(lambda: message in self.messages)

    def wait_for_number(self, received: Sequence[object], number: int) -> None:
        """Wait until a relay has received a number of events or requests."""
        self.wait(lambda: len(received) >= number)
        assert len(received) == number

    def wait_until_subscribed(self) -> None:
        """Wait until all relays have confirmed the subscription, even relays that haven't been proven to work yet."""
        self.wait(lambda: {told["state"] for told in self.does("getStates") or [{"state": ""}]} <= {"trying", "open"})

    def wait_for_states(self, *states: str) -> None:
        """Wait until the relays have these states."""
        self.wait(lambda: [told["state"] for told in self.does("getStates")] == [*states])

    def wait_for_report(self, place: int, state: str, why: str = "") -> None:
        """Wait until a relay has a state and a reason."""
        told = {"url": self.urls[place], "state": state, "why": why}
        self.wait(lambda: self.does("getStates")[place] == told)

    def wait_until_reopened(self) -> None:
        """Advance the clock until the only relay is asked again, which then answers."""
        while self.does("getStates")[0]["state"] == "closed":
            self.page.clock.run_for(500)
        self.wait_for_states("trying")


@pytest.fixture
def open_device(new_context: Callable[..., BrowserContext], site: str) -> Iterator[Open]:
    """Return a function that opens the page on its own device, with some simulated relays or the given real ones."""
    devices: list[Device] = []

    def open_one(*relays: PlayedRelay, urls: Sequence[str] = (), address: str = site, clock: int = NOW) -> Device:
        context = new_context()
        for relay in relays:
            relay.play(context)
        urls = urls or [relay.url for relay in relays] or URLS
        devices.append(Device(context.new_page(), address, urls, clock))
        return devices[-1]

    yield open_one
    assert [device.faults for device in devices] == [[] for _ in devices]


@pytest.fixture
def relays() -> list[PlayedRelay]:
    """Return two relays."""
    return [PlayedRelay(url) for url in URLS]


@pytest.fixture
def relay(relays: list[PlayedRelay]) -> PlayedRelay:
    """Return the first of them."""
    return relays[0]


@pytest.fixture
def ada(open_device: Open, relay: PlayedRelay) -> Device:
    """Return a device in a room with this relay alone."""
    return open_device(relay).enter()


@pytest.fixture
def pair(open_device: Open, relays: list[PlayedRelay]) -> tuple[Device, Device]:
    """Return two devices in a room with two relays."""
    ada = open_device(*relays).enter()
    return ada, open_device(*relays).enter(ada.secret)


@pytest.mark.thorough
def test_no_fetch_or_socket_before_entering_a_room(page: Page, site: str) -> None:
    """The script isn't fetched by a game, and opens no socket before a device enters a room."""
    asked: list[str] = []
    sockets: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: sockets.append(socket.url))

    def fetched() -> int:
        return sum(bool(ROOMS.search(url)) for url in asked)

    player = Player(page)
    player.open(site)
    player.begin("quiet")
    assert page.evaluate("cartographers.facts.relays") == RELAYS
    assert fetched() == 0
    call(page, "rooms", "load")
    assert fetched() == 2  # to check its hash, then to load it
    call(page, "rooms", "load")
    device = call(page, "rooms", "createRoom")
    assert fetched() == 2
    assert sockets == []
    relay = PlayedRelay(RELAYS[0])
    relay.play(page.context)
    call(page, "rooms", "enter", device["secret"], device["key"], [RELAYS[0]])
    wait_until(page, "states[0]?.state === 'trying'")
    call(page, "rooms", "leave")


def test_keys_and_signatures(open_device: Open) -> None:
    """Keys and signatures follow BIP 340, a signature isn't an event's, and it is valid in one room only."""
    device = open_device()
    room, key, name = device.secret, device.key, device.name
    assert re.fullmatch(r"[\w-]{22}", room)
    assert name == device.rooms("deviceOf", key) == public_key(key)
    text = f"room4 {name} 1 Zoë end"
    good = device.rooms("signature", key, room, text)
    assert is_signed(name, digest(room, text), good)
    assert not is_signed(name, sha256(text.encode()).digest(), good)
    wrong = f"{int(good, 16) ^ 1:0128x}"
    nonsense = ("", "x", good[:-1], "f" * 128, None, 7)
    for given, expected in (
        *[((room, name, text, good), True), ((f"{room}a", name, text, good), False)] * 2,
        ((room, device.does("createRoom")["device"], text, good), False),
        ((room, name, text + " ", good), False),
        *(((room, name, text, other), False) for other in (wrong, *nonsense)),
        *(((room, other, text, good), False) for other in nonsense),
    ):
        assert device.rooms("isSigned", *given) is expected, given


def test_wrong_signatures_in_messages_passed_on_by_hand(open_device: Open) -> None:
    """Wrong signatures and signatures of another room are detected in messages passed on by hand."""
    device = open_device()
    room = device.secret
    message = device.message("Zoë", f"room4 {device.name} 1 end", f"room4 {device.name} 2 end")
    line = message.split("\n")[1]
    for word, text, good in (
        (room, message, True),
        (f"{room}a", message, False),
        (room, message.replace(" 2 end", " 3 end"), False),
        (room, f"{message}\n", False),
        (room, "\n".join(["-", *[line] * MAX_DEVICES]), True),
        (room, "\n".join(["-", *[line] * (MAX_DEVICES + 1)]), False),
    ):
        assert device.rooms("checked", word, text) is good, text


def test_a_qr_code(open_device: Open) -> None:
    """A QR code is square with three finder patterns, corrects less if that makes it fit, and can be too long."""
    device = open_device()
    size, _, path = device.rooms("qr", f"https://example.org/#room={device.secret}").partition(" ")
    dark = {(int(row), int(column)) for column, row in re.findall(r"M(\d+) (\d+)h1v1h-1z", path)}
    assert path == "".join(f"M{column} {row}h1v1h-1z" for row, column in sorted(dark))
    inside = range(QUIET, int(size) - QUIET)
    assert {*chain(*dark)} <= {*inside}
    rows = ["".join(str(int((row, column) in dark)) for column in inside) for row in inside]
    for row, column in ((0, 0), (0, -7), (-7, 0)):
        cut = [line[column:][:7] for line in rows[row:][:7]]
        assert cut == ["1111111", "1000001", *["1011101"] * 3, "1000001", "1111111"]
    assert [device.rooms("qr", "a" * length) == "" for length in (2331, 2953, 2954)] == [False, False, True]


@pytest.mark.thorough
def test_different_second_half_leads_to_an_empty_room(open_device: Open, relay: PlayedRelay) -> None:
    """A link with a different second half leads to an empty room: its topic and key depend on the whole link."""
    ada, ben, eve = (open_device(relay) for _ in range(3))
    ben.enter(ada.enter(f"{ada.secret}.{ada.name}").secret)
    eve.enter(ada.secret.replace(ada.name, eve.name))
    assert len({asked["#t"][0] for asked in relay.asked}) == 2
    ben.wait_for(ada.say())
    guest = Stranger(eve)
    relay.spread([*relay.sent, guest.event(content=relay.sent[0]["content"]), guest.event()])
    eve.wait_for(guest.message())


@pytest.mark.thorough
def test_message_arrives_once(pair: tuple[Device, Device], relays: list[PlayedRelay]) -> None:
    """A message over both relays arrives once, its sender doesn't hear it, and relays can't read it.

    Even if a relay repeats, reorders, and delays events, each message is heard once, in some order.
    """
    ada, ben = pair
    messages = [ada.say("hidden", f"room4 {ada.name} 1 end")]
    ben.wait_for(*messages)
    last = ben.say("found")
    ada.wait_for(last)
    for relay in relays:
        ada.wait_for_number(relay.sent, 2)
        relay.hold()
    ben.wait_for(*messages)
    assert relays[0].sent == relays[1].sent
    assert all(asked.keys() == {"kinds", "#t", "limit"} and asked["limit"] == 0 for asked in relays[0].asked)
    known = json.dumps([relays[0].sent, relays[0].asked])
    assert [text for text in (ada.secret, "hidden", "hello4") if text in known] == []
    for number in range(3):
        messages.append(ada.say(str(number)))
        for relay in relays:
            ada.wait_for_number(relay.sent, number + 3)
    assert len(ben.messages) == 1
    relays[1].release(backwards=True, times=3)
    ben.wait_for(*messages)
    relays[0].release()
    ada.wait_for(last)
    end = ben.say("end")
    for relay in relays:
        ben.wait_for_number(relay.sent, 6)
        relay.release()
    ada.wait_for(last, end)
    ben.wait_for(*messages)


class Stranger:
    """A stranger with the link of a room and their own program."""

    def __init__(self, device: Device) -> None:
        """Enter the room of a device, with the help of its page."""
        self.device = device
        self.secret = device.secret
        self.topic: str = device.does("deriveTopic", self.secret)
        self.key = token_hex(32)
        self.name = public_key(self.key)

    def content(self, packed: bytes) -> str:
        """Return the encrypted content of an event."""
        return str(self.device.does("encrypt", self.secret, packed.hex()))

    def event(self, text: str | bytes = "", **others: object) -> Event:
        """Return an event with a message, by default a greeting."""
        message = text or f"hello4 {self.name} -"
        content = self.content(packed(message if isinstance(message, bytes) else message.encode()))
        return event(self.key, {"tags": [["t", self.topic]], "content": content} | others)

    def signed(self, statement: str, room: str = "") -> str:
        """Return a signed statement as a line, for this room or another one."""
        return f"{sign(self.key, digest(room or self.secret, statement))} {statement}"

    def message(self, *lines: str) -> str:
        """Return a message."""
        return "\n".join([f"hello4 {self.name} -", *lines])


def digest(room: str, statement: str) -> bytes:
    """Return the digest signed for a statement in a room."""
    return sha256(f"cartographers: a statement\n{room}\n{statement}".encode()).digest()


def packed(content: bytes) -> bytes:
    """Return compressed bytes."""
    packing = zlib.compressobj(9, wbits=-15)
    return packing.compress(content) + packing.flush()


#: A text that is short enough for a message, but has too many bytes even when compressed.
LONG = "".join(Random(1).choices([chr(sign) for sign in range(0x4E00, 0x9FA0)], k=44_000))  # noqa: S311 - no secret
#: Invalid events, which no device may hear.
RUBBISH: dict[str, Callable[[Stranger], Event]] = {
    "another kind": lambda guest: guest.event(kind=1),
    "another topic": lambda guest: guest.event(tags=[["t", "0" * 32]]),
    "more tags": lambda guest: guest.event(tags=[["t", guest.topic], ["t", "more"]]),
    "tags that are none": lambda guest: guest.event(tags=7),
    "a time that is none": lambda guest: guest.event(created_at="now"),
    "no content": lambda guest: guest.event(content=""),
    "a content that is none": lambda guest: guest.event(content=["A" * 40]),
    "other signs": lambda guest: guest.event(content="~" * 40),
    "a content that is too long": lambda guest: guest.event(f"{guest.message()} {LONG}"),
    "what is not encrypted": lambda guest: guest.event(content="A" * 400),
    "what is not packed": lambda guest: guest.event(content=guest.content(b"hello4")),
    "what is cut off": lambda guest: guest.event(content=guest.content(packed(b"hello4 " * 99)[:-3])),
    "what goes on": lambda guest: guest.event(content=guest.content(packed(guest.message().encode()) + b"more")),
    "a bomb": lambda guest: guest.event(b"a" * 60_000_000),
    "a message that is too long": lambda guest: guest.event(guest.message().ljust(MAX_LENGTH + 1)),
    "what is no text": lambda guest: guest.event(guest.message().encode() + b"\xff"),
    "another id": lambda guest: guest.event() | {"id": "0" * 64},
    "another signature": lambda guest: guest.event() | {"sig": "0" * 128},
    "a signature that is none": lambda guest: guest.event() | {"sig": None},
    "another sender": lambda guest: guest.event() | {"pubkey": guest.device.name},
    "another's greeting": lambda guest: guest.event(f"hello4 {guest.device.name} -"),
    "an empty message": lambda guest: guest.event(" "),
    "an empty line": lambda guest: guest.event(guest.message("")),
    "a line that nobody has signed": lambda guest: guest.event(guest.message(f"room4 {guest.name} 1 end")),
    "a line of another": lambda guest: guest.event(guest.message(guest.signed(f"room4 {guest.device.name} 1 end"))),
    "a line of another room": lambda guest: guest.event(guest.message(guest.signed(f"room4 {guest.name} 1 end", "b"))),
    "too many lines": lambda guest: guest.event(
        guest.message(*[guest.signed(f"room4 {guest.name} 1 end")] * (MAX_DEVICES + 1))
    ),
}


def test_invalid_events_are_not_heard(pair: tuple[Device, Device], relay: PlayedRelay) -> None:
    """Invalid events by a guest aren't heard, and valid events after them are."""
    ada, ben = pair
    heard: list[str] = []
    for name, rubbish in RUBBISH.items():
        guest, friend = Stranger(ada), Stranger(ada)
        ben.does("setKnownDevices", [guest.name, friend.name, ada.name])
        heard.append(friend.message(friend.signed(f"room4 {friend.name} 1 end")))
        relay.spread([rubbish(guest), friend.event(heard[-1])])
        ben.wait(lambda: len(ben.messages) >= len(heard))
        assert ben.messages == heard, name


#: Messages by relays that no device understands.
DEEP = f"{'[' * 45_000}{']' * 45_000}"
NONSENSE = (
    *["", "[", "null", "7", "{}", "[]", "[[]]", '["constructor", 1]', '[{"toString": 1}, 1]'],
    *['["EVENT"]', '["EVENT", "room"]', '["EVENT", "room", null]', '["EVENT", "room", 7]', '["EVENT", null, {}]'],
    *['["EVENT", "room", {"kind": 26142}]', '["EVENT", "room", {"kind": 26142, "pubkey": {"toString": 1}}]'],
    *['["EOSE"]', '["EOSE", {}]', '["AUTH", "challenge"]', '["COUNT", "room", {}]'],
    *['["OK"]', '["OK", 7, 7, 7]', '["OK", null, null, {}]', '["OK", "1", false, {"toString": 1}]'],
    *['["CLOSED"]', '["CLOSED", "other", "blocked: no"]', '["CLOSED", "other", {"toString": 1}]'],
    *['["NOTICE"]', '["NOTICE", {"text": 1}]', '["NOTICE", {"toString": 1}]'],
    f'["EVENT", "room", {{"kind": 26142, "pubkey": {DEEP}}}]',
    f'["EVENT", "room", {{"kind": 26142, "pubkey": "{"0" * 64}", "created_at": 1, "tags": {DEEP}}}]',
    f'["NOTICE", "{"a" * 100_000}"]',
    f"[{'[' * 90_000}",
)


def test_relay_sending_nonsense_still_works(pair: tuple[Device, Device], relays: list[PlayedRelay]) -> None:
    """A relay that sends nonsense still works."""
    ada, ben = pair
    for words in NONSENSE:
        for relay in relays:
            relay.say(words)
    message = ada.say()
    ada.page.clock.run_for(20_000)  # a relay that has refused what nobody sent gets nothing for up to 16 seconds
    ben.wait_for(message)
    assert [state for state in ben.past if "closed" in state] == []


@pytest.mark.thorough
def test_a_flood_is_limited(pair: tuple[Device, Device], relays: list[PlayedRelay]) -> None:
    """A flood is limited for each sender and for all strangers together, and players with seats still get through."""
    ada, ben = pair
    relay, other = relays
    other.hold()
    one = Stranger(ada)
    ben.does("setKnownDevices", [ada.name])
    relay.spread([one.event() for _ in range(60)])
    relay.spread([Stranger(ada).event() for _ in range(60)])
    ben.wait_to_hear(ada.say())
    heard = ben.messages
    assert 1 < heard.count(one.message()) < 30
    assert len(heard) < 60


def test_flooding_relay(ada: Device, relay: PlayedRelay) -> None:
    """A device stops reading a flooding relay until the flood slows down."""
    early, late = Stranger(ada), Stranger(ada)
    for words in [f'["NOTICE", "{"a" * 90_000}"]'] * 30 + ["[]"] * 200:
        relay.say(words)
    relay.spread([early.event()])
    relay.say('["NOTICE", "unread"]')
    ada.page.clock.run_for(5000)
    relay.spread([late.event()])
    ada.wait_for(late.message())
    assert ada.why == "a" * 200


@pytest.mark.thorough
def test_message_queue_is_limited(ada: Device, relay: PlayedRelay) -> None:
    """While a device is busy, it queues a limited number of messages and drops others."""
    *guests, last = [Stranger(ada) for _ in range(9)]
    ada.does("setKnownDevices", [guest.name for guest in (*guests, last)])
    ada.does("hold")
    for guest in guests:
        relay.spread([guest.event() for _ in range(12)])
    relay.say('["NOTICE", "all"]')
    ada.wait(lambda: ada.why == "all")
    ada.does("release")
    ada.wait(lambda: len(ada.messages) >= 64)
    relay.spread([last.event()])
    ada.wait_to_hear(last.message())
    assert len(ada.messages) <= 67


def test_forging_relay(pair: tuple[Device, Device], relays: list[PlayedRelay]) -> None:
    """A relay's forgeries are ignored and don't block real messages of the forged sender, and the relay is dropped."""
    ada, ben = pair
    liar, relay = relays
    liar.hold()
    message = ada.say()
    ben.wait_for(message)
    ada.wait_for_number(liar.held, 1)
    liar.spread([liar.held[0] | {"content": Stranger(ada).event()["content"]} for _ in range(9)])
    ben.wait(lambda: "closed trying" in ben.past)
    assert {"url": liar.url, "state": "closed", "why": "forged"} in ben.does("getStates")
    ada.wait_for_number(relay.sent, 1)
    ben.wait_for(message)
    ben.wait_for(message, ada.say("more"))


@pytest.mark.parametrize("how", ["OK", "CLOSED"])
def test_refusing_relay(pair: tuple[Device, Device], relays: list[PlayedRelay], how: str) -> None:
    """A relay that refuses gets nothing until the device wakes. Its reason is shown, and the other relays continue."""
    ada, ben = pair
    strict, relay = relays
    heard: list[str] = []
    for why in ("auth-required: who?", "restricted: no", "blocked: spam", "pow: 28 bits needed"):
        reason, known = f"{why} {'!' * 300}", len(strict.sent)
        if how == "OK":
            strict.verdict = lambda _, reason=reason: (False, reason)  # type: ignore[misc]
            heard.append(ada.say(f"first {why}"))
            ben.wait_for(*heard)
            ada.wait_for_number(strict.sent, known + 1)
        else:
            strict.say(json.dumps(["CLOSED", "room", reason]))
        ada.wait_for_report(0, "refused", reason[:200])
        heard.append(ada.say(why))
        ben.wait_for(*heard)
        ada.wait_for_number(relay.sent, len(heard))
        assert len(strict.sent) == known + (how == "OK")
        strict.verdict = relay.verdict
        ada.does("wake", "visibilitychange")
        ada.wait_for_states("trying", "open")
        assert ada.why == ""
        ada.page.clock.run_for(5000)  # so a relay gets the next messages


def say_each(device: Device, texts: Sequence[str]) -> str:
    """Say texts one by one, each after the previous one was encrypted, and return the last message."""
    device.does("countEncryptions")
    for count, text in enumerate(texts):
        device.wait(lambda count=count: device.does("getEncryptionCount") == count)  # type: ignore[misc]
        message = device.say(text)
    device.wait(lambda: device.does("getEncryptionCount") == len(texts))
    return message


def test_relay_reporting_too_many_requests(open_device: Open, ada: Device, relay: PlayedRelay) -> None:
    """A relay that reports too many requests gets nothing for a while, then only the last message."""
    ben = open_device(relay).enter(ada.secret)
    relay.verdict = lambda _: (False, "rate-limited: slow down")
    ada.say("1")
    ada.wait(lambda: ada.why == "rate-limited: slow down")
    last = say_each(ada, "234")
    relay.verdict = lambda _: (True, "")
    ada.page.clock.run_for(5000)
    ben.wait_for(last)
    ada.wait_for_number(relay.sent, 2)
    ada.wait_for_report(0, "open")


@pytest.mark.thorough
def test_relay_counts_as_open_after_an_echo(pair: tuple[Device, Device], relays: list[PlayedRelay]) -> None:
    """A relay counts as open once an event has come back. The test needs no extra message, and isn't heard."""
    ada, ben = pair
    ada.wait_for_states("trying", "trying")
    ben.wait_for(ada.say())
    ada.wait_for_states("open", "open")
    ben.wait_for_states("trying", "trying")
    assert [len(relay.sent) for relay in relays] == [1, 1]
    assert ada.messages == []


@pytest.mark.thorough
def test_relay_passing_nothing_on_is_reported_as_deaf(open_device: Open, relays: list[PlayedRelay]) -> None:
    """A relay that passes nothing on is reported as deaf after a while, gets no extra messages, and can recover.

    One relay swallows each event, one accepts it, and one refuses it.
    """
    *deaf, honest = [*relays, PlayedRelay(RELAYS[2]), PlayedRelay(RELAYS[3])]
    deaf[0].verdict = lambda _: None
    deaf[1].hold()
    deaf[2].verdict = lambda _: (False, "error: no")
    ada = open_device(*deaf, honest).enter()
    ada.say("1")
    ada.wait_for_states("trying", "trying", "trying", "open")
    ada.wait(lambda: [told["why"] for told in ada.does("getStates")] == ["", "", "error: no", ""])
    ada.page.clock.run_for(16_000)
    ada.wait_for_states("deaf", "deaf", "deaf", "open")
    assert "closed" not in " ".join(ada.past)
    assert [len(relay.sent) for relay in (*deaf, honest)] == [1, 1, 1, 1]
    for relay in deaf:
        ada.wait_for_number(relay.asked, 2)  # it may have lost the subscription
        relay.verdict, relay.passes = honest.verdict, honest.passes
    ada.say("2")
    ada.wait_for_states("open", "open", "open", "open")
    assert [told["why"] for told in ada.does("getStates")] == ["", "", "", ""]


def test_formerly_working_relay_gets_more_time(ada: Device, relay: PlayedRelay) -> None:
    """A relay that has worked gets more time before it is reported as deaf, but not unlimited time."""
    ada.say("1")
    ada.wait_for_states("open")
    relay.verdict = lambda _: None
    ada.say("2")
    ada.wait_for_number(relay.sent, 2)
    ada.page.clock.run_for(31_000)
    ada.wait_for_number(relay.asked, 2)  # for its presence, to which it answers
    ada.wait_for_states("open")
    ada.page.clock.run_for(14_500)
    ada.wait_for_states("deaf")


@pytest.mark.thorough
def test_relay_without_echo(open_device: Open, relay: PlayedRelay) -> None:
    """A relay that doesn't echo events to their sender works if it accepts them and delivers other devices' events."""
    relay.echoes = False
    ada = open_device(relay).enter()
    ben = open_device(relay).enter(ada.secret)
    ben.wait_for(ada.say())
    ada.wait_for_states("trying")
    ada.wait_for(ben.say())
    ben.wait_for_states("open")
    ada.say("2")
    ada.wait_for_states("open")


@pytest.mark.thorough
def test_relay_that_answers_late_or_never(open_device: Open, relay: PlayedRelay) -> None:
    """A relay that answers late is reported as slow after a while, keeps its socket, and works half a minute later.

    If it never answers, it loses its socket after a minute, and gets another one later.
    """
    for is_late in (True, False):
        relay.is_slow = True
        relay.asked.clear()
        device = open_device(relay)
        device.does("enter", device.secret, device.key, device.urls)
        device.wait_for_number(relay.asked, 1)
        device.page.clock.run_for(30_000)
        device.wait_for_states("slow")
        if is_late:
            relay.answer()
            device.wait_for_states("trying")
            relay.is_slow = False
            device.say()
            device.wait_for_states("open")
            assert device.past == ["connecting", "slow", "trying", "open"]
            assert len(relay.asked) == 1
    device.page.clock.fast_forward(31_000)
    device.wait_for_states("closed")
    relay.is_slow = False
    device.wait_until_reopened()


@pytest.mark.thorough
def test_relay_that_keeps_hanging_up(ada: Device, relay: PlayedRelay) -> None:
    """A relay that keeps hanging up is reopened after longer pauses, to save greetings, even if it works in between."""
    for number in range(7):
        ada.wait_until_reopened()
        ada.say(str(number))
        ada.wait_for_states("open")
        ada.page.clock.run_for(10_000)
        relay.drop()
        ada.wait_for_states("closed")
    ada.page.clock.run_for(25_000)
    ada.wait_for_states("closed")


def test_no_relay_is_reported_as_deaf_after_sleep(ada: Device, relay: PlayedRelay) -> None:
    """After sleep, a device first reads the events that came back, so it doesn't report any relay as deaf."""
    relay.hold()
    ada.say()
    ada.wait_for_number(relay.sent, 1)
    ada.page.clock.fast_forward(600_000)
    relay.release()
    ada.wait_for_states("open")
    assert "deaf" not in ada.past


@pytest.mark.thorough
def test_sending_is_limited(ada: Device, relay: PlayedRelay) -> None:
    """A relay gets a few messages at once, and of any more only the last one."""
    say_each(ada, "abcdefghijkl")
    ada.wait_for_number(relay.sent, 4)
    ada.page.clock.run_for(1000)
    ada.wait_for_number(relay.sent, 5)


def test_a_wrong_clock(open_device: Open, ada: Device, relay: PlayedRelay) -> None:
    """A relay's refusal because of a wrong clock is shown; then the times of others' events correct the clock."""
    heard: list[str] = []
    for behind, why in ((HOUR, "ephemeral event expired"), (-HOUR, "created_at too late")):
        relay.verdict = lambda event, why=why: (event["created_at"] == NOW, f"invalid: {why}")  # type: ignore[misc]
        relay.sent.clear()
        ben = open_device(relay, clock=NOW - behind).enter(ada.secret)
        ben.say("1")
        ben.wait_for_report(0, "trying", f"invalid: {why}")
        assert len(relay.sent) == 1
        ben.wait_for(ada.say())
        for text in "23":
            heard.append(ben.say(text))
            ada.wait_for(*heard)
        assert [event["created_at"] - NOW for event in relay.sent] == [-behind, 0, -behind, 0, 0]


@pytest.mark.thorough
def test_lying_relay_does_not_change_the_others_time(pair: tuple[Device, Device], relays: list[PlayedRelay]) -> None:
    """A relay that repeats old events and refuses new ones doesn't change the time of events for the other relay."""
    ada, ben = pair
    liar, honest = relays
    guest = Stranger(ada)
    liar.spread([guest.event(created_at=NOW - HOUR)])
    ada.wait_for(guest.message())
    liar.verdict = lambda _: (False, "invalid: created_at too late")
    for text in "12":
        ben.wait_to_hear(ada.say(text))
    ada.wait_for_number(liar.sent, 3)
    assert [event["created_at"] for event in liar.sent] == [NOW, NOW - HOUR, NOW - HOUR]
    assert [event["created_at"] for event in honest.sent] == [NOW, NOW]
    ada.wait_for_report(1, "open")


@pytest.mark.thorough
def test_clock_correction_is_limited(ada: Device, relay: PlayedRelay) -> None:
    """The correction of a clock by others' times is limited."""
    guest = Stranger(ada)
    relay.spread([guest.event(created_at=NOW + 30 * 24 * HOUR)])
    ada.wait_for(guest.message())
    relay.verdict = lambda _: (False, "invalid: created_at too early")
    for times in (1, 2):
        ada.say()
        ada.wait_for_number(relay.sent, times)
    assert [event["created_at"] for event in relay.sent] == [NOW, NOW]


@pytest.mark.thorough
def test_silent_relay_is_called_until_it_answers(ada: Device, relay: PlayedRelay) -> None:
    """A device notices a relay that falls silent, and keeps calling it until it answers again."""
    relay.is_deaf = True
    ada.page.clock.run_for(30_000)
    ada.page.clock.run_for(15_000)
    ada.wait_for_states("closed")
    relay.is_deaf = False
    ada.wait_until_reopened()


def test_waking_up(ada: Device, relay: PlayedRelay) -> None:
    """After waking, a device soon notices dead connections, and at once retries relays that it had given up."""
    for kind in WAKING:
        past, asked = ada.past, len(relay.asked)
        for times in (1, 2):
            ada.page.clock.run_for(31_000)
            ada.wait_for_number(relay.asked, asked + times)
        ada.does("wake", kind)
        ada.wait_for_number(relay.asked, asked + 3)
        ada.page.clock.run_for(4000)
        assert ada.past == past
        relay.is_up, relay.is_deaf = False, True
        ada.does("wake", kind)
        ada.page.clock.run_for(4000)
        ada.wait_for_states("closed")
        ada.page.clock.run_for(300_000)
        ada.wait_for_states("closed")
        relay.is_up, relay.is_deaf = True, False
        ada.does("wake", kind)
        ada.wait_for_states("trying")


@pytest.mark.thorough
def test_leaving(pair: tuple[Device, Device], relays: list[PlayedRelay]) -> None:
    """After leaving, all sockets are closed, nothing is heard or sent, and nothing reconnects."""
    ada, ben = pair
    ada.does("leave")
    ada.page.clock.run_for(1)
    ada.wait(lambda: [relay.connected for relay in relays] == [1, 1])
    ada.say()
    for kind in WAKING:
        ada.does("wake", kind)
    ben.say()
    ben.wait_for_number(relays[0].sent, 1)
    ada.page.clock.run_for(60_000)
    assert ada.messages == []
    assert [relay.connected for relay in relays] == [1, 1]
    ada.enter(ada.secret)
    ada.wait_for(ben.say("2"))


def test_browser_without_encryption(open_device: Open) -> None:
    """If the browser can't encrypt, all relays say so, and no error is thrown."""
    ada = open_device()
    ada.page.evaluate("() => Object.defineProperty(crypto, 'subtle', { value: undefined })")
    ada.does("enter", ada.secret, ada.key, ada.urls)
    ada.wait_for_states("insecure", "insecure")
    ada.say()
    ada.does("leave")


def test_few_timers_are_enough_to_wait_for_sending() -> None:
    """One or two timers are enough to wait for sending, because no timer is so short that it must repeat at once."""
    command = [tool("node", NODE_ADVICE), str(FOLDER / "waits.mjs")]
    done = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=True)  # noqa: S603 - ours
    assert int(done.stdout) <= 2


@pytest.mark.thorough
def test_real_relays(open_device: Open) -> None:
    """Under the page's own policy, a message over real relays arrives once, and no other relay can be reached.

    A device that was offline is back as soon as the network is.
    """
    with local_relay() as one, local_relay() as two, site_with([one, two]) as site:
        ada, ben = (open_device(urls=[one, two], address=site, clock=0) for _ in range(2))
        ben.enter(ada.enter().secret)
        message = ada.say("x" * 5000, f"room4 {ada.name} 1 end")
        ben.wait_for(message)
        ada.wait_for(ben.say())
        ben.wait_for(message)
        with local_relay() as other:
            eve = open_device(urls=[other, one], address=site)
            eve.does("enter", ada.secret, eve.key, eve.urls)
            eve.wait(lambda: eve.past[-1:] == ["closed trying"])
            assert eve.does("getRefusedAddresses")[0].startswith(other)
        assert ada.page.evaluate("cartographers.facts.relays") == [one, two]
        ada.page.context.set_offline(offline=True)
        for device in (ada, ben):
            device.say("lost?")
        ada.page.context.set_offline(offline=False)
        ada.wait_until_subscribed()
        ada.wait_to_hear(ben.say("2"))
        ben.wait_to_hear(ada.say("3"))


@pytest.mark.thorough
def test_a_real_relay_dies_and_returns(open_device: Open) -> None:
    """When a real relay dies the other one continues, and after its return new devices are heard there."""
    with local_relay() as steady, ExitStack() as life:
        frail = life.enter_context(local_relay())
        with site_with([frail, steady]) as site:
            ada, ben = both = [open_device(urls=[frail, steady], address=site, clock=0) for _ in range(2)]
            ben.enter(ada.enter().secret)
            life.close()
            for device in both:
                device.wait_for_states("closed", "trying")
            first = ada.say("1")
            ben.wait_for(first)
            life.enter_context(local_relay(int(frail.rpartition(":")[2])))
            for device in both:
                device.wait_until_subscribed()
            eve = open_device(urls=[frail], address=site, clock=0).enter(ada.secret)
            last = ada.say("2")
            eve.wait_for(last)
            ben.wait_for(first, last)
