"""Rooms on the network: the script for rooms alone, in several browser contexts, over simulated and real relays."""

from __future__ import annotations

import json
import re
import subprocess
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from hashlib import sha256
from itertools import chain
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import BrowserContext, Page

from rooms.peer import MAX_LENGTH
from rooms.statement import MAX_DEVICES
from support.page.player import Player
from support.page.relays import RELAYS, Event, PlayedRelay, event, local_relay, site_with
from support.page.schnorr import is_signed, public_key, sign
from support.page.scripts import FOLDER, call, wait_until
from tasks.installed import NODE_ADVICE
from tasks.steps import tool

#: A page with all of the start's scripts on which nothing else happens.
STILL = "?embed"
#: The width of the quiet zone around a QR code, in modules.
QUIET = 4
ROOMS = re.compile(r"/rooms\.\w+\.js$")
URLS = RELAYS[:2]
#: The maximum seconds for anything on a busy machine.
PATIENCE = 60

Open: TypeAlias = Callable[..., "Device"]


class Device:
    """A device whose page has loaded the script for rooms."""

    def __init__(self, page: Page, site: str, clock: float = 0) -> None:
        """Open the page, with a clock that the test can advance if ``clock``."""
        self.page = page
        self.faults: list[str] = []
        if clock:
            page.clock.install(time=clock)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.goto(site + STILL)
        self.does("load")
        self.secret, self.key, self.name = self.does("createRoom").values()

    def does(self, function: str, *given: object) -> Any:  # noqa: ANN401 - each returns another type
        """Call a function in the page."""
        return call(self.page, "rooms", function, *given)

    def enter(self, relays: list[str] = URLS, secret: str = "") -> Device:
        """Enter a room, and wait until all relays have confirmed the subscription."""
        self.secret = secret or self.secret
        self.does("enter", self.secret, self.key, relays)
        self.wait_until_subscribed()
        return self

    def message(self, text: str = "-", *statements: str) -> str:
        """Return a message: a greeting with a word, and signed statements."""
        lines = [f"{self.does('call', 'signature', self.key, self.secret, told)} {told}" for told in statements]
        return "\n".join([f"hello3 {self.name} {text}", *lines])

    def say(self, text: str = "-", *statements: str) -> str:
        """Send such a message, and return it."""
        message = self.message(text, *statements)
        self.does("send", message)
        return message

    def wait(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds."""
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end
            self.page.wait_for_timeout(10)

    def wait_for(self, *messages: str) -> None:
        """Wait until exactly these messages have been heard, in any order."""
        self.wait(lambda: len(self.does("getMessages")) >= len(messages))
        assert sorted(self.does("getMessages")) == sorted(messages)

    def wait_until_subscribed(self) -> None:
        """Wait until all relays have confirmed the subscription, even relays that haven't been proven to work yet."""
        self.wait(lambda: {told["state"] for told in self.does("getStates") or [{"state": ""}]} <= {"trying", "open"})

    def wait_until_encrypted(self, count: int) -> None:
        """Wait until the count that ``countEncryptions`` started has this value."""
        self.wait(lambda: self.does("getEncryptionCount") == count)

    def wait_for_states(self, *states: str) -> None:
        """Wait until the relays have these states."""
        self.wait(lambda: [told["state"] for told in self.does("getStates")] == [*states])


@pytest.fixture
def open_device(new_context: Callable[..., BrowserContext], site: str) -> Iterator[Open]:
    """Return a function that opens the page on its own device, with some simulated relays."""
    devices: list[Device] = []

    def open_one(*relays: PlayedRelay, address: str = site, clock: float = 0) -> Device:
        context = new_context()
        for relay in relays:
            relay.play(context)
        devices.append(Device(context.new_page(), address, clock))
        return devices[-1]

    yield open_one
    assert [device.faults for device in devices] == [[] for _ in devices]


@pytest.fixture
def relays() -> list[PlayedRelay]:
    """Return two relays."""
    return [PlayedRelay(url) for url in URLS]


@pytest.fixture
def pair(open_device: Open, relays: list[PlayedRelay]) -> tuple[Device, Device]:
    """Return two devices in a room with two relays."""
    ada = open_device(*relays).enter()
    return ada, open_device(*relays).enter(secret=ada.secret)


@pytest.fixture
def stopped_pair(open_device: Open, relays: list[PlayedRelay]) -> tuple[Device, Device]:
    """Return two devices in a room with two relays. The clock of the second one has stopped.

    On a slow machine, it would otherwise accept more messages, or reconnect to a dropped relay.
    """
    ada, ben = open_device(*relays).enter(), open_device(*relays, clock=time.time())
    ben.enter(secret=ada.secret)
    ben.page.clock.pause_at(2_000_000_000_000)
    return ada, ben


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
    room = device.secret
    assert re.fullmatch(r"[\w-]{22}", device.secret)
    assert device.name == device.does("call", "deviceOf", device.key) == public_key(device.key)
    text = f"room3 {device.name} 1 Zoë end"
    signature = device.does("call", "signature", device.key, room, text)
    assert is_signed(device.name, digest(room, text), signature)
    assert not is_signed(device.name, sha256(text.encode()).digest(), signature)
    for _ in range(2):
        assert device.does("call", "isSigned", room, device.name, text, signature) is True
        assert device.does("call", "isSigned", f"{room}a", device.name, text, signature) is False
    former = text.replace("room3 ", "room1 ")
    signed_before = sign(device.key, digest("", former))
    for other in (room, f"{room}a"):
        assert device.does("call", "isSigned", other, device.name, former, signed_before) is True
    assert device.does("call", "isSigned", room, device.name, text, signed_before) is False
    other = device.does("createRoom")["device"]
    wrong = f"{int(signature, 16) ^ 1:0128x}"
    for given in ((other, text, signature), (device.name, text + " ", signature), (device.name, text, wrong)):
        assert device.does("call", "isSigned", room, *given) is False
    for nonsense in ("", "x", signature[:-1], "f" * 128, None, 7):
        assert device.does("call", "isSigned", room, device.name, text, nonsense) is False
        assert device.does("call", "isSigned", room, nonsense, text, signature) is False


def test_wrong_signatures_in_messages_passed_on_by_hand(open_device: Open) -> None:
    """Wrong signatures and signatures of another room are detected in messages passed on by hand."""
    device = open_device()
    message = device.message("Zoë", f"room3 {device.name} 1 end", f"room3 {device.name} 2 end")
    assert device.does("call", "checked", device.secret, message) is True
    assert device.does("call", "checked", f"{device.secret}a", message) is False
    assert device.does("call", "checked", device.secret, message.replace(" 2 end", " 3 end")) is False
    assert device.does("call", "checked", device.secret, f"{message}\n") is False
    line = message.split("\n")[1]
    for lines, good in ((MAX_DEVICES, True), (MAX_DEVICES + 1, False)):
        assert device.does("call", "checked", device.secret, "\n".join(["-", *[line] * lines])) is good


def test_a_qr_code(open_device: Open) -> None:
    """A QR code is square with three finder patterns, corrects less if that makes it fit, and can be too long."""
    device = open_device()
    size, _, path = device.does("call", "qr", f"https://example.org/#room={device.secret}").partition(" ")
    dark = {(int(row), int(column)) for column, row in re.findall(r"M(\d+) (\d+)h1v1h-1z", path)}
    assert path == "".join(f"M{column} {row}h1v1h-1z" for row, column in sorted(dark))
    inside = range(QUIET, int(size) - QUIET)
    assert {*chain(*dark)} <= {*inside}
    rows = ["".join(str(int((row, column) in dark)) for column in inside) for row in inside]
    for row, column in ((0, 0), (0, -7), (-7, 0)):
        cut = [line[column:][:7] for line in rows[row:][:7]]
        assert cut == ["1111111", "1000001", *["1011101"] * 3, "1000001", "1111111"]
    assert device.does("call", "qr", "a" * 2331)
    assert device.does("call", "qr", "a" * 2953)
    assert device.does("call", "qr", "a" * 2954) == ""


def test_a_message_arrives_once(pair: tuple[Device, Device], relays: list[PlayedRelay]) -> None:
    """A message over both relays arrives once, its sender doesn't hear it, and relays can't read it."""
    ada, ben = pair
    message = ada.say("hidden", f"room3 {ada.name} 1 end")
    ben.wait_for(message)
    answer = ben.say("found")
    ada.wait_for(answer)
    ben.wait_for(message)
    assert [len(relay.sent) for relay in relays] == [2, 2]
    assert relays[0].sent == relays[1].sent
    assert all(asked.keys() == {"kinds", "#t", "limit"} and asked["limit"] == 0 for asked in relays[0].asked)
    known = json.dumps([relays[0].sent, relays[0].asked])
    assert ada.secret not in known
    assert "hidden" not in known
    assert "hello3" not in known


def test_different_second_half_leads_to_an_empty_room(open_device: Open, relays: list[PlayedRelay]) -> None:
    """A link with a different second half leads to an empty room: its topic and key depend on the whole link."""
    ada, ben, eve = (open_device(*relays) for _ in range(3))
    word = f"{ada.secret}.{ada.name}"
    for device, its in ((ada, word), (ben, word), (eve, f"{ada.secret}.{eve.name}")):
        device.enter(secret=its)
    assert len({asked["#t"][0] for asked in relays[0].asked}) == 2
    ben.wait_for(ada.say())
    guest = Stranger(eve)
    relays[0].spread([*relays[0].sent, guest.event(content=relays[0].sent[0]["content"]), guest.event()])
    eve.wait_for(guest.message())


def test_repeated_reordered_and_delayed_events(pair: tuple[Device, Device], relays: list[PlayedRelay]) -> None:
    """Each message is heard once, in some order, even if a relay repeats, reorders, and delays events."""
    ada, ben = pair
    for relay in relays:
        relay.hold()
    messages = []
    for number in range(3):
        messages.append(ada.say(str(number)))
        for relay in relays:
            wait_until_sent(ada, relay, number + 1)
    assert ben.does("getMessages") == []
    relays[1].release(backwards=True, times=3)
    ben.wait_for(*messages)
    relays[0].release()
    ada.wait_for()
    last = ben.say("end")
    for relay in relays:
        wait_until_sent(ben, relay, 4)
        relay.release()
    ada.wait_for(last)
    ben.wait_for(*messages)


def wait_until_sent(device: Device, relay: PlayedRelay, number: int) -> None:
    """Wait until a relay has received a number of events."""
    device.wait(lambda: len(relay.sent) >= number)
    assert len(relay.sent) == number


def wait_until_asked(device: Device, relay: PlayedRelay, times: int) -> None:
    """Wait until a relay has received a number of requests for news or for its presence."""
    device.wait(lambda: len(relay.asked) >= times)
    assert len(relay.asked) == times


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
        message = text or f"hello3 {self.name} -"
        content = self.content(packed(message if isinstance(message, bytes) else message.encode()))
        return event(self.key, {"tags": [["t", self.topic]], "content": content} | others)

    def signed(self, statement: str, room: str = "") -> str:
        """Return a signed statement as a line, for this room or another one."""
        return f"{sign(self.key, digest(room or self.secret, statement))} {statement}"

    def message(self, *lines: str) -> str:
        """Return a message."""
        return "\n".join([f"hello3 {self.name} -", *lines])


def digest(room: str, statement: str) -> bytes:
    """Return the digest signed for a statement in a room. The former protocol didn't sign the room."""
    said = "\n".join(["cartographers: a statement", *filter(None, [room]), statement])
    return sha256(said.encode()).digest()


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
    "what is not packed": lambda guest: guest.event(content=guest.content(b"hello3")),
    "what is cut off": lambda guest: guest.event(content=guest.content(packed(b"hello3 " * 99)[:-3])),
    "what goes on": lambda guest: guest.event(content=guest.content(packed(guest.message().encode()) + b"more")),
    "a bomb": lambda guest: guest.event(b"a" * 60_000_000),
    "a message that is too long": lambda guest: guest.event(guest.message().ljust(MAX_LENGTH + 1)),
    "what is no text": lambda guest: guest.event(guest.message().encode() + b"\xff"),
    "another id": lambda guest: guest.event() | {"id": "0" * 64},
    "another signature": lambda guest: guest.event() | {"sig": "0" * 128},
    "a signature that is none": lambda guest: guest.event() | {"sig": None},
    "another sender": lambda guest: guest.event() | {"pubkey": guest.device.name},
    "another's greeting": lambda guest: guest.event(f"hello3 {guest.device.name} -"),
    "an empty message": lambda guest: guest.event(" "),
    "an empty line": lambda guest: guest.event(guest.message("")),
    "a line that nobody has signed": lambda guest: guest.event(guest.message(f"room3 {guest.name} 1 end")),
    "a line of another": lambda guest: guest.event(guest.message(guest.signed(f"room3 {guest.device.name} 1 end"))),
    "a line of another room": lambda guest: guest.event(guest.message(guest.signed(f"room3 {guest.name} 1 end", "b"))),
    "too many lines": lambda guest: guest.event(
        guest.message(*[guest.signed(f"room3 {guest.name} 1 end")] * (MAX_DEVICES + 1))
    ),
}


