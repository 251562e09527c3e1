"""A long use of the page and the engine: many games in one tab, and many records replayed in every Python.

**The tab.** A script plays whole solo games one after another, with keys and buttons, always in the same tab. After
each game, the garbage of JavaScript and Python is collected, and the bench notes what remains. *Work* is the processor
time of the page's main thread for one ply. A leak makes a figure grow until the last game.

**The records.** Random players play games with all mixes of the boxes. Every Python on this machine, and Pyodide,
replays their records and reports a digest of records, scores, and maps. The results of each chunk of games are saved
in `.bench/`, so that an interrupted bench continues there.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import linear_regression, median
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

from bench.page import a_phone, chromium, collect_garbage, work
from bench.report import output_in_project, table, write
from cartographers.arena import code_hash
from support.page.player import Player
from support.page.scripts import call, hurry
from tasks.installed import NODE_ADVICE
from tasks.serve import served
from tasks.steps import ROOT, SITE, tool

#: The default numbers of games in the tab, and of records.
GAMES, RECORDS = 200, 100_000
#: The number of records that one process replays.
CHUNK = 1_000
#: The minor versions of Python that the engine supports, and the name of the one in the page.
MINORS, PYODIDE = range(11, 15), "Pyodide"
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

#: The figures of each game in the tab.
Samples = dict[str, list[float]]


def bench(games: int | None, records: int | None) -> None:
    """Play games in a tab, replay records, and write the report."""
    samples: Samples = defaultdict(list)
    with chromium() as started, served(SITE) as address:
        for number, sample in enumerate(games_in_a_tab(started, address, games or GAMES), start=1):
            for figure, value in sample.items():
                samples[figure].append(value)
            print(f"{number} of {games or GAMES} games: {sample}", file=sys.stderr)
    report(samples, records or RECORDS, *replays(records or RECORDS))


def games_in_a_tab(started: Browser, address: str, games: int) -> Iterator[dict[str, float]]:
    """Play games in one tab, and yield the figures after each of them. The first game isn't measured."""
    page = a_phone(started, "reduce").new_page()
    hurry(page)
    player, session = Player(page), page.context.new_cdp_session(page)
    player.open(address)
    watch(page, session)
    for number in range(games + 1):
        sample = play(player, session, f"soak{number}")
        if number:
            yield sample
    page.context.close()


def watch(page: Page, session: CDPSession) -> None:
    """Begin to measure a page that is ready."""
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    call(page, "soak", "watchPython")


def play(player: Player, session: CDPSession, seed: str) -> dict[str, float]:
    """Play a game from the start screen to its end and back, and return its figures."""
    player.begin(seed)
    before = work(session)
    player.play_to_the_end()
    worked = (work(session) - before) / player.plies
    player.leave()
    return {"work": round(worked, 1)} | memory(player.page, session)


def memory(page: Page, session: CDPSession) -> dict[str, float]:
    """Collect all garbage, and return the figures of the remaining memory."""
    of_python = call(page, "soak", "measurePython")
    collect_garbage(page, session)
    metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return {
        "heap": round(metrics["JSHeapUsedSize"] / 1000),
        "nodes": metrics["Nodes"],
        "listeners": metrics["JSEventListeners"],
        **of_python,
        "wasm": round(of_python["wasm"] / 1000),
    }


def places() -> dict[str, list[str]]:
    """Return the command that runs a module in each Python of this machine and in Pyodide, by the Python's name."""
    found = {f"CPython 3.{minor}": python(minor) for minor in MINORS}
    here = {name: command for name, command in found.items() if command}
    return here | {PYODIDE: [tool("node", NODE_ADVICE), "web/runtime/inside.mjs", "-"]}


