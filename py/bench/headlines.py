"""The headline figures in README.md: one line for each bench.

tests/test_headlines.py checks that the README has the lines that this module writes.
"""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bench.page import ALL, SLOWER, Taps, with_all
from bench.shaped import RATE
from cartographers.bots import STRENGTHS
from tasks.steps import ROOT

HERE = Path(__file__).parent
README = ROOT / "README.md"
BEGIN, END = "<!-- headline figures -->\n", "<!-- end -->"


def lines() -> str:
    """Return all lines."""
    return "".join(f"- {line}\n" for line in (engine(), page(), start(), bots(), rooms()))


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
        f"Engine: a whole solo game of random draws takes {1000 * median(native['engine']):.1f} ms, in Pyodide "
        f"{1000 * median(inside['engine']):.1f} ms. Rules written with plain sets take {faster:.0f} times as long. "
        "([More](py/bench/RESULTS.md))"
    )


def page() -> str:
    """Return the line for the page."""
    taps: Taps = read("page")["taps"]
    painted = [time for time, *_ in with_all(taps)[ALL]]
    high = quantiles(painted, n=20, method="inclusive")[-1]
    return (
        f"Page: with the processor slowed down {SLOWER} times, half of the taps show within {median(painted):.0f} ms, "
        f"and 95% within {high:.0f} ms. ([More](py/bench/PAGE.md))"
    )


def start() -> str:
    """Return the line for the start."""
    visits = read("start")["visits"]
    ours, control = visits["ours cold"], visits["control cold"]
    sooner = median(its / mine for mine, its in zip(ours["ready"], control["ready"], strict=True))
    again = visits["ours warm"]["ready"]
    return (
        f"Start: with that processor and {RATE / 1e6:.0f} Mbit/s, the first screen shows after "
        f"{median(ours['paint']) / 1000:.1f} s. Python is ready after {median(ours['ready']) / 1000:.1f} s, "
        f"{sooner:.1f} times sooner than in a page that follows PyScript's documentation, and on a third visit "
        f"after {median(again) / 1000:.1f} s. ([More](py/bench/START.md))"
    )


def bots() -> str:
    """Return the line for the bots."""
    alone = read("arena")["groups"]["A"]["bots"]
    told = {bot["player"]: bot for bot in alone}
    ratings = ", ".join(f"{name} {told[name]['mean']:.0f} +- {told[name]['se']:.0f}" for name in STRENGTHS)
    strongest = told[[*STRENGTHS][-1]]
    return (
        f"Bots: in {strongest['games']:,} solo games on map A, the mean ratings are {ratings}. The strongest bot takes "
        f"{strongest['median_ms'] / 1000:.1f} s per ply outside the page. ([More](py/bench/ARENA.md))"
    )


def rooms() -> str:
    """Return the line for rooms."""
    slowed = read("rooms")["rooms"][str(SLOWER)]
    draws, reloads = (median(slowed[what]) / 1000 for what in ("draws", "reloads"))
    return (
        f"Rooms: with the processor slowed down {SLOWER} times, a phone continues {draws:.1f} s after the last Confirm "
        f"on another phone; a distant relay adds its round trip. A reload takes {reloads:.1f} s. "
        "([More](py/bench/ROOMS.md))"
    )
