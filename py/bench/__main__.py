"""Measure the engine, the page, its start, the cost of bots and rooms on a phone, and the strength of the bots.

`python3 py bench engine`, `bench page`, `bench start`, `bench bots`, `bench rooms`, `bench soak`, and `bench arena`
each print a report, and write it next to this module. `bench` alone runs all but the soak and the arena, which take
hours. `bench page` and `bench start` can also compare this site with others (`--beside`); that writes no files.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median

from playwright.sync_api import expect

from bench import arena, bots, page, rooms, soak, start
from bench.report import BENCHES, output_in_project, table, write
from tasks import browser
from tasks.build import build
from tasks.installed import NODE_ADVICE, install_npm_packages
from tasks.steps import Problem, tool

#: The number of runs of the engine's measurement.
RUNS = 3
WORKS = {
    "placements": "all placements of Hamlet (2 shapes, 12 orientations) on a half-full map",
    "edicts": "scoring four edicts on a half-full map (mean of the 4 sets)",
    "value": "a bot's valuation of one ply on a half-full map (mean of the 4 sets)",
    "game": "a solo game of random moves",
    "large game": "a game of Heroes with twelve players, random moves",
    "import": "importing the compiled engine",
}
NATIVE, PYODIDE = "native", "Pyodide"


def bench_engine() -> None:
    """Measure the engine, natively and in Pyodide, in alternation."""
    module = ["bench.engine"]
    commands = {
        NATIVE: [sys.executable, "-m", *module],
        PYODIDE: [tool("node", NODE_ADVICE), "web/runtime/inside.mjs", "-", *module],
    }
    pythons: dict[str, str] = {}
    seconds: dict[tuple[str, str], dict[str, list[float]]] = {}
    for _ in range(RUNS):
        for place, command in commands.items():
            result = json.loads(output_in_project(command))
            pythons[place] = result["python"]
            for work, versions in result["seconds"].items():
                for version, batches in versions.items():
                    seconds.setdefault((work, place), {}).setdefault(version, []).extend(batches)
    slower = {
        place: median(slow / fast for slow, fast in zip(its["plain"], its["engine"], strict=True))
        for place, its in seconds.items()
        if "plain" in its
    }
    rows = []
    for work, name in WORKS.items():
        for place in commands:
            its, ratio = seconds[work, place], slower.get((work, place))
            plain = [shown(its["plain"]), f"{ratio:.1f}"] if ratio else ["", ""]
            rows.append([name, place, shown(its["engine"]), *plain])
    games = [shown(seconds["game", place]["engine"]) for place in commands]
    write(
        "engine",
        "Speed of the engine",
        f"A solo game of random moves takes {games[0]}, and {games[1]} in Pyodide. The same rules written with plain "
        f"sets take {slower['game', PYODIDE]:.0f} times as long.",
        f', with Python {pythons[NATIVE]} and {pythons[PYODIDE]} in Pyodide. All figures are medians. "Plain sets" is '
        "the same work, done by rules written with sets of spaces.",
        table(["work", "where", "engine", "plain sets", "plain / engine"], rows),
    )


def shown(seconds: list[float]) -> str:
    """Format the median duration with three digits, in µs or ms."""
    found = median(seconds)
    value, unit = (found * 1e6, "µs") if found < 1e-3 else (found * 1e3, "ms")
    return f"{value:#.3g}".rstrip(".") + f" {unit}"


def main() -> None:
    """Run the benches that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python3 py bench", description="Measure this project on this machine.")
    left_out = "left out: all but the arena and the soak"
    parser.add_argument("what", nargs="?", choices=BENCHES, help=left_out)
    parser.add_argument(
        "--beside",
        action="append",
        default=[],
        metavar="SITE",
        help="compare page or start with a commit, or with the built site in a folder, and print the ratios. The name "
        "may end in a query: _site?lang=es",
    )
    parser.add_argument("--rounds", type=int, help="the number of rounds of visits or games")
    parser.add_argument("--games", type=int, help="the number of the arena's games on map A, or of the soak's games")
    parser.add_argument("--records", type=int, help="the number of the soak's records")
    options = parser.parse_args()
    if (options.beside or options.rounds) and options.what not in {"page", "start"}:
        parser.error("--beside and --rounds need page or start")
    benches: dict[str, Callable[[], None]] = {
        "engine": bench_engine,
        "page": lambda: page.bench(options.beside, options.rounds),
        "start": lambda: start.bench(options.beside, options.rounds),
        "bots": bots.bench,
        "arena": lambda: arena.bench(options.games),
        "rooms": rooms.bench,
        "soak": lambda: soak.bench(options.games, options.records),
    }
    expect.set_options(timeout=1000 * start.PATIENCE)
    try:
        if options.what != "arena":
            install_npm_packages(checks=True)
        if options.what not in {"arena", "engine"}:
            build()
            browser.prepare(Path(sys.executable))
        for name in [options.what] if options.what else [name for name in BENCHES if name not in {"arena", "soak"}]:
            benches[name]()
    except Problem as problem:
        sys.exit(f"\n{problem}")


if __name__ == "__main__":
    main()
