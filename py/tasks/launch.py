"""Launch the commands that need the packages in .venv: ``bench``, ``fuzz``, and the modules of ``tools``."""

from collections.abc import Sequence

from tasks.installed import install_virtual_environment
from tasks.steps import passes, with_tests

#: The module of each command.
MODULES = {
    "bench": "bench",
    "observe": "tools.observe",
    "cldr": "tools.cldr",
    "puzzles": "tools.puzzles",
    "mutants": "tools.mutants",
    "fuzz": "support.fuzz",
}


def launch(command: str, arguments: Sequence[str]) -> int:
    """Run a command's module, which may import the tests' helpers, and return the exit code."""
    python = install_virtual_environment()
    done = passes([python, "-m", MODULES[command], *arguments], env=with_tests())
    return 0 if done else 1
