"""Measure the engine, the page, its start, the cost of bots and rooms on a phone, and the strength of the bots.

`python3 py bench engine`, `bench page`, `bench start`, `bench bots`, `bench rooms`, `bench soak`, and `bench arena`
each print a table, and write it and all measurements next to this module. `bench` alone runs all but the soak and the
arena, which take hours.
Each also updates the headline figures in README.md there; `bench headlines` does only that. `bench page` and `bench
start` can also compare this site with others (`--beside`); that writes no files.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from bench import arena, beside, bots, headlines, page, rooms, soak, start
from bench.commits import REFERENCE, built, site_of
from bench.origin import measured, origin
from tasks import browser
from tasks.build import build
from tasks.installed import NODE_ADVICE, install_npm_packages
from tasks.steps import Problem, tool

HERE = Path(__file__).parent
PROJECT = HERE.parent.parent
FOLDERS = [PROJECT / "py", PROJECT / "tests", PROJECT / "web"]
BENCHES = ("engine", "page", "start", "bots", "rooms", "soak", "arena")
#: The engine's measurement: the number of runs, the batches of each kind of work in a run, and a batch's minimum
#: milliseconds.
RUNS, BATCHES, LEAST = 3, 7, 100
#: The default number of rounds of a comparison.
ROUNDS = {"page": 3, "start": start.ROUNDS}
#: The default number of the arena's games on map A.
GAMES = 100
#: The help text for the default benches.
WHAT = "left out: engine, page, bots, rooms and start"
WORKS = {
    "placements": "all placements of Hamlet (2 shapes, 12 orientations) on a half-full map",
    "edicts": "scoring four edicts on a half-full map (mean of the 4 sets)",
    "value": "a bot's valuation of one ply on a half-full map (mean of the 4 sets)",
    "game": "a solo game of random moves",
    "large game": "a game of Heroes with twelve players, random moves",
    "import": "importing the compiled engine",
}

#: The seconds of every batch, by version.
Batches = dict[str, list[float]]


def run(command: list[str]) -> dict[str, Any]:
    """Return the results of one measurement in a new process."""
    path = os.pathsep.join(map(str, FOLDERS))
    env = os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(  # noqa: S603 - our own commands
        command, cwd=PROJECT, env=env, check=True, capture_output=True, text=True
    )
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def commands() -> dict[str, list[str]]:
    """Return the command for each environment in which the engine is measured."""
    module = ["bench.engine", str(BATCHES), str(LEAST)]
    node = tool("node", NODE_ADVICE)
    return {"native": [sys.executable, "-m", *module], "Pyodide": [node, "web/runtime/inside.mjs", "-", *module]}


def measure() -> dict[str, Any]:
    """Return the batches of all environments, measured in alternation."""
    pythons: dict[str, str] = {}
    seconds: dict[str, dict[str, Batches]] = {}
    for _ in range(RUNS):
        for place, command in commands().items():
            result = run(command)
            pythons[place] = result["python"]
            for work, versions in result["seconds"].items():
                for version, batches in versions.items():
                    gathered = seconds.setdefault(place, {}).setdefault(work, {})
                    gathered.setdefault(version, []).extend(batches)
    return {"python": pythons, "seconds": seconds}


def shown(seconds: float) -> str:
    """Format a duration with three digits, in µs or ms."""
    value, unit = (seconds * 1e6, "µs") if seconds < 1e-3 else (seconds * 1e3, "ms")
    return f"{value:#.3g}".rstrip(".") + f" {unit}"


def table(results: dict[str, Any]) -> str:
    """Write the results as Markdown: medians, and how much faster the engine is than the plain rules."""
    pythons = " and ".join(f"{place} Python {version}" for place, version in results["python"].items())
    lines = [
        "# Speed of the engine",
        "",
        f"{measured(results)}, with {pythons}.",
        'All figures are medians. "Plain sets" is the same work, done by rules written with sets of spaces.',
        "",
        "| work | where | engine | plain sets | plain / engine |",
        "| --- | --- | --: | --: | --: |",
    ]
    for work, name in WORKS.items():
        for place, seconds in results["seconds"].items():
            engine, plain = seconds[work]["engine"], seconds[work].get("plain")
            versus = "|"
            if plain:
                ratio = median(slow / fast for slow, fast in zip(plain, engine, strict=True))
                versus = f"{shown(median(plain))} | {ratio:.1f}"
            lines.append(f"| {name} | {place} | {shown(median(engine))} | {versus} |")
    a_second = [
        f"{1 / median(seconds['value']['engine']):,.0f} {place}" for place, seconds in results["seconds"].items()
    ]
    lines += ["", f"Maps that a bot can value per second: {', '.join(a_second)}."]
    return "\n".join(lines) + "\n"


def bench_engine() -> None:
    """Measure the engine, natively and in Pyodide."""
    install_npm_packages()
    write("results", results := origin() | measure(), table(results))


def bench_page() -> None:
    """Measure the time from a tap to the page's answer."""
    prepare()
    write("page", results := origin() | page.measure(built(REFERENCE)), page.table(results))


