"""The rules give the same results in the browser's Python: their tests run again inside Pyodide, as they are built."""

import json
import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

from tasks.steps import ROOT, SITE

ENGINE = Path(__file__).parents[1] / "engine"
#: Hypothesis, which two of them need, is compiled for another machine; there is no command line in a browser.
LEFT_OUT = {"test_laws", "test_against_plain", "test_command_line"}


def test_rules_in_pyodide() -> None:
    """Run tests/engine in Pyodide, in Node, and expect all of it to pass; its own report shows what did not.

    The game is the site's archive, and so is of the standard library what the page has; pytest needs more of it.
    """
    [archive] = SITE.glob("web/python.*.zip")
    node = shutil.which("node")
    assert node, "Node is needed to run Pyodide"
    done = subprocess.run(
        [node, "py/tasks/inside.mjs", archive, "in_pyodide.inside"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "tests"), sysconfig.get_path("purelib")])},
        check=False,
        capture_output=True,
        encoding="utf-8",
    )
    report, _, last = done.stdout.rstrip().rpartition("\n")
    print(report, done.stderr, sep="\n")  # noqa: T201 - pytest shows it if this fails
    assert done.returncode == 0
    result = json.loads(last)
    assert result["code"] == 0
    assert result["engine"] == str(archive / "cartographers/__init__.pyc")
    passed = {name for name, count in result["passed"].items() if count}
    assert passed == {path.stem for path in ENGINE.glob("test_*.py")} - LEFT_OUT
