"""Every bench runs: one small round of each writes its results, a complete table, and the headline.

The rounds are as short as possible, at full speed, in the tests' own browser. No test looks at their times.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright

from bench import __main__ as main
from bench import arena, bots, commits, headlines, page, prophet, rooms, shaped, soak, start
from bench.beside import Measures
from bench.control import control
from support.page.scripts import make_no_snapshot
from tasks.steps import ROOT, SITE

Table: TypeAlias = list[list[str]]
Results: TypeAlias = tuple[dict[str, Any], str, list[Table]]
Run: TypeAlias = Callable[..., Results]
BENCH = Path(main.__file__).parent
#: The milliseconds before the control is ready in which it may paint what Python has drawn.
LAST_MOMENT = 500
#: The name of each bench's files.
FILES = {"engine": "results"}


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, browser: Browser, playwright: Playwright) -> Run:
    """Return a function that runs a bench, and returns its results, its Markdown, and the tables in it.

    The bench measures the built site, which is also its reference, and writes its files to a separate folder.
    """
    folder = tmp_path / "bench"
    shutil.copytree(BENCH, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    monkeypatch.setattr(main, "HERE", folder)
    monkeypatch.setattr(main, "prepare", lambda: None)
    monkeypatch.setattr(main, "built", lambda _: SITE)
    monkeypatch.setattr(headlines, "HERE", folder)
    monkeypatch.setattr(headlines, "README", folder / "README.md")
    monkeypatch.setattr(headlines, "last_release", str)
    monkeypatch.setattr(start, "sync_playwright", lambda: nullcontext(playwright))
    for module in (page, rooms, soak):
        monkeypatch.setattr(module, "chromium", lambda: nullcontext(browser))
    for module in (page, start, bots, headlines):
        monkeypatch.setattr(module, "SLOWER", 1)

    def run(bench: str, *options: str) -> Results:
        began = f"{datetime.now(UTC):%Y-%m-%d}"
        monkeypatch.setattr(sys, "argv", ["bench", bench, *options])
        main.main()
        name = FILES.get(bench, bench)
        results = json.loads((folder / f"{name}.json").read_text("utf-8"))
        text = (folder / f"{name.upper()}.md").read_text("utf-8")
        assert results["date"] >= began
        assert re.fullmatch(r"[0-9a-f]{7,}( with changes)?|unknown", results["commit"])
        assert f"Measured on {results['date']} (commit {results['commit']})" in text
        readme = (folder / "README.md").read_text("utf-8")
        assert headlines.lines() in readme
        assert (f"([More]({name.upper()}.md))" in readme) == (name in headlines.LINES)
        return results, text, tables(text)

    return run


def tables(text: str) -> list[Table]:
    """Return the cells of all tables in Markdown, without their heads. All rows are complete."""
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        head, _, *rows = ([cell.strip() for cell in line[1:-2].split("|")] for line in block.splitlines(keepends=True))
        assert rows
        assert all(len(row) == len(head) and re.search(r"\d", "".join(row[1:])) for row in rows), rows
        found.append(rows)
    return found


def names(table: Table) -> list[str]:
    """Return the first column of a table."""
    return [row[0] for row in table]


def test_engine(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bench of the engine times all work in Python and in Pyodide."""
    for name, least in (("RUNS", 1), ("BATCHES", 1), ("LEAST", 0)):
        monkeypatch.setattr(main, name, least)
    results, text, [table] = run("engine")
    assert names(table) == [work for work in main.WORKS.values() for _ in range(2)]
    assert [row[1] for row in table] == ["native", "Pyodide"] * len(main.WORKS)
    assert all(
        len(times) == 1 for place in results["seconds"].values() for one in place.values() for times in one.values()
    )
    assert re.search(r"per second: [\d,]+ native, [\d,]+ Pyodide\.", text)


