"""The headline figures in README.md beside this module: one line for each benchmark.

tests/test_headlines.py checks that the README has these lines.
"""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bench.page import ALL, SLOWER, Taps, with_all
from bench.shaped import RATE
from bench.soak import last_half, slope
from cartographers.bots import STRENGTHS

HERE = Path(__file__).parent
README = HERE / "README.md"
BEGIN, END = "<!-- headline figures -->\n", "<!-- end -->"


def lines() -> str:
    """Return all lines."""
    return "".join(f"- {line}\n" for line in (engine(), page(), start(), bots(), rooms(), soak()))


def update() -> None:
    """Update the lines in the README."""
    before, after = README.read_text("utf-8").split(BEGIN)
    _, after = after.split(END)
    README.write_text(f"{before}{BEGIN}{lines()}{END}{after}", "utf-8")


def read(name: str) -> dict[str, Any]:
    """Return the saved results of a bench."""
    results: dict[str, Any] = json.loads((HERE / f"{name}.json").read_text("utf-8"))
    return results


def engine() -> str:
    """Return the line for the engine."""
    seconds = read("results")["seconds"]
    native, inside = (seconds[place]["game"] for place in ("native", "Pyodide"))
    faster = median(slow / fast for slow, fast in zip(inside["plain"], inside["engine"], strict=True))
    return (
        f"Engine: a solo game of random moves takes {1000 * median(native['engine']):.1f} ms, and "
        f"{1000 * median(inside['engine']):.1f} ms in Pyodide. The same rules written with plain sets take "
        f"{faster:.0f} times as long. ([More](RESULTS.md))"
    )


def page() -> str:
    """Return the line for the page."""
    taps: Taps = read("page")["taps"]
    painted = [time for time, *_ in with_all(taps)[ALL]]
    high = quantiles(painted, n=20, method="inclusive")[-1]
    return (
        f"Page: on a processor slowed down by a factor of {SLOWER}, the page responds to half of all "
        f"taps within {median(painted):.0f} ms, and to 95% within {high:.0f} ms. ([More](PAGE.md))"
    )


def start() -> str:
    """Return the line for the start."""
    visits = read("start")["visits"]
    ours, control = visits["ours cold"], visits["control cold"]
    sooner = median(its / mine for mine, its in zip(ours["ready"], control["ready"], strict=True))
    again = visits["ours warm"]["ready"]
    return (
        f"Start: on that processor and at {RATE / 1e6:.0f} Mbit/s, the first screen appears after "
        f"{median(ours['paint']) / 1000:.1f} s. Python is ready after {median(ours['ready']) / 1000:.1f} s, "
        f"{sooner:.1f} times as fast as in a page built as PyScript's documentation recommends. "
        f"On the third visit, it is ready after {median(again) / 1000:.1f} s. ([More](START.md))"
    )


def bots() -> str:
    """Return the line for the bots."""
    alone = read("arena")["groups"]["A"]["bots"]
    told = {bot["player"]: bot for bot in alone}
    ratings = ", ".join(f"{told[name]['mean']:.0f} ± {told[name]['se']:.0f} ({name})" for name in STRENGTHS)
    strongest = told[[*STRENGTHS][-1]]
    return (
        f"Bots: the mean ratings of {strongest['games']:,} solo games on map A are {ratings}. Outside a "
        f"browser, the {strongest['player']} spends {strongest['median_ms'] / 1000:.1f} s on each ply. "
        "([More](ARENA.md))"
    )


def rooms() -> str:
    """Return the line for rooms."""
    slowed = read("rooms")["rooms"][str(SLOWER)]
    draws, reloads = (median(slowed[what]) / 1000 for what in ("draws", "reloads"))
    return (
        f"Rooms: on a processor slowed down by a factor of {SLOWER}, a phone continues {draws:.1f} s after the last "
        f"player presses Confirm on another phone, plus the round trip to the relay. A reload takes {reloads:.1f} s. "
        "([More](ROOMS.md))"
    )


def soak() -> str:
    """Return the line for the soak."""
    results = read("soak")
    tab = results["tab"]
    equal = sum(number == results["records"] for number in results["equal"].values())
    return (
        f"Soak: after {len(tab['heap'])} games in one tab, JavaScript's heap has {tab['heap'][-1] / 1000:.1f} MB and "
        f"grows by {slope(last_half(tab['heap'])):.1f} kB per game. Python's memory is "
        f"{tab['wasm'][-1] / 1000:.0f} MB. {results['records']:,} records replay to the same results in {equal} of "
        f"{len(results['equal'])} Pythons. ([More](SOAK.md))"
    )
