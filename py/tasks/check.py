"""``test``: check everything, from the code's style to the page in a browser."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from runtime.make import Without
from tasks import browser
from tasks.build import build
from tasks.installed import MODULES, install_npm_packages, install_virtual_environment
from tasks.steps import ROOT, WEB, output_of, passes, with_tests

CORES = os.cpu_count() or 1

#: One more process than cores, because tests of the page often wait for the browser. Each process has a run of
#: neighboring tests, which share expensive fixtures; an idle process takes tests from another's run.
AT_ONCE = (f"--numprocesses={min(CORES + 1, 4)}", "--dist=worksteal")
#: A test that hangs fails after ten minutes, far more than any test takes.
TIMEOUT = "--timeout=600"
#: The names of the failed tests, and the maximum number of failed tests that run again.
FAILED, AGAIN = ROOT / "failures/failed.txt", 20

#: The check of the contracts about imports in pyproject.toml.
IMPORTS = "from importlinter.cli import lint_imports_command as check; check(['--no-logo', '--no-cache'])"

#: The linter and formatter for JavaScript.
BIOME = MODULES / "@biomejs/biome/bin/biome"

QUICK = """\
This is the quick run: style, types, imports, the build, and the tests that find most faults, also in a browser.
`python3 py test --all` runs every test: more windows, languages, games, networks, and damaged files."""
ALL = "This runs every test. `python3 py test` is quick: it runs the tests that find most faults."
SOME = "This runs the tests on the command line after all checks."


def check(without: Without, pytest_arguments: Sequence[str], *, everything: bool) -> int:
    """Run all checks while the site is built without some cuts, then pytest on it, and return the exit code.

    Without arguments for pytest, only the quick tests run, unless ``everything`` is true. A failed check doesn't stop
    the others.
    """
    quick = not everything and not pytest_arguments
    print(QUICK if quick else ALL if everything else SOME, flush=True)
    python = install_virtual_environment()
    install_npm_packages(checks=True)
    workflows = sorted((ROOT / ".github/workflows").glob("*.yml"))
    checks: dict[str, list[str | Path]] = {
        "Style": [python, "-m", "ruff", "check"],
        "Format": [python, "-m", "ruff", "format", "--check"],
        "Types": [python, "-m", "mypy"],
        "Imports": [python, "-c", IMPORTS],
        "Scripts": ["node", BIOME, "check", f"--config-path={WEB / 'biome.jsonc'}", "web", "py", "tests"],
        "Workflows": ["node", "py/tasks/workflows.mjs", *workflows],
    }
    with ThreadPoolExecutor(CORES) as pool:
        results = {title: pool.submit(output_of, command, with_tests()) for title, command in checks.items()}
        build(without)
        browser.prepare(python)
    failed = []
    for title, result in results.items():
        passed, output = result.result()
        print(f"{title}:\n{output}", end="", flush=True)
        if not passed:
            failed.append(title)
    pytest: list[str | Path] = [python, "-m", "pytest", TIMEOUT]
    if not passes([*pytest, *AT_ONCE, *(["--quick"] if quick else []), *pytest_arguments]):
        failed.append("Tests")
        _try_again(pytest)
    if failed:
        print(f"Failed: {', '.join(failed)}.")
    return 1 if failed else 0


def _try_again(pytest: Sequence[str | Path]) -> None:
    """Run failed tests again, each alone, and print the names of those that pass, which depend on luck."""
    names = FAILED.read_text("utf-8").splitlines() if FAILED.exists() else []
    if len(names) > AGAIN:
        return
    flaky = [name for name in names if output_of([*pytest, "--keep-failures", name])[0]]
    for name in flaky:
        print(f"Flaky: {name} failed, and passed when it ran again. Please report it.", flush=True)


def check_engines(without: Without, engines: Sequence[str], pytest_arguments: Sequence[str]) -> int:
    """Build the site without some cuts, play journeys on it in some engines, and return the exit code."""
    python = install_virtual_environment()
    install_npm_packages(checks=True)  # has the relay for rooms
    build(without)
    for engine in engines:
        browser.prepare(python, engine)
    named = [f"--engine={engine}" for engine in engines]
    return 0 if passes([python, "-m", "pytest", "tests/engines", TIMEOUT, *named, *pytest_arguments]) else 1
