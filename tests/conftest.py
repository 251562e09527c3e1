"""Configuration of all tests: Hypothesis runs without deadlines and with the same examples each time.

``--hypothesis-profile=long`` runs each property with 20 times as many examples, and with other ones each time.

The folder of the app's tests is added to the package ``app``, so all tests can import ``app.playing``.
"""

from collections import defaultdict
from contextlib import suppress
from itertools import chain
from pathlib import Path

import pytest

import app

app.__path__.append(str(Path(__file__).with_name("app")))

#: The minimum duration in seconds of a run whose summary lists the slowest folders and files, and their maximum number.
LONG, LONGEST = 60, 20

with suppress(ImportError):  # Hypothesis isn't available in Pyodide
    from hypothesis import settings

    settings.register_profile("steady", deadline=None, derandomize=True)
    settings.register_profile("long", deadline=None, max_examples=2_000, print_blob=True)
    settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for the journeys of tests/engines, which run only with it."""
    help_text = "run the journeys of tests/engines in this engine"
    parser.addoption("--engine", action="append", default=[], help=help_text)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Ignore the journeys unless the command line names an engine."""
    return (collection_path.name == "engines" and not config.getoption("--engine")) or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests of the page first, because they take the longest and would delay the end of a parallel run."""
    items.sort(key=lambda item: item.path.parent.name != "page")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the durations of each folder and of the slowest files after a long run."""
    folders, files = defaultdict[str, float](float), defaultdict[str, float](float)
    for report in chain.from_iterable(terminalreporter.stats.values()):
        if isinstance(report, pytest.TestReport):
            name = report.location[0]
            files[name] += report.duration
            folders[str(Path(name).parent)] += report.duration
    if sum(files.values()) < LONG:
        return
    terminalreporter.section("seconds by folder, and by file")
    for seconds in (folders, files):
        for name in sorted(seconds, key=seconds.__getitem__, reverse=True)[:LONGEST]:
            terminalreporter.write_line(f"{seconds[name]:7.0f} {name}")
