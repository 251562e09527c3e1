"""Pack the page's Python: a program, and the modules of Python's and PyScript's library that it uses, compiled.

This module runs in Pyodide, so that the bytecode fits the Python that will read it. A page with Pyodide usually spends
most of its start compiling the library's sources.
"""

import ast
import dataclasses
import importlib
import json
import marshal
import sys
import zipfile
from collections.abc import Collection, Iterator, Mapping
from importlib.machinery import FrozenImporter
from importlib.util import MAGIC_NUMBER
from itertools import chain
from pathlib import Path
from types import CodeType
from typing import Any

#: The file of the module that Python imports first.
START = "sitecustomize.py"
#: The file with all other modules, from which sitecustomize.py imports them.
BUNDLE = "modules"
#: Prefixes of the files of modules that Python imports before it can read the bundle.
FIRST = ("encodings/", "sitecustomize.")
#: The oldest date in a zip, used for all files to give the same archive for the same sources.
LONG_AGO = (1980, 1, 1, 0, 0, 0)
#: The flag and hash of bytecode that is never compared with its source (PEP 552).
UNCHECKED_HASH = (0b01).to_bytes(4, "little") + bytes(8)

#: The source texts of modules by the names of their files.
Sources = Mapping[str, str]
Files = Iterator[tuple[str, bytes]]
#: The file names and code of modules, by the modules' names.
Modules = dict[str, tuple[str, bytes]]
#: The code of the methods that dataclasses generate, by the methods' text.
Codes = dict[str, CodeType]


def program_files(request: Any) -> Files:  # noqa: ANN401 - JSON
    """Yield the program's modules, with line numbers for error reports, and its data."""
    for name, source in request["program"].items():
        if module_named(name) not in request["unused"]:
            yield f"{name}c", bytecode(compile(source, name, "exec", dont_inherit=True))
    for name, value in request["data"].items():
        yield name, marshal.dumps(value)


def generated_code(modules: Collection[str]) -> Codes:
    """Return the code that the dataclasses of modules generate when the modules are imported."""
    codes: Codes = {}

    def execute(text: str, *namespaces: dict[str, Any] | None) -> None:
        codes[text] = compile(text, "<dataclass>", "exec", dont_inherit=True)
        exec(codes[text], *namespaces)  # noqa: S102 - the standard library does the same

    vars(dataclasses)["exec"] = execute
    for module in modules:
        importlib.import_module(module)
    del vars(dataclasses)["exec"]
    return codes


def module_named(file: str) -> str:
    """Return the name of the module in a file."""
    return file.removesuffix("c").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def part_of(module: str, parts: Mapping[str, Collection[str]]) -> str:
    """Return the part of a module: the longest prefix of its name decides, and the first part gets the rest."""
    beginnings = [(len(start), part) for part, starts in parts.items() for start in starts if module.startswith(start)]
    return max(beginnings, default=(0, ""))[1]


def library_files(request: Any) -> Files:  # noqa: ANN401 - JSON
    """Yield the library's modules."""
    without, sources = request["without"], library_sources(request)
    if "library" not in without:
        files = {module_named(name): name for name in sources}
        needed = [*(["sitecustomize"] if START in sources else []), *request["modules"]]
        refuse([module for module in needed if module not in files], "library")
        lacking = (imported_by(request) & files.keys()) - {*needed, "collections.abc"}  # collections has that one
        lacking = {module for module in lacking if not FrozenImporter.find_spec(module)}
        if lacking:
            sys.exit(f"The program imports {', '.join(sorted(lacking))}, which its list of modules lacks.")
        sources = {files[module]: sources[files[module]] for module in needed}
    for name, source in sources.items():
        if "bytecode" in without:
            yield name, source.encode()
        else:
            code = compile(source, name, "exec", optimize=2, dont_inherit=True)
            yield f"{name}c", bytecode(without_lines(code))


