"""Pack the page's Python: the game, and what it uses of Python's and PyScript's library, compiled.

This runs in Pyodide, so that the bytecode fits the Python that will read it. A page with Pyodide usually spends most of
its start compiling the library's sources.
"""

import ast
import dataclasses
import importlib
import marshal
import sys
import zipfile
from collections.abc import Collection, Iterator
from importlib.util import MAGIC_NUMBER
from itertools import chain
from pathlib import Path
from types import CodeType
from typing import Any

from browser.ahead import ENGLISH, GENERATED
from tasks.catalogues import said_by_python
from tasks.delivery import PARTS, module_named, part_of

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("cartographers", "words", "rooms", "app", "browser")
PYSCRIPT = ROOT / "web/node_modules/@pyscript/core/src/stdlib"
SLIM = ROOT / "web/runtime/slim"
OURS = "sitecustomize.py"
"""The one file in the folder slim/ that replaces nothing."""
BUNDLE = "modules"
"""The file that holds all other modules, which sitecustomize.py imports from there."""
FIRST = ("encodings/", "sitecustomize.")
"""What Python imports before that."""
COMMANDS = {"cartographers.__main__", "cartographers.arena", "words.files"}
"""What a page has no use for: it has no command line, no processes and no files."""
RULES = "cartographers.scoring."
"""In these modules docstrings are data: the explanation and the examples of each scoring card."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The oldest date a zip can hold: the same sources always give the same archive."""
UNCHECKED_HASH = (0b01).to_bytes(4, "little") + bytes(8)
"""Marks bytecode that is never compared with its source (PEP 552)."""

Files = Iterator[tuple[str, bytes]]
Modules = dict[str, tuple[str, bytes]]


def own_files(generated: dict[str, CodeType], without: Collection[str]) -> Files:
    """Yield the game's modules, with line numbers for the reports of errors, and its words."""
    for package in PACKAGES:
        for path in sorted((ROOT / "py" / package).rglob("*.py")):
            name = path.relative_to(ROOT / "py").as_posix()
            module = module_named(name)
            if module in COMMANDS:
                continue
            tree = ast.parse(path.read_bytes(), name)
            if "docstrings" not in without and not module.startswith(RULES):
                remove_docstrings(tree)
            yield f"{name}c", bytecode(compile(tree, name, "exec", dont_inherit=True))
    yield ENGLISH, marshal.dumps(said_by_python("en"))
    yield GENERATED, marshal.dumps(generated)


def generated_code(part: str) -> dict[str, CodeType]:
    """Import a part of the game, and return the code of the methods that its dataclasses write, by source."""
    codes: dict[str, CodeType] = {}

    def execute(text: str, *namespaces: dict[str, Any] | None) -> None:
        codes[text] = compile(text, "<dataclass>", "exec", dont_inherit=True)
        exec(codes[text], *namespaces)  # noqa: S102 - the standard library does the same

    vars(dataclasses)["exec"] = execute
    for package in ("cartographers", "rooms", "app"):
        for path in sorted((ROOT / "py" / package).rglob("*.py")):
            name = module_named(path.relative_to(ROOT / "py").as_posix())
            if name not in COMMANDS and part_of(name) == part:
                importlib.import_module(name)
    del vars(dataclasses)["exec"]
    return codes


def remove_docstrings(tree: ast.Module) -> None:
    """Remove the docstrings from a module; those of classes become a dot.

    A dataclass without a docstring would write one at import, from its signature, which takes long.
    """
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(body=[ast.Expr(ast.Constant(str()) as docstring), *_]):
                docstring.value = "."
            case ast.Module() | ast.FunctionDef() | ast.AsyncFunctionDef() if ast.get_docstring(node) is not None:
                node.body = node.body[1:] or [ast.copy_location(ast.Pass(), node.body[0])]


def library_files(without: Collection[str]) -> Files:
    """Yield the library's modules."""
    sources = library_sources(without)
    if "library" not in without:
        files = {name.removesuffix(".py").removesuffix("/__init__").replace("/", "."): name for name in sources}
        needed = (ROOT / "web/runtime/library.txt").read_text("utf-8").split()
        refuse([module for module in needed if module not in files], "library")
        sources = {files[module]: sources[files[module]] for module in needed}
    for name, source in sources.items():
        if "bytecode" in without:
            yield name, source
        else:
            code = compile(source, name, "exec", optimize=2, dont_inherit=True)
            yield f"{name}c", bytecode(without_lines(code))


def library_sources(without: Collection[str]) -> dict[str, bytes]:
    """Return the sources of the library: Python's, PyScript's, and our replacements."""
    stock = next(path for path in sys.path if path.endswith(".zip") and "python3" in path)
    with zipfile.ZipFile(stock) as library:
        sources = {name: library.read(name) for name in library.namelist() if name.endswith(".py")}
    if "sources" not in without:
        sources |= files_in(PYSCRIPT)
    if "slim" not in without:
        slim = files_in(SLIM)
        refuse(slim.keys() - sources.keys() - {OURS}, "slim")
        sources |= slim
    return sources


def files_in(folder: Path) -> dict[str, bytes]:
    """Return the modules in a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*.py"))}


def refuse(unknown: Collection[str], cut: str) -> None:
    """End with a sentence if a cut knows modules that are not there."""
    if unknown:
        names = ", ".join(sorted(unknown))
        sys.exit(f"The library of Python {sys.version.split()[0]} has no {names}. To build without: --without {cut}")


def without_lines(code: CodeType) -> CodeType:
    """Return code without its table of line numbers, which takes a third of a module.

    An empty table would break tracebacks: here each entry says that up to eight code units have no location.
    """
    eights, rest = divmod(len(code.co_code) // 2, 8)
    table = b"\xff" * eights + (bytes([0xF8 | rest - 1]) if rest else b"")
    constants = tuple(without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=table, co_consts=constants)


def bytecode(code: CodeType) -> bytes:
    """Return the content of a .pyc file."""
    return MAGIC_NUMBER + UNCHECKED_HASH + marshal.dumps(code)


def bundled(files: Files) -> tuple[dict[str, bytes], Modules]:
    """Return the files that are no modules, or imported first; and all other modules, each with its file's name."""
    others: dict[str, bytes] = {}
    modules: Modules = {}
    for name, content in files:
        if name.startswith(FIRST) or not name.endswith(".pyc"):
            others[name] = content
        else:
            modules[module_named(name)] = name, content.removeprefix(MAGIC_NUMBER + UNCHECKED_HASH)
    return others, modules


def main(target: str, folder: str, *without: str) -> None:
    """Write the archive, without some cuts, and into a folder the parts that come later: each adds to the bundle.

    The files in the archive are not compressed one by one.
    """
    ahead = "dataclasses" not in without
    generated = {part: generated_code(part) if ahead else {} for part in ("", *reversed(list(PARTS)))}
    files = dict(chain(library_files(without), own_files(generated[""], without)))
    parts: dict[str, Modules] = {part: {} for part in PARTS}
    if not {"bundle", "slim"} & set(without):
        files, modules = bundled(iter(files.items()))
        for name in list(modules):
            if part_of(name):
                parts[part_of(name)][name] = modules.pop(name)
        files[BUNDLE] = marshal.dumps(modules)
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), content)
    for part, found in parts.items():
        content = marshal.dumps((found, generated[part], said_by_python("en", part)))
        (Path(folder) / part).write_bytes(content)


if __name__ == "__main__":
    main(*sys.argv[1:])
