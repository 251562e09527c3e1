"""The cost of a room: the time until a move shows on other phones, and the traffic, over a real relay on this machine.

Two phones play whole games under the page's own policy. *Joins* is the time from the tap on Join until the name is in
the host's list. *Draws* is the time from the last Confirm for a card until the other phone shows the next step.
*Reloads* is the time until the game is back, with everything that the device saved. *Catches up* is the time that a
latecomer takes to get a finished game from the others. A distant relay adds its round trip.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from itertools import chain
from statistics import median

from playwright.sync_api import Browser, Page, WebSocket

from bench.page import SLOWER, a_phone, chromium, slow_down
from bench.report import table, write
from support.page.friends import Friend, begin
from support.page.player import PHONE
from support.page.relays import local_relay, site_with
from support.page.scripts import call

#: The number of games at each speed, and of draws before a page is reloaded.
GAMES, RELOADED = 3, 8
#: Milliseconds for a page to become idle.
REST = 3000
#: Seconds between two checks of a page.
PAUSE = 0.02
SPEEDS = (1, SLOWER)
TIMES = {
    "joins": "a guest joins the lobby",
    "draws": "the last player confirms",
    "reloads": "a player reloads the page",
    "catches up": "a guest joins after the game",
}

Times = dict[str, list[float]]


class Sent:
    """The messages and bytes that a page sends to the relay and receives from it."""

    def __init__(self, page: Page, relay: str) -> None:
        """Count the traffic of the page's sockets to a relay."""
        self.messages = self.sent = self.received = 0
        self._relay = relay
        page.on("websocket", self._watch)

    def _watch(self, socket: WebSocket) -> None:
        if socket.url.rstrip("/") == self._relay:
            socket.on("framesent", self._count_sent)
            socket.on("framereceived", self._count_received)

    def _count_sent(self, payload: str | bytes) -> None:
        self.messages += 1
        self.sent += len(payload)

    def _count_received(self, payload: str | bytes) -> None:
        self.received += len(payload)


def bench() -> None:
    """Play at each speed, and write the report."""
    rooms: dict[int, Times] = {}
    for speed in SPEEDS:
        times: Times = defaultdict(list)
        for _ in range(GAMES):
            with local_relay() as relay, site_with([relay]) as address, chromium() as started:
                play(started, address, relay, speed, times)
        rooms[speed] = times
    rows = []
    for what, name in TIMES.items():
        cells = ([f"{median(times[what]):.0f}", f"{max(times[what]):.0f}"] for times in rooms.values())
        rows.append([name, *chain(*cells)])
    draws, reloads = (median(rooms[SLOWER][what]) / 1000 for what in ("draws", "reloads"))
    messages, sent, received = (
        _range([one for times in rooms.values() for one in times[what]]) for what in ("messages", "bytes", "received")
    )
    write(
        "rooms",
        "Cost of a room",
        f"On a processor slowed down by a factor of {SLOWER}, a phone continues {draws:.1f} s after the last player "
        f"presses Confirm on another phone, plus the round trip to the relay. A reload takes {reloads:.1f} s.",
        f", in milliseconds. Two phones, emulated in Chromium at {PHONE['width']} x {PHONE['height']}, and a relay ran "
        f"on one machine: {GAMES} games at full speed and {GAMES} slowed down by a factor of {SLOWER}. A remote relay "
        "adds its round trip.",
        table(["event", "full speed: median", "max", "slowed down: median", "max"], rows),
        f"In each game, including the lobby and reloads, the two phones together sent {messages} messages, or {sent} "
        f"bytes, to each connected relay. Each phone received {received} bytes from each relay.",
    )


def play(browser: Browser, address: str, relay: str, speed: int, times: Times) -> None:
    """Play a game of two players; a third one joins at the end."""

    def come() -> Friend:
        # A page that waits for other players has an animation, so it would never become idle.
        friend = Friend(a_phone(browser, "reduce").new_page(), address)
        slow_down(friend.page, speed)
        return friend

    ada, ben = come(), come()
    counts = [Sent(friend.page, relay) for friend in (ada, ben)]
    link = ada.open_room("Ada")
    times["joins"].append(join(ben, ada, link, "Ben"))
    ben.do("choose ready yes")
    begin([ada, ben], ("Ada", "Ben"))
    draws = 0
    while not (ada.is_over and ben.is_over):
        last = next((one for one, other in ((ada, ben), (ben, ada)) if other.waits and one.fits), None)
        if last and ada.kept_record != ben.kept_record:
            time.sleep(PAUSE)  # one of the phones hasn't received the last card yet
        elif last:
            times["draws"].append(draw(last, ben if last is ada else ada))
            draws += 1
            if draws % RELOADED == 0:
                times["reloads"].append(reload(last))
        elif not (ada.step() or ben.step()):
            time.sleep(PAUSE)
    times["messages"].append(sum(count.messages for count in counts))
    times["bytes"].append(sum(count.sent for count in counts))
    times["received"].append(sum(count.received for count in counts) / len(counts))
    cleo = come()
    times["catches up"].append(catch_up(cleo, link))


def join(one: Friend, other: Friend, link: str, name: str) -> float:
    """Make a player join the room, and return the time until the other player sees the name."""
    one.follow(link, name)
    one.page.wait_for_timeout(REST)
    return between(one, other, ".chairs li:nth-child(2)", lambda: one.do("enter-room"))


def draw(one: Friend, other: Friend) -> float:
    """Make the last player draw, and return the time until the other player sees the next step."""
    return between(one, other, ".game:not(:has(.tray.together))", lambda: one.do("confirm"))


def catch_up(one: Friend, link: str) -> float:
    """Make a player join after the game is over, and return the time until its end is on the page."""
    one.follow(link, "Cleo")
    one.page.wait_for_timeout(REST)
    return between(one, one, ".game", lambda: one.do("enter-room"))


def reload(one: Friend) -> float:
    """Reload a page, and return the time until its game is back, by this process's clock."""
    began = time.monotonic()
    one.reload()
    one.wait_for_game()
    return round(1000 * (time.monotonic() - began))


def between(one: Friend, other: Friend, selector: str, tap: Callable[[], None]) -> float:
    """Return the milliseconds from a tap on one page until an element is on another page."""
    call(one.page, "bench", "noteTap")
    call(other.page, "bench", "noteShown", selector)
    tap()
    shown: float = call(other.page, "bench", "waitForTime", "shownTime")
    tapped: float = call(one.page, "bench", "waitForTime", "tapTime")
    return shown - tapped


def _range(numbers: list[float]) -> str:
    return f"{min(numbers):,.0f} to {max(numbers):,.0f}"
