"""Run pytest inside Pyodide and count the tests that passed."""

import json
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from in_pyodide.bots import take_in


class Inside:
    """A pytest plugin that leaves out what cannot run here, and counts the rest."""

    def __init__(self) -> None:
        """Start with no test passed."""
        self.passed: Counter[str] = Counter()

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Leave out tests that need Hypothesis, which is compiled for another machine."""
        return (collection_path.suffix == ".py" and "from hypothesis" in collection_path.read_text("utf-8")) or None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count the tests that passed, by file."""
        if report.when == "call" and report.passed:
            self.passed[Path(report.fspath).stem] += 1


def run(arguments: Iterable[str]) -> dict[str, object]:
    """Run the tests of the rules. Return pytest's exit code and the number of tests that passed, by file."""
    plugin = Inside()
    options = ["-m", "not native", "-p", "no:cacheprovider", "--capture=sys", "-o", "filterwarnings="]
    options += ["-o", "pythonpath=tests"]  # the game comes from the archive
    code = pytest.main(["tests/engine", *options, *arguments], plugins=[plugin])
    return {"code": int(code), "passed": dict(plugin.passed), "engine": sys.modules["cartographers"].__file__}


if __name__ == "__main__":
    take_in(sys.argv.pop(1))
    print(json.dumps(run(sys.argv[1:])))  # noqa: T201 - read by the test outside