def imported_by(request: Any) -> set[str]:  # noqa: ANN401 - JSON
    """Return the names of the modules that the program imports, even when it runs a function."""
    found = set[str]()
    for name, source in request["program"].items():
        for node in ast.walk(ast.parse(source)) if module_named(name) not in request["unused"] else ():
            if isinstance(node, ast.Import):
                found.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module)
    return found


def library_sources(request: Any) -> dict[str, str]:  # noqa: ANN401 - JSON
    """Return the sources of the library: Python's, PyScript's, and our replacements."""
    without = request["without"]
    stock = next(path for path in sys.path if path.endswith(".zip") and "python3" in path)
    with zipfile.ZipFile(stock) as library:
        sources = {name: library.read(name).decode() for name in library.namelist() if name.endswith(".py")}
    if "sources" not in without:
        sources |= request["pyscript"]
    if "slim" not in without:
        refuse(request["slim"].keys() - sources.keys(), "slim")
        sources |= request["slim"]
    if "bundle" not in without:
        sources[START] = request["start"]
    return sources


def refuse(unknown: Collection[str], cut: str) -> None:
    """Exit with an explanation if a cut names modules that don't exist."""
    if unknown:
        names = ", ".join(sorted(unknown))
        sys.exit(f"The library of Python {sys.version.split()[0]} has no {names}. To build without: --without {cut}")


def without_lines(code: CodeType) -> CodeType:
    """Return code without its table of line numbers, which takes a third of a module.

    An empty table would break tracebacks, so each entry of the new one marks up to eight code units as having
    no location.
    """
    eights, rest = divmod(len(code.co_code) // 2, 8)
    table = b"\xff" * eights + (bytes([0xF8 | rest - 1]) if rest else b"")
    constants = tuple(without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=table, co_consts=constants)


def bytecode(code: CodeType) -> bytes:
    """Return the content of a .pyc file."""
    return MAGIC_NUMBER + UNCHECKED_HASH + marshal.dumps(code)


def bundled(files: Files) -> tuple[dict[str, bytes], Modules]:
    """Return the files that aren't modules or are imported first, and all other modules."""
    others: dict[str, bytes] = {}
    modules: Modules = {}
    for name, content in files:
        if name.startswith(FIRST) or not name.endswith(".pyc"):
            others[name] = content
        else:
            modules[module_named(name)] = name, content.removeprefix(MAGIC_NUMBER + UNCHECKED_HASH)
    return others, modules


def main() -> None:
    """Read the file ``request`` in the current folder, and write the archive and the later parts there.

    A later part is a pair: modules and generated code for sitecustomize.py to add, and the part's data. Without the cut
    ``bundle``, all modules are in the archive. The files in the archive aren't compressed individually.
    """
    request = json.loads(Path("request").read_text("utf-8"))
    without, parts = request["without"], request["parts"]
    names = [module_named(file) for file in request["program"]]
    importable = [name for name in names if name.partition(".")[0] in request["importable"]]
    codes: dict[str, Codes] = {part: {} for part in parts}
    if "dataclasses" not in without:
        for part in parts:
            wanted = [name for name in importable if part_of(name, parts) == part and name not in request["unused"]]
            codes[part] = generated_code(wanted)
    files = dict(chain(library_files(request), program_files(request)))
    later: dict[str, Modules] = {part: {} for part in parts if part}
    if "bundle" not in without:
        files, modules = bundled(iter(files.items()))
        for name in list(modules):
            is_package = modules[name][0].endswith("/__init__.pyc")  # which has to be there to import its modules
            if not is_package and (part := part_of(name, parts)):
                later[part][name] = modules.pop(name)
        packages = {name.partition(".")[0] for name in names}
        files[BUNDLE] = marshal.dumps((modules, codes[""], packages))
    with zipfile.ZipFile("archive", "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), content)
    for part, found in later.items():
        content = marshal.dumps(((found, codes[part]), request["data_of_parts"].get(part)))
        Path(f"part-{part}").write_bytes(content)


if __name__ == "__main__":
    main()
