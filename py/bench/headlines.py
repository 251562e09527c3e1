"""The headline figures in README.md beside this module: one line for each benchmark.

The README quotes no figures that are older than the last release, except for the bots' ratings, which a test checks
against the current code.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bench.page import ALL, SLOWER, Taps, with_all
from bench.shaped import RATE
from bench.soak import last_half, slope
from cartographers.bots import STRENGTHS
from tasks.steps import ROOT

HERE = Path(__file__).parent
README = HERE / "README.md"
#: The bench whose figures never become outdated, because a test repeats some of its games with the current code.
HELD = "arena"
BEGIN, END = "<!-- headline figures -->\n", "<!-- end -->"


def lines() -> str:
    """Return a line for each bench, and one for all benches whose figures are too old."""
    released, found, older = last_release(), list[str](), list[str]()
    for name, (title, line) in LINES.items():
        results = json.loads((HERE / f"{name}.json").read_text("utf-8"))
        link = f"{name.upper()}.md"
        if results["date"] < released and name != HELD:
            older.append(f"[{title.lower()}]({link})")
        else:
            found.append(f"- {title}: {line(results)} ([More]({link}))\n")
    return "".join(found) + (f"- Not measured since the last release: {', '.join(older)}.\n" if older else "")


def last_release() -> str:
    """Return the date of the last release."""
    found = re.search(r"^## [\d.]+ - ([\d-]+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    return found[1] if found else ""


def update() -> None:
    """Update the lines in the README."""
    before, after = README.read_text("utf-8").split(BEGIN)
    _, after = after.split(END)
    README.write_text(f"{before}{BEGIN}{lines()}{END}{after}", "utf-8")


def engine(results: dict[str, Any]) -> str:
    """Return the line for the engine."""
    seconds = results["seconds"]
    native, inside = (seconds[place]["game"] for place in ("native", "Pyodide"))
    faster = median(slow / fast for slow, fast in zip(inside["plain"], inside["engine"], strict=True))
    return (
        f"a solo game of random moves takes {1000 * median(native['engine']):.1f} ms, and "
        f"{1000 * median(inside['engine']):.1f} ms in Pyodide. The same rules written with plain sets take "
        f"{faster:.0f} times as long."
    )


def page(results: dict[str, Any]) -> str:
    """Return the line for the page."""
    taps: Taps = results["taps"]
    painted = [time for time, *_ in with_all(taps)[ALL]]
    high = quantiles(painted, n=20, method="inclusive")[-1]
    return (
        f"on a processor slowed down by a factor of {SLOWER}, the page responds to half of all "
        f"taps within {median(painted):.0f} ms, and to 95% within {high:.0f} ms."
    )


def start(results: dict[str, Any]) -> str:
    """Return the line for the start."""
    visits = results["visits"]
    ours, control = visits["ours cold"], visits["control cold"]
    sooner = median(its / mine for mine, its in zip(ours["ready"], control["ready"], strict=True))
    again = visits["ours warm"]["ready"]
    return (
        f"on a processor slowed down by a factor of {SLOWER}, at {RATE / 1e6:.0f} Mbit/s, the first screen appears "
        f"after {median(ours['paint']) / 1000:.1f} s. Python is ready after {median(ours['ready']) / 1000:.1f} s, "
        f"{sooner:.1f} times as fast as in a page built as PyScript's documentation recommends. "
        f"On the third visit, it is ready after {median(again) / 1000:.1f} s."
    )


def bots(results: dict[str, Any]) -> str:
    """Return the line for the bots."""
    alone = results["groups"]["A"]["bots"]
    told = {bot["player"]: bot for bot in alone}
    ratings = ", ".join(f"{told[name]['mean']:.0f} ± {told[name]['se']:.0f} ({name})" for name in STRENGTHS)
    return f"the mean ratings of {alone[0]['games']:,} solo games on map A are {ratings}."


def rooms(results: dict[str, Any]) -> str:
    """Return the line for rooms."""
    slowed = results["rooms"][str(SLOWER)]
    draws, reloads = (median(slowed[what]) / 1000 for what in ("draws", "reloads"))
    return (
        f"on a processor slowed down by a factor of {SLOWER}, a phone continues {draws:.1f} s after the last "
        f"player presses Confirm on another phone, plus the round trip to the relay. A reload takes {reloads:.1f} s."
    )


def soak(results: dict[str, Any]) -> str:
    """Return the line for the soak."""
    tab = results["tab"]
    equal = sum(number == results["records"] for number in results["equal"].values())
    growth = round(slope(last_half(tab["heap"])), 1)
    grows = f"grows by {growth} kB per game" if growth > 0 else "doesn't grow"
    return (
        f"after {len(tab['heap'])} games in one tab, JavaScript's heap has {tab['heap'][-1] / 1000:.1f} MB and "
        f"{grows}. Python's memory is {tab['wasm'][-1] / 1000:.0f} MB. {results['records']:,} records replay to the "
        f"same results in {equal} of {len(results['equal'])} Pythons."
    )


#: The title and the line of each bench, by the name of its files.
LINES: dict[str, tuple[str, Callable[[dict[str, Any]], str]]] = {
    "results": ("Engine", engine),
    "page": ("Page", page),
    "start": ("Start", start),
    "arena": ("Bots", bots),
    "rooms": ("Rooms", rooms),
    "soak": ("Soak", soak),
}
