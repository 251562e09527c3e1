"""A copy of the project in which a recipe is followed, and a record of the files edited by hand."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tasks.check import IMPORTS

ROOT = Path(__file__).parents[2]
#: The files and folders that commands and tests need in a copy.
_COPIED = ("py", "tests", "web", "index.html", "pyproject.toml", "README.md")
_LEFT_OUT = shutil.ignore_patterns("node_modules", ".*")


class Tree:
    """A copy of the project."""

    def __init__(self, folder: Path) -> None:
        """Copy the project into an empty folder."""
        self.folder = folder
        #: The paths of the files that were edited by hand.
        self.edited: set[str] = set()
        for name in _COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / name, ignore=_LEFT_OUT)
            else:
                shutil.copy2(ROOT / name, folder / name)

    def read(self, path: str) -> str:
        """Return the text of a file."""
        return (self.folder / path).read_text("utf-8")

    def write(self, path: str, text: str) -> None:
        """Write a file."""
        (self.folder / path).write_text(text, "utf-8")
        self.edited.add(path)

    def replace(self, path: str, pattern: str, text: str) -> None:
        """Replace the only match of a pattern in a file."""
        after, count = re.subn(pattern, text, self.read(path), flags=re.MULTILINE)
        assert count == 1, f"{path} has {pattern} {count} times"
        self.write(path, after)

    def add_words(self, language: str, words: Mapping[str, str]) -> None:
        """Add words to the catalog of a language."""
        path = f"py/words/{language}.json"
        texts = json.loads(self.read(path))
        assert not texts.keys() & words.keys()
        self.write(path, json.dumps({**texts, **words}, ensure_ascii=False, indent=2) + "\n")

    def run(self, *arguments: str) -> str:
        """Run this Python in the copy and return its output. A failed command fails the test with its output."""
        return self._run(sys.executable, *arguments)

    def build(self) -> Path:
        """Build the site of the copy with the npm packages installed here, and return its folder."""
        modules = self.folder / "web/node_modules"
        modules.mkdir()
        for path in (ROOT / "web/node_modules").iterdir():
            if path.name == "@pyscript":  # Pyodide reads it, and doesn't follow links out of the copy
                shutil.copytree(path, modules / path.name)
            else:
                (modules / path.name).symlink_to(path)
        self.run("py", "build")
        return self.folder / "_site"

    def test(self, *tests: str) -> None:
        """Run tests in the copy."""
        self.run("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *tests)

    def check_imports(self) -> None:
        """Check the contracts about imports in the copy."""
        self.run("-c", IMPORTS)

    def node(self, script: str, *arguments: str) -> str:
        """Run a script with Node in the copy, and return its output."""
        return self._run("node", "--eval", script, *arguments)

    def _run(self, *command: str) -> str:
        paths = os.pathsep.join(str(self.folder / name) for name in ("py", "tests", "web"))
        environment = os.environ | {"PYTHONPATH": paths}
        done = subprocess.run(  # noqa: S603 - our own commands
            command, cwd=self.folder, env=environment, capture_output=True, encoding="utf-8", check=False
        )
        assert not done.returncode, done.stdout + done.stderr
        return done.stdout
