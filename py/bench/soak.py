"""A long use of the page and the engine: many games in one tab, and many records in every Python.

**The tab.** A script plays whole solo games one after another, with keys and buttons, always in the same tab. After
each game, the garbage of JavaScript and Python is collected, and the bench notes what remains. *Work* is the processor
time of the page's main thread for one ply. A leak makes a figure grow until the last game. The first two columns are
medians of a quarter of the games. The slope is the mean change per game in the second half, when caches are full.

**The records.** Random players play games with all mixes of the boxes, in every Python on this machine and in Pyodide.
Each Python replays the records, and reports a digest of all records, scores, and maps.
"""

from __future__ import annotations

import json
import shutil
import sys
from argparse import Namespace
from statistics import linear_regression, median

from playwright.sync_api import Page

from bench.phone import OPTIONS, chromium, collect_garbage, metrics, slow_down, work
from bench.report import table
from cartographers.arena import code_hash
from support.page.player import Player
from support.page.scripts import call, hurry
from tasks.installed import NODE_ADVICE
from tasks.serve import served
from tasks.steps import SITE, output_of, output_with_tests, tool

#: The default numbers of games in the tab, and of records.
GAMES, RECORDS = 200, 100_000
#: The minor versions of Python that the engine supports.
MINORS = range(11, 15)
#: The figures of a game, with their names in the table.
FIGURES = {
    "work": "work per ply, ms",
    "heap": "JavaScript's heap, kB",
    "nodes": "nodes of the document",
    "listeners": "event listeners",
    "wasm": "Python's memory (WebAssembly), kB",
    "objects": "Python's collectable objects",
    "proxies": "Python objects held by JavaScript",
    "references": "JavaScript objects held by Python",
}


def bench(options: Namespace) -> tuple[str, str]:
    """Play games in a tab, and replay records."""
    samples = games_in_a_tab(options.games or GAMES)
    games, quarter, rows = len(samples), max(1, len(samples) // 4), []
    for figure, name in FIGURES.items():
        values, digits = [sample[figure] for sample in samples], 1 if figure == "work" else 0
        first, last = (f"{median(part):,.{digits}f}" for part in (values[:quarter], values[-quarter:]))
        rows.append([name, first, last, f"{slope(values):+.2f}"])
    growth = round(slope([sample["heap"] for sample in samples]), 1)
    records = options.records or RECORDS
    digests = {name: json.loads(output_with_tests([*command, str(records)])) for name, command in pythons().items()}
    [_, ours] = digests[f"CPython 3.{sys.version_info.minor}"]
    equal = [f"{name} ({version})" for name, (version, digest) in digests.items() if digest == ours]
    headline = (
        f"After {games} games in one tab, JavaScript's heap has {samples[-1]['heap'] / 1000:.1f} MB and "
        f"{f'grows by {growth} kB per game' if growth > 0 else 'does not grow'}. Python's memory is "
        f"{samples[-1]['wasm'] / 1000:.0f} MB. {records:,} records replay to the same results in {len(equal)} of "
        f"{len(digests)} Pythons."
    )
    figures = table(["figure", "first quarter", "last quarter", "slope"], rows)
    return headline, f"{figures}\n\nThe engine's version {code_hash()} has the same results in {', '.join(equal)}."


def games_in_a_tab(games: int) -> list[dict[str, float]]:
    """Play games in one tab, and return the figures after each of them. The first game isn't measured."""
    samples = []
    with chromium() as started, served(SITE) as address:
        page = started.new_context(**OPTIONS, reduced_motion="reduce").new_page()
        hurry(page)
        player = Player(page)
        player.open(address)
        watch(page)
        for number in range(games + 1):
            player.begin(f"soak{number}")
            before = work(page)
            player.play_to_the_end()
            worked = (work(page) - before) / player.plies
            player.leave()
            samples.append({"work": round(worked, 1), **memory(page)})
            print(f"{number} of {games} games: {samples[-1]}", file=sys.stderr)
    return samples[1:]


def watch(page: Page) -> None:
    """Begin to measure a page that is ready."""
    slow_down(page, 1)
    call(page, "soak", "watchPython")


def memory(page: Page) -> dict[str, float]:
    """Collect all garbage, and return the figures of the remaining memory."""
    of_python = call(page, "soak", "measurePython")
    collect_garbage(page)
    found = metrics(page)
    return {
        "heap": round(found["JSHeapUsedSize"] / 1000),
        "nodes": found["Nodes"],
        "listeners": found["JSEventListeners"],
        **of_python,
        "wasm": round(of_python["wasm"] / 1000),
    }


def slope(values: list[float]) -> float:
    """Return the mean change from one game to the next in the second half of the games, when caches are full."""
    half = values[len(values) // 2 :]
    return linear_regression(range(len(half)), half).slope


def pythons() -> dict[str, list[str]]:
    """Return the command that plays records in each Python of this machine and in Pyodide, by the Python's name."""
    here = {f"CPython 3.{minor}": shutil.which(f"python3.{minor}") for minor in MINORS}
    here[f"CPython 3.{sys.version_info.minor}"] = sys.executable
    works = {name: path for name, path in here.items() if path and output_of([path, "-c", ""])[0]}
    found = {name: [path, "-m", "bench.records"] for name, path in works.items()}
    return found | {"Pyodide": [tool("node", NODE_ADVICE), "web/runtime/inside.mjs", "-", "bench.records"]}