def test_invalid_events_are_not_heard(pair: tuple[Device, Device], relays: list[PlayedRelay]) -> None:
    """Invalid events by a guest aren't heard, and valid events after them are."""
    ada, ben = pair
    relay, _ = relays
    heard: list[str] = []
    for name, rubbish in RUBBISH.items():
        guest, friend = Stranger(ada), Stranger(ada)
        ben.does("setKnownDevices", [guest.name, friend.name, ada.name])
        heard.append(friend.message(friend.signed(f"room3 {friend.name} 1 end")))
        relay.spread([rubbish(guest), friend.event(heard[-1])])
        ben.wait(lambda: len(ben.does("getMessages")) >= len(heard))
        assert ben.does("getMessages") == heard, name


#: Messages by relays that no device understands.
DEEP = f"{'[' * 45_000}{']' * 45_000}"
NONSENSE = (
    "",
    "[",
    "null",
    "7",
    "{}",
    "[]",
    "[[]]",
    '["constructor", 1]',
    '["EVENT"]',
    '["EVENT", "room"]',
    '["EVENT", "room", null]',
    '["EVENT", "room", 7]',
    '["EVENT", "room", {"kind": 26142}]',
    '["EVENT", null, {}]',
    '["EOSE"]',
    '["EOSE", {}]',
    '["CLOSED"]',
    '["CLOSED", "other", "blocked: no"]',
    '["OK"]',
    '["OK", 7, 7, 7]',
    '["OK", null, null, {}]',
    '["NOTICE"]',
    '["NOTICE", {"text": 1}]',
    '["NOTICE", {"toString": 1}]',
    '["OK", "1", false, {"toString": 1}]',
    '["CLOSED", "other", {"toString": 1}]',
    '[{"toString": 1}, 1]',
    '["EVENT", "room", {"kind": 26142, "pubkey": {"toString": 1}}]',
    f'["EVENT", "room", {{"kind": 26142, "pubkey": {DEEP}}}]',
    f'["EVENT", "room", {{"kind": 26142, "pubkey": "{"0" * 64}", "created_at": 1, "tags": {DEEP}}}]',
    '["AUTH", "challenge"]',
    '["COUNT", "room", {}]',
    f'["NOTICE", "{"a" * 100_000}"]',
    f"[{'[' * 90_000}",
)


