"""New Python processes that can import the game's packages."""

import os
import subprocess
import sys
from pathlib import Path

PY = Path(__file__).parents[2] / "py"


def environment(**variables: str) -> dict[str, str]:
    """Return this process's environment with some variables, and with py/ on Python's path."""
    return {**os.environ, "PYTHONPATH": str(PY), **variables}


def python(program: str, *arguments: str, **variables: str) -> str:
    """Run a program in a new process and return its output."""
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, env=environment(**variables), capture_output=True, check=True, text=True)  # noqa: S603
    return done.stdout
