"""Inside Pyodide, import the game, run pytest, and let the bots begin games. Print what was found as JSON."""

import dataclasses
import gzip
import importlib
import json
import marshal
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

BUNDLE: Any = next(finder for finder in sys.meta_path if hasattr(finder, "generated"))


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


def generated_code() -> dict[str, object]:
    """Run the game's modules as for a snapshot. Return those left out, and the generated code that wasn't compiled."""
    texts = list[str]()

    def watch(text: str, *namespaces: dict[str, Any] | None) -> None:
        """Record the requested code and run it."""
        texts.append(text)
        BUNDLE.generate(text, *namespaces)

    vars(dataclasses)["exec"] = watch
    sys.path.append("")  # as in a worker that makes a snapshot
    importlib.import_module("browser.before_start").import_game()
    vars(dataclasses)["exec"] = BUNDLE.generate
    missing = [text for text in texts if text not in BUNDLE.generated]
    return {"used": len({*texts}), "missing": missing, "unused": [*filter(BUNDLE.is_ours, BUNDLE.modules)]}


def run(arguments: Iterable[str]) -> dict[str, object]:
    """Run the tests of the engine. Return pytest's exit code and the number of passed tests by file."""
    plugin = Inside()
    options = ["-m", "not native", "-p", "no:cacheprovider", "--capture=sys", "--keep-failures"]
    options += ["-o", "filterwarnings=", "-o", "pythonpath=tests"]  # the game comes from the archive
    code = pytest.main(["tests/engine", *options, *arguments], plugins=[plugin])
    return {"code": int(code), "passed": dict(plugin.passed), "engine": sys.modules["cartographers"].__file__}


def main(later: str, *arguments: str) -> None:
    """Load the later part as the page does, after the first. In the quick run, the bots begin no games."""
    found = generated_code()
    added, _ = marshal.loads(gzip.decompress(Path(later).read_bytes()))  # noqa: S302 - our own build
    BUNDLE.add(*added)
    found |= run(arguments)
    records = [] if "--quick" in arguments else importlib.import_module("in_pyodide.bots").records()
    print(json.dumps({**found, "records": records}))  # noqa: T201 - the test reads the output


if __name__ == "__main__":
    main(*sys.argv[1:])