def test_relay_sending_nonsense_still_works(pair: tuple[Device, Device], relays: list[PlayedRelay]) -> None:
    """A relay that sends nonsense still works."""
    ada, ben = pair
    for words in NONSENSE:
        for relay in relays:
            relay.say(words)
    ben.wait_for(ada.say())
    assert [state for state in ben.does("getStateHistory") if "closed" in state] == []


def test_a_flood_is_limited(stopped_pair: tuple[Device, Device], relays: list[PlayedRelay]) -> None:
    """A flood is limited for each sender and for all strangers together, and players with seats still get through."""
    ada, ben = stopped_pair
    relay, _ = relays
    relays[1].hold()
    one = Stranger(ada)
    ben.does("setKnownDevices", [ada.name])
    relay.spread([one.event() for _ in range(60)])
    relay.spread([Stranger(ada).event() for _ in range(60)])
    message = ada.say()
    ben.wait(lambda: message in ben.does("getMessages"))
    heard = ben.does("getMessages")
    assert 1 < heard.count(one.message()) < 30
    assert len(heard) < 60


def test_flooding_relay(open_device: Open) -> None:
    """A device stops reading a flooding relay until the flood slows down."""
    relay = PlayedRelay(URLS[0])
    ada = open_device(relay, clock=time.time()).enter(URLS[:1])
    guest = Stranger(ada)
    ada.page.clock.pause_at(2_000_000_000_000)
    for words in [f'["NOTICE", "{"a" * 90_000}"]'] * 30 + ["[]"] * 200:
        relay.say(words)
    relay.spread([guest.event()])
    relay.say('["NOTICE", "unread"]')
    ada.page.wait_for_timeout(100)
    assert ada.does("getMessages") == []
    assert ada.does("getStates")[0]["why"] == "a" * 200
    ada.page.clock.run_for(5000)
    relay.spread([guest.event()])
    ada.wait_for(guest.message())


