"""The archive: each module is in its part, and Python imports it from the bundle."""

from __future__ import annotations

import json
import marshal
import os
import subprocess
import sys
import traceback
import zipfile
from pathlib import Path
from types import CodeType

import pytest

from runtime import pack

pytestmark = pytest.mark.native

START = (Path(__file__).parents[1] / "page/sitecustomize.py").read_text("utf-8")
PARTS = {"": ("shop.till",), "later": ("shop.", "back.office"), "rare": ("shop.returns",)}
PROGRAM = """
import dataclasses, gc, json
import shop.till

@dataclasses.dataclass
class Item:
    price: int

print(json.dumps([shop.till.__file__, gc.isenabled(), Item(3).price, repr(Item(4))]))
"""


@pytest.mark.parametrize(
    ("module", "part"),
    [("shop.till", ""), ("shop.shelves", "later"), ("shop.returns.forms", "rare"), ("front", ""), ("shop", "")],
)
def test_longest_prefix_decides_the_part(module: str, part: str) -> None:
    """The longest prefix of a module's name decides its part, and a module without one is in the first part."""
    assert pack.part_of(module, PARTS) == part


def test_bundle_excludes_only_first_modules_and_data() -> None:
    """Python imports encodings and sitecustomize before it can read the bundle."""
    code = pack.bytecode(compile("x = 1", "shop/till.py", "exec"))
    names = ("encodings/utf_8.pyc", "sitecustomize.pyc", "shop/__init__.pyc", "shop/till.pyc", "prices")
    others, modules = pack.bundled((name, code) for name in names)
    assert list(others) == ["encodings/utf_8.pyc", "sitecustomize.pyc", "prices"]
    assert {module: file for module, (file, _) in modules.items()} == {
        "shop": "shop/__init__.pyc",
        "shop.till": "shop/till.pyc",
    }


def test_code_without_lines_still_has_a_traceback() -> None:
    """The traceback of an error in code without lines names the function."""
    code = pack.without_lines(compile("def fail():\n    for n in range(3): n / 0\nfail()", "library.py", "exec"))
    with pytest.raises(ZeroDivisionError) as error:
        exec(code, {})  # noqa: S102 - the text is above
    assert [frame.name for frame in traceback.extract_tb(error.tb)][-2:] == ["<module>", "fail"]


def test_python_imports_from_the_bundle(tmp_path: Path) -> None:
    """Python imports modules, generated methods, and later parts from the archive; a module runs when it is used."""
    source = Path(str(__import__("dataclasses").__file__)).read_text("utf-8")
    generated: dict[str, CodeType] = {}
    modules = {
        name: (file, marshal.dumps(compile(text, file, "exec")))
        for name, file, text in (
            ("shop", "shop/__init__.pyc", ""),
            ("shop.till", "shop/till.pyc", ""),
            ("dataclasses", "dataclasses.pyc", source),
        )
    }
    archive = tmp_path / "python.zip"
    with zipfile.ZipFile(archive, "w") as files:
        files.writestr("sitecustomize.py", START)
        files.writestr(pack.BUNDLE, marshal.dumps((modules, generated, {"shop"})))
    assert json.loads(run(archive, PROGRAM)) == [f"{archive}/shop/till.pyc", False, 3, "Item(price=4)"]
    later = {"shop.shelves": ("shop/shelves.pyc", marshal.dumps(compile("width = 7", "shop/shelves.pyc", "exec")))}
    text = f"""
import sys
from shop import shelves
try:
    shelves.width
except ModuleNotFoundError as error:
    print(error.name, end=" ")
bundle = next(finder for finder in sys.meta_path if hasattr(finder, "generated"))
bundle.add({later!r}, {{"made = 1": compile("made = 2", "<dataclass>", "exec")}})
print("width" in vars(shelves), shelves.width, end=" ")
names = {{}}
bundle.generate("made = 1", names)
bundle.generate("other = 3", names)
print(names["made"], names["other"])
"""
    assert run(archive, text) == "shop.shelves False 7 2 3"


def run(archive: Path, program: str) -> str:
    """Return the output of a program in a Python that looks for modules in an archive first."""
    done = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONPATH": str(archive)},
        check=True,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.stderr == ""
    return done.stdout.strip()


def test_no_imported_module_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The build ends with the name of a module that a function imports, and that isn't in the list of modules."""
    monkeypatch.setattr(pack, "library_sources", lambda _: {"base64.py": "", "csv.py": "", "re.py": ""})
    request = {
        "without": [],
        "modules": ["re"],
        "program": {"shop.py": "import re\ndef code(): import base64", "tool.py": "import csv"},
        "unused": ["tool"],
    }
    with pytest.raises(SystemExit, match="imports base64, which"):
        [*pack.library_files(request)]
    assert [name for name, _ in pack.library_files({**request, "modules": ["base64", "re"]})] == [
        "base64.pyc",
        "re.pyc",
    ]
