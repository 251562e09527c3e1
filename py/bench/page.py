"""The page's response time: whole solo games played by tapping, on a phone whose processor is slowed down four times.

Each tap has three figures. *Painted* is the browser's own event timing, from the event until the next frame is on the
screen, in steps of 8 ms. Browsers don't report times below 16 ms, so these count as 16. *Settled* is the time until
everything that the tap changes is drawn, including the stars of the edicts, by a clock in the page. *Work* is the
processor time of the page's main thread. Other programs on this machine hardly affect it, so compare it first.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import mean, median, quantiles
from typing import Literal

from playwright.sync_api import Browser, BrowserContext, CDPSession, Locator, Page, sync_playwright

from bench.report import write
from bench.sites import REFERENCE, Measures, compare
from support.page.player import PHONE, Player, Spot, middle
from support.page.scripts import call
from tasks import browser
from tasks.serve import served

SLOWER = 4
PIXELS = 2
SEED = "bench7"
#: Milliseconds of rest before and after each tap, as short as a quick player's.
PAUSE = 250
#: Milliseconds that the finger stays on the screen, a part of the rest.
DOWN = 70
#: The number of games on each page.
ROUNDS = 3
#: Milliseconds until memory freed by a garbage collection has gone back to the system.
MOMENT = 500
#: The shortest time that browsers report, in milliseconds.
LEAST = 16
#: The quantiles of all taps.
HALF, MOST = "all taps: painted, 50%, ms", "all taps: painted, 95%, ms"

#: The milliseconds of each tap, by kind of tap: painted, settled if anything changed, and work.
Taps = dict[str, list[tuple[float, float | None, float]]]


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start Chromium."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=browser.present(browser.WITH_WINDOWS), args=browser.arguments()
        )
        yield started
        started.close()


def a_phone(started: Browser, motion: Literal["reduce"] | None = None) -> BrowserContext:
    """Return a new phone in a browser, with reduced motion if ``motion`` says so."""
    return started.new_context(
        viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=PIXELS, reduced_motion=motion
    )


@contextmanager
def phone() -> Iterator[Page]:
    """Start Chromium on a phone, and open an empty page in a window that is large enough."""
    with chromium() as started:
        page = a_phone(started).new_page()
        show_all(page)
        yield page


def show_all(page: Page) -> None:
    """Make Chromium's own window larger than the phone in it, because it never shows the parts outside its window."""
    session = page.context.new_cdp_session(page)
    window = session.send("Browser.getWindowForTarget")["windowId"]
    size = {"width": PIXELS * PHONE["width"] + 200, "height": PIXELS * PHONE["height"] + 200}
    session.send("Browser.setWindowBounds", {"windowId": window, "bounds": size})


def slow_down(page: Page, rate: int = SLOWER) -> CDPSession:
    """Slow the processor down to a phone's speed."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    return session


class Clocks:
    """The clocks that time the taps on a page."""

    def __init__(self, page: Page) -> None:
        """Slow the page down, and start the clocks."""
        self.page = page
        self.taps: Taps = defaultdict(list)
        self.session = slow_down(page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})
        call(page, "bench", "startClocks")

    def tap(self, kind: str, place: Locator | Spot) -> None:
        """Tap a control or a place on the screen, and note the times."""
        call(self.page, "bench", "clearClocks")
        spot = middle(place) if isinstance(place, Locator) else place
        self.page.wait_for_timeout(PAUSE)  # the calls above keep the page busy
        before = work(self.session)
        Player(self.page).finger(spot, hold=DOWN)
        self.page.wait_for_timeout(PAUSE - DOWN)
        call(self.page, "bench", "waitUntilQuiet")
        worked = work(self.session) - before
        painted, settled = self.page.evaluate("[paintTimes, settleTimes]")
        self.taps[kind].append((max(painted, default=LEAST), max(settled, default=None), round(worked, 1)))


def work(session: CDPSession) -> float:
    """Return the milliseconds of processor time of a page's main thread."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(1000 * float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")


def collect_garbage(page: Page, session: CDPSession) -> None:
    """Collect JavaScript's garbage.

    Freed memory goes back to the system a moment after a garbage collection, and more of it after a second one.
    """
    for _ in range(2):
        session.send("HeapProfiler.collectGarbage")
        page.wait_for_timeout(MOMENT)


def taps_of_a_game(page: Page, address: str) -> Taps:
    """Play a game to its end: move each shape twice, rotate, flip, find a place, and draw.

    The page starts at full speed. An older site in a comparison has other names for some buttons.
    """
    rng = random.Random(SEED)  # noqa: S311 - the same taps in every run
    player = Player(page)
    player.open(f"{address}?id=c1-a-1p-{SEED}")
    page.locator("[data-do='begin link']").click()
    player.map.wait_for()
    first, last = player.spot("A1"), player.spot("K11")
    clocks = Clocks(page)
    while not page.locator(".end").count():
        if (scene := player.button("^(Continue|Skip)")).count():
            clocks.tap("continue", scene)
            continue
        for _ in range(2):
            clocks.tap("a space of the map", Spot(rng.uniform(first.x, last.x), rng.uniform(first.y, last.y)))
        clocks.tap("rotate", page.locator(".key.turn"))
        clocks.tap("flip", page.locator(".key.flip"))
        if rng.random() < 0.3:
            letter = rng.choice("ABCD")
            for _ in range(2):
                clocks.tap("highlight an edict", player.button(f"^Edict .+, {letter}: "))
        while not player.confirm.is_enabled():
            clocks.tap("next fit", page.locator(".key.where"))
        clocks.tap("confirm", player.confirm)
    return clocks.taps


def measure(site: str) -> Measures:
    """Play a game on a site, and return the mean of the middle half for each kind of tap.

    It is steadier than a mean, and finer than a median of 8 ms steps.
    """
    with phone() as page, served(Path(site)) as address:
        taps = taps_of_a_game(page, address)
    everything = [one for times in taps.values() for one in times]
    painted = [time for time, *_ in everything]
    found = {HALF: median(painted), MOST: quantiles(painted, n=20, method="inclusive")[-1]}
    for kind, times in {**taps, "all taps": everything}.items():
        for name, values in zip(("painted", "settled", "work"), zip(*times, strict=True), strict=True):
            known = sorted(time for time in values if time is not None)
            cut = len(known) // 4
            if known:
                found.setdefault(f"{kind}: {name}, ms", mean(known[cut : len(known) - cut]))
    return found


def bench(others: list[str], rounds: int | None) -> None:
    """Compare the taps on this page with those on other sites, and write the report unless others are named."""
    ours, tables = compare(measure, others or [REFERENCE], rounds or ROUNDS)
    if others:
        print(*tables, sep="\n\n")
        return
    half, most = (median(one[figure] for one in ours) for figure in (HALF, MOST))
    write(
        "page",
        "Response time of the page",
        f"On a processor slowed down by a factor of {SLOWER}, the page responds to half of all taps within {half:.0f} "
        f"ms, and to 95% within {most:.0f} ms.",
        f", in Chromium at {PHONE['width']} x {PHONE['height']} with a pixel ratio of {PIXELS}, over {len(ours)} whole "
        f"solo games, beside the page of commit {REFERENCE}. Times are in milliseconds, from a tap to the first frame "
        "(*painted*, by the browser's event timing), until the page has drawn everything (*settled*), and of the main "
        "thread (*work*). Each is the mean of the middle half of a game's taps, and the median of the games.",
        *tables,
    )
