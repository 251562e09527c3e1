"""The README's headline figures and the benches' tables match the measurements."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench import __main__ as engine
from bench import arena, bots, headlines, page, rooms, start

pytestmark = pytest.mark.native
TABLES = {"arena": arena.table, "bots": bots.table, "page": page.table, "results": engine.table, "rooms": rooms.table}
BENCH = Path(headlines.__file__).parent


def test_the_readme_has_the_measured_figures() -> None:
    """The README has the measured headline figures, which `python3 py bench headlines` writes."""
    assert f"{headlines.BEGIN}{headlines.lines()}{headlines.END}" in headlines.README.read_text("utf-8")


@pytest.mark.parametrize(("name", "table"), [*TABLES.items(), ("start", start.table)])
def test_the_tables_have_the_measured_figures(name: str, table: Callable[[dict[str, Any]], str]) -> None:
    """Each table is what its bench writes for the measurements next to it, which have less than 20 kB."""
    measured = (BENCH / f"{name}.json").read_text("utf-8")
    assert table(json.loads(measured)) == (BENCH / f"{name.upper()}.md").read_text("utf-8")
    assert len(measured) < 20_000
