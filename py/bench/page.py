"""The page's response time: whole solo games played by tapping, on a phone whose processor is slowed down four times.

Each tap has three figures. *Painted* is the browser's own event timing, from the event until the next frame is on the
screen, in steps of 8 ms. Browsers don't report times below 16 ms, so these count as 16. *Settled* is the time until
everything that the tap changes is drawn, including the stars of the edicts, by a clock in the page. *Work* is the
processor time of the page's main thread. Other programs on this machine hardly affect it, so compare it first. Each
figure is the mean of the middle half of a game's taps, and the median of the games.
"""

from __future__ import annotations

import random
from argparse import Namespace
from collections import defaultdict
from itertools import chain
from pathlib import Path
from statistics import mean, median, quantiles

from playwright.sync_api import Locator, Page

from bench.beside import Measures, compare
from bench.phone import SLOWER, phone, slow_down, work
from support.page.player import Player, Spot, middle
from support.page.scripts import call
from tasks.serve import served

SEED = "bench7"
#: Milliseconds of rest before and after each tap, as short as a quick player's.
PAUSE = 250
#: Milliseconds that the finger stays on the screen, a part of the rest.
DOWN = 70
#: The number of games on each page.
ROUNDS = 3
#: The shortest time that browsers report, in milliseconds.
LEAST = 16
#: The quantiles of all taps.
HALF, MOST = "all taps: painted, 50%, ms", "all taps: painted, 95%, ms"


class Clocks:
    """The clocks that time the taps on a page."""

    def __init__(self, page: Page) -> None:
        """Slow the page down, and start the clocks."""
        self.page = page
        #: The milliseconds of each tap, by kind of tap: painted, settled if anything changed, and work.
        self.taps: dict[str, list[tuple[float, float | None, float]]] = defaultdict(list)
        slow_down(page)
        call(page, "bench", "startClocks")

    def tap(self, kind: str, place: Locator | Spot) -> None:
        """Tap a control or a place on the screen, and note the times."""
        call(self.page, "bench", "clearClocks")
        spot = middle(place) if isinstance(place, Locator) else place
        self.page.wait_for_timeout(PAUSE)  # the calls above keep the page busy
        before = work(self.page)
        Player(self.page).finger(spot, hold=DOWN)
        self.page.wait_for_timeout(PAUSE - DOWN)
        call(self.page, "bench", "waitUntilQuiet")
        worked = work(self.page) - before
        painted, settled = self.page.evaluate("[paintTimes, settleTimes]")
        self.taps[kind].append((max(painted, default=LEAST), max(settled, default=None), worked))


def play(page: Page, address: str) -> Clocks:
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
    return clocks


def measure(site: str) -> Measures:
    """Play a game on a site, and return the mean of the middle half for each kind of tap.

    It is steadier than a mean, and finer than a median of 8 ms steps.
    """
    with phone() as page, served(Path(site)) as address:
        taps = play(page, address).taps
    everything = [*chain.from_iterable(taps.values())]
    painted = [time for time, *_ in everything]
    found = {HALF: median(painted), MOST: quantiles(painted, n=20, method="inclusive")[-1]}
    for kind, times in {**taps, "all taps": everything}.items():
        for name, values in zip(("painted", "settled", "work"), zip(*times, strict=True), strict=True):
            known = sorted(time for time in values if time is not None)
            cut = len(known) // 4
            if known:
                found[f"{kind}: {name}, ms"] = mean(known[cut : len(known) - cut])
    return found


def bench(options: Namespace) -> tuple[str, str]:
    """Return the headline and the figures of this page and of other sites."""
    found, figures = compare(measure, options.beside, options.rounds or ROUNDS)
    headline = (
        f"On a processor slowed down by a factor of {SLOWER}, the page responds to half of all taps within "
        f"{found[HALF]:.0f} ms, and to 95% within {found[MOST]:.0f} ms."
    )
    return headline, figures
