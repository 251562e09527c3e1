"""The soak bench replays records in every Python, continues after an interruption, and writes its table."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from bench import soak
from bench.__main__ import run
from bench.records import digest, play, replay
from tasks.steps import ROOT

pytestmark = pytest.mark.native
#: More games than there are numbers of players.
GAMES = 30


def here(command: list[str]) -> dict[str, Any]:
    """Carry out a command for records in this process. The Python that is named "wrong" reports another digest."""
    python = command[0]
    file, *numbers = command[command.index("bench.records") + 1 :]
    found = digest(play(Path(file), *map(int, numbers)) if numbers else replay(Path(file)))
    return found | ({"sha256": "another"} if python == "wrong" else {})


def interrupted(command: list[str]) -> dict[str, Any]:
    """Report a command that should not have been repeated."""
    pytest.fail(f"repeated: {command}")


def test_records_replay_in_every_python() -> None:
    """The records of some games replay to the same results in every Python of this machine and in Pyodide."""
    with TemporaryDirectory(dir=ROOT / "py/bench") as folder:  # Pyodide sees only the project's files
        results = soak.replays(GAMES, run, Path(folder))
    assert soak.PYODIDE in results["equal"]
    assert len(results["equal"]) > 1
    assert set(results["equal"].values()) == {GAMES}
    assert results["equal"].keys() == results["pythons"].keys()


def test_another_record_has_another_digest(tmp_path: Path) -> None:
    """A digest depends on every ply: if one record ends a ply earlier, the digest is another one."""
    file = tmp_path / "records.txt"
    played = digest(play(file, 0, GAMES - 1))
    assert digest(replay(file)) == played
    assert played["games"] == GAMES
    records = file.read_text("ascii").splitlines()
    records[3] = records[3].rpartition(".")[0]
    file.write_text("\n".join(records), "ascii")
    assert digest(replay(file))["sha256"] != played["sha256"]


def test_results_are_counted_and_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only equal results count, the last chunk may be smaller, and a second run repeats nothing."""
    monkeypatch.setattr(soak, "CHUNK", 20)
    monkeypatch.setattr(soak, "places", lambda: {"right": ["right"], "wrong": ["wrong"]})
    results = soak.replays(GAMES, here, tmp_path)
    assert results["equal"] == {"right": GAMES, "wrong": 0}
    assert soak.replays(GAMES, interrupted, tmp_path) == results


def test_table_shows_growth_and_missing_pythons() -> None:
    """The table shows the medians of two quarters, the slope after the caches are full, and the missing Pythons."""
    tab = dict.fromkeys(soak.FIGURES, [5.0] * 8) | {"nodes": [0.0, 90, 100, 100, 100, 102, 104, 106]}
    equal = {"CPython 3.11": 1000, "CPython 3.12": 1000, "Pyodide": 999}
    about = {"date": "today", "commit": "abc", "cores": 2, "processor": "a processor", "code": "abc", "records": 1000}
    text = soak.table(about | {"tab": tab, "equal": equal, "pythons": dict.fromkeys(equal, "3")})
    assert "| nodes of the document | 45 | 105 | +2.00 |" in text
    assert "| JavaScript's heap, kB | 5 | 5 | +0.00 |" in text
    assert "| Pyodide | 3 | 999 |" in text
    assert "This machine has no CPython 3.13 and no CPython 3.14." in text