def test_message_queue_is_limited(open_device: Open) -> None:
    """While a device is busy, it queues a limited number of messages and drops others."""
    relay = PlayedRelay(URLS[0])
    ada = open_device(relay).enter(URLS[:1])
    guests = [Stranger(ada) for _ in range(8)]
    ada.does("setKnownDevices", [guest.name for guest in guests])
    ada.does("hold")
    for guest in guests:
        relay.spread([guest.event() for _ in range(12)])
    relay.say('["NOTICE", "all"]')
    ada.wait(lambda: ada.does("getStates")[0]["why"] == "all")
    ada.does("release")
    ada.wait(lambda: len(ada.does("getMessages")) >= 64)
    ada.page.wait_for_timeout(100)
    assert len(ada.does("getMessages")) <= 66


def test_forging_relay(stopped_pair: tuple[Device, Device], relays: list[PlayedRelay]) -> None:
    """A relay's forgeries are ignored and don't block real messages of the forged sender, and the relay is dropped."""
    ada, ben = stopped_pair
    liar, relay = relays
    liar.hold()
    message = ada.say()
    ben.wait_for(message)
    [honest] = liar.held
    made_up = [honest | {"content": Stranger(ada).event()["content"]} for _ in range(9)]
    liar.spread(made_up)
    ben.wait(lambda: "closed trying" in ben.does("getStateHistory"))
    assert {"url": liar.url, "state": "closed", "why": "forged"} in ben.does("getStates")
    wait_until_sent(ada, relay, 1)
    ben.wait_for(message)
    ben.wait_for(message, ada.say("more"))