def test_page(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bench of the page times taps on this page, on the reference, and on a page with one button."""
    # After a shorter pause, each tap would be the second half of a double tap, which the page ignores.
    for name, least in (("GAMES", 1), ("SHAPES", 1), ("COMPARED", 2), ("PAUSE", 150)):
        monkeypatch.setattr(page, name, least)
    results, text, [ours, reference] = run("page")
    assert names(ours) == [*names(reference), page.BARELY]
    assert names(reference)[-1] == page.ALL
    assert {"a space of the map", "rotate", "flip", "confirm"} <= {*names(reference)}
    assert results["reference"]["commit"] == commits.REFERENCE
    assert f"the page of commit {commits.REFERENCE}:" in text
    assert [row[1] for row in ours if row[0] in {"confirm", page.BARELY}] == ["1", "2"]


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch, browser: Browser) -> None:
    """Give the bench of the start a fast network, no rest, and empty profiles of the tests' own browser."""

    @contextmanager
    def profile(_: Playwright) -> Iterator[BrowserContext]:
        with page.a_phone(browser) as context:
            make_no_snapshot(context)
            yield context

    monkeypatch.setattr(start, "profile", profile)
    for name, least in (("REST", 0), ("AFTER", 1), ("SAVED", 0), ("SEEDS", ())):
        monkeypatch.setattr(start, name, least)
    monkeypatch.setattr(shaped, "TRIP", 0)
    monkeypatch.setattr(shaped, "RATE", 1e9)


@pytest.mark.usefixtures("fast")
def test_start(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bench of the start measures all visits to each page, and the memory after games.

    All pages are this site, so only the first one is visited.
    """
    ours = shaped.files(SITE)
    monkeypatch.setattr(start, "pages", lambda: dict.fromkeys(("ours", "control", "reference"), ours))
    visits, visited = start.visits, list[dict[str, Measures]]()

    def visit_once(playwright: Playwright, server: shaped.Shaped) -> dict[str, Measures]:
        if not visited:
            visited.append(visits(playwright, server))
        return visited[0]

    monkeypatch.setattr(start, "visits", visit_once)
    results, text, both = run("start", "--rounds", "1")
    assert [names(table) for table in both] == [[*start.FIGURES.values()]] * 2
    assert all(row[3] in {"", "1.00", f"1.00 ({start.AIMS.get(('ready', 'cold'))})"} for row in both[0])
    pages = ("ours", "control", "reference")
    assert [*results["visits"]] == [f"{name} {state}" for name in pages for state in ("cold", "warm")]
    assert all(figures.keys() == start.FIGURES.keys() for figures in results["visits"].values())
    assert all(len(values) == 1 for figures in results["visits"].values() for values in figures.values())
    assert results["memory"]["heap"] > 0
    assert f"The reference is the page of commit {commits.REFERENCE}" in text


@pytest.mark.usefixtures("fast")
def test_control(playwright: Playwright, capsys: pytest.CaptureFixture[str]) -> None:
    """The control paints nothing before Python is ready, and then opens the setup screen, without errors."""
    with shaped.shaped(control()) as server, start.profile(playwright) as context:
        measures = start.start(context, server)
    assert measures.keys() == start.FIGURES.keys() - {"answer", "work"}
    assert measures["paint"] > measures["ready"] - LAST_MOMENT
    assert measures["snapshot"] == 0
    assert capsys.readouterr().err == ""


def test_bots(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bench of bots plays a card against a bot, takes a hint, and reviews a ply."""
    for name, least in (("CARDS", 1), ("PLIES", 1), ("REST", 0), ("STRENGTHS", ["apprentice"])):
        monkeypatch.setattr(bots, name, least)
    results, _, [table] = run("bots")
    assert names(table) == [*results["bots"]] == ["apprentice", bots.HINT, bots.REVIEW]
    assert all(len(one[figure]) == 1 for one in results["bots"].values() for figure in ("thinks", "tasks", "frames"))
    assert all(one["memory"] > 0 for one in results["bots"].values()) or sys.platform != "linux"


def test_rooms(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bench of rooms lets two phones join and draw; one is reloaded, and a third one joins."""
    for name, least in (("GAMES", 1), ("SPEEDS", (1,)), ("DRAWS", 1), ("RELOADED", 1), ("REST", 0)):
        monkeypatch.setattr(rooms, name, least)
    results, text, [table] = run("rooms")
    assert names(table) == [*rooms.TIMES.values()]
    assert {*results["rooms"]["1"]} == {*rooms.TIMES, "messages", "bytes", "received"}
    assert all(len(values) == 1 and values[0] > 0 for values in results["rooms"]["1"].values())
    assert re.search(r"sent\n\d+ to \d+ messages, or [\d,]+ to [\d,]+ bytes", text)


def test_soak(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The soak bench measures a game in a tab, and replays records in every Python."""
    replays = soak.replays
    with TemporaryDirectory(dir=ROOT / "py/bench") as folder:  # Pyodide sees only the project's files
        monkeypatch.setattr(soak, "replays", lambda records, run: replays(records, run, Path(folder)))
        results, _, [figures, places] = run("soak", "--games", "3", "--records", "10")
    assert names(figures) == [*soak.FIGURES.values()]
    assert results["tab"].keys() == soak.FIGURES.keys()
    assert all(len(values) == 3 and all(values) for values in results["tab"].values())
    assert names(places) == [*results["equal"]]
    assert set(results["equal"].values()) == {10}


def test_arena(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The bench of the arena plays a game of each group with two bots, and one with the prophet."""
    strengths = ("apprentice", "journeyman")
    groups = arena.groups
    monkeypatch.setattr(arena, "PLAYED", tmp_path / "arena.jsonl")
    monkeypatch.setattr(arena, "NAMES", strengths)
    monkeypatch.setattr(prophet, "BUDGET", prophet.BUDGET._replace(width=2))
    monkeypatch.setattr(arena, "groups", lambda games: [group for group in groups(games) if group.matches])
    monkeypatch.setattr(headlines, "STRENGTHS", strengths)
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    results, text, found = run("arena", "--games", "1")
    assert results["command"] == "python3 py bench arena --games 1"
    assert [*results["groups"]] == ["A", "B", "C", "D", "mix", "2 players"]
    assert [names(table) for table in found[:2]] == [[*strengths, prophet.PROPHET]] * 2
    assert len(re.findall("^## ", text, re.MULTILINE)) == len(found) / 3 == 6


@pytest.mark.usefixtures("run")
def test_headlines(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bench of headlines writes the lines of the README again."""
    headlines.README.write_text(f"before {headlines.BEGIN}old{headlines.END} after", "utf-8")
    monkeypatch.setattr(sys, "argv", ["bench", "headlines"])
    main.main()
    lines = headlines.README.read_text("utf-8").splitlines()
    assert (lines[0], lines[-1]) == (f"before {headlines.BEGIN}".strip(), f"{headlines.END} after")
    assert lines[1:-1] == headlines.lines().splitlines()
    assert len(lines) == 2 + len(headlines.LINES)


def test_every_bench_has_a_test() -> None:
    """Each bench has a test here, and each other script has one in a separate file."""
    assert [name for name in (*main.BENCHES, "headlines") if f"test_{name}" not in globals()] == []
    others = {"__main__", "engine", "headlines", "records"}
    scripts = {path.stem for path in BENCH.glob("*.py") if "__main__" in path.read_text("utf-8")}
    tests = {path.stem.removeprefix("test_bench_") for path in Path(__file__).parents[1].glob("test_bench_*.py")}
    assert scripts - others <= tests
