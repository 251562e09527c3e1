"""Compile the Python of the page, and what it uses of the standard library and of PyScript, into one archive.

This runs in Pyodide, so that the bytecode is that of the Python which will read it: compiling the library's sources is
most of what a page with Pyodide does while it starts.
"""

import dataclasses
import importlib
import marshal
import sys
import zipfile
from collections.abc import Iterator
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType
from typing import Any

from browser.ahead import GENERATED

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("cartographers", "app", "browser")
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The oldest date a zip can hold: equal sources give an equal archive."""
UNCHECKED_HASH = (0b01).to_bytes(4, "little") + bytes(8)
"""Bytecode of this kind is never compared with its source (PEP 552)."""

Files = Iterator[tuple[str, bytes]]


def own_files() -> Files:
    """Yield the game's modules, with their line numbers, which a report of an error should have, and its words."""
    for package in PACKAGES:
        for path in sorted((ROOT / "py" / package).rglob("*.py")):
            name = path.relative_to(ROOT / "py").as_posix()
            yield f"{name}c", bytecode(compile(path.read_bytes(), name, "exec", dont_inherit=True))
    for path in sorted((ROOT / "web/catalogue").glob("*.json")):
        yield f"catalogue/{path.name}", path.read_bytes()
    yield GENERATED, marshal.dumps(generated_code())


def generated_code() -> dict[str, CodeType]:
    """Import the game, and return the code of the methods that its dataclasses have written, by their text."""
    codes: dict[str, CodeType] = {}

    def execute(text: str, *namespaces: dict[str, Any] | None) -> None:
        codes[text] = compile(text, "<dataclass>", "exec", dont_inherit=True)
        exec(codes[text], *namespaces)  # noqa: S102 - it is what the standard library does

    vars(dataclasses)["exec"] = execute
    for package in ("cartographers", "app"):
        for path in sorted((ROOT / "py" / package).rglob("*.py")):
            if path.stem != "__main__":
                name = path.relative_to(ROOT / "py").with_suffix("").as_posix().replace("/", ".")
                importlib.import_module(name.removesuffix(".__init__"))
    del vars(dataclasses)["exec"]
    return codes


def library_files(*, whole: bool) -> Files:
    """Yield the modules of the library that are needed, or all; KeyError if one is not there."""
    sources = library_sources()
    files = {name.removesuffix(".py").removesuffix("/__init__").replace("/", "."): name for name in sources}
    needed = (ROOT / "web/runtime/library.txt").read_text("utf-8").split()
    for name in sources if whole else [files[module] for module in needed]:
        code = compile(sources[name], name, "exec", optimize=2, dont_inherit=True)
        yield f"{name}c", bytecode(without_lines(code))


def library_sources() -> dict[str, bytes]:
    """Return the standard library and PyScript's package, by file, with what web/runtime/slim/ has in their place."""
    stock = next(path for path in sys.path if path.endswith(".zip") and "python3" in path)
    with zipfile.ZipFile(stock) as library:
        sources = {name: library.read(name) for name in library.namelist() if name.endswith(".py")}
    for folder in (ROOT / "web/node_modules/@pyscript/core/src/stdlib", ROOT / "web/runtime/slim"):
        sources |= {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*.py"))}
    return sources


def without_lines(code: CodeType) -> CodeType:
    """Return code that does not know on which line of its source it is, which is a third of a module.

    An empty table would break tracebacks: each entry says that up to eight code units have no location.
    """
    eights, rest = divmod(len(code.co_code) // 2, 8)
    table = b"\xff" * eights + (bytes([0xF8 | rest - 1]) if rest else b"")
    constants = tuple(without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=table, co_consts=constants)


def bytecode(code: CodeType) -> bytes:
    """Return what a .pyc file holds."""
    return MAGIC_NUMBER + UNCHECKED_HASH + marshal.dumps(code)


def main(target: str, library: str) -> None:
    """Write the archive, with the whole library or what is needed; the files in it are not compressed one by one."""
    with zipfile.ZipFile(target, "w") as archive:
        for files in (library_files(whole=library == "whole"), own_files()):
            for name, content in files:
                archive.writestr(zipfile.ZipInfo(name, LONG_AGO), content)


if __name__ == "__main__":
    main(*sys.argv[1:])
