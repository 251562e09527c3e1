"""How the tasks speak and run commands: one line a step, and one friendly sentence when something is missing."""

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
SITE = ROOT / "_site"


class Problem(Exception):  # noqa: N818 - it is told to a person, who has a problem
    """Something a person has to put right; its text is the whole message."""


@contextmanager
def step(title: str) -> Iterator[None]:
    """Announce a step before it starts, and the time it took when it is done."""
    start = time.monotonic()
    print(f"{title} …", end="", flush=True)
    try:
        yield
    except BaseException:
        print(flush=True)
        raise
    print(f" {time.monotonic() - start:.1f} s", flush=True)


def tool(name: str, advice: str) -> str:
    """Return where a program is, or say how to get it."""
    path = shutil.which(name)
    if path is None:
        message = f"The program {name} was not found. {advice}"
        raise Problem(message)
    return path


def run(command: Sequence[str | Path], advice: str, env: Mapping[str, str] | None = None, cwd: Path = ROOT) -> None:
    """Run a command whose output matters only if it fails; then show it, with the advice below."""
    result = subprocess.run(
        command, cwd=cwd, env=env, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    )
    if result.returncode:
        sys.stdout.write("\n" + result.stdout)
        raise Problem(advice)


def passes(command: Sequence[str | Path], env: Mapping[str, str] | None = None) -> bool:
    """Run a command with its output shown, and tell whether it succeeded."""
    return subprocess.run(command, cwd=ROOT, env=env, check=False).returncode == 0
