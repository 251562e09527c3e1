"""Make the files of Pyodide, PyScript, and Python's library for one page; README.md explains each cut.

The results of the cuts are saved until a cut, the list of used functions, or a package changes.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from runtime import CUTS
from runtime.steps import Problem, filled, step, tool

#: The versions of the packages that the cuts were made for.
MADE_FOR = {"pyodide": "314.0.7", "@pyscript/core": "0.7.31"}
#: PyScript's plugins, which it loads unless its configuration forbids them.
PLUGINS = ("codemirror", "deprecations-manager", "donkey", "error", "py-editor", "py-game", "py-terminal")
#: The configuration of PyScript without plugins.
NO_PLUGINS = {"plugins": [f"!{plugin}" for plugin in PLUGINS]}

_FOLDER = Path(__file__).parent
_PAGE, _CUTS, _SLIM = _FOLDER / "page", _FOLDER / "cuts", _FOLDER / "slim"
#: The modules that the page loads, each before those that name it.
_IN_PAGE = ("snapshot-worker.mjs", "snapshot.mjs", "interpreter.mjs")
#: The file that only the cut ``split`` makes.
_COLD = "pyodide.cold.wasm"
#: The files of Pyodide that the page fetches, each before those that name it.
_OFFERED = (_COLD, "pyodide.asm.wasm", "pyodide.asm.mjs", "pyodide.mjs")
_PYSCRIPT = "@pyscript/core"
#: The first line of a script whose functions Chromium compiles while the script arrives, in another thread.
_EAGER = b"//# allFunctionsCalledOnLoad\n"
#: The packages that the cuts use.
_TOOLS = ("binaryen", "terser")
_NODE = "Install Node from https://nodejs.org or your system's packages."

#: The names of the cuts and repairs that a build leaves out.
Without = frozenset[str]


@dataclass(frozen=True, kw_only=True)
class Program:
    """A page's program in Python."""

    #: The name of the page's global object; README.md lists the properties that the scripts here use.
    page: str
    #: The folder that contains its packages.
    sources: Path
    #: Its packages, in the order of the archive.
    packages: tuple[str, ...]
    #: The packages that can be imported outside a page, as the cut ``dataclasses`` does.
    importable: tuple[str, ...]
    #: The modules that the page never imports, such as a command line.
    unused: Collection[str]
    #: Prefixes of the modules in each part, in the order of import. The longest match decides. The part ``""`` is
    #: loaded at the start, all others later.
    parts: Mapping[str, tuple[str, ...]]
    #: JSON values by the names of files in the archive, where the program reads them with ``marshal``.
    data: Mapping[str, Any] = field(default_factory=dict)
    #: A JSON value for each later part.
    data_of_parts: Mapping[str, Any] = field(default_factory=dict)
    #: The file with the list of the library's modules that are imported until the page is ready.
    modules: Path
    #: The file with the list of the WebAssembly's functions that the page calls (``cuts/split.mjs``).
    functions: Path
    #: A statement that imports the modules for a snapshot of Python's memory.
    snapshot: str


class Parts(NamedTuple):
    """The files that run Python in the page, by name."""

    #: Pyodide's files, each before those that name it.
    pyodide: dict[str, bytes]
    #: PyScript's files, the core first.
    pyscript: dict[str, bytes]
    #: The modules that start Python, each before those that name it.
    modules: dict[str, bytes]
    #: The archive of Python's modules.
    python: bytes
    #: The later parts of the program.
    more: dict[str, bytes]
    #: The sources of scripts that the page's policy must allow.
    scripts: str
    #: The names of the files that the start doesn't need.
    deferred: Collection[str] = (_COLD, "snapshot-worker.mjs")


class Cut(NamedTuple):
    """A program for Node that reads a package's files from one folder and writes its own to another."""

    name: str
    package: str
    command: tuple[str | Path, ...]


TRIM = Cut("trim", "pyodide", ("trim.mjs",))
#: The replacement of the cut ``split`` that notes which functions are called.
COUNT = Cut("count", "pyodide", ("split.mjs", "--notes"))
OF_PYSCRIPT = [Cut(name, _PYSCRIPT, ("pyscript.mjs", name)) for name in ("sources", "eval", "database", "observer")]


