"""How soon the page starts, beside a *control*: a page with the same game, made as PyScript's documentation shows it.

Both are visited in turns by a phone whose processor is four times slower, over a network of 9 Mbit/s. *Cold* is the
first visit of an empty profile, *warm* the third: the browser's caches and the page's own are used as they come. A
visit lasts until the page has made what it keeps for the next one.

A page is *ready* when Python calls `cartographersBoot.ready()`; that a tap opens the setup screen then is seen to in
each visit, after everything has been noted. How soon the first screen *answers* is found out in visits of their own,
the first of another profile and the fourth of the same one: they tap while the page starts, again and again, until
something changes, which would disturb the other figures.
"""

from __future__ import annotations

import io
import json
import re
import sys
import time
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Self

from playwright.sync_api import BrowserContext, ConsoleMessage, Playwright, expect, sync_playwright

from bench.page import PIXELS, SLOWER, show_all
from bench.shaped import RATE, TRIP, Files, Shaped, files, shaped
from page.player import PHONE, Player, Spot, wait_until
from tasks import browser
from tasks.archive import PACKAGES
from tasks.build import FONTS, PYSCRIPT, STYLES, art
from tasks.runtime import PYODIDE
from tasks.steps import ROOT, SITE, WEB

RUNS = 5
#: Seconds that are watched after the page is ready, in which it may fetch more.
AFTER = 3
#: Seconds of rest, for a browser that has just been started, and for caches to be written after a visit.
REST = 3
#: Seconds after which a page is taken to be broken.
PATIENCE = 180
#: Milliseconds from one look at the memory to the next, and from one tap to the next.
LOOK, AGAIN = 200, 50
SEEDS = ("bench7", "bench8", "bench9")
FIGURES = {
    "paint": "first contentful paint, ms",
    "answer": "first screen answers a tap, ms",
    "ready": "Python is ready, ms",
    "task": "longest task until then, ms",
    "bytes": "on the wire until then, MB",
    "requests": "requests until then",
    "all bytes": f"on the wire {AFTER} s later, MB",
    "all requests": f"requests {AFTER} s later",
    "memory": "renderer's private memory at most, MB",
}
#: The ratios that are aimed at: in a plain build, and with the runtime trimmed and split.
AIMS = {("ready", "cold"): "0.46 / 0.32", ("ready", "warm"): "0.38 / 0.26"}
CONFIGURATION = {"interpreter": "./pyodide/pyodide.mjs", "files": {"./app.zip": "./app.zip"}}
MAIN = """
import sys

sys.path.append("app.zip")  # and not unpacked, for the page reads its words from its archive

from browser.page import start

start()
"""

#: Tells when the page is ready, and keeps the long tasks.
WATCH = """(() => {
    globalThis.longTasks = [];
    new PerformanceObserver(list => {
        for (const {startTime, duration} of list.getEntries()) longTasks.push([startTime, duration]);
    }).observe({type: "longtask", buffered: true});
    let boot;
    Object.defineProperty(globalThis, "cartographersBoot", {
        get: () => boot,
        set(value) {
            const {ready} = boot = value;
            boot.ready = () => {
                tellBench("ready", performance.now());
                return ready();
            };
        },
    });
})()"""
#: Tells where the button is, each time that something has changed until it answers, and when it answers: it looks other
#: after a tap, or has gone with its screen. Touches wait for the page, so that no tap is sent before the last is over.
AWAIT_ANSWER = """(() => {
    let seen = false, tapped = false;
    addEventListener("touchstart", () => tapped = true, {capture: true, passive: false});
    const observer = new MutationObserver(changes => {
        const door = document.querySelector("#app [data-do=set-up]");
        const changed = changes.some(({type, target}) => type === "attributes" && target === door);
        if (tapped && seen && (changed || !door)) {
            tellBench("answer", performance.now());
            observer.disconnect();
        } else if (door && !door.closest("[inert]")) {
            seen = true;
            requestAnimationFrame(() => {
                const {left, right, top, bottom} = door.getBoundingClientRect();
                tellBench("door", [(left + right) / 2, (top + bottom) / 2]);
            });
        }
    });
    observer.observe(document, {attributes: true, childList: true, subtree: true});
})()"""
#: The page has nothing more to do: it has made its snapshot of Python's memory, or started from it, or makes none.
DONE = "!globalThis.pythonSnapshot || pythonSnapshot.used || pythonSnapshot.made !== undefined"
NOTED = """({
    origin: performance.timeOrigin / 1000,
    paint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    tasks: longTasks,
})"""

