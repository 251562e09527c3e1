"""The page's start, compared with an old commit's page, the *reference*.

A phone whose processor is slowed down four times visits both alternately over a 9 Mbit/s network. *Cold* is the
first visit with an empty profile, and *warm* the third, after a game on the second: the caches of the browser and the
page work as usual, and the browser has saved compiled code. Each visit lasts until the page has stored its data for the
next one.

A page is *ready* when the loading panel disappears. After all measurements, each visit checks that a tap then opens the
setup screen. Two figures need extra visits, later and in other profiles. For the first screen's *answer*, these visits
tap again and again while the page starts, until something changes. The *work* of a start is the processor time of the
main thread until the page is ready, at full speed. Other programs on this machine hardly affect it, so compare it
first.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Self

from playwright.sync_api import BrowserContext, CDPSession, ConsoleMessage, Playwright, expect, sync_playwright

from bench.page import PIXELS, SLOWER, show_all, slow_down, work
from bench.report import write
from bench.shaped import RATE, TRIP, Shaped, shaped
from bench.sites import REFERENCE, Measures, compare
from support.page.player import PHONE, Player, Spot
from support.page.scripts import call, call_at_start, wait_for
from tasks import browser

#: An even number, so that each page is the first of a round as often as the last. The first one's figures are worse.
ROUNDS = 6
#: Seconds to watch after the page is ready, because it may fetch more files.
AFTER = 3
#: Seconds of rest for a browser that has just started, or that is writing its caches after a visit.
REST = 3
#: Seconds without an answer after which a page counts as broken.
PATIENCE = 180
#: Milliseconds between memory checks, between taps, and between checks whether the page is ready.
LOOK, AGAIN, SOON = 200, 50, 5
#: Milliseconds after a game until Chromium has saved the compiled code.
SAVED = 4000
#: The large button of a game and the button that finds a place, in any language, and the panel at the end.
LARGE, WHERE, END = ".thumb .confirm", ".key.where", ".end"
#: The selectors of the button that opens the setup, and of the setup's button that begins a game, in any language.
DOOR, START_KEY = "[data-do='go set-up']", "[data-do='begin set-up']"
#: The figures of a visit. Those of a warm visit follow in the table.
PAINT, ANSWER, READY, TASK = (
    "first contentful paint, ms",
    "first response to a tap, ms",
    "Python ready, ms",
    ("longest task until ready, ms"),
)


@contextmanager
def profile(playwright: Playwright) -> Iterator[BrowserContext]:
    """Start Chromium on a phone, with an empty profile."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        context = playwright.chromium.launch_persistent_context(
            folder,
            executable_path=browser.present(browser.WITH_WINDOWS),
            args=browser.arguments(),
            viewport=PHONE,
            has_touch=True,
            is_mobile=True,
            device_scale_factor=PIXELS,
        )
        time.sleep(REST)
        yield context
        context.close()


class PageVisit:
    """A visit to a page in a new tab, and the page's reports so far."""

    def __init__(self, context: BrowserContext, server: Shaped) -> None:
        """Open the tab."""
        assert context.browser
        self.server = server
        self.browser = context.browser.new_browser_cdp_session()
        self.page = context.new_page()
        self.session = context.new_cdp_session(self.page)
        self.told: dict[str, Any] = {}
        self.page.expose_function("tellBench", self._tell)
        self.page.on("console", pass_on)
        show_all(self.page)

    def __enter__(self) -> Self:
        """Begin the visit."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the tab, and give the browser time to write its caches."""
        self.page.close()
        time.sleep(REST)

    def _tell(self, what: str, value: object) -> None:
        self.told[what] = value

    def start(self, function: str, *, full_speed: bool = False) -> None:
        """Go to the page, after calling a function of bench.js there."""
        slow_down(self.page, 1 if full_speed else SLOWER)
        call_at_start(self.page, "bench", function)
        self.page.goto(self.server.address, wait_until="commit")

    def wait(self, what: str, every: int, meanwhile: Callable[[], None]) -> None:
        """Call ``meanwhile`` every few milliseconds until the page has reported a fact."""
        self.wait_until(lambda: what in self.told, f"did not report: {what}", every, meanwhile)

    def wait_until(self, is_done: Callable[[], bool], failure: str, every: int, meanwhile: Callable[[], None]) -> None:
        """Call ``meanwhile`` every few milliseconds until a condition holds.

        :raises TimeoutError: if it doesn't hold in time; the message is the address and ``failure``
        """
        patience = time.monotonic() + PATIENCE
        while not is_done():
            if time.monotonic() > patience:
                message = f"{self.server.address} {failure}"
                raise TimeoutError(message)
            meanwhile()
            self.page.wait_for_timeout(every)

    def open_setup(self) -> None:
        """Check that a tap opens the setup screen."""
        self.page.locator(DOOR).tap()
        expect(self.page.locator(START_KEY)).to_be_visible()

    def private(self) -> float:
        """Return the private memory of the page's renderer."""
        return private(self.browser)


def pass_on(message: ConsoleMessage) -> None:
    """Print a page's errors."""
    if message.type == "error":
        print(message.text, file=sys.stderr)


def private(session: CDPSession) -> float:
    """Return the private memory of a browser's largest renderer, in megabytes. Only Linux tells it; elsewhere, it is 0.

    Memory that is only read from a file doesn't count: it is private only while no other browser has read that file.
    """
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    renderers = [process["id"] for process in processes if process["type"] == "renderer"]
    largest = max(renderers, key=lambda process: memory_of(process, "status", "RssAnon"))
    return memory_of(largest, "smaps_rollup", "Private_Dirty")


