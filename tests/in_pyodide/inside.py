"""Run pytest inside Pyodide and count the tests that passed."""

import json
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from in_pyodide.bots import load_later_part


class Inside:
    """A pytest plugin that skips tests that can't run here, and counts the tests that pass."""

    def __init__(self) -> None:
        """Start counting at zero."""
        self.passed: Counter[str] = Counter()

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Skip files that need Hypothesis, whose compiled parts don't run in Pyodide."""
        return (collection_path.suffix == ".py" and "from hypothesis" in collection_path.read_text("utf-8")) or None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count the tests that passed, by file."""
        if report.when == "call" and report.passed:
            self.passed[Path(report.fspath).stem] += 1


def run(arguments: Iterable[str]) -> dict[str, object]:
    """Run the tests of the engine. Return pytest's exit code and the number of passed tests by file."""
    plugin = Inside()
    options = ["-m", "not native", "-p", "no:cacheprovider", "--capture=sys", "--keep-failures"]
    options += ["-o", "filterwarnings=", "-o", "pythonpath=tests"]  # the game comes from the archive
    code = pytest.main(["tests/engine", *options, *arguments], plugins=[plugin])
    return {"code": int(code), "passed": dict(plugin.passed), "engine": sys.modules["cartographers"].__file__}


if __name__ == "__main__":
    load_later_part(sys.argv.pop(1))
    print(json.dumps(run(sys.argv[1:])))  # noqa: T201 - the test reads the output
