"""The engine gives the same results in Pyodide, where its tests run again with the built site's files."""

import gzip
import json
import os
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

import pytest

from in_pyodide.bots import records
from tasks.steps import ROOT, SITE

[PACKED] = SITE.glob("web/python.*.bin")
[LATER] = SITE.glob("web/later.*.bin")
ENGINE = Path(__file__).parents[1] / "engine"
#: The files that don't run in Pyodide: most need Hypothesis, and there is no command line and no multiprocessing.
LEFT_OUT = {
    "test_against_plain",
    "test_bots",
    "test_command_line",
    "test_custom_map_laws",
    "test_laws",
    "test_library",
    "test_packed_laws",
    "test_seats",
    "test_player_view",
}


def run_inside(archive: Path, *arguments: str) -> dict[str, Any]:
    """Run inside.py in Pyodide on Node and return the JSON in its last line. If it fails, pytest shows its output.

    The game and the page's part of the standard library come from the site's archive. Pytest needs the rest of the
    standard library.
    """
    folders = (ROOT / "tests", sysconfig.get_path("purelib"), archive.parent)
    node = shutil.which("node")
    assert node, "Node is needed to run Pyodide"
    done = subprocess.run(
        [node, "web/runtime/inside.mjs", archive, "in_pyodide.inside", *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, folders))},
        check=False,
        capture_output=True,
        encoding="utf-8",
    )
    report, _, last = done.stdout.rstrip().rpartition("\n")
    print(report, done.stderr, sep="\n")  # noqa: T201 - pytest shows it if this fails
    assert done.returncode == 0
    result: dict[str, Any] = json.loads(last)
    return result


def test_the_engine_is_the_same_in_pyodide(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """The tests of the engine pass in Pyodide, except the files that can't run there.

    The archive contains the compiled form of all code that the game's dataclasses generate. In the whole run, each bot
    chooses the same plies as in native Python.
    """
    archive = tmp_path / "python.zip"
    archive.write_bytes(gzip.decompress(PACKED.read_bytes()))
    quick = ["--quick"] if pytestconfig.getoption("--quick") else []
    result = run_inside(archive, str(LATER), *quick)
    assert result["code"] == 0
    assert result["engine"] == str(archive / "cartographers/__init__.pyc")
    passed = {name for name, count in result["passed"].items() if count}
    assert passed == {path.stem for path in ENGINE.glob("test_*.py")} - LEFT_OUT
    assert result["missing"] == result["unused"] == []
    assert result["used"] > 20
    assert result["records"] == ([] if quick else records())