def python(minor: int) -> list[str] | None:
    """Return the command that runs a module in a version of Python, or None if this machine doesn't have it."""
    if sys.version_info.minor == minor:
        return [sys.executable, "-m"]
    path = shutil.which(f"python3.{minor}")
    if not path:
        return None
    asked = [path, "-c", "import sys; print(sys.version_info.minor)"]
    done = subprocess.run(asked, check=False, capture_output=True, text=True)  # noqa: S603 - Python
    return [path, "-m"] if done.stdout == f"{minor}\n" else None


def replays(records: int) -> tuple[dict[str, str], dict[str, int]]:
    """Play games in this Python, and replay their records everywhere.

    Returns each Python's version, and the number of its equal results.
    """
    folder = ROOT / ".bench/soak" / code_hash()
    folder.mkdir(parents=True, exist_ok=True)
    commands = places()
    pythons: dict[str, str] = {}
    equal = dict.fromkeys(commands, 0)
    for first in range(0, records, CHUNK):
        last = min(first + CHUNK, records) - 1
        name = f"{first}-{last}"
        file = folder / f"{name}.txt"
        play_here = [sys.executable, "-m", "bench.records", str(file), str(first), str(last)]
        played = once(folder / f"{name} played.json", play_here)
        for place, command in commands.items():
            replayed = once(folder / f"{name} {place}.json", [*command, "bench.records", str(file)])
            pythons[place] = replayed["python"]
            if (replayed["games"], replayed["sha256"]) == (played["games"], played["sha256"]):
                equal[place] += replayed["games"]
            print(f"{last + 1} of {records} records, {place}: {equal[place]} equal", file=sys.stderr)
    return pythons, equal


def once(saved: Path, command: list[str]) -> dict[str, Any]:
    """Return the saved output of a command, or run it and save its output."""
    if not saved.exists():
        saved.write_text(output_in_project(command), encoding="utf-8")
    found: dict[str, Any] = json.loads(saved.read_text("utf-8"))
    return found


def slope(values: list[float]) -> float:
    """Return the mean change from one game to the next in the second half of the games, when caches are full."""
    half = values[len(values) // 2 :]
    return linear_regression(range(len(half)), half).slope


def report(tab: Samples, records: int, pythons: dict[str, str], equal: dict[str, int]) -> None:
    """Write the report."""
    games, growth = len(tab["work"]), round(slope(tab["heap"]), 1)
    quarter = max(1, games // 4)
    rows = []
    for figure, name in FIGURES.items():
        values, digits = tab[figure], 1 if figure == "work" else 0
        first, last = (f"{median(part):,.{digits}f}" for part in (values[:quarter], values[-quarter:]))
        rows.append([name, first, last, f"{slope(values):+.2f}"])
    missing = [name for name in (f"CPython 3.{minor}" for minor in MINORS) if name not in equal]
    write(
        "soak",
        "Soak",
        f"After {games} games in one tab, JavaScript's heap has {tab['heap'][-1] / 1000:.1f} MB and "
        f"{f'grows by {growth} kB per game' if growth > 0 else 'does not grow'}. Python's memory is "
        f"{tab['wasm'][-1] / 1000:.0f} MB. {records:,} records replay to the same results in "
        f"{sum(number == records for number in equal.values())} of {len(equal)} Pythons.",
        ".",
        "## Games in one tab",
        f"A script played {games} solo games one after another in one tab of Chromium. After each game, all garbage "
        "was collected. Work is the processor time of the page's main thread. The first two columns are medians of a "
        "quarter of the games. The slope is the mean change per game in the second half, when caches are full.",
        table(["figure", "first quarter", "last quarter", "slope"], rows),
        "## Records in every Python",
        f"Random players played {records:,} games with all mixes of the boxes, with version {code_hash()} of the "
        "engine's code. Each Python replayed their records. A result is equal if the record, the scores, and the final "
        "maps have the same digest.",
        table(["place", "version", "equal results"], [(name, pythons[name], f"{equal[name]:,}") for name in equal]),
        *([f"This machine has no {' and no '.join(missing)}."] if missing else []),
    )
