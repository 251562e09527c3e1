"""Repositories for tests."""

import subprocess
from pathlib import Path


def git(folder: Path, *arguments: str) -> str:
    """Run Git in a folder, as an author without a configuration, and return its output."""
    author = ("-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false")
    done = subprocess.run(["git", *author, *arguments], cwd=folder, check=True, capture_output=True, encoding="utf-8")  # noqa: S603, S607 - Git, without input from outside
    return done.stdout.strip()
