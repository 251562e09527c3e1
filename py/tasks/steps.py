"""Functions that run commands, and print steps as :mod:`runtime` does."""

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from runtime.steps import Problem, filled, step, tool

__all__ = ["ROOT", "SITE", "WEB", "Problem", "filled", "output_of", "passes", "run", "step", "tool"]

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
SITE = ROOT / "_site"


def run(command: Sequence[str | Path], advice: str, env: Mapping[str, str] | None = None, cwd: Path = ROOT) -> None:
    """Run a command. If it fails, show its output with the advice below it."""
    result = subprocess.run(
        command, cwd=cwd, env=env, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    )
    if result.returncode:
        sys.stdout.write("\n" + result.stdout)
        raise Problem(advice)


def passes(command: Sequence[str | Path], env: Mapping[str, str] | None = None) -> bool:
    """Run a command, show its output, and return whether it succeeded."""
    return subprocess.run(command, cwd=ROOT, env=env, check=False).returncode == 0


def output_of(command: Sequence[str | Path], env: Mapping[str, str] | None = None) -> tuple[bool, str]:
    """Run a command, and return whether it succeeded, and its output."""
    done = subprocess.run(
        command, cwd=ROOT, env=env, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    )
    return done.returncode == 0, done.stdout