def memory_of(process: int, file: str, lines: str) -> float:
    """Return the sum of some lines in a process's file in /proc, in megabytes; 0 without such a file."""
    try:
        told = Path(f"/proc/{process}/{file}").read_text(encoding="utf-8")
    except OSError:
        return 0
    return sum(map(int, re.findall(rf"^{lines}:\s+(\d+) kB", told, re.MULTILINE))) * 1024 / 1e6


def start(context: BrowserContext, server: Shaped) -> dict[str, float]:
    """Visit a page, and measure its start."""
    with PageVisit(context, server) as visit:
        memory: list[float] = []

        def look() -> None:
            memory.append(visit.private())

        visit.start("watchStart")
        visit.wait("ready", LOOK, look)
        for _ in range(AFTER * 1000 // LOOK):
            look()
            visit.page.wait_for_timeout(LOOK)
        noted, ready = call(visit.page, "bench", "getStartReport"), visit.told["ready"]
        begun, then = noted["origin"], noted["origin"] + ready / 1000
        megabytes, requests = server.wire(begun, then)
        all_megabytes, all_requests = server.wire(begun, then + AFTER)
        visit.open_setup()
        wait_for(visit.page, "bench", "isDone")
        return {
            PAINT: noted["paint"],
            READY: ready,
            TASK: max((duration for begin, duration in noted["tasks"] if begin < ready), default=0),
            "transferred until ready, MB": megabytes,
            "requests until ready": requests,
            f"transferred {AFTER} s later, MB": all_megabytes,
            f"requests {AFTER} s later": all_requests,
            "peak of the renderer's private memory, MB": max(memory),
            "started from a snapshot (1: yes)": noted["snapshot"],
        }


def play_once(context: BrowserContext, server: Shaped) -> None:
    """Visit a page at full speed, and play a game to its end, whatever the page's language is.

    :raises TimeoutError: if the game does not end
    """
    with PageVisit(context, server) as visit:
        page = visit.page
        visit.start("watchStart", full_speed=True)
        visit.wait("ready", LOOK, lambda: None)
        visit.open_setup()
        page.locator(START_KEY).tap()
        page.locator(LARGE).wait_for()

        def press() -> None:
            large = page.locator(LARGE)
            (large if large.is_enabled() else page.locator(WHERE)).evaluate("button => button.click()")

        visit.wait_until(lambda: page.locator(END).count() > 0, "did not end the game", AGAIN, press)
        page.wait_for_timeout(SAVED)


def first_answer(context: BrowserContext, server: Shaped) -> dict[str, float]:
    """Visit a page, tap its button from the first frame until it answers, and check that the setup screen opens."""
    with PageVisit(context, server) as visit:

        def tap() -> None:
            if "door" in visit.told:
                Player(visit.page).finger(Spot(*visit.told["door"]))

        visit.start("watchForAnswer")
        visit.wait("answer", AGAIN, tap)
        expect(visit.page.locator(START_KEY)).to_be_visible(timeout=PATIENCE * 1000)
        return {ANSWER: visit.told["answer"]}


def work_of_start(context: BrowserContext, server: Shaped) -> dict[str, float]:
    """Visit a page at full speed, and measure the work of its main thread."""
    with PageVisit(context, server) as visit:
        visit.session.send("Performance.enable", {"timeDomain": "threadTicks"})
        visit.start("watchStart", full_speed=True)
        visit.wait("ready", SOON, lambda: None)
        return {"main thread's work until ready, at full speed, ms": work(visit.session)}


def visits(playwright: Playwright, server: Shaped) -> dict[str, dict[str, float]]:
    """Visit a page cold, and again after a game on a second visit."""
    with profile(playwright) as context:
        cold = start(context, server)
        play_once(context, server)
        warm = start(context, server) | work_of_start(context, server) | first_answer(context, server)
    for extra in (work_of_start, first_answer):
        with profile(playwright) as context:
            cold |= extra(context, server)
    return {"cold": cold, "warm": warm}


def measure(site: str) -> Measures:
    """Visit a site, and return the figures of both visits. The path may end in a query: ``_site?lang=es``."""
    path, mark, query = site.partition("?")
    with shaped(Path(path)) as server, sync_playwright() as playwright:
        server.address += mark + query
        found = visits(playwright, server)
    return {f"{state}: {figure}": value for state, figures in found.items() for figure, value in figures.items()}


def bench(others: list[str], rounds: int | None) -> None:
    """Compare the start of this page with that of other sites, and write the report unless others are named."""
    ours, tables = compare(measure, others or [REFERENCE], rounds or ROUNDS)
    if others:
        print(*tables, sep="\n\n")
        return
    paint, ready, again = (
        median(one[figure] for one in ours) / 1000 for figure in (f"cold: {PAINT}", f"cold: {READY}", f"warm: {READY}")
    )
    write(
        "start",
        "Startup time",
        f"On a processor slowed down by a factor of {SLOWER}, at {RATE / 1e6:.0f} Mbit/s, the first screen appears "
        f"after {paint:.1f} s, and Python is ready after {ready:.1f} s. On the third visit, it is ready after "
        f"{again:.1f} s.",
        f", in Chromium at {PHONE['width']} x {PHONE['height']} with a pixel ratio of {PIXELS}, over a "
        f"{RATE / 1e6:.0f} Mbit/s network with {TRIP * 1000:.0f} ms for each request and another "
        f"{2000 * TRIP:.0f} ms for each connection, beside the page of commit {REFERENCE}, built with its own cuts. "
        f"Figures are medians of {len(ours)} alternating rounds. *Cold* is the first visit, with an empty profile, and "
        "*warm* the third.",
        *tables,
    )