def split(program: Program) -> Cut:
    """Return the cut that splits the WebAssembly for a program."""
    return Cut("split", "pyodide", ("split.mjs", program.functions))


def pyodide_info(packages: Path) -> dict[str, str]:
    """Return the facts about Pyodide itself from its lock file."""
    return dict(json.loads((packages / "pyodide/pyodide-lock.json").read_text("utf-8"))["info"])


def left_out(names: Collection[str]) -> Without:
    """Return the cuts and repairs that some names or ``all`` leave out, including the cuts that build on these."""
    result = {name for name in names if name != "all"} | set(CUTS if "all" in names else ())
    for cut, bases in CUTS.items():
        if not result.isdisjoint(bases):
            result.add(cut)
    return frozenset(result)


def make(packages: Path, program: Program, without: Without = frozenset(), *, counting: bool = False) -> Parts:
    """Return the files that run a program in a page.

    ``packages`` is the folder ``node_modules`` with Pyodide, PyScript, and the packages of the cuts. With ``counting``,
    Pyodide notes which of its functions are called.
    """
    last = COUNT if counting else split(program)
    pyodide = applied(packages, packages / "pyodide", [cut for cut in (TRIM, last) if cut.name not in without])
    core = applied(packages, packages / _PYSCRIPT / "dist", [cut for cut in OF_PYSCRIPT if cut.name not in without])
    python, more = _python(packages, program, without)
    return Parts(
        pyodide=_eager(_pyodide(pyodide, program), without),
        pyscript=_eager(_pyscript(core), without),
        modules=_modules(packages, program, without),
        python=python,
        more=more,
        scripts="'self' 'wasm-unsafe-eval'" + (" 'unsafe-eval'" if "eval" in without else ""),
    )


def _eager(files: dict[str, bytes], without: Without) -> dict[str, bytes]:
    """Return files whose scripts begin with the line for Chromium, unless the build leaves it out."""
    first_line = b"" if "eager" in without else _EAGER
    return {name: file if name.endswith(".wasm") else first_line + file for name, file in files.items()}


def _pyodide(folder: Path, program: Program) -> dict[str, bytes]:
    """Return Pyodide's files. A split Pyodide starts with the script that loads the second half."""
    files = {name: (folder / name).read_bytes() for name in _OFFERED if (folder / name).exists()}
    if _COLD in files:
        files["pyodide.mjs"] = _script("cold.mjs", program).encode() + files["pyodide.mjs"]
    return files


def _pyscript(folder: Path) -> dict[str, bytes]:
    """Return PyScript's files: its core, and a plugin that it fetches even if its configuration forbids it.

    The package's ``core.js`` only imports the core, which would cost a round trip.
    """
    files = [path for name in ("core", "error") for path in folder.glob(f"{name}-*.js")]
    if [path.name.partition("-")[0] for path in files] != ["core", "error"]:
        message = f"{folder} should have one core-*.js and one error-*.js, but has {[path.name for path in files]}."
        raise Problem(message)
    return {path.name: path.read_bytes() for path in files}


def _modules(packages: Path, program: Program, without: Without) -> dict[str, bytes]:
    """Return the modules that start Python in the page."""
    names, info = json.dumps(sorted(without)), json.dumps(pyodide_info(packages))
    facts = {
        "snapshot-worker.mjs": {"IMPORT_PROGRAM": json.dumps(program.snapshot)},
        "snapshot.mjs": {"WITHOUT": names},
        "interpreter.mjs": {"WITHOUT": names, "LOCK_INFO": info},
    }
    return {name: filled(_script(name, program), facts[name], name).encode() for name in _IN_PAGE}


def _script(name: str, program: Program) -> str:
    """Return a script of the page, with the name of the page's object."""
    return re.sub(r"\bAPP\b", program.page, (_PAGE / name).read_text("utf-8"))


