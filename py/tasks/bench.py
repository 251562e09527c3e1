"""``bench``: measure speed with the suite in tests/bench."""

import os
from collections.abc import Sequence

from tasks.installed import virtual_environment
from tasks.steps import ROOT, passes


def bench(arguments: Sequence[str]) -> int:
    """Run ``python -m bench`` with what is given, and return its success as an exit code."""
    path = os.pathsep.join(str(ROOT / folder) for folder in ("py", "tests"))
    done = passes([virtual_environment(), "-m", "bench", *arguments], env=os.environ | {"PYTHONPATH": path})
    return 0 if done else 1