def bench_start(rounds: int) -> None:
    """Measure the time that the page takes to start."""
    prepare()
    write("start", results := origin() | start.measure(start.pages(), rounds), start.table(results))


def bench_arena(games: int) -> None:
    """Measure the strength of the bots."""
    about = {"command": f"python3 py bench arena --games {games}", "python": platform.python_version()}
    write("arena", results := origin() | about | arena.measure(games), arena.table(results))


def bench_bots() -> None:
    """Measure the cost of bots on a phone."""
    prepare()
    write("bots", results := origin() | {"bots": bots.measure()}, bots.table(results))


def bench_rooms() -> None:
    """Measure the cost of a room."""
    prepare()
    install_npm_packages(checks=True)
    write("rooms", results := origin() | {"rooms": rooms.measure()}, rooms.table(results))


def bench_soak(games: int, records: int) -> None:
    """Play many games in one tab, and replay many records in every Python."""
    prepare()
    install_npm_packages()
    write("soak", results := origin() | soak.measure(games, records, run), soak.table(results))


def compare(what: str, others: list[str], rounds: int, *, quick: bool) -> None:
    """Compare this site with others, and print the ratios."""
    sites = [site_of(other) for other in others]
    prepare()
    module = {"page": page, "start": start}[what]
    results = beside.in_turns(lambda site: module.figures(site, quick=quick), sites, rounds)
    print(beside.compared(f"bench {what}", origin(), results), end="")


def prepare() -> None:
    """Build the site, and find a browser."""
    build()
    browser.prepare(Path(sys.executable))


def write(name: str, results: dict[str, Any], text: str) -> None:
    """Print results, write them to files, and update the README."""
    (HERE / f"{name}.json").write_text(json.dumps(results, indent=0) + "\n", encoding="utf-8")
    (HERE / f"{name.upper()}.md").write_text(text, encoding="utf-8")
    print(text, end="")
    headlines.update()


def main() -> None:
    """Run the benches that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python3 py bench", description="Measure this project on this machine.")
    parser.add_argument("what", nargs="?", choices=[*BENCHES, "headlines"], help=WHAT)
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
    parser.add_argument("--records", type=int, default=soak.RECORDS, help="the number of the soak's records")
    parser.add_argument("--quick", action="store_true", help="compare in one short round; needs --beside")
    options = parser.parse_args()
    if (options.beside or options.quick) and options.what not in ROUNDS:
        parser.error("--beside and --quick need page or start")
    if options.quick and not options.beside:
        parser.error("--quick needs --beside")
    if options.rounds and not (options.beside or options.what == "start"):
        parser.error("--rounds needs start or --beside")
    try:
        run_benches(options)
    except Problem as problem:
        sys.exit(f"\n{problem}")


def run_benches(options: argparse.Namespace) -> None:
    """Run the benches with the options of the command line."""
    if options.beside:
        rounds = options.rounds or (1 if options.quick else ROUNDS[options.what])
        compare(options.what, options.beside, rounds, quick=options.quick)
        return
    benches: dict[str, Callable[[], None]] = {
        "engine": bench_engine,
        "page": bench_page,
        "bots": bench_bots,
        "rooms": bench_rooms,
        "start": lambda: bench_start(options.rounds or start.ROUNDS),
    }
    alone: dict[str, Callable[[], None]] = {
        "arena": lambda: bench_arena(options.games or GAMES),
        "headlines": headlines.update,
        "soak": lambda: bench_soak(options.games or soak.GAMES, options.records),
    }
    for bench in [(benches | alone)[options.what]] if options.what else benches.values():
        bench()


if __name__ == "__main__":
    main()
