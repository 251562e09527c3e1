"""Shared by all tests: laws are judged without a clock, and in the same way each time.

The folder of the app's tests is a second place of the package that it tests, so they share ``app.playing``.
"""

from collections import defaultdict
from contextlib import suppress
from itertools import chain
from pathlib import Path

import pytest

import app

app.__path__.append(str(Path(__file__).with_name("app")))

#: Seconds of a run from which on it is told where they went, and the number of files that are listed.
LONG, LONGEST = 60, 20

with suppress(ImportError):  # there is no Hypothesis in Pyodide
    from hypothesis import settings

    settings.register_profile("steady", deadline=None, derandomize=True)
    settings.load_profile("steady")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest, the tests of the page, so that none of those is what all others wait for."""
    items.sort(key=lambda item: item.path.parent.name != "page")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the seconds that the tests of each folder took, and those of the files that took longest."""
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
