"""The cuts of Pyodide and PyScript: each is explained, and says how to build without it when it no longer fits."""

from __future__ import annotations

import json
import re
from pathlib import Path
from shutil import which

import pytest

from tasks import CUTS, REPAIRS, runtime
from tasks.steps import WEB, Problem

pytestmark = pytest.mark.native

README = (WEB / "runtime/README.md").read_text("utf-8")


def test_the_readme_lists_every_cut_and_repair() -> None:
    """The tables have a row for each name, and no others."""
    assert sorted(re.findall(r"^\| `(\w+)` \|", README, re.MULTILINE)) == sorted([*CUTS, *REPAIRS])


def test_the_cuts_were_made_for_the_installed_versions() -> None:
    """Whoever installs another version looks at the cuts, and says so in the code and in the README."""
    packages = json.loads((WEB / "package.json").read_text("utf-8"))["dependencies"]
    assert {name: packages[name] for name in runtime.MADE_FOR} == runtime.MADE_FOR
    for version in runtime.MADE_FOR.values():
        assert version in README


def test_a_build_also_goes_without_what_builds_on_a_cut() -> None:
    """The names on the command line may leave out more than themselves; repairs are left out only by name."""
    assert runtime.left_out([]) == set()
    assert runtime.left_out(["split", "eval"]) == {"split", "eval"}
    assert runtime.left_out(["sources"]) == {"sources", "slim", "library", "bundle", "split"}
    assert runtime.left_out(["all"]) == set(CUTS)


@pytest.mark.parametrize(
    "cut",
    [
        pytest.param(runtime.TRIM, marks=pytest.mark.skipif(not which("wasm-opt"), reason="needs binaryen")),
        *runtime.OF_PYSCRIPT,
    ],
    ids=lambda cut: cut.name,
)
def test_a_cut_that_does_not_fit_says_how_to_go_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut: runtime.Cut
) -> None:
    """When the text that it replaces is not there, the build fails with the versions and the option."""
    monkeypatch.setattr(runtime, "_KEPT", tmp_path / "kept")
    monkeypatch.setitem(runtime.MADE_FOR, cut.package, "0.1.2")
    stock = tmp_path / "stock"
    stock.mkdir()
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "core-other.js", "error-other.js"):
        (stock / name).write_text("another version")
    with pytest.raises(Problem) as problem:
        runtime.applied(stock, [cut])
    assert re.search(r"contains .* 0 times instead of", str(problem.value))
    assert f"made for {cut.package} 0.1.2, and this is " in str(problem.value)
    assert str(problem.value).endswith(f"--without {cut.name}")
