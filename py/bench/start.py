"""The page's start on a phone whose processor is slowed down four times, over a 9 Mbit/s network.

Each request takes another 60 ms, and a new connection 120 ms more. The figures are medians of alternating rounds.
*Cold* is the first visit with an empty profile, and *warm* the third, after a game on the second: the caches of the
browser and the page work as usual, and the browser has saved compiled code. Each visit lasts until the page has stored
its data for the next one.

A page is *ready* when the loading panel disappears. After all measurements, each visit checks that a tap then opens the
setup screen. Two figures need extra visits, later and in other profiles. For the first screen's *answer*, these visits
tap again and again while the page starts, until something changes. The *work* of a start is the processor time of the
main thread until the page is ready, at full speed. Other programs on this machine hardly affect it, so compare it
first.
"""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Playwright, expect, sync_playwright

from bench.beside import Measures, compare
from bench.phone import OPTIONS, SLOWER, new_tab, private, program, slow_down, work
from bench.slow_server import RATE, Line, slowly_served
from support.page.player import Player, Spot
from support.page.scripts import call, call_at_start, wait_for

#: An even number, so that each page is the first of a round as often as the last. The first one's figures are worse.
ROUNDS = 6
#: Seconds to watch after the page is ready, because it may fetch more files.
AFTER = 3
#: Seconds of rest for a browser that has just started, or that is writing its caches after a visit.
REST = 3
#: Milliseconds between taps.
AGAIN = 50
#: Milliseconds after a game until Chromium has saved the compiled code.
SAVED = 4000
#: The large button of a game and the button that finds a place, in any language, and the panel at the end.
LARGE, WHERE, END = ".thumb .confirm", ".key.where", ".end"
#: The selectors of the button that opens the setup, and of the setup's button that begins a game, in any language.
DOOR, START_KEY = "[data-do='go set-up']", "[data-do='begin set-up']"
#: The figures of the headline.
PAINT, READY = "first contentful paint, ms", "Python ready, ms"


@contextmanager
def profile(playwright: Playwright) -> Iterator[BrowserContext]:
    """Start Chromium on a phone, with an empty profile."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        context = playwright.chromium.launch_persistent_context(folder, **program(), **OPTIONS)
        time.sleep(REST)
        yield context
        context.close()


@contextmanager
def visit(context: BrowserContext, address: str, watch: str = "watchStart", slower: int = 1) -> Iterator[Page]:
    """Visit a page in a new tab, after calling a function of bench.js there. Finally the browser writes its caches."""
    page = new_tab(context)
    page.on("console", pass_on)
    slow_down(page, slower)
    call_at_start(page, "bench", watch)
    page.goto(address, wait_until="commit")
    yield page
    page.close()
    time.sleep(REST)


def pass_on(message: ConsoleMessage) -> None:
    """Print a page's errors."""
    if message.type == "error":
        print(message.text, file=sys.stderr)


def open_setup(page: Page) -> None:
    """Check that a tap opens the setup screen."""
    page.locator(DOOR).tap()
    expect(page.locator(START_KEY)).to_be_visible()


def start(context: BrowserContext, address: str, line: Line) -> dict[str, float]:
    """Visit a page, and measure its start."""
    with visit(context, address, slower=SLOWER) as page:
        ready: float = page.evaluate("whenReady")
        page.wait_for_timeout(1000 * AFTER)
        noted = call(page, "bench", "getStartReport")
        begun, then = noted["origin"], noted["origin"] + ready / 1000
        megabytes, requests = line.traffic(begun, then)
        all_megabytes, all_requests = line.traffic(begun, then + AFTER)
        assert context.browser
        memory = private(context.browser)
        open_setup(page)
        wait_for(page, "bench", "isDone")
        return {
            PAINT: noted["paint"],
            READY: ready,
            "longest task until ready, ms": max((ms for begin, ms in noted["tasks"] if begin < ready), default=0),
            "transferred until ready, MB": megabytes,
            "requests until ready": requests,
            f"transferred {AFTER} s later, MB": all_megabytes,
            f"requests {AFTER} s later": all_requests,
            f"the renderer's private memory {AFTER} s later, MB": memory,
            "started from a snapshot (1: yes)": noted["snapshot"],
        }


def play_once(context: BrowserContext, address: str) -> None:
    """Visit a page, and play a game to its end, whatever the page's language is."""
    with visit(context, address) as page:
        page.evaluate("whenReady")
        open_setup(page)
        page.locator(START_KEY).tap()
        large = page.locator(LARGE)
        large.wait_for()
        while not page.locator(END).count():
            (large if large.is_enabled() else page.locator(WHERE)).evaluate("button => button.click()")
            page.wait_for_timeout(AGAIN)
        page.wait_for_timeout(SAVED)


def first_answer(context: BrowserContext, address: str) -> dict[str, float]:
    """Visit a page, tap its button from the first frame until it answers, and check that the setup screen opens."""
    with visit(context, address, "watchForAnswer", SLOWER) as page:
        while not (noted := page.evaluate("noted")).get("answer"):
            if "door" in noted:
                Player(page).finger(Spot(*noted["door"]))
            page.wait_for_timeout(AGAIN)
        expect(page.locator(START_KEY)).to_be_visible()
        return {"first response to a tap, ms": noted["answer"]}


def work_of_start(context: BrowserContext, address: str) -> dict[str, float]:
    """Visit a page at full speed, and measure the work of its main thread."""
    with visit(context, address) as page:
        page.evaluate("whenReady")
        return {"main thread's work until ready, at full speed, ms": work(page)}


def measure(site: str) -> Measures:
    """Visit a site cold, and again after a game on a second visit. The path may end in a query: ``_site?lang=es``."""
    path, mark, query = site.partition("?")
    with slowly_served(Path(path)) as (folder, line), sync_playwright() as playwright:
        address = folder + mark + query
        with profile(playwright) as context:
            cold = start(context, address, line)
            play_once(context, address)
            warm = start(context, address, line) | work_of_start(context, address) | first_answer(context, address)
        for extra in (work_of_start, first_answer):
            with profile(playwright) as context:
                cold |= extra(context, address)
    return {f"{state}: {name}": value for state, its in (("cold", cold), ("warm", warm)) for name, value in its.items()}


def bench(options: Namespace) -> tuple[str, str]:
    """Return the headline and the figures of this page and of other sites."""
    found, figures = compare(measure, options.beside, options.rounds or ROUNDS)
    paint, ready, again = (found[name] / 1000 for name in (f"cold: {PAINT}", f"cold: {READY}", f"warm: {READY}"))
    headline = (
        f"On a processor slowed down by a factor of {SLOWER}, at {RATE / 1e6:.0f} Mbit/s, the first screen appears "
        f"after {paint:.1f} s, and Python is ready after {ready:.1f} s. On the third visit, it is ready after "
        f"{again:.1f} s."
    )
    return headline, figures
