"""How soon the page answers: a whole solo game by taps, on a phone whose processor is four times slower.

Two figures for each tap. *Painted* is the browser's own event timing: from the event until the first frame after it has
been presented, in steps of 8 ms; what takes less than 16 ms is not reported and counts as 16. *Settled* is the time
until all that the tap changes is drawn, the edicts' stars included, by a clock in the page.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Page, sync_playwright

from page.player import PHONE, Player, Spot, box_of, middle
from tasks import browser
from tasks.serve import served
from tasks.steps import SITE

SLOWER = 4
PIXELS = 2
SEED = "bench7"
#: Milliseconds before and after each tap in which nothing else happens, as between those of a quick player.
PAUSE = 250
#: For so long of it a finger stays on the screen.
DOWN = 70
#: The name of the taps on a page with nothing but a button, and how many there are, for comparison.
BARELY, COMPARED = "a page with one button", 50
#: What is not reported took less than this many milliseconds.
LEAST = 16

CLOCKS = """() => {
    window.painted = [];
    new PerformanceObserver(list => {
        for (const {interactionId, duration} of list.getEntries()) if (interactionId) painted.push(duration);
    }).observe({type: "event", durationThreshold: 16});
    window.settled = [];
    let tapped;
    addEventListener("pointerdown", () => tapped = undefined, true);
    for (const kind of ["pointerup", "click"]) addEventListener(kind, event => tapped ??= event.timeStamp, true);
    new MutationObserver(() => {
        if (document.querySelector("#app[aria-busy]")) return;
        const start = tapped;
        if (start === undefined) return; // not a tap's doing
        tapped = undefined;
        requestAnimationFrame(() => setTimeout(() => settled.push(performance.now() - start)));
    }).observe(document.body, {attributeFilter: ["aria-busy"], subtree: true});
}"""
#: What a browser takes for a tap that does next to nothing.
BARE = """<meta name="viewport" content="width=device-width"><button style="width: 100%; height: 100px">0</button>
    <script>document.body.onpointerup = () => document.querySelector("button").firstChild.data++</script>"""
#: Everything is shown, and the browser has reported on it.
QUIET = """() => new Promise(done => {
    const look = () => document.querySelector("#app[aria-busy]") ? setTimeout(look, 5) : setTimeout(done, 60);
    requestAnimationFrame(() => setTimeout(look));
})"""

#: For each kind of tap, the milliseconds of each tap: painted, and settled where something has changed.
Taps = dict[str, list[tuple[float, float | None]]]


@contextmanager
def phone() -> Iterator[Page]:
    """Open the built page on a phone, at full speed until it answers."""
    with sync_playwright() as playwright, served(SITE) as address:
        path = browser.present()
        chromium = playwright.chromium.launch(executable_path=path, args=browser.arguments())
        context = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=PIXELS)
        page = context.new_page()
        show_all(page)
        page.goto(address)
        Player(page).wait_for_start()
        yield page
        chromium.close()


def show_all(page: Page) -> None:
    """Make Chromium's own window larger than the phone in it: what is outside of it is painted, yet never presented."""
    session = page.context.new_cdp_session(page)
    window = session.send("Browser.getWindowForTarget")["windowId"]
    size = {"width": PIXELS * PHONE["width"] + 200, "height": PIXELS * PHONE["height"] + 200}
    session.send("Browser.setWindowBounds", {"windowId": window, "bounds": size})


def start_clocks(page: Page) -> None:
    """Slow the page down, and note from now on how long its taps take."""
    page.evaluate(CLOCKS)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def tap(page: Page, taps: Taps, kind: str, place: str | Spot) -> None:
    """Tap a control, or a place on the screen, and note what the clocks say."""
    page.evaluate("() => { painted.length = settled.length = 0; }")
    if isinstance(place, str):
        place = middle(page.locator(place).first)
    page.wait_for_timeout(PAUSE)  # what is asked of the page keeps it busy
    Player(page).finger(place, hold=DOWN)
    page.wait_for_timeout(PAUSE - DOWN)
    page.evaluate(QUIET)
    painted, settled = page.evaluate("[painted, settled]")
    taps[kind].append((max(painted, default=LEAST), max(settled, default=None)))


def play(page: Page) -> Taps:
    """Play a game to its end: each shape is moved twice, turned, flipped, put where it fits, and drawn."""
    taps: Taps = defaultdict(list)
    rng = random.Random(SEED)  # noqa: S311 - the same taps in every run
    Player(page).begin(SEED)
    start_clocks(page)
    spaces = box_of(page.locator(".spaces"))
    while not page.locator(".end").count():
        if page.locator("[data-do=proceed]").count():
            tap(page, taps, "continue", "[data-do=proceed]")
            continue
        for _ in range(2):
            across, down = spaces["width"] * rng.uniform(0.05, 0.95), spaces["height"] * rng.uniform(0.05, 0.95)
            tap(page, taps, "a space of the map", Spot(spaces["x"] + across, spaces["y"] + down))
        tap(page, taps, "turn", ".turn")
        tap(page, taps, "flip", ".flip")
        if rng.random() < 0.3:
            letter = rng.choice("ABCD")
            for _ in range(2):
                tap(page, taps, "light an edict", f".edict[data-do='light {letter}']")
        while page.locator("[data-do=confirm][aria-disabled]").count():
            tap(page, taps, "where", ".where")
        tap(page, taps, "confirm", "[data-do=confirm]")
    return taps


def spread(milliseconds: list[float]) -> str:
    """Write median, 95th percentile and maximum."""
    high = quantiles(milliseconds, n=20, method="inclusive")[-1] if len(milliseconds) > 1 else milliseconds[0]
    return f"{median(milliseconds):.0f} | {high:.0f} | {max(milliseconds):.0f}"


def table(results: dict[str, Any]) -> str:
    """Write the results as Markdown."""
    taps: Taps = results["taps"]
    of_the_game = {kind: times for kind, times in taps.items() if kind != BARELY}
    everything = [one for times in of_the_game.values() for one in times]
    lines = [
        "# How soon the page answers",
        "",
        f"Measured {results['date']} on {results['cores']} cores of {results['processor']}, in Chromium made {SLOWER}",
        f"times slower, {PHONE['width']} x {PHONE['height']} at {PIXELS} pixels each: milliseconds from a tap to the",
        "first frame (the browser's event timing), and to everything being drawn, over a whole solo game.",
        "",
        "| tap | taps | painted: median | 95 % | most | settled: median | 95 % | most |",
        "| --- | --: | --: | --: | --: | --: | --: | --: |",
    ]
    for kind, times in {**of_the_game, "all of the game": everything, BARELY: taps[BARELY]}.items():
        settled = [time for _, time in times if time is not None]
        shown = spread(settled) if settled else "| |"
        lines.append(f"| {kind} | {len(times)} | {spread([time for time, _ in times])} | {shown} |")
    return "\n".join(lines) + "\n"


def measure() -> Taps:
    """Return what a whole game's taps take."""
    with phone() as page:
        taps = play(page)
        bare = page.context.new_page()
        show_all(bare)
        bare.set_content(BARE)
        start_clocks(bare)
        for _ in range(COMPARED):
            tap(bare, taps, BARELY, "button")
        return dict(taps)
