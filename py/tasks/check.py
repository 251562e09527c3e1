"""``test``: everything that must hold, from the style of the code to the page in a browser."""

from collections.abc import Sequence
from pathlib import Path

from tasks import browser, runtime
from tasks.build import build
from tasks.installed import npm_packages, virtual_environment
from tasks.steps import ROOT, passes

#: As many tests at a time as the machine can do things. Neighbours share what takes long to make, so some go together;
#: the long ones come first (tests/conftest.py).
AT_ONCE = ("--numprocesses=auto", "--maxprocesses=4", "--dist=load", "--maxschedchunk=24")


def check(kind: str, pytest_arguments: Sequence[str]) -> int:
    """Run all checks, then pytest on a site with a kind of Pyodide, and return the exit code.

    A failed check does not hide what follows it.
    """
    python = virtual_environment()
    npm_packages()
    workflows = sorted((ROOT / ".github/workflows").glob("*.yml"))
    checks: dict[str, list[str | Path]] = {
        "Style": [python, "-m", "ruff", "check"],
        "Format": [python, "-m", "ruff", "format", "--check"],
        "Types": [python, "-m", "mypy"],
        "Workflows": ["node", "py/tasks/workflows.mjs", *workflows],
    }
    failed = []
    for title, command in checks.items():
        print(f"{title}:", flush=True)
        if not passes(command):
            failed.append(title)
    runtime.prepare()
    build(kind)
    browser.prepare(python)
    if not passes([python, "-m", "pytest", *AT_ONCE, *pytest_arguments]):
        failed.append("Tests")
    if failed:
        print(f"Failed: {', '.join(failed)}.")
    return 1 if failed else 0
