"""The benchmarks' headline figures and tables match the measurements beside them."""

import json
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


@pytest.mark.parametrize(("name", "table"), [*TABLES.items(), ("soak", soak.table), ("start", start.table)])
def test_tables_match_the_measurements(name: str, table: Callable[[dict[str, Any]], str]) -> None:
    """Each table matches the measurements beside it, whose file is small enough for a repository."""
    measured = (BENCH / f"{name}.json").read_text("utf-8")
    assert table(json.loads(measured)) == (BENCH / f"{name.upper()}.md").read_text("utf-8")
    assert len(measured) < 20_000
