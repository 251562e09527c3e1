"""Pyodide, PyScript and Python's library as the page gets them: web/runtime/README.md lists what is cut, and why.

What a step makes is kept until a step, the list of used functions or a package changes.
"""

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from tasks import CUTS, debian
from tasks.installed import MODULES, NODE_ADVICE
from tasks.steps import ROOT, WEB, Problem, filled, run, step, tool

FOLDER = WEB / "runtime"
PYODIDE = MODULES / "pyodide"
PYSCRIPT = MODULES / "@pyscript/core/dist"
MADE_FOR = {"pyodide": "314.0.7", "@pyscript/core": "0.7.31"}
"""The versions of the packages that the cuts were made for."""
IN_PAGE = ("snapshot-worker.mjs", "snapshot.mjs", "interpreter.mjs")
"""The modules in the folder that the page loads. Each names only modules before it."""
_KEPT = MODULES / ".runtime"
_PROGRAM_IS_MISSING = 3
_ADVICE = "Debian and Ubuntu have it in their package binaryen (apt install binaryen)."

Without = frozenset[str]
"""The names of the cuts and repairs that a build goes without."""


class Cut(NamedTuple):
    """A program in the folder that reads a package's files from one folder and writes its own to another."""

    name: str
    package: str
    command: tuple[str, ...]


class Parts(NamedTuple):
    """What the page runs Python with."""

    pyodide: Path
    """A folder with Pyodide's files."""
    pyscript: dict[str, bytes]
    """PyScript's files by name, the core first."""
    modules: dict[str, bytes]
    """Our modules by name."""
    python: bytes
    """The archive of Python's modules."""
    more: dict[str, bytes]
    """What the page's Python takes in after the start, by the names of the parts."""
    scripts: str
    """What the page's policy must allow."""


TRIM = Cut("trim", "pyodide", ("trim.mjs",))
SPLIT = Cut("split", "pyodide", ("split.mjs",))
COUNT = Cut("count", "pyodide", ("split.mjs", "--notes"))
"""Lets Pyodide count the calls of its functions instead, for `python3 py observe`."""
OF_PYSCRIPT = [Cut(name, "@pyscript/core", ("pyscript.mjs", name)) for name in ("sources", "eval", "database")]


def pyodide_info() -> dict[str, str]:
    """Return what Pyodide's lock file says about Pyodide itself."""
    return dict(json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))["info"])


def left_out(names: Collection[str]) -> Without:
    """Return what a build goes without, given the names on the command line: also the cuts that build on those."""
    result = {name for name in names if name != "all"} | set(CUTS if "all" in names else ())
    for cut, bases in CUTS.items():
        if not result.isdisjoint(bases):
            result.add(cut)
    return frozenset(result)


def prepare() -> None:
    """Try to install binaryen, which the largest cuts need. The build works without it."""
    if not shutil.which("wasm-split"):
        with contextlib.suppress(Problem):
            debian.fetch("binaryen, which makes Pyodide smaller", "binaryen", _ADVICE)


def parts(without: Without = frozenset(), *, counting: bool = False) -> Parts:
    """Make what the page runs Python with. A counting Pyodide counts the calls of its functions."""
    last = COUNT if counting else SPLIT
    python, more = _python(without)
    return Parts(
        pyodide=applied(PYODIDE, [cut for cut in (TRIM, last) if cut.name not in without]),
        pyscript=_pyscript(applied(PYSCRIPT, [cut for cut in OF_PYSCRIPT if cut.name not in without])),
        modules=_modules(without),
        python=python,
        more=more,
        scripts="'self' 'wasm-unsafe-eval'" + (" 'unsafe-eval'" if "eval" in without else ""),
    )


def _pyscript(folder: Path) -> dict[str, bytes]:
    """Return PyScript's files: its core, and a plugin that it fetches even if told not to.

    (The package's ``core.js`` only imports the core, which would cost a round trip.)
    """
    files = [path for name in ("core", "error") for path in folder.glob(f"{name}-*.js")]
    if [path.name.partition("-")[0] for path in files] != ["core", "error"]:
        message = f"{folder} should have one core-*.js and one error-*.js, but has {[path.name for path in files]}."
        raise Problem(message)
    return {path.name: path.read_bytes() for path in files}


def _modules(without: Without) -> dict[str, bytes]:
    """Return our modules that start Python in the page."""
    info = pyodide_info()
    names = json.dumps(sorted(without))
    facts = {"snapshot.mjs": {"WITHOUT": names}, "interpreter.mjs": {"WITHOUT": names, "LOCK_INFO": json.dumps(info)}}
    texts = {name: (FOLDER / name).read_text("utf-8") for name in IN_PAGE}
    return {name: filled(text, facts.get(name, {}), name).encode() for name, text in texts.items()}


def _python(without: Without) -> tuple[bytes, dict[str, bytes]]:
    """Return the archive with the game and its part of Python's library, made by the Python that will run it.

    Beside it are the parts that come later.
    """
    # Pyodide sees only folders of the project.
    with step("Packing the page's Python"), tempfile.TemporaryDirectory(dir=MODULES) as folder:
        target, more = Path(folder) / "python.zip", Path(folder) / "more"
        more.mkdir()
        command: list[str | Path] = [
            tool("node", NODE_ADVICE),
            "py/tasks/inside.mjs",
            "-",
            "tasks.archive",
            target,
            more,
        ]
        env = os.environ | {"PYTHONPATH": str(ROOT / "py")}
        run([*command, *sorted(without)], "The page's Python could not be packed.", env=env)
        return target.read_bytes(), {part.name: part.read_bytes() for part in more.iterdir()}


def applied(folder: Path, cuts: Sequence[Cut]) -> Path:
    """Apply cuts to the files in a folder, as long as the programs they need are there; return the last folder."""
    for cut in cuts:
        smaller = _made(cut, folder)
        if smaller is None:
            break
        folder = smaller
    return folder


def _made(cut: Cut, before: Path) -> Path | None:
    folder = _KEPT / _digest() / f"{before.name}+{cut.name}"
    if folder.exists():
        return folder
    if not folder.parent.exists():
        shutil.rmtree(_KEPT, ignore_errors=True)
        folder.parent.mkdir(parents=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as unfinished, step(f"Cutting {cut.package}: {cut.name}"):
        new = Path(unfinished) / "new"
        script, *options = cut.command
        command: list[str | Path] = [tool("node", NODE_ADVICE), FOLDER / script, *options, before, new]
        done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, encoding="utf-8")
        if not done.returncode:
            new.rename(folder)
    told = (done.stdout + done.stderr).strip()
    if done.returncode == _PROGRAM_IS_MISSING:
        print(f"{told} {_ADVICE} The build goes without it: the page will be larger and start later.")
        return None
    if done.returncode:
        version = json.loads((MODULES / cut.package / "package.json").read_text("utf-8"))["version"]
        made_for = f"It was made for {cut.package} {MADE_FOR[cut.package]}, and this is {version}."
        message = f"{told}\nThe cut {cut.name} failed. {made_for} To build without it: --without {cut.name}"
        raise Problem(message)
    return folder


def _digest() -> str:
    """Return a hash of everything that decides what the steps make."""
    steps = [path for path in sorted(FOLDER.glob("*.mjs")) if path.name not in IN_PAGE]
    inputs = [WEB / "package-lock.json", FOLDER / "used-functions.txt", *steps]
    return hashlib.sha256(b"".join(path.read_bytes() for path in inputs)).hexdigest()[:16]