#: What one run finds out: numbers by figure.
Figures = dict[str, float]
#: The numbers of all runs, by page and temperature, and by figure.
Visits = dict[str, dict[str, list[float]]]


def control() -> Files:
    """Return the files of the control: the packages of PyScript and Pyodide as they are, and the game's sources."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for package in PACKAGES:
            for path in (ROOT / "py" / package).rglob("*.py"):
                archive.write(path, path.relative_to(ROOT / "py"))
        archive.write(WEB / "catalogue/en.json", "catalogue/en.json")
    page = Path(__file__).with_name("control.html").read_text(encoding="utf-8")
    return {
        "index.html": page.replace("<!-- art -->", "".join(art())).encode(),
        "main.py": MAIN.encode(),
        "pyscript.json": json.dumps(CONFIGURATION).encode(),
        "app.zip": packed.getvalue(),
        **{f"web/{name}": (WEB / name).read_bytes() for name in STYLES},
        **files(FONTS, "web/vendor/fonts/"),
        **files(PYODIDE, "pyodide/"),
        **files(PYSCRIPT, "pyscript/"),
    }


@contextmanager
def profile(playwright: Playwright) -> Iterator[BrowserContext]:
    """Open Chromium on a phone, with a profile that nothing has been kept in yet."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        context = playwright.chromium.launch_persistent_context(
            folder,
            executable_path=browser.present(),
            args=browser.arguments(),
            viewport=PHONE,
            has_touch=True,
            is_mobile=True,
            device_scale_factor=PIXELS,
        )
        time.sleep(REST)
        yield context
        context.close()


class Visit:
    """A visit to a page in a tab of its own, and what the page has told so far."""

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
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the tab, and leave the browser the time to keep what it has got."""
        self.page.close()
        time.sleep(REST)

    def _tell(self, what: str, value: object) -> None:
        self.told[what] = value

    def start(self, script: str, *, slower: int = SLOWER) -> None:
        """Go to the page, which runs a script of ours first."""
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        self.page.add_init_script(script)
        self.page.goto(self.server.address, wait_until="commit")

    def wait(self, what: str, every: int, meanwhile: Callable[[], None]) -> None:
        """Do something every so many milliseconds until the page tells what is waited for."""
        patience = time.monotonic() + PATIENCE
        while what not in self.told:
            if time.monotonic() > patience:
                message = f"{self.server.address} did not tell: {what}"
                raise TimeoutError(message)
            meanwhile()
            self.page.wait_for_timeout(every)

    def open_setup(self) -> None:
        """See to it that a tap opens the setup screen."""
        player = Player(self.page)
        player.button("^New game").tap()
        expect(player.seed).to_be_visible()

    def private(self) -> float:
        """Return the megabytes that only the page's renderer has, which is the largest; 0 where no system tells."""
        processes = self.browser.send("SystemInfo.getProcessInfo")["processInfo"]
        renderers = [process["id"] for process in processes if process["type"] == "renderer"]
        largest = max(renderers, key=lambda process: memory_of(process, "status", "RssAnon"))
        return memory_of(largest, "smaps_rollup", "Private_(?:Clean|Dirty)")


def pass_on(message: ConsoleMessage) -> None:
    """Show what a page holds to be an error."""
    if message.type == "error":
        print(message.text, file=sys.stderr)


def memory_of(process: int, file: str, lines: str) -> float:
    """Return the sum of some lines in a file that Linux has on a process, in megabytes; 0 if it has none."""
    try:
        told = Path(f"/proc/{process}/{file}").read_text(encoding="utf-8")
    except OSError:
        return 0
    return sum(map(int, re.findall(rf"^{lines}:\s+(\d+) kB", told, re.MULTILINE))) * 1024 / 1e6


