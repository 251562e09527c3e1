"""Functions that run commands, and print steps as :mod:`runtime` does."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from runtime.steps import Problem, filled, step, tool

__all__ = [
    "ROOT",
    "SITE",
    "WEB",
    "Problem",
    "filled",
    "output_of",
    "output_with_tests",
    "passes",
    "run",
    "step",
    "tool",
    "with_tests",
]

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


def output_with_tests(command: Sequence[str | Path]) -> str:
    """Return the output of a command that may import the project and its tests."""
    done = subprocess.run(command, cwd=ROOT, env=with_tests(), check=True, stdout=subprocess.PIPE, encoding="utf-8")
    return done.stdout


def with_tests() -> dict[str, str]:
    """Return the environment of a Python that can import the project and its tests."""
    return os.environ | {"PYTHONPATH": os.pathsep.join(str(ROOT / folder) for folder in ("py", "tests", "web"))}


def passes(command: Sequence[str | Path], env: Mapping[str, str] | None = None) -> bool:
    """Run a command, show its output, and return whether it succeeded."""
    return subprocess.run(command, cwd=ROOT, env=env, check=False).returncode == 0


def output_of(command: Sequence[str | Path], env: Mapping[str, str] | None = None) -> tuple[bool, str]:
    """Run a command, and return whether it succeeded, and its output."""
    done = subprocess.run(
        command, cwd=ROOT, env=env, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    )
    return done.returncode == 0, done.stdout
