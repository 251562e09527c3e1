"""``bench`` and ``observe``: what is measured or found out with the tools of the tests, by the modules of that name."""

import os
from collections.abc import Sequence

from tasks.installed import virtual_environment
from tasks.steps import ROOT, passes


def bench(arguments: Sequence[str]) -> int:
    """Run ``python -m bench`` with what is given, and return its success as an exit code."""
    return _run("bench", arguments)


def observe(arguments: Sequence[str]) -> int:
    """Run ``python -m observe``, and return its success as an exit code."""
    return _run("observe", arguments)


def _run(module: str, arguments: Sequence[str]) -> int:
    path = os.pathsep.join(str(ROOT / folder) for folder in ("py", "tests"))
    done = passes([virtual_environment(), "-m", module, *arguments], env=os.environ | {"PYTHONPATH": path})
    return 0 if done else 1
