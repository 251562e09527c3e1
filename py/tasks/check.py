"""``test``: check everything, from the code's style to the page in a browser."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from runtime.make import Without
from tasks import browser
from tasks.build import build
from tasks.installed import MODULES, install_npm_packages, install_virtual_environment
from tasks.steps import ROOT, WEB, output_of, passes

CORES = os.cpu_count() or 1

#: One more process than cores, because tests of the page often wait for the browser. Each process has a run of
#: neighboring tests, which share expensive fixtures; an idle process takes tests from another's run.
AT_ONCE = (f"--numprocesses={min(CORES + 1, 4)}", "--dist=worksteal")
#: A test that hangs fails after ten minutes, far more than any test takes.
TIMEOUT = "--timeout=600"

#: The linter and formatter for JavaScript.
BIOME = MODULES / "@biomejs/biome/bin/biome"


def check(without: Without, pytest_arguments: Sequence[str]) -> int:
    """Run all checks while the site is built without some cuts, then pytest on it, and return the exit code.

    A failed check doesn't stop the others.
    """
    python = install_virtual_environment()
    install_npm_packages(checks=True)
    workflows = sorted((ROOT / ".github/workflows").glob("*.yml"))
    checks: dict[str, list[str | Path]] = {
        "Style": [python, "-m", "ruff", "check"],
        "Format": [python, "-m", "ruff", "format", "--check"],
        "Types": [python, "-m", "mypy"],
        "Scripts": ["node", BIOME, "check", f"--config-path={WEB / 'biome.jsonc'}", "web", "py", "tests"],
        "Workflows": ["node", "py/tasks/workflows.mjs", *workflows],
    }
    with ThreadPoolExecutor(CORES) as pool:
        results = {title: pool.submit(output_of, command) for title, command in checks.items()}
        build(without)
        browser.prepare(python)
    failed = []
    for title, result in results.items():
        passed, output = result.result()
        print(f"{title}:\n{output}", end="", flush=True)
        if not passed:
            failed.append(title)
    if not passes([python, "-m", "pytest", *AT_ONCE, TIMEOUT, *pytest_arguments]):
        failed.append("Tests")
    if failed:
        print(f"Failed: {', '.join(failed)}.")
    return 1 if failed else 0


def check_engines(without: Without, engines: Sequence[str], pytest_arguments: Sequence[str]) -> int:
    """Build the site without some cuts, play journeys on it in some engines, and return the exit code."""
    python = install_virtual_environment()
    install_npm_packages(checks=True)  # has the relay for rooms
    build(without)
    browser.prepare_engines(python, engines)
    named = [f"--engine={engine}" for engine in engines]
    return 0 if passes([python, "-m", "pytest", "tests/engines", TIMEOUT, *named, *pytest_arguments]) else 1
