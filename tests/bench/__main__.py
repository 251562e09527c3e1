"""What the engine costs, beside the plain rules, natively and in Pyodide, and how soon the page starts and answers.

`python3 py bench engine`, `bench page` and `bench start` print a table each and write it, with all that was measured,
beside this module; `bench` alone does all three. Nothing here passes or fails.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

from bench import page, start
from tasks import browser
from tasks.build import build
from tasks.installed import NODE_ADVICE, npm_packages
from tasks.steps import tool

HERE = Path(__file__).parent
PROJECT = HERE.parent.parent
FOLDERS = [PROJECT / "py", PROJECT / "tests"]
RUNS = 3
WORKS = {
    "placements": "all placements of Hamlet (2 shapes, 12 orientations), half-full map",
    "edicts": "four edicts, half-full map (mean of the 4 sets)",
    "game": "a whole solo game of random draws",
    "large game": "a whole game of Heroes of twelve players, random draws",
    "import": "importing the engine, compiled ahead",
}

#: The seconds of every batch, by version.
Batches = dict[str, list[float]]


def run(command: list[str]) -> dict[str, Any]:
    """Run one measurement in a process of its own."""
    path = os.pathsep.join(map(str, FOLDERS))
    env = os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(  # noqa: S603 - our own commands
        command, cwd=PROJECT, env=env, check=True, capture_output=True, text=True
    )
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def commands() -> dict[str, list[str]]:
    """Give the command for each place to measure in."""
    module = "bench.engine"
    node = tool("node", NODE_ADVICE)
    return {"native": [sys.executable, "-m", module], "Pyodide": [node, "py/tasks/inside.mjs", "-", module]}


def processor() -> str:
    """Name the processor."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def measure() -> dict[str, Any]:
    """Measure in every place in turns, and gather the batches."""
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
    return machine() | {"python": pythons, "seconds": seconds}


def machine() -> dict[str, Any]:
    """Say when and where something was measured."""
    today = datetime.now(UTC).date().isoformat()
    return {"date": today, "processor": processor(), "cores": os.cpu_count()}


def shown(seconds: float) -> str:
    """Write a duration to three digits, in µs or ms."""
    value, unit = (seconds * 1e6, "µs") if seconds < 1e-3 else (seconds * 1e3, "ms")
    return f"{value:#.3g}".rstrip(".") + f" {unit}"


def table(results: dict[str, Any]) -> str:
    """Write the results as Markdown: medians, and how many times faster the engine is."""
    pythons = ", ".join(f"{place} Python {version}" for place, version in results["python"].items())
    lines = [
        "# What the engine costs",
        "",
        f"Measured {results['date']} on {results['cores']} cores of {results['processor']}; {pythons}. Medians.",
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
    return "\n".join(lines) + "\n"


def bench_engine() -> None:
    """Measure, show and write down."""
    npm_packages()
    write("results", results := measure(), table(results))


def bench_page() -> None:
    """Build the page, measure, show and write down."""
    build()
    browser.prepare(Path(sys.executable))
    write("page", results := machine() | {"taps": page.measure()}, page.table(results))


def bench_start() -> None:
    """Build the page, measure how it starts, show and write down."""
    build()
    browser.prepare(Path(sys.executable))
    write("start", results := machine() | start.measure(), start.table(results))


def write(name: str, results: dict[str, Any], text: str) -> None:
    """Keep and print results, one line for each list of numbers."""
    (HERE / f"{name}.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    (HERE / f"{name.upper()}.md").write_text(text, encoding="utf-8")
    print(text, end="")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("what", nargs="?", choices=["engine", "page", "start"], help="left out, all")
    options = parser.parse_args()
    if options.what in {None, "engine"}:
        bench_engine()
    if options.what in {None, "page"}:
        bench_page()
    if options.what in {None, "start"}:
        bench_start()


if __name__ == "__main__":
    main()