@pytest.mark.parametrize("why", ["auth-required: who?", "restricted: no", "blocked: spam", "pow: 28 bits needed"])
@pytest.mark.parametrize("how", ["OK", "CLOSED"])
def test_refusing_relay(pair: tuple[Device, Device], relays: list[PlayedRelay], how: str, why: str) -> None:
    """A relay that refuses gets nothing until the device wakes. Its reason is shown, and the other relays continue."""
    ada, ben = pair
    strict, relay = relays
    if how == "OK":
        strict.verdict = lambda _: (False, f"{why} {'!' * 300}")
        first = [ada.say()]
        ben.wait_for(*first)
    else:
        strict.say(json.dumps(["CLOSED", "room", f"{why} {'!' * 300}"]))
        first = []
    ada.wait_for_states("refused", "open" if first else "trying")
    assert ada.does("getStates")[0] == {"url": strict.url, "state": "refused", "why": f"{why} {'!' * 300}"[:200]}
    ben.wait_for(*first, ada.say("2"))
    wait_until_sent(ada, relay, len(first) + 1)
    assert len(strict.sent) == len(first)
    strict.verdict = relay.verdict
    ada.does("wake", "visibilitychange")
    ada.wait_for_states("trying", "open")
    assert ada.does("getStates")[0]["why"] == ""


def test_relay_reporting_too_many_requests(open_device: Open) -> None:
    """A relay that reports too many requests gets nothing for a while, then only the last message."""
    relay = PlayedRelay(URLS[0])
    ada, ben = (open_device(relay, clock=time.time()) for _ in range(2))
    ada.enter(URLS[:1])
    ben.enter(URLS[:1], ada.secret)
    relay.verdict = lambda _: (False, "rate-limited: slow down")
    # Otherwise the pause after the refusal would be over on a slow machine.
    ada.page.clock.pause_at(2_000_000_000_000)
    ada.say("1")
    ada.wait(lambda: ada.does("getStates")[0]["why"] == "rate-limited: slow down")
    ada.does("countEncryptions")
    for count, text in enumerate("234", 1):
        last = ada.say(text)
        ada.wait_until_encrypted(count)
    relay.verdict = lambda _: (True, "")
    ada.page.clock.run_for(5000)
    ben.wait_for(last)
    wait_until_sent(ada, relay, 2)
    ada.wait(lambda: ada.does("getStates")[0] == {"url": relay.url, "state": "open", "why": ""})


def test_relay_counts_as_open_after_an_echo(pair: tuple[Device, Device], relays: list[PlayedRelay]) -> None:
    """A relay counts as open once an event has come back. The test needs no extra message, and isn't heard."""
    ada, ben = pair
    ada.wait_for_states("trying", "trying")
    ben.wait_for(ada.say())
    ada.wait_for_states("open", "open")
    ben.wait_for_states("trying", "trying")
    assert [len(relay.sent) for relay in relays] == [1, 1]
    assert ada.does("getMessages") == []


#: The ways in which a relay passes no event on: it swallows, accepts, or refuses it.
DEAF: dict[str, Callable[[PlayedRelay], None]] = {
    "swallows": lambda relay: setattr(relay, "verdict", lambda _: None),
    "takes": lambda relay: relay.hold(),
    "declines": lambda relay: setattr(relay, "verdict", lambda _: (False, "error: no")),
}


@pytest.mark.parametrize("how", DEAF)
def test_relay_passing_nothing_on_is_reported_as_deaf(open_device: Open, how: str) -> None:
    """A relay that passes nothing on is reported as deaf after a while, gets no extra messages, and can recover."""
    deaf, honest = (PlayedRelay(url) for url in URLS)
    DEAF[how](deaf)
    ada = open_device(deaf, honest, clock=time.time()).enter()
    ada.say("1")
    ada.wait_for_states("trying", "open")
    if how == "declines":
        ada.wait(lambda: ada.does("getStates")[0]["why"] == "error: no")
    ada.page.clock.run_for(16_000)
    ada.wait_for_states("deaf", "open")
    assert "closed" not in " ".join(ada.does("getStateHistory"))
    assert [len(relay.sent) for relay in (deaf, honest)] == [1, 1]
    wait_until_asked(ada, deaf, 2)  # it may have lost the subscription
    deaf.verdict, deaf.passes = honest.verdict, honest.passes
    ada.say("2")
    ada.wait_for_states("open", "open")
    assert ada.does("getStates")[0]["why"] == ""


