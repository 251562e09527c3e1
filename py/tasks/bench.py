"""``bench``, ``observe`` and ``cldr``: run the modules of those names in tests/, with the tools of the tests."""

import os
from collections.abc import Sequence

from tasks.installed import virtual_environment
from tasks.steps import ROOT, passes


def bench(arguments: Sequence[str]) -> int:
    """Run ``python -m bench`` with some arguments, and return the exit code."""
    return _run("bench", arguments)


def observe(arguments: Sequence[str]) -> int:
    """Run ``python -m observe``, and return the exit code."""
    return _run("observe", arguments)


def cldr(arguments: Sequence[str]) -> int:
    """Run ``python -m cldr``, and return the exit code."""
    return _run("cldr", arguments)


def _run(module: str, arguments: Sequence[str]) -> int:
    path = os.pathsep.join(str(ROOT / folder) for folder in ("py", "tests"))
    done = passes([virtual_environment(), "-m", module, *arguments], env=os.environ | {"PYTHONPATH": path})
    return 0 if done else 1
