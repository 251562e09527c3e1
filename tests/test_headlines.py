"""The benchmarks' tables and headline figures match the measurements beside them, and no headline is out of date."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench import __main__ as engine
from bench import arena, bots, headlines, page, rooms, soak, start

pytestmark = pytest.mark.native
TABLES = {"arena": arena.table, "bots": bots.table, "page": page.table, "results": engine.table, "rooms": rooms.table}
BENCH = Path(headlines.__file__).parent


def test_headline_figures_match_the_measurements() -> None:
    """The headline figures match the measurements; `python3 py bench headlines` writes them again."""
    assert f"{headlines.BEGIN}{headlines.lines()}{headlines.END}" in headlines.README.read_text("utf-8")


def test_headline_figures_are_no_older_than_the_last_release() -> None:
    """Each table names its date and its commit, and the README quotes none that is older than the last release.

    The arena's ratings may be older, because tests/test_bench_arena.py repeats some of its games.
    """
    changes = (BENCH.parents[1] / "CHANGELOG.md").read_text("utf-8")
    released = max(re.findall(r"^## \d.* (\d{4}-\d\d-\d\d)$", changes, re.MULTILINE))
    readme = headlines.README.read_text("utf-8")
    dates = {
        path.name: re.findall(r"^Measured on (\d{4}-\d\d-\d\d) \(commit \w", path.read_text("utf-8"), re.MULTILINE)
        for path in BENCH.glob("*.md")
        if path != headlines.README
    }
    assert all(len(found) == 1 for found in dates.values()), dates
    quoted = set(re.findall(r"\[More\]\((.*?)\)", readme))
    assert quoted <= dates.keys()
    assert [name for name in quoted - {"ARENA.md"} if dates[name] < [released]] == []


@pytest.mark.parametrize(("released", "quoted"), [("", 6), ("9999-12-31", 1)])
def test_older_figures_are_not_quoted(monkeypatch: pytest.MonkeyPatch, released: str, quoted: int) -> None:
    """Figures that are older than the last release have no headline, only a link; those of the arena have one."""
    monkeypatch.setattr(headlines, "last_release", lambda: released)
    lines = headlines.lines()
    assert lines.count("([More](") == quoted
    assert len(re.findall(r"\[\w+\]\(\w+\.md\)", lines)) == 6
    assert (" ms" in lines) == (not released)


@pytest.mark.parametrize(("name", "table"), [*TABLES.items(), ("soak", soak.table), ("start", start.table)])
def test_tables_match_the_measurements(name: str, table: Callable[[dict[str, Any]], str]) -> None:
    """Each table matches the measurements beside it, whose file is small enough for a repository."""
    measured = (BENCH / f"{name}.json").read_text("utf-8")
    assert table(json.loads(measured)) == (BENCH / f"{name.upper()}.md").read_text("utf-8")
    assert len(measured) < 20_000