def test_formerly_working_relay_gets_more_time(open_device: Open) -> None:
    """A relay that has worked gets more time before it is reported as deaf, but not unlimited time."""
    relay = PlayedRelay(URLS[0])
    ada = open_device(relay, clock=time.time()).enter(URLS[:1])
    ada.say("1")
    ada.wait_for_states("open")
    relay.verdict = lambda _: None
    ada.say("2")
    wait_until_sent(ada, relay, 2)
    ada.page.clock.run_for(31_000)
    wait_until_asked(ada, relay, 2)  # for its presence, to which it answers
    ada.wait_for_states("open")
    ada.page.clock.run_for(14_500)
    ada.wait_for_states("deaf")


def test_relay_without_echo(open_device: Open) -> None:
    """A relay that doesn't echo events to their sender works if it accepts them and delivers other devices' events."""
    relay = PlayedRelay(URLS[0])
    relay.echoes = False
    ada, ben = open_device(relay).enter(URLS[:1]), open_device(relay)
    ben.enter(URLS[:1], ada.secret)
    ben.wait_for(ada.say())
    ada.wait_for_states("trying")
    ada.wait_for(ben.say())
    ben.wait_for_states("open")
    ada.say("2")
    ada.wait_for_states("open")


def unanswered(open_device: Open) -> tuple[PlayedRelay, Device]:
    """Return a relay that doesn't answer, and a device that has asked it."""
    relay = PlayedRelay(URLS[0])
    relay.is_slow = True
    device = open_device(relay, clock=time.time())
    device.does("enter", device.secret, device.key, URLS[:1])
    device.wait(lambda: len(relay.asked) == 1)
    return relay, device


def test_slow_relay_keeps_its_socket(open_device: Open) -> None:
    """A relay that answers late is reported as slow after a while, keeps its socket, and works half a minute later."""
    relay, ada = unanswered(open_device)
    ada.page.clock.run_for(30_000)
    ada.wait_for_states("slow")
    relay.answer()
    ada.wait_for_states("trying")
    relay.is_slow = False
    ada.say()
    ada.wait_for_states("open")
    assert ada.does("getStateHistory") == ["connecting", "slow", "trying", "open"]
    assert len(relay.asked) == 1


def test_unresponsive_relay_loses_its_socket(open_device: Open) -> None:
    """A relay that never answers loses its socket after a minute, and gets another one later."""
    relay, ada = unanswered(open_device)
    ada.page.clock.fast_forward(15_000)
    ada.wait_for_states("slow")
    ada.page.clock.fast_forward(46_000)
    ada.wait(lambda: "closed" in ada.does("getStateHistory"))
    relay.is_slow = False
    ada.page.clock.run_for(2000)
    ada.wait_for_states("trying")


def test_relay_that_keeps_hanging_up(open_device: Open) -> None:
    """A relay that keeps hanging up is reopened after longer pauses, to save greetings, even if it works in between."""
    relay = PlayedRelay(URLS[0])
    ada = open_device(relay, clock=time.time()).enter(URLS[:1])
    ada.page.clock.pause_at(2_000_000_000_000)
    for number in range(7):
        ada.say(str(number))
        ada.wait_for_states("open")
        ada.page.clock.run_for(10_000)
        relay.drop()
        ada.wait_for_states("closed")
        if number < 6:
            while ada.does("getStates")[0]["state"] == "closed":
                ada.page.clock.run_for(1000)
            ada.wait_for_states("trying")
    ada.page.clock.run_for(25_000)
    ada.wait_for_states("closed")


def test_no_relay_is_reported_as_deaf_after_sleep(open_device: Open) -> None:
    """After sleep, a device first reads the events that came back, so it doesn't report any relay as deaf."""
    relay = PlayedRelay(URLS[0])
    ada = open_device(relay, clock=time.time()).enter(URLS[:1])
    relay.hold()
    ada.say()
    wait_until_sent(ada, relay, 1)
    ada.page.clock.fast_forward(600_000)
    relay.release()
    ada.wait_for_states("open")
    assert "deaf" not in ada.does("getStateHistory")


