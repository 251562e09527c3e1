"""The cost of a room: the time until a move shows on other phones, and the traffic, over a real relay on this machine.

Two phones play whole games under the page's own policy, at full speed and slowed down. Joining takes from the tap on
Join until the name is in the host's list, and a card from the last Confirm until the other phone shows the next step.
After a reload, the game comes back with everything that the device saved. A latecomer gets a finished game from the
others. Times are in milliseconds. A distant relay adds its round trip. The traffic includes the lobby and reloads: what
both phones send to a relay, and what each of them receives.
"""

from __future__ import annotations

import time
from argparse import Namespace
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import TypeAlias

from playwright.sync_api import Browser, Page, WebSocket

from bench.phone import OPTIONS, SLOWER, chromium, slow_down
from bench.report import table
from support.page.friends import Friend, begin
from support.page.relays import local_relay, site_with
from support.page.scripts import call

#: The number of games at each speed, and of draws before a page is reloaded.
GAMES, RELOADED = 3, 8
#: Milliseconds for a page to become idle.
REST = 3000
#: Seconds between two checks of a page.
PAUSE = 0.02
JOIN, DRAW = "a guest joins the lobby", "the last player confirms"
RELOAD, CATCH_UP = "a player reloads the page", "a guest joins after the game"
MESSAGES, SENT, RECEIVED = "messages", "bytes sent", "bytes received"

#: The milliseconds of each event, and the traffic of each game.
Figures: TypeAlias = dict[str, list[float]]


def bench(_options: Namespace) -> tuple[str, str]:
    """Play games at both speeds."""
    normal, slow = (defaultdict[str, list[float]](list) for _ in range(2))
    for figures, speed in ((normal, 1), (slow, SLOWER)):
        for _ in range(GAMES):
            with local_relay() as relay, site_with([relay]) as address, chromium() as started:
                play(partial(come, started, address, speed), relay, figures)
    rows = [
        [event, *(f"{of(figures[event]):.0f}" for figures in (normal, slow) for of in (median, max))]
        for event in (JOIN, DRAW, RELOAD, CATCH_UP)
    ]
    traffic = (
        f"{min(normal[what] + slow[what]):,.0f} to {max(normal[what] + slow[what]):,.0f} {what}"
        for what in (MESSAGES, SENT, RECEIVED)
    )
    headline = (
        f"On a processor slowed down by a factor of {SLOWER}, a phone continues {median(slow[DRAW]) / 1000:.1f} s "
        "after the last player presses Confirm on another phone, plus the round trip to the relay. A reload takes "
        f"{median(slow[RELOAD]) / 1000:.1f} s."
    )
    times = table(["event", "full speed: median", "max", "slowed down: median", "max"], rows)
    return headline, f"{times}\n\nThe traffic of a game: {', '.join(traffic)}."


def come(started: Browser, address: str, speed: int) -> Friend:
    """Open the page on a phone without motion, because a page that waits for other players would never become idle."""
    page = started.new_context(**OPTIONS, reduced_motion="reduce").new_page()
    slow_down(page, speed)
    return Friend(page, address)


def play(arrival: Callable[[], Friend], relay: str, figures: Figures) -> None:
    """Play a game of two players; a third one joins at the end."""
    ada, ben = arrival(), arrival()
    sent, received = list[int](), list[int]()
    for friend in (ada, ben):
        count(friend.page, relay, sent, received)
    link = ada.open_room("Ada")
    ben.follow(link, "Ben")
    ben.page.wait_for_timeout(REST)
    figures[JOIN].append(between(ben, "enter-room", ada, ".chairs li:nth-child(2)"))
    ben.do("be-ready on")
    begin([ada, ben], ("Ada", "Ben"))
    while not (ada.is_over and ben.is_over):
        lasts = [(one, other) for one, other in ((ada, ben), (ben, ada)) if other.waits and one.fits]
        if not lasts and (ada.step() or ben.step()):
            continue
        if not lasts or ada.kept_record != ben.kept_record:
            time.sleep(PAUSE)  # a phone may not have received the last card yet
            continue
        [(last, other)] = lasts
        figures[DRAW].append(between(last, "confirm", other, ".game:not(:has(.tray.together))"))
        if len(figures[DRAW]) % RELOADED == 0:
            began = time.monotonic()
            last.reload()
            last.wait_for_game()
            figures[RELOAD].append(1000 * (time.monotonic() - began))
    figures[MESSAGES].append(len(sent))
    figures[SENT].append(sum(sent))
    figures[RECEIVED].append(sum(received) / 2)
    cleo = arrival()
    cleo.follow(link, "Cleo")
    cleo.page.wait_for_timeout(REST)
    figures[CATCH_UP].append(between(cleo, "enter-room", cleo, ".game"))


def count(page: Page, relay: str, sent: list[int], received: list[int]) -> None:
    """Note the size of each message that a page sends to a relay or receives from it."""

    def watch(socket: WebSocket) -> None:
        if socket.url.rstrip("/") == relay:
            socket.on("framesent", lambda payload: sent.append(len(payload)))
            socket.on("framereceived", lambda payload: received.append(len(payload)))

    page.on("websocket", watch)


def between(one: Friend, command: str, other: Friend, selector: str) -> float:
    """Press a control on one page, and return the milliseconds until an element is on another page."""
    call(one.page, "bench", "noteTap")
    call(other.page, "bench", "noteShown", selector)
    one.do(command)
    shown: float = call(other.page, "bench", "waitForTime", "shownTime")
    tapped: float = call(one.page, "bench", "waitForTime", "tapTime")
    return shown - tapped
