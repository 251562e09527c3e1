"""Configuration of all tests: the quick run, Hypothesis's examples, and the report of failed tests.

``--quick`` skips the tests marked ``thorough`` and most cases of tests marked ``sample``, as tests/README.md explains.
Hypothesis runs without deadlines and with the same examples each time. ``--hypothesis-profile=long`` runs each property
with 20 times as many examples, and with other ones each time.
"""

import shutil
import sys
from collections import defaultdict
from collections.abc import Generator
from itertools import chain
from pathlib import Path

import pytest

#: The minimum duration in seconds of a run whose summary lists the slowest folders and files, and their maximum number.
LONG, LONGEST = 60, 20
#: The folder with the traces of failed tests, and the list of their names.
FAILURES = Path(__file__).parents[1] / "failures"
FAILED = "failed.txt"


def is_in_pyodide() -> bool:
    """Return whether this is Pyodide, where Hypothesis isn't available."""
    return sys.platform == "emscripten"


if not is_in_pyodide():
    from hypothesis import settings

    settings.register_profile("steady", deadline=None, derandomize=True)
    settings.register_profile("quick", deadline=None, derandomize=True, max_examples=20)
    settings.register_profile("long", deadline=None, max_examples=2_000, print_blob=True)
    settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for the quick run, and that for the journeys of tests/engines, which run only with it."""
    parser.addoption("--quick", action="store_true", help="skip tests whose faults quicker tests also find")
    parser.addoption("--rest", action="store_true", help="run only the tests that --quick skips")
    help_text = "keep the list and the traces of the last run's failures"
    parser.addoption("--keep-failures", action="store_true", help=help_text)
    help_text = "run the journeys of tests/engines in this engine"
    parser.addoption("--engine", action="append", default=[], help=help_text)


def pytest_configure(config: pytest.Config) -> None:
    """Forget the failures of the last run, and try fewer examples in the quick run."""
    if config.getoption("--quick") and not is_in_pyodide():
        settings.load_profile("quick")
    if not (hasattr(config, "workerinput") or config.getoption("--keep-failures")):
        shutil.rmtree(FAILURES, ignore_errors=True)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Ignore the journeys unless the command line names an engine."""
    return (collection_path.name == "engines" and not config.getoption("--engine")) or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests in the quick run. Run those of the page first: they would delay the end of a parallel run."""
    if config.getoption("--quick") or config.getoption("--rest"):
        left_out = thorough(items)
        if config.getoption("--rest"):
            left_out = {*items} - left_out
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]
    items.sort(key=lambda item: item.path.parent.name != "page")


def thorough(items: list[pytest.Item]) -> set[pytest.Item]:
    """Return the tests that the quick run leaves out. It has the first cases of a sample, and others evenly spread."""
    left_out = {item for item in items if item.get_closest_marker("thorough")}
    samples = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        if item.get_closest_marker("sample"):
            samples[item.nodeid.partition("[")[0]].append(item)
    for cases in samples.values():
        [size] = cases[0].iter_markers("sample")
        step = len(cases) / size.args[0]
        left_out |= {*cases} - {cases[int(place * step)] for place in range(min(size.args[0], len(cases)))}
    return left_out


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the sentence that a failed test disproves to its report."""
    report = yield
    if report.failed:
        words = (getattr(item, "function", None) and item.function.__doc__) or ""  # type: ignore[attr-defined]
        report.user_properties.append(("sentence", " ".join(words.partition("\n\n")[0].split())))
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the durations of folders and slow files after a long run, and how to repeat each failed test."""
    reports = [
        report
        for report in chain.from_iterable(terminalreporter.stats.values())
        if isinstance(report, pytest.TestReport)
    ]
    folders, files = defaultdict[str, float](float), defaultdict[str, float](float)
    for report in reports:
        name = report.nodeid.partition("::")[0]
        files[name] += report.duration
        folders[str(Path(name).parent)] += report.duration
    if sum(files.values()) >= LONG:
        terminalreporter.section("seconds by folder, and by file")
        for seconds in (folders, files):
            for name in sorted(seconds, key=seconds.__getitem__, reverse=True)[:LONGEST]:
                terminalreporter.write_line(f"{seconds[name]:7.0f} {name}")
    failed = {report.nodeid: report for report in reports if report.failed}
    if failed:
        report_failures(terminalreporter, failed)


def report_failures(terminalreporter: pytest.TerminalReporter, failed: dict[str, pytest.TestReport]) -> None:
    """Print what each failed test disproves, the command that repeats it, and its traces. List the tests in a file."""
    if not terminalreporter.config.getoption("--keep-failures"):
        FAILURES.mkdir(exist_ok=True)
        (FAILURES / FAILED).write_text("".join(f"{name}\n" for name in failed), "utf-8")
    terminalreporter.section("not so")
    for name, report in failed.items():
        error = report.longreprtext.strip().splitlines()[-1:] or [""]
        reasons = [line[1:].strip() for line in report.longreprtext.splitlines() if line.startswith("E  ")]
        facts = dict(report.user_properties)
        terminalreporter.write_line(f"{facts['sentence']} Not so: {(reasons or error)[0][:200]}")
        terminalreporter.write_line(f"    .venv/bin/python -m pytest '{name}'")
        if "traces" in facts:
            terminalreporter.write_line(f"    {facts['traces']}")
    terminalreporter.write_line(f"The pages and the consoles' messages of failed tests are in {FAILURES.name}/.")