def test_sending_is_limited(open_device: Open) -> None:
    """A relay gets a few messages at once, and of any more only the last one."""
    relay = PlayedRelay(URLS[0])
    ada = open_device(relay, clock=time.time()).enter(URLS[:1])
    ada.page.clock.pause_at(2_000_000_000_000)
    ada.does("countEncryptions")
    for number in range(12):
        ada.say(str(number))
        ada.wait_until_encrypted(number + 1)
    wait_until_sent(ada, relay, 4)
    ada.page.clock.run_for(1000)
    wait_until_sent(ada, relay, 5)


@pytest.mark.parametrize(("behind", "why"), [(3600, "ephemeral event expired"), (-3600, "created_at too late")])
def test_a_wrong_clock(open_device: Open, behind: int, why: str) -> None:
    """A relay's refusal because of a wrong clock is shown; then the times of others' events correct the clock."""
    relay = PlayedRelay(URLS[0])

    def verdict(event: Event) -> tuple[bool, str]:
        is_in_time = -60 < event["created_at"] - time.time() < 900
        return (True, "") if is_in_time else (False, f"invalid: {why}")

    relay.verdict = verdict
    ada, ben = open_device(relay), open_device(relay, clock=time.time() - behind)
    ada.enter(URLS[:1])
    ben.enter(URLS[:1], ada.secret)
    ben.say("1")
    ben.wait(lambda: ben.does("getStates") == [{"url": relay.url, "state": "trying", "why": f"invalid: {why}"}])
    assert len(relay.sent) == 1
    ben.wait_for(ada.say())
    last = ben.say("2")
    ada.wait_for(last)
    ada.wait_for(last, ben.say("3"))
    assert len(relay.sent) == 5


def test_lying_relay_does_not_change_the_others_time(pair: tuple[Device, Device], relays: list[PlayedRelay]) -> None:
    """A relay that repeats old events and refuses new ones doesn't change the time of events for the other relay."""
    ada, ben = pair
    liar, honest = relays
    guest = Stranger(ada)
    liar.spread([guest.event(created_at=int(time.time()) - 3600)])
    ada.wait_for(guest.message())
    liar.verdict = lambda _: (False, "invalid: created_at too late")
    first = ada.say("1")
    ben.wait(lambda: first in ben.does("getMessages"))
    last = ada.say("2")
    ben.wait(lambda: last in ben.does("getMessages"))
    ada.wait(lambda: len(liar.sent) == 3)
    assert [event["created_at"] - time.time() < -PATIENCE for event in liar.sent] == [False, True, True]
    assert all(abs(event["created_at"] - time.time()) < PATIENCE for event in honest.sent)
    ada.wait(lambda: ada.does("getStates")[1] == {"url": honest.url, "state": "open", "why": ""})


def test_clock_correction_is_limited(open_device: Open) -> None:
    """The correction of a clock by others' times is limited."""
    relay = PlayedRelay(URLS[0])
    ada = open_device(relay).enter(URLS[:1])
    guest = Stranger(ada)
    relay.spread([guest.event(created_at=int(time.time()) + 30 * 86_400)])
    ada.wait_for(guest.message())
    relay.verdict = lambda _: (False, "invalid: created_at too early")
    for times in (1, 2):
        ada.say()
        wait_until_sent(ada, relay, times)
    assert all(abs(event["created_at"] - time.time()) < PATIENCE for event in relay.sent)


def test_silent_relay_is_called_until_it_answers(open_device: Open) -> None:
    """A device notices a relay that falls silent, and keeps calling it until it answers again."""
    relay = PlayedRelay(URLS[0])
    ada = open_device(relay, clock=time.time()).enter(URLS[:1])
    relay.is_deaf = True
    ada.page.clock.run_for(30_000)
    ada.page.clock.run_for(15_000)
    ada.wait(lambda: "closed" in ada.does("getStateHistory"))
    relay.is_deaf = False
    ada.page.clock.run_for(90_000)
    ada.wait_for_states("trying")


@pytest.mark.parametrize("kind", ["visibilitychange", "pageshow", "online"])
def test_waking_up(open_device: Open, kind: str) -> None:
    """After waking, a device soon notices dead connections, and at once retries relays that it had given up."""
    relay = PlayedRelay(URLS[0])
    ada = open_device(relay, clock=time.time()).enter(URLS[:1])
    for times in (2, 3):
        ada.page.clock.run_for(31_000)
        wait_until_asked(ada, relay, times)
    ada.does("wake", kind)
    wait_until_asked(ada, relay, 4)
    ada.page.clock.run_for(4000)
    assert ada.does("getStateHistory") == ["connecting", "trying"]
    relay.is_up, relay.is_deaf = False, True
    ada.does("wake", kind)
    ada.page.clock.run_for(4000)
    ada.wait_for_states("closed")
    ada.page.clock.run_for(300_000)
    ada.page.clock.pause_at(2_000_000_000_000)
    ada.wait_for_states("closed")
    relay.is_up, relay.is_deaf = True, False
    ada.does("wake", kind)
    ada.wait_for_states("trying")


