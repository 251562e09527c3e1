"""Each cut of Pyodide and PyScript is explained, and one that no longer fits says how to build without it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from runtime import CUTS, REPAIRS, make
from runtime.steps import Problem

pytestmark = pytest.mark.native

FOLDER = Path(__file__).parents[1]
README = (FOLDER / "README.md").read_text("utf-8")
PACKAGES = FOLDER.parent / "node_modules"


def test_the_readme_lists_every_cut_and_repair() -> None:
    """The tables of the README have a row for each cut and repair, and no others."""
    tables = README.partition("\n## Cuts\n")[2]
    assert sorted(re.findall(r"^\| `(\w+)` \|", tables, re.MULTILINE)) == sorted([*CUTS, *REPAIRS])


def test_code_and_readme_name_the_installed_versions() -> None:
    """The code and the README name the installed versions, because other versions need new checks of the cuts."""
    for name, version in make.MADE_FOR.items():
        assert json.loads((PACKAGES / name / "package.json").read_text("utf-8"))["version"] == version
        assert version in README


def test_dependent_cuts_are_left_out_too() -> None:
    """Leaving out a cut also leaves out the cuts that build on it; a repair is left out only by its name."""
    assert make.left_out([]) == set()
    assert make.left_out(["split", "eval"]) == {"split", "eval"}
    assert make.left_out(["sources"]) == {"sources", "slim", "library", "split"}
    assert make.left_out(["bytecode"]) == {"bytecode", "bundle", "dataclasses", "split"}
    assert make.left_out(["all"]) == set(CUTS)


@pytest.mark.parametrize("cut", [make.TRIM, *make.OF_PYSCRIPT], ids=lambda cut: cut.name)
def test_failed_cut_names_the_versions_and_the_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut: make.Cut
) -> None:
    """If a file lacks the text that a cut replaces, the build fails and names the versions and the option."""
    monkeypatch.setitem(make.MADE_FOR, cut.package, "0.1.2")
    packages(tmp_path)
    stock = tmp_path / "stock"
    stock.mkdir()
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "core-other.js", "error-other.js"):
        (stock / name).write_text("another version")
    with pytest.raises(Problem) as problem:
        make.applied(tmp_path, stock, [cut])
    assert re.search(r"contains .* 0 times instead of", str(problem.value))
    assert f"made for {cut.package} 0.1.2, and this is " in str(problem.value)
    assert str(problem.value).endswith(f"--without {cut.name}")


def test_result_is_reused_for_the_same_files(tmp_path: Path) -> None:
    """The result of a cut is reused for the same files, and replaced after a change of a package."""
    packages(tmp_path)
    core = tmp_path / "core"
    core.mkdir()
    for path in (PACKAGES / "@pyscript/core/dist").glob("core-*.js"):
        (core / path.name).write_bytes(path.read_bytes())
    [cut] = (cut for cut in make.OF_PYSCRIPT if cut.name == "eval")
    first = make.applied(tmp_path, core, [cut])
    (first / "mark").touch()
    assert (make.applied(tmp_path, core, [cut]) / "mark").exists()
    (tmp_path / "terser/package.json").write_text('{"version": "another"}')
    second = make.applied(tmp_path, core, [cut])
    assert second != first
    assert not first.exists()


def test_unsaved_cuts_are_those_without_a_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cut of Pyodide is unsaved until it has been applied, and again after a change of its lists."""
    packages(tmp_path)
    used = tmp_path / "used"
    used.write_text("1 0")
    program = make.Program(
        page="page",
        sources=tmp_path,
        packages=(),
        importable=(),
        unused=(),
        parts={},
        modules=used,
        functions=used,
        snapshot="",
    )
    assert make.unsaved(tmp_path, program) == {"trim", "split"}
    monkeypatch.setattr(make, "_apply", lambda _packages, _cut, _before, result: result.mkdir(parents=True))
    make.applied(tmp_path, tmp_path / "pyodide", [make.TRIM, make.split(program)])
    assert make.unsaved(tmp_path, program) == set()
    used.write_text("1")
    assert make.unsaved(tmp_path, program) == {"split"}


def packages(folder: Path) -> None:
    """Write the descriptions of the installed packages to a folder."""
    for name in (*make.MADE_FOR, "binaryen", "terser"):
        target = folder / name / "package.json"
        target.parent.mkdir(parents=True)
        target.write_bytes((PACKAGES / name / "package.json").read_bytes())
