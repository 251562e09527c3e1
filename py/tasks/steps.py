"""Functions that run commands, and those of :mod:`runtime` that print steps."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from runtime.steps import Problem, filled, step, tool

__all__ = ["Problem", "filled", "step", "tool"]  # for the other modules of the tasks

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
SITE = ROOT / "_site"
#: Git's pattern without the files that benches write. They don't change the page.
REPORTS = ":!py/bench/*.md"

Command: TypeAlias = Sequence[str | Path]


def run(command: Command, advice: str, env: Mapping[str, str] | None = None, cwd: Path = ROOT) -> None:
    """Run a command. If it fails, show its output with the advice below it."""
    passed, output = output_of(command, env, cwd)
    if not passed:
        sys.stdout.write("\n" + output)
        raise Problem(advice)


def output_of(command: Command, env: Mapping[str, str] | None = None, cwd: Path = ROOT) -> tuple[bool, str]:
    """Run a command, and return whether it succeeded, and its output."""
    done = subprocess.run(
        command, cwd=cwd, env=env, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    )
    return done.returncode == 0, done.stdout


def passes(command: Command, env: Mapping[str, str] | None = None) -> bool:
    """Run a command, show its output, and return whether it succeeded."""
    return subprocess.run(command, cwd=ROOT, env=env, check=False).returncode == 0


def output_with_tests(command: Command) -> str:
    """Return the output of a command that may import the project and its tests, without its errors."""
    done = subprocess.run(command, cwd=ROOT, env=with_tests(), check=True, stdout=subprocess.PIPE, encoding="utf-8")
    return done.stdout


def with_tests() -> dict[str, str]:
    """Return the environment of a Python that can import the project and its tests."""
    return os.environ | {"PYTHONPATH": os.pathsep.join(str(ROOT / folder) for folder in ("py", "tests", "web"))}


def git(*arguments: str) -> tuple[bool, str]:
    """Run Git in the project's folder. Return whether it succeeded, and its output."""
    program = shutil.which("git")
    return output_of([program, *arguments], cwd=ROOT) if program else (False, "")


def current_commit() -> str:
    """Return the short hash of the source's commit, and whether files have changed since; "unknown" without Git."""
    found, commit = git("rev-parse", "--short", "HEAD")
    if not found:
        return "unknown"
    _, changes = git("status", "--porcelain", "--", ".", REPORTS)
    return f"{commit.strip()} with changes" if changes else commit.strip()
