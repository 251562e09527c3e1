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
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, CDPSession, Locator, Page, sync_playwright

from bench.commits import REFERENCE
from bench.origin import measured
from support.page.player import PHONE, Player, Spot, middle
from support.page.scripts import call, written
from tasks import browser
from tasks.serve import served
from tasks.steps import SITE

SLOWER = 4
PIXELS = 2
SEED = "bench7"
#: Milliseconds of rest before and after each tap, as short as a quick player's.
PAUSE = 250
#: Milliseconds that the finger stays on the screen, a part of the rest.
DOWN = 70
#: The number of shapes in a whole game; None for all.
SHAPES: int | None = None
#: The number of games on each page. The pages take turns, because a machine can be slower in its first minutes.
GAMES = 2
#: Milliseconds until memory freed by a garbage collection has gone back to the system.
MOMENT = 500
#: The kind and number of taps on a page with nothing but a button, for comparison.
BARELY, COMPARED = "a page with one button", 50
#: The shortest time that browsers report, in milliseconds.
LEAST = 16
#: The name for taps of all kinds, and the number of shapes that a quick comparison draws.
ALL, FEW = "the whole game", 6

#: A page that does almost nothing when it is tapped.
BARE = f"""<meta name="viewport" content="width=device-width"><button style="width: 100%; height: 100px">0</button>
    <script>{written("bench", "countTaps")}</script>"""

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
def phone() -> Iterator[BrowserContext]:
    """Start Chromium on a phone."""
    with chromium() as started:
        yield a_phone(started)


def show_all(page: Page) -> None:
    """Make Chromium's own window larger than the phone in it, because it never shows the parts outside its window."""
    session = page.context.new_cdp_session(page)
    window = session.send("Browser.getWindowForTarget")["windowId"]
    size = {"width": PIXELS * PHONE["width"] + 200, "height": PIXELS * PHONE["height"] + 200}
    session.send("Browser.setWindowBounds", {"windowId": window, "bounds": size})


class Clocks:
    """The clocks that time the taps on a page."""

    def __init__(self, page: Page) -> None:
        """Slow the page down, and start the clocks."""
        self.page = page
        self.taps: Taps = defaultdict(list)
        self.session = page.context.new_cdp_session(page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
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


def taps_of_a_game(page: Page, address: str, most: int | None = None) -> Taps:
    """Play a game to its end, or until ``most`` shapes are drawn: move each twice, rotate, flip, find a place, draw.

    The page starts at full speed. An older site in a comparison has other names for some buttons.
    """
    rng = random.Random(SEED)  # noqa: S311 - the same taps in every run
    player = Player(page)
    player.open(f"{address}?id=c1-a-1p-{SEED}")
    page.locator("[data-do='begin link']").click()
    player.map.wait_for()
    first, last = player.spot("A1"), player.spot("K11")
    clocks = Clocks(page)
    while not page.locator(".end").count() and len(clocks.taps.get("confirm", ())) != most:
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


def spread(milliseconds: list[float]) -> str:
    """Format median, 95th percentile, and maximum."""
    high = quantiles(milliseconds, n=20, method="inclusive")[-1] if len(milliseconds) > 1 else milliseconds[0]
    return f"{median(milliseconds):.0f} | {high:.0f} | {max(milliseconds):.0f}"


def with_all(taps: Taps) -> Taps:
    """Add all taps of the game to the taps of each kind."""
    of_the_game = {kind: times for kind, times in taps.items() if kind != BARELY}
    return {**of_the_game, ALL: [one for times in of_the_game.values() for one in times]}


def table(results: dict[str, Any]) -> str:
    """Format the results as Markdown."""
    taps: Taps = results["taps"]
    lines = [
        "# Response time of the page",
        "",
        f"{measured(results)}, in Chromium slowed down",
        f"by a factor of {SLOWER}, at {PHONE['width']} x {PHONE['height']} with a pixel ratio of {PIXELS}, over",
        "whole solo games. Times are in milliseconds, from a tap to the first frame (*painted*, by the browser's event",
        "timing) and until the page has drawn everything (*settled*).",
        "",
        *rows({**with_all(taps), BARELY: taps[BARELY]}),
    ]
    if reference := results.get("reference"):
        lines += ["", f"The same games on the reference, the page of commit {reference['commit']}:", ""]
        lines += rows(with_all(reference["taps"]))
    return "\n".join(lines) + "\n"


def rows(taps: Taps) -> list[str]:
    """Format the times of each kind of tap as a table."""
    lines = [
        "| control | taps | painted: median | 95% | max | settled: median | 95% | max |",
        "| --- | --: | --: | --: | --: | --: | --: | --: |",
    ]
    for kind, times in taps.items():
        settled = [time for _, time, _ in times if time is not None]
        shown = spread(settled) if settled else "| |"
        lines.append(f"| {kind} | {len(times)} | {spread([time for time, *_ in times])} | {shown} |")
    return lines


def measure(reference: Path) -> dict[str, Any]:
    """Measure the taps of whole games on our page and on the reference, and some on a page with one button."""
    with phone() as context:
        bare = opened(context)
        bare.set_content(BARE)
        clocks = Clocks(bare)
        for _ in range(COMPARED):
            clocks.tap(BARELY, bare.get_by_role("button"))
    pages: list[tuple[Path, Taps]] = [(SITE, defaultdict(list)), (reference, defaultdict(list))]
    for _ in range(GAMES):
        for folder, taps in pages:
            for kind, times in taps_on(folder, SHAPES).items():
                taps[kind] += times
        pages.reverse()
    found = dict(pages)
    return {"taps": found[SITE] | clocks.taps, "reference": {"commit": REFERENCE, "taps": found[reference]}}


def taps_on(folder: Path, most: int | None) -> Taps:
    """Measure the taps of a game on the site in a folder, with at most ``most`` shapes."""
    with phone() as context, served(folder) as address:
        return taps_of_a_game(opened(context), address, most)


def figures(folder: Path, *, quick: bool) -> dict[str, float]:
    """Measure a game on the site in the given folder, and return one figure for each kind of tap."""
    taps, found = taps_on(folder, FEW if quick else None), {}
    for kind, times in with_all(taps).items():
        for name, values in zip(("painted", "settled", "work"), zip(*times, strict=True), strict=True):
            known = [time for time in values if time is not None]
            if known:
                found[f"{kind}: {name}, ms"] = middle_mean(known)
    return found


def middle_mean(values: list[float]) -> float:
    """Return the mean of the middle half: steadier than the mean, and finer than a median of 8 ms steps."""
    cut = len(values) // 4
    return mean(sorted(values)[cut : len(values) - cut])


def opened(context: BrowserContext) -> Page:
    """Open an empty page in a window that is large enough."""
    page = context.new_page()
    show_all(page)
    return page
