"""Pyodide as the page gets it: as it comes from npm, or trimmed and split by the steps in web/runtime/.

What a step has made is kept until the step, the list of used functions, or the packages change.
"""

import contextlib
import hashlib
import shutil
import subprocess
import tempfile
from pathlib import Path

from tasks import debian
from tasks.installed import MODULES, NODE_ADVICE
from tasks.steps import ROOT, WEB, Problem, step, tool

PYODIDE = MODULES / "pyodide"
STEPS = {
    "stock": (),
    "trimmed": (("trim.mjs",),),
    "split": (("trim.mjs",), ("split.mjs",)),
    "noted": (("trim.mjs",), ("split.mjs", "--notes")),
}
"""What makes each kind of Pyodide of the one before. One that is noted tells which of its functions are used."""
_KEPT = MODULES / ".pyodide"
_PROGRAM_IS_MISSING = 3
_ADVICE = "Debian and Ubuntu have it in their package binaryen (apt install binaryen)."


def prepare() -> None:
    """Get what makes Pyodide smaller, where that is possible; the build can go without."""
    if not shutil.which("wasm-split"):
        with contextlib.suppress(Problem):
            debian.fetch("binaryen, which makes Pyodide smaller", "binaryen", _ADVICE)


def pyodide(kind: str) -> Path:
    """Return a folder with Pyodide of a kind, or of one before it when a program that makes it is not there.

    Raises Problem when a step finds Pyodide to be other than it expects.
    """
    folder = PYODIDE
    for script, *options in STEPS[kind]:
        smaller = _made(script, options, folder)
        if smaller is None:
            break
        folder = smaller
    return folder


def _made(script: str, options: list[str], before: Path) -> Path | None:
    folder = _KEPT / _digest() / "".join([Path(script).stem, *options])
    if folder.exists():
        return folder
    if not folder.parent.exists():
        shutil.rmtree(_KEPT, ignore_errors=True)
        folder.parent.mkdir(parents=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as unfinished, step(f"Making Pyodide smaller by {script}"):
        new = Path(unfinished) / "new"
        command: list[str | Path] = [tool("node", NODE_ADVICE), WEB / "runtime" / script, *options, before, new]
        done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, encoding="utf-8")
        if not done.returncode:
            new.rename(folder)
    told = done.stdout + done.stderr
    if done.returncode == _PROGRAM_IS_MISSING:
        print(f"{told.strip()} {_ADVICE} Without it the page is larger, and starts later.")
        return None
    if done.returncode:
        message = f"{told.strip()}\nPyodide can be used as it is: --pyodide stock"
        raise Problem(message)
    return folder


def _digest() -> str:
    """Return a hash of all that decides what the steps make."""
    inputs = [WEB / "package-lock.json", *sorted((WEB / "runtime").glob("*.mjs")), WEB / "runtime/used-functions.txt"]
    return hashlib.sha256(b"".join(path.read_bytes() for path in inputs)).hexdigest()[:16]