def start(context: BrowserContext, server: Shaped) -> Figures:
    """Visit a page and note how it starts."""
    with Visit(context, server) as visit:
        memory: list[float] = []

        def look() -> None:
            memory.append(visit.private())

        visit.start(WATCH)
        visit.wait("ready", LOOK, look)
        for _ in range(AFTER * 1000 // LOOK):
            look()
            visit.page.wait_for_timeout(LOOK)
        noted, ready = visit.page.evaluate(NOTED), visit.told["ready"]
        begun, then = noted["origin"], noted["origin"] + ready / 1000
        megabytes, requests = server.wire(begun, then)
        all_megabytes, all_requests = server.wire(begun, then + AFTER)
        visit.open_setup()
        wait_until(visit.page, DONE)
        return {
            "paint": noted["paint"],
            "ready": ready,
            "task": max((duration for begin, duration in noted["tasks"] if begin < ready), default=0),
            "bytes": megabytes,
            "requests": requests,
            "all bytes": all_megabytes,
            "all requests": all_requests,
            "memory": max(memory),
        }


def first_answer(context: BrowserContext, server: Shaped) -> Figures:
    """Visit a page and tap its button, as soon as it has one, until it answers; the setup screen opens in the end."""
    with Visit(context, server) as visit:

        def tap() -> None:
            if "door" in visit.told:
                Player(visit.page).finger(Spot(*visit.told["door"]))

        visit.start(AWAIT_ANSWER)
        visit.wait("answer", AGAIN, tap)
        expect(Player(visit.page).seed).to_be_visible(timeout=PATIENCE * 1000)
        return {"answer": visit.told["answer"]}


def run(playwright: Playwright, server: Shaped) -> dict[str, Figures]:
    """Visit a page cold and warm."""
    with profile(playwright) as context:
        cold, _, warm = (start(context, server) for _ in range(3))
        warm |= first_answer(context, server)
    with profile(playwright) as context:
        cold |= first_answer(context, server)
    return {"cold": cold, "warm": warm}


def memory(playwright: Playwright, server: Shaped) -> Figures:
    """Play three games alone in a row, at full speed, and return the megabytes that are in use then."""
    with profile(playwright) as context, Visit(context, server) as visit:
        player = Player(visit.page)
        visit.start(WATCH, slower=1)
        visit.wait("ready", LOOK, lambda: None)
        for seed in SEEDS:
            play(player, seed)
        visit.session.send("HeapProfiler.collectGarbage")
        heap = visit.session.send("Runtime.getHeapUsage")["usedSize"] / 1e6
        return {"heap": heap, "private": visit.private()}


def play(player: Player, seed: str) -> None:
    """Play a game, and go back to the start screen."""
    player.begin(seed)
    player.play_to_the_end()
    player.large.tap()


def measure(folder: Path = SITE, runs: int = RUNS) -> dict[str, Any]:
    """Visit the site in a folder and the control in turns, and play the site's game."""
    visits: Visits = defaultdict(lambda: defaultdict(list))
    with shaped(files(folder)) as ours, shaped(control()) as stock, sync_playwright() as playwright:
        for number in range(1, runs + 1):
            for name, server in (("ours", ours), ("control", stock)):
                for state, figures in run(playwright, server).items():
                    for figure, value in figures.items():
                        visits[f"{name} {state}"][figure].append(round(value, 2))
                    print(f"{number} of {runs}, {name} {state}: ready in {figures['ready']:.0f} ms", file=sys.stderr)
        return {"visits": visits, "memory": memory(playwright, ours)}


def cells(visits: Visits, figure: str, state: str) -> str:
    """Write the median of our page and of the control, and the median of their ratios."""
    ours, stock = (visits[f"{name} {state}"][figure] for name in ("ours", "control"))
    decimals = 2 if figure.endswith("bytes") else 0
    ratio = f"{median(mine / its for mine, its in zip(ours, stock, strict=True)):.2f}" if all(stock) else ""
    aim = f" ({AIMS[figure, state]})" if (figure, state) in AIMS else ""
    return f"{median(ours):.{decimals}f} | {median(stock):.{decimals}f} | {ratio}{aim}"


def table(results: dict[str, Any]) -> str:
    """Write the results as Markdown."""
    visits: Visits = results["visits"]
    lines = [
        "# How soon the page starts",
        "",
        f"Measured {results['date']} on {results['cores']} cores of {results['processor']}, in Chromium made {SLOWER}",
        f"times slower, {PHONE['width']} x {PHONE['height']} at {PIXELS} pixels each, over a network of",
        f"{RATE / 1e6:.0f} Mbit/s with {TRIP * 1000:.0f} ms for each request, and twice as much more for each",
        "connection. The control is the same game, made as PyScript's documentation shows it. Medians of",
        f"{len(visits['ours cold']['ready'])} visits in turns; cold is an empty profile, warm the third visit. In",
        "brackets the ratio that is aimed at: in a plain build, and with the runtime trimmed and split.",
        "",
        "| | ours, cold | control, cold | ratio | ours, warm | control, warm | ratio |",
        "| --- | --: | --: | --: | --: | --: | --: |",
    ]
    lines += [
        f"| {name} | {cells(visits, key, 'cold')} | {cells(visits, key, 'warm')} |" for key, name in FIGURES.items()
    ]
    used = results["memory"]
    lines += [
        "",
        f"The renderer's private memory after three games: {used['private']:.0f} MB, of which the heap of the page's",
        f"JavaScript is {used['heap']:.0f} MB.",
    ]
    return "\n".join(lines) + "\n"