def _python(packages: Path, program: Program, without: Without) -> tuple[bytes, dict[str, bytes]]:
    """Return the archive with a program and its part of Python's library, and the program's later parts.

    They are made in the same Python that will run the program.
    """
    sources = [path for package in program.packages for path in sorted((program.sources / package).rglob("*.py"))]
    request = {
        "without": sorted(without),
        "program": {path.relative_to(program.sources).as_posix(): path.read_text("utf-8") for path in sources},
        "importable": program.importable,
        "unused": sorted(program.unused),
        "parts": program.parts,
        "data": program.data,
        "data_of_parts": program.data_of_parts,
        "modules": program.modules.read_text("utf-8").split(),
        "pyscript": _texts(packages / _PYSCRIPT / "src/stdlib"),
        "slim": _texts(_SLIM),
        "start": (_PAGE / "sitecustomize.py").read_text("utf-8"),
    }
    # Pyodide sees the current folder and the folders in PYTHONPATH.
    with step("Packing the page's Python"), tempfile.TemporaryDirectory(dir=packages) as folder:
        (Path(folder) / "request").write_text(json.dumps(request), encoding="utf-8")
        path = os.pathsep.join(map(str, (_FOLDER.parent, program.sources)))
        done = _node(_FOLDER / "inside.mjs", "-", "runtime.pack", cwd=Path(folder), env={"PYTHONPATH": path})
        if not done.returncode:
            more = {part: (Path(folder) / f"part-{part}").read_bytes() for part in program.parts if part}
            return (Path(folder) / "archive").read_bytes(), more
    message = f"{_told(done)}\nThe page's Python could not be packed."
    raise Problem(message)


def _texts(folder: Path) -> dict[str, str]:
    """Return the source texts of the modules in a folder."""
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in sorted(folder.rglob("*.py"))}


def applied(packages: Path, folder: Path, cuts: Sequence[Cut]) -> Path:
    """Apply cuts to the files in a folder, unless their results are saved, and return the last folder."""
    for cut, before, result in _results(packages, folder, cuts):
        if not result.exists():
            _apply(packages, cut, before, result)
        folder = result
    return folder


def unsaved(packages: Path, program: Program) -> Without:
    """Return the cuts of Pyodide whose results aren't saved; each takes 10 to 20 s."""
    results = _results(packages, packages / "pyodide", [TRIM, split(program)])
    return frozenset(cut.name for cut, _, result in results if not result.exists())


def _results(packages: Path, folder: Path, cuts: Sequence[Cut]) -> Iterator[tuple[Cut, Path, Path]]:
    """Yield each cut with the folder before it and the folder of its result."""
    name = ""
    for cut in cuts:
        name = f"{name or cut.package.rpartition('/')[2]}+{cut.name}"
        before, folder = folder, packages / ".runtime" / name / _digest(packages, cut, folder)
        yield cut, before, folder


def _apply(packages: Path, cut: Cut, before: Path, result: Path) -> None:
    """Apply a cut to the files in a folder, and save its result in place of older ones."""
    results = result.parent
    shutil.rmtree(results, ignore_errors=True)
    results.mkdir(parents=True)
    with tempfile.TemporaryDirectory(dir=results) as unfinished, step(f"Cutting {cut.package}: {cut.name}"):
        new = Path(unfinished) / "new"
        script, *options = cut.command
        done = _node(_CUTS / script, *options, before, new)
        if not done.returncode:
            new.rename(result)
    if done.returncode:
        version = json.loads((packages / cut.package / "package.json").read_text("utf-8"))["version"]
        made_for = f"It was made for {cut.package} {MADE_FOR[cut.package]}, and this is {version}."
        message = f"{_told(done)}\nThe cut {cut.name} failed. {made_for} To build without it: --without {cut.name}"
        raise Problem(message)


def _digest(packages: Path, cut: Cut, before: Path) -> str:
    """Return a hash of all inputs of a cut. The name of the folder before it contains the hash of that one."""
    files = [
        *sorted(_CUTS.glob("*.mjs")),
        *(packages / package / "package.json" for package in (cut.package, *_TOOLS)),
        *(option for option in cut.command if isinstance(option, Path)),
    ]
    inputs = [before.name.encode(), *(path.read_bytes() for path in files)]
    return hashlib.sha256(b"".join(inputs)).hexdigest()[:16]


def _node(
    script: Path, *arguments: str | Path, cwd: Path = _FOLDER, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a script in Node."""
    command = [tool("node", _NODE), script, *arguments]
    return subprocess.run(
        command, cwd=cwd, env=os.environ | (env or {}), check=False, capture_output=True, encoding="utf-8"
    )


def _told(done: subprocess.CompletedProcess[str]) -> str:
    """Return the output of a program."""
    return (done.stdout + done.stderr).strip()