def test_leaving(pair: tuple[Device, Device], relays: list[PlayedRelay]) -> None:
    """After leaving, all sockets are closed, nothing is heard or sent, and nothing reconnects."""
    ada, ben = pair
    ada.does("leave")
    ada.wait(lambda: [relay.connected for relay in relays] == [1, 1])
    ada.say()
    for kind in ("visibilitychange", "pageshow", "online"):
        ada.does("wake", kind)
    ben.say()
    wait_until_sent(ben, relays[0], 1)
    ada.page.wait_for_timeout(50)
    assert ada.does("getMessages") == []
    assert [relay.connected for relay in relays] == [1, 1]
    ada.does("enter", ada.secret, ada.key, URLS)
    ada.wait_until_subscribed()
    ada.wait_for(ben.say("2"))


def test_browser_without_encryption(open_device: Open) -> None:
    """If the browser can't encrypt, all relays say so, and no error is thrown."""
    ada = open_device()
    ada.page.evaluate("() => Object.defineProperty(crypto, 'subtle', { value: undefined })")
    ada.does("enter", ada.secret, ada.key, URLS)
    ada.wait_for_states("insecure", "insecure")
    ada.say()
    ada.does("leave")


def test_few_timers_are_enough_to_wait_for_sending() -> None:
    """One or two timers are enough to wait for sending, because no timer is so short that it must repeat at once."""
    command = [tool("node", NODE_ADVICE), str(FOLDER / "waits.mjs")]
    done = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=True)  # noqa: S603 - ours
    assert int(done.stdout) <= 2


@pytest.fixture
def real(tmp_path: Path) -> Iterator[tuple[str, list[str]]]:
    """Serve the page with two real relays on this machine, named in its policy, and yield all addresses."""
    with ExitStack() as stack:
        relays = [stack.enter_context(local_relay()) for _ in range(2)]
        yield stack.enter_context(site_with(relays, tmp_path / "site")), relays


def test_real_relays(open_device: Open, real: tuple[str, list[str]]) -> None:
    """Under the page's own policy, a message over real relays arrives once, and no other relay can be reached."""
    site, relays = real
    ada, ben = (open_device(address=site) for _ in range(2))
    ada.enter(relays)
    ben.enter(relays, ada.secret)
    message = ada.say("x" * 5000, f"room3 {ada.name} 1 end")
    ben.wait_for(message)
    ada.wait_for(ben.say())
    ben.wait_for(message)
    eve = open_device(address=site, clock=time.time())
    eve.page.clock.pause_at(2_000_000_000_000)
    with local_relay() as other:
        eve.does("enter", ada.secret, eve.key, [other, relays[0]])
        eve.wait(lambda: eve.does("getStateHistory")[-1:] == ["closed trying"])
        assert eve.does("getRefusedAddresses")[0].startswith(other)
    assert ada.page.evaluate("cartographers.facts.relays") == relays


def test_a_real_relay_dies_and_returns(open_device: Open, tmp_path: Path) -> None:
    """When a real relay dies the other one continues, and after its return new devices are heard there."""
    with local_relay() as steady, ExitStack() as life:
        frail = life.enter_context(local_relay())
        with site_with([frail, steady], tmp_path / "site") as site:
            ada, ben, eve = (open_device(address=site) for _ in range(3))
            ada.enter([frail, steady])
            ben.enter([frail, steady], ada.secret)
            life.close()
            for device in (ada, ben):
                device.wait_for_states("closed", "trying")
            first = ada.say("1")
            ben.wait_for(first)
            life.enter_context(local_relay(int(frail.rpartition(":")[2])))
            for device in (ada, ben):
                device.wait_until_subscribed()
            eve.enter([frail], ada.secret)
            last = ada.say("2")
            eve.wait_for(last)
            ben.wait_for(first, last)


def test_no_network_for_a_while(open_device: Open, real: tuple[str, list[str]]) -> None:
    """A device that was offline is back as soon as the network is."""
    site, relays = real
    ada, ben = (open_device(address=site) for _ in range(2))
    ada.enter(relays)
    ben.enter(relays, ada.secret)
    ada.page.context.set_offline(offline=True)
    for device in (ada, ben):
        device.say("lost?")
    ada.page.context.set_offline(offline=False)
    ada.wait_until_subscribed()
    last = ben.say("2")
    ada.wait(lambda: last in ada.does("getMessages"))
    last = ada.say("3")
    ben.wait(lambda: last in ben.does("getMessages"))
